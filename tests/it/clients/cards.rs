//! Saving cards.

use domain::clients::stripe::{SetupIntentStatus, StripeError};

use super::double::{
    ALWAYS_CHALLENGED, CHALLENGED_THEN_DECLINED, CardholderAction, DECLINED, GOOD, ProviderDouble, on_each, stand_in,
};
use super::subscriptions::key;

async fn customer(double: &ProviderDouble) -> String {
    double.stripe().create_customer(&[("user_id", "1")], &key("customer")).await.unwrap().id
}

#[tokio::test]
async fn a_good_card_is_saved_and_shows_what_is_printed_on_it() {
    on_each(|double| async move {
        let (stripe, customer) = (double.stripe(), customer(&double).await);
        let begun = stripe.create_setup_intent(&customer, &key("setup")).await.unwrap();
        assert_eq!(begun.status, SetupIntentStatus::RequiresPaymentMethod);
        assert_eq!(begun.customer.as_deref(), Some(customer.as_str()));

        let done = double.set_up(&begun, GOOD, CardholderAction::Passes).await;
        assert_eq!(done.status, SetupIntentStatus::Succeeded);
        let card = done.payment_method.unwrap();
        // Stripe has attached it by now, localstripe has not; doing it again is allowed.
        stripe.attach_payment_method(&card, &customer).await.unwrap();
        let method = stripe.retrieve_payment_method(&card).await.unwrap();
        assert_eq!(method.customer.as_deref(), Some(customer.as_str()));
        let printed = method.card.unwrap();
        assert_eq!((printed.brand.as_str(), printed.last4.as_str(), printed.exp_month), ("visa", "4242", 12));
        assert_eq!(stripe.list_payment_methods(&customer).await.unwrap().len(), 1);

        assert_eq!(stripe.detach_payment_method(&card).await.unwrap().customer, None);
        assert!(stripe.list_payment_methods(&customer).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn card_is_saved_only_after_authentication() {
    on_each(|double| async move {
        let (stripe, customer) = (double.stripe(), customer(&double).await);
        let begun = stripe.create_setup_intent(&customer, &key("setup-3ds")).await.unwrap();
        let passed = double.set_up(&begun, ALWAYS_CHALLENGED, CardholderAction::Passes).await;
        assert_eq!(passed.status, SetupIntentStatus::Succeeded);

        let begun = stripe.create_setup_intent(&customer, &key("setup-3ds-fails")).await.unwrap();
        let failed = double.set_up(&begun, ALWAYS_CHALLENGED, CardholderAction::Fails).await;
        // Stripe lets the diner retry, localstripe cancels the intent.
        let expected = match double.is_localstripe() {
            true => SetupIntentStatus::Canceled,
            false => SetupIntentStatus::RequiresPaymentMethod,
        };
        assert_eq!(failed.status, expected);
    })
    .await;
}

#[tokio::test]
async fn declined_card_is_not_saved() {
    on_each(|double| async move {
        let customer = customer(&double).await;
        let card = double.card(DECLINED).await;
        let refused = double.stripe().attach_payment_method(&card, &customer).await.unwrap_err();
        assert!(matches!(&refused, StripeError::Card(error) if error.code == "card_declined"), "{refused:?}");
    })
    .await;
}

#[tokio::test]
async fn a_card_may_be_refused_after_its_owner_authenticated() {
    let double = stand_in().await;
    let customer = customer(&double).await;
    let begun = double.stripe().create_setup_intent(&customer, "setup").await.unwrap();
    let refused = double.set_up(&begun, CHALLENGED_THEN_DECLINED, CardholderAction::Passes).await;
    assert_eq!(refused.status, SetupIntentStatus::RequiresPaymentMethod);
    let saved = double.set_up(&begun, GOOD, CardholderAction::Passes).await;
    assert_eq!(saved.status, SetupIntentStatus::Succeeded);
}
