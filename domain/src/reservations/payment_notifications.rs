//! Mails to a diner about payments and refunds that happened, or failed, without their action. Each event is mailed once (gaps G083,
//! G084, G086). The confirmation covers the payments of a booking; the mail about a cancellation or a smaller party covers its refunds.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use super::increases::{find_last_paid, is_of_increase};
use super::model::{Reservation, Status};
use super::unpaid_fees::{declined_later, open_payments};
use super::{mails, queries};
use crate::ids::ReservationId;
use crate::money::Yen;
use crate::payments::model::{Charge, ChargeKind, ChargeStatus};
use crate::payments::queries as payments;
use crate::rng::Rng;

/// Time in which the diner pays for an increase without a mail: the dialogs of the bank, or another card.
const GRACE: Duration = Duration::minutes(10);
/// Time after which the payment of an increase is no news of it any more.
const NEWS_FOR: Duration = Duration::hours(13);

/// Queues the mails about a reservation's payments. The key of each event prevents duplicates.
pub async fn notify(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, id: ReservationId) -> sqlx::Result<()> {
    let Some(reservation) = queries::find(conn, id).await? else { return Ok(()) };
    let Some(diner) = reservation.user_id else { return Ok(()) };
    let charges = payments::list_charges(conn, reservation.subject()).await?;
    for charge in charges.iter().filter(|charge| is_paid_fee(charge)) {
        mails::queue_once(conn, rng, now, mails::FEE_PAID, id, &charge.uid).await?;
    }
    let card = payments::find_card(conn, diner).await?;
    let of_hold = || declined_later(&charges, card.as_ref()).filter(|_| reservation.is_held_at(now));
    if let Some(open) = open_payments(&charges, card.as_ref()).or_else(of_hold) {
        let key = open.demand_key();
        let is_increase = charges.iter().any(|charge| is_of_increase(charge) && charge.is_open());
        // The bank may decline the payments of one booking or change one after the other.
        let since = if open.late_declines > 0 { now } else { open.planned_at };
        let send_after = Some(since + GRACE).filter(|at| is_increase || leaves_time_to_pay(&reservation, *at));
        mails::queue_payment_needed(conn, rng, now, id, &key, send_after).await?;
    }
    // An unpaid increase is announced by the mail about its payment.
    let paid = find_last_paid(&charges).filter(|planned_at| now < *planned_at + NEWS_FOR);
    if let Some(planned_at) = paid {
        let key = format!("paid:{}", planned_at.timestamp_micros());
        mails::queue_change(conn, rng, now, id, reservation.calendar_sequence, &key).await?;
    }
    let refunded = unannounced_refund(&reservation, &charges);
    if refunded > Yen::ZERO {
        mails::queue_once(conn, rng, now, mails::REFUNDED, id, &refunded.0.to_string()).await?;
    }
    if has_expired_declined(&reservation, &charges) {
        mails::queue(conn, rng, now, mails::EXPIRED_DECLINED, id).await?;
    }
    Ok(())
}

/// Whether a mail at this time reaches the diner early enough before the end of the hold; otherwise it is sent immediately (gaps G331).
fn leaves_time_to_pay(hold: &Reservation, at: DateTime<Utc>) -> bool {
    hold.status == Status::Pending && hold.held_until.is_some_and(|until| at + GRACE <= until)
}

/// Whether a hold has ended whose payment the bank declined after it was processing. Its diner was answered that the payment is processing
/// (gaps G331).
fn has_expired_declined(reservation: &Reservation, charges: &[Charge]) -> bool {
    reservation.status == Status::Expired
        && charges.iter().any(|charge| charge.late_declines > 0 && charge.status == ChargeStatus::Canceled)
        && !charges.iter().any(Charge::is_open)
}

/// A correction has a separate mail (`adjustments`).
fn is_paid_fee(charge: &Charge) -> bool {
    charge.kind == ChargeKind::CancellationFee && charge.status == ChargeStatus::Succeeded
}

/// Returns the amount refunded for a hold that its diner abandoned or replaced. An expired hold has a separate mail.
fn unannounced_refund(reservation: &Reservation, charges: &[Charge]) -> Yen {
    if reservation.accepted_at.is_some() || reservation.status == Status::Expired {
        return Yen::ZERO;
    }
    charges.iter().map(|charge| charge.refunded_amount).sum()
}
