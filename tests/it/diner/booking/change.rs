//! A diner changes a booking: the special request (F073), and the party size (F074, gaps G072, G084, G088, G090).

use serde_json::{Value, json};
use tests::{
    CourseSpec, DAY, HOUR, Persona, Reply, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, VisitSpec, cards,
    usual_policy, waiting_intents,
};

pub(super) const HANAKO: &str = "hanako@seki.test";

pub(super) struct Scene {
    pub app: TestApp,
    pub restaurant: Restaurant,
    slot: Slot,
    pub hanako: Persona,
    pub uid: String,
}

/// A booking of two at a restaurant of four seats, with prepaid courses and a platform fee of 390 yen per guest.
pub(super) async fn two_of_four(spec: RestaurantSpec) -> Scene {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(spec).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    Scene { app, restaurant, slot, hanako, uid }
}

pub(super) fn paid() -> RestaurantSpec {
    RestaurantSpec {
        fee: 390,
        policy: usual_policy(),
        courses: vec![CourseSpec { is_prepaid: true, ..CourseSpec::default() }],
        ..RestaurantSpec::default()
    }
}

fn path(uid: &str) -> String {
    format!("/users/reservations/{uid}")
}

impl Scene {
    pub async fn change(&self, fields: Value) -> Reply {
        self.hanako.patch(&path(&self.uid), &json!({ "reservation": fields })).await
    }

    pub async fn guests(&self) -> i64 {
        self.hanako.reservation(&self.uid).await["reservation"]["guests_count"].as_i64().expect("a number")
    }

    async fn options(&self) -> Vec<i64> {
        let page = self.hanako.get(&format!("{}/edit", path(&self.uid))).await.data();
        let options = page["guests_options"].as_array().expect("options").iter();
        options.filter_map(|option| option["guests_count"].as_i64()).collect()
    }
}

pub(super) const SEATED: &str = "SELECT count(*) FROM reservation_seats WHERE released_at IS NULL";

/// F073: the owner reads the new text and is notified of it.
#[tokio::test]
async fn special_request_change_notifies_restaurant() {
    let scene = two_of_four(RestaurantSpec::default()).await;
    let Scene { app, restaurant, hanako, uid, .. } = &scene;
    let page = hanako.get(&format!("{}/edit", path(uid))).await.data();
    assert_eq!((&page["locked_reason"], &page["is_invited"]), (&Value::Null, &json!(false)));
    let reply = scene.change(json!({ "special_request": "窓側の席を\r\n希望します" })).await;
    assert_eq!(reply.is(200).json()["redirect_to"], path(uid));
    assert_eq!(hanako.reservation(uid).await["reservation"]["special_request"], "窓側の席を\n希望します");
    let owner = app.owner(restaurant).await;
    let pane = owner.get(&format!("/owners/api/online_reservations/{uid}")).await.is(200).json();
    assert_eq!(pane["data"]["special_request"], "窓側の席を\n希望します");
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'change_special_request'").await, 1);
    let bell = owner.get("/owners/api/notifications?type=edit_or_cancel").await;
    assert!(bell.body.contains("change_special_request"), "{}", bell.body);
    scene.change(json!({ "special_request": "窓側の席を\n希望します" })).await.refused(422, "nothing_changed");
    let long = scene.change(json!({ "special_request": "あ".repeat(2_001) })).await;
    long.refused(422, "invalid_input");
    assert_eq!(long.bad_fields(), ["reservation.special_request"]);
    scene.app.end().await;
}

/// F077: the page that the browser shows after going back is not cached, the address shows the current state, and the outdated form changes
/// nothing.
#[tokio::test]
async fn abandoned_page_is_not_cached_and_its_form_is_rejected() {
    let scene = two_of_four(RestaurantSpec::default()).await;
    let edit = format!("{}/edit", path(&scene.uid));
    for accept in ["text/html", "application/json"] {
        let call = scene.hanako.call(reqwest::Method::GET, &edit).header("accept", accept);
        let page = call.send().await;
        assert_eq!((page.is(200).status, page.header("cache-control")), (200, "private, no-store"), "{accept}");
    }
    let stale = json!({ "special_request": "静かな席", "guests_count": 3 });
    scene.change(stale.clone()).await.is(200);
    let page = scene.hanako.get(&edit).await.data();
    assert_eq!(
        (&page["reservation"]["special_request"], &page["reservation"]["guests_count"]),
        (&json!("静かな席"), &json!(3))
    );
    scene.change(stale).await.refused(422, "nothing_changed");
    scene.app.end().await;
}

#[tokio::test]
async fn changes_appear_in_history_in_order() {
    let scene = two_of_four(RestaurantSpec::default()).await;
    for change in [json!({ "guests_count": 3 }), json!({ "special_request": "静かな席" }), json!({ "guests_count": 1 })]
    {
        scene.app.advance(60);
        scene.change(change).await.is(200);
    }
    scene.app.advance(60);
    scene.hanako.cancel(&scene.uid).await.is(204);
    let labels = async |language: &str| {
        let page = scene.hanako.get(&format!("{language}{}", path(&scene.uid))).await.data();
        let entries = page["history"].as_array().unwrap().clone();
        let is_sorted = entries.is_sorted_by_key(|entry| entry["at"].as_str().unwrap().to_owned());
        assert!(is_sorted, "{entries:?}");
        entries.iter().map(|entry| entry["label"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let japanese =
        ["お席を確保", "予約確定", "人数を2名から3名に変更", "ご要望を変更", "人数を3名から1名に変更", "キャンセル"];
    assert_eq!(labels("").await, japanese);
    assert_eq!(
        labels("/en").await[2..5],
        ["Guests changed from 2 to 3", "Request changed", "Guests changed from 3 to 1"]
    );
    scene.app.end().await;
}

#[tokio::test]
async fn form_without_script_returns_to_the_booking() {
    let scene = two_of_four(RestaurantSpec::default()).await;
    let Scene { app, hanako, uid, .. } = &scene;
    let fields =
        [("_method", "patch"), ("reservation[special_request]", "静かな席"), ("reservation[guests_count]", "3")];
    hanako.submit(&path(uid), &fields).await.goes_to(&path(uid));
    let shown = hanako.reservation(uid).await["reservation"].clone();
    assert_eq!((&shown["special_request"], &shown["guests_count"]), (&json!("静かな席"), &json!(3)));
    assert_eq!(app.count(SEATED).await, 3);
    app.drain_jobs().await;
    let mails = app.outside.booking_mails(HANAKO).await;
    // The booking's own mail has the same time, so either may be the newest.
    let changed = mails.iter().find(|mail| mail["subject"].as_str().unwrap().contains("変更しました"));
    assert!(changed.expect("a mail of the change")["text"].as_str().unwrap().contains("3名様"));
    scene.app.end().await;
}

/// F074: an increase within the free seats is accepted, a larger one is rejected, and the restaurant is notified.
#[tokio::test]
async fn a_larger_party_takes_free_seats_and_pays_the_difference() {
    let scene = two_of_four(paid()).await;
    let Scene { app, restaurant, slot, hanako, uid } = &scene;
    assert_eq!(app.kept_of(hanako).await, 20_780);
    assert_eq!(scene.options().await, [1, 2, 3, 4]);
    let reply = scene.change(json!({ "guests_count": 3 })).await.is(200).json();
    assert_eq!((&reply["requires_action"], &reply["redirect_to"]), (&json!(false), &json!(path(uid))));
    assert_eq!((scene.guests().await, app.count(SEATED).await), (3, 3));
    assert_eq!(app.kept_of(hanako).await, 31_170);
    let charges = hanako.reservation(uid).await["charges"].clone();
    let amounts: Vec<_> = charges.as_array().unwrap().iter().map(|one| one["amount"].as_i64().unwrap()).collect();
    assert_eq!(amounts, [780, 20_000, 390, 10_000]);
    let kenji = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    kenji.sees(restaurant, slot, &[1]).await;
    kenji.book(restaurant, slot, 1).await;
    scene.change(json!({ "guests_count": 4 })).await.refused(422, "full");
    assert_eq!((scene.guests().await, app.kept_of(hanako).await), (3, 31_170));
    let far = scene.change(json!({ "guests_count": 9 })).await;
    far.refused(422, "not_offered");
    assert_eq!(far.bad_fields(), ["reservation.guests_count"]);
    scene.change(json!({ "guests_count": 0 })).await.refused(422, "not_offered");
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'change_guests_count'").await, 1);
    scene.app.end().await;
}

#[tokio::test]
async fn smaller_party_is_refunded_course_but_not_fee() {
    let scene = two_of_four(paid()).await;
    let Scene { app, restaurant, slot, hanako, uid } = &scene;
    scene.change(json!({ "guests_count": 4 })).await.is(200);
    let kenji = app.diner("kenji").await;
    kenji.sees(restaurant, slot, &[]).await;
    let edit = hanako.get(&format!("{}/edit", path(uid))).await.data();
    let refunds = edit["guests_options"].as_array().unwrap().iter().map(|option| option["refund"].as_i64().unwrap());
    assert_eq!(refunds.collect::<Vec<_>>(), [30_000, 20_000, 10_000, 0], "the refund is shown beforehand");
    scene.change(json!({ "guests_count": 1 })).await.is(200);
    assert_eq!((scene.guests().await, app.count(SEATED).await), (1, 1));
    kenji.sees(restaurant, slot, &[1, 2, 3]).await;
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 4 * 390 + 10_000);
    // The fee of four was paid already.
    scene.change(json!({ "guests_count": 2 })).await.is(200);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 4 * 390 + 20_000);
    hanako.cancel(uid).await.is(204);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 4 * 390, "of a cancelled booking the platform keeps its fee");
    scene.app.end().await;
}

#[tokio::test]
async fn a_cancellation_fee_is_kept_once_of_all_that_was_paid() {
    let scene = two_of_four(paid()).await;
    scene.change(json!({ "guests_count": 4 })).await.is(200);
    scene.app.advance(6 * DAY);
    scene.hanako.cancel(&scene.uid).await.is(204);
    scene.app.drain_jobs().await;
    assert_eq!(scene.app.kept_of(&scene.hanako).await, 4 * 390 + 20_000, "half of 40,000 yen");
    scene.app.end().await;
}

#[tokio::test]
async fn nothing_is_changed_when_the_card_refuses_the_difference() {
    let scene = two_of_four(paid()).await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::SAVES_BUT_DECLINES).await.is(200);
    let refused = scene.change(json!({ "guests_count": 4 })).await;
    refused.refused(422, "payment_failed");
    assert_eq!((scene.guests().await, app.count(SEATED).await), (2, 2));
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 20_780);
    let page = hanako.reservation(uid).await;
    assert_eq!(page["charges"].as_array().unwrap().len(), 2, "{}", page["charges"]);
    assert_eq!(page["reservation"]["open_payment"], Value::Null);
    app.advance(60);
    domain::outbox::mails::sweep(&app.pool, &app.rng, app.now()).await.unwrap();
    app.drain_jobs().await;
    let subjects: Vec<_> = app.outside.booking_mails(HANAKO).await.iter().map(|m| m["subject"].clone()).collect();
    assert_eq!(subjects.len(), 1, "no mail about a reverted change: {subjects:?}");
    app.execute("DELETE FROM payment_methods").await;
    scene.change(json!({ "guests_count": 4 })).await.refused(422, "card_needed");
    assert_eq!(scene.guests().await, 2);
    scene.app.end().await;
}

/// F072, gaps G084: the difference waits for authentication, on the list and on the page.
#[tokio::test]
async fn difference_that_needs_authentication_is_paid_by_retrying() {
    let scene = two_of_four(paid()).await;
    let Scene { app, restaurant, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    let answer = scene.change(json!({ "guests_count": 3 })).await.is(200).json();
    assert_eq!(answer["requires_action"], true);
    assert_eq!(scene.guests().await, 3);
    let ids: Vec<_> = waiting_intents(&answer).into_iter().map(|(id, _)| id).collect();
    hanako.report(restaurant, uid, "succeeded", &ids).await.refused(422, "payment_failed");
    let listed = hanako.get("/users/upcoming_reservations").await.data()["reservations"][0].clone();
    assert_eq!((&listed["needs_3ds"], &listed["status"]), (&json!(true), &json!("accepted")));
    let retry = hanako.post(&format!("/r/sushi-test/reservations/{uid}/retry_3ds"), &json!({})).await.is(200).json();
    let intents = waiting_intents(&retry);
    assert_eq!(intents.len(), 2, "fee and course");
    for (_, secret) in &intents {
        assert_eq!(app.outside.card_form(secret, "", "success").await, "succeeded");
    }
    let paid = hanako.report(restaurant, uid, "succeeded", &ids).await.is(200).json();
    assert_eq!(paid["message"], "お支払いが完了しました。");
    assert_eq!(hanako.reservation(uid).await["reservation"]["needs_3ds"], false);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 31_170);
    scene.app.end().await;
}

/// Gaps G084: the worker charges another card, once it is registered.
#[tokio::test]
async fn declined_difference_is_charged_to_another_card() {
    let scene = two_of_four(paid()).await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    let answer = scene.change(json!({ "guests_count": 3 })).await.is(200).json();
    for (_, secret) in waiting_intents(&answer) {
        assert_eq!(app.outside.card_form(&secret, "", "fail").await, "requires_payment_method");
    }
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 20_780);
    let registered = hanako.register_card(&app.outside, cards::GOOD).await.is(200).json();
    assert!(registered["message"].as_str().unwrap().contains("10,390円"), "{registered}");
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 31_170);
    assert_eq!(hanako.reservation(uid).await["reservation"]["open_payment"], Value::Null);
    scene.app.end().await;
}

#[tokio::test]
async fn open_difference_ends_with_the_booking() {
    let scene = two_of_four(paid()).await;
    let Scene { app, hanako, uid, .. } = &scene;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    scene.change(json!({ "guests_count": 3 })).await.is(200);
    // Reduced again: the third guest's payment is not wanted any more.
    scene.change(json!({ "guests_count": 2 })).await.is(200);
    app.drain_jobs().await;
    assert_eq!(hanako.reservation(uid).await["reservation"]["open_payment"], Value::Null);
    scene.change(json!({ "guests_count": 4 })).await.is(200);
    hanako.cancel(uid).await.is(204);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 780);
    let open = "SELECT count(*) FROM charges WHERE status NOT IN ('succeeded', 'canceled')";
    assert_eq!(app.count(open).await, 0);
    scene.app.end().await;
}

#[tokio::test]
async fn party_is_not_reduced_once_a_fee_applies() {
    let scene =
        two_of_four(RestaurantSpec { policy: usual_policy(), cutoff_hours: 2, ..RestaurantSpec::default() }).await;
    scene.app.advance(6 * DAY);
    assert_eq!(scene.options().await, [2, 3, 4], "the day before costs half");
    let page = scene.hanako.get(&format!("{}/edit", path(&scene.uid))).await.data();
    assert!(page["fewer_refused"].as_str().is_some_and(|text| text.contains("キャンセル料")), "{page}");
    scene.change(json!({ "guests_count": 1 })).await.refused(422, "fewer_too_late");
    scene.change(json!({ "guests_count": 3 })).await.is(200);
    scene.app.end().await;
}

/// F076: while a request to cancel waits; gaps G072: past the cut-off.
#[tokio::test]
async fn a_locked_or_late_booking_is_not_changed() {
    let scene = two_of_four(RestaurantSpec::default()).await;
    let Scene { app, restaurant, hanako, uid, .. } = &scene;
    app.owner(restaurant).await;
    app.execute(
        "INSERT INTO reservation_cancel_requests (uid, restaurant_id, reservation_id, reason, delete_os, owner_id, created_at)
         SELECT 'asked', r.restaurant_id, r.id, 'customer', false, (SELECT min(id) FROM owners), r.created_at FROM reservations r",
    )
    .await;
    for fields in [json!({ "special_request": "静かな席" }), json!({ "guests_count": 3 })] {
        scene.change(fields).await.refused(400, "cancel_request_open");
    }
    let page = hanako.get(&format!("{}/edit", path(uid))).await.data();
    assert!(page["locked_reason"].as_str().is_some_and(|text| text.contains("キャンセル申請")), "{page}");
    app.execute("DELETE FROM reservation_cancel_requests").await;
    app.advance(6 * DAY + 10 * HOUR);
    scene.change(json!({ "special_request": "静かな席" })).await.refused(422, "past_cutoff");
    app.advance(DAY);
    scene.change(json!({ "special_request": "静かな席" })).await.refused(422, "not_editable");
    hanako.get(&format!("{}/edit", path(uid))).await.is(200);
    scene.app.end().await;
}

#[tokio::test]
async fn invited_party_changes_by_request() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    let change = json!({ "reservation": { "special_request": "静かな席" } });
    hanako.patch(&path(&uid), &change).await.refused(422, "not_editable");
    hanako.post(&format!("/users/invited_reservations/{uid}/accept"), &json!({ "policy_agreed": true })).await.is(200);
    let page = hanako.get(&format!("{}/edit", path(&uid))).await.data();
    assert_eq!(page["is_invited"], true);
    hanako.patch(&path(&uid), &change).await.is(200);
    let guests = json!({ "reservation": { "guests_count": 1 } });
    hanako.patch(&path(&uid), &guests).await.refused(422, "guests_not_editable");
    app.end().await;
}

/// F082: another diner's booking is not found.
#[tokio::test]
async fn others_and_visitors_change_nothing() {
    let scene = two_of_four(RestaurantSpec::default()).await;
    let Scene { app, uid, .. } = &scene;
    let body = json!({ "reservation": { "special_request": "静かな席", "guests_count": 3 } });
    let kenji = app.diner("kenji").await;
    kenji.patch(&path(uid), &body).await.refused(404, "not_found");
    kenji.get(&format!("{}/edit", path(uid))).await.refused(404, "not_found");
    app.anonymous().patch(&path(uid), &body).await.refused(401, "sign_in_required");
    app.anonymous().open(&format!("{}/edit", path(uid))).await.goes_to("/users/sign_in");
    let call = scene.hanako.call(reqwest::Method::PATCH, &path(uid)).csrf(tests::Csrf::None).json(&body);
    call.send().await.refused(422, "csrf");
    let odd = scene.change(json!({ "guests_count": "many" })).await;
    odd.refused(422, "invalid_input");
    assert_eq!(scene.guests().await, 2);
    scene.app.end().await;
}
