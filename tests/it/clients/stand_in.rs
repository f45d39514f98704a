//! Behaviour of Stripe that only the stand-in has: finer rules, outages and a restart.

use chrono::{DateTime, Datelike};
use domain::clients::stripe::{NewPaymentIntent, PaymentIntentStatus, Stripe, StripeError};
use domain::money::Yen;
use serde_json::json;
use stand_ins::{Config, Handle, StandIns};

use super::double::{
    ALWAYS_CHALLENGED, CHALLENGED_UNLESS_SET_UP, CardholderAction, GOOD, ProviderDouble, WITHOUT_FUNDS, post, stand_in,
};

struct Shop {
    double: ProviderDouble,
    stripe: Stripe,
    customer: String,
}

async fn shop() -> Shop {
    let double = stand_in().await;
    let stripe = double.stripe();
    let customer = stripe.create_customer(&[], "customer").await.unwrap().id;
    Shop { double, stripe, customer }
}

impl Shop {
    fn wanted(&self, amount: i64) -> NewPaymentIntent<'_> {
        NewPaymentIntent { amount: Yen(amount), customer: &self.customer, metadata: &[] }
    }

    async fn faults(&self, faults: serde_json::Value) {
        post(&format!("{}/faults", self.handle().http_url), &json!({ "stripe": faults })).await;
    }

    fn handle(&self) -> &Handle {
        match &self.double {
            ProviderDouble::StandIn(handle) => handle,
            ProviderDouble::Localstripe(_) => unreachable!("a shop is a stand-in's"),
        }
    }
}

#[tokio::test]
async fn cards_expire_by_the_clock_of_the_demo() {
    let shop = shop().await;
    shop.handle().set_billing_time("2070-06-15T00:00:00Z".parse().unwrap());
    for (expiry, code) in [
        (("05", "2070"), json!("invalid_expiry_month")),
        (("12", "2069"), json!("invalid_expiry_year")),
        (("01", "2120"), json!("invalid_expiry_year")),
        (("06", "2070"), json!(null)),
        (("12", "2119"), json!(null)),
    ] {
        let made = shop.double.typed_card(GOOD, expiry).await;
        assert_eq!(made["error"]["code"], code, "{expiry:?}: {made}");
    }
    let method = shop.stripe.retrieve_payment_method("pm_card_visa").await.unwrap();
    assert_eq!(method.card.map(|card| card.exp_year), Some(2075));
    let script = reqwest::get(format!("{}/js/v3", shop.handle().stripe_url())).await.unwrap().text().await.unwrap();
    let (_, served) = script.split_once("const SERVED_AT = ").expect("the time of the form");
    let millis: i64 = served.split_once(';').expect("a statement").0.parse().expect("a number");
    assert_eq!(DateTime::from_timestamp_millis(millis).map(|at| at.year()), Some(2070));
}

#[tokio::test]
async fn repeated_key_gets_the_stored_response() {
    let shop = shop().await;
    let first = shop.stripe.create_payment_intent(&shop.wanted(390), "key").await.unwrap();
    let again = shop.stripe.create_payment_intent(&shop.wanted(390), "key").await.unwrap();
    assert_eq!(first.id, again.id);
    let other = shop.stripe.create_payment_intent(&shop.wanted(391), "key").await.unwrap_err();
    assert!(matches!(other, StripeError::Idempotency { .. }), "{other:?}");
    assert_eq!(shop.stripe.list_payment_intents(&shop.customer).await.unwrap().len(), 1);
}

#[tokio::test]
async fn repeated_key_gets_the_stored_rejection_of_a_refund() {
    let shop = shop().await;
    let card = shop.double.saved_card(GOOD, &shop.customer).await;
    let paid = shop.double.pay(&shop.customer, &card, true, "pay").await.unwrap();
    shop.stripe.create_refund(&paid.id, Yen(25_000), "key").await.unwrap_err();
    let smaller = shop.stripe.create_refund(&paid.id, Yen(1_000), "key").await.unwrap_err();
    assert!(matches!(smaller, StripeError::Idempotency { .. }), "{smaller:?}");
    assert_eq!(shop.stripe.create_refund(&paid.id, Yen(1_000), "another").await.unwrap().amount, Yen(1_000));
}

#[tokio::test]
async fn lost_response_is_repeated_without_a_second_payment() {
    let shop = shop().await;
    let card = shop.double.saved_card(GOOD, &shop.customer).await;
    shop.faults(json!({ "fail_next": 1, "lose_next": 1 })).await;
    for failure in ["refused", "lost"] {
        let error = shop.double.pay(&shop.customer, &card, true, "pay").await.unwrap_err();
        assert!(error.is_retryable(), "{failure}: {error:?}");
    }
    let paid = shop.double.pay(&shop.customer, &card, true, "pay").await.unwrap();
    assert_eq!(paid.status, PaymentIntentStatus::Succeeded);
    assert_eq!(shop.stripe.list_payment_intents(&shop.customer).await.unwrap().len(), 1);
}

#[tokio::test]
async fn declined_payment_accepts_another_card() {
    let shop = shop().await;
    let intent = shop.stripe.create_payment_intent(&shop.wanted(390), "key").await.unwrap();
    let poor = shop.double.card(WITHOUT_FUNDS).await;
    let refused = shop.stripe.confirm_payment_intent(&intent.id, &poor, false, "try-1").await.unwrap_err();
    let StripeError::Card(error) = refused else { panic!("{refused:?}") };
    assert_eq!(error.decline_code.as_deref(), Some("insufficient_funds"));
    assert_eq!(error.intent.unwrap().id, intent.id);

    let waiting = shop.stripe.retrieve_payment_intent(&intent.id).await.unwrap();
    assert_eq!(waiting.status, PaymentIntentStatus::RequiresPaymentMethod);
    assert_eq!(waiting.failure_code(), Some("insufficient_funds"));
    assert_eq!(waiting.payment_method, None);
    assert_eq!(waiting.last_payment_error.unwrap().payment_method.unwrap().id, poor);

    let good = shop.double.card(GOOD).await;
    let paid = shop.stripe.confirm_payment_intent(&intent.id, &good, false, "try-2").await.unwrap();
    assert_eq!(paid.status, PaymentIntentStatus::Succeeded);
    let twice = shop.stripe.confirm_payment_intent(&intent.id, &good, false, "try-3").await.unwrap_err();
    let StripeError::InvalidRequest { code, intent: Some(left), .. } = twice else { panic!("{twice:?}") };
    assert_eq!((code.as_deref(), left.status.as_str()), (Some("payment_intent_unexpected_state"), "succeeded"));
}

#[tokio::test]
async fn off_session_payment_needs_saved_card() {
    let shop = shop().await;
    for (number, is_enough) in [(CHALLENGED_UNLESS_SET_UP, true), (ALWAYS_CHALLENGED, false)] {
        let unasked = shop.double.saved_card(number, &shop.customer).await;
        let refused = shop.double.pay(&shop.customer, &unasked, true, number).await.unwrap_err();
        assert!(matches!(&refused, StripeError::Card(e) if e.code == "authentication_required"), "{refused:?}");

        let key = format!("{number}-setup");
        let setup = shop.stripe.create_setup_intent(&shop.customer, &key).await.unwrap();
        let card = shop.double.set_up(&setup, number, CardholderAction::Passes).await.payment_method.unwrap();
        let paid = shop.double.pay(&shop.customer, &card, true, &format!("{number}-again")).await;
        assert_eq!(paid.is_ok(), is_enough, "{number}: {paid:?}");
    }
}

#[tokio::test]
async fn abandoned_authentication_can_be_resumed() {
    let shop = shop().await;
    let card = shop.double.saved_card(ALWAYS_CHALLENGED, &shop.customer).await;
    let asked = shop.double.pay(&shop.customer, &card, false, "pay").await.unwrap();
    let url = format!("{}/cards/confirm", shop.handle().http_url);
    let left = json!({ "client_secret": asked.client_secret, "card_number": ALWAYS_CHALLENGED, "outcome": "leave" });
    assert_eq!(post(&url, &left).await, json!({ "id": asked.id, "status": "requires_action" }));
    let paid = shop.double.authenticate(&asked, CardholderAction::Passes).await;
    assert_eq!(paid.status, PaymentIntentStatus::Succeeded);
}

#[tokio::test]
async fn more_than_was_paid_is_not_paid_back() {
    let shop = shop().await;
    let card = shop.double.saved_card(GOOD, &shop.customer).await;
    let paid = shop.double.pay(&shop.customer, &card, true, "pay").await.unwrap();
    let refund = async |amount, key| shop.stripe.create_refund(&paid.id, Yen(amount), key).await;
    let code = |error| match error {
        StripeError::InvalidRequest { code, .. } => code.unwrap_or_default(),
        other => panic!("{other:?}"),
    };
    assert_eq!(code(refund(24_001, "a").await.unwrap_err()), "amount_too_large");
    refund(24_000, "b").await.unwrap();
    assert_eq!(code(refund(1, "c").await.unwrap_err()), "charge_already_refunded");
}

#[tokio::test]
async fn dispute_blocks_refunds_and_moves_the_balance() {
    let shop = shop().await;
    let card = shop.double.saved_card(GOOD, &shop.customer).await;
    let paid = shop.double.pay(&shop.customer, &card, true, "pay").await.unwrap();
    let call = async |path: &str, form: &[(&str, &str)]| {
        let url = format!("{}/v1/{path}", shop.handle().stripe_url());
        let http = domain::clients::http::client();
        let answer = http.post(url).bearer_auth("sk_test_12345").form(form).send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {}", answer.text().await.unwrap());
    };
    call(&format!("charges/{}/dispute", paid.id), &[("reason", "duplicate")]).await;
    let dispute = shop.stripe.list_disputes(&paid.id).await.unwrap().remove(0);
    assert_eq!((dispute.status.as_str(), dispute.reason.as_deref()), ("needs_response", Some("duplicate")));
    assert!(dispute.due_by().is_some() && !dispute.is_answered());
    let rejected = shop.stripe.create_refund(&paid.id, Yen(1), "refund").await.unwrap_err();
    assert!(rejected.is_disputed(), "{rejected:?}");
    call(&format!("disputes/{}", dispute.id), &[("evidence[uncategorized_text]", "winning_evidence")]).await;
    let won = shop.stripe.retrieve_dispute(&dispute.id).await.unwrap();
    assert!(won.status == "won" && won.is_answered() && won.due_by().is_none());
    shop.stripe.create_refund(&paid.id, Yen(1), "refund-2").await.unwrap();
    let moved = shop.stripe.list_balance_transactions(chrono::DateTime::UNIX_EPOCH).read_all().await.unwrap();
    let moved: Vec<_> = moved.iter().rev().map(|one| (one.amount.0, one.fee.0)).collect();
    assert_eq!(moved, [(24_000, 864), (-24_000, 1_500), (24_000, 0), (-1, 0)]);
}

#[tokio::test]
async fn state_survives_restart() {
    let folder = std::env::temp_dir().join(format!("stand-ins-{}", std::process::id()));
    let config = Config { state_file: Some(folder.join("state.json")), ..Config::default() };
    let before = StandIns::start(config.clone()).await.unwrap();
    let stripe = Stripe::new(&before.stripe_url(), "sk_test_12345");
    let customer = stripe.create_customer(&[("user_id", "7")], "customer").await.unwrap().id;
    before.shutdown().await.unwrap();

    let after = StandIns::start(config).await.unwrap();
    let stripe = Stripe::new(&after.stripe_url(), "sk_test_12345");
    assert_eq!(stripe.create_customer(&[("user_id", "7")], "customer").await.unwrap().id, customer);
    after.shutdown().await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

/// The demo's configuration contains the beacon's key.
#[test]
fn the_demo_has_the_key_of_the_stand_in_of_the_beacon() {
    assert_eq!(domain::config::demo::BEACON_PUBLIC_KEY, stand_ins::beacon::public_key());
}
