//! Compares our charges with the card provider's payments. It calls the provider and is therefore not part of the snapshot.

use std::collections::{HashMap, HashSet};

use chrono::DateTime;
use sqlx::{PgConnection, PgPool};

use super::{Finding, unknown};
use crate::clients::stripe::{BalanceKind, BalanceTransaction, PaymentIntent, PaymentIntentStatus, Stripe};
use crate::ids::ChargeId;
use crate::money::Yen;
use crate::payments::error::PaymentError;
use crate::payments::model::{Charge, ChargeStatus};
use crate::payments::orphans::{charge_uid, fault, is_refunded, purpose};
use crate::payments::queries;
use crate::payments::statement::{self, ProviderList};

/// Name of this check, which `run` does not include.
pub const PROVIDER: &str = "provider";
const PROVIDER_ACTION: &str = "run: seki payments catch-up and seki payments reconcile --now. A payment without a charge is refunded by \
                               seki payments refund-orphan; a subscription that is unknown here is cancelled on the provider's page";

/// Checks that every succeeded payment at the provider belongs to a charge, and every paid charge to a payment, that every subscription there
/// is one here, and that refunds, disputes and movements of the balance are the same on both sides. Calls the provider once for each of its
/// customers, once for each paid charge, and reads the list of all payments.
pub async fn check_provider(pool: &PgPool, stripe: &Stripe) -> Result<Vec<Finding>, PaymentError> {
    let customers = queries::list_customers(&mut *pool.acquire().await?).await?;
    let known = customers.iter().map(|(_, customer)| customer.clone()).collect();
    let mut findings = Vec::new();
    for (user, customer) in customers {
        // Reads the provider first, because a charge is recorded before its payment is created.
        let intents = stripe.list_payment_intents(&customer).await.map_err(PaymentError::Provider)?;
        let charges = queries::list_charges_of_user(&mut *pool.acquire().await?, user).await?;
        for (intent, fault) in compare(&intents, &charges) {
            if !is_refunded(stripe, intent).await? {
                let detail = format!("payment {}{} of user {user}: {fault}", intent.id, purpose(intent));
                findings.push(finding(detail));
            }
        }
        for charge in charges.iter().filter(|charge| charge.status == ChargeStatus::Succeeded) {
            let is_listed = intents.iter().any(|intent| charge.gateway_fid.as_ref() == Some(&intent.id));
            let Some(fault) = error_at_provider(pool, stripe, charge, is_listed).await? else { continue };
            findings.push(finding(format!("charge {} of user {user}: {fault}", charge.id)));
        }
    }
    findings.extend(unknown::payments(pool, stripe, &known).await?.into_iter().map(finding));
    findings.extend(unknown::subscriptions(pool, stripe).await?.into_iter().map(finding));
    findings.extend(disputes(pool, stripe).await?);
    findings.extend(movements(pool, stripe).await?);
    Ok(findings)
}

fn finding(detail: String) -> Finding {
    Finding { check: PROVIDER, detail, action: PROVIDER_ACTION }
}

/// Compares the recorded disputes with the provider's, in both directions. A dispute of a payment without a charge is not ours.
async fn disputes(pool: &PgPool, stripe: &Stripe) -> Result<Vec<Finding>, PaymentError> {
    let there = stripe.list_disputes_since(DateTime::UNIX_EPOCH).await.map_err(PaymentError::Provider)?;
    let here = sqlx::query!(
        r#"SELECT d.gateway_fid, d.amount AS "amount: Yen", d.status FROM charge_disputes d ORDER BY d.id"#
    );
    let here = here.fetch_all(&mut *pool.acquire().await?).await?;
    let by_fid: HashMap<_, _> = here.iter().map(|known| (known.gateway_fid.as_str(), known)).collect();
    let mut findings = Vec::new();
    for dispute in &there {
        let Some(known) = by_fid.get(dispute.id.as_str()) else {
            if is_own_payment(pool, dispute.payment_intent.as_deref()).await? {
                findings.push(finding(format!("dispute {} of {} yen is unknown here", dispute.id, dispute.amount)));
            }
            continue;
        };
        if (known.amount, known.status.as_str()) != (dispute.amount, dispute.status.as_str()) {
            findings.push(finding(format!(
                "dispute {}: {} yen ({}) at the provider, {} yen ({}) here",
                dispute.id, dispute.amount, dispute.status, known.amount, known.status
            )));
        }
    }
    let ids: HashSet<_> = there.iter().map(|dispute| dispute.id.as_str()).collect();
    let gone = here.iter().filter(|known| !ids.contains(known.gateway_fid.as_str()));
    findings.extend(gone.map(|known| finding(format!("dispute {}: the provider does not know it", known.gateway_fid))));
    Ok(findings)
}

/// Whether a charge was paid by this payment.
async fn is_own_payment(pool: &PgPool, payment: Option<&str>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT 1 FROM charges WHERE gateway_fid = $1) AS "is_ours!""#, payment)
        .fetch_one(&mut *pool.acquire().await?)
        .await
}

/// Compares the recorded movements of the balance with the provider's, from the first recorded one on.
async fn movements(pool: &PgPool, stripe: &Stripe) -> Result<Vec<Finding>, PaymentError> {
    let here = sqlx::query!(
        r#"SELECT gateway_fid, amount AS "amount: Yen", fee AS "fee: Yen", moved_at FROM provider_balance_transactions ORDER BY moved_at"#
    );
    let mut conn = pool.acquire().await?;
    // Before the provider's list: what was read since then is known.
    let complete_until = statement::complete_until(&mut conn, ProviderList::BalanceTransactions).await?;
    let here = here.fetch_all(&mut *conn).await?;
    drop(conn);
    let Some(first) = here.first() else { return Ok(Vec::new()) };
    let there = stripe.list_balance_transactions(first.moved_at).read_all().await.map_err(PaymentError::Provider)?;
    let by_fid: HashMap<_, _> = here.iter().map(|known| (known.gateway_fid.as_str(), known)).collect();
    let is_read = |moved: &BalanceTransaction| complete_until.is_some_and(|until| moved.created < until.timestamp());
    let mut findings = Vec::new();
    for moved in &there {
        match by_fid.get(moved.id.as_str()) {
            Some(known) if (known.amount, known.fee) != (moved.amount, moved.fee) => {
                let (amount, fee) = (known.amount, known.fee);
                findings.push(finding(format!(
                    "movement {}: {} yen and a fee of {} yen at the provider, {amount} and {fee} here",
                    moved.id, moved.amount, moved.fee
                )));
            }
            Some(_) => {}
            None if moved.kind == BalanceKind::Payout => {
                findings.push(finding(format!("payout {} of {} yen is unknown here", moved.id, -moved.amount.0)));
            }
            None if is_read(moved) => {
                let (id, kind, amount) = (&moved.id, moved.kind, moved.amount);
                findings.push(finding(format!("movement {id} ({kind}) of {amount} yen is unknown here")));
            }
            // Read within a minute.
            None => {}
        }
    }
    let ids: HashSet<_> = there.iter().map(|moved| moved.id.as_str()).collect();
    let gone = here.iter().filter(|known| !ids.contains(known.gateway_fid.as_str()));
    findings
        .extend(gone.map(|known| finding(format!("movement {}: the provider does not know it", known.gateway_fid))));
    Ok(findings)
}

/// Returns the difference of a paid charge or its refunds at the provider, if any. Ignores a charge that a job is processing.
async fn error_at_provider(
    pool: &PgPool,
    stripe: &Stripe,
    charge: &Charge,
    is_listed: bool,
) -> Result<Option<String>, PaymentError> {
    let Some(fid) = charge.gateway_fid.as_deref() else { return Ok(None) };
    if !is_listed {
        // Paid since the list was read, or unknown at the provider.
        return match stripe.retrieve_payment_intent(fid).await {
            Ok(_) => Ok(None),
            Err(error) if error.is_not_found() => {
                Ok(Some(format!("{} yen were paid by {fid}, which the provider does not know", charge.amount)))
            }
            Err(error) => Err(PaymentError::Provider(error)),
        };
    }
    let refunds = stripe.list_refunds(fid).await.map_err(PaymentError::Provider)?;
    let there: Yen = refunds.iter().filter(|refund| refund.is_effective()).map(|refund| refund.amount).sum();
    // A refund may wait for the decision of a dispute.
    if there == charge.refunded_amount && (charge.refund_missing() == Yen::ZERO || charge.is_refund_deferred()) {
        return Ok(None);
    }
    let mut conn = pool.acquire().await?;
    let is_worked_on = has_pending_job(&mut conn, charge.id).await?;
    Ok((!is_worked_on).then(|| {
        let (due, here) = (charge.refund_due, charge.refunded_amount);
        format!("{due} yen due for refund; refunded are {here} yen here and {there} yen at the provider")
    }))
}

/// Whether a job settles the charge's subject now or later.
async fn has_pending_job(conn: &mut PgConnection, charge: ChargeId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"WITH charge AS MATERIALIZED (SELECT restaurant_id, subject_kind, subject_id FROM charges WHERE id = $1)
           SELECT EXISTS (
               SELECT 1 FROM charge c
               JOIN apalis.jobs j ON j.job_type = 'payment'
                   AND (j.status IN ('Pending', 'Queued', 'Running') OR j.status = 'Failed' AND j.attempts < j.max_attempts)
               CROSS JOIN LATERAL (SELECT convert_from(j.job, 'UTF8')::jsonb AS payload) p
               WHERE p.payload->>'subject_kind' = c.subject_kind
                 AND (p.payload->>'restaurant_id')::bigint = c.restaurant_id
                 AND (p.payload->>'subject_id')::bigint = c.subject_id) AS "is_worked_on!""#,
        charge.0
    )
    .fetch_one(conn)
    .await
}

fn compare<'a>(intents: &'a [PaymentIntent], charges: &[Charge]) -> Vec<(&'a PaymentIntent, String)> {
    let by_fid: HashMap<_, _> = charges.iter().filter_map(|c| Some((c.gateway_fid.as_deref()?, c))).collect();
    let by_uid: HashMap<_, _> = charges.iter().map(|charge| (charge.uid.as_str(), charge)).collect();
    let paid = intents.iter().filter(|intent| intent.status == PaymentIntentStatus::Succeeded);
    paid.filter_map(|intent| {
        let named = charge_uid(intent).and_then(|uid| by_uid.get(uid));
        Some((intent, fault(intent, by_fid.get(intent.id.as_str()).or(named).copied())?))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::model::ChargeKind;

    fn intent(id: &str, uid: &str, status: &str) -> PaymentIntent {
        let json = format!(r#"{{"id":"{id}","status":"{status}","amount":390,"metadata":{{"charge_uid":"{uid}"}}}}"#);
        serde_json::from_str(&json).unwrap()
    }

    fn charge(uid: &str, fid: Option<&str>, status: ChargeStatus) -> Charge {
        Charge {
            id: ChargeId(7),
            uid: uid.to_owned(),
            amount: Yen(390),
            gateway_fid: fid.map(str::to_owned),
            ..Charge::example(ChargeKind::ReservationFee, status)
        }
    }

    fn details(intents: &[PaymentIntent], charges: &[Charge]) -> Vec<String> {
        compare(intents, charges).into_iter().map(|(intent, fault)| format!("{}: {fault}", intent.id)).collect()
    }

    #[test]
    fn payment_known_to_its_charge_is_not_a_finding() {
        let paid = charge("a", Some("pi_1"), ChargeStatus::Succeeded);
        let not_recorded_yet = charge("b", None, ChargeStatus::Planned);
        let intents =
            [intent("pi_1", "a", "succeeded"), intent("pi_2", "b", "succeeded"), intent("pi_3", "", "canceled")];
        assert!(details(&intents, &[paid, not_recorded_yet]).is_empty());
    }

    #[test]
    fn payments_without_matching_charge_are_found() {
        let canceled = charge("a", None, ChargeStatus::Canceled);
        let other = charge("b", Some("pi_9"), ChargeStatus::Succeeded);
        let intents =
            [intent("pi_1", "a", "succeeded"), intent("pi_2", "b", "succeeded"), intent("pi_3", "c", "succeeded")];
        assert_eq!(
            details(&intents, &[canceled, other]),
            [
                "pi_1: 390 yen, while charge 7 is canceled",
                "pi_2: 390 yen, a second payment of charge 7",
                "pi_3: 390 yen, known to no charge",
            ]
        );
    }

    #[test]
    fn a_payment_of_another_amount_is_found() {
        let mut dear = charge("a", Some("pi_1"), ChargeStatus::Succeeded);
        dear.amount = Yen(24_000);
        let found = details(&[intent("pi_1", "a", "succeeded")], &[dear]);
        assert_eq!(found, ["pi_1: 390 yen, while charge 7 is of 24000 yen"]);
    }
}
