//! Guests reviewed after their visit (F174, F175, gaps G163, G164).

use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp};

use super::{create_customer, seat, text};

const WAITING: &str = "/owners/api/not_reviewed_reservations";
const REVIEWS: &str = "/owners/api/reviews";

/// F174, F175
#[tokio::test]
async fn visits_that_ended_wait_for_a_review_until_they_have_one() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let ito = create_customer(&owner, json!({ "nickname": "伊藤" })).await["id"].as_i64().unwrap();
    let late = seat(&app, &restaurant, ito, -3).await;
    let early = seat(&app, &restaurant, ito, -6).await;
    seat(&app, &restaurant, ito, -1).await;
    let path = format!("{WAITING}?date={}", app.day(0));
    let waiting = owner.get(&path).await.is(200).json();
    let uids: Vec<_> = waiting.as_array().unwrap().iter().map(|row| text(&row["reservation_uid"])).collect();
    assert_eq!(uids, [early.clone(), late.clone()], "by their start; one still sits");
    let row = &waiting[0];
    assert_eq!((&row["rating"], &row["reasons"], &row["operation"]), (&json!("average"), &json!([]), &json!("dinner")));
    assert_eq!(row["customer_fullname"], "伊藤");
    let body = json!({ "reviews": [{ "reservation_uid": early, "rating": "unacceptable", "reasons": ["tardiness", "perfume"] }] });
    assert_eq!(owner.put(REVIEWS, &body).await.is(200).json()["message"], "ご評価ありがとうございました。");
    let bare = json!([{ "reservation_uid": late, "rating": "good", "reasons": ["nice_person"] }]);
    owner.put(REVIEWS, &bare).await.is(200);
    assert_eq!(owner.get(&path).await.json(), json!([]));
    let page = owner.get(&format!("/owners/customers/{ito}")).await.data();
    let rated: Vec<_> = page["visits"].as_array().unwrap().iter().map(|visit| visit["rating"].clone()).collect();
    assert_eq!(rated, [Value::Null, json!("good"), json!("unacceptable")]);
    app.end().await;
}

/// F174
#[tokio::test]
async fn one_invalid_review_rejects_all() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let ito = create_customer(&owner, json!({ "nickname": "伊藤" })).await["id"].as_i64().unwrap();
    let past = seat(&app, &restaurant, ito, -5).await;
    let coming = seat(&app, &restaurant, ito, 5).await;
    let good = json!({ "reservation_uid": past, "rating": "good" });
    let cases = [
        (json!({ "reservation_uid": past, "rating": "superb" }), 422, "invalid_input"),
        (json!({ "reservation_uid": past, "rating": "poor", "reasons": ["rude"] }), 422, "invalid_input"),
        (json!({ "reservation_uid": coming, "rating": "good" }), 422, "review_unknown_reservation"),
        (json!({ "reservation_uid": "nobody", "rating": "good" }), 404, "not_found"),
        (json!({ "rating": "good" }), 422, "invalid_input"),
    ];
    for (bad, status, code) in cases {
        owner.put(REVIEWS, &json!({ "reviews": [good, bad] })).await.refused(status, code);
    }
    for body in [json!({}), json!({ "reviews": 1 }), json!(["x"])] {
        owner.put(REVIEWS, &body).await.refused(422, "invalid_input");
    }
    neighbour.put(REVIEWS, &json!([good])).await.refused(404, "not_found");
    assert_eq!(neighbour.get(&format!("{WAITING}?date={}", app.day(0))).await.json(), json!([]));
    app.anonymous().put(REVIEWS, &json!([good])).await.refused(401, "sign_in_required");
    app.anonymous().get(WAITING).await.refused(401, "sign_in_required");
    for query in ["", "?date=yesterday", "?date=2026-13-01"] {
        owner.get(&format!("{WAITING}{query}")).await.refused(422, "invalid_input");
    }
    assert_eq!(app.count("SELECT count(*) FROM reservation_reviews").await, 0);
    app.end().await;
}
