//! Plans and collects charges of any subject.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use super::error::PaymentError;
use super::ledger_entries::ChargePart;
use super::model::{Charge, ChargeKind, ChargeStatus, Outcome, PaymentContext, Subject, outcome};
use super::orphans::charge_uid;
use super::queries::IntentSource;
use super::{ledger_entries, queries};
use crate::clients::stripe::{NewPaymentIntent, PaymentIntent, PaymentIntentStatus, StripeError};
use crate::ids::UserId;
use crate::jobs;
use crate::money::Yen;
use crate::rng::Rng;

/// Plans the charges that a diner must pay now for a subject. A kind that is planned already does not change. Returns whether anything is
/// to be paid.
pub async fn plan(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    subject: Subject,
    diner: UserId,
    items: &[(ChargeKind, Yen)],
) -> sqlx::Result<bool> {
    let due: Vec<_> = items.iter().filter(|(_, amount)| *amount > Yen::ZERO).collect();
    for (kind, amount) in &due {
        queries::plan_charge(conn, &rng.uid(), subject, diner, *kind, *amount, now).await?;
    }
    Ok(!due.is_empty())
}

/// Collects the open charges of a subject from the card of the present diner, one after the other, and stops at the first declined or
/// cancelled one. With `only`, ignores charges of other uids. Holds no transaction during calls to the provider; idempotent at any point.
pub async fn collect(
    cx: PaymentContext<'_>,
    subject: Subject,
    only: Option<&[String]>,
) -> Result<Outcome, PaymentError> {
    for open in list_only(cx.pool, subject, only).await?.iter().filter(|charge| charge.is_open()) {
        let status = charge(cx, open, false).await?;
        if matches!(status, ChargeStatus::RequiresPaymentMethod | ChargeStatus::Canceled) {
            break;
        }
    }
    Ok(outcome(&list_only(cx.pool, subject, only).await?))
}

async fn list_only(pool: &PgPool, subject: Subject, only: Option<&[String]>) -> sqlx::Result<Vec<Charge>> {
    let mut charges = queries::list_charges(&mut *pool.acquire().await?, subject).await?;
    charges.retain(|charge| only.is_none_or(|uids| uids.contains(&charge.uid)));
    Ok(charges)
}

/// Charges the diner's card off-session. A charge that is declined or fails does not stop the next one; the first error is returned after
/// them.
pub(super) async fn collect_off_session(cx: PaymentContext<'_>, charges: &[Charge]) -> Result<(), PaymentError> {
    let mut collected = Ok(());
    for owed in charges {
        collected = collected.and(charge(cx, owed, true).await.map(drop));
    }
    collected
}

/// Retrieves the state of a subject's charges from the provider, which is the only source of truth. Includes void charges; skips charges
/// in a final state, and those without a payment at the provider.
pub async fn refresh_intents(cx: PaymentContext<'_>, subject: Subject) -> Result<Outcome, PaymentError> {
    let charges = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    for charge in charges.iter().filter(|charge| !charge.status.is_final()) {
        if let Some(fid) = &charge.gateway_fid {
            let intent = cx.stripe.retrieve_payment_intent(fid).await?;
            write(cx, charge, &intent, IntentSource::StatusRead).await?;
        }
    }
    Ok(outcome(&queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?))
}

/// Charges the diner's card for one charge.
async fn charge(cx: PaymentContext<'_>, charge: &Charge, off_session: bool) -> Result<ChargeStatus, PaymentError> {
    let (card, customer) = {
        let mut conn = cx.pool.acquire().await?;
        let card = queries::find_card(&mut conn, charge.user_id).await?.ok_or(PaymentError::NoCard)?;
        (card, queries::find_customer(&mut conn, charge.user_id).await?.ok_or(PaymentError::NoCard)?)
    };
    let made = match &charge.gateway_fid {
        Some(fid) => Some(cx.stripe.retrieve_payment_intent(fid).await?),
        None if off_session => find_made(cx, charge, &customer).await?,
        None => None,
    };
    let intent = match made {
        Some(made) => made,
        None => {
            let wanted = NewPaymentIntent {
                amount: charge.amount,
                customer: &customer,
                metadata: &[
                    ("charge_uid", &charge.uid),
                    ("restaurant_id", &charge.subject.restaurant().0.to_string()),
                    ("kind", charge.kind.as_str()),
                ],
            };
            cx.stripe.create_payment_intent(&wanted, &charge.uid).await?
        }
    };
    let status = record(cx, charge, &intent).await?;
    let attempt = match status {
        ChargeStatus::RequiresConfirmation => charge.attempt,
        // A new intent waits for its first card; a declined one waits for another attempt.
        ChargeStatus::RequiresPaymentMethod if intent.last_payment_error.is_none() => charge.attempt,
        // Off-session, the cardholder cannot resolve a decline, so a card that declined is not charged a second time.
        ChargeStatus::RequiresPaymentMethod
            if off_session && has_declined(cx.pool, charge, &card.gateway_fid).await? =>
        {
            return Ok(status);
        }
        ChargeStatus::RequiresPaymentMethod => {
            let now = cx.clock.now();
            if !queries::begin_attempt(&mut *cx.pool.acquire().await?, charge, now).await? {
                return Ok(ChargeStatus::Processing);
            }
            charge.attempt + 1
        }
        _ => return Ok(status),
    };
    queries::note_card(&mut *cx.pool.acquire().await?, charge, &card.gateway_fid).await?;
    let key = format!("{}:{attempt}", charge.uid);
    match cx.stripe.confirm_payment_intent(&intent.id, &card.gateway_fid, off_session, &key).await {
        Ok(confirmed) => record(cx, charge, &confirmed).await,
        // The card was declined, or the payment was cancelled in the meantime: the intent's state decides.
        Err(StripeError::Card(_) | StripeError::InvalidRequest { .. }) => {
            let refused = cx.stripe.retrieve_payment_intent(&intent.id).await?;
            record(cx, charge, &refused).await
        }
        Err(other) => Err(other.into()),
    }
}

/// Returns the payment that the provider made for a charge and that is not recorded here, because the database was restored from an older
/// backup. The provider forgets the charge's idempotency key after a day, and would then take the money again.
async fn find_made(
    cx: PaymentContext<'_>,
    charge: &Charge,
    customer: &str,
) -> Result<Option<PaymentIntent>, PaymentError> {
    let intents = cx.stripe.list_payment_intents(customer).await?.into_iter();
    let mut live = intents.filter(|intent| intent.status != PaymentIntentStatus::Canceled);
    Ok(live.find(|intent| charge_uid(intent) == Some(charge.uid.as_str())))
}

/// Records a succeeded payment whose charge is open and has no payment here, because the database was restored from an older backup.
pub async fn record_missing(cx: PaymentContext<'_>, subject: Subject, payment: &str) -> Result<(), PaymentError> {
    let mut charges = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    charges.retain(|charge| charge.gateway_fid.is_none() && !charge.status.is_final());
    if charges.is_empty() {
        return Ok(());
    }
    let intent = cx.stripe.retrieve_payment_intent(payment).await?;
    let named = charges.iter().find(|charge| charge_uid(&intent) == Some(charge.uid.as_str()));
    if let Some(charge) = named.filter(|_| intent.status == PaymentIntentStatus::Succeeded) {
        record(cx, charge, &intent).await?;
    }
    Ok(())
}

async fn has_declined(pool: &PgPool, charge: &Charge, card: &str) -> sqlx::Result<bool> {
    Ok(queries::find_last_card(&mut *pool.acquire().await?, charge).await?.as_deref() == Some(card))
}

/// Records the provider's state of a charge, and returns the resulting status. A charge that was closed in the meantime stays closed, and
/// its card must not be charged. A payment for a reservation that ended without a booking, and a payment off-session, is always recorded
/// together with the job that settles its subject.
pub(super) async fn record(
    cx: PaymentContext<'_>,
    charge: &Charge,
    intent: &PaymentIntent,
) -> Result<ChargeStatus, PaymentError> {
    write(cx, charge, intent, IntentSource::CallResult).await
}

async fn write(
    cx: PaymentContext<'_>,
    charge: &Charge,
    intent: &PaymentIntent,
    reading: IntentSource,
) -> Result<ChargeStatus, PaymentError> {
    let status = charge_status(intent.status);
    let mut tx = cx.pool.begin().await?;
    let is_open = queries::record_intent(&mut tx, charge, intent, status, reading, cx.clock.now()).await?;
    if !is_open {
        return Ok(queries::find_status(&mut tx, charge).await?);
    }
    let is_paid = status == ChargeStatus::Succeeded;
    if is_paid {
        ledger_entries::paid(&mut tx, cx.clock.now(), &ChargePart::all_of(charge)).await?;
    }
    if is_paid && (charge.is_charged_off_session() || queries::is_abandoned(&mut tx, charge.subject).await?) {
        push_settle(&mut tx, cx.rng, charge.subject, None).await?;
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

/// Enqueues the job that settles a subject.
pub async fn push_settle(conn: &mut PgConnection, rng: &Rng, subject: Subject, key: Option<&str>) -> sqlx::Result<()> {
    jobs::push(conn, rng, &subject.job(), key).await
}
