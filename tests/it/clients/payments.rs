//! Payments, refunds, and the events since.

use chrono::{DateTime, TimeDelta, Utc};
use domain::clients::stripe::{NewPaymentIntent, PaymentIntentStatus, RefundStatus, StripeError};
use domain::clock::Clock;
use domain::money::Yen;

use super::double::{ALWAYS_CHALLENGED, CardholderAction, GOOD, ProviderDouble, SAVES_BUT_DECLINES, on_each};

async fn customer(double: &ProviderDouble, test: &str) -> String {
    double.stripe().create_customer(&[("test", test)], &format!("{test}-customer")).await.unwrap().id
}

fn now() -> DateTime<Utc> {
    Clock::system().wall()
}

#[tokio::test]
async fn a_saved_card_pays_without_its_owner_and_is_paid_back_in_parts() {
    on_each(|double| async move {
        let (stripe, customer, began) = (double.stripe(), customer(&double, "pays").await, now());
        let card = double.saved_card(GOOD, &customer).await;
        let paid = double.pay(&customer, &card, true, "pays").await.unwrap();
        assert_eq!(paid.status, PaymentIntentStatus::Succeeded);
        assert_eq!((paid.amount, paid.customer.as_deref()), (Yen(24_000), Some(customer.as_str())));
        assert_eq!(paid.metadata.get("charge_uid").map(String::as_str), Some("pays"));
        assert!(paid.latest_charge.unwrap().starts_with("ch_"));

        let refund = stripe.create_refund(&paid.id, Yen(9_000), "pays-back").await.unwrap();
        assert_eq!((refund.status, refund.amount), (RefundStatus::Succeeded, Yen(9_000)));
        let refunds = stripe.list_refunds(&paid.id).await.unwrap();
        assert_eq!(refunds.iter().map(|refund| refund.amount).sum::<Yen>(), Yen(9_000));

        let events = stripe.list_events(began - TimeDelta::seconds(2)).read_all().await.unwrap();
        let is_ours = |kind: &str, id: &str| events.iter().any(|e| e.kind == kind && e.data.object["id"] == *id);
        assert!(is_ours("payment_intent.succeeded", &paid.id));
        if !double.is_localstripe() {
            assert!(events.is_sorted_by_key(|event| std::cmp::Reverse(event.created)));
        }
        assert!(stripe.list_events(now() + TimeDelta::hours(1)).read_all().await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn payment_waits_for_authentication() {
    on_each(|double| async move {
        let customer = customer(&double, "waits").await;
        let card = double.saved_card(ALWAYS_CHALLENGED, &customer).await;
        let asked = double.pay(&customer, &card, false, "waits").await.unwrap();
        assert_eq!(asked.status, PaymentIntentStatus::RequiresAction);
        let paid = double.authenticate(&asked, CardholderAction::Passes).await;
        assert_eq!(paid.status, PaymentIntentStatus::Succeeded);

        let asked = double.pay(&customer, &card, false, "waits-in-vain").await.unwrap();
        let failed = double.authenticate(&asked, CardholderAction::Fails).await;
        assert_eq!(failed.status, PaymentIntentStatus::RequiresPaymentMethod);
        assert_eq!(failed.failure_code(), Some("payment_intent_authentication_failure"));
    })
    .await;
}

#[tokio::test]
async fn declined_card_has_its_own_error() {
    on_each(|double| async move {
        let customer = customer(&double, "refused").await;
        let card = double.saved_card(SAVES_BUT_DECLINES, &customer).await;
        let refused = double.pay(&customer, &card, true, "refused").await.unwrap_err();
        assert!(!refused.is_retryable());
        let StripeError::Card(error) = refused else { panic!("{refused:?}") };
        assert_eq!(error.code, "card_declined");
        assert_eq!(error.intent.is_none(), double.is_localstripe());
    })
    .await;
}

#[tokio::test]
async fn payment_is_cancelled_once() {
    on_each(|double| async move {
        let (stripe, customer) = (double.stripe(), customer(&double, "called-off").await);
        let wanted = NewPaymentIntent { amount: Yen(390), customer: &customer, metadata: &[] };
        let intent = stripe.create_payment_intent(&wanted, "called-off").await.unwrap();
        assert_eq!(intent.status, PaymentIntentStatus::RequiresPaymentMethod);
        let canceled = stripe.cancel_payment_intent(&intent.id, "called-off-1").await.unwrap();
        assert_eq!(canceled.status, PaymentIntentStatus::Canceled);
        let again = stripe.cancel_payment_intent(&intent.id, "called-off-2").await.unwrap_err();
        assert!(matches!(again, StripeError::InvalidRequest { status: 400, .. }), "{again:?}");
        let stays = stripe.retrieve_payment_intent(&intent.id).await.unwrap();
        assert_eq!(stays.status, PaymentIntentStatus::Canceled);
    })
    .await;
}

#[tokio::test]
async fn unknown_ids_are_invalid_requests() {
    on_each(|double| async move {
        let missing = double.stripe().retrieve_payment_intent("pi_unknown").await.unwrap_err();
        assert!(matches!(missing, StripeError::InvalidRequest { status: 404, .. }), "{missing:?}");
        assert!(!missing.is_retryable());
    })
    .await;
}
