//! Guests reviewed after their visit (F174, F175, gaps G163, G164).

use serde_json::{Value, json};
use tests::{HOUR, RestaurantSpec, TestApp, overtaken};

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

/// G163
#[tokio::test]
async fn parties_that_were_never_seated_get_no_review() {
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { seats: 5, ..RestaurantSpec::default() }).await;
    let ito = create_customer(&owner, json!({ "nickname": "伊藤" })).await["id"].as_i64().unwrap();
    let mut visits = Vec::new();
    for _ in 0..5 {
        visits.push(seat(&app, &restaurant, ito, -3).await);
    }
    let [waiting, unseated, absent, paid, departed] = [0, 1, 2, 3, 4].map(|place: usize| visits[place].as_str());
    let step = async |uid: &str, states: &[&str]| {
        for state in states {
            let path = format!("/owners/api/reservations/{uid}/service_state");
            owner.put(&path, &json!({ "state": state })).await.is(200);
        }
    };
    step(waiting, &["arrived"]).await;
    step(unseated, &["arrived", "left"]).await;
    step(absent, &["arrived", "no_show"]).await;
    step(paid, &["arrived", "bill", "left"]).await;
    step(departed, &["left"]).await;
    let day = app.day(0);
    let listed = async || {
        let rows = owner.get(&format!("{WAITING}?date={day}")).await.is(200).json();
        let mut uids: Vec<_> = rows.as_array().unwrap().iter().map(|row| text(&row["reservation_uid"])).collect();
        uids.sort();
        uids
    };
    let sorted = |uids: &[&str]| {
        let mut uids: Vec<_> = uids.iter().map(|&uid| uid.to_owned()).collect();
        uids.sort();
        uids
    };
    assert_eq!(listed().await, sorted(&[paid, departed]), "a party that waits for its seats has not ended");
    app.advance(2 * HOUR + 60);
    assert_eq!(listed().await, sorted(&[waiting, paid, departed]), "its departure was not recorded");
    let review = |uid: &str| json!([{ "reservation_uid": uid, "rating": "good" }]);
    for uid in [unseated, absent] {
        owner.put(REVIEWS, &review(uid)).await.refused(422, "review_unknown_reservation");
    }
    for uid in [waiting, paid, departed] {
        owner.put(REVIEWS, &review(uid)).await.is(200);
    }
    let pointed_out =
        async || owner.get(&format!("/owners/daily_calendars/{day}")).await.data()["has_unreviewed"] == true;
    assert!(!pointed_out().await, "the others get none");
    step(unseated, &["seated", "left"]).await;
    assert!(pointed_out().await, "staff corrected the record: the party was seated");
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

/// A review that a colleague has saved since the form was opened is not overwritten (gaps G319).
#[tokio::test]
async fn reviews_of_a_colleague_are_not_overwritten() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let colleague = app.staff_of(&[&restaurant]).await;
    let ito = create_customer(&owner, json!({ "nickname": "伊藤" })).await["id"].as_i64().unwrap();
    let (late, early) = (seat(&app, &restaurant, ito, -3).await, seat(&app, &restaurant, ito, -6).await);
    let (late, early) = (late.as_str(), early.as_str());
    let review = |uid: &str, rating: &str, reasons: Value| json!({ "reservation_uid": uid, "rating": rating, "reasons": reasons });
    let theirs =
        json!({ "reviews": [review(late, "poor", json!(["tardiness", "perfume"]))], "expected": { late: null } });
    colleague.put(REVIEWS, &theirs).await.is(200);
    let both = |seen: Value| {
        let reviews = [review(late, "average", json!([])), review(early, "good", json!([]))];
        json!({ "reviews": reviews, "expected": { late: seen, early: null } })
    };
    let poor = json!({ "rating": "poor", "reasons": ["perfume", "tardiness"] });
    overtaken(&owner.put(REVIEWS, &both(Value::Null)).await, late, &poor);
    assert_eq!(app.count("SELECT count(*) FROM reservation_reviews").await, 1, "a conflict about one visit saves none");
    // The same review by two users is no conflict, and a form that has shown the saved review replaces it.
    colleague.put(REVIEWS, &theirs).await.is(200);
    owner.put(REVIEWS, &both(poor)).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM reservation_reviews WHERE rating IN ('average', 'good')").await, 2);

    // A form whose only visit has a colleague's review has nothing to save.
    let saves = "SELECT count(*) FROM audit_events WHERE action = 'reviews.saved'";
    let before = app.count(saves).await;
    owner.put(REVIEWS, &json!({ "reviews": [], "expected": {} })).await.is(200);
    assert_eq!(app.count(saves).await, before, "an empty list is not recorded");

    app.execute("DELETE FROM reservation_reviews").await;
    let first = |rating: &str| json!({ "reviews": [review(late, rating, json!([]))], "expected": { late: null } });
    let (ours, theirs) = (first("good"), first("poor"));
    let (one, other) = tokio::join!(owner.put(REVIEWS, &ours), colleague.put(REVIEWS, &theirs));
    let mut answers = [one.status, other.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409], "simultaneous reviews are compared in turn");
    app.end().await;
}
