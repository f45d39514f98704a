//! The blacklist, and what it means for a diner (F171, gaps G057, G168).

use serde_json::json;
use tests::{RestaurantSpec, SlotSpec, TestApp};

const LIST: &str = "/owners/restaurant_blacklisted_phone_numbers";

#[tokio::test]
async fn whose_number_is_listed_finds_everything_full() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let owner = app.owner(&restaurant).await;
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

#[tokio::test]
async fn the_list_names_the_customer_and_takes_forms() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    super::write_down(&owner, json!({ "nickname": "伊藤", "phone_local_number": "09012345678" })).await;
    let call = owner.call(reqwest::Method::POST, LIST).form(&[("phone_local_number", "０９０１２３４５６７８")]);
    call.send().await.is(201);
    let number = owner.get(LIST).await.data()["numbers"][0].clone();
    assert_eq!((&number["customer_name"], &number["phone_country"]), (&json!("伊藤"), &json!("JP")), "{number}");
    app.end().await;
}

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
