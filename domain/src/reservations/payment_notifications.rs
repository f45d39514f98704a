//! Mails to a diner about payments and refunds that happened, or failed, without their action. Each event is mailed once (gaps G083,
//! G084, G086). The confirmation covers the payments of a booking; the mail about a cancellation or a smaller party covers its refunds.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{Reservation, Status};
use super::unpaid_fees::open_payment;
use super::{mails, queries};
use crate::ids::ReservationId;
use crate::money::Yen;
use crate::payments::model::{Charge, ChargeKind, ChargeStatus};
use crate::payments::queries as payments;
use crate::rng::Rng;

/// Queues the mails about a reservation's payments. The key of each event prevents duplicates.
pub async fn notify(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, id: ReservationId) -> sqlx::Result<()> {
    let Some(reservation) = queries::find(conn, id).await? else { return Ok(()) };
    let Some(diner) = reservation.user_id else { return Ok(()) };
    let charges = payments::list_charges(conn, reservation.subject()).await?;
    for charge in charges.iter().filter(|charge| is_paid_fee(charge)) {
        mails::queue_once(conn, rng, now, mails::FEE_PAID, id, &charge.uid).await?;
    }
    let card = payments::find_card(conn, diner).await?;
    if let Some(open) = open_payment(&charges, card.as_ref()) {
        // One mail for each declined card, and one for a missing card.
        let asked = card.map_or_else(|| "none".to_owned(), |card| card.gateway_fid);
        mails::queue_once(conn, rng, now, mails::PAYMENT_NEEDED, id, &format!("{}:{asked}", open.charge_uid)).await?;
    }
    let refunded = unannounced_refund(&reservation, &charges);
    if refunded > Yen::ZERO {
        mails::queue_once(conn, rng, now, mails::REFUNDED, id, &refunded.0.to_string()).await?;
    }
    Ok(())
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
