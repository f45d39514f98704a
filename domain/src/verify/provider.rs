//! Our charges against the card provider's payments: asked of the provider, so not part of the snapshot.

use std::collections::HashMap;

use sqlx::PgPool;

use super::Finding;
use crate::clients::stripe::{PaymentIntent, PaymentIntentStatus, Stripe};
use crate::ids::UserId;
use crate::payments::error::PaymentError;
use crate::payments::model::{Charge, ChargeStatus};
use crate::payments::queries;

/// The name of this check, which `run` does not ask.
pub const PROVIDER: &str = "provider";

/// Every payment that succeeded at the provider belongs to a charge of ours, and the two agree.
pub async fn at_provider(pool: &PgPool, stripe: &Stripe) -> Result<Vec<Finding>, PaymentError> {
    let customers = queries::list_customers(&mut *pool.acquire().await?).await?;
    let mut findings = Vec::new();
    for (user, customer) in customers {
        // The provider first: a charge is written down before its payment is made.
        let intents = stripe.list_payment_intents(&customer).await.map_err(PaymentError::Provider)?;
        let charges = queries::list_charges_of_user(&mut *pool.acquire().await?, user).await?;
        findings.extend(compare(user, &intents, &charges));
    }
    Ok(findings)
}

fn compare(user: UserId, intents: &[PaymentIntent], charges: &[Charge]) -> Vec<Finding> {
    let by_fid: HashMap<_, _> = charges.iter().filter_map(|c| Some((c.gateway_fid.as_deref()?, c))).collect();
    let by_uid: HashMap<_, _> = charges.iter().map(|charge| (charge.uid.as_str(), charge)).collect();
    let paid = intents.iter().filter(|intent| intent.status == PaymentIntentStatus::Succeeded);
    let faults = paid.filter_map(|intent| {
        let named = intent.metadata.get("charge_uid").and_then(|uid| by_uid.get(uid.as_str()));
        let fault = fault(intent, by_fid.get(intent.id.as_str()).or(named).copied())?;
        Some(Finding { check: PROVIDER, detail: format!("payment {} of user {user}: {fault}", intent.id) })
    });
    faults.collect()
}

/// A charge that is still open is the reconciling sweeper's.
fn fault(intent: &PaymentIntent, charge: Option<&Charge>) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{ChargeId, ReservationId, RestaurantId};
    use crate::money::Yen;
    use crate::payments::model::{ChargeKind, Subject};

    fn intent(id: &str, uid: &str, status: &str) -> PaymentIntent {
        let json = format!(r#"{{"id":"{id}","status":"{status}","amount":390,"metadata":{{"charge_uid":"{uid}"}}}}"#);
        serde_json::from_str(&json).unwrap()
    }

    fn charge(uid: &str, fid: Option<&str>, status: ChargeStatus) -> Charge {
        Charge {
            id: ChargeId(7),
            uid: uid.into(),
            subject: Subject::Reservation(RestaurantId(1), ReservationId(1)),
            user_id: UserId(1),
            kind: ChargeKind::ReservationFee,
            position: 0,
            is_void: false,
            attempt: 1,
            amount: Yen(390),
            status,
            gateway_fid: fid.map(str::to_owned),
            client_secret: None,
            payment_method_fid: None,
            failure_code: None,
            refund_due: Yen::ZERO,
            refunded_amount: Yen::ZERO,
        }
    }

    fn details(intents: &[PaymentIntent], charges: &[Charge]) -> Vec<String> {
        compare(UserId(1), intents, charges).into_iter().map(|finding| finding.detail).collect()
    }

    #[test]
    fn a_payment_that_its_charge_knows_or_will_know_is_no_finding() {
        let paid = charge("a", Some("pi_1"), ChargeStatus::Succeeded);
        let not_yet_written_down = charge("b", None, ChargeStatus::Planned);
        let intents =
            [intent("pi_1", "a", "succeeded"), intent("pi_2", "b", "succeeded"), intent("pi_3", "", "canceled")];
        assert!(details(&intents, &[paid, not_yet_written_down]).is_empty());
    }

    #[test]
    fn a_payment_without_a_charge_or_beside_it_is_found() {
        let canceled = charge("a", None, ChargeStatus::Canceled);
        let other = charge("b", Some("pi_9"), ChargeStatus::Succeeded);
        let intents =
            [intent("pi_1", "a", "succeeded"), intent("pi_2", "b", "succeeded"), intent("pi_3", "c", "succeeded")];
        assert_eq!(
            details(&intents, &[canceled, other]),
            [
                "payment pi_1 of user 1: 390 yen, while charge 7 is canceled",
                "payment pi_2 of user 1: 390 yen, a second payment of charge 7",
                "payment pi_3 of user 1: 390 yen, known to no charge",
            ]
        );
    }

    #[test]
    fn a_payment_of_another_amount_is_found() {
        let mut dear = charge("a", Some("pi_1"), ChargeStatus::Succeeded);
        dear.amount = Yen(24_000);
        let found = details(&[intent("pi_1", "a", "succeeded")], &[dear]);
        assert_eq!(found, ["payment pi_1 of user 1: 390 yen, while charge 7 is of 24000 yen"]);
    }
}
