//! Subscriptions, their invoices and coupons, as both doubles know them.

use chrono::TimeDelta;
use domain::clients::stripe::{InvoiceStatus, NewSubscription, PaymentIntentStatus, StripeError, SubscriptionStatus};
use domain::clock::Clock;
use domain::money::Yen;

use super::double::{ALWAYS_CHALLENGED, GOOD, ProviderDouble, SAVES_BUT_DECLINES, on_each, stand_in};

/// A key is for one call; tests share a localstripe.
pub fn key(name: &str) -> String {
    format!("{name}-{}", std::process::id())
}

async fn customer(double: &ProviderDouble, name: &str) -> String {
    double.stripe().create_customer(&[("user_id", "1")], &key(name)).await.unwrap().id
}

#[tokio::test]
async fn a_subscription_is_paid_cancelled_with_its_period_and_ended() {
    on_each(|double| async move {
        let (stripe, customer) = (double.stripe(), customer(&double, "subscriber").await);
        let begun = double.subscription(&customer, GOOD).await;
        assert_eq!(begun.status, SubscriptionStatus::Active);
        assert!(begun.current_period_end().is_some());
        let invoices = stripe.list_invoices(&begun.id).await.unwrap();
        assert_eq!(invoices.len(), 1);
        assert_eq!((invoices[0].status, invoices[0].amount_paid), (InvoiceStatus::Paid, Yen(980)));
        assert!(invoices[0].intent_id().is_some_and(|id| id.starts_with("pi_")));
        assert_eq!(stripe.list_subscriptions(&customer).await.unwrap().len(), 1);
        assert!(stripe.set_cancel_at_period_end(&begun.id, true).await.unwrap().cancel_at_period_end);
        assert!(!stripe.set_cancel_at_period_end(&begun.id, false).await.unwrap().cancel_at_period_end);
        assert_eq!(stripe.cancel_subscription(&begun.id).await.unwrap().status, SubscriptionStatus::Canceled);
        assert_eq!(stripe.retrieve_subscription(&begun.id).await.unwrap().status, SubscriptionStatus::Canceled);
    })
    .await;
}

#[tokio::test]
async fn declined_card_leaves_subscription_incomplete() {
    on_each(|double| async move {
        let customer = customer(&double, "poor").await;
        let begun = double.subscription(&customer, SAVES_BUT_DECLINES).await;
        assert_eq!(begun.status, SubscriptionStatus::Incomplete);
        let invoice = double.stripe().list_invoices(&begun.id).await.unwrap().remove(0);
        assert_eq!((invoice.status, invoice.amount_paid), (InvoiceStatus::Open, Yen::ZERO));
    })
    .await;
}

#[tokio::test]
async fn a_trial_costs_nothing_before_its_end() {
    on_each(|double| async move {
        let customer = customer(&double, "trial").await;
        let trial_end = (Clock::system().wall() + TimeDelta::days(30)).timestamp();
        let begun = double.subscription_with_trial(&customer, GOOD, Some(trial_end)).await;
        // localstripe has no trials: a period always ends one month after its start.
        let trialing = if double.is_localstripe() { begun.status } else { SubscriptionStatus::Trialing };
        assert_eq!(begun.status, trialing);
        if !double.is_localstripe() {
            assert_eq!(begun.current_period_end(), Some(trial_end));
        }
        let invoices = double.stripe().list_invoices(&begun.id).await.unwrap();
        assert!(invoices.iter().all(|invoice| invoice.amount_paid == Yen::ZERO), "{invoices:?}");
        let updated = double.stripe().set_cancel_at_period_end(&begun.id, true).await.unwrap();
        assert_eq!((updated.cancel_at_period_end, updated.status), (true, trialing));
    })
    .await;
}

/// Makes every call of the client that subscriptions need, against both doubles. localstripe lacks prices (it knows plans), coupons of a
/// subscription (it knows a customer's), and a chosen card for an open invoice.
#[tokio::test]
async fn stand_in_knows_every_call_and_localstripe_most() {
    on_each(|double| async move {
        let stripe = double.stripe();
        let (customer, poor) = (customer(&double, "calls").await, customer(&double, "calls-poor").await);
        let (begun, unpaid) =
            (double.subscription(&customer, GOOD).await, double.subscription(&poor, SAVES_BUT_DECLINES).await);
        let card = double.saved_card(GOOD, &poor).await;
        let open = stripe.list_invoices(&unpaid.id).await.unwrap().remove(0).id;
        let price = stripe.create_price("Premium", Yen(980), "month", 1, &key("known-price")).await;
        let id = price.as_ref().map_or("price_none", |price| price.id.as_str());
        let coupon = key("known-coupon");
        let wanted = |coupon| NewSubscription { customer: &poor, price: id, trial_end: None, coupon, metadata: &[] };
        let calls = [
            ("set_default_card", stripe.set_default_card(&poor, &card).await.is_ok()),
            ("create_price", price.is_ok()),
            ("retrieve_price", stripe.retrieve_price(id).await.is_ok()),
            ("ensure_coupon", stripe.ensure_coupon(&coupon, Yen(490), 2).await.is_ok()),
            ("create_subscription", stripe.create_subscription(&wanted(None), &key("known")).await.is_ok()),
            ("with a coupon", stripe.create_subscription(&wanted(Some(&coupon)), &key("known-half")).await.is_ok()),
            ("retrieve_subscription", stripe.retrieve_subscription(&begun.id).await.is_ok()),
            ("list_subscriptions", stripe.list_subscriptions(&customer).await.is_ok()),
            ("list_invoices", stripe.list_invoices(&begun.id).await.is_ok()),
            ("pay_invoice", stripe.pay_invoice(&open, &card, &key("known-pay")).await.is_ok()),
            ("set_cancel_at_period_end", stripe.set_cancel_at_period_end(&begun.id, true).await.is_ok()),
            ("cancel_subscription", stripe.cancel_subscription(&begun.id).await.is_ok()),
        ];
        let unknown: Vec<_> = calls.into_iter().filter(|(_, is_known)| !is_known).map(|(call, _)| call).collect();
        let lacking = ["create_price", "retrieve_price", "create_subscription", "with a coupon", "pay_invoice"];
        assert_eq!(unknown, if double.is_localstripe() { &lacking[..] } else { &[] });
    })
    .await;
}

#[tokio::test]
async fn coupon_is_created_once() {
    on_each(|double| async move {
        let id = key("coupon");
        for _ in 0..2 {
            double.stripe().ensure_coupon(&id, Yen(490), 2).await.unwrap();
        }
    })
    .await;
}

#[tokio::test]
async fn subscription_is_created_once_per_key_after_authentication() {
    let double = stand_in().await;
    let (stripe, customer) = (double.stripe(), customer(&double, "owner").await);
    let price = stripe.create_price("Premium", Yen(980), "month", 1, &key("price")).await.unwrap();
    assert_eq!((price.unit_amount, price.recurring.unwrap().interval.as_str()), (Some(Yen(980)), "month"));
    let wanted = |coupon| NewSubscription {
        customer: &customer,
        price: &price.id,
        trial_end: None,
        coupon,
        metadata: &[("subscription_uid", "u")],
    };
    let without_card = stripe.create_subscription(&wanted(None), &key("none")).await;
    assert!(matches!(without_card, Err(StripeError::InvalidRequest { .. })));
    let card = double.saved_card(ALWAYS_CHALLENGED, &customer).await;
    stripe.set_default_card(&customer, &card).await.unwrap();
    let begun = stripe.create_subscription(&wanted(None), &key("begin")).await.unwrap();
    let again = stripe.create_subscription(&wanted(None), &key("begin")).await.unwrap();
    assert_eq!((begun.status, &begun.id), (SubscriptionStatus::Incomplete, &again.id));
    assert_eq!(begun.metadata["subscription_uid"], "u");
    let intent = begun.latest_invoice.as_ref().and_then(|invoice| invoice.intent()).unwrap();
    assert_eq!(intent.failure_code(), Some("authentication_required"), "the bank is asked off-session first");
    let asked = stripe.confirm_payment_intent(&intent.id, &card, false, &key("present")).await.unwrap();
    assert_eq!(asked.status, PaymentIntentStatus::RequiresAction);
    assert!(asked.client_secret.is_some());
    double.authenticate(&asked, super::double::CardholderAction::Passes).await;
    assert_eq!(stripe.retrieve_subscription(&begun.id).await.unwrap().status, SubscriptionStatus::Active);
    let unknown = stripe.create_subscription(&wanted(Some("none")), &key("unknown")).await;
    assert!(matches!(unknown, Err(StripeError::InvalidRequest { .. })));
    assert!(stripe.retrieve_price("price_none").await.is_err() && stripe.retrieve_dispute("dp_none").await.is_err());
}
