//! An invited guest reduces the party (diner §4, gaps G093): immediately before the cut-off of online bookings, later with the
//! restaurant's approval.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor};
use crate::ids::{ReservationId, RestaurantId, UserId};
use crate::inventory;
use crate::inventory::seating::stocks_needed;
use crate::money::Yen;
use crate::outbox::notifications::{self, NotificationReason};
use crate::payments;
use crate::reservations::bookings::{confirm, queries as bookings};
use crate::reservations::error::ReservationError;
use crate::reservations::model::{Reservation, Status};
use crate::reservations::{mails, queries, seats};
use crate::rng::Rng;

/// The outcome of a guest count request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuestCountRequestOutcome {
    Applied,
    /// The request waits for the restaurant's decision.
    Waiting,
}

/// Requests a smaller party for a diner. Rejected while the payment that turns the invitation into a booking is in progress.
pub async fn request_fewer_guests(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
    uid: &str,
    guests: i32,
) -> Result<GuestCountRequestOutcome, ReservationError> {
    let found = queries::find_own(conn, uid, diner).await?.filter(|r| r.kind.is_invited());
    let reservation = bookings::lock_with_slots(conn, found.ok_or(ReservationError::NotFound)?.id).await?;
    if !reservation.status.is_live() || reservation.starts_at <= now {
        return Err(ReservationError::InvitationEnded);
    }
    if queries::is_locked(conn, reservation.restaurant_id, reservation.id).await? {
        return Err(ReservationError::Locked);
    }
    if !(1..reservation.guests_count).contains(&guests) {
        return Err(ReservationError::GuestsNotFewer);
    }
    if reservation.status == Status::Pending
        && !payments::queries::list_charges(conn, reservation.subject()).await?.is_empty()
    {
        return Err(ReservationError::Raced);
    }
    let is_early = now < reservation.starts_at - bookings::find_cutoff(conn, &reservation).await?;
    write(conn, now, &reservation, guests, is_early).await?;
    if is_early {
        apply(conn, rng, now, &reservation, guests, Actor::Diner(diner)).await?;
    }
    notifications::push(conn, now, reservation.id, NotificationReason::ChangeGuestsCount).await?;
    Ok(if is_early { GuestCountRequestOutcome::Applied } else { GuestCountRequestOutcome::Waiting })
}

/// Records the restaurant's decision on an open request. Returns false if no request is open.
pub async fn decide(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: ReservationId,
    is_granted: bool,
    actor: Actor,
) -> sqlx::Result<bool> {
    let reservation = bookings::lock_with_slots(conn, id).await?;
    let status = if is_granted { "applied" } else { "rejected" };
    let wanted = sqlx::query_scalar!(
        "UPDATE ivr_guest_count_alter_requests SET status = $2, decided_at = $3
         WHERE restaurant_id = $4 AND reservation_id = $1 AND status = 'pending' RETURNING new_guest_count",
        id.0,
        status,
        now,
        reservation.restaurant_id.0
    );
    let Some(guests) = wanted.fetch_optional(&mut *conn).await? else { return Ok(false) };
    if is_granted && reservation.status.is_live() && guests < reservation.guests_count {
        apply(conn, rng, now, &reservation, guests, actor).await?;
    }
    Ok(true)
}

/// Stores a request, replacing an open one.
async fn write(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
    guests: i32,
    is_applied: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM ivr_guest_count_alter_requests WHERE restaurant_id = $2 AND reservation_id = $1 AND status = 'pending'",
        reservation.id.0, reservation.restaurant_id.0)
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO ivr_guest_count_alter_requests (restaurant_id, reservation_id, new_guest_count, status, created_at, decided_at)
         VALUES ($1, $2, $3, CASE WHEN $4 THEN 'applied' ELSE 'pending' END, $5, CASE WHEN $4 THEN $5::timestamptz END)",
        reservation.restaurant_id.0,
        reservation.id.0,
        guests,
        is_applied,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Releases the seats and course places that the party no longer needs, and refunds their payments.
async fn apply(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    guests: i32,
    actor: Actor,
) -> sqlx::Result<()> {
    let group = bookings::find_group_of(conn, reservation.id).await?.ok_or(sqlx::Error::RowNotFound)?;
    let own = bookings::list_own_items(conn, reservation.restaurant_id, reservation.id).await?;
    // Lock order: the counter before the seats, as in `end::close`.
    if let Some(course) = reservation.course_id {
        seats::uncount_course(
            conn,
            reservation.restaurant_id,
            course,
            reservation.date,
            reservation.guests_count - guests,
        )
        .await?;
    }
    let left: Vec<_> = own.iter().skip(stocks_needed(guests, group.capacity)).map(|item| item.0).collect();
    sqlx::query!(
        "UPDATE reservation_seats SET released_at = $3
         WHERE restaurant_id = $4 AND reservation_id = $1 AND inventory_item_id = ANY ($2) AND released_at IS NULL",
        reservation.id.0,
        &left,
        now,
        reservation.restaurant_id.0
    )
    .execute(&mut *conn)
    .await?;
    let is_prepaid = reservation.prepaid_price > Yen::ZERO;
    let prepaid = if is_prepaid { reservation.course_price * i64::from(guests) } else { Yen::ZERO };
    sqlx::query!(
        "UPDATE reservations SET guests_count = $2, prepaid_price = $3, version = version + 1, calendar_sequence = calendar_sequence + 1,
            calendar_changed_at = $5 WHERE restaurant_id = $4 AND id = $1",
        reservation.id.0,
        guests,
        prepaid.to_db()?,
        reservation.restaurant_id.0,
        now,
    )
    .execute(&mut *conn)
    .await?;
    confirm::refund_above_price(conn, rng, now, reservation.subject(), prepaid).await?;
    if reservation.status == Status::Accepted {
        mails::queue_once(conn, rng, now, mails::PARTY_REDUCED, reservation.id, &guests.to_string()).await?;
    }
    let event = audit::Event {
        actor,
        action: "guests_count_reduced",
        restaurant: Some(reservation.restaurant_id),
        reservation: Some(reservation.id),
        detail: json!({ "from": reservation.guests_count, "to": guests }),
    };
    audit::record(conn, now, event).await?;
    inventory::queries::refresh_days(conn, reservation.restaurant_id, &[reservation.date]).await
}

/// Returns the number of guests of the open request.
pub async fn find_open(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<Option<i32>> {
    sqlx::query_scalar!(
        "SELECT new_guest_count FROM ivr_guest_count_alter_requests WHERE restaurant_id = $2 AND reservation_id = $1
            AND status = 'pending'",
        id.0,
        restaurant.0,
    )
    .fetch_optional(conn)
    .await
}
