//! Invitations from the guests' side (F078, F079, F132, F133, F135, gaps G042, G093, G152).

use domain::payments::actions;
use domain::payments::model::Outcome;
use domain::settlement;
use serde_json::{Value, json};
use tests::{
    CourseSpec, DAY, GuestSpec, HOUR, INVITED_RESERVATIONS, Persona, RestaurantSpec, TestApp, VisitSpec, cards,
};

const LIST: &str = "/users/invited_reservations";
const BY_MAIL: GuestSpec = GuestSpec {
    kind: "InvitedCustomer",
    nickname: "高橋",
    email: Some("guest@example.jp"),
    phone: "",
    takes_sms: false,
};

async fn accept(diner: &Persona, uid: &str, token: Option<&str>) -> tests::Reply {
    diner.post(&format!("{LIST}/{uid}/accept"), &json!({ "policy_agreed": true, "invited_token": token })).await
}

async fn fewer(diner: &Persona, uid: &str, guests: i32) -> tests::Reply {
    let body = json!({ "ivr_guest_count_alter_request": { "new_guest_count": guests } });
    diner.post(&format!("/users/reservations/{uid}/ivr_guest_count_alter_requests"), &body).await
}

fn has_menu_entry(page: &Value) -> bool {
    page["session"]["user"]["has_invitations"] == true
}

/// F078, F132
#[tokio::test]
async fn a_diner_finds_an_invitation_among_their_own_and_accepts_it() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    assert!(!has_menu_entry(&hanako.get("/").await.json()));
    let uid = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    assert!(has_menu_entry(&hanako.get("/").await.json()));
    let list = hanako.get(LIST).await.data();
    assert_eq!((&list["invitations"][0]["uid"], &list["invitations"][0]["is_open"]), (&json!(uid), &json!(true)));
    let upcoming = hanako.get("/users/upcoming_reservations").await.data();
    assert_eq!(upcoming["reservations"], json!([]), "no booking yet");
    let page = hanako.get(&format!("{LIST}/{uid}")).await;
    assert!(!page.body.contains("窓側"), "the memo is the restaurant's own: {}", page.body);
    let data = page.data();
    assert_eq!(
        (&data["needs_sign_in"], &data["needs_card"], &data["total"], &data["pay_at_restaurant"]),
        (&json!(false), &json!(false), &json!(0), &json!(20_000))
    );
    let path = format!("{LIST}/{uid}/accept");
    hanako.post(&path, &json!({})).await.refused(422, "confirmations_missing");
    let reply = accept(&hanako, &uid, None).await;
    assert_eq!(reply.is(200).json()["redirect_to"], format!("/users/reservations/{uid}"));
    accept(&hanako, &uid, None).await.is(200);
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    assert_eq!(hanako.get(LIST).await.data()["invitations"][0]["is_declined"], false);
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &uid).await;
    assert_eq!((&detail["shown_status"], &detail["type"]), (&json!("confirmed"), &json!("invited_reservation")));
    owner.delete(&format!("{INVITED_RESERVATIONS}/{uid}")).await.refused(400, "invitation_not_withdrawable");
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'new_ivr'").await, 2, "sent, and accepted");
    app.drain_jobs().await;
    assert_eq!(
        app.outside.booking_mails("hanako@seki.test").await.len(),
        1,
        "the booking; the invitation was no news any more"
    );
    app.end().await;
}

#[tokio::test]
async fn others_do_not_find_it() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    let kenji = app.diner("kenji").await;
    let path = format!("{LIST}/{uid}");
    kenji.get(&path).await.refused(404, "not_found");
    accept(&kenji, &uid, Some("made.up")).await.refused(404, "not_found");
    fewer(&kenji, &uid, 1).await.refused(404, "not_found");
    kenji.post(&format!("{path}/decline"), &json!({})).await.refused(404, "not_found");
    kenji.post(&format!("{path}/retry_3ds"), &json!({})).await.refused(404, "not_found");
    let result = json!({ "result": "succeeded" });
    kenji.post(&format!("{path}/confirm_with_three_d_secure_result"), &result).await.refused(404, "not_found");
    app.anonymous().get(&path).await.refused(401, "sign_in_required");
    app.anonymous().open(LIST).await.goes_to("/users/sign_in");
    accept(&app.anonymous(), &uid, None).await.refused(401, "sign_in_required");
    app.anonymous().post(&format!("{path}/decline"), &json!({})).await.refused(401, "sign_in_required");
    app.end().await;
}

#[tokio::test]
async fn declined_or_expired_invitation_ends_with_notification() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let declined = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    let path = format!("{LIST}/{declined}/decline");
    assert_eq!(hanako.post(&path, &json!({})).await.is(200).json()["redirect_to"], LIST);
    hanako.post(&path, &json!({})).await.refused(422, "invitation_ended");
    accept(&hanako, &declined, None).await.refused(422, "invitation_ended");
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &declined).await;
    assert_eq!(detail["status"], "void");
    let shown = hanako.get(LIST).await.data()["invitations"][0].clone();
    assert_eq!((&shown["status"], &shown["is_declined"]), (&json!("void"), &json!(true)), "not a cancelled booking");
    let released = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    hanako.cancel(&released).await.is(204);
    let expired = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    app.advance(8 * DAY);
    accept(&hanako, &expired, None).await.refused(422, "invitation_ended");
    assert_eq!(hanako.get(&format!("{LIST}/{expired}")).await.data()["invitation"]["is_open"], false);
    app.start_job_runner().stop().await;
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM notifications WHERE reason = 'ivr_close'", 3).await;
    worker.stop().await;
    app.end().await;
}

/// F133
#[tokio::test]
async fn invitation_link_is_accepted_or_declined_after_sign_in() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let reply = owner.invite(&app, &restaurant, &VisitSpec::default(), BY_MAIL).await;
    let uid = reply.uid();
    let other = VisitSpec { items: vec![2, 3], ..VisitSpec::default() };
    let second = GuestSpec { email: Some("second@example.jp"), ..BY_MAIL };
    let reply = owner.invite(&app, &restaurant, &other, second).await;
    let unwanted = reply.uid();
    app.drain_jobs().await;
    let token = app.outside.invitation_token("guest@example.jp").await;
    let stranger = app.anonymous();
    let page = stranger.get(&format!("{LIST}/{uid}?invited_token={token}")).await.data();
    assert_eq!((&page["needs_sign_in"], &page["invited_token"]), (&json!(true), &json!(token)));
    stranger.get(&format!("{LIST}/{uid}?invited_token={token}x")).await.refused(401, "sign_in_required");
    stranger.get(&format!("{LIST}/{unwanted}?invited_token={token}")).await.refused(401, "sign_in_required");
    accept(&stranger, &uid, Some(&token)).await.refused(401, "sign_in_required");
    let hanako = app.diner("hanako").await;
    accept(&hanako, &uid, None).await.refused(404, "not_found");
    accept(&hanako, &uid, Some(&token)).await.is(200);
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &uid).await;
    assert_eq!((&detail["type"], &detail["customer_type"]), (&json!("invited_reservation"), &json!("OnlineCustomer")));
    app.diner("kenji").await.get(&format!("{LIST}/{uid}?invited_token={token}")).await.refused(404, "not_found");
    let token = app.outside.invitation_token("second@example.jp").await;
    let no = json!({ "invited_token": token });
    let reply = stranger.post(&format!("{LIST}/{unwanted}/decline"), &no).await;
    assert_eq!(reply.is(200).json()["redirect_to"], "/");
    assert_eq!(owner.reservation_detail(INVITED_RESERVATIONS, &unwanted).await["status"], "void");
    app.end().await;
}

#[tokio::test]
async fn claimed_link_keeps_customer_record() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let own = app.customer_of(&restaurant, &hanako).await;
    let reply = owner.invite(&app, &restaurant, &VisitSpec::default(), BY_MAIL).await;
    let uid = reply.uid();
    app.drain_jobs().await;
    app.execute("UPDATE customer_profiles SET noted_allergies = 'そば', kana = 'タカハシ' WHERE nickname = '高橋'")
        .await;
    let invited = app.count("SELECT id FROM customers WHERE type = 'InvitedCustomer'").await;
    let other = json!({ "nickname": "タカハシ", "noted_allergies": "えび", "internal_memo": "窓側" });
    let other = owner.post("/owners/api/customers", &other).await.is(201).json();
    let merge = json!({ "primary_customer_id": invited, "merged_customer_ids": [other["id"]] });
    let merge = owner.post("/owners/api/offline_customer_merges", &merge).await.is(200).json()["id"].clone();
    let token = app.outside.invitation_token("guest@example.jp").await;
    accept(&hanako, &uid, Some(&token)).await.is(200);
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &uid).await;
    assert_eq!((&detail["customer_uid"], &detail["nickname"]), (&json!(own), &json!("高橋")));
    assert_eq!(
        (&detail["allergy_description"], &detail["customer_internal_memo"]),
        (&json!("そば\nえび"), &json!("窓側"))
    );
    let kana = "SELECT count(*) FROM customer_profiles p JOIN customers c ON c.id = p.customer_id
        WHERE c.type = 'OnlineCustomer' AND p.kana = 'タカハシ'";
    assert_eq!(app.count(kana).await, 1, "the reading of the nickname");
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE merged_into_id IS NOT NULL").await, 2);
    app.verify().await;

    // From now on a merge of the invited customer concerns the diner.
    owner.delete(&format!("/owners/api/offline_customer_merges/{merge}")).await.is(200);
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &uid).await;
    assert_eq!((&detail["allergy_description"], &detail["customer_internal_memo"]), (&json!("そば\nえび"), &json!("")));
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE merged_into_id IS NOT NULL").await, 1);
    app.end().await;
}

#[tokio::test]
async fn prepaid_course_requires_a_card_and_charges_it() {
    let prepaid = CourseSpec { price: 12_000, is_prepaid: true, ..CourseSpec::default() };
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { fee: 390, courses: vec![prepaid], ..RestaurantSpec::default() })
            .await;
    let hanako = app.diner("hanako").await;
    let uid = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    let page = hanako.get(&format!("{LIST}/{uid}")).await.data();
    assert_eq!((&page["total"], &page["needs_card"]), (&json!(24_000), &json!(true)), "no fee of the platform");
    accept(&hanako, &uid, None).await.refused(422, "card_needed");
    assert_eq!(called_prepaid(&app, &owner, &uid).await, [false; 3], "offered, and not paid");
    let hanako = hanako.with_card(&app.outside, cards::GOOD).await;
    accept(&hanako, &uid, None).await.is(200);
    assert_eq!((hanako.status_of(&uid).await.as_str(), app.kept_of(&hanako).await), ("accepted", 24_000));
    assert_eq!(called_prepaid(&app, &owner, &uid).await, [true; 3]);
    fewer(&hanako, &uid, 1).await.is(200);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 12_000, "what was paid for the second guest goes back");
    assert_eq!(reduced_mails(&app).await, ["人数: 1名様 返金額: 12,000円"]);
    hanako.cancel(&uid).await.is(204);
    assert_eq!(called_prepaid(&app, &owner, &uid).await, [false; 3], "refunded");
    app.end().await;
}

/// Returns the guests and money in the mails about a smaller party, newest first.
async fn reduced_mails(app: &TestApp) -> Vec<String> {
    let mails = app.outside.booking_mails("hanako@seki.test").await.into_iter();
    let mails = mails.filter(|mail| mail["subject"] == "【席】試し鮨のご予約の人数が変わりました");
    let line =
        |text: &str, label: &str| text.lines().find(|line| line.starts_with(label)).unwrap_or_default().to_owned();
    let said = mails.map(|mail| {
        let text = mail["text"].as_str().unwrap_or_default();
        format!("{} {}", line(text, "人数"), line(text, "返金額")).trim().to_owned()
    });
    said.collect()
}

/// The restaurant grants the request when online bookings can no longer be changed; the diner is notified of it, and of the refund.
#[tokio::test]
async fn granted_smaller_party_is_mailed_with_refund() {
    let prepaid = CourseSpec { price: 12_000, is_prepaid: true, ..CourseSpec::default() };
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { courses: vec![prepaid], ..RestaurantSpec::default() }).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let party = VisitSpec { items: vec![0, 1, 2], guests: 3, ..VisitSpec::default() };
    let uid = owner.invite_diner(&app, &restaurant, &party, &hanako).await;
    accept(&hanako, &uid, None).await.is(200);
    app.advance(6 * DAY + 9 * HOUR);
    let decision = format!("{INVITED_RESERVATIONS}/{uid}/guest_count_request");
    fewer(&hanako, &uid, 2).await.is(200);
    owner.patch(&decision, &json!({ "granted": false })).await.is(200);
    app.drain_jobs().await;
    assert_eq!((app.kept_of(&hanako).await, reduced_mails(&app).await), (36_000, Vec::new()), "three will come");
    fewer(&hanako, &uid, 2).await.is(200);
    owner.patch(&decision, &json!({ "granted": true })).await.is(200);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 24_000);
    assert_eq!(reduced_mails(&app).await, ["人数: 2名様 返金額: 12,000円"]);
    app.end().await;
}

/// Whether the calendar, the pane and the list call a reservation prepaid.
async fn called_prepaid(app: &TestApp, owner: &Persona, uid: &str) -> [bool; 3] {
    let of = |rows: &Value| {
        let row = rows.as_array().and_then(|rows| rows.iter().find(|row| row["uid"] == uid));
        row.expect("the reservation")["is_prepaid"].as_bool().expect("a flag")
    };
    let day = owner.get(&format!("/owners/daily_calendars/{}", app.day(7))).await.data();
    let list = owner.get("/owners/reservations").await.data();
    let pane = owner.reservation_detail(INVITED_RESERVATIONS, uid).await;
    [of(&day["items"]), pane["is_prepaid"].as_bool().expect("a flag"), of(&list["reservations"])]
}

/// Nothing is paid now, but a no-show costs a fee: a card is required (DB-M5).
#[tokio::test]
async fn invitation_with_cancellation_fee_needs_card() {
    let policy = json!([{ "days_before": 0, "percent": 100 }]);
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { policy, ..RestaurantSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    let uid = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    let page = hanako.get(&format!("{LIST}/{uid}")).await.data();
    assert_eq!((&page["total"], &page["needs_card"]), (&json!(0), &json!(true)));
    accept(&hanako, &uid, None).await.refused(422, "card_needed");
    let hanako = hanako.with_card(&app.outside, cards::GOOD).await;
    accept(&hanako, &uid, None).await.is(200);
    assert_eq!((hanako.status_of(&uid).await.as_str(), app.kept_of(&hanako).await), ("accepted", 0));
    app.advance(8 * DAY);
    let owner = app.owner(&restaurant).await;
    owner.put(&format!("/owners/api/reservations/{uid}/no_show"), &json!({ "no_show": true })).await.is(200);
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &uid).await;
    assert_eq!(detail["no_show_fee"]["amount"], 20_000, "the guest agreed to it");
    app.end().await;
}

/// The bank authenticates the amount agreed to at that time; the share of the guests who no longer come is refunded.
#[tokio::test]
async fn party_reduced_during_authentication_pays_reduced_amount() {
    let prepaid = CourseSpec { price: 12_000, is_prepaid: true, ..CourseSpec::default() };
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { courses: vec![prepaid], ..RestaurantSpec::default() }).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    app.advance(9 * HOUR);
    let party = VisitSpec { days: 1, items: vec![0, 1, 2], guests: 3, ..VisitSpec::default() };
    let uid = owner.invite_diner(&app, &restaurant, &party, &hanako).await;
    fewer(&hanako, &uid, 2).await.is(200);
    let asked = accept(&hanako, &uid, None).await.is(200).json();
    let decision = format!("{INVITED_RESERVATIONS}/{uid}/guest_count_request");
    owner.patch(&decision, &json!({ "granted": true })).await.is(200);
    for (_, secret) in tests::waiting_intents(&asked) {
        assert_eq!(app.outside.card_form(&secret, cards::ALWAYS_CHALLENGED, "success").await, "succeeded");
    }
    let said = json!({ "result": "succeeded", "confirm_payment_intent_ids": [] });
    hanako.post(&format!("{LIST}/{uid}/confirm_with_three_d_secure_result"), &said).await.is(200);
    app.drain_jobs().await;
    assert_eq!((hanako.status_of(&uid).await.as_str(), app.kept_of(&hanako).await), ("accepted", 24_000));
    app.end().await;
}

/// A party of four has paid 12,000 each and become one of three. The refund was not recorded, as if the worker had been killed or the
/// provider's response lost.
async fn smaller_with_an_unwritten_refund() -> (TestApp, Persona, String) {
    let prepaid = CourseSpec { price: 12_000, is_prepaid: true, ..CourseSpec::default() };
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { courses: vec![prepaid], ..RestaurantSpec::default() }).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let party = VisitSpec { items: vec![0, 1, 2, 3], guests: 4, ..VisitSpec::default() };
    let uid = owner.invite_diner(&app, &restaurant, &party, &hanako).await;
    accept(&hanako, &uid, None).await.is(200);
    fewer(&hanako, &uid, 3).await.is(200);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 36_000);
    app.execute("UPDATE charges SET refunded_amount = 0").await;
    app.execute("ALTER TABLE ledger_transfers DISABLE TRIGGER ledger_transfers_append_only").await;
    app.execute("DELETE FROM ledger_transfers WHERE kind = 'charge_refunded'").await;
    app.execute("ALTER TABLE ledger_transfers ENABLE TRIGGER ledger_transfers_append_only").await;
    (app, hanako, uid)
}

#[tokio::test]
async fn refunded_guests_are_not_refunded_twice() {
    let (app, hanako, uid) = smaller_with_an_unwritten_refund().await;
    fewer(&hanako, &uid, 2).await.is(200);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 24_000);
    let page = hanako.reservation(&uid).await;
    assert_eq!(page["charges"][0]["refunded_amount"], 24_000);
    assert_eq!(page["cancellation"]["refund"], 24_000, "what is left of it would");
    app.end().await;
}

#[tokio::test]
async fn cancellation_refund_includes_earlier_refunds() {
    let (app, hanako, uid) = smaller_with_an_unwritten_refund().await;
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 0);
    assert_eq!(hanako.reservation(&uid).await["cancellation"]["refund"], 48_000, "in all");
    app.end().await;
}

#[tokio::test]
async fn invitation_needs_authentication_before_it_is_a_booking() {
    let prepaid = CourseSpec { price: 12_000, is_prepaid: true, ..CourseSpec::default() };
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { courses: vec![prepaid], ..RestaurantSpec::default() }).await;
    let diner = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    let uid = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &diner).await;
    let answer = accept(&diner, &uid, None).await.is(200).json();
    assert_eq!(answer["requires_action"], true, "{answer}");
    let result = format!("{LIST}/{uid}/confirm_with_three_d_secure_result");
    let said = json!({ "result": "succeeded", "confirm_payment_intent_ids": [] });
    diner.post(&result, &said).await.refused(422, "payment_failed");
    let retry = diner.post(&format!("{LIST}/{uid}/retry_3ds"), &json!({ "redirect_to": "https://evil.example" })).await;
    assert_eq!(retry.is(200).json()["redirect_to"], "/users/upcoming_reservations");
    for (_, secret) in tests::waiting_intents(&retry.json()) {
        assert_eq!(app.outside.card_form(&secret, cards::ALWAYS_CHALLENGED, "success").await, "succeeded");
    }
    let reply = diner.post(&result, &said).await;
    assert_eq!(reply.is(200).json()["redirect_to"], format!("/users/reservations/{uid}"));
    assert_eq!(diner.status_of(&uid).await, "accepted");
    app.end().await;
}

#[tokio::test]
async fn a_paid_invitation_becomes_a_booking_though_the_process_died() {
    let prepaid = CourseSpec { price: 12_000, is_prepaid: true, ..CourseSpec::default() };
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { courses: vec![prepaid], ..RestaurantSpec::default() }).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    let uid = owner.invite_diner(&app, &restaurant, &VisitSpec::default(), &hanako).await;
    app.outside.faults(json!({ "drop_webhooks": true })).await;
    for (_, secret) in tests::waiting_intents(&accept(&hanako, &uid, None).await.is(200).json()) {
        assert_eq!(app.outside.card_form(&secret, "", "success").await, "succeeded");
    }
    let refreshed = actions::refresh_intents(app.payments(), app.only_reservation().await).await;
    assert!(refreshed.is_ok_and(|outcome| matches!(outcome, Outcome::Paid)));
    app.advance(60);
    settlement::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep");
    app.drain_jobs().await;
    assert_eq!((hanako.status_of(&uid).await.as_str(), app.kept_of(&hanako).await), ("accepted", 24_000));
    app.end().await;
}

/// F079
#[tokio::test]
async fn invited_party_shrinks_immediately_or_by_approval() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let spec = VisitSpec { items: vec![0, 1, 2], guests: 3, ..VisitSpec::default() };
    let uid = owner.invite_diner(&app, &restaurant, &spec, &hanako).await;
    accept(&hanako, &uid, None).await.is(200);
    for guests in [3, 4, 0, -1] {
        fewer(&hanako, &uid, guests).await.refused(422, "guests_not_fewer");
    }
    fewer(&hanako, &uid, 2).await.is(200);
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &uid).await;
    assert_eq!((&detail["guests_count"], detail["inventory_items"].as_array().map(Vec::len)), (&json!(2), Some(2)));
    app.verify().await;
    app.advance(6 * DAY + 9 * HOUR);
    fewer(&hanako, &uid, 1).await.is(200);
    let detail = owner.reservation_detail(INVITED_RESERVATIONS, &uid).await;
    assert_eq!(
        (&detail["guests_count"], &detail["requested_guests_count"]),
        (&json!(2), &json!(1)),
        "past the cut-off"
    );
    let decision = format!("{INVITED_RESERVATIONS}/{uid}/guest_count_request");
    let foreign = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    app.owner(&foreign).await.patch(&decision, &json!({ "granted": true })).await.refused(404, "not_found");
    owner.patch(&decision, &json!({})).await.refused(422, "invalid_input");
    let detail = owner.patch(&decision, &json!({ "granted": true })).await.data();
    assert_eq!((&detail["guests_count"], &detail["requested_guests_count"]), (&json!(1), &Value::Null));
    owner.patch(&decision, &json!({ "granted": true })).await.refused(400, "request_closed");
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'change_guests_count'").await, 2);
    app.end().await;
}
