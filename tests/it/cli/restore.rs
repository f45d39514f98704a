//! A database that was restored from a backup: the provider knows accounts, payments and subscriptions that the database does not.

use domain::clients::stripe::{NewPaymentIntent, NewSubscription};
use domain::money::Yen;
use domain::payments::{cards, orphans};
use domain::verify;
use tests::TestApp;

/// Returns what `seki verify --provider` finds at the provider.
async fn findings(app: &TestApp) -> Vec<String> {
    let findings = verify::check_provider(&app.pool, &app.outside.stripe).await.expect("the provider answers");
    findings.into_iter().map(|finding| finding.detail).collect()
}

#[tokio::test]
async fn payments_and_subscriptions_of_lost_accounts_are_found() {
    let app = TestApp::start().await;
    let stripe = &app.outside.stripe;
    let customer = stripe.create_customer(&[], "lost").await.expect("a customer").id;
    let card = stripe.attach_payment_method("pm_card_visa", &customer).await.expect("a card").id;
    let of_a_course = [("charge_uid", "lost"), ("kind", "prepaid_course"), ("restaurant_id", "7")];
    let wanted = NewPaymentIntent { amount: Yen(1_000), customer: &customer, metadata: &of_a_course };
    let payment = stripe.create_payment_intent(&wanted, "lost payment").await.expect("an intent").id;
    stripe.confirm_payment_intent(&payment, &card, false, "lost payment:1").await.expect("a payment");
    let named =
        format!("payment {payment} (prepaid_course, restaurant 7) of customer {customer}, an account unknown here");
    assert_eq!(findings(&app).await, [format!("{named}: 1000 yen, known to no charge")]);
    let (admin, _) = app.admin_with_password(&["refunds"]).await;
    let wanted = orphans::OrphanRefund { payment: &payment, admin, reason: "予約の消失" };
    let refunded = orphans::refund_orphan(&app.pool, stripe, app.now(), wanted).await;
    assert_eq!(refunded.map_err(|error| error.to_string()), Ok(Yen(1_000)));
    assert_eq!(findings(&app).await, [""; 0]);

    let price = stripe.create_price("Premium", Yen(980), "month", 1, "price").await.expect("a price").id;
    stripe.set_default_card(&customer, &card).await.expect("a card");
    let ends = Some((app.clock.wall() + chrono::Duration::days(30)).timestamp());
    let metadata = [("subscription_uid", "lost")];
    let wanted =
        NewSubscription { customer: &customer, price: &price, trial_end: ends, coupon: None, metadata: &metadata };
    let subscription = stripe.create_subscription(&wanted, "lost subscription").await.expect("a subscription").id;
    let unknown = format!("subscription {subscription} is unknown here, and the provider renews it");
    assert_eq!(findings(&app).await, [unknown]);
    stripe.cancel_subscription(&subscription).await.expect("it ends");
    assert_eq!(findings(&app).await, [""; 0]);
    app.end().await;
}

#[tokio::test]
async fn account_with_the_id_of_a_lost_one_has_its_own_customer() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await.id();
    let lost = cards::ensure_customer(&app.pool, &app.outside.stripe, hanako).await.expect("a customer");
    app.execute("UPDATE users SET uid = 'another', gateway_customer_fid = NULL").await;
    let own = cards::ensure_customer(&app.pool, &app.outside.stripe, hanako).await.expect("a customer");
    assert_ne!(own, lost);
    app.end().await;
}
