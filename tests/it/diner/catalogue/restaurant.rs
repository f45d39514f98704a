use serde_json::json;
use tests::{CourseSpec, RestaurantSpec, SlotSpec, TestApp, TestPlan, usual_policy};

/// F032
#[tokio::test]
async fn restaurant_page_is_public() {
    let app = TestApp::start().await;
    let spec = RestaurantSpec {
        fee: 390,
        seats: 8,
        courses: vec![CourseSpec { price: 24_000, is_prepaid: true, ..CourseSpec::default() }],
        policy: usual_policy(),
        ..RestaurantSpec::default()
    };
    app.restaurant(spec).await;
    let page = app.anonymous().get("/r/sushi-test").await.data();
    let restaurant = &page["restaurant"];
    assert_eq!(restaurant["restaurant_name"], "試し鮨");
    assert_eq!((&restaurant["reservation_fee"], &restaurant["is_open_online"]), (&json!(390), &json!(true)));
    assert_eq!(restaurant["courses"][0]["price"], 24_000);
    assert_eq!(restaurant["courses"][0]["is_prepaid"], true);
    assert_eq!(
        restaurant["operations"][0],
        json!({ "name": "dinner", "label": "ディナー", "from": "11:00", "till": "23:00" })
    );
    assert!(restaurant["seats"][0]["capacity_text"].as_str().unwrap().contains('8'));
    let tier = json!({ "days_before": 1, "percent": 50 });
    assert!(restaurant["cancellation_policy"].as_array().unwrap().contains(&tier));
    assert_eq!(page["favorite"], json!({ "favorited": false, "customer_id": null, "notification": false }));
    assert_eq!(page["calendar"]["today"], "2026-12-01");
    assert_eq!(page["calendar"]["default_month"], "2026-12");
    app.end().await;
}

#[tokio::test]
async fn search_engines_read_what_the_restaurant_is() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    app.execute("UPDATE restaurants SET facilities = '{parking}'").await;
    let page = app.anonymous().open("/r/sushi-test").await;
    let (_, rest) = page.body.split_once("<script type=\"application/ld+json\">").unwrap();
    let json_ld: serde_json::Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    assert_eq!((&json_ld["@type"], &json_ld["name"]), (&json!("Restaurant"), &json!("試し鮨")));
    let parking = json!({ "@type": "LocationFeatureSpecification", "name": "駐車場あり", "value": true });
    assert_eq!(json_ld["amenityFeature"], json!([parking]));
    assert!(page.body.contains("<title>試し鮨 | Seki</title>"));
    assert!(page.body.contains("<meta property=\"og:title\" content=\"試し鮨 | Seki\">"));
    assert!(!page.body.contains("noindex"));
    app.end().await;
}

#[tokio::test]
async fn the_calendar_opens_in_the_first_month_with_anything_to_book() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.slot(&restaurant, SlotSpec { days: 45, ..SlotSpec::default() }).await;
    let visitor = app.anonymous();
    assert_eq!(visitor.get("/r/sushi-test").await.data()["calendar"]["default_month"], "2027-01");
    let short = app
        .restaurant(RestaurantSpec {
            slug: "short-test",
            plan: TestPlan::Till { from_seconds: -1, days: 10 },
            ..RestaurantSpec::default()
        })
        .await;
    app.slot(&short, SlotSpec { days: 45, ..SlotSpec::default() }).await;
    let calendar = visitor.get("/r/short-test").await.data()["calendar"].clone();
    assert_eq!((&calendar["default_month"], &calendar["reservable_till"]), (&json!("2026-12"), &json!("2026-12-11")));
    app.end().await;
}

#[tokio::test]
async fn booking_asks_for_what_is_still_missing() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec { fee: 390, ..RestaurantSpec::default() }).await;
    app.restaurant(RestaurantSpec { slug: "free-test", ..RestaurantSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.unconfirmed("kenji").await);
    let needs = async |diner: &tests::Persona, slug: &str| {
        diner.get(&format!("/r/{slug}/reservations/new")).await.data()["needs"].clone()
    };
    assert_eq!(needs(&hanako, "sushi-test").await, json!({ "phone": false, "card": true }));
    assert_eq!(needs(&hanako, "free-test").await, json!({ "phone": false, "card": false }));
    assert_eq!(needs(&kenji, "free-test").await, json!({ "phone": true, "card": false }));
    let hanako = hanako.with_card(&app.outside, tests::cards::GOOD).await;
    assert_eq!(needs(&hanako, "sushi-test").await, json!({ "phone": false, "card": false }));
    let page = hanako.get("/r/sushi-test/reservations/new?date=2026-12-24&ticket_code=T1").await.data();
    assert_eq!((&page["initial_date"], &page["ticket_code"]), (&json!("2026-12-24"), &json!("T1")));
    let page = hanako.get("/r/sushi-test/reservations/new?date=soon").await.data();
    assert_eq!(page["initial_date"], json!(null));
    app.end().await;
}

#[tokio::test]
async fn foreign_readers_get_the_number_with_its_country_and_the_address_in_japanese() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    app.execute("UPDATE restaurants SET phone = '03-5555-0101'").await;
    app.execute("UPDATE restaurants SET address_ja = '東京都中央区銀座1', address_en = '1 Ginza, Tokyo'").await;
    let visitor = app.anonymous();
    let of = async |path: &str| visitor.get(path).await.data()["restaurant"].clone();
    let page = of("/en/r/sushi-test").await;
    assert_eq!((&page["phone"], &page["address_ja"]), (&json!("+81 3-5555-0101"), &json!("東京都中央区銀座1")));
    let page = of("/ja/r/sushi-test").await;
    assert_eq!((&page["phone"], &page["address_ja"]), (&json!("03-5555-0101"), &json!(null)));
    app.end().await;
}

/// F048, gaps G245
#[tokio::test]
async fn visitors_see_seats_and_prices_and_cannot_hold_them() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { fee: 390, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let visitor = app.anonymous();
    let page = visitor.get("/r/sushi-test/reservations/new").await.is(200).data();
    assert_eq!(page["needs"], json!({ "phone": false, "card": false }), "the account comes first");
    assert_eq!(page["restaurant"]["reservation_fee"], 390);
    let token = page["calendar"]["token"].as_str().expect("a token");
    let query = format!("date={}&reservation_calendar_token={token}", slot.date);
    let day = visitor.get(&format!("/users/api/availability/dates/sushi-test?{query}")).await.is(200).json();
    let offered = &day["grouped_online_stock_groups"][restaurant.operation][0];
    assert_eq!(offered["id"], slot.id);
    assert!(offered["courses"][0]["price"].is_number(), "{day}");
    let before = app.state().await;
    let request = slot.hold_request(&restaurant, 1, token);
    visitor.post("/users/api/reservations", &request).await.refused(401, "sign_in_required");
    let hanako = app.diner("hanako").await;
    hanako.post("/users/api/reservations", &request).await.refused(400, "reservation_calendar_token_invalid");
    assert_eq!(app.state().await, before, "a visitor's calendar token holds no seats");
    app.end().await;
}
