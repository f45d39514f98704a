//! The subject of a payment need not be a reservation: a manual correction is planned, charged, settled and refunded like any other.

use domain::clients::stripe::PaymentIntentStatus;
use domain::ids::{CorrectionId, RestaurantId, SubscriptionId, UserId};
use domain::money::Yen;
use domain::payments::model::{ChargeKind, ChargeStatus, IntentReference, Outcome, Subject};
use domain::payments::{actions, queries};
use domain::settlement;
use tests::{RestaurantSpec, TestApp, cards};

async fn plan(app: &TestApp, subject: Subject, kind: ChargeKind, amount: Yen) -> sqlx::Result<bool> {
    let mut tx = app.pool.begin().await?;
    let diner = UserId(app.count("SELECT min(id) FROM users").await);
    let planned = actions::plan(&mut tx, &app.rng, app.now(), subject, diner, &[(kind, amount)]).await?;
    tx.commit().await?;
    Ok(planned)
}

#[tokio::test]
async fn manual_correction_needs_no_reservation() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let correction = Subject::Correction(Some(restaurant.id), CorrectionId(1));
    for subject in [correction, Subject::Correction(None, CorrectionId(1)), Subject::Subscription(SubscriptionId(1))] {
        let kind = match subject {
            Subject::Subscription(_) => ChargeKind::SubscriptionFee,
            _ => ChargeKind::Correction,
        };
        assert!(plan(&app, subject, kind, Yen(500)).await.expect("a plan"));
        app.advance(20);
        assert_eq!(settlement::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep"), 1, "{subject}");
        app.drain_jobs().await;
        let outcome = actions::refresh_intents(app.payments(), subject).await.expect("an answer");
        assert!(matches!(outcome, Outcome::Paid), "{subject}: {outcome:?}");
    }
    assert_eq!(app.kept_of(&hanako).await, 1500);
    let mut conn = app.pool.acquire().await.expect("a connection");
    let charges = queries::list_charges(&mut conn, correction).await.expect("charges");
    assert_eq!((charges.len(), charges[0].status, charges[0].subject), (1, ChargeStatus::Succeeded, correction));
    queries::set_refund_due(&mut conn, &charges[0], Yen(200), app.now()).await.expect("a refund");
    drop(conn);
    settlement::settle_subject(app.payments(), correction).await.expect("settled");
    assert_eq!(app.kept_of(&hanako).await, 1300);
    let intent = app.outside.stripe.retrieve_payment_intent(charges[0].gateway_fid.as_deref().unwrap()).await;
    assert_eq!(intent.expect("an intent").status, PaymentIntentStatus::Succeeded);
    app.end().await;
}

#[tokio::test]
async fn a_payment_names_its_restaurant_and_charge_to_the_provider() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let subject = Subject::Correction(Some(restaurant.id), CorrectionId(1));
    assert!(plan(&app, subject, ChargeKind::Correction, Yen(500)).await.expect("a plan"));
    actions::collect(app.payments(), subject, None).await.expect("an answer");
    let mut conn = app.pool.acquire().await.expect("a connection");
    let charge = queries::list_charges(&mut conn, subject).await.expect("charges").remove(0);
    let fid = charge.gateway_fid.expect("a payment");
    let intent = app.outside.stripe.retrieve_payment_intent(&fid).await.expect("an intent");
    assert_eq!(intent.metadata.get("charge_uid"), Some(&charge.uid));
    assert_eq!(intent.metadata.get("restaurant_id"), Some(&restaurant.id.0.to_string()));

    let own = (restaurant.id, charge.uid.clone());
    let of_another = (RestaurantId(restaurant.id.0 + 1), charge.uid);
    for (fid, charge, found) in [
        ("pi_unknown", Some(own), Some(subject)),
        ("pi_unknown", Some(of_another.clone()), None),
        ("pi_unknown", None, None),
        (fid.as_str(), Some(of_another), Some(subject)),
        (fid.as_str(), None, Some(subject)),
    ] {
        let reference = IntentReference { fid: fid.to_owned(), charge };
        assert_eq!(queries::find_subject(&mut conn, &reference).await.expect("an answer"), found, "{reference:?}");
    }
    drop(conn);
    app.end().await;
}

#[tokio::test]
async fn an_amount_that_no_row_can_hold_is_not_charged_less() {
    let app = TestApp::start().await;
    app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let subject = Subject::Correction(None, CorrectionId(1));
    let most = Yen(i64::from(i32::MAX));
    let refused = plan(&app, subject, ChargeKind::Correction, most + Yen(1)).await.expect_err("too much");
    assert!(refused.to_string().contains("2147483648"), "{refused}");
    assert_eq!(app.count("SELECT count(*) FROM charges").await, 0);
    assert!(plan(&app, subject, ChargeKind::Correction, most).await.expect("a plan"));
    assert_eq!(app.count("SELECT amount::bigint FROM charges").await, most.0);
    app.execute("DELETE FROM charges").await;
    app.end().await;
}
