//! The calendar of the first restaurant: a reservation of every kind tomorrow, and the guests of the previous days.

use anyhow::Context as _;
use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use domain::cancellations::{self, CancelTarget};
use domain::customers;
use domain::ids::{ReservationId, RestaurantId, UserId};
use domain::inventory;
use domain::outbox::notifications::{self, NotificationReason};
use domain::reservations::mails;
use domain::reservations::queries;
use domain::restaurants;
use domain::zone::Zone;
use serde_json::json;
use sqlx::PgConnection;

use super::accounts::find_diner;
use super::tools::Tools;

const RESTAURANT: &str = "sushi-kagura";

/// A reservation at the first restaurant, a number of days from now.
struct SampleReservation {
    kind: &'static str,
    status: &'static str,
    diner: Option<&'static str>,
    /// The guest, if it is not a diner.
    guest: Option<SampleGuest>,
    group: &'static str,
    items: &'static [&'static str],
    guests_count: i32,
    /// Number of days from now.
    day: i64,
    operation: &'static str,
    /// Start and end, as hours and minutes at the restaurant.
    hours: ((u32, u32), (u32, u32)),
    special_request: &'static str,
    memo: &'static str,
}

#[derive(Clone, Copy)]
struct SampleGuest {
    kind: &'static str,
    nickname: &'static str,
    kana: &'static str,
    phone: &'static str,
    email: Option<&'static str>,
    memo: &'static str,
    allergies: &'static str,
    tags: &'static [&'static str],
}

const DINNER: ((u32, u32), (u32, u32)) = ((17, 30), (19, 30));
const LATE: ((u32, u32), (u32, u32)) = ((20, 0), (22, 0));
const PRIVATE_ROOM: ((u32, u32), (u32, u32)) = ((18, 30), (21, 0));
const LUNCH: ((u32, u32), (u32, u32)) = ((12, 0), (13, 30));

const SCENE: SampleReservation = SampleReservation {
    kind: "online_reservation",
    status: "accepted",
    diner: None,
    guest: None,
    group: "C",
    items: &[],
    guests_count: 1,
    day: 1,
    operation: "dinner",
    hours: DINNER,
    special_request: "",
    memo: "",
};

/// A past visit. Days before the demo began have no slots, so its guests were invited.
const VISIT: SampleReservation = SampleReservation { kind: "invited_reservation", ..SCENE };

const ITO: SampleGuest = SampleGuest {
    kind: "OfflineCustomer",
    nickname: "伊藤（電話）",
    kana: "イトウ",
    phone: "9055550101",
    email: None,
    memo: "左利き。カウンターの端がお好み",
    allergies: "甲殻類（えび・かに）",
    tags: &["left_handed"],
};
const SMITH: SampleGuest = SampleGuest {
    kind: "OffsiteCustomer",
    nickname: "J. Smith",
    kana: "",
    phone: "",
    email: None,
    memo: "",
    allergies: "",
    tags: &[],
};
const NAKAMURA: SampleGuest = SampleGuest {
    kind: "InvitedCustomer",
    nickname: "中村 様",
    kana: "ナカムラ",
    phone: "",
    email: Some("nakamura@seki.test"),
    memo: "",
    allergies: "",
    tags: &["birthday"],
};
const WATANABE: SampleGuest = SampleGuest {
    kind: "OfflineCustomer",
    nickname: "渡辺 会長",
    kana: "ワタナベ",
    phone: "9055550102",
    email: None,
    memo: "接待でのご利用が多い。お車は神楽坂下へ",
    allergies: "",
    tags: &["vip", "お車"],
};

const SCENES: [SampleReservation; 12] = [
    SampleReservation {
        diner: Some("kenji@seki.test"),
        items: &["C1", "C2"],
        guests_count: 2,
        special_request: "結婚記念日です",
        ..SCENE
    },
    SampleReservation { status: "pending", diner: Some("aoi@seki.test"), items: &["C4"], ..SCENE },
    SampleReservation {
        kind: "invited_reservation",
        status: "pending",
        diner: Some("ren@seki.test"),
        items: &["C1", "C2"],
        guests_count: 2,
        hours: LATE,
        ..SCENE
    },
    SampleReservation {
        kind: "offline_reservation",
        guest: Some(ITO),
        items: &["C3"],
        hours: LATE,
        memo: "お電話にて。21時半までにお帰り",
        ..SCENE
    },
    SampleReservation {
        kind: "offsite_reservation",
        guest: Some(SMITH),
        items: &["C5", "C6"],
        guests_count: 2,
        hours: LATE,
        ..SCENE
    },
    // Cancelled below.
    SampleReservation { diner: Some("emma@seki.test"), items: &["C7"], ..SCENE },
    SampleReservation {
        kind: "offline_reservation",
        guest: Some(WATANABE),
        group: "P",
        items: &["P1"],
        guests_count: 4,
        hours: PRIVATE_ROOM,
        memo: "お祝いの席。乾杯酒はこちらで用意",
        ..SCENE
    },
    SampleReservation {
        kind: "invited_temporary_reservation",
        status: "pending",
        guest: Some(NAKAMURA),
        items: &["C4"],
        day: 5,
        hours: LATE,
        ..SCENE
    },
    // Yesterday's guests, who have no review yet.
    SampleReservation { diner: Some("hanako@seki.test"), items: &["C1", "C2"], guests_count: 2, day: -1, ..VISIT },
    SampleReservation {
        diner: Some("kenji@seki.test"),
        items: &["C5"],
        day: -1,
        operation: "lunch",
        hours: LUNCH,
        ..VISIT
    },
    SampleReservation { kind: "offline_reservation", guest: Some(ITO), items: &["C8"], day: -1, hours: LATE, ..SCENE },
    SampleReservation { diner: Some("hanako@seki.test"), items: &["C3", "C4"], guests_count: 2, day: -40, ..VISIT },
];

const CANCELS: &str = "emma@seki.test";

pub async fn load(conn: &mut PgConnection, tools: &Tools<'_>) -> anyhow::Result<()> {
    let restaurant = restaurants::queries::find_by_slug(conn, RESTAURANT).await?;
    let restaurant = restaurant.ok_or_else(|| anyhow::anyhow!("no restaurant {RESTAURANT}"))?;
    let today = restaurant.zone.date_of(tools.now);
    // Ids are in the order of creation, as in real data.
    let mut scenes: Vec<_> = SCENES.iter().collect();
    scenes.sort_by_key(|scene| made_at(tools, at(today + Duration::days(scene.day), scene.hours.0)));
    for scene in scenes {
        let date = today + Duration::days(scene.day);
        place(conn, tools, restaurant.id, date, scene).await.with_context(|| format!("{:?}", scene.items))?;
    }
    let mut dates: Vec<_> = SCENES.iter().map(|scene| today + Duration::days(scene.day)).collect();
    dates.sort_unstable();
    dates.dedup();
    inventory::queries::refresh_days(conn, restaurant.id, &dates).await?;
    cancel(conn, tools, restaurant.id).await
}

/// Cancels a diner's booking, whose seat then opens to the standby groups in turn.
async fn cancel(conn: &mut PgConnection, tools: &Tools<'_>, restaurant: RestaurantId) -> anyhow::Result<()> {
    let diner = find_diner(conn, CANCELS).await?;
    let uid = sqlx::query_scalar!(
        "SELECT uid FROM reservations WHERE restaurant_id = $1 AND user_id = $2 AND status = 'accepted'",
        restaurant.0,
        diner.0,
    );
    let uid = uid.fetch_one(&mut *conn).await?;
    Ok(cancellations::cancel(conn, tools.rng, tools.now, diner, &uid, CancelTarget::Whatever).await?)
}

async fn place(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: RestaurantId,
    date: NaiveDate,
    scene: &SampleReservation,
) -> anyhow::Result<()> {
    let (diner, customer) = find_guest(conn, tools, restaurant, scene).await?;
    let id = insert(conn, tools, restaurant, date, scene, diner, customer).await?;
    let is_online = scene.kind == "online_reservation";
    if is_online && scene.status == "accepted" {
        announce(conn, tools, id).await?;
    }
    if scene.kind.starts_with("invited") {
        invite(conn, tools, id, scene).await?;
    }
    if scene.kind == "offsite_reservation" {
        sqlx::query!(
            "INSERT INTO offsite_reservations (reservation_id, restaurant_id, offsite_source, external_id, full_name_string)
             VALUES ($1, $2, 'inbound_hotel', $3, $4)",
            id,
            restaurant.0,
            format!("HTL-{id:05}"),
            scene.guest.map_or("", |guest| guest.nickname),
        )
        .execute(&mut *conn)
        .await?;
    }
    seat(conn, restaurant, id, scene, is_online).await?;
    Ok(())
}

/// Returns the diner, if any, and the restaurant's customer.
async fn find_guest(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: RestaurantId,
    scene: &SampleReservation,
) -> anyhow::Result<(Option<UserId>, i64)> {
    if let Some(email) = scene.diner {
        let diner = find_diner(conn, email).await?;
        let customer =
            customers::actions::ensure_online_customer(conn, tools.rng, tools.now, restaurant, diner).await?;
        return Ok((Some(diner), customer.0));
    }
    let guest = scene.guest.context("a scene without a guest")?;
    let known = sqlx::query_scalar!(
        "SELECT c.id FROM customers c JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
         WHERE c.restaurant_id = $1 AND p.nickname = $2",
        restaurant.0,
        guest.nickname,
    );
    match known.fetch_optional(&mut *conn).await? {
        Some(id) => Ok((None, id)),
        None => Ok((None, insert_guest(conn, tools, restaurant, &guest).await?)),
    }
}

/// Returns when a sample reservation was created: a future one recently, a past one before its visit.
fn made_at(tools: &Tools<'_>, starts_at: DateTime<Utc>) -> DateTime<Utc> {
    tools.now.min(starts_at) - Duration::hours(4)
}

async fn insert(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: RestaurantId,
    date: NaiveDate,
    scene: &SampleReservation,
    diner: Option<UserId>,
    customer: i64,
) -> anyhow::Result<i64> {
    let starts_at = at(date, scene.hours.0);
    let made_at = made_at(tools, starts_at);
    let id = sqlx::query_scalar!(
        r#"INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, customer_id, inventory_group_id,
               online_stock_group_id, osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja,
               course_title_en, course_price, cancellation_policy, held_until, accepted_at, created_at, special_request,
               internal_memo, locale)
           SELECT $1, $2, $3, $4, $5, $6, $7, g.id, o.id, t.id, c.id, $17, $8, $9, $10, $11, c.title_ja, c.title_en, c.price,
               $12, $13, $14, $15, $19, $20, coalesce((SELECT p.locale FROM profiles p WHERE p.user_id = $6), 'ja')
           FROM inventory_groups g
           JOIN courses c ON c.restaurant_id = g.restaurant_id AND c.operation = $17
           LEFT JOIN (online_stock_groups o JOIN osg_times t ON t.restaurant_id = o.restaurant_id AND t.online_stock_group_id = o.id)
               ON o.restaurant_id = g.restaurant_id AND o.inventory_group_id = g.id AND o.date = $8 AND t.starts_at = $9 AND $16
           WHERE g.restaurant_id = $3 AND g.short_label = $18
           ORDER BY c.position LIMIT 1 RETURNING id"#,
        tools.rng.uid(),
        tools.rng.reservation_code(),
        restaurant.0,
        scene.kind,
        scene.status,
        diner.map(|id| id.0),
        customer,
        date,
        starts_at,
        at(date, scene.hours.1),
        scene.guests_count,
        json!([{ "days_before": 0, "percent": 100 }, { "days_before": 1, "percent": 50 }]),
        (scene.status == "pending").then_some(starts_at),
        (scene.status != "pending").then_some(made_at),
        made_at,
        scene.kind == "online_reservation",
        scene.operation,
        scene.group,
        scene.special_request,
        scene.memo,
    );
    Ok(id.fetch_one(conn).await?)
}

/// Inserts the invitation, sent by the restaurant's first owner.
async fn invite(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    reservation: i64,
    scene: &SampleReservation,
) -> sqlx::Result<()> {
    let kind = if scene.diner.is_some() { "omakase" } else { "emailInvited" };
    sqlx::query!(
        "INSERT INTO reservation_invites (reservation_id, restaurant_id, uid, invite_type, owner_id, sent_at, created_at,
             answered_at, answer)
         SELECT r.id, r.restaurant_id, $2, $3, (SELECT min(owner_id) FROM restaurant_owners o
             WHERE o.restaurant_id = r.restaurant_id),
             r.created_at, r.created_at, r.accepted_at, CASE WHEN r.accepted_at IS NOT NULL THEN 'accepted' END
         FROM reservations r WHERE r.id = $1",
        reservation,
        tools.rng.uid(),
        kind,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes the notifications of a booking for its diner and its restaurant.
async fn announce(conn: &mut PgConnection, tools: &Tools<'_>, id: i64) -> anyhow::Result<()> {
    let reservation = queries::find(conn, ReservationId(id)).await?.context("no such reservation")?;
    notifications::push(conn, tools.now, reservation.id, NotificationReason::NewOnr).await?;
    mails::queue(conn, tools.rng, tools.now, mails::ACCEPTED, reservation.id).await?;
    Ok(())
}

async fn seat(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: i64,
    scene: &SampleReservation,
    is_online: bool,
) -> sqlx::Result<()> {
    let labels: Vec<_> = scene.items.iter().map(|label| (*label).to_owned()).collect();
    sqlx::query!(
        "WITH seated AS (
             INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
             SELECT $1, r.id, i.id, tstzrange(r.starts_at, r.ends_at) FROM inventory_items i, reservations r
             WHERE i.restaurant_id = $1 AND i.label = ANY ($3) AND r.restaurant_id = $1 AND r.id = $2),
         counted AS (
             INSERT INTO course_days AS d (restaurant_id, course_id, date, guests_count)
             SELECT restaurant_id, course_id, date, guests_count FROM reservations WHERE restaurant_id = $1 AND id = $2
             ON CONFLICT (restaurant_id, course_id, date) DO UPDATE SET guests_count = d.guests_count + excluded.guests_count)
         UPDATE online_stocks s SET online_reservable_id = $2
         FROM reservations r, inventory_items i
         WHERE $4 AND s.restaurant_id = $1 AND r.restaurant_id = $1 AND i.restaurant_id = $1
           AND r.id = $2 AND s.online_stock_group_id = r.online_stock_group_id AND i.id = s.inventory_item_id
           AND i.label = ANY ($3)",
        restaurant.0,
        reservation,
        &labels,
        is_online,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn insert_guest(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: RestaurantId,
    guest: &SampleGuest,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"WITH customer AS (
               INSERT INTO customers (uid, restaurant_id, type, invitation_email, created_at) VALUES ($1, $2, $3, $4::text, $5)
               RETURNING id, restaurant_id),
           profile AS (
               INSERT INTO customer_profiles (restaurant_id, customer_id, nickname, phone_local_number, phone_e164, internal_memo,
                   noted_allergies, kana)
               SELECT restaurant_id, id, $6, $7, '+81' || nullif($7, ''), $8, $9, $11 FROM customer),
           tags AS (
               INSERT INTO customer_tags (restaurant_id, customer_id, tag)
               SELECT restaurant_id, id, tag FROM customer, unnest($10::text[]) AS tag)
           SELECT id AS "id!" FROM customer"#,
        tools.rng.uid(),
        restaurant.0,
        guest.kind,
        guest.email,
        tools.now - Duration::days(60),
        guest.nickname,
        guest.phone,
        guest.memo,
        guest.allergies,
        guest.tags as &[&str],
        guest.kana,
    )
    .fetch_one(conn)
    .await
}

fn at(date: NaiveDate, (hour, minute): (u32, u32)) -> DateTime<Utc> {
    Zone::default().at(date, NaiveTime::from_hms_opt(hour, minute, 0).unwrap_or_default())
}
