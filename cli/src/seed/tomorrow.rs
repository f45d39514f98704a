//! One reservation of every kind on tomorrow's calendar of the first restaurant.

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use domain::availability;
use domain::chance::Chance;
use domain::ids::{ReservationId, RestaurantId};
use domain::mail::{self, Template};
use domain::notifications::{self, Reason};
use domain::reservations::queries;
use domain::restaurants;
use domain::zone::Zone;
use serde_json::json;
use sqlx::PgConnection;

use super::Tools;
use super::accounts::find_diner;

const RESTAURANT: &str = "sushi-kagura";

struct Scene {
    kind: &'static str,
    status: &'static str,
    diner: Option<&'static str>,
    /// Who comes, when it is no diner of ours.
    guest: Option<(&'static str, &'static str)>,
    items: &'static [&'static str],
    /// From and till, in the restaurant's hours and minutes.
    hours: ((u32, u32), (u32, u32)),
}

const DINNER: ((u32, u32), (u32, u32)) = ((17, 30), (19, 30));
const LATE: ((u32, u32), (u32, u32)) = ((20, 0), (22, 0));

const SCENES: [Scene; 6] = [
    Scene {
        kind: "online_reservation",
        status: "accepted",
        diner: Some("kenji@seki.test"),
        guest: None,
        items: &["C1", "C2"],
        hours: DINNER,
    },
    Scene {
        kind: "online_reservation",
        status: "pending",
        diner: Some("aoi@seki.test"),
        guest: None,
        items: &["C4"],
        hours: DINNER,
    },
    Scene {
        kind: "invited_reservation",
        status: "pending",
        diner: Some("ren@seki.test"),
        guest: None,
        items: &["C1", "C2"],
        hours: LATE,
    },
    Scene {
        kind: "offline_reservation",
        status: "accepted",
        diner: None,
        guest: Some(("OfflineCustomer", "伊藤（電話）")),
        items: &["C3"],
        hours: LATE,
    },
    Scene {
        kind: "offsite_reservation",
        status: "accepted",
        diner: None,
        guest: Some(("OffsiteCustomer", "J. Smith")),
        items: &["C5", "C6"],
        hours: LATE,
    },
    Scene {
        kind: "online_reservation",
        status: "void",
        diner: Some("emma@seki.test"),
        guest: None,
        items: &["C7"],
        hours: DINNER,
    },
];

pub async fn load(conn: &mut PgConnection, tools: &Tools<'_>) -> anyhow::Result<()> {
    let restaurant = restaurants::queries::find_by_slug(conn, RESTAURANT).await?;
    let restaurant = restaurant.ok_or_else(|| anyhow::anyhow!("no restaurant {RESTAURANT}"))?;
    let date = restaurant.zone.date_of(tools.now) + Duration::days(1);
    for scene in &SCENES {
        place(conn, tools, restaurant.id, date, scene).await?;
    }
    availability::queries::refresh_days(conn, restaurant.id, &[date]).await?;
    Ok(())
}

async fn place(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: RestaurantId,
    date: NaiveDate,
    scene: &Scene,
) -> anyhow::Result<()> {
    let (starts_at, ends_at) = (at(date, scene.hours.0), at(date, scene.hours.1));
    let diner = match scene.diner {
        Some(email) => Some(find_diner(conn, email).await?),
        None => None,
    };
    let customer = match (diner, scene.guest) {
        (Some(diner), _) => {
            domain::customers::actions::ensure_online_customer(conn, tools.chance, tools.now, restaurant, diner)
                .await?
                .0
        }
        (None, Some((kind, nickname))) => {
            insert_guest(conn, tools.chance, tools.now, restaurant, kind, nickname).await?
        }
        (None, None) => anyhow::bail!("a scene without a guest"),
    };
    let is_live = matches!(scene.status, "accepted" | "pending");
    let is_online = scene.kind == "online_reservation";
    let id = sqlx::query_scalar!(
        r#"INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, customer_id, inventory_group_id,
               online_stock_group_id, osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja,
               course_title_en, course_price, cancellation_policy, held_until, accepted_at, ended_at, created_at)
           SELECT $1, $2, $3, $4, $5, $6, $7, g.id, o.id, t.id, c.id, 'dinner', $8, $9, $10, $11, c.title_ja, c.title_en, c.price,
               $12, $13, $14, $15, $16
           FROM inventory_groups g
           JOIN courses c ON c.restaurant_id = g.restaurant_id AND c.operation = 'dinner'
           LEFT JOIN (online_stock_groups o JOIN osg_times t ON t.online_stock_group_id = o.id)
               ON o.inventory_group_id = g.id AND o.date = $8 AND t.starts_at = $9 AND $17
           WHERE g.restaurant_id = $3 AND g.short_label = 'C'
           ORDER BY c.position LIMIT 1 RETURNING id"#,
        tools.chance.uid(),
        tools.chance.reservation_code(),
        restaurant.0,
        scene.kind,
        scene.status,
        diner.map(|id| id.0),
        customer,
        date,
        starts_at,
        ends_at,
        i32::try_from(scene.items.len())?,
        json!([{ "days_before": 0, "percent": 100 }, { "days_before": 1, "percent": 50 }]),
        (scene.status == "pending").then_some(starts_at),
        (scene.status != "pending").then_some(tools.now - Duration::hours(3)),
        (scene.status == "void").then_some(tools.now - Duration::hours(1)),
        tools.now - Duration::hours(4),
        is_online,
    )
    .fetch_one(&mut *conn)
    .await?;
    if is_online && scene.status == "accepted" {
        announce(conn, tools, id).await?;
    }
    if is_live {
        seat(conn, restaurant, id, scene, starts_at, ends_at, is_online).await?;
    } else {
        remember_seats(conn, tools.now, restaurant, id, scene, starts_at, ends_at).await?;
    }
    Ok(())
}

/// A booking is known to its diner and its restaurant.
async fn announce(conn: &mut PgConnection, tools: &Tools<'_>, id: i64) -> anyhow::Result<()> {
    let reservation = queries::find(conn, ReservationId(id)).await?;
    let reservation = reservation.ok_or_else(|| anyhow::anyhow!("no reservation {id}"))?;
    notifications::push(conn, tools.now, &reservation, Reason::NewOnr).await?;
    mail::queue_for_reservation(conn, tools.chance, tools.now, Template::ReservationAccepted, reservation.id).await?;
    Ok(())
}

async fn seat(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: i64,
    scene: &Scene,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    is_online: bool,
) -> sqlx::Result<()> {
    let labels: Vec<_> = scene.items.iter().map(|label| (*label).to_owned()).collect();
    sqlx::query!(
        "WITH seated AS (
             INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
             SELECT $1, $2, i.id, tstzrange($3, $4) FROM inventory_items i WHERE i.restaurant_id = $1 AND i.label = ANY ($5)),
         counted AS (
             INSERT INTO course_days AS d (restaurant_id, course_id, date, guests_count)
             SELECT restaurant_id, course_id, date, guests_count FROM reservations WHERE id = $2
             ON CONFLICT (course_id, date) DO UPDATE SET guests_count = d.guests_count + excluded.guests_count)
         UPDATE online_stocks s SET online_reservable_id = $2
         FROM reservations r, inventory_items i
         WHERE $6 AND r.id = $2 AND s.online_stock_group_id = r.online_stock_group_id AND i.id = s.inventory_item_id
           AND i.label = ANY ($5)",
        restaurant.0,
        reservation,
        starts_at,
        ends_at,
        &labels,
        is_online,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A cancelled booking is drawn on the seats that it gave back.
async fn remember_seats(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    reservation: i64,
    scene: &Scene,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let labels: Vec<_> = scene.items.iter().map(|label| (*label).to_owned()).collect();
    sqlx::query!(
        "INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during, released_at)
         SELECT $1, $2, i.id, tstzrange($3, $4), $6 FROM inventory_items i WHERE i.restaurant_id = $1 AND i.label = ANY ($5)",
        restaurant.0,
        reservation,
        starts_at,
        ends_at,
        &labels,
        now - Duration::hours(1),
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn insert_guest(
    conn: &mut PgConnection,
    chance: &Chance,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    kind: &str,
    nickname: &str,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"WITH customer AS (
               INSERT INTO customers (uid, restaurant_id, type, created_at) VALUES ($1, $2, $3, $4) RETURNING id, restaurant_id),
           profile AS (
               INSERT INTO customer_profiles (restaurant_id, customer_id, nickname) SELECT restaurant_id, id, $5 FROM customer)
           SELECT id AS "id!" FROM customer"#,
        chance.uid(),
        restaurant.0,
        kind,
        now,
        nickname,
    )
    .fetch_one(conn)
    .await
}

fn at(date: NaiveDate, (hour, minute): (u32, u32)) -> DateTime<Utc> {
    Zone::default().at(date, NaiveTime::from_hms_opt(hour, minute, 0).unwrap_or_default())
}
