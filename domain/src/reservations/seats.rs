//! Assigns and releases seats. Every write of a seat uses this module; the exclusion constraint rejects overlaps.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::ids::{CourseId, InventoryItemId, ReservationId, RestaurantId};
use crate::inventory::seating::FreeStock;
use crate::reservations::model::Reservation;

/// A reservation's claim of seats: time range, course and number of guests.
#[derive(Clone, Copy, Debug)]
pub struct SeatClaim {
    pub reservation: ReservationId,
    pub restaurant: RestaurantId,
    pub course: CourseId,
    pub date: NaiveDate,
    pub guests: i32,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

/// The outcome of a claim. After any outcome but `Taken` the caller must roll back, because a part of the statement has been executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatClaimOutcome {
    Taken,
    /// Another reservation occupies the seats.
    SeatsGone,
    /// The course has reached its daily maximum.
    CourseFull,
}

impl SeatClaimOutcome {
    pub(super) const fn from_flags(is_seated: bool, is_counted: bool) -> Self {
        match (is_seated, is_counted) {
            (true, true) => Self::Taken,
            (false, _) => Self::SeatsGone,
            (true, false) => Self::CourseFull,
        }
    }
}

/// An item of a reservation, and the start of its occupation, which is later than the reservation's if another party had the item
/// before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatAssignment {
    pub item: InventoryItemId,
    pub from: DateTime<Utc>,
}

fn columns(places: &[SeatAssignment]) -> (Vec<i64>, Vec<DateTime<Utc>>) {
    places.iter().map(|place| (place.item.0, place.from)).unzip()
}

/// Assigns stocks to a reservation: writes its seats and the stocks' holder in one statement, and the course's counter in the next.
pub async fn claim_seats(
    conn: &mut PgConnection,
    claim: &SeatClaim,
    seats: &[FreeStock],
) -> sqlx::Result<SeatClaimOutcome> {
    let items: Vec<_> = seats.iter().map(|seat| seat.item.0).collect();
    let stocks: Vec<_> = seats.iter().map(|seat| seat.stock.0).collect();
    let taken = sqlx::query!(
        r#"WITH seated AS (
               INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
               SELECT $1, $2, item, tstzrange($3, $4) FROM unnest($5::bigint[]) AS item ORDER BY item
               ON CONFLICT DO NOTHING RETURNING 1),
           held AS (
               UPDATE online_stocks SET online_reservable_id = $2
               WHERE restaurant_id = $1 AND id = ANY ($6) AND online_reservable_id IS NULL RETURNING 1)
           SELECT (SELECT count(*) FROM seated) AS "seated!", (SELECT count(*) FROM held) AS "held!""#,
        claim.restaurant.0,
        claim.reservation.0,
        claim.starts_at,
        claim.ends_at,
        &items,
        &stocks,
    )
    .fetch_one(&mut *conn)
    .await?;
    let is_counted = count_course(conn, claim).await?;
    let wanted = i64::try_from(seats.len()).unwrap_or(i64::MAX);
    Ok(SeatClaimOutcome::from_flags(taken.seated == wanted && taken.held == wanted, is_counted))
}

/// Assigns seats without a slot, as staff do. The seats alone remove the stocks on them from the web. The course's counter is written
/// first: without a slot, it is the first lock that concurrent writes of staff share.
pub async fn assign_seats(
    conn: &mut PgConnection,
    claim: &SeatClaim,
    items: &[InventoryItemId],
) -> sqlx::Result<SeatClaimOutcome> {
    let places: Vec<_> = items.iter().map(|item| SeatAssignment { item: *item, from: claim.starts_at }).collect();
    assign_seats_from(conn, claim, &places).await
}

/// Assigns seats like [`assign_seats`], with a separate start for each item and at least five minutes.
pub async fn assign_seats_from(
    conn: &mut PgConnection,
    claim: &SeatClaim,
    places: &[SeatAssignment],
) -> sqlx::Result<SeatClaimOutcome> {
    let (wanted, since) = columns(places);
    let is_counted = count_course(conn, claim).await?;
    let taken = sqlx::query!(
        r#"WITH seated AS (
               INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
               SELECT $1, $2, item, tstzrange(since, greatest($3, since + interval '5 minutes'))
               FROM unnest($4::bigint[], $5::timestamptz[]) AS p (item, since)
               ORDER BY item
               ON CONFLICT DO NOTHING RETURNING 1)
           SELECT count(*) AS "seated!" FROM seated"#,
        claim.restaurant.0,
        claim.reservation.0,
        claim.ends_at,
        &wanted,
        &since,
    )
    .fetch_one(conn)
    .await?;
    Ok(SeatClaimOutcome::from_flags(usize::try_from(taken.seated) == Ok(places.len()), is_counted))
}

/// Counts the guests of a claim for its course and day. Returns false if the count exceeds the course's daily maximum.
async fn count_course(conn: &mut PgConnection, claim: &SeatClaim) -> sqlx::Result<bool> {
    let counted = sqlx::query_scalar!(
        r#"SELECT count_course_guests($1::bigint, ARRAY[$1::bigint], ARRAY[$2::bigint], ARRAY[$3::date], ARRAY[$4::integer]) AS "counted!""#,
        claim.restaurant.0,
        claim.course.0,
        claim.date,
        claim.guests,
    );
    counted.fetch_one(conn).await
}

/// Releases a reservation's seats and stocks. Its stocks all belong to its slot, which is used to find them, because no index covers
/// the holder of a stock.
pub async fn release(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH freed AS (
             UPDATE online_stocks SET online_reservable_id = NULL
             WHERE restaurant_id = $3 AND online_stock_group_id = (SELECT online_stock_group_id FROM reservations
                 WHERE restaurant_id = $3 AND id = $1) AND online_reservable_id = $1)
         UPDATE reservation_seats SET released_at = $2 WHERE restaurant_id = $3 AND reservation_id = $1 AND released_at IS NULL",
        id.0,
        now,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Releases some of a reservation's items, and as many stocks of its slot: preferably the stocks of these items.
pub async fn release_items(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    items: &[InventoryItemId],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let items: Vec<_> = items.iter().map(|item| item.0).collect();
    sqlx::query!(
        "WITH freed AS (
             UPDATE online_stocks SET online_reservable_id = NULL
             WHERE restaurant_id = $3 AND id IN (
                 SELECT k.id FROM online_stocks k
                 WHERE k.restaurant_id = $3 AND k.online_stock_group_id = (SELECT online_stock_group_id FROM reservations
                     WHERE restaurant_id = $3 AND id = $1) AND k.online_reservable_id = $1
                 ORDER BY k.inventory_item_id = ANY ($4) DESC, k.id LIMIT cardinality($4::bigint[])))
         UPDATE reservation_seats SET released_at = $2
         WHERE restaurant_id = $3 AND reservation_id = $1 AND released_at IS NULL AND inventory_item_id = ANY ($4)",
        id.0,
        now,
        restaurant.0,
        &items,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Replaces some of a reservation's items by others until `till`. Does not change its stocks. Returns false if one of them is taken;
/// the caller must then roll back.
pub async fn change_items(
    conn: &mut PgConnection,
    reservation: &Reservation,
    left: &[InventoryItemId],
    taken: &[SeatAssignment],
    till: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let left: Vec<_> = left.iter().map(|item| item.0).collect();
    let (items, since) = columns(taken);
    let seated = sqlx::query_scalar!(
        r#"WITH freed AS (
               UPDATE reservation_seats SET released_at = $3
               WHERE restaurant_id = $1 AND reservation_id = $2 AND released_at IS NULL AND inventory_item_id = ANY ($4)),
           seated AS (
               INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
               SELECT $1, $2, item, tstzrange(since, greatest($7, since + interval '5 minutes'))
               FROM unnest($5::bigint[], $6::timestamptz[]) AS p (item, since)
               ORDER BY item
               ON CONFLICT DO NOTHING RETURNING 1)
           SELECT count(*) AS "seated!" FROM seated"#,
        reservation.restaurant_id.0,
        reservation.id.0,
        now,
        &left,
        &items,
        &since,
        till,
    )
    .fetch_one(conn)
    .await?;
    Ok(usize::try_from(seated) == Ok(taken.len()))
}

/// Locks the counters of courses and days in the common order, before several of them change.
pub async fn lock_counters(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    counters: &[(CourseId, NaiveDate)],
) -> sqlx::Result<()> {
    let (courses, dates): (Vec<_>, Vec<_>) = counters.iter().map(|(course, date)| (course.0, *date)).unzip();
    sqlx::query!(
        "SELECT 1 AS locked FROM course_days d JOIN unnest($1::bigint[], $2::date[]) AS c (course_id, date)
             ON c.course_id = d.course_id AND c.date = d.date
         WHERE d.restaurant_id = $3 ORDER BY d.course_id, d.date FOR UPDATE OF d",
        &courses,
        &dates,
        restaurant.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(())
}

pub async fn uncount_course(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    course: CourseId,
    date: NaiveDate,
    guests: i32,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE course_days SET guests_count = guests_count - $3 WHERE restaurant_id = $4 AND course_id = $1 AND date = $2",
        course.0,
        date,
        guests,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}
