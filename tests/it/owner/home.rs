//! The first page of the owner console, the enabled features, and the meals (F112, gaps G170).

use serde_json::json;
use stand_ins::{Config, StandIns};
use tests::{DAY, GuestSpec, Options, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

#[tokio::test]
async fn first_page_has_account_and_restaurant() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let page = owner.get("/owners").await.is(200).json();
    assert_eq!(page["page"], "owner_home");
    let session = &page["session"];
    assert_eq!(session["restaurant"]["slug"], restaurant.slug);
    assert_eq!(session["restaurant"]["today"], app.day(0).to_string());
    assert_eq!((&session["is_admin"], &session["is_impersonated"]), (&json!(false), &json!(false)));
    app.sign_in_admin_as_well(&owner).await;
    assert_eq!(owner.get("/owners").await.json()["session"]["is_admin"], true);
    assert_eq!(owner.open("/owners").await.embedded()["page"], "owner_home", "and in the document");
    app.end().await;
}

#[tokio::test]
async fn products_features_and_meals_are_answered() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let calls =
        ["/owners/api/products", "/owners/api/restaurant_feature_availability", "/owners/api/active_operations"];
    for path in calls {
        owner.get(path).await.is(200);
        app.anonymous().get(path).await.refused(401, "sign_in_required");
    }
    let features = owner.get(calls[1]).await.json();
    assert_eq!((&features["status"], &features["data"]["createOsgEnabled"]), (&json!(200), &json!(true)));
    let meals = owner.get(calls[2]).await.data();
    assert_eq!(
        (&meals[0]["name"], &meals[0]["from"], &meals[0]["till"]),
        (&json!("dinner"), &json!("11:00"), &json!("23:00"))
    );
    app.end().await;
}

#[tokio::test]
async fn home_shows_bookings_and_pending_work() {
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { seats: 6, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { items: vec![4, 5], ..SlotSpec::default() }).await;
    app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    let spec = |days: i64, item: usize| VisitSpec { days, items: vec![item], guests: 1, ..VisitSpec::default() };
    let soon = owner.record_visit(&app, &restaurant, &spec(3, 0)).await.is(201).json()["uid"].clone();
    owner.record_visit(&app, &restaurant, &spec(20, 0)).await.is(201);
    let guest = GuestSpec { nickname: "招かれた客", email: Some("guest@seki.test"), ..GuestSpec::default() };
    let invite = owner.invite(&app, &restaurant, &spec(7, 1), guest).await.is(201).json()["uid"].clone();
    domain::reports::sweep::sweep(&app.pool).await.expect("a sweep");

    let home = owner.get("/owners").await.is(200).data();
    let days = home["days"].as_array().expect("days");
    assert_eq!(
        (days.len(), &days[0]["date"], home["is_behind"].clone()),
        (15, &json!(app.day(0).to_string()), json!(false))
    );
    let numbers = |day: usize| (&days[day]["parties"], &days[day]["guests"], &days[day]["course_total"]);
    assert_eq!(numbers(7), (&json!(1), &json!(2), &json!(20_000)), "the invitation has no answer");
    assert_eq!(numbers(3), (&json!(1), &json!(1), &json!(10_000)));
    assert_eq!(numbers(0), (&json!(0), &json!(0), &json!(0)));
    let arrivals = home["arrivals"].as_array().expect("arrivals");
    assert_eq!((arrivals.len(), &arrivals[0]["uid"], &arrivals[0]["name"]), (2, &soon, &json!("伊藤")));
    assert_eq!(home["unanswered_count"], 1);
    assert_eq!((&home["unanswered"][0]["uid"], &home["unanswered"][0]["name"]), (&invite, &json!("招かれた客")));
    assert!(home["unanswered"][0]["held_until"].is_string());
    let unseen = json!({ "new_reservation": 1, "edit_or_cancel": 0 });
    assert_eq!(home["unseen"], unseen, "the booking: the invitation has not left yet");
    app.execute("INSERT INTO restaurant_calendar_dates (restaurant_id, date, is_closed) SELECT id, '2026-12-04', true FROM restaurants").await;
    app.advance(3 * DAY);
    let is_awaited = async || {
        let home = owner.get("/owners").await.data();
        home["arrivals"].as_array().expect("arrivals").iter().any(|party| party["uid"] == soon)
    };
    assert!(is_awaited().await);
    let step = format!("/owners/api/reservations/{}/service_state", soon.as_str().expect("a uid"));
    owner.put(&step, &json!({ "state": "bill" })).await.is(200);
    assert!(!is_awaited().await, "the bill is the first step that staff recorded");
    let home = owner.get("/owners").await.data();
    assert_eq!((&home["days"][0]["is_closed"], &home["days"][0]["guests"]), (&json!(true), &json!(1)));

    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let foreign = app.owner(&other).await.get("/owners").await.data();
    assert_eq!(
        (&foreign["arrivals"], &foreign["unanswered_count"], &foreign["days"][0]["guests"]),
        (&json!([]), &json!(0), &json!(0))
    );
    app.anonymous().get("/owners").await.refused(401, "sign_in_required");
    app.end().await;
}

/// F112
#[tokio::test]
async fn products_of_the_mall_have_all_that_is_shown_of_them() {
    let mall = StandIns::start(Config::default()).await.expect("a mall");
    let url: &str = format!("{}/mall/products", mall.http_url).leak();
    let settings = Box::leak(Box::new([("SEKI_MALL_SEARCH_URL", url)]));
    let app = TestApp::with(Options { settings, ..Options::STANDARD }).await;
    let (_, owner) =
        app.restaurant_and_owner(RestaurantSpec { slug: "sushi-kagura", ..RestaurantSpec::default() }).await;
    assert_eq!(owner.get("/owners").await.data()["has_products"], true);
    let products = owner.get("/owners/api/products").await.is(200).json();
    let first = json!({
        "page_url": format!("{url}/barachirashi"), "thumb_image_url": products[0]["thumb_image_url"], "title": "ばらちらし重",
        "store": { "title": "鮨かぐら 折詰処" }, "price": 3_800,
    });
    assert_eq!((products.as_array().map(Vec::len), &products[0]), (Some(2), &first), "and no other restaurant's");
    assert!(products[0]["thumb_image_url"].as_str().is_some_and(|url| url.starts_with("http")), "{products}");
    app.end().await;
}
