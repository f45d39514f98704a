//! SQL of reservations.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::model::{Kind, Reservation, Status};
use crate::ids::{CourseId, CustomerId, OnlineStockGroupId, OsgTimeId, ReservationId, RestaurantId, UserId};
use crate::jobs::WaitingJobs;
use crate::money::Yen;
use crate::payments::model::Subject;
use crate::payments::queries::settlement::Unsettled;
use crate::restaurants::model::{Bilingual, OperationName};
use crate::restaurants::policy::CancellationPolicy;
use crate::zone::Zone;

struct StoredReservation {
    id: ReservationId,
    uid: String,
    reservation_code: String,
    restaurant_id: RestaurantId,
    kind: Kind,
    status: Status,
    user_id: Option<UserId>,
    customer_id: Option<CustomerId>,
    online_stock_group_id: Option<OnlineStockGroupId>,
    osg_time_id: Option<OsgTimeId>,
    course_id: Option<CourseId>,
    operation: OperationName,
    date: NaiveDate,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    guests_count: i32,
    version: i32,
    course_title_ja: String,
    course_title_en: String,
    course_price: Yen,
    prepaid_price: Yen,
    reservation_fee: Yen,
    policy: CancellationPolicy,
    special_request: String,
    locale: String,
    held_until: Option<DateTime<Utc>>,
    hold_extended_at: Option<DateTime<Utc>>,
    accepted_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
    cancellation_fee: Option<Yen>,
    calendar_sequence: i32,
    calendar_changed_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    zone: Zone,
}

impl From<StoredReservation> for Reservation {
    fn from(row: StoredReservation) -> Self {
        Self {
            id: row.id,
            uid: row.uid,
            reservation_code: row.reservation_code,
            restaurant_id: row.restaurant_id,
            kind: row.kind,
            status: row.status,
            user_id: row.user_id,
            customer_id: row.customer_id,
            online_stock_group_id: row.online_stock_group_id,
            osg_time_id: row.osg_time_id,
            course_id: row.course_id,
            operation: row.operation,
            date: row.date,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            guests_count: row.guests_count,
            version: row.version,
            course_title: Bilingual::new(row.course_title_ja, row.course_title_en),
            course_price: row.course_price,
            prepaid_price: row.prepaid_price,
            reservation_fee: row.reservation_fee,
            policy: row.policy,
            special_request: row.special_request,
            locale: row.locale,
            held_until: row.held_until,
            hold_extended_at: row.hold_extended_at,
            accepted_at: row.accepted_at,
            ended_at: row.ended_at,
            cancellation_fee: row.cancellation_fee,
            calendar_sequence: row.calendar_sequence,
            calendar_changed_at: row.calendar_changed_at,
            created_at: row.created_at,
            zone: row.zone,
        }
    }
}

macro_rules! select {
    ($rest:literal $(, $arg:expr)* $(,)?) => {
        sqlx::query_as!(
            StoredReservation,
            r#"SELECT r.id AS "id: ReservationId", r.uid, r.reservation_code, r.restaurant_id AS "restaurant_id: RestaurantId", r.type AS "kind: Kind",
                    r.status AS "status: Status", r.user_id AS "user_id: UserId", r.customer_id AS "customer_id: CustomerId",
                    r.online_stock_group_id AS "online_stock_group_id: OnlineStockGroupId",
                    r.osg_time_id AS "osg_time_id: OsgTimeId", r.course_id AS "course_id: CourseId",
                    r.operation AS "operation: OperationName", r.date, r.starts_at, r.ends_at, r.guests_count, r.version, r.course_title_ja, r.course_title_en,
                    r.course_price AS "course_price: Yen", r.prepaid_price AS "prepaid_price: Yen", r.reservation_fee AS "reservation_fee: Yen", r.cancellation_policy AS "policy: CancellationPolicy", r.special_request, r.locale,
                    r.held_until, r.hold_extended_at, r.accepted_at, r.ended_at, r.cancellation_fee AS "cancellation_fee: Yen", r.calendar_sequence, r.calendar_changed_at, r.created_at, t.time_zone AS "zone: Zone"
             FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id "# + $rest
            $(, $arg)*
        )
    };
}

/// Finds a diner's own reservation.
pub async fn find_own(conn: &mut PgConnection, uid: &str, diner: UserId) -> sqlx::Result<Option<Reservation>> {
    let row = select!("WHERE r.uid = $1 AND r.user_id = $2", uid, diner.0).fetch_optional(conn).await?;
    Ok(row.map(Reservation::from))
}

pub async fn find_by_uid(conn: &mut PgConnection, uid: &str) -> sqlx::Result<Option<Reservation>> {
    Ok(select!("WHERE r.uid = $1", uid).fetch_optional(conn).await?.map(Reservation::from))
}

pub async fn find(conn: &mut PgConnection, id: ReservationId) -> sqlx::Result<Option<Reservation>> {
    Ok(select!("WHERE r.id = $1", id.0).fetch_optional(conn).await?.map(Reservation::from))
}

/// Returns the reservation, locked until the transaction ends. The caller must lock its slot first.
pub async fn lock(conn: &mut PgConnection, restaurant: RestaurantId, id: ReservationId) -> sqlx::Result<Reservation> {
    Ok(select!("WHERE r.restaurant_id = $2 AND r.id = $1 FOR NO KEY UPDATE OF r", id.0, restaurant.0)
        .fetch_one(conn)
        .await?
        .into())
}

/// Returns a diner's own reservation at a restaurant, locked until the transaction ends.
pub async fn lock_own(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: &str,
    diner: UserId,
) -> sqlx::Result<Option<Reservation>> {
    let row = select!(
        "WHERE r.restaurant_id = $1 AND r.uid = $2 AND r.user_id = $3 FOR NO KEY UPDATE OF r",
        restaurant.0,
        uid,
        diner.0
    );
    Ok(row.fetch_optional(conn).await?.map(Reservation::from))
}

/// Lists the diner's live online reservations at a restaurant.
pub async fn list_live(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
) -> sqlx::Result<Vec<Reservation>> {
    let rows = select!(
        "WHERE r.restaurant_id = $1 AND r.user_id = $2 AND r.status IN ('pending', 'accepted') AND r.type = 'online_reservation'
         ORDER BY r.id",
        restaurant.0,
        diner.0
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(Reservation::from).collect())
}

/// Lists a diner's bookings, including cancelled ones. Excludes holds that never became bookings, and invitations that were not
/// accepted, which have a separate list. `past` splits at `now`.
pub async fn list_for_diner(
    conn: &mut PgConnection,
    diner: UserId,
    past: bool,
    now: DateTime<Utc>,
    limit: i64,
    offset: i64,
) -> sqlx::Result<Vec<Reservation>> {
    let rows = select!(
        "WHERE r.user_id = $1 AND (r.accepted_at IS NOT NULL
                OR r.status = 'pending' AND r.held_until > $3 AND r.type = 'online_reservation')
           AND (r.ends_at <= $3 OR r.status NOT IN ('pending', 'accepted')) = $2
         ORDER BY CASE WHEN $2 THEN -extract(epoch FROM r.starts_at) ELSE extract(epoch FROM r.starts_at) END LIMIT $4 OFFSET $5",
        diner.0,
        past,
        now,
        limit,
        offset
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(Reservation::from).collect())
}

pub async fn count_for_diner(conn: &mut PgConnection, diner: UserId, now: DateTime<Utc>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM reservations
           WHERE user_id = $1 AND ends_at > $2
             AND (status = 'accepted' OR status = 'pending' AND held_until > $2 AND type = 'online_reservation')"#,
        diner.0,
        now,
    )
    .fetch_one(conn)
    .await
}

/// Lists a diner's invitations: open ones first, then by visit, latest first.
pub async fn list_invitations_for_diner(
    conn: &mut PgConnection,
    diner: UserId,
    limit: i64,
    offset: i64,
) -> sqlx::Result<Vec<Reservation>> {
    let rows = select!(
        "WHERE r.user_id = $1 AND r.type IN ('invited_reservation', 'invited_temporary_reservation')
         ORDER BY r.status <> 'pending', r.starts_at DESC, r.id LIMIT $2 OFFSET $3",
        diner.0,
        limit,
        offset
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(Reservation::from).collect())
}

pub async fn count_invitations_for_diner(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM reservations
           WHERE user_id = $1 AND type IN ('invited_reservation', 'invited_temporary_reservation')"#,
        diner.0
    )
    .fetch_one(conn)
    .await
}

/// Lists due holds, oldest first.
pub async fn list_due_holds(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<ReservationId>> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id: ReservationId" FROM reservations
           WHERE status = 'pending' AND held_until <= $1 ORDER BY held_until LIMIT $2"#,
        now,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Returns the number of holds and invitations that have expired and are not swept yet.
pub async fn count_due_holds(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(held_until) AS since FROM reservations
           WHERE status = 'pending' AND held_until <= $1"#,
        now
    )
    .fetch_one(conn)
    .await
}

/// Lists the due holds of one restaurant, for a request that cannot wait for the sweeper.
pub async fn list_due_holds_of(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<ReservationId>> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id: ReservationId" FROM reservations
           WHERE restaurant_id = $2 AND status = 'pending' AND held_until <= $1 ORDER BY id"#,
        now,
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}

/// A hold in the list of `seki holds`.
#[derive(Clone, Debug)]
pub struct HoldRow {
    pub id: ReservationId,
    pub uid: String,
    /// An online hold, or an open invitation.
    pub kind: String,
    pub restaurant: String,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
    pub seats: Vec<String>,
    pub held_until: DateTime<Utc>,
}

/// Lists all holds by their end, earliest first. Expired holds in the list wait for the sweeper.
pub async fn list_holds(conn: &mut PgConnection) -> sqlx::Result<Vec<HoldRow>> {
    sqlx::query_as!(
        HoldRow,
        r#"SELECT r.id AS "id: ReservationId", r.uid, r.type AS kind, t.slug AS restaurant, r.starts_at, r.guests_count,
                  r.held_until AS "held_until!", array(
                      SELECT i.label FROM reservation_seats s JOIN inventory_items i ON i.restaurant_id = s.restaurant_id
                          AND i.id = s.inventory_item_id
                      WHERE s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id AND s.released_at IS NULL
                          ORDER BY i.position) AS "seats!"
           FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id
           WHERE r.status = 'pending' AND r.held_until IS NOT NULL ORDER BY r.held_until, r.id"#
    )
    .fetch_all(conn)
    .await
}

/// The labels of a reservation's seats, and the unit of its course's price if the course has a custom one.
#[derive(Clone, Debug)]
pub struct Labels {
    pub seat: Bilingual,
    pub course_unit: Option<Bilingual>,
}

/// Returns the labels of several reservations. Each table is limited to their restaurants, so no plan reads all seats or courses.
pub async fn list_labels(
    conn: &mut PgConnection,
    reservations: &[(RestaurantId, ReservationId)],
) -> sqlx::Result<BTreeMap<(RestaurantId, ReservationId), Labels>> {
    let (restaurants, ids): (Vec<_>, Vec<_>) = reservations.iter().map(|(restaurant, id)| (restaurant.0, id.0)).unzip();
    let rows = sqlx::query!(
        r#"SELECT r.restaurant_id AS "restaurant!: RestaurantId", r.id AS "id!: ReservationId",
                  g.title_ja AS "title_ja!", g.title_en AS "title_en!", c.custom_unit_ja AS "unit_ja?", c.custom_unit_en AS "unit_en?"
           FROM reservations r
           JOIN inventory_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.inventory_group_id
           LEFT JOIN courses c ON c.restaurant_id = r.restaurant_id AND c.id = r.course_id AND c.restaurant_id = ANY ($1)
           WHERE r.restaurant_id = ANY ($1) AND r.id = ANY ($2) AND g.restaurant_id = ANY ($1)"#,
        &restaurants,
        &ids,
    );
    let labels = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let course_unit = row.unit_ja.map(|ja| Bilingual::new(ja, row.unit_en.unwrap_or_default()));
        ((row.restaurant, row.id), Labels { seat: Bilingual::new(row.title_ja, row.title_en), course_unit })
    });
    Ok(labels.collect())
}

pub async fn mark_ended(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    status: Status,
    cancellation_fee: Option<Yen>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservations SET status = $2, ended_at = $3, held_until = NULL, cancellation_fee = $4, version = version + 1,
            calendar_sequence = calendar_sequence + 1, calendar_changed_at = $3
            WHERE restaurant_id = $5 AND id = $1",
        id.0,
        status.as_str(),
        now,
        cancellation_fee.map(Yen::to_db).transpose()?,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Finds the reservation of a restaurant by its code. Excludes open and abandoned holds.
pub async fn find_by_code(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    code: &str,
) -> sqlx::Result<Option<ReservationId>> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id: ReservationId" FROM reservations
           WHERE restaurant_id = $1 AND reservation_code = $2 AND (accepted_at IS NOT NULL OR type <> 'online_reservation')"#,
        restaurant.0,
        code,
    )
    .fetch_optional(conn)
    .await
}

pub async fn mark_accepted(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservations SET status = 'accepted', accepted_at = $2, held_until = NULL, ended_at = NULL,
            calendar_sequence = calendar_sequence + 1, calendar_changed_at = $2
            WHERE restaurant_id = $3 AND id = $1",
        id.0,
        now,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn set_hold(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    held_until: DateTime<Utc>,
    extended_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservations SET held_until = $2, hold_extended_at = coalesce($3, hold_extended_at)
            WHERE restaurant_id = $4 AND id = $1",
        id.0,
        held_until,
        extended_at,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Records that a guest accepted an invitation. An invitation by mail or text message becomes a diner's (G150).
pub async fn mark_invitation_accepted(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH answered AS (UPDATE reservation_invites SET answered_at = $2, answer = 'accepted' WHERE restaurant_id = $3
            AND reservation_id = $1)
         UPDATE reservations SET type = 'invited_reservation' WHERE restaurant_id = $3 AND id = $1",
        id.0,
        now,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn mark_invitation_declined(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservation_invites SET answered_at = $2, answer = 'declined' WHERE restaurant_id = $3 AND reservation_id = $1",
        id.0,
        now,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Reports whether an open cancel request locks the reservation. Only memos can be changed then (G088).
pub async fn is_locked(conn: &mut PgConnection, restaurant: RestaurantId, id: ReservationId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM reservation_cancel_requests WHERE restaurant_id = $2 AND reservation_id = $1
            AND status = 'pending') AS "locked!""#,
        id.0,
        restaurant.0,
    )
    .fetch_one(conn)
    .await
}

/// Lists pending holds whose charges have all succeeded: a process died between the two steps.
pub async fn list_paid_but_pending(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<Unsettled>> {
    let rows = sqlx::query!(
        r#"SELECT r.restaurant_id AS "restaurant: RestaurantId", r.id AS "id: ReservationId", c.moved_at AS "moved_at!"
           FROM reservations r
           CROSS JOIN LATERAL (
               SELECT max(updated_at) AS moved_at, min(updated_at) AS first_moved_at, bool_and(status = 'succeeded') AS are_paid
               FROM charges WHERE restaurant_id = r.restaurant_id AND reservation_id = r.id) c
           WHERE r.status = 'pending' AND r.held_until IS NOT NULL AND c.first_moved_at < $1 AND c.are_paid
           ORDER BY r.id LIMIT $2"#,
        before,
        limit,
    );
    let unsettled = rows
        .fetch_all(conn)
        .await?
        .into_iter()
        .map(|row| Unsettled { subject: Subject::Reservation(row.restaurant, row.id), moved_at: row.moved_at });
    Ok(unsettled.collect())
}
