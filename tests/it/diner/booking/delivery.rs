//! A delivery requires address and time; its diner, the mail and the staff who send it see both (F080, F081, gaps G075).

use serde_json::{Value, json};
use tests::{CourseSpec, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, cards, usual_policy};

/// The boxes ticked and the address filled in; 2026-12-08 is the slot's day.
fn order() -> Value {
    json!({
        "date_confirmed": true, "policy_agreed": true,
        "delivery_address": {
            "zip_code": "１０３００１３", "prefecture": "東京都", "address1": "中央区日本橋人形町", "address2": "2-4-6",
            "address3": "席ビル 301", "name": "鈴木 一郎", "phone_number": "090-1234-5678",
        },
        "arrival": { "year": "2026", "month": "12", "day": 9, "time_slot": "14-16" },
    })
}

fn with(pointer: &str, value: &Value) -> Value {
    let mut body = order();
    *body.pointer_mut(pointer).expect("a field") = value.clone();
    body
}

/// A delivery-only restaurant, and Hanako's hold of three boxes.
async fn three_boxes() -> (TestApp, Restaurant, Persona, String) {
    let app = TestApp::start().await;
    let spec = RestaurantSpec {
        is_delivery_only: true,
        operation: "takeaway",
        fee: 390,
        policy: usual_policy(),
        courses: vec![CourseSpec { price: 3_240, is_prepaid: true, ..CourseSpec::default() }],
        travel_law_notice: Some("交通の手配は承りません。"),
        ..RestaurantSpec::default()
    };
    let restaurant = app.restaurant(spec).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.hold(&restaurant, &slot, 3).await;
    (app, restaurant, hanako, uid)
}

fn confirm_path(uid: &str) -> String {
    format!("/r/sushi-test/reservations/{uid}/confirm.json")
}

/// F081
#[tokio::test]
async fn delivery_address_is_stored_and_shown() {
    let (app, restaurant, hanako, uid) = three_boxes().await;
    let review = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data();
    assert_eq!((&review["requires_no_proxy"], &review["travel_law_notice"]), (&json!(false), &json!(null)));
    assert_eq!(review["total"], 9_720, "no platform fee on takeaway");
    let asked = &review["delivery"];
    assert_eq!(asked["prefectures"].as_array().unwrap().len(), 47, "none overseas");
    assert_eq!((&asked["days"][0], &asked["days"][7]), (&json!("2026-12-08"), &json!("2026-12-15")));
    let slots: Vec<_> = asked["time_slots"].as_array().unwrap().iter().map(|slot| slot["value"].clone()).collect();
    assert_eq!(slots, ["8-12", "14-16", "16-18", "18-20", "19-21"]);
    assert_eq!(asked["delivery_address"]["name"], review_name(&app).await, "it begins with the diner's own");

    hanako.post(&confirm_path(&uid), &order()).await.is(200);
    let seen = hanako.reservation(&uid).await["reservation"]["delivery"].clone();
    assert_eq!(seen["zip_code"], "103-0013");
    assert_eq!(seen["address_text"], "〒103-0013 東京都中央区日本橋人形町2-4-6 席ビル 301");
    assert_eq!(seen["arrival_text"], "2026年12月09日（水） 14時〜16時");
    app.drain_jobs().await;
    let mail = app.outside.booking_mails("hanako@seki.test").await[0]["text"].as_str().unwrap().to_owned();
    for expected in [
        "お届け先: 〒103-0013 東京都",
        "お届け日時: 2026年12月09日（水） 14時〜16時",
        "鈴木 一郎 (09012345678)",
        "個数: 3個",
    ] {
        assert!(mail.contains(expected), "{expected} in {mail}");
    }
    assert!(!mail.contains("名様") && !mail.contains("お席:"), "boxes are no guests: {mail}");

    let owner = app.owner(&restaurant).await;
    let pane = owner.get(&format!("/owners/api/online_reservations/{uid}")).await.is(200).json();
    assert_eq!(pane["data"]["delivery"]["address"], seen["address_text"]);
    assert_eq!(pane["data"]["delivery"]["arrival"], seen["arrival_text"]);
    let day = owner.get("/owners/daily_calendars/2026-12-08").await.data();
    let item = day["items"].as_array().unwrap().iter().find(|item| item["uid"] == *uid).unwrap();
    assert_eq!(item["delivery"]["name"], "鈴木 一郎");
    assert!(item["subtitle"].as_str().unwrap().contains("3個"), "{}", item["subtitle"]);

    let elsewhere = app.restaurant(RestaurantSpec { slug: "soba-test", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&elsewhere).await;
    stranger.get(&format!("/owners/api/online_reservations/{uid}")).await.refused(404, "not_found");
    app.end().await;
}

/// Last and first name of the only diner.
async fn review_name(app: &TestApp) -> String {
    let name = sqlx::query_scalar("SELECT concat_ws(' ', name_last, name_first) FROM profiles");
    name.fetch_one(&app.pool).await.expect("a diner")
}

/// F080
#[tokio::test]
async fn delivery_without_address_is_rejected_uncharged() {
    let (app, _, hanako, uid) = three_boxes().await;
    let nowhere = hanako.post(&confirm_path(&uid), &json!({ "date_confirmed": true, "policy_agreed": true })).await;
    nowhere.refused(422, "invalid_input");
    assert_eq!(nowhere.bad_fields().len(), 8, "all but the building: {:?}", nowhere.bad_fields());
    for (field, value) in [
        ("/delivery_address/zip_code", json!("12-34567")),
        ("/delivery_address/prefecture", json!("overseas")),
        ("/delivery_address/address1", json!("町".repeat(13))),
        ("/delivery_address/address2", json!("1".repeat(17))),
        ("/delivery_address/address3", json!("ビ".repeat(17))),
        ("/delivery_address/name", json!("")),
        ("/delivery_address/phone_number", json!("012345678")),
        ("/arrival/day", json!("16")),
        ("/arrival/time_slot", json!("10-11")),
    ] {
        let reply = hanako.post(&confirm_path(&uid), &with(field, &value)).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), [field.trim_start_matches('/').replace('/', ".")], "{field}");
    }
    let misshapen = hanako.post(&confirm_path(&uid), &with("/delivery_address", &json!(7))).await;
    misshapen.refused(422, "invalid_input");
    app.anonymous().post(&confirm_path(&uid), &order()).await.refused(401, "sign_in_required");
    app.diner("kenji").await.post(&confirm_path(&uid), &order()).await.refused(404, "not_found");
    assert_eq!(app.count("SELECT count(*) FROM reservation_deliveries").await, 0);
    assert_eq!(app.kept_of(&hanako).await, 0);
    app.end().await;
}

#[tokio::test]
async fn dine_in_needs_no_address() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    assert_eq!(hanako.reservation(&uid).await["reservation"]["delivery"], json!(null));
    assert_eq!(app.count("SELECT count(*) FROM reservation_deliveries").await, 0);
    app.end().await;
}
