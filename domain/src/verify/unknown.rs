//! Payments and subscriptions of the provider whose account is unknown here: it was created, or got its first card, after the backup from which
//! the database was restored.

use std::collections::HashSet;

use sqlx::PgPool;

use crate::clients::stripe::{PaymentIntent, PaymentIntentStatus, Stripe};
use crate::payments::error::PaymentError;
use crate::payments::orphans::{charge_uid, fault, is_refunded, purpose};
use crate::payments::queries;
use crate::plans::model::UID;

/// Names each succeeded payment of a customer that no account here has, unless a charge accounts for it or it is refunded.
pub(super) async fn payments(
    pool: &PgPool,
    stripe: &Stripe,
    known: &HashSet<String>,
) -> Result<Vec<String>, PaymentError> {
    let is_unknown = |intent: &PaymentIntent| {
        let is_known = intent.customer.as_ref().is_some_and(|customer| known.contains(customer));
        intent.status == PaymentIntentStatus::Succeeded && !is_known
    };
    let mut findings = Vec::new();
    let mut pages = stripe.list_all_payment_intents();
    while let Some(page) = pages.next_page().await.map_err(PaymentError::Provider)? {
        for intent in page.iter().filter(|intent| is_unknown(intent)) {
            let mut conn = pool.acquire().await?;
            let charge = queries::find_charge_of_payment(&mut conn, &intent.id, charge_uid(intent)).await?;
            drop(conn);
            let Some(fault) = fault(intent, charge.as_ref()) else { continue };
            if !is_refunded(stripe, intent).await? {
                let customer = intent.customer.as_deref().unwrap_or("none");
                let (id, purpose) = (&intent.id, purpose(intent));
                findings
                    .push(format!("payment {id}{purpose} of customer {customer}, an account unknown here: {fault}"));
            }
        }
    }
    Ok(findings)
}

/// Names each subscription that the provider renews and that has no row here. One without our uid belongs to another application.
pub(super) async fn subscriptions(pool: &PgPool, stripe: &Stripe) -> Result<Vec<String>, PaymentError> {
    // Reads the provider first: a subscription has a row before it is created there.
    let live = stripe.list_live_subscriptions().await.map_err(PaymentError::Provider)?;
    let uids: Vec<_> = live.iter().filter_map(|one| one.metadata.get(UID).cloned()).collect();
    let known = sqlx::query_scalar!("SELECT uid FROM subscriptions WHERE uid = ANY($1)", &uids);
    let known: HashSet<_> = known.fetch_all(&mut *pool.acquire().await?).await?.into_iter().collect();
    let unknown = live.iter().filter(|one| one.metadata.get(UID).is_some_and(|uid| !known.contains(uid)));
    Ok(unknown.map(|one| format!("subscription {} is unknown here, and the provider renews it", one.id)).collect())
}
