//! Asking for the money of a booking, and winding it up when the booking ends.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use super::error::PaymentError;
use super::model::{Charge, ChargeKind, ChargeStatus, Outcome, outcome};
use super::queries;
use crate::clients::stripe::{NewPaymentIntent, PaymentIntent, PaymentIntentStatus, Stripe, StripeError};
use crate::clock::Clock;
use crate::ids::{ReservationId, UserId};
use crate::jobs::{self, PaymentJob};
use crate::money::Yen;
use crate::reservations::model::{Reservation, Status};
use crate::rng::Rng;

/// Writes down what a booking costs now: the platform's fee, then the course when it is paid in advance. True when there
/// is anything to pay.
pub async fn plan(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    diner: UserId,
) -> sqlx::Result<bool> {
    let due = [
        (ChargeKind::ReservationFee, reservation.reservation_fee),
        (ChargeKind::PrepaidCourse, reservation.prepaid_price),
    ];
    let due: Vec<_> = due.into_iter().filter(|(_, amount)| *amount > Yen::ZERO).collect();
    for (kind, amount) in &due {
        queries::plan_charge(conn, &rng.uid(), reservation, diner, *kind, *amount, now).await?;
    }
    Ok(!due.is_empty())
}

/// Asks the diner's card for every open charge of a reservation, one after the other, and stops at the first refusal.
/// Holds no transaction while the provider is asked; safe to repeat at any point.
pub async fn collect(
    pool: &PgPool,
    stripe: &Stripe,
    rng: &Rng,
    clock: &Clock,
    reservation: ReservationId,
    off_session: bool,
) -> Result<Outcome, PaymentError> {
    let charges = queries::list_charges(&mut *pool.acquire().await?, reservation).await?;
    for charge in charges.iter().filter(|charge| !charge.status.is_final()) {
        let status = ask(pool, stripe, rng, clock, charge, off_session).await?;
        if matches!(status, ChargeStatus::RequiresPaymentMethod | ChargeStatus::Canceled) {
            break;
        }
    }
    Ok(outcome(&queries::list_charges(&mut *pool.acquire().await?, reservation).await?))
}

/// Asks the provider how every open charge of a reservation stands, and believes nobody else.
pub async fn look(
    pool: &PgPool,
    stripe: &Stripe,
    rng: &Rng,
    clock: &Clock,
    reservation: ReservationId,
) -> Result<Outcome, PaymentError> {
    let charges = queries::list_charges(&mut *pool.acquire().await?, reservation).await?;
    for charge in charges.iter().filter(|charge| !charge.status.is_final()) {
        if let Some(fid) = &charge.gateway_fid {
            let intent = stripe.retrieve_payment_intent(fid).await?;
            record(pool, rng, clock, charge, &intent).await?;
        }
    }
    Ok(outcome(&queries::list_charges(&mut *pool.acquire().await?, reservation).await?))
}

async fn ask(
    pool: &PgPool,
    stripe: &Stripe,
    rng: &Rng,
    clock: &Clock,
    charge: &Charge,
    off_session: bool,
) -> Result<ChargeStatus, PaymentError> {
    let (card, customer) = {
        let mut conn = pool.acquire().await?;
        let card = queries::find_card(&mut conn, charge.user_id).await?.ok_or(PaymentError::NoCard)?;
        (card, queries::find_customer(&mut conn, charge.user_id).await?.ok_or(PaymentError::NoCard)?)
    };
    let intent = match &charge.gateway_fid {
        Some(fid) => stripe.retrieve_payment_intent(fid).await?,
        None => {
            let wanted = NewPaymentIntent {
                amount: charge.amount,
                customer: &customer,
                metadata: &[("charge_uid", &charge.uid), ("kind", charge.kind.as_str())],
            };
            stripe.create_payment_intent(&wanted, &charge.uid).await?
        }
    };
    let status = record(pool, rng, clock, charge, &intent).await?;
    let attempt = match status {
        ChargeStatus::RequiresConfirmation => charge.attempt,
        // A new intent waits for its first card; one that was refused waits for another try.
        ChargeStatus::RequiresPaymentMethod if intent.last_payment_error.is_none() => charge.attempt,
        // Nobody is there to change their mind: who refused is not asked a second time.
        ChargeStatus::RequiresPaymentMethod if off_session && has_refused(pool, charge, &card.gateway_fid).await? => {
            return Ok(status);
        }
        ChargeStatus::RequiresPaymentMethod => {
            let now = clock.now();
            if !queries::begin_attempt(&mut *pool.acquire().await?, charge, now).await? {
                return Ok(ChargeStatus::Processing);
            }
            charge.attempt + 1
        }
        _ => return Ok(status),
    };
    queries::note_card(&mut *pool.acquire().await?, charge.id, &card.gateway_fid).await?;
    let key = format!("{}:{attempt}", charge.uid);
    match stripe.confirm_payment_intent(&intent.id, &card.gateway_fid, off_session, &key).await {
        Ok(confirmed) => record(pool, rng, clock, charge, &confirmed).await,
        // Refused by the card, or called off meanwhile: the intent knows.
        Err(StripeError::Card(_) | StripeError::InvalidRequest { .. }) => {
            let refused = stripe.retrieve_payment_intent(&intent.id).await?;
            record(pool, rng, clock, charge, &refused).await
        }
        Err(other) => Err(other.into()),
    }
}

async fn has_refused(pool: &PgPool, charge: &Charge, card: &str) -> sqlx::Result<bool> {
    Ok(queries::find_asked_card(&mut *pool.acquire().await?, charge.id).await?.as_deref() == Some(card))
}

/// How the charge stands afterwards. One that was closed meanwhile stays closed, and its card must not be asked. Money for a
/// reservation that has ended already is never written down without a job that seats it again or gives it back.
pub(super) async fn record(
    pool: &PgPool,
    rng: &Rng,
    clock: &Clock,
    charge: &Charge,
    intent: &PaymentIntent,
) -> Result<ChargeStatus, PaymentError> {
    let status = charge_status(intent.status);
    let mut tx = pool.begin().await?;
    let is_open = queries::record_intent(&mut tx, charge.id, intent, status, clock.now()).await?;
    if !is_open {
        return Ok(queries::find_status(&mut tx, charge.id).await?);
    }
    if status == ChargeStatus::Succeeded && queries::has_come_to_nothing(&mut tx, charge.reservation_id).await? {
        push_settle(&mut tx, rng, charge.reservation_id, None).await?;
    }
    tx.commit().await?;
    Ok(status)
}

fn charge_status(status: PaymentIntentStatus) -> ChargeStatus {
    match status {
        PaymentIntentStatus::RequiresPaymentMethod => ChargeStatus::RequiresPaymentMethod,
        PaymentIntentStatus::RequiresConfirmation => ChargeStatus::RequiresConfirmation,
        PaymentIntentStatus::RequiresAction => ChargeStatus::RequiresAction,
        PaymentIntentStatus::Succeeded => ChargeStatus::Succeeded,
        PaymentIntentStatus::Canceled => ChargeStatus::Canceled,
        PaymentIntentStatus::Processing | PaymentIntentStatus::RequiresCapture | PaymentIntentStatus::Other => {
            ChargeStatus::Processing
        }
    }
}

/// Says what is to be paid back, or still to be paid, when a reservation ends; a job then settles it with the provider.
///
/// A hold that never became a booking gives everything back. A cancelled booking keeps the platform's fee, and gives back
/// the prepaid course less the cancellation fee; a fee that no prepayment covers is charged to the card.
pub async fn wind_up(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    cancellation_fee: Yen,
) -> sqlx::Result<()> {
    let charges = queries::list_charges(conn, reservation.id).await?;
    let was_accepted = reservation.status == Status::Accepted;
    let mut uncovered = cancellation_fee;
    for charge in charges.iter().filter(|charge| charge.status == ChargeStatus::Succeeded) {
        let kept = match charge.kind {
            _ if !was_accepted => Yen::ZERO,
            ChargeKind::PrepaidCourse => cancellation_fee.min(charge.amount),
            ChargeKind::ReservationFee | ChargeKind::CancellationFee => charge.amount,
        };
        if charge.kind == ChargeKind::PrepaidCourse {
            uncovered = cancellation_fee - kept;
        }
        queries::set_refund_due(conn, charge.id, charge.amount - kept, now).await?;
    }
    if let (true, Some(diner)) = (was_accepted && uncovered > Yen::ZERO, reservation.user_id) {
        queries::plan_charge(conn, &rng.uid(), reservation, diner, ChargeKind::CancellationFee, uncovered, now).await?;
    }
    if !charges.is_empty() || uncovered > Yen::ZERO {
        push_settle(conn, rng, reservation.id, None).await?;
    }
    Ok(())
}

/// What a diner would get back by cancelling for `fee`: the prepaid course less the fee, and less what goes back already.
pub fn refund_on_cancelling(charges: &[Charge], fee: Yen) -> Yen {
    let prepaid = charges.iter().filter(|c| c.kind == ChargeKind::PrepaidCourse && c.status == ChargeStatus::Succeeded);
    prepaid.map(|charge| (charge.amount - fee - charge.refund_due).max(Yen::ZERO)).sum()
}

/// What a diner gets back of the prepaid course.
pub fn refund_of_course(charges: &[Charge]) -> Yen {
    charges.iter().filter(|charge| charge.kind == ChargeKind::PrepaidCourse).map(|charge| charge.refund_due).sum()
}

/// Asks the worker to settle a reservation's money.
pub async fn push_settle(
    conn: &mut PgConnection,
    rng: &Rng,
    reservation: ReservationId,
    key: Option<&str>,
) -> sqlx::Result<()> {
    jobs::push(conn, rng, &PaymentJob::Settle { reservation_id: reservation.0 }, key).await
}
