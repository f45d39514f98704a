//! Increases of a party whose payment waits for the diner (gaps G084, G090, G316).

use chrono::{DateTime, Utc};
use domain::reservations::bookings::lapse;
use serde_json::{Value, json};
use tests::{HOUR, RestaurantSpec, cards, waiting_intents};

use super::change::{HANAKO, SEATED, Scene, paid, two_of_four};

async fn advance_to_hours_before_visit(scene: &Scene, hours: i64) {
    let starts_at = scene.hanako.reservation(&scene.uid).await["reservation"]["starts_at"].clone();
    let starts_at: DateTime<Utc> = starts_at.as_str().unwrap().parse().unwrap();
    scene.app.advance((starts_at - scene.app.now()).num_seconds() - hours * HOUR);
}

/// Gaps G084, G316: one mail with the total, and only if the diner has not paid within the grace period.
#[tokio::test]
async fn unpaid_increase_is_demanded_in_one_mail_with_total() {
    let scene = two_of_four(paid()).await;
    let Scene { app, restaurant, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    let answer = scene.change(json!({ "guests_count": 3 })).await.is(200).json();
    let ids: Vec<_> = waiting_intents(&answer).into_iter().map(|(id, _)| id).collect();
    app.drain_jobs().await;
    assert_eq!(app.outside.booking_mails(HANAKO).await.len(), 1, "only the booking's own mail");
    let open = hanako.reservation(uid).await["reservation"]["open_payment"].clone();
    let items: Vec<_> = open["items"].as_array().unwrap().iter().map(|item| item["amount"].clone()).collect();
    assert_eq!((&open["amount"], items), (&json!(10_390), vec![json!(390), json!(10_000)]));
    assert!(open["deadline"].as_str().unwrap().contains("2名様に戻り"), "{open}");
    let listed = hanako.get("/users/upcoming_reservations").await.data()["reservations"][0].clone();
    assert_eq!(listed["open_payment"], open);

    for wait in [660, 60, 3_700] {
        app.advance(wait);
        app.drain_jobs().await;
    }
    let mails = app.outside.booking_mails(HANAKO).await;
    assert_eq!(mails.len(), 2, "one demand: {mails:?}");
    let text = mails[0]["text"].as_str().unwrap();
    for expected in ["合計 10,390円", "予約手数料: 390円", "10,000円", "2名様に戻り"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let retry = hanako.post(&format!("/r/sushi-test/reservations/{uid}/retry_3ds"), &json!({})).await.is(200).json();
    for (_, secret) in waiting_intents(&retry) {
        assert_eq!(app.outside.card_form(&secret, "", "success").await, "succeeded");
    }
    hanako.report(restaurant, uid, "succeeded", &ids).await.is(200);
    app.drain_jobs().await;
    let mails = app.outside.booking_mails(HANAKO).await;
    assert_eq!(mails.len(), 3, "{mails:?}");
    assert!(mails[0]["subject"].as_str().unwrap().contains("変更しました"), "{}", mails[0]);
    scene.app.end().await;
}

/// Gaps G316: the demand of the first change is dropped.
#[tokio::test]
async fn two_changes_within_ten_minutes_are_demanded_in_one_mail() {
    let scene = two_of_four(paid()).await;
    let Scene { app, restaurant, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    for guests in [3, 4] {
        scene.change(json!({ "guests_count": guests })).await.is(200);
        app.drain_jobs().await;
        app.advance(300);
    }
    for wait in [60, 300, 60, 3_700] {
        app.advance(wait);
        app.drain_jobs().await;
    }
    let mails = app.outside.booking_mails(HANAKO).await;
    assert_eq!(mails.len(), 2, "booked, to be paid: {mails:?}");
    assert!(mails[0]["text"].as_str().unwrap().contains("合計 20,780円"), "{}", mails[0]);
    let retry = hanako.post(&format!("/r/sushi-test/reservations/{uid}/retry_3ds"), &json!({})).await.is(200).json();
    let (ids, secrets): (Vec<_>, Vec<_>) = waiting_intents(&retry).into_iter().unzip();
    for secret in &secrets {
        assert_eq!(app.outside.card_form(secret, "", "success").await, "succeeded");
    }
    hanako.report(restaurant, uid, "succeeded", &ids).await.is(200);
    app.drain_jobs().await;
    scene.app.end().await;
}

/// No worker has run for twelve hours: the page names no past time, and the increase is reverted without a demand.
#[tokio::test]
async fn lapsed_increase_is_not_demanded() {
    let scene = two_of_four(paid()).await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    scene.change(json!({ "guests_count": 3 })).await.is(200);
    app.advance(12 * HOUR);
    let open = hanako.reservation(uid).await["reservation"]["open_payment"].clone();
    assert!(open["deadline"].as_str().unwrap().contains("期限を過ぎています"), "{open}");
    for wait in [0, 60] {
        app.advance(wait);
        app.drain_jobs().await;
    }
    assert_eq!(scene.guests().await, 2);
    let mails = app.outside.booking_mails(HANAKO).await;
    assert_eq!(mails.len(), 2, "booked, reverted: {mails:?}");
    assert!(mails[0]["subject"].as_str().unwrap().contains("変更を取り消しました"), "{}", mails[0]);
    scene.app.end().await;
}

/// The mail is written after the start of the visit, which was the time to pay.
#[tokio::test]
async fn demand_after_the_start_of_the_visit_names_no_past_time() {
    let scene = two_of_four(RestaurantSpec { cutoff_hours: 2, ..paid() }).await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    advance_to_hours_before_visit(&scene, 6).await;
    scene.change(json!({ "guests_count": 3 })).await.is(200);
    app.advance(6 * HOUR + 60);
    for wait in [0, 60] {
        app.advance(wait);
        app.drain_jobs().await;
    }
    let open = hanako.reservation(uid).await["reservation"]["open_payment"].clone();
    let mails = app.outside.booking_mails(HANAKO).await;
    let demand = mails.iter().map(|mail| mail["text"].as_str().unwrap()).find(|text| text.contains("合計 10,390円"));
    for text in [open["deadline"].as_str().unwrap(), demand.expect("a demand")] {
        assert!(text.contains("できるだけ早くお支払いください") && !text.contains("までにお支払い"), "{text}");
    }
    scene.app.end_unverified().await;
}

/// Between the two dialogs of the bank, the worker learns of the first payment.
#[tokio::test]
async fn diner_who_is_paying_gets_no_demand() {
    let scene = two_of_four(paid()).await;
    let Scene { app, restaurant, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    let answer = scene.change(json!({ "guests_count": 3 })).await.is(200).json();
    let intents = waiting_intents(&answer);
    for (_, secret) in &intents {
        app.drain_jobs().await;
        assert_eq!(app.outside.booking_mails(HANAKO).await.len(), 1, "only the booking's own mail");
        assert_eq!(app.outside.card_form(secret, "", "success").await, "succeeded");
        app.advance(60);
    }
    let ids: Vec<_> = intents.into_iter().map(|(id, _)| id).collect();
    hanako.report(restaurant, uid, "succeeded", &ids).await.is(200);
    for wait in [0, 60, 660] {
        app.advance(wait);
        app.drain_jobs().await;
    }
    let mails = app.outside.booking_mails(HANAKO).await;
    assert_eq!(mails.len(), 2, "{mails:?}");
    assert!(mails[0]["subject"].as_str().unwrap().contains("変更しました"), "{}", mails[0]);
    scene.app.end().await;
}

/// Gaps G316: the booking returns to its paid size, and what was paid of the increase is refunded.
#[tokio::test]
async fn increase_that_is_not_paid_in_time_is_reverted() {
    let scene = two_of_four(paid()).await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    let answer = scene.change(json!({ "guests_count": 3 })).await.is(200).json();
    let (_, fee) = waiting_intents(&answer).remove(0);
    assert_eq!(app.outside.card_form(&fee, "", "success").await, "succeeded");
    app.drain_jobs().await;
    app.advance(12 * HOUR - 60);
    app.drain_jobs().await;
    let open = hanako.reservation(uid).await["reservation"]["open_payment"].clone();
    assert_eq!((scene.guests().await, app.count(SEATED).await, &open["amount"]), (3, 3, &json!(10_000)));
    app.advance(120);
    app.drain_jobs().await;
    assert_eq!((scene.guests().await, app.count(SEATED).await), (2, 2));
    assert_eq!(app.kept_of(hanako).await, 20_780);
    let page = hanako.reservation(uid).await;
    assert_eq!(page["reservation"]["open_payment"], Value::Null);
    assert!(page["history"].to_string().contains("3名から2名に戻しました"), "{}", page["history"]);
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'change_guests_count'").await, 2);
    let mails = app.outside.booking_mails(HANAKO).await;
    assert_eq!(mails.len(), 3, "booked, to be paid, reverted: {mails:?}");
    assert!(mails[0]["subject"].as_str().unwrap().contains("変更を取り消しました"), "{}", mails[0]);
    assert_eq!(lapse::sweep(&app.pool, &app.rng, app.now()).await.unwrap(), 0);
    scene.change(json!({ "guests_count": 3 })).await.is(200);
    scene.change(json!({ "guests_count": 2 })).await.is(200);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 20_780);
    scene.app.end().await;
}

/// Hanako's party grows to three, and the bank has both payments in processing. Returns their secrets.
async fn grow_with_processing_payments(scene: &Scene) -> Vec<String> {
    let Scene { app, restaurant, hanako, uid, .. } = scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    let answer = scene.change(json!({ "guests_count": 3 })).await.is(200).json();
    app.drain_jobs().await;
    let (ids, secrets): (Vec<_>, Vec<_>) = waiting_intents(&answer).into_iter().unzip();
    for secret in &secrets {
        assert_eq!(app.outside.card_form(secret, "", "process").await, "processing");
    }
    hanako.report(restaurant, uid, "succeeded", &ids).await.is(200);
    app.drain_jobs().await;
    secrets
}

async fn decline_later(scene: &Scene, secrets: &[String]) {
    for secret in secrets {
        assert_eq!(scene.app.outside.card_form(secret, "", "fail").await, "requires_payment_method");
    }
    scene.app.drain_jobs().await;
}

/// Gaps G322: the demand that was queued with the change is dropped while the payments are processing.
#[tokio::test]
async fn increase_declined_after_processing_is_demanded_once_and_paid() {
    let scene = two_of_four(paid()).await;
    let Scene { app, hanako, uid, .. } = &scene;
    let secrets = grow_with_processing_payments(&scene).await;
    for wait in [660, 60] {
        app.advance(wait);
        app.drain_jobs().await;
    }
    let open = hanako.reservation(uid).await["reservation"]["open_payment"].clone();
    assert_eq!((open, app.outside.booking_mails(HANAKO).await.len()), (Value::Null, 1));
    decline_later(&scene, &secrets).await;
    let open = hanako.reservation(uid).await["reservation"]["open_payment"].clone();
    assert_eq!((&open["amount"], scene.guests().await), (&json!(10_390), 3));
    for wait in [660, 60, 3_700] {
        app.advance(wait);
        app.drain_jobs().await;
    }
    let mails = app.outside.booking_mails(HANAKO).await;
    assert_eq!(mails.len(), 2, "booked, to be paid: {mails:?}");
    let text = mails[0]["text"].as_str().unwrap();
    for expected in ["合計 10,390円", "2名様に戻り", &format!("/users/reservations/{uid}")] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.guests().await, app.kept_of(hanako).await), (3, 31_170));
    scene.app.end().await;
}

/// Gaps G322: a payment in processing delays the end of the increase, and its decline does not start the time again.
#[tokio::test]
async fn increase_declined_after_its_deadline_is_reverted() {
    let scene = two_of_four(paid()).await;
    let Scene { app, hanako, .. } = &scene;
    let secrets = grow_with_processing_payments(&scene).await;
    app.advance(13 * HOUR);
    app.drain_jobs().await;
    assert_eq!(scene.guests().await, 3);
    decline_later(&scene, &secrets).await;
    for wait in [60, 660] {
        app.advance(wait);
        app.drain_jobs().await;
    }
    assert_eq!((scene.guests().await, app.kept_of(hanako).await), (2, 20_780));
    let mails = app.outside.booking_mails(HANAKO).await;
    assert_eq!(mails.len(), 2, "booked, reverted: {mails:?}");
    assert!(mails[0]["subject"].as_str().unwrap().contains("変更を取り消しました"), "{}", mails[0]);
    scene.app.end().await;
}

/// Shortly before the visit, the restaurant can rely on the party size.
#[tokio::test]
async fn increase_shortly_before_the_visit_remains_due() {
    let scene = two_of_four(RestaurantSpec { cutoff_hours: 2, ..paid() }).await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    advance_to_hours_before_visit(&scene, 6).await;
    scene.change(json!({ "guests_count": 3 })).await.is(200);
    app.advance(5 * HOUR);
    app.drain_jobs().await;
    let open = hanako.reservation(uid).await["reservation"]["open_payment"].clone();
    assert_eq!((scene.guests().await, &open["amount"]), (3, &json!(10_390)));
    assert!(open["deadline"].as_str().unwrap().contains("変更後のご予約のまま"), "{open}");
    scene.app.end_unverified().await;
}

/// The declined increase replaced an earlier one that is unpaid: the earlier one remains to be paid.
#[tokio::test]
async fn declined_increase_leaves_an_earlier_one_unpaid() {
    let scene = two_of_four(paid()).await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    scene.change(json!({ "guests_count": 3 })).await.is(200);
    hanako.register_card(&app.outside, cards::SAVES_BUT_DECLINES).await.is(200);
    scene.change(json!({ "guests_count": 4 })).await.refused(422, "payment_failed");
    assert_eq!((scene.guests().await, app.count(SEATED).await), (3, 3));
    app.drain_jobs().await;
    let open = hanako.reservation(uid).await["reservation"]["open_payment"].clone();
    assert_eq!(open["amount"], 10_390, "{open}");
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.guests().await, app.kept_of(hanako).await), (3, 31_170));
    scene.app.end().await;
}

/// The worker cancels the payment at the provider later; the booking's page must not demand its authentication until then.
#[tokio::test]
async fn abandoned_difference_demands_no_authentication() {
    let scene = two_of_four(paid()).await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    scene.change(json!({ "guests_count": 3 })).await.is(200);
    assert_eq!(hanako.reservation(uid).await["reservation"]["needs_3ds"], true);
    scene.change(json!({ "guests_count": 2 })).await.is(200);
    let listed = hanako.get("/users/upcoming_reservations").await.data()["reservations"][0].clone();
    for shown in [hanako.reservation(uid).await["reservation"].clone(), listed] {
        assert_eq!((&shown["needs_3ds"], &shown["open_payment"]), (&json!(false), &Value::Null));
    }
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 20_780);
    scene.app.end().await;
}
