//! What a diner hears of money that moved, or could not, behind their back: a mail each, whoever settles it and however often
//! (gaps G083, G084, G086). What was paid for a booking stands in the mail that confirms it, what a cancellation or a smaller
//! party gives back in the mail that tells of it.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{Reservation, Status};
use super::unpaid_fees::open_payment;
use super::{mails, queries};
use crate::ids::ReservationId;
use crate::money::Yen;
use crate::payments::model::{Charge, ChargeStatus};
use crate::payments::queries as payments;
use crate::rng::Rng;

/// Queues what is to be told of a reservation's money. Each fact has a key of its own, so that it is told once.
pub async fn notify(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, id: ReservationId) -> sqlx::Result<()> {
    let Some(reservation) = queries::find(conn, id).await? else { return Ok(()) };
    let Some(diner) = reservation.user_id else { return Ok(()) };
    let charges = payments::list_charges(conn, reservation.subject()).await?;
    for charge in charges.iter().filter(|charge| is_paid_fee(charge)) {
        mails::queue_once(conn, rng, now, mails::FEE_PAID, id, &charge.uid).await?;
    }
    let card = payments::find_card(conn, diner).await?;
    if let Some(open) = open_payment(&charges, card.as_ref()) {
        // A card that refused is told of once; so is that there is none.
        let asked = card.map_or_else(|| "none".to_owned(), |card| card.gateway_fid);
        mails::queue_once(conn, rng, now, mails::PAYMENT_NEEDED, id, &format!("{}:{asked}", open.charge_uid)).await?;
    }
    let refunded = unannounced_refund(&reservation, &charges);
    if refunded > Yen::ZERO {
        mails::queue_once(conn, rng, now, mails::REFUNDED, id, &refunded.0.to_string()).await?;
    }
    Ok(())
}

fn is_paid_fee(charge: &Charge) -> bool {
    charge.kind.is_charged_off_session() && charge.status == ChargeStatus::Succeeded
}

/// What went back of a hold that its diner gave up or replaced. Of one that expired, a mail of its own tells.
fn unannounced_refund(reservation: &Reservation, charges: &[Charge]) -> Yen {
    if reservation.accepted_at.is_some() || reservation.status == Status::Expired {
        return Yen::ZERO;
    }
    charges.iter().map(|charge| charge.refunded_amount).sum()
}
