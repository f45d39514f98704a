//! Requests for adjustments, and the decisions about them. Lock order: reservation, charge, adjustment.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::admin_mails;
use super::error::AdjustmentError;
use super::model::{
    Adjustment, AdjustmentContext, AdjustmentForm, AdjustmentKind, AdjustmentStatus, Approval, BorneBy,
    MAX_REASON_LENGTH, Requester, ValidForm,
};
use super::queries::{self, Decision, Target};
use crate::audit::{self, Event};
use crate::db::violated_constraint;
use crate::ids::{ReservationId, RestaurantId};
use crate::ledger::model::PLATFORM;
use crate::money::Yen;
use crate::payments;
use crate::payments::manual_refunds;
use crate::payments::model::{Charge, ChargeKind, ChargeStatus, DisputeState, MAX_PAYMENT, MIN_PAYMENT, Subject};
use crate::reservations::model::Reservation;
use crate::reservations::queries as reservations;

/// Requests a refund of a charge, or of a part of it. It is approved immediately unless the sum needs a second admin. A repeated request
/// with the same key returns the first one.
pub async fn request_refund(
    conn: &mut PgConnection,
    cx: AdjustmentContext<'_>,
    restaurant: RestaurantId,
    charge_uid: &str,
    form: AdjustmentForm<'_>,
    requester: Requester,
) -> Result<Adjustment, AdjustmentError> {
    let form = form.check()?;
    let charge = lock_charge(conn, restaurant, charge_uid).await?;
    let target = Target {
        kind: AdjustmentKind::Refund,
        restaurant: charge.subject.restaurant(),
        charge: Some(&charge),
        reservation: charge.subject.reservation(),
        diner: charge.user_id,
    };
    if let Some(first) = find_first(conn, target, form).await? {
        return Ok(first);
    }
    check_refundable(conn, &charge).await?;
    let left = charge.refundable() - queries::sum_awaiting(conn, &charge).await?;
    if form.amount > left {
        return Err(AdjustmentError::TooMuch { left });
    }
    if form.borne_by == BorneBy::Restaurant && queries::is_operators(conn, &charge).await? {
        return Err(AdjustmentError::NotTheRestaurants);
    }
    request(conn, cx, target, form, requester).await
}

/// Requests a correction of a booking: the diner's card is charged off-session. As `request_refund`.
///
/// # Errors
/// Among others, the provider would charge no such amount.
pub async fn request_correction(
    conn: &mut PgConnection,
    cx: AdjustmentContext<'_>,
    reservation: &Reservation,
    form: AdjustmentForm<'_>,
    requester: Requester,
) -> Result<Adjustment, AdjustmentError> {
    let form = form.check()?;
    if !(MIN_PAYMENT..=MAX_PAYMENT).contains(&form.amount) {
        return Err(AdjustmentError::Fields(vec![("amount", "amount_not_chargeable")]));
    }
    let reservation = reservations::lock(conn, reservation.restaurant_id, reservation.id).await?;
    let (Some(diner), Some(_)) = (reservation.user_id, reservation.accepted_at) else {
        return Err(AdjustmentError::NotCorrectable);
    };
    let target = Target {
        kind: AdjustmentKind::Correction,
        restaurant: reservation.restaurant_id,
        charge: None,
        reservation: Some(reservation.id),
        diner,
    };
    if let Some(first) = find_first(conn, target, form).await? {
        return Ok(first);
    }
    request(conn, cx, target, form, requester).await
}

/// Approves another admin's request. The admin in whose name the command line made a request confirms it first: a person at the command
/// line can name any admin, and approve it as another one.
pub async fn approve(
    conn: &mut PgConnection,
    cx: AdjustmentContext<'_>,
    uid: &str,
    requester: Requester,
) -> Result<Approval, AdjustmentError> {
    let found = queries::find(conn, uid).await?.ok_or(AdjustmentError::NotFound)?;
    match (found.requested_by == requester.admin, found.awaits_confirmation) {
        (true, true) => {
            confirm(conn, cx, &found, requester).await?;
            Ok(Approval::Confirmed)
        }
        (true, false) => Err(AdjustmentError::OwnApproval),
        (false, true) => Err(AdjustmentError::Unconfirmed),
        (false, false) => {
            carry_out(conn, cx, &found, requester).await?;
            record(conn, cx.now, requester, &found, "adjustment.approved").await?;
            Ok(Approval::Approved)
        }
    }
}

/// Confirms a request of the command line, and asks the other admins for their approval.
async fn confirm(
    conn: &mut PgConnection,
    cx: AdjustmentContext<'_>,
    adjustment: &Adjustment,
    requester: Requester,
) -> Result<(), AdjustmentError> {
    if !queries::mark_confirmed(conn, adjustment, cx.now).await? {
        return Err(AdjustmentError::Decided);
    }
    admin_mails::queue_to_admins(conn, cx.rng, cx.now, adjustment).await?;
    Ok(record(conn, cx.now, requester, adjustment, "adjustment.confirmed").await?)
}

/// Rejects another admin's request, with a reason.
pub async fn reject(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    uid: &str,
    reason: &str,
    requester: Requester,
) -> Result<(), AdjustmentError> {
    let reason = reason.trim();
    let fault = match reason.chars().count() {
        0 => Some("reason_missing"),
        length if length > MAX_REASON_LENGTH => Some("reason_too_long"),
        _ => None,
    };
    if let Some(code) = fault {
        return Err(AdjustmentError::Fields(vec![("reason", code)]));
    }
    let found = queries::find(conn, uid).await?.ok_or(AdjustmentError::NotFound)?;
    if found.requested_by == requester.admin {
        return Err(AdjustmentError::OwnApproval);
    }
    let decision = Decision { status: AdjustmentStatus::Rejected, admin: requester.admin, reason };
    if !queries::mark_decided(conn, &found, decision, now).await? {
        return Err(AdjustmentError::Decided);
    }
    Ok(record(conn, now, requester, &found, "adjustment.rejected").await?)
}

/// Withdraws one's own request that awaits approval, or one's own correction that is not collected.
pub async fn withdraw(
    conn: &mut PgConnection,
    cx: AdjustmentContext<'_>,
    uid: &str,
    requester: Requester,
) -> Result<(), AdjustmentError> {
    let found = queries::find(conn, uid).await?.ok_or(AdjustmentError::NotFound)?;
    if found.requested_by != requester.admin {
        return Err(AdjustmentError::NotOwn);
    }
    let decision = Decision { status: AdjustmentStatus::Withdrawn, admin: requester.admin, reason: "" };
    if !queries::mark_decided(conn, &found, decision, cx.now).await? {
        let charge = match &found.charge_uid {
            Some(charge_uid) => lock_charge(conn, found.restaurant, charge_uid).await?,
            None => return Err(AdjustmentError::Decided),
        };
        if is_being_charged(&charge) {
            return Err(AdjustmentError::BeingCharged);
        }
        if charge.status.is_final() || !queries::mark_correction_withdrawn(conn, &found, cx.now).await? {
            return Err(AdjustmentError::Decided);
        }
        payments::queries::void(conn, &charge, cx.now).await?;
        // A worker that is creating the payment reads this state before it charges the card.
        payments::queries::cancel_unknown_to_provider(conn, &charge, cx.now).await?;
        payments::actions::push_settle(conn, cx.rng, charge.subject, None).await?;
    }
    Ok(record(conn, cx.now, requester, &found, "adjustment.withdrawn").await?)
}

/// Whether a card may be charged at this moment: the charge would be paid although it was withdrawn. A declined charge waits for another
/// card, and one that its bank has not authenticated for the diner.
fn is_being_charged(charge: &Charge) -> bool {
    match charge.status {
        ChargeStatus::RequiresPaymentMethod => charge.failure_code.is_none(),
        status => matches!(status, ChargeStatus::RequiresConfirmation | ChargeStatus::Processing),
    }
}

/// Returns the earlier request of a key.
///
/// # Errors
/// The key named another request.
async fn find_first(
    conn: &mut PgConnection,
    target: Target<'_>,
    form: ValidForm<'_>,
) -> Result<Option<Adjustment>, AdjustmentError> {
    let Some(first) = queries::find_by_key(conn, target.restaurant, form.key).await? else { return Ok(None) };
    let is_same_target = first.kind == target.kind
        && first.reservation == target.reservation
        && target.charge.is_none_or(|charge| first.charge == Some(charge.id));
    let is_same_form =
        (first.amount, first.borne_by, first.reason.as_str()) == (form.amount, form.borne_by, form.reason);
    if is_same_target && is_same_form { Ok(Some(first)) } else { Err(AdjustmentError::KeyReused) }
}

async fn request(
    conn: &mut PgConnection,
    cx: AdjustmentContext<'_>,
    target: Target<'_>,
    form: ValidForm<'_>,
    requester: Requester,
) -> Result<Adjustment, AdjustmentError> {
    let needs_approval = queries::sum_of(conn, target).await? + form.amount > cx.approval_above;
    let uid = cx.rng.uid();
    let inserted = queries::insert(conn, &uid, target, form, requester, needs_approval, cx.now).await;
    inserted.map_err(|error| match violated_constraint(&error) {
        Some("payment_adjustments_idempotency_key_key") => AdjustmentError::KeyReused,
        _ => AdjustmentError::Database(error),
    })?;
    let requested = reload(conn, &uid).await?;
    record(conn, cx.now, requester, &requested, "adjustment.requested").await?;
    if requested.is_by_command_line {
        admin_mails::queue_to_named(conn, cx.rng, cx.now, &requested).await?;
    }
    if needs_approval {
        if !requested.awaits_confirmation {
            admin_mails::queue_to_admins(conn, cx.rng, cx.now, &requested).await?;
        }
        return Ok(requested);
    }
    carry_out(conn, cx, &requested, requester).await?;
    reload(conn, &uid).await
}

/// Marks a request as approved, and makes its refund due or plans its charge. A job then settles the charge with the provider.
async fn carry_out(
    conn: &mut PgConnection,
    cx: AdjustmentContext<'_>,
    adjustment: &Adjustment,
    requester: Requester,
) -> Result<(), AdjustmentError> {
    let decision = Decision { status: AdjustmentStatus::Processing, admin: requester.admin, reason: "" };
    match (adjustment.kind, &adjustment.charge_uid, adjustment.reservation) {
        (AdjustmentKind::Refund, Some(charge_uid), _) => {
            let charge = lock_charge(conn, adjustment.restaurant, charge_uid).await?;
            if !queries::mark_decided(conn, adjustment, decision, cx.now).await? {
                return Err(AdjustmentError::Decided);
            }
            refund(conn, cx, adjustment, &charge).await
        }
        (AdjustmentKind::Correction, _, Some(reservation)) => {
            let reservation = reservations::lock(conn, adjustment.restaurant, reservation).await?;
            if !queries::mark_decided(conn, adjustment, decision, cx.now).await? {
                return Err(AdjustmentError::Decided);
            }
            charge(conn, cx, adjustment, reservation.subject()).await
        }
        _ => Err(AdjustmentError::NotFound),
    }
}

async fn refund(
    conn: &mut PgConnection,
    cx: AdjustmentContext<'_>,
    adjustment: &Adjustment,
    charge: &Charge,
) -> Result<(), AdjustmentError> {
    check_refundable(conn, charge).await?;
    let is_goodwill = adjustment.borne_by == BorneBy::Operator && !queries::is_operators(conn, charge).await?;
    let goodwill = if is_goodwill { adjustment.amount } else { Yen::ZERO };
    let total = manual_refunds::add_refund(conn, charge, adjustment.amount, goodwill, cx.now).await?;
    let total = total.ok_or(AdjustmentError::TooMuch { left: charge.refundable() })?;
    queries::set_refund_total(conn, adjustment, total).await?;
    Ok(payments::actions::push_settle(conn, cx.rng, charge.subject, None).await?)
}

async fn charge(
    conn: &mut PgConnection,
    cx: AdjustmentContext<'_>,
    adjustment: &Adjustment,
    subject: Subject,
) -> Result<(), AdjustmentError> {
    let uid = cx.rng.uid();
    let (kind, amount) = (ChargeKind::Correction, adjustment.amount);
    payments::queries::plan_difference(conn, &uid, subject, adjustment.diner, kind, amount, cx.now).await?;
    queries::set_charge(conn, adjustment, &uid).await?;
    Ok(payments::actions::push_settle(conn, cx.rng, subject, None).await?)
}

/// Returns a charge, locked after its reservation.
async fn lock_charge(conn: &mut PgConnection, restaurant: RestaurantId, uid: &str) -> Result<Charge, AdjustmentError> {
    let subject = manual_refunds::find_subject(conn, restaurant, uid).await?.ok_or(AdjustmentError::NotFound)?;
    if let Subject::Reservation(restaurant, id) = subject {
        reservations::lock(conn, restaurant, id).await?;
    }
    manual_refunds::lock(conn, subject, uid).await?.ok_or(AdjustmentError::NotFound)
}

/// Checks that a charge is paid, and that no bank holds or has returned its money: an inquiry withdraws nothing. The charge must be locked.
/// The payment of a hold that was never booked is refunded by the rules.
async fn check_refundable(conn: &mut PgConnection, charge: &Charge) -> Result<(), AdjustmentError> {
    let is_booked = match charge.subject {
        Subject::Reservation(_, id) => is_booked(conn, id).await?,
        Subject::Subscription(_) | Subject::Correction(..) => true,
    };
    if !is_booked || charge.status != ChargeStatus::Succeeded || charge.is_void {
        return Err(AdjustmentError::NotPaid);
    }
    match charge.dispute {
        Some(DisputeState::Open) => Err(AdjustmentError::Disputed),
        Some(DisputeState::Lost) => Err(AdjustmentError::DisputeLost),
        _ => Ok(()),
    }
}

async fn is_booked(conn: &mut PgConnection, id: ReservationId) -> sqlx::Result<bool> {
    Ok(reservations::find(conn, id).await?.is_some_and(|reservation| reservation.accepted_at.is_some()))
}

async fn reload(conn: &mut PgConnection, uid: &str) -> Result<Adjustment, AdjustmentError> {
    queries::find(conn, uid).await?.ok_or(AdjustmentError::NotFound)
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    requester: Requester,
    adjustment: &Adjustment,
    action: &str,
) -> sqlx::Result<()> {
    let detail = json!({
        "adjustment_id": adjustment.id,
        "admin_user_id": requester.admin,
        "kind": adjustment.kind,
        "charge_id": adjustment.charge,
        "amount": adjustment.amount,
        "borne_by": adjustment.borne_by,
        "needs_approval": adjustment.needs_approval,
    });
    let restaurant = Some(adjustment.restaurant).filter(|restaurant| *restaurant != PLATFORM);
    let event = Event { actor: requester.actor, action, restaurant, reservation: adjustment.reservation, detail };
    audit::record(conn, now, event).await
}
