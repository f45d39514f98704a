//! Corrections: the card is charged off-session; a declined one is an unpaid fee of the booking.

use domain::charge_invoices::close::close;
use domain::clients::stripe::NewPaymentIntent;
use domain::ids::RestaurantId;
use domain::ledger::queries::payable;
use domain::money::Yen;
use domain::payments::model::{ChargeKind, Subject, SubjectKind};
use domain::payments::queries::plan_difference;
use domain::{reconciliation, settlement};
use serde_json::json;
use tests::{cards, waiting_intents};

use super::{Scene, decision, listed, scene};

#[tokio::test]
async fn correction_charges_the_card_and_pays_its_beneficiary() {
    let scene = scene(1).await.later(8).await;
    let app = &scene.app;
    scene.correct(1_500, "restaurant", "restaurants").await.is(200);
    scene.correct(700, "operator", "operators").await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (24_390 + 2_200, vec!["succeeded".to_owned(); 2]));
    let mails = app.outside.inbox("hanako@seki.test").await;
    let charged: Vec<_> = mails.iter().filter(|mail| mail["subject"].as_str().unwrap().contains("請求")).collect();
    assert_eq!(charged.len(), 2, "{mails:?}");
    assert!(mails.iter().all(|mail| !mail["subject"].as_str().unwrap().contains("キャンセル料")), "{mails:?}");

    close(&app.pool, app.now(), false).await.expect("a close");
    let mut conn = app.pool.acquire().await.expect("a connection");
    assert_eq!(payable(&mut conn, scene.restaurant.id).await.expect("a sum").0, 24_000 + 1_500);
    drop(conn);
    scene.app.end().await;
}

#[tokio::test]
async fn declined_correction_is_an_unpaid_fee() {
    let scene = scene(1).await;
    let Scene { app, hanako, uid, admin, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    app.drain_jobs().await;
    scene.correct(1_500, "restaurant", "declined").await.is(200);
    app.drain_jobs().await;
    let open = hanako.reservation(uid).await["reservation"]["open_payment"].clone();
    assert_eq!(open["amount"], 1_500);
    let listed = listed(admin).await;
    assert_eq!((&listed[0]["status"], &listed[0]["is_unpaid"]), (&json!("processing"), &json!(true)));

    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (24_390 + 1_500, vec!["succeeded".to_owned()]));
    scene.app.end().await;
}

#[tokio::test]
async fn declined_correction_stops_no_other_charge() {
    let scene = scene(1).await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    app.drain_jobs().await;
    scene.correct(1_500, "restaurant", "first").await.is(200);
    app.drain_jobs().await;
    scene.correct(700, "operator", "second").await.is(200);
    app.drain_jobs().await;
    let declined = "SELECT count(*) FROM charges WHERE kind = 'correction' AND failure_code IS NOT NULL";
    assert_eq!(app.count(declined).await, 2, "each is tried");
    app.advance(60);
    assert_eq!(settlement::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep"), 0, "nothing is left to try");

    let change = json!({ "reservation": { "guests_count": 2 } });
    let changed = hanako.patch(&format!("/users/reservations/{uid}"), &change).await.is(200).json();
    let intents = waiting_intents(&changed);
    assert_eq!(intents.len(), 2, "the fee and the course of the second guest, and no correction");
    for (_, secret) in &intents {
        app.outside.card_form(secret, "", "success").await;
    }
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (48_780 + 2_200, vec!["succeeded".to_owned(); 2]));
    scene.app.end().await;
}

#[tokio::test]
async fn charge_that_the_provider_rejects_does_not_stop_a_refund() {
    let scene = scene(1).await;
    let app = &scene.app;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let (subject, diner) = (app.only_reservation().await, scene.hanako.id());
    let (kind, amount) = (ChargeKind::Correction, Yen(40));
    plan_difference(&mut conn, "rejected", subject, diner, kind, amount, app.now()).await.expect("a charge");
    drop(conn);
    scene.refund(5_000, "operator", "refund").await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (19_390, vec!["succeeded".to_owned()]));
    let mails = "SELECT count(*) FROM mail_deliveries WHERE template = 'adjustment_refunded' AND sent_at IS NOT NULL";
    assert_eq!(app.count(mails).await, 1);
    scene.app.end_unverified().await;
}

#[tokio::test]
async fn unpaid_correction_can_be_withdrawn() {
    let scene = scene(1).await;
    let Scene { app, hanako, uid, admin, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    scene.correct(1_500, "operator", "withdrawn").await.is(200);
    app.drain_jobs().await;
    let unpaid = listed(admin).await.remove(0);
    assert_eq!(unpaid["can_withdraw"], true);
    admin.post(&decision(&unpaid, "withdraw"), &json!({})).await.is(200);
    app.drain_jobs().await;
    assert_eq!(scene.statuses().await, ["withdrawn"]);
    assert!(hanako.reservation(uid).await["reservation"]["open_payment"].is_null());
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.drain_jobs().await;
    assert_eq!(scene.kept().await, 24_390, "a withdrawn correction is not charged");
    scene.app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn correction_is_not_withdrawn_while_the_card_is_charged() {
    // The calls of a settlement: the customer's payments are read, and the payment is created, then confirmed.
    for (answered, is_withdrawn) in [(0, true), (1, true), (2, false)] {
        let scene = scene(1).await;
        let Scene { app, admin, .. } = &scene;
        scene.correct(1_500, "operator", "charged").await.is(200);
        let requested = listed(admin).await.remove(0);
        app.outside.faults(json!({ "skip_next": answered, "hold_next": 1 })).await;
        let worker = app.start_job_runner();
        app.outside.holds(1).await;
        let reply = admin.post(&decision(&requested, "withdraw"), &json!({})).await;
        if is_withdrawn {
            reply.is(200);
        } else {
            reply.refused(422, "adjustment_being_charged");
        }
        app.outside.release().await;
        app.jobs_done().await;
        worker.stop().await;
        let charged = if is_withdrawn { 0 } else { 1_500 };
        assert_eq!(scene.kept().await, 24_390 + charged);
        assert_eq!(scene.statuses().await, [if is_withdrawn { "withdrawn" } else { "succeeded" }]);
        assert_eq!(app.count("SELECT sum(refund_due) FROM charges").await, 0, "nothing is charged and refunded");
        scene.app.end().await;
    }
}

#[tokio::test]
async fn cancellation_keeps_an_unpaid_correction() {
    let scene = scene(1).await;
    let Scene { app, hanako, uid, .. } = &scene;
    app.execute("DELETE FROM payment_methods").await;
    scene.correct(1_500, "operator", "unpaid").await.is(200);
    app.drain_jobs().await;
    hanako.cancel(uid).await.is(204);
    app.drain_jobs().await;
    let open = "SELECT count(*) FROM charges WHERE kind = 'correction' AND voided_at IS NULL AND status <> 'canceled'";
    assert_eq!(app.count(open).await, 1);
    scene.app.end_unverified().await;
}

#[tokio::test]
async fn dispute_of_the_operators_correction_is_the_platforms_loss() {
    let scene = scene(1).await.later(8).await;
    let Scene { app, hanako, admin, .. } = &scene;
    scene.correct(700, "operator", "operators").await.is(200);
    app.drain_jobs().await;
    let correction = app.intents(hanako).await.pop().expect("a payment").id;
    let dispute = app.outside.dispute(&correction, &[("reason", "product_unacceptable")]).await;
    app.drain_jobs().await;
    app.outside.decide(&dispute, false).await;
    app.drain_jobs().await;
    let disputes = admin.get("/admin/api/resources/disputes").await.is(200).json();
    let lost = &disputes[0];
    assert_eq!((&lost["amount"], &lost["borne_by"]), (&json!(700), &json!("platform")));

    close(&app.pool, app.now(), false).await.expect("a close");
    let mut conn = app.pool.acquire().await.expect("a connection");
    assert_eq!(payable(&mut conn, scene.restaurant.id).await.expect("a sum").0, 24_000);
    drop(conn);
    scene.app.end().await;
}

/// Pays the correction at the provider only, with a key of another day: the state after the restore of a backup that has the correction and not
/// its payment. Returns the payment and the correction.
async fn pay_after_the_backup(scene: &Scene) -> (String, Subject) {
    let (app, stripe) = (&scene.app, &scene.app.outside.stripe);
    let (uid, restaurant, id, customer): (String, i64, i64, String) = sqlx::query_as(
        "SELECT c.uid, c.restaurant_id, c.subject_id, u.gateway_customer_fid FROM charges c JOIN users u ON u.id = c.user_id
         WHERE c.kind = 'correction'",
    )
    .fetch_one(&app.pool)
    .await
    .expect("a correction");
    let card = stripe.list_payment_methods(&customer).await.expect("the cards").remove(0).id;
    let of = restaurant.to_string();
    let metadata = [("charge_uid", uid.as_str()), ("restaurant_id", of.as_str())];
    let wanted = NewPaymentIntent { amount: Yen(1_500), customer: &customer, metadata: &metadata };
    let made = stripe.create_payment_intent(&wanted, "lost").await.expect("an intent");
    stripe.confirm_payment_intent(&made.id, &card, true, "lost:1").await.expect("a payment");
    (made.id, Subject::from_parts(SubjectKind::Correction, RestaurantId(restaurant), id))
}

#[tokio::test]
async fn correction_that_was_paid_after_the_restored_backup_is_not_charged_again() {
    let scene = scene(1).await;
    scene.correct(1_500, "restaurant", "restored").await.is(200);
    let (_, correction) = pay_after_the_backup(&scene).await;
    settlement::settle_subject(scene.app.payments(), correction).await.expect("settled");
    scene.app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (24_390 + 1_500, vec!["succeeded".to_owned()]));
    scene.app.end().await;
}

#[tokio::test]
async fn event_settles_a_correction_that_was_paid_after_the_restored_backup() {
    let scene = scene(1).await;
    let app = &scene.app;
    scene.correct(1_500, "restaurant", "restored").await.is(200);
    let (payment, _) = pay_after_the_backup(&scene).await;
    app.execute("DELETE FROM payment_methods").await;
    let since = app.clock.wall() - chrono::Duration::hours(1);
    reconciliation::read_all(app.payments(), Some(since)).await.expect("the provider answers");
    app.drain_jobs().await;
    let paid: Vec<String> =
        sqlx::query_scalar("SELECT gateway_fid FROM charges WHERE kind = 'correction' AND status = 'succeeded'")
            .fetch_all(&app.pool)
            .await
            .expect("charges");
    assert_eq!(paid, [payment]);
    scene.app.end().await;
}
