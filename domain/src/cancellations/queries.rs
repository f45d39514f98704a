//! SQL of cancellation slots.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::model::{CancellationSlotOutcome, CancellationSlotRow, OpenCancellationSlot, Release};
use super::release::{CancellationSlotPolicy, Standby};
use crate::ids::{
    CustomerGroupId, CustomerId, InventoryItemId, OnlineCancellationId, OnlineCancellationReleaseId,
    OnlineStockGroupId, OnlineStockId, ReservationId, RestaurantId, UserId,
};
use crate::restaurants::model::Bilingual;

pub async fn find_policy(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<CancellationSlotPolicy> {
    let row = sqlx::query!(
        "SELECT enable_online_cancellation, can_create_online_cancellation_within_days FROM restaurant_operations
         WHERE restaurant_id = $1",
        restaurant.0
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map_or(CancellationSlotPolicy { is_enabled: false, within_days: None }, |row| CancellationSlotPolicy {
        is_enabled: row.enable_online_cancellation,
        within_days: row.can_create_online_cancellation_within_days,
    }))
}

/// Returns the groups to which cancellation slots are offered.
pub async fn list_standby(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<Standby>> {
    sqlx::query_as!(
        Standby,
        r#"SELECT id AS "group: CustomerGroupId", standby_notify_immediate AS is_immediate,
                  standby_notify_before_days AS before_days, standby_notify_before_hours AS before_hours
           FROM customer_groups WHERE restaurant_id = $1 AND allow_standby AND archived_at IS NULL ORDER BY id"#,
        restaurant.0
    )
    .fetch_all(conn)
    .await
}

/// Returns the stocks of its slot that a reservation has just released.
pub async fn list_returned_stocks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: ReservationId,
) -> sqlx::Result<Vec<OnlineStockId>> {
    sqlx::query_scalar!(
        r#"SELECT k.id AS "id: OnlineStockId"
           FROM reservations r
           JOIN reservation_seats s ON s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id
           JOIN online_stock_groups o ON o.restaurant_id = r.restaurant_id AND o.id = r.online_stock_group_id
               AND o.deleted_at IS NULL
           JOIN online_stocks k ON k.restaurant_id = o.restaurant_id AND k.online_stock_group_id = o.id
               AND k.inventory_item_id = s.inventory_item_id
           WHERE r.restaurant_id = $2 AND r.id = $1 AND k.online_reservable_id IS NULL
             AND s.released_at = (SELECT max(x.released_at) FROM reservation_seats x
                 WHERE x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id)
           ORDER BY k.id"#,
        reservation.0,
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}

/// Creates a cancellation slot with its stocks, and removes them from any other cancellation slot.
pub async fn insert(
    conn: &mut PgConnection,
    uid: &str,
    slot: &NewSlot,
    stocks: &[OnlineStockId],
    now: DateTime<Utc>,
) -> sqlx::Result<OnlineCancellationId> {
    let stocks: Vec<_> = stocks.iter().map(|id| id.0).collect();
    sqlx::query!(
        "DELETE FROM online_cancellation_stocks WHERE restaurant_id = $1 AND online_stock_id = ANY ($2)",
        slot.restaurant.0,
        &stocks
    )
    .execute(&mut *conn)
    .await?;
    let id = sqlx::query_scalar!(
        r#"WITH freed AS (
               INSERT INTO online_cancellations (uid, restaurant_id, reservation_id, online_stock_group_id, is_offsite,
                   starts_at, ends_at, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING restaurant_id, id),
           stocks AS (
               INSERT INTO online_cancellation_stocks (restaurant_id, online_cancellation_id, online_stock_id)
               SELECT restaurant_id, id, stock FROM freed, unnest($9::bigint[]) AS stock)
           SELECT id AS "id: OnlineCancellationId" FROM freed"#,
        uid,
        slot.restaurant.0,
        slot.reservation.0,
        slot.slot.0,
        slot.is_offsite,
        slot.starts_at,
        slot.ends_at,
        now,
        &stocks,
    )
    .fetch_one(conn)
    .await?;
    Ok(id)
}

/// Fields of a new cancellation slot.
#[derive(Clone, Copy, Debug)]
pub struct NewSlot {
    pub restaurant: RestaurantId,
    pub reservation: ReservationId,
    pub slot: OnlineStockGroupId,
    pub is_offsite: bool,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

pub async fn insert_releases(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: OnlineCancellationId,
    releases: &[(CustomerGroupId, DateTime<Utc>)],
) -> sqlx::Result<()> {
    let (groups, times): (Vec<_>, Vec<_>) = releases.iter().map(|(group, at)| (group.0, *at)).unzip();
    sqlx::query!(
        "INSERT INTO online_cancellation_releases (restaurant_id, online_cancellation_id, customer_group_id, releasable_at)
         SELECT $1, $2, r.* FROM unnest($3::bigint[], $4::timestamptz[]) AS r",
        restaurant.0,
        slot.0,
        &groups,
        &times,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Closes stocks to all customers, or opens them to all; in both cases no group is listed any more.
pub async fn set_access(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    stocks: &[OnlineStockId],
    access_control: &str,
) -> sqlx::Result<()> {
    let stocks: Vec<_> = stocks.iter().map(|id| id.0).collect();
    sqlx::query!(
        "WITH unlisted AS (DELETE FROM online_stock_customer_groups WHERE restaurant_id = $3 AND online_stock_id = ANY ($1))
         UPDATE online_stocks SET access_control = $2 WHERE restaurant_id = $3 AND id = ANY ($1)",
        &stocks,
        access_control,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Opens the stocks to one more group.
pub async fn admit_group(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: OnlineCancellationId,
    group: CustomerGroupId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO online_stock_customer_groups (restaurant_id, online_stock_id, customer_group_id)
         SELECT restaurant_id, online_stock_id, $2 FROM online_cancellation_stocks
         WHERE restaurant_id = $3 AND online_cancellation_id = $1
         ON CONFLICT DO NOTHING",
        slot.0,
        group.0,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

macro_rules! freed {
    ($rest:literal $(, $arg:expr)* $(,)?) => {
        sqlx::query!(
            r#"SELECT c.id AS "id: OnlineCancellationId", c.uid, c.restaurant_id AS "restaurant_id: RestaurantId",
                      c.reservation_id AS "reservation_id: ReservationId",
                      c.online_stock_group_id AS "online_stock_group_id: OnlineStockGroupId", o.date, c.is_offsite, c.starts_at,
                      c.ends_at, c.outcome AS "outcome: CancellationSlotOutcome"
               FROM online_cancellations c
               JOIN online_stock_groups o ON o.restaurant_id = c.restaurant_id AND o.id = c.online_stock_group_id "# + $rest
            $(, $arg)*
        )
        .map(|r| CancellationSlotRow {
            id: r.id,
            uid: r.uid,
            restaurant_id: r.restaurant_id,
            reservation_id: r.reservation_id,
            online_stock_group_id: r.online_stock_group_id,
            date: r.date,
            is_offsite: r.is_offsite,
            starts_at: r.starts_at,
            ends_at: r.ends_at,
            outcome: r.outcome,
        })
    };
}

/// Returns a restaurant's cancellation slot by its id or uid; None for another restaurant's.
pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: Option<OnlineCancellationId>,
    uid: Option<&str>,
) -> sqlx::Result<Option<CancellationSlotRow>> {
    freed!("WHERE c.restaurant_id = $1 AND (c.id = $2 OR c.uid = $3)", restaurant.0, id.map(|id| id.0), uid)
        .fetch_optional(conn)
        .await
}

/// Returns the cancellation slot, locked until the transaction ends. Its online stock group must be locked first.
pub async fn lock(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: OnlineCancellationId,
) -> sqlx::Result<CancellationSlotRow> {
    freed!("WHERE c.restaurant_id = $2 AND c.id = $1 FOR NO KEY UPDATE OF c", id.0, restaurant.0).fetch_one(conn).await
}

pub async fn list_releases(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: OnlineCancellationId,
) -> sqlx::Result<Vec<Release>> {
    sqlx::query_as!(
        Release,
        r#"SELECT r.customer_group_id AS "group: CustomerGroupId", g.label AS group_label, g.label_short AS group_label_short,
                  r.releasable_at, r.released_at
           FROM online_cancellation_releases r JOIN customer_groups g ON g.restaurant_id = r.restaurant_id
               AND g.id = r.customer_group_id
           WHERE r.restaurant_id = $2 AND r.online_cancellation_id = $1 ORDER BY r.releasable_at, r.id"#,
        id.0,
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}

/// Returns its stocks, and whether each is free.
pub async fn list_stocks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: OnlineCancellationId,
) -> sqlx::Result<Vec<(OnlineStockId, bool)>> {
    let rows = sqlx::query!(
        r#"SELECT k.id AS "id: OnlineStockId", k.online_reservable_id IS NULL AS "is_free!"
           FROM online_cancellation_stocks s JOIN online_stocks k ON k.restaurant_id = s.restaurant_id AND k.id = s.online_stock_id
           WHERE s.restaurant_id = $2 AND s.online_cancellation_id = $1 ORDER BY k.id"#,
        id.0,
        restaurant.0
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.id, row.is_free)).collect())
}

pub async fn mark_ended(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: OnlineCancellationId,
    outcome: CancellationSlotOutcome,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE online_cancellations SET outcome = $2, ended_at = $3 WHERE restaurant_id = $4 AND id = $1",
        id.0,
        outcome.as_str(),
        now,
        restaurant.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the cancellation slots of some days that still have free stocks, for calendars.
pub async fn list_open(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    from: NaiveDate,
    till: NaiveDate,
) -> sqlx::Result<Vec<OpenCancellationSlot>> {
    sqlx::query_as!(
        OpenCancellationSlot,
        r#"SELECT c.id AS "id: OnlineCancellationId", c.uid, c.is_offsite, c.starts_at, c.ends_at,
                  free.items AS "items!: Vec<InventoryItemId>",
                  array(SELECT g.label_short FROM online_cancellation_releases r JOIN customer_groups g
                      ON g.restaurant_id = r.restaurant_id AND g.id = r.customer_group_id
                        WHERE r.restaurant_id = $1 AND r.online_cancellation_id = c.id AND r.released_at IS NOT NULL
                        ORDER BY r.released_at, r.id) AS "released_to!"
           FROM online_cancellations c
           JOIN online_stock_groups o ON o.restaurant_id = c.restaurant_id AND o.id = c.online_stock_group_id
               AND o.deleted_at IS NULL
           CROSS JOIN LATERAL (
               SELECT array_agg(k.inventory_item_id ORDER BY k.inventory_item_id) AS items
               FROM online_cancellation_stocks s JOIN online_stocks k ON k.restaurant_id = s.restaurant_id
                   AND k.id = s.online_stock_id
               WHERE s.restaurant_id = $1 AND s.online_cancellation_id = c.id
                   AND k.online_reservable_id IS NULL
                   AND (SELECT true FROM reservation_seats taken
                        WHERE taken.restaurant_id = $1 AND taken.inventory_item_id = k.inventory_item_id AND taken.released_at IS NULL
                          AND seat_overlaps(taken.during, c.starts_at, c.ends_at) LIMIT 1) IS NULL) free
           WHERE c.restaurant_id = $1 AND o.date BETWEEN $2 AND $3 AND c.outcome IS NULL AND free.items IS NOT NULL
           ORDER BY c.starts_at, c.id"#,
        restaurant.0,
        from,
        till,
    )
    .fetch_all(conn)
    .await
}

/// Returns the kind of its seats, and their names in order.
pub async fn find_seats(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: OnlineCancellationId,
) -> sqlx::Result<(Bilingual, Vec<String>)> {
    let row = sqlx::query!(
        r#"SELECT g.title_ja, g.title_en,
                  array(SELECT i.label FROM online_cancellation_stocks s JOIN online_stocks k
                      ON k.restaurant_id = s.restaurant_id AND k.id = s.online_stock_id
                        JOIN inventory_items i ON i.restaurant_id = k.restaurant_id AND i.id = k.inventory_item_id
                        WHERE s.restaurant_id = $2 AND s.online_cancellation_id = c.id ORDER BY i.position, i.id) AS "labels!"
           FROM online_cancellations c
           JOIN online_stock_groups o ON o.restaurant_id = c.restaurant_id AND o.id = c.online_stock_group_id
           JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
           WHERE c.restaurant_id = $2 AND c.id = $1"#,
        id.0,
        restaurant.0,
    )
    .fetch_one(conn)
    .await?;
    Ok((Bilingual::new(row.title_ja, row.title_en), row.labels))
}

pub struct StandbyRow {
    pub restaurant: RestaurantId,
    pub user: UserId,
    pub slug: String,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub time_zone: String,
    pub date: chrono::NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub seat_ja: String,
    pub seat_en: String,
    /// Number of guests whom the remaining free stocks can seat.
    pub guests: i64,
    pub customer_uid: String,
    pub address_ja: String,
    pub address_en: String,
    pub phone: String,
    pub email: String,
}

/// Returns a cancellation slot that has opened to a group, if something in it can be booked at `now` and the customer still wants such
/// mails.
pub async fn find_standby(
    conn: &mut PgConnection,
    release: OnlineCancellationReleaseId,
    customer: CustomerId,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<StandbyRow>> {
    sqlx::query_as!(
        StandbyRow,
        r#"SELECT t.id AS "restaurant: RestaurantId", m.user_id AS "user!: UserId", t.slug, t.name_ja AS restaurant_ja, t.name_en AS restaurant_en, t.time_zone, o.date, c.starts_at,
                  g.title_ja AS seat_ja, g.title_en AS seat_en, free.stocks * g.capacity_per_stock AS "guests!",
                  m.customer_uid AS "customer_uid!", t.address_ja, t.address_en, t.phone, t.email
           FROM online_cancellation_releases r
           JOIN online_cancellations c ON c.restaurant_id = r.restaurant_id AND c.id = r.online_cancellation_id
               AND c.outcome IS NULL
           JOIN online_stock_groups o ON o.restaurant_id = c.restaurant_id AND o.id = c.online_stock_group_id AND o.deleted_at IS NULL
           JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation
           JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
           JOIN restaurants t ON t.id = r.restaurant_id
           JOIN mail_audience m ON m.restaurant_id = r.restaurant_id AND m.customer_id = $2 AND m.wants_standby
           CROSS JOIN LATERAL (
               SELECT count(*) AS stocks FROM online_cancellation_stocks s JOIN online_stocks k
                   ON k.restaurant_id = s.restaurant_id AND k.id = s.online_stock_id
               WHERE s.restaurant_id = c.restaurant_id AND s.online_cancellation_id = c.id AND k.online_reservable_id IS NULL) free
           WHERE r.id = $1 AND free.stocks > 0 AND $3 < c.starts_at - make_interval(hours => op.cutoff_hours)
             AND NOT EXISTS (SELECT 1 FROM restaurant_calendar_dates d
                             WHERE d.restaurant_id = o.restaurant_id AND d.date = o.date AND d.is_closed)"#,
        release.0,
        customer.0,
        now,
    )
    .fetch_optional(conn)
    .await
}
