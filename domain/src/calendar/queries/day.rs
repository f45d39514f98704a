//! SQL of the daily calendar: a fixed, small number of queries for any day.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::calendar::day::{CalendarSlotRow, ReservationRow};
use crate::ids::{CalendarDateId, CalendarTagId, CustomerGroupId, InventoryGroupId, InventoryItemId, RestaurantId};
use crate::money::Yen;
use crate::reservations::delivery::Delivery;
use crate::reservations::model::{InviteType, Kind, Status};
use crate::reservations::preferences::AnswerSet;
use crate::reservations::service::ServiceTimes;
use crate::restaurants::model::{Bilingual, OperationName};

/// A kind of seats with its seats, in their order.
#[derive(Clone, Debug)]
pub struct DaySeatGroup {
    pub id: InventoryGroupId,
    pub uid: String,
    pub title: Bilingual,
    pub short_label: String,
    pub capacity_per_stock: i32,
    pub seats: Vec<DaySeat>,
}

#[derive(Clone, Debug)]
pub struct DaySeat {
    pub id: InventoryItemId,
    pub uid: String,
    pub label: String,
}

pub async fn list_groups(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<DaySeatGroup>> {
    let rows = sqlx::query!(
        r#"SELECT g.id, g.uid, g.title_ja, g.title_en, g.short_label, g.capacity_per_stock, i.id AS seat_id, i.uid AS seat_uid, i.label
           FROM inventory_groups g JOIN inventory_items i ON i.restaurant_id = g.restaurant_id AND i.inventory_group_id = g.id
           WHERE g.restaurant_id = $1 ORDER BY g.position, g.id, i.position, i.id"#,
        restaurant.0,
    )
    .fetch_all(conn)
    .await?;
    let mut groups: Vec<DaySeatGroup> = Vec::new();
    for row in rows {
        let id = InventoryGroupId(row.id);
        let seat = DaySeat { id: InventoryItemId(row.seat_id), uid: row.seat_uid, label: row.label };
        match groups.last_mut().filter(|group| group.id == id) {
            Some(group) => group.seats.push(seat),
            None => groups.push(DaySeatGroup {
                id,
                uid: row.uid,
                title: Bilingual::new(row.title_ja, row.title_en),
                short_label: row.short_label,
                capacity_per_stock: row.capacity_per_stock,
                seats: vec![seat],
            }),
        }
    }
    Ok(groups)
}

/// Returns the day's live reservations, and cancelled ones that had been bookings. Omits holds that never became bookings, and in-person
/// reservations that were cancelled or deleted. Cancelled ones have the seats that they had last.
///
/// The statement is cheap to plan: tables of which it needs one value are sub-selects by key and not joins. A limit keeps the tables of a
/// sub-select from becoming joins of this statement, and from being read as a whole.
pub async fn list_reservations(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    date: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<ReservationRow>> {
    sqlx::query_as!(
        ReservationRow,
        r#"SELECT r.uid, r.type AS "kind: Kind", r.status AS "status: Status", r.operation AS "operation: OperationName",
                  r.starts_at, r.ends_at, r.guests_count, r.version, r.extra_items, r.course_title_ja, r.course_title_en, r.is_course_chosen, r.prepaid_price AS "prepaid_price: Yen", r.special_request, r.internal_memo, r.is_walk_in,
                  ig.uid AS group_uid, ig.capacity_per_stock,
                  coalesce(seats.uids, '{}') AS "item_uids!", coalesce(seats.since, r.starts_at) AS "seats_from!",
                  coalesce(seats.until, r.ends_at) AS "seats_until!",
                  coalesce(nullif(concat_ws(' ', p.name_last, p.name_first), ''), own.name, nullif(cp.nickname, ''),
                      (SELECT os.full_name_string FROM offsite_reservations os
                       WHERE os.restaurant_id = r.restaurant_id AND os.reservation_id = r.id), '') AS "name!",
                  coalesce(nullif(concat_ws(' ', nullif(p.kana_last, ''), nullif(p.kana_first, '')), ''),
                      CASE WHEN own.name IS NULL THEN cp.kana END, '') AS "name_kana!",
                  coalesce(p.phone_country, cp.phone_country, 'JP') AS "phone_country!",
                  coalesce(p.phone_local_number, cp.phone_local_number, '') AS "phone_local_number!",
                  coalesce(cp.internal_memo, '') AS "customer_internal_memo!",
                  (SELECT cg.label_short FROM customer_groups cg
                   WHERE cg.restaurant_id = c.restaurant_id AND cg.id = c.customer_group_id) AS "customer_group_label?",
                  (SELECT count(*) FROM reservations v WHERE v.restaurant_id = r.restaurant_id
                      AND v.customer_id = r.customer_id AND v.status = 'accepted'
                       AND v.ends_at < $3 AND NOT EXISTS (SELECT 1 FROM reservation_no_shows x
                          WHERE x.restaurant_id = v.restaurant_id AND x.reservation_id = v.id)) AS "visit_count!",
                  (SELECT count(*) FROM reservations v
                   JOIN reservation_no_shows x ON x.restaurant_id = v.restaurant_id AND x.reservation_id = v.id
                   WHERE v.restaurant_id = r.restaurant_id AND v.customer_id = r.customer_id AND v.id <> r.id)
                      AS "no_show_count!",
                  coalesce(p.allergy_description, '') AS "allergy_description!", coalesce(p.dislikes, '') AS "dislikes!",
                  coalesce(cp.noted_allergies, '') AS "noted_allergies!", coalesce(cp.noted_dislikes, '') AS "noted_dislikes!",
                  array(SELECT t.tag FROM customer_tags t WHERE t.restaurant_id = c.restaurant_id AND t.customer_id = c.id) AS "customer_tags!",
                  (SELECT ri.invite_type FROM reservation_invites ri
                   WHERE ri.restaurant_id = r.restaurant_id AND ri.reservation_id = r.id) AS "invite_type?: InviteType",
                  coalesce(NOT p.is_agent, false)
                      AND (SELECT true FROM gold_user_profiles gp WHERE gp.user_id = p.id LIMIT 1) IS NOT NULL
                      AND (SELECT true FROM gold_allocations ga WHERE ga.restaurant_id = r.restaurant_id
                          AND ga.online_stock_group_id = r.online_stock_group_id LIMIT 1) IS NOT NULL AS "is_gold_allocated!",
                  coalesce(p.premium_grade = 'gold' AND NOT p.is_agent, false) AS "is_gold_user!",
                  (SELECT true FROM reservation_cancel_requests cr WHERE cr.restaurant_id = r.restaurant_id
                      AND cr.reservation_id = r.id AND cr.status = 'pending' LIMIT 1) IS NOT NULL AS "has_cancel_request!",
                  coalesce(c.is_blacklisted, false) OR EXISTS (
                      SELECT 1 FROM blacklisted_phone_numbers b WHERE b.restaurant_id = r.restaurant_id
                        AND (b.phone_e164 = coalesce(p.phone_e164, cp.phone_e164) OR b.phone_e164 IN (
                            SELECT f.phone_e164 FROM merged_phone_numbers f
                            WHERE f.restaurant_id = r.restaurant_id AND f.customer_id = c.id))) AS "is_blacklisted!",
                  (SELECT to_jsonb(de) FROM reservation_deliveries de
                   WHERE de.restaurant_id = r.restaurant_id AND de.reservation_id = r.id) AS "delivery?: Json<Delivery>",
                  coalesce((SELECT jsonb_agg(jsonb_build_object('id', pr.id, 'timing', pr.timing, 'answers', pr.answers)
                                ORDER BY pr.timing DESC, pr.id)
                            FROM reservation_preferences pr WHERE pr.restaurant_id = r.restaurant_id
                                AND pr.reservation_id = r.id), '[]') AS "preferences!: Json<Vec<AnswerSet>>",
                  coalesce((SELECT jsonb_build_object('arrived_at', sv.arrived_at, 'seated_at', sv.seated_at,
                                'bill_at', sv.bill_at, 'left_at', sv.left_at)
                            FROM reservation_service_times sv
                            WHERE sv.restaurant_id = r.restaurant_id AND sv.reservation_id = r.id), '{}')
                      || jsonb_build_object('no_show_at', (SELECT ns.recorded_at FROM reservation_no_shows ns
                            WHERE ns.restaurant_id = r.restaurant_id AND ns.reservation_id = r.id)) AS "service!: Json<ServiceTimes>"
           FROM reservations r
           JOIN inventory_groups ig ON ig.restaurant_id = r.restaurant_id AND ig.id = r.inventory_group_id
           LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
           LEFT JOIN LATERAL (
               SELECT u.id, u.premium_grade, u.is_agent, x.name_last, x.name_first, x.kana_last, x.kana_first,
                      x.phone_country, x.phone_local_number, x.phone_e164, x.allergy_description, x.dislikes
               FROM users u LEFT JOIN profiles x ON x.user_id = u.id
               WHERE u.id = coalesce(r.user_id, c.user_id) LIMIT 1) p ON true
           LEFT JOIN LATERAL (
               SELECT w.name FROM offsite_own_names w
               WHERE w.restaurant_id = r.restaurant_id AND w.reservation_id = r.id LIMIT 1) own ON true
           LEFT JOIN LATERAL (
               SELECT array_agg(i.uid ORDER BY i.position, i.id) AS uids, min(lower(s.during)) AS since,
                      max(upper(s.during)) AS until
               FROM reservation_seats s JOIN inventory_items i ON i.restaurant_id = s.restaurant_id AND i.id = s.inventory_item_id
               WHERE s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id AND s.released_at IS NOT DISTINCT FROM (
                   SELECT CASE WHEN bool_or(x.released_at IS NULL) THEN NULL ELSE max(x.released_at) END
                   FROM reservation_seats x WHERE x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id)) seats ON true
           WHERE r.restaurant_id = $1 AND r.date = $2
             AND (r.status = 'accepted' OR r.status = 'pending' AND coalesce(r.held_until > $3, true)
                  OR r.status IN ('void', 'owner_delete', 'admin_delete') AND r.accepted_at IS NOT NULL
                     AND r.type <> 'offline_reservation')
           ORDER BY r.starts_at, r.id"#,
        restaurant.0,
        date,
        now,
    )
    .fetch_all(conn)
    .await
}

/// Returns the day's web slots with free items, including gold slots. An item counts if it is free at one or more of the slot's times and
/// belongs to no cancellation slot.
pub async fn list_slots(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    date: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<CalendarSlotRow>> {
    sqlx::query_as!(
        CalendarSlotRow,
        r#"SELECT o.uid, o.operation AS "operation: OperationName", ig.uid AS group_uid, free.uids AS "item_uids!",
                  o.guests_counts, o.custom_title_ja, o.custom_title_en,
                  t.starts_at AS "starts_at!", t.ends_at AS "ends_at!", t.last_start_at AS "last_start_at!", op.cutoff_hours,
                  EXISTS (SELECT 1 FROM osg_courses oc JOIN courses co ON co.restaurant_id = oc.restaurant_id
                      AND co.id = oc.course_id AND co.is_active
                          WHERE oc.restaurant_id = $1 AND oc.online_stock_group_id = o.id) AS "has_effective_course!",
                  free.has_whitelist AS "has_whitelist!", free.has_open AS "has_open!",
                  array(SELECT DISTINCT g.label_short FROM online_stocks k
                        JOIN online_stock_customer_groups x ON x.restaurant_id = k.restaurant_id AND x.online_stock_id = k.id
                        JOIN customer_groups g ON g.restaurant_id = x.restaurant_id AND g.id = x.customer_group_id
                        WHERE k.restaurant_id = $1 AND k.online_stock_group_id = o.id ORDER BY 1) AS "group_labels!",
                  EXISTS (SELECT 1 FROM gold_allocations ga WHERE ga.restaurant_id = $1
                      AND ga.online_stock_group_id = o.id) AS "is_gold!"
           FROM online_stock_groups o
           JOIN inventory_groups ig ON ig.restaurant_id = o.restaurant_id AND ig.id = o.inventory_group_id
           JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation
           CROSS JOIN LATERAL (
               SELECT min(x.starts_at) AS starts_at, max(x.ends_at) AS ends_at, max(x.starts_at) AS last_start_at
               FROM osg_times x WHERE x.restaurant_id = $1 AND x.online_stock_group_id = o.id) t
           CROSS JOIN LATERAL (
               SELECT array_agg(i.uid ORDER BY i.position, i.id) AS uids, bool_or(k.access_control = 'whitelist') AS has_whitelist,
                      bool_or(k.access_control <> 'whitelist') AS has_open
               FROM online_stocks k
               JOIN inventory_items i ON i.restaurant_id = k.restaurant_id AND i.id = k.inventory_item_id
               LEFT JOIN reservations r ON r.restaurant_id = k.restaurant_id AND r.id = k.online_reservable_id
               WHERE k.restaurant_id = $1 AND k.online_stock_group_id = o.id
                   AND (r.id IS NULL OR r.status = 'pending' AND coalesce(r.held_until <= $3, false))
                 AND EXISTS (
                     SELECT 1 FROM osg_times x WHERE x.restaurant_id = $1 AND x.online_stock_group_id = o.id
                         AND (SELECT true FROM reservation_seats taken
                              WHERE taken.restaurant_id = $1 AND taken.inventory_item_id = k.inventory_item_id
                                AND taken.released_at IS NULL AND seat_overlaps(taken.during, x.starts_at, x.ends_at) LIMIT 1)
                             IS NULL)
                 AND NOT EXISTS (
                     SELECT 1 FROM online_cancellation_stocks cs JOIN online_cancellations ca
                         ON ca.restaurant_id = cs.restaurant_id AND ca.id = cs.online_cancellation_id
                     WHERE cs.restaurant_id = $1 AND cs.online_stock_id = k.id AND ca.outcome IS NULL)) free
           WHERE o.restaurant_id = $1 AND o.date = $2 AND o.deleted_at IS NULL AND t.starts_at IS NOT NULL AND free.uids IS NOT NULL
           ORDER BY t.starts_at, o.id"#,
        restaurant.0,
        date,
        now,
    )
    .fetch_all(conn)
    .await
}

/// Facts of the day as a whole.
#[derive(Clone, Debug, Default)]
pub struct DayFacts {
    /// Id of the day's record, if it has one.
    pub calendar_date_id: Option<CalendarDateId>,
    pub is_closed: bool,
    pub daily_memo: String,
    /// Whether the day is today or yesterday, and has ended lunch or dinner visits without a guest review (gaps G163), as
    /// `reviews::list_unreviewed` has them.
    pub has_unreviewed: bool,
}

pub async fn find_facts(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    date: NaiveDate,
    today: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<DayFacts> {
    let is_recent = (today - Duration::days(1)..=today).contains(&date);
    sqlx::query_as!(
        DayFacts,
        r#"SELECT d.id AS "calendar_date_id?: CalendarDateId", coalesce(d.is_closed, false) AS "is_closed!",
                  coalesce(d.daily_memo, '') AS "daily_memo!",
                  $4 AND EXISTS (
                      SELECT 1 FROM reservations r WHERE r.restaurant_id = $1 AND r.date = $2 AND r.status = 'accepted'
                        AND r.operation IN ('lunch', 'dinner')
                        AND r.ends_at <= $3 AND NOT (r.is_walk_in AND r.customer_id IS NULL)
                        AND NOT EXISTS (
                            SELECT 1 FROM reservation_service_times t WHERE t.restaurant_id = r.restaurant_id
                                AND t.reservation_id = r.id AND CASE WHEN t.left_at IS NULL
                                    THEN coalesce(t.arrived_at, t.seated_at, t.bill_at) IS NOT NULL
                                        AND $3::timestamptz - interval '3 hours' < r.ends_at
                                    ELSE t.arrived_at IS NOT NULL AND t.seated_at IS NULL AND t.bill_at IS NULL END)
                        AND NOT EXISTS (
                            SELECT 1 FROM reservation_reviews v WHERE v.restaurant_id = r.restaurant_id
                                AND v.reservation_id = r.id)
                        AND NOT EXISTS (
                            SELECT 1 FROM reservation_no_shows x WHERE x.restaurant_id = r.restaurant_id
                                AND x.reservation_id = r.id)) AS "has_unreviewed!"
           FROM (SELECT 1) one LEFT JOIN restaurant_calendar_dates d ON d.restaurant_id = $1 AND d.date = $2"#,
        restaurant.0,
        date,
        now,
        is_recent,
    )
    .fetch_one(conn)
    .await
}

/// A tag of the restaurant, and whether the day has it.
#[derive(Clone, Debug)]
pub struct CalendarDayTag {
    pub id: CalendarTagId,
    pub label: String,
    pub color: String,
    pub is_attached: bool,
}

pub async fn list_tags(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    date: NaiveDate,
) -> sqlx::Result<Vec<CalendarDayTag>> {
    sqlx::query_as!(
        CalendarDayTag,
        r#"SELECT t.id AS "id: CalendarTagId", t.label, t.color, x.calendar_tag_id IS NOT NULL AS "is_attached!"
           FROM calendar_tags t
           LEFT JOIN calendar_date_tags x ON x.restaurant_id = $1 AND x.calendar_tag_id = t.id AND x.date = $2
           WHERE t.restaurant_id = $1 ORDER BY t.position, t.id"#,
        restaurant.0,
        date,
    )
    .fetch_all(conn)
    .await
}

/// A group of customers that staff choose from.
#[derive(Clone, Debug)]
pub struct DayGroupChoice {
    pub id: CustomerGroupId,
    pub uid: String,
    pub label: String,
    pub label_short: String,
    pub soft_disallow_online_reservation: bool,
}

pub async fn list_customer_groups(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
) -> sqlx::Result<Vec<DayGroupChoice>> {
    sqlx::query_as!(
        DayGroupChoice,
        r#"SELECT id AS "id: CustomerGroupId", uid, label, label_short, soft_disallow_online_reservation FROM customer_groups
         WHERE restaurant_id = $1 AND archived_at IS NULL ORDER BY id"#,
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}
