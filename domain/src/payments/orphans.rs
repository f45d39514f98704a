//! Orphaned payments: succeeded payments at the provider that no charge accounts for. Their charge does not exist, is cancelled, or has
//! another payment. `seki verify --provider` finds them, and an operator refunds them.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use super::error::PaymentError;
use super::model::{Charge, ChargeStatus};
use super::queries;
use crate::audit::{self, Actor, Event};
use crate::clients::stripe::{PaymentIntent, PaymentIntentStatus, Stripe, StripeError};
use crate::ids::AdminUserId;
use crate::ledger::model::{LedgerAccount, PLATFORM, Transfer, TransferKind};
use crate::ledger::queries as ledger;
use crate::money::Yen;

/// Reasons not to refund a payment.
#[derive(Debug, thiserror::Error)]
pub enum OrphanError {
    #[error("the provider knows no such payment")]
    Unknown,
    #[error("the payment has not succeeded, so there is nothing to refund")]
    NotPaid,
    #[error("a charge here accounts for it: its reservation or subscription decides about refunds")]
    AccountedFor,
    #[error("the payment is refunded completely")]
    AlreadyRefunded,
    #[error("unexpected response of the provider: {0}")]
    Provider(#[source] StripeError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// A refund of an orphaned payment.
#[derive(Clone, Copy, Debug)]
pub struct OrphanRefund<'a> {
    /// The provider's id.
    pub payment: &'a str,
    /// The admin in whose name it is made.
    pub admin: AdminUserId,
    pub reason: &'a str,
}

/// Returns how a succeeded payment at the provider disagrees with the charge that it names; None if they agree. The reconciling sweeper
/// handles open charges.
pub fn fault(intent: &PaymentIntent, charge: Option<&Charge>) -> Option<String> {
    let Some(charge) = charge else { return Some(format!("{} yen, known to no charge", intent.amount)) };
    if charge.status == ChargeStatus::Canceled {
        return Some(format!("{} yen, while charge {} is canceled", intent.amount, charge.id));
    }
    let is_other = charge.gateway_fid.as_ref().is_some_and(|fid| *fid != intent.id);
    if is_other {
        return Some(format!("{} yen, a second payment of charge {}", intent.amount, charge.id));
    }
    (intent.amount != charge.amount)
        .then(|| format!("{} yen, while charge {} is of {} yen", intent.amount, charge.id, charge.amount))
}

/// Whether the charge belongs to this payment, whatever their amounts: its booking decides about refunds.
fn accounts_for(charge: &Charge, intent: &PaymentIntent) -> bool {
    charge.status != ChargeStatus::Canceled && charge.gateway_fid.as_ref().is_none_or(|fid| *fid == intent.id)
}

/// Refunds the rest of a payment that no charge accounts for, and returns the amount. The payment is booked before the provider is called. A
/// repeated call books a refund that an interrupted call has made, and gets `AlreadyRefunded`.
pub async fn refund_orphan(
    pool: &PgPool,
    stripe: &Stripe,
    now: DateTime<Utc>,
    wanted: OrphanRefund<'_>,
) -> Result<Yen, OrphanError> {
    let intent = stripe.retrieve_payment_intent(wanted.payment).await.map_err(|error| match error {
        error if error.is_not_found() => OrphanError::Unknown,
        error => OrphanError::Provider(error),
    })?;
    if intent.status != PaymentIntentStatus::Succeeded {
        return Err(OrphanError::NotPaid);
    }
    let charge = queries::find_charge_of_payment(&mut *pool.acquire().await?, &intent.id, charge_uid(&intent)).await?;
    if charge.is_some_and(|charge| accounts_for(&charge, &intent)) {
        return Err(OrphanError::AccountedFor);
    }
    let refunds = stripe.list_refunds(&intent.id).await.map_err(OrphanError::Provider)?;
    let gone: Yen = refunds.iter().filter(|refund| refund.is_effective()).map(|refund| refund.amount).sum();
    let left = Yen(intent.amount.0 - gone.0);
    book_begun(pool, now, wanted, &intent, gone).await?;
    if left <= Yen::ZERO {
        return Err(OrphanError::AlreadyRefunded);
    }
    // The provider stores the response of a key for a day, an error as well. So concurrent calls have one key, and a call after a failed
    // refund or a minute after an error has another one. In total, the provider never refunds more than the payment.
    let key = format!("stray:{}:{}:{}", intent.id, refunds.len(), now.timestamp() / 60);
    stripe.create_refund(&intent.id, left, &key).await.map_err(OrphanError::Provider)?;
    let mut tx = pool.begin().await?;
    book_refunded(&mut tx, now, &intent.id, intent.amount).await?;
    record(&mut tx, now, wanted, "orphan_payment_refunded", left).await?;
    tx.commit().await?;
    Ok(left)
}

/// Books the payment, which no charge has booked, and the refunds that were made so far.
async fn book_begun(
    pool: &PgPool,
    now: DateTime<Utc>,
    wanted: OrphanRefund<'_>,
    intent: &PaymentIntent,
    gone: Yen,
) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    let (debit, credit) = (LedgerAccount::CardProvider, LedgerAccount::OrphanedPayments);
    let key = format!("orphan_paid:{}", intent.id);
    let paid = transfer(TransferKind::OrphanPaid, key, debit, credit, &intent.id, intent.amount);
    if ledger::post(&mut tx, now, &paid).await? {
        record(&mut tx, now, wanted, "orphan_payment_booked", intent.amount).await?;
    }
    book_refunded(&mut tx, now, &intent.id, gone).await?;
    tx.commit().await
}

/// Books the part of the refunds of a payment that is not booked yet; `total` is their sum.
async fn book_refunded(conn: &mut PgConnection, now: DateTime<Utc>, payment: &str, total: Yen) -> sqlx::Result<()> {
    let booked = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(amount), 0)::bigint AS "booked!: Yen" FROM ledger_transfers
           WHERE restaurant_id = 0 AND kind = 'orphan_refunded' AND reference = $1"#,
        payment
    );
    let newly = total - booked.fetch_one(&mut *conn).await?;
    if newly > Yen::ZERO {
        let (debit, credit) = (LedgerAccount::OrphanedPayments, LedgerAccount::CardProvider);
        let key = format!("orphan_refunded:{payment}:{}", total.0);
        let refunded = transfer(TransferKind::OrphanRefunded, key, debit, credit, payment, newly);
        ledger::post(conn, now, &refunded).await?;
    }
    Ok(())
}

fn transfer(
    kind: TransferKind,
    key: String,
    debit: LedgerAccount,
    credit: LedgerAccount,
    payment: &str,
    amount: Yen,
) -> Transfer {
    let reference = payment.to_owned();
    Transfer { restaurant: PLATFORM, key, kind, debit, credit, amount, charge: None, reservation: None, reference }
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    wanted: OrphanRefund<'_>,
    action: &str,
    amount: Yen,
) -> sqlx::Result<()> {
    let OrphanRefund { payment, admin, reason } = wanted;
    let detail = json!({ "payment": payment, "amount": amount.0, "admin_user_id": admin, "reason": reason });
    let event = Event { actor: Actor::CommandLine, action, restaurant: None, reservation: None, detail };
    audit::record(conn, now, event).await
}

/// Returns the kind of the charge for which the payment was made, and its restaurant, in brackets; empty if the payment does not name them.
pub fn purpose(intent: &PaymentIntent) -> String {
    let named = intent.metadata.get("kind").zip(intent.metadata.get("restaurant_id"));
    named.map_or_else(String::new, |(kind, restaurant)| format!(" ({kind}, restaurant {restaurant})"))
}

/// Whether a payment is refunded completely, and therefore not a fault any more.
pub async fn is_refunded(stripe: &Stripe, intent: &PaymentIntent) -> Result<bool, PaymentError> {
    let refunds = stripe.list_refunds(&intent.id).await.map_err(PaymentError::Provider)?;
    let gone: Yen = refunds.iter().filter(|refund| refund.is_effective()).map(|refund| refund.amount).sum();
    Ok(gone >= intent.amount)
}

/// Returns the uid of the charge for which the payment was made.
pub fn charge_uid(intent: &PaymentIntent) -> Option<&str> {
    intent.metadata.get("charge_uid").map(String::as_str)
}
