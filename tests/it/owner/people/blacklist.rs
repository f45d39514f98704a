//! The blacklist, and its effect on a diner (F171, gaps G057, G168).

use domain::phone::PhoneNumber;
use serde_json::json;
use tests::{OFFLINE_RESERVATIONS, Persona, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

const LIST: &str = "/owners/restaurant_blacklisted_phone_numbers";

/// F060, F171
#[tokio::test]
async fn blacklisted_number_sees_full_calendar() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let number: String =
        sqlx::query_scalar("SELECT phone_local_number FROM profiles").fetch_one(&app.pool).await.unwrap();
    let entry = json!({ "phone_local_number": format!("0{number}"), "internal_memo": "要注意" });
    let id = owner.post(LIST, &entry).await.is(201).json()["id"].clone();
    let refused = hanako.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    assert!(!refused.to_string().contains("要注意"));
    let elsewhere = json!({ "phone_country": "US", "phone_local_number": "4155552671" });
    owner.call(reqwest::Method::PATCH, &format!("{LIST}/{id}")).json(&elsewhere).send().await.is(200);
    let page = owner.get(LIST).await.data();
    assert_eq!(page["numbers"][0]["display_phone_number"], "+1 4155552671", "{page}");
    hanako.hold(&restaurant, &slot, 1).await;
    owner.delete(&format!("{LIST}/{id}")).await.is(200);
    assert_eq!(owner.get(LIST).await.data()["numbers"], json!([]));
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action LIKE 'blacklist.%'").await, 3);
    app.end().await;
}

/// Gives a diner a verified number, in any notation.
async fn has_number(app: &TestApp, diner: &Persona, country: &str, typed: &str) {
    let number = PhoneNumber::parse(country, typed).expect("a number");
    sqlx::query("UPDATE profiles SET phone_country = $2, phone_local_number = $3, phone_e164 = $4 WHERE user_id = $1")
        .bind(diner.id().0)
        .bind(number.country)
        .bind(number.local)
        .bind(number.e164)
        .execute(&app.pool)
        .await
        .expect("a profile");
}

#[tokio::test]
async fn a_telephone_is_the_same_however_it_is_typed() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    for (listed, typed, country) in
        [("07911273527", "7911273527", "GB"), ("2025549255", "12025549255", "US"), ("612345678", "0612345678", "NL")]
    {
        let entry = json!({ "phone_country": country, "phone_local_number": listed });
        owner.post(LIST, &entry).await.is(201);
        let again = json!({ "phone_country": country, "phone_local_number": typed });
        owner.post(LIST, &again).await.refused(422, "blacklist_listed");
        let diner = app.diner(country).await;
        has_number(&app, &diner, country, typed).await;
        app.touch_settings(&restaurant).await;
        diner.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
        let guest = json!({ "nickname": country, "phone_country": country, "phone_local_number": listed });
        super::create_customer(&owner, guest.clone()).await;
        let same = json!({ "customer": { "profile_attributes": {
            "nickname": "another", "phone_country": country, "phone_local_number": typed } } });
        owner.post("/owners/api/customers", &same).await.refused(409, "customer_known");
        for digits in [listed, typed] {
            let query = format!("q[profile_phone_local_number_eq]={digits}&q[profile_phone_country_eq]={country}");
            let found = owner.get(&format!("/owners/customers?{query}")).await.data()["customers"].clone();
            assert_eq!((super::names(&found), &found[0]["is_blacklisted"]), (vec![country.to_owned()], &json!(true)));
        }
    }
    for (country, typed) in
        [("US", "011819027352717"), ("US", "819027352717"), ("CA", "2025549255"), ("JP", "0990123456")]
    {
        let entry = json!({ "phone_country": country, "phone_local_number": typed });
        let refused = owner.post(LIST, &entry).await.refused(422, "invalid_input");
        assert!(refused["fields"]["phone_local_number"].is_string(), "{refused}");
    }
    app.end().await;
}

#[tokio::test]
async fn a_customer_is_flagged_when_their_number_becomes_a_listed_one() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    owner.post(LIST, &json!({ "phone_local_number": "09012345678" })).await.is(201);
    let ito = super::create_customer(&owner, json!({ "nickname": "伊藤", "phone_local_number": "08012345678" })).await;
    let page = format!("/owners/customers/{}", super::text(&ito["uid"]));
    assert_eq!(owner.get(&page).await.data()["customer"]["is_blacklisted"], false);
    let number = |typed: &str| json!({ "customer": { "profile_attributes": { "phone_local_number": typed } } });
    let path = format!("/owners/api/customers/{}", super::text(&ito["uid"]));
    let visit = super::seat(&app, &restaurant, ito["id"].as_i64().unwrap(), 50).await;
    let pane = format!("/owners/api/offline_reservations/{visit}");
    owner.patch(&path, &number("090-1234-5678")).await.is(200);
    assert_eq!(owner.get(&page).await.data()["customer"]["is_blacklisted"], true);
    assert_eq!(owner.get(&pane).await.data()["is_blacklisted"], true, "nor is the pane silent");
    owner.patch(&path, &number("")).await.is(200);
    assert_eq!(owner.get(&page).await.data()["customer"]["is_blacklisted"], false);
    app.end().await;
}

#[tokio::test]
async fn the_list_names_the_customer_and_takes_forms() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    super::create_customer(&owner, json!({ "nickname": "伊藤", "phone_local_number": "09012345678" })).await;
    let call = owner.call(reqwest::Method::POST, LIST).form(&[("phone_local_number", "０９０１２３４５６７８")]);
    call.send().await.is(201);
    let number = owner.get(LIST).await.data()["numbers"][0].clone();
    assert_eq!((&number["customer_name"], &number["phone_country"]), (&json!("伊藤"), &json!("JP")), "{number}");
    app.end().await;
}

/// F171
#[tokio::test]
async fn numbers_that_are_none_are_refused_with_their_texts() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let id = owner.post(LIST, &json!({ "phone_local_number": "09012345678" })).await.is(201).json()["id"].clone();
    let cases = [
        (json!({}), "blacklist_phone_blank", "電話番号は必須です。"),
        (json!({ "phone_local_number": "abc" }), "blacklist_phone_blank", "電話番号は必須です。"),
        (
            json!({ "phone_local_number": "4155552671", "phone_country": "" }),
            "blacklist_country_blank",
            "国番号を選択してください。",
        ),
        (
            json!({ "phone_local_number": "4155552671", "phone_country": "XX" }),
            "blacklist_country_blank",
            "国番号を選択してください。",
        ),
        (json!({ "phone_local_number": "9012345678" }), "blacklist_listed", "この電話番号はすでに登録されています。"),
    ];
    for (body, code, text) in cases {
        assert_eq!(owner.post(LIST, &body).await.refused(422, code)["message"], text, "{body}");
    }
    for body in [json!({ "phone_local_number": "123" }), json!({ "phone_local_number": 1 }), json!([])] {
        owner.post(LIST, &body).await.refused(422, "invalid_input");
    }
    let path = format!("{LIST}/{id}");
    let other = owner.post(LIST, &json!({ "phone_local_number": "08012345678" })).await.is(201).json()["id"].clone();
    let taken = json!({ "phone_local_number": "09012345678" });
    owner.patch(&format!("{LIST}/{other}"), &taken).await.refused(422, "blacklist_listed");
    let american = json!({ "phone_country": "US", "phone_local_number": "4155552671", "internal_memo": "a" });
    owner.patch(&format!("{LIST}/{other}"), &american).await.is(200);
    for part in [json!({ "internal_memo": "b" }), json!({ "phone_local_number": "4155552672" })] {
        owner.patch(&format!("{LIST}/{other}"), &part).await.is(200);
    }
    let kept = "SELECT count(*) FROM blacklisted_phone_numbers
                WHERE phone_country = 'US' AND phone_local_number = '4155552672' AND internal_memo = 'b'";
    assert_eq!(app.count(kept).await, 1, "absent fields remain");
    neighbour.patch(&path, &taken).await.refused(404, "not_found");
    neighbour.delete(&path).await.refused(404, "not_found");
    neighbour.post(LIST, &taken).await.is(201);
    owner.delete(&format!("{LIST}/x")).await.refused(404, "not_found");
    let stranger = app.anonymous();
    stranger.get(LIST).await.refused(401, "sign_in_required");
    stranger.post(LIST, &taken).await.refused(401, "sign_in_required");
    stranger.patch(&path, &taken).await.refused(401, "sign_in_required");
    stranger.delete(&path).await.refused(401, "sign_in_required");
    app.end().await;
}

#[tokio::test]
async fn staff_are_warned_wherever_they_write_a_listed_number() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, stranger) = (app.owner(&restaurant).await, app.owner(&other).await);
    owner.post(LIST, &json!({ "phone_local_number": "09055559999" })).await.is(201);
    let check = "/owners/api/blacklisted_phone_numbers/check";
    let is_listed = async |who: &Persona, query: &str| {
        who.get(&format!("{check}?{query}")).await.is(200).json()["is_blacklisted"] == true
    };
    for typed in ["09055559999", "9055559999", "090-5555-9999", "%EF%BC%90%EF%BC%99%EF%BC%9055559999&phone_country=JP"]
    {
        assert!(is_listed(&owner, &format!("phone_local_number={typed}")).await, "{typed}");
    }
    for typed in ["", "0905", "09055559998", "9055559999&phone_country=US", "x&phone_country=XX"] {
        assert!(!is_listed(&owner, &format!("phone_local_number={typed}")).await, "{typed}");
    }
    assert!(!is_listed(&stranger, "phone_local_number=09055559999").await, "the list is the restaurant's own");
    app.anonymous().get(check).await.refused(401, "sign_in_required");

    let customer = json!({ "nickname": "黒岩", "phone_country": "JP", "phone_local_number": "09055559999" });
    let saved = owner.post("/owners/api/customers", &customer).await.is(201).json();
    assert_eq!(saved["is_blacklisted"], true);
    let mut visit = app.visit(&restaurant, &VisitSpec::default()).await;
    visit["offline_customer_uid"] = saved["uid"].clone();
    owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201);
    let day = owner.get(&format!("/owners/daily_calendars/{}", app.day(7))).await.data();
    assert_eq!(day["items"][0]["is_blacklisted"], true, "{}", day["items"]);
    app.end().await;
}
