//! The review page: its content, and that the server requires every confirmation that it lists.

use domain::restaurants::actions::SettingsChange;
use domain::restaurants::model::Visibility;
use reqwest::Method;
use serde_json::{Value, json};
use tests::{CourseSpec, Csrf, RestaurantSpec, SlotSpec, TestApp, all_ticked, usual_policy};

fn asking() -> RestaurantSpec {
    RestaurantSpec {
        review_items: vec!["perfume", "punctual"],
        travel_law_notice: Some("交通の手配は承りません。"),
        courses: vec![CourseSpec { price: 12_000, ..CourseSpec::default() }],
        ..RestaurantSpec::default()
    }
}

fn everything() -> Value {
    let mut body = all_ticked();
    body["reservation_review_page_items"] = json!({ "perfume": "1", "punctual": "1" });
    body
}

/// F062
#[tokio::test]
async fn the_review_page_lists_what_must_be_confirmed_and_what_it_costs() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { policy: usual_policy(), ..asking() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 2).await;
    let page = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data();
    let keys: Vec<_> = page["review_items"].as_array().unwrap().iter().map(|item| item["key_name"].clone()).collect();
    assert_eq!(keys, ["perfume", "punctual"]);
    assert_eq!(page["travel_law_notice"], "交通の手配は承りません。");
    assert_eq!(page["requires_no_proxy"], true);
    assert_eq!((&page["total"], &page["pay_at_restaurant"]), (&json!(0), &json!(24_000)));
    assert_eq!((&page["charges"], &page["needs_card"], &page["card"]), (&json!([]), &json!(true), &json!(null)));
    assert_eq!(page["policy"]["tiers"][0]["amount"], 12_000, "half of 24,000 the day before");
    assert_eq!(page["policy"]["tiers"][0]["from"], "2026-12-07");
    assert_eq!(page["policy"]["tiers"][1]["amount"], 24_000);
    assert_eq!(page["reservation"]["display_time"], "2026年12月08日 18:00");
    assert_eq!(page["confirm_path"], format!("/r/sushi-test/reservations/{uid}/confirm"));
    assert_eq!(page["after_delete_path"], "/r/sushi-test/reservations/new");
    assert!(page["final_confirmation"].as_array().unwrap().len() >= 6);
    app.end().await;
}

/// Gaps G246
#[tokio::test]
async fn the_policy_of_the_review_page_starts_with_the_tier_of_today() {
    let app = TestApp::start().await;
    let policy = json!([
        { "days_before": 9, "percent": 30 }, { "days_before": 7, "percent": 50 }, { "days_before": 1, "percent": 100 },
    ]);
    let restaurant = app.restaurant(RestaurantSpec { policy, ..asking() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 2).await;
    let page = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data();
    let tiers = page["policy"]["tiers"].as_array().expect("tiers");
    let shown: Vec<_> = tiers.iter().map(|tier| (tier["percent"].clone(), tier["applies_now"].clone())).collect();
    assert_eq!(shown, [(json!(50), json!(true)), (json!(100), json!(false))], "the visit is in seven days");
    app.end().await;
}

#[tokio::test]
async fn return_path_of_the_review_page_is_on_this_site() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(asking()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 2).await;
    for (given, taken) in [
        ("/users/customers?page=2", "/users/customers?page=2"),
        ("https://evil.test/", "/r/sushi-test/reservations/new"),
        ("//evil.test/", "/r/sushi-test/reservations/new"),
    ] {
        let query = [("after_delete_path", given)];
        let query = reqwest::Url::parse_with_params("http://x/", &query).unwrap().query().unwrap().to_owned();
        let page = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review?{query}")).await.data();
        assert_eq!(page["after_delete_path"], taken);
    }
    app.end().await;
}

/// F064
#[tokio::test]
async fn each_confirmation_left_out_is_named_and_the_hold_stays() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(asking()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let path = format!("/r/sushi-test/reservations/{uid}/confirm.json");
    let before = app.state().await;
    for field in ["date_confirmed", "no_proxy", "policy_agreed", "travel_law_agreed"] {
        for unticked in [json!(false), json!("0"), json!(0), json!("")] {
            let mut body = everything();
            body[field] = unticked;
            let reply = hanako.post(&path, &body).await;
            reply.refused(422, "confirmations_missing");
            assert_eq!(reply.bad_fields(), [field]);
        }
    }
    let mut body = everything();
    body["reservation_review_page_items"] = json!({ "perfume": "1", "unknown": "1" });
    let reply = hanako.post(&path, &body).await;
    assert_eq!(reply.bad_fields(), ["reservation_review_page_items.punctual"]);
    let nothing = hanako.post(&path, &json!({})).await;
    nothing.refused(422, "confirmations_missing");
    assert_eq!(nothing.bad_fields().len(), 6);
    assert_eq!(app.state().await, before);
    hanako.post(&path, &everything()).await.is(200);
    app.end().await;
}

/// F063
#[tokio::test]
async fn completed_hold_becomes_booking_and_notifies_all() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 2).await;
    let mut body = all_ticked();
    body["reservation"] = json!({ "special_request": "窓際を希望します" });
    let answer = hanako.post(&format!("/r/sushi-test/reservations/{uid}/confirm.json"), &body).await;
    let answer = answer.is(200).json();
    assert_eq!(answer["redirect_to"], format!("/users/reservations/{uid}"));
    assert_eq!((&answer["requires_action"], &answer["payment_intents"]), (&json!(false), &json!([])));
    let page = hanako.get(&format!("/users/reservations/{uid}")).await.json();
    assert_eq!(page["flash"][0]["kind"], "notice", "{page}");
    assert_eq!(page["data"]["reservation"]["status"], "accepted");
    assert_eq!(page["data"]["reservation"]["special_request"], "窓際を希望します");
    app.drain_jobs().await;
    let mails = app.outside.booking_mails("hanako@seki.test").await;
    assert_eq!(mails.len(), 1);
    let code = page["data"]["reservation"]["reservation_code"].as_str().unwrap().to_owned();
    assert!(mails[0]["text"].as_str().unwrap().contains(&code), "{}", mails[0]);
    assert_eq!(
        app.count("SELECT count(*) FROM notifications WHERE reason = 'new_onr' AND has_special_request").await,
        1
    );
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE type = 'OnlineCustomer'").await, 1);
    app.end().await;
}

#[tokio::test]
async fn completing_twice_is_completing_once() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    let before = app.state().await;
    let again = hanako.confirm(&restaurant, &uid).await;
    assert_eq!(again.is(200).json()["redirect_to"], format!("/users/reservations/{uid}"));
    assert_eq!(app.state().await, before);
    let review = format!("/r/sushi-test/reservations/{uid}/review");
    hanako.open(&review).await.goes_to(&format!("/users/reservations/{uid}"));
    hanako.get(&review).await.goes_to(&format!("/users/reservations/{uid}"));
    let booking = hanako.get(&format!("/users/reservations/{uid}")).await.json();
    assert_eq!(booking["flash"][0]["message"], "ご予約は確定しています。", "{booking}");
    app.end().await;
}

/// A diner with a hold or a booking still finds it when the restaurant is hidden; others do not.
#[tokio::test]
async fn a_diner_keeps_their_own_when_the_restaurant_is_hidden() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let held = hanako.hold(&restaurant, &slot, 1).await;
    let dead = kenji.hold(&restaurant, &slot, 1).await;
    kenji.cancel(&dead).await.is(204);
    let hidden = SettingsChange { visibility: Some(Visibility::Hidden), ..SettingsChange::default() };
    app.change(&restaurant, hidden).await;

    let review = format!("/r/sushi-test/reservations/{held}/review");
    hanako.get(&review).await.is(200);
    kenji.get(&review).await.refused(404, "not_found");
    kenji.confirm(&restaurant, &held).await.refused(404, "not_found");
    hanako.get("/r/sushi-test").await.refused(404, "not_found");
    assert_eq!(
        hanako.confirm(&restaurant, &held).await.is(200).json()["redirect_to"],
        format!("/users/reservations/{held}")
    );
    let booking = hanako.get(&format!("/users/reservations/{held}")).await.data();
    assert_eq!(
        (&booking["reservation"]["status"], &booking["restaurant"]["is_hidden"]),
        (&json!("accepted"), &json!(true))
    );
    let list = hanako.get("/users/upcoming_reservations").await.data();
    assert_eq!(list["reservations"][0]["uid"], held);

    let over = format!("/users/reservations/{dead}");
    let gone = kenji.get(&format!("/r/sushi-test/reservations/{dead}/review")).await.refused(422, "hold_ended");
    assert_eq!(gone["redirect_to"], over, "the restaurant's page would be no way on");
    kenji.open(&format!("/r/sushi-test/reservations/{dead}/review")).await.goes_to(&over);
    kenji.get(&over).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn confirmation_needs_its_diner_and_same_origin() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "soba-test", ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let path = format!("/r/sushi-test/reservations/{uid}/confirm.json");
    let before = app.state().await;
    kenji.confirm(&restaurant, &uid).await.refused(404, "not_found");
    hanako.confirm(&elsewhere, &uid).await.refused(404, "not_found");
    hanako.confirm(&restaurant, "no-such-uid").await.refused(404, "not_found");
    hanako.confirm(&restaurant, "%00").await.refused(404, "not_found");
    app.anonymous().post(&path, &all_ticked()).await.refused(401, "sign_in_required");
    hanako.call(Method::POST, &path).json(&all_ticked()).csrf(Csrf::None).send().await.refused(422, "csrf");
    kenji.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.refused(404, "not_found");
    hanako.get(&format!("/r/soba-test/reservations/{uid}/review")).await.refused(404, "not_found");
    assert_eq!(app.state().await, before);
    app.end().await;
}

#[tokio::test]
async fn invalid_checkout_fields_are_named() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let path = format!("/r/sushi-test/reservations/{uid}/confirm.json");
    let before = app.state().await;
    for request in [json!("あ".repeat(2_001)), json!(7), json!(["x"]), json!({ "x": 1 }), json!("a\u{0}b")] {
        let mut body = all_ticked();
        body["reservation"] = json!({ "special_request": request });
        let reply = hanako.post(&path, &body).await;
        reply.refused(422, "invalid_input");
    }
    let mut body = all_ticked();
    body["date_confirmed"] = json!({ "a": 1 });
    assert_eq!(hanako.post(&path, &body).await.bad_fields(), ["date_confirmed"]);
    hanako.call(Method::POST, &path).raw("application/json", "{").send().await.refused(400, "malformed_body");
    assert_eq!(app.state().await, before);
    let mut body = all_ticked();
    body["reservation"] = json!({ "special_request": "あ".repeat(2_000) });
    hanako.post(&path, &body).await.is(200);
    app.end().await;
}
