use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::CancellationError;
use super::model::{CancellationSlotOutcome, CancellationSlotRow};
use super::queries::{self, NewSlot};
use crate::audit::{self, Actor};
use crate::ids::RestaurantId;
use crate::inventory;
use crate::reservations::model::{Kind, Reservation};
use crate::rng::Rng;

/// Decides about the stocks of an accepted booking that has just ended. Must be called in the transaction that ends it, after `end::close`
/// has released its stocks and before `refresh_days`; the slot is locked.
///
/// `delete_os` removes the stocks from the web. Otherwise, a visit that is near enough makes a cancellation slot, which opens to the
/// standby groups in turn and is closed until then; other stocks simply become free. Invitations and in-person reservations are never
/// reopened (gaps G100).
pub(super) async fn after_cancellation(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    delete_os: bool,
) -> sqlx::Result<()> {
    let Some(slot) = reservation.online_stock_group_id else { return Ok(()) };
    let stocks = queries::list_returned_stocks(conn, reservation.restaurant_id, reservation.id).await?;
    if stocks.is_empty() {
        return Ok(());
    }
    if delete_os {
        return inventory::queries::delete_stocks(conn, reservation.restaurant_id, slot, &stocks, now).await;
    }
    let is_reopened = matches!(reservation.kind, Kind::OnlineReservation | Kind::OffsiteReservation);
    let policy = queries::find_policy(conn, reservation.restaurant_id).await?;
    if !is_reopened || !policy.applies(reservation.starts_at, now) {
        return Ok(());
    }
    let freed = NewSlot {
        restaurant: reservation.restaurant_id,
        reservation: reservation.id,
        slot,
        is_offsite: reservation.kind == Kind::OffsiteReservation,
        starts_at: reservation.starts_at,
        ends_at: reservation.ends_at,
    };
    let id = queries::insert(conn, &rng.uid(), &freed, &stocks, now).await?;
    let standby = queries::list_standby(conn, reservation.restaurant_id).await?;
    let releases: Vec<_> = standby.iter().map(|s| (s.group, s.releasable_at(reservation.starts_at, now))).collect();
    queries::insert_releases(conn, reservation.restaurant_id, id, &releases).await?;
    queries::set_access(conn, reservation.restaurant_id, &stocks, "whitelist").await
}

/// Turns a cancellation slot into an ordinary slot, which all customers may book, for staff (gaps G102). `ends_offer` ends the offer to
/// customer groups, if there is one (G260).
pub async fn release(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    slot: &CancellationSlotRow,
    ends_offer: bool,
) -> Result<(), CancellationError> {
    let locked = lock_open(conn, now, slot, ends_offer).await?;
    let stocks: Vec<_> = queries::list_stocks(conn, locked.restaurant_id, locked.id)
        .await?
        .into_iter()
        .map(|(stock, _)| stock)
        .collect();
    queries::set_access(conn, restaurant, &stocks, "blacklist").await?;
    finish(conn, now, actor, restaurant, &locked, CancellationSlotOutcome::Released, "cancellation_slot_released").await
}

/// Removes the free stocks of a cancellation slot from the web, for staff. A stock that was booked in the meantime stays as an ordinary
/// one. `ends_offer` ends the offer to customer groups, if there is one (G260).
pub async fn delete(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    slot: &CancellationSlotRow,
    ends_offer: bool,
) -> Result<(), CancellationError> {
    let locked = lock_open(conn, now, slot, ends_offer).await?;
    let (free, taken): (Vec<_>, Vec<_>) = queries::list_stocks(conn, locked.restaurant_id, locked.id)
        .await?
        .into_iter()
        .partition(|(_, is_free)| *is_free);
    let taken: Vec<_> = taken.into_iter().map(|(stock, _)| stock).collect();
    queries::set_access(conn, restaurant, &taken, "blacklist").await?;
    queries::mark_ended(conn, locked.restaurant_id, locked.id, CancellationSlotOutcome::Deleted, now).await?;
    let free: Vec<_> = free.into_iter().map(|(stock, _)| stock).collect();
    inventory::queries::delete_stocks(conn, restaurant, locked.online_stock_group_id, &free, now).await?;
    finish(conn, now, actor, restaurant, &locked, CancellationSlotOutcome::Deleted, "cancellation_slot_deleted").await
}

/// Locks a cancellation slot on which staff may decide: it has free stocks, its time has not passed, and it has no releases (owner §2:
/// while groups are listed, the slot is reserved for them), unless staff end the offer. Sweeps and mails skip a slot with an outcome, so
/// the offer ends with the decision.
async fn lock_open(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    slot: &CancellationSlotRow,
    ends_offer: bool,
) -> Result<CancellationSlotRow, CancellationError> {
    inventory::queries::lock_slots(conn, slot.restaurant_id, &[slot.online_stock_group_id]).await?;
    let locked = queries::lock(conn, slot.restaurant_id, slot.id).await?;
    if !is_open(conn, now, &locked).await? {
        return Err(CancellationError::Ended);
    }
    if !ends_offer && !queries::list_releases(conn, locked.restaurant_id, locked.id).await?.is_empty() {
        return Err(CancellationError::Recruiting);
    }
    Ok(locked)
}

/// Whether staff can still decide on a cancellation slot.
pub async fn is_open(conn: &mut PgConnection, now: DateTime<Utc>, slot: &CancellationSlotRow) -> sqlx::Result<bool> {
    let has_free_stocks =
        queries::list_stocks(conn, slot.restaurant_id, slot.id).await?.iter().any(|(_, is_free)| *is_free);
    let is_undecided = matches!(slot.outcome, None | Some(CancellationSlotOutcome::Booked));
    Ok(is_undecided && has_free_stocks && now < slot.starts_at)
}

async fn finish(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    slot: &CancellationSlotRow,
    outcome: CancellationSlotOutcome,
    action: &str,
) -> Result<(), CancellationError> {
    queries::mark_ended(conn, slot.restaurant_id, slot.id, outcome, now).await?;
    let event = audit::Event {
        actor,
        action,
        restaurant: Some(restaurant),
        reservation: Some(slot.reservation_id),
        detail: json!({ "online_cancellation_id": slot.id, "outcome": outcome.as_str() }),
    };
    audit::record(conn, now, event).await?;
    Ok(inventory::queries::refresh_days(conn, restaurant, &[slot.date]).await?)
}
