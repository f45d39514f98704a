//! No-show fees (gaps G086). Staff request one within a set time after the start; a mail notifies the guest; a sweep charges the saved card
//! after the undo period. Until then staff can withdraw it, and the operator can refuse it at any time. The charge itself is collected like a
//! cancellation fee: off-session, and owed if the card declines.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use super::model::{Reservation, Status};
use super::no_show_fee_rows::{self as rows, NoShowFee, NoShowFeeStatus};
use super::staff::{StaffContext, StaffError};
use super::{charges, mails, queries};
use crate::audit::{self, Actor};
use crate::config::NoShowFeeConfig;
use crate::ids::{ReservationId, RestaurantId};
use crate::money::Yen;
use crate::outbox::mails::MailTemplate;
use crate::payments;
use crate::payments::model::{ChargeKind, ChargeStatus};
use crate::progress::Failures;
use crate::rng::Rng;

/// Maximum number of fees in a sweep. The next sweep follows soon.
const BATCH: i64 = 100;

/// A fee that staff may request now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoShowFeeOffer {
    pub amount: Yen,
    /// The last instant at which it may be requested.
    pub until: DateTime<Utc>,
}

/// The fee of a reservation as staff see it.
#[derive(Clone, Debug)]
pub struct NoShowFeeView {
    pub fee: Option<NoShowFee>,
    /// `None` if no fee may be requested (any more).
    pub offer: Option<NoShowFeeOffer>,
}

/// Returns a reservation's fee, and the fee that may be requested.
pub async fn view(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    config: NoShowFeeConfig,
    id: ReservationId,
) -> sqlx::Result<NoShowFeeView> {
    let Some(reservation) = queries::find(conn, id).await? else { return Ok(NoShowFeeView { fee: None, offer: None }) };
    let fee = rows::find(conn, reservation.restaurant_id, id).await?;
    let is_decided = fee.as_ref().is_some_and(|fee| fee.status != NoShowFeeStatus::Withdrawn);
    let offer = if is_decided { None } else { quote(conn, now, config, &reservation).await?.ok() };
    Ok(NoShowFeeView { fee, offer })
}

/// Returns the fee that may be requested for a reservation, or the reason why none may be.
async fn quote(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    config: NoShowFeeConfig,
    reservation: &Reservation,
) -> sqlx::Result<Result<NoShowFeeOffer, StaffError>> {
    if reservation.status != Status::Accepted {
        return Ok(Err(StaffError::Ended));
    }
    if !rows::is_no_show(conn, reservation.restaurant_id, reservation.id).await? {
        return Ok(Err(StaffError::NoShowMissing));
    }
    let until = reservation.starts_at + config.request_within;
    if until < now {
        return Ok(Err(StaffError::NoShowFeeTooLate));
    }
    // Only a diner has agreed to the policy, and has a card.
    if reservation.user_id.is_none() {
        return Ok(Err(StaffError::NoShowFeeUnavailable));
    }
    let percent = rows::agreed_percent(conn, reservation.restaurant_id, reservation.id).await?;
    let charged = payments::queries::list_charges(conn, reservation.subject()).await?;
    let charged = charges::charged_of_course(&charged);
    let amount = rows::amount(percent, reservation.course_total(), charged);
    Ok(if amount > Yen::ZERO { Ok(NoShowFeeOffer { amount, until }) } else { Err(StaffError::NoShowFeeUnavailable) })
}

/// Requests the fee of a no-show, and mails its guest the amount and the time of the charge. A repeated request returns the first one.
///
/// # Errors
/// The no-show is not recorded, its guest agreed to no fee or pays it with the course, the time to request it is over, a cancel
/// request is open, or the fee was charged or refused before.
pub async fn request(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    config: NoShowFeeConfig,
    id: ReservationId,
) -> Result<NoShowFee, StaffError> {
    let restaurant = staff.restaurant.id;
    let reservation = queries::lock(conn, restaurant, id).await?;
    match rows::find(conn, restaurant, id).await? {
        Some(fee) if fee.status == NoShowFeeStatus::Requested => return Ok(fee),
        Some(fee) if fee.status != NoShowFeeStatus::Withdrawn => return Err(StaffError::NoShowFeeDecided),
        _ => {}
    }
    if queries::is_locked(conn, restaurant, id).await? {
        return Err(StaffError::Locked);
    }
    let offer = quote(conn, staff.now, config, &reservation).await??;
    let charge_due_at = staff.now + config.undo_within;
    rows::upsert_request(conn, restaurant, id, staff.owner, offer.amount, staff.now, charge_due_at).await?;
    let detail = json!({ "amount": offer.amount, "charge_due_at": charge_due_at });
    record(conn, staff.now, staff.actor, &reservation, "reservation.no_show_fee_requested", detail).await?;
    announce(conn, rng, staff.now, mails::NO_SHOW_FEE, id).await?;
    rows::find(conn, restaurant, id).await?.ok_or(StaffError::NotFound)
}

/// Withdraws a requested fee before it is charged, and notifies its guest by mail.
///
/// # Errors
/// There is no fee, or it was charged or refused.
pub async fn withdraw(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    id: ReservationId,
) -> Result<(), StaffError> {
    let reservation = queries::lock(conn, staff.restaurant.id, id).await?;
    match rows::find(conn, staff.restaurant.id, id).await?.map(|fee| fee.status) {
        None | Some(NoShowFeeStatus::Withdrawn) => Err(StaffError::NoRequest),
        Some(_) => withdraw_locked(conn, rng, staff, &reservation).await,
    }
}

/// Withdraws the fee of a guest who came after all. The reservation is locked.
///
/// # Errors
/// The fee was charged: only the operator can refund it.
pub async fn withdraw_of_arrived(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    reservation: &Reservation,
) -> Result<(), StaffError> {
    match rows::find(conn, reservation.restaurant_id, reservation.id).await?.map(|fee| fee.status) {
        Some(NoShowFeeStatus::Requested | NoShowFeeStatus::Charged) => {
            withdraw_locked(conn, rng, staff, reservation).await
        }
        None | Some(NoShowFeeStatus::Withdrawn | NoShowFeeStatus::Waived) => Ok(()),
    }
}

async fn withdraw_locked(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    reservation: &Reservation,
) -> Result<(), StaffError> {
    let (restaurant, id) = (reservation.restaurant_id, reservation.id);
    let status = rows::find(conn, restaurant, id).await?.map(|fee| fee.status);
    if status != Some(NoShowFeeStatus::Requested) {
        return Err(StaffError::NoShowFeeDecided);
    }
    rows::mark(conn, restaurant, id, NoShowFeeStatus::Withdrawn, staff.now, "").await?;
    record(conn, staff.now, staff.actor, reservation, "reservation.no_show_fee_withdrawn", json!({})).await?;
    announce(conn, rng, staff.now, mails::NO_SHOW_FEE_WAIVED, id).await?;
    Ok(())
}

/// An operator's refusal of a fee.
#[derive(Clone, Copy, Debug)]
pub struct NoShowFeeWaiver<'a> {
    pub now: DateTime<Utc>,
    pub actor: Actor,
    /// Not blank. Stored with the fee and in the audit log.
    pub reason: &'a str,
}

/// Refuses a fee, and notifies its guest by mail. An unpaid charge is cancelled, a paid one refunded.
///
/// # Errors
/// There is no fee, or it was withdrawn or refused before.
pub async fn waive(
    conn: &mut PgConnection,
    rng: &Rng,
    waiver: NoShowFeeWaiver<'_>,
    restaurant: RestaurantId,
    id: ReservationId,
) -> Result<(), StaffError> {
    let NoShowFeeWaiver { now, actor, reason } = waiver;
    let reservation = queries::lock(conn, restaurant, id).await?;
    let fee = rows::find(conn, restaurant, id).await?.ok_or(StaffError::NoRequest)?;
    match fee.status {
        NoShowFeeStatus::Requested => {}
        NoShowFeeStatus::Charged => void_charge(conn, rng, now, &reservation).await?,
        NoShowFeeStatus::Withdrawn | NoShowFeeStatus::Waived => return Err(StaffError::NoRequest),
    }
    rows::mark(conn, restaurant, id, NoShowFeeStatus::Waived, now, reason).await?;
    let detail = json!({ "amount": fee.amount, "reason": reason, "was": fee.status });
    record(conn, now, actor, &reservation, "reservation.no_show_fee_waived", detail).await?;
    announce(conn, rng, now, mails::NO_SHOW_FEE_WAIVED, id).await?;
    Ok(())
}

async fn void_charge(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
) -> sqlx::Result<()> {
    let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
    for charge in charges.iter().filter(|charge| charge.kind == ChargeKind::CancellationFee) {
        payments::queries::void(conn, charge, now).await?;
        if charge.status == ChargeStatus::Succeeded {
            payments::manual_refunds::cap(conn, charge, Yen::ZERO).await?;
            payments::queries::set_refund_due(conn, charge, charge.amount, now).await?;
        }
    }
    payments::actions::push_settle(conn, rng, reservation.subject(), None).await
}

/// Ends the fee of a booking that ends without one, for example by an approved cancel request, and notifies its guest by mail.
/// `charges::close_charges` refunds it.
pub async fn on_ended(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    reservation: &Reservation,
) -> sqlx::Result<()> {
    let (restaurant, id) = (reservation.restaurant_id, reservation.id);
    let Some(fee) = rows::find(conn, restaurant, id).await? else { return Ok(()) };
    let (status, action) = match fee.status {
        NoShowFeeStatus::Requested => (NoShowFeeStatus::Withdrawn, "reservation.no_show_fee_withdrawn"),
        NoShowFeeStatus::Charged => (NoShowFeeStatus::Waived, "reservation.no_show_fee_waived"),
        NoShowFeeStatus::Withdrawn | NoShowFeeStatus::Waived => return Ok(()),
    };
    rows::mark(conn, restaurant, id, status, now, "").await?;
    let detail = json!({ "amount": fee.amount, "was": fee.status });
    record(conn, now, actor, reservation, action, detail).await?;
    announce(conn, rng, now, mails::NO_SHOW_FEE_WAIVED, id).await
}

/// Charges the due fees, one transaction each, and returns their number. A failed one does not stop the rest; its error is returned after
/// them.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let (mut charged, mut failures) = (0, Failures::none());
    for (restaurant, id) in rows::list_due(&mut *pool.acquire().await?, now, BATCH).await? {
        let done = charge_one(pool, rng, now, restaurant, id).await;
        charged += usize::from(failures.pass(format_args!("no-show fee of {id}"), done).unwrap_or_default());
    }
    failures.or(charged)
}

async fn charge_one(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let is_charged = charge(&mut tx, rng, now, restaurant, id).await?;
    tx.commit().await?;
    Ok(is_charged)
}

/// Plans the charge of a due fee, and enqueues its collection. Returns false if the fee was decided meanwhile, or waits for a cancel request.
async fn charge(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<bool> {
    let reservation = queries::lock(conn, restaurant, id).await?;
    let Some(fee) = rows::find(conn, restaurant, id).await? else { return Ok(false) };
    let is_due = fee.status == NoShowFeeStatus::Requested && fee.charge_due_at <= now;
    let is_open = reservation.status == Status::Accepted && !queries::is_locked(conn, restaurant, id).await?;
    let Some(diner) = reservation.user_id.filter(|_| is_due && is_open) else { return Ok(false) };
    let planned = [(ChargeKind::CancellationFee, fee.amount)];
    payments::actions::plan(conn, rng, now, reservation.subject(), diner, &planned).await?;
    rows::mark(conn, restaurant, id, NoShowFeeStatus::Charged, now, "").await?;
    let detail = json!({ "amount": fee.amount });
    record(conn, now, Actor::System, &reservation, "reservation.no_show_fee_charged", detail).await?;
    payments::actions::push_settle(conn, rng, reservation.subject(), None).await?;
    Ok(true)
}

/// Queues a mail about the fee. A fee that is requested again after a withdrawal is announced again.
async fn announce(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: MailTemplate,
    id: ReservationId,
) -> sqlx::Result<()> {
    mails::queue_once(conn, rng, now, template, id, &now.timestamp_micros().to_string()).await
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    reservation: &Reservation,
    action: &str,
    detail: serde_json::Value,
) -> sqlx::Result<()> {
    let event = audit::Event {
        actor,
        action,
        restaurant: Some(reservation.restaurant_id),
        reservation: Some(reservation.id),
        detail,
    };
    audit::record(conn, now, event).await
}
