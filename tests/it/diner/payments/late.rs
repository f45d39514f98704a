//! Payments that are known only after the hold has expired: the booking is completed if its seats are free, otherwise the money is
//! refunded; either way the diner is notified.

use domain::clients::stripe::PaymentIntentStatus;
use domain::payments::actions;
use domain::payments::model::{Outcome, Subject};
use domain::reservations::holds::on_payment::on_payment;
use domain::reservations::payment_notifications::notify;
use serde_json::Value;
use tests::{DAY, Persona, Restaurant, Slot, TestApp, cards, waiting_intents};

use super::prepaid_restaurant;

/// The diner paid at the bank's page, but we were not notified: the browser was closed and the webhooks are lost.
async fn paid_in_silence(app: &TestApp, restaurant: &Restaurant, slot: &Slot, guests: i32) -> (Persona, String) {
    app.outside.faults(serde_json::json!({ "drop_webhooks": true })).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    let uid = hanako.hold(restaurant, slot, guests).await;
    for (_, secret) in waiting_intents(&hanako.confirm(restaurant, &uid).await.is(200).json()) {
        assert_eq!(app.outside.card_form(&secret, "", "success").await, "succeeded");
    }
    (hanako, uid)
}

async fn mails(app: &TestApp, to: &str) -> Vec<Value> {
    app.outside.booking_mails(to).await.into_iter().map(|mail| mail["subject"].clone()).collect()
}

#[tokio::test]
async fn a_paid_hold_becomes_a_booking_though_the_browser_was_closed() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (hanako, uid) = paid_in_silence(&app, &restaurant, &slot, 2).await;
    app.advance(20);
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM reservations WHERE status = 'accepted'", 1).await;
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    assert_eq!(mails(&app, "hanako@seki.test").await.len(), 1);
    app.end().await;
}

/// The provider's state was recorded, and the process died before it recorded the booking.
async fn known_to_be_paid(app: &TestApp) {
    let outcome = actions::refresh_intents(app.payments(), app.only_reservation().await).await.expect("an answer");
    assert!(matches!(outcome, Outcome::Paid), "{outcome:?}");
}

#[tokio::test]
async fn a_hold_that_is_known_to_be_paid_does_not_expire() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (hanako, uid) = paid_in_silence(&app, &restaurant, &slot, 2).await;
    known_to_be_paid(&app).await;
    app.advance(900);
    let kenji = app.diner("kenji").await;
    kenji.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    app.drain_jobs().await;
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    assert_eq!(app.kept_of(&hanako).await, 2 * 24_390);
    assert_eq!(mails(&app, "hanako@seki.test").await.len(), 1);
    app.end().await;
}

#[tokio::test]
async fn a_hold_that_is_known_to_be_paid_expires_when_the_visit_has_begun() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (hanako, uid) = paid_in_silence(&app, &restaurant, &slot, 2).await;
    known_to_be_paid(&app).await;
    app.advance(8 * DAY);
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM charges WHERE refunded_amount = amount", 2).await;
    app.jobs_done().await;
    worker.stop().await;
    let hanako = app.sign_in(hanako.id(), "hanako@seki.test").await;
    assert_eq!((hanako.status_of(&uid).await.as_str(), app.kept_of(&hanako).await), ("expired", 0));
    app.end().await;
}

#[tokio::test]
async fn late_payment_is_settled_after_process_death() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (hanako, uid) = paid_in_silence(&app, &restaurant, &slot, 2).await;
    app.advance(900);
    app.anonymous().month("sushi-test", "2026-12").await;
    assert_eq!(hanako.status_of(&uid).await, "expired");
    // The job for the hold's end found the payment in progress, which can neither be cancelled nor refunded.
    app.execute("UPDATE apalis.jobs SET status = 'Done', done_at = now()").await;
    known_to_be_paid(&app).await;
    app.drain_jobs().await;
    assert_eq!((hanako.status_of(&uid).await.as_str(), app.kept_of(&hanako).await), ("accepted", 2 * 24_390));
    app.end().await;
}

#[tokio::test]
async fn late_authentication_books_while_seats_are_held() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (hanako, uid) = paid_in_silence(&app, &restaurant, &slot, 2).await;
    app.advance(900);
    let reply = hanako.report(&restaurant, &uid, "succeeded", &[]).await;
    assert_eq!(reply.is(200).json()["redirect_to"], format!("/users/reservations/{uid}"));
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    app.end().await;
}

#[tokio::test]
async fn a_late_payment_gets_its_seats_when_they_are_still_free() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (hanako, uid) = paid_in_silence(&app, &restaurant, &slot, 2).await;
    app.advance(900);
    app.anonymous().month("sushi-test", "2026-12").await;
    assert_eq!(hanako.status_of(&uid).await, "expired");
    app.drain_jobs().await;
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    assert_eq!(app.count("SELECT version::bigint FROM reservations").await, 2, "its end and its restoration");
    assert_eq!(app.kept_of(&hanako).await, 2 * 24_390);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'reservation_reseated'").await, 1);
    assert_eq!(mails(&app, "hanako@seki.test").await.len(), 1);
    app.end().await;
}

#[tokio::test]
async fn a_late_payment_goes_back_when_the_seats_are_gone() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (hanako, uid) = paid_in_silence(&app, &restaurant, &slot, 2).await;
    app.advance(900);
    let kenji = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    kenji.book(&restaurant, &slot, 1).await;
    app.drain_jobs().await;
    assert_eq!(hanako.status_of(&uid).await, "expired");
    assert_eq!(app.kept_of(&hanako).await, 0);
    assert_eq!(app.kept_of(&kenji).await, 24_390);
    assert_eq!(mails(&app, "hanako@seki.test").await.len(), 1);
    assert_eq!(
        app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'reservation_expired_refunded'").await,
        1
    );
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 0, "once");
    app.end().await;
}

#[tokio::test]
async fn a_late_payment_goes_back_when_the_diner_has_booked_again() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let (hanako, uid) = paid_in_silence(&app, &restaurant, &slot, 2).await;
    app.advance(900);
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    let second = hanako.book(&restaurant, &slot, 1).await;
    app.drain_jobs().await;
    assert_eq!((hanako.status_of(&uid).await, hanako.status_of(&second).await), ("expired".into(), "accepted".into()));
    assert_eq!(app.kept_of(&hanako).await, 24_390);
    app.end().await;
}

#[tokio::test]
async fn partial_payment_is_refunded_when_the_hold_expires() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 1).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let intents = waiting_intents(&hanako.confirm(&restaurant, &uid).await.is(200).json());
    app.outside.card_form(&intents[0].1, "", "success").await;
    assert_eq!(app.kept_of(&hanako).await, 390);
    app.advance(900);
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM charges WHERE refunded_amount = 390", 1).await;
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!(app.kept_of(&hanako).await, 0);
    let statuses: Vec<_> = app.intents(&hanako).await.iter().map(|intent| intent.status).collect();
    assert_eq!(statuses, [PaymentIntentStatus::Succeeded, PaymentIntentStatus::Canceled], "it cannot be paid any more");
    assert_eq!(hanako.status_of(&uid).await, "expired");
    app.end().await;
}

#[tokio::test]
async fn late_payment_is_refunded_after_the_visit_has_begun() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (hanako, uid) = paid_in_silence(&app, &restaurant, &slot, 2).await;
    app.advance(8 * DAY);
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM charges WHERE refunded_amount = amount", 2).await;
    app.jobs_done().await;
    worker.stop().await;
    let hanako = app.sign_in(hanako.id(), "hanako@seki.test").await;
    assert_eq!(hanako.status_of(&uid).await, "expired");
    assert_eq!(app.kept_of(&hanako).await, 0);
    app.end().await;
}

/// Returns a hold of two guests whose payments the bank is processing, and the secrets of the payments.
async fn processing_hold(app: &TestApp, restaurant: &Restaurant, slot: &Slot) -> (Persona, String, Vec<String>) {
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    let uid = hanako.hold(restaurant, slot, 2).await;
    let intents = waiting_intents(&hanako.confirm(restaurant, &uid).await.is(200).json());
    let (ids, secrets): (Vec<_>, Vec<_>) = intents.into_iter().unzip();
    for secret in &secrets {
        assert_eq!(app.outside.card_form(secret, "", "process").await, "processing");
    }
    hanako.report(restaurant, &uid, "succeeded", &ids).await.is(200);
    (hanako, uid, secrets)
}

async fn decline(app: &TestApp, secrets: &[String]) {
    for secret in secrets {
        assert_eq!(app.outside.card_form(secret, "", "fail").await, "requires_payment_method");
    }
}

/// Gaps G331: the diner is asked immediately, and learns that the booking was not made.
#[tokio::test]
async fn hold_declined_just_before_its_end_is_demanded_immediately() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (_, _, secrets) = processing_hold(&app, &restaurant, &slot).await;
    app.advance(DAY - 300);
    decline(&app, &secrets).await;
    app.drain_jobs().await;
    let sent = app.outside.booking_mails("hanako@seki.test").await;
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0]["text"].as_str().unwrap().contains("合計 48,780円"), "{sent:?}");
    app.advance(900);
    app.anonymous().month("sushi-test", "2026-12").await;
    app.drain_jobs().await;
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE status = 'expired'").await, 1);
    assert_not_made(&app, 2).await;
    app.end().await;
}

#[tokio::test]
async fn diner_of_a_hold_declined_after_its_end_learns_that_it_was_not_booked() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (_, _, secrets) = processing_hold(&app, &restaurant, &slot).await;
    app.advance(DAY + 60);
    app.anonymous().month("sushi-test", "2026-12").await;
    app.drain_jobs().await;
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE status = 'expired'").await, 1);
    assert_eq!(mails(&app, "hanako@seki.test").await.len(), 0, "the bank may still accept the payment");
    app.advance(3_600);
    decline(&app, &secrets).await;
    for wait in [0, 660] {
        app.advance(wait);
        app.drain_jobs().await;
    }
    assert_not_made(&app, 1).await;
    app.end().await;
}

/// The last of the mails, of which there are `count`, reports that the booking was not made and nothing was charged.
async fn assert_not_made(app: &TestApp, count: usize) {
    let sent = app.outside.booking_mails("hanako@seki.test").await;
    assert_eq!(sent.len(), count, "{sent:?}");
    let is_report =
        |text: &str| text.contains("ご予約は成立しませんでした") && text.contains("カードへのご請求はございません");
    assert_eq!(sent.iter().filter(|mail| is_report(mail["text"].as_str().unwrap())).count(), 1, "{sent:?}");
}

/// Gaps G322: the hold keeps its seats, and its diner, who was answered that the payment is processing, is asked once to pay.
#[tokio::test]
async fn hold_declined_after_processing_is_demanded_once_and_paid() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (hanako, uid, secrets) = processing_hold(&app, &restaurant, &slot).await;
    app.advance(3_600);
    decline(&app, &secrets).await;
    for wait in [0, 660, 60, 3_600] {
        app.advance(wait);
        app.drain_jobs().await;
    }
    let sent = app.outside.booking_mails("hanako@seki.test").await;
    assert_eq!((sent.len(), hanako.status_of(&uid).await), (1, "pending".to_owned()), "{sent:?}");
    let text = sent[0]["text"].as_str().unwrap();
    for expected in ["合計 48,780円", "ご予約は成立しません", &format!("/users/reservations/{uid}")] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    hanako.confirm(&restaurant, &uid).await.is(200);
    app.drain_jobs().await;
    assert_eq!((hanako.status_of(&uid).await, app.kept_of(&hanako).await), ("accepted".to_owned(), 2 * 24_390));
    app.end().await;
}

/// The mail was dropped while other fees or another card replaced its demand, which then applied again.
#[tokio::test]
async fn dropped_demand_that_applies_again_is_sent() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    let (_, _, secrets) = processing_hold(&app, &restaurant, &slot).await;
    app.advance(3_600);
    decline(&app, &secrets).await;
    app.drain_jobs().await;
    let dropped =
        "UPDATE mail_deliveries SET dropped_at = created_at, send_after = created_at WHERE template = 'payment_needed'";
    app.execute(dropped).await;
    let Subject::Reservation(_, id) = app.only_reservation().await else { panic!("a reservation") };
    let mut conn = app.pool.acquire().await.expect("a connection");
    notify(&mut conn, &app.rng, app.now(), id).await.expect("the mails are queued");
    drop(conn);
    app.drain_jobs().await;
    assert_eq!(app.outside.booking_mails("hanako@seki.test").await.len(), 1);
    app.end().await;
}

#[tokio::test]
async fn pending_payment_keeps_its_seats_for_at_most_a_day() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 2).await;
    app.outside.faults(serde_json::json!({ "drop_webhooks": true })).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    let uid = hanako.hold(&restaurant, &slot, 2).await;
    app.advance(60);
    hanako.confirm(&restaurant, &uid).await.is(200);
    app.execute("UPDATE charges SET status = 'processing'").await;
    let reservation = app.only_reservation().await;
    let Subject::Reservation(at, id) = reservation else { panic!("{reservation:?}") };
    let ends_in = async || {
        let mut conn = app.pool.acquire().await.expect("a connection");
        on_payment(&mut conn, &app.rng, app.now(), at, id, &Outcome::Processing).await.expect("it is kept");
        app.count("SELECT extract(epoch FROM max(held_until) - max(created_at))::bigint FROM reservations").await
    };
    let a_day = 60 + 24 * 60 * 60;
    assert_eq!(ends_in().await, a_day, "counted from the payment's beginning");
    for _ in 0..3 {
        app.advance(7 * 60 * 60);
        assert_eq!(ends_in().await, a_day, "however often it is queried");
    }
    let kenji = app.diner("kenji").await;
    kenji.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    app.advance(3 * 60 * 60);
    kenji.hold(&restaurant, &slot, 1).await;
    app.end().await;
}
