//! Delivery settings and invoices (F176, F177, gaps G166, G167).

use domain::restaurants::actions::SettingsChange;
use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp};

async fn delivery(owner: &tests::Persona) -> Value {
    let page = owner.get("/owners/restaurant_delivery_settings/sushi-test/edit").await.data();
    page["restaurant_delivery_setting"].clone()
}

/// F176
#[tokio::test]
async fn blank_settings_default_and_enabled_delivery_needs_carrier() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let contact = SettingsChange {
        phone: Some("03-1111-2222".into()),
        zip_code: Some("104-0061".into()),
        address_ja: Some("東京都中央区銀座1".into()),
        ..SettingsChange::default()
    };
    app.change(&restaurant, contact).await;
    assert_eq!(delivery(&owner).await["client_name"], "試し鮨", "before anything was saved");
    let path = "/owners/api/restaurant_delivery_settings/sushi-test";
    let setting = json!({ "delivery_service_type": "sagawa", "client_name": " ", "client_phone_number": "03-9999-9999",
        "client_code_for_yamato": "123", "payment_type": "cod" });
    owner.patch(path, &json!({ "restaurant_delivery_setting": setting })).await.is(200);
    let saved = delivery(&owner).await;
    let expected = [
        ("client_name", "試し鮨"),
        ("client_phone_number", "03-9999-9999"),
        ("client_zip_code", "104-0061"),
        ("client_address", "東京都中央区銀座1"),
        ("delivery_service_type", "sagawa"),
        ("payment_type", "cod"),
        ("client_code_for_yamato", ""),
    ];
    for (key, value) in expected {
        assert_eq!(saved[key], value, "{saved}");
    }
    app.execute("INSERT INTO restaurant_feature_availabilities (restaurant_id, delivery_provider) SELECT id, true FROM restaurants").await;
    owner.patch(path, &json!({ "restaurant_delivery_setting": setting })).await.is(200);
    assert_eq!(delivery(&owner).await["client_code_for_yamato"], "123");
    app.end().await;
}

#[tokio::test]
async fn settings_that_cannot_be_are_refused() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let second = app.restaurant(RestaurantSpec { slug: "soba-test", ..RestaurantSpec::default() }).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let owner = app.staff_of(&[&restaurant, &second]).await;
    let neighbour = app.owner(&elsewhere).await;
    let path = "/owners/api/restaurant_delivery_settings/sushi-test";
    let good =
        json!({ "restaurant_delivery_setting": { "delivery_service_type": "other", "payment_type": "prepaid" } });
    let bad = [
        json!({}),
        json!({ "restaurant_delivery_setting": { "delivery_service_type": "pigeon", "payment_type": "prepaid" } }),
        json!({ "restaurant_delivery_setting": { "delivery_service_type": "other", "payment_type": "beer" } }),
        json!({ "restaurant_delivery_setting": { "delivery_service_type": "other", "payment_type": "cod", "client_name": "x".repeat(201) } }),
        json!({ "restaurant_delivery_setting": 1 }),
    ];
    for body in bad {
        owner.patch(path, &body).await.refused(422, "invalid_input");
    }
    let with = |field: &str, value: &str| {
        let mut body = good.clone();
        body["restaurant_delivery_setting"][field] = value.into();
        body
    };
    for (field, value) in [
        ("client_phone_number", "xyz"),
        ("client_phone_number", "03-1111"),
        ("client_zip_code", "hello"),
        ("client_zip_code", "104-006"),
    ] {
        let problem = owner.patch(path, &with(field, value)).await.refused(422, "invalid_input");
        assert!(problem["fields"][field].is_string(), "{value}: {problem}");
    }
    owner.patch(path, &with("client_phone_number", "０３－１１１１－２２２２")).await.is(200);
    owner.patch(path, &with("client_zip_code", "１０４００６１")).await.is(200);
    assert_eq!(delivery(&owner).await["client_zip_code"], "104-0061", "as it is written");
    neighbour.patch(path, &good).await.refused(404, "not_found");
    neighbour.get("/owners/restaurant_delivery_settings/sushi-test/edit").await.refused(404, "not_found");
    app.anonymous().patch(path, &good).await.refused(401, "sign_in_required");
    app.anonymous().get("/owners/restaurant_delivery_settings/sushi-test/edit").await.refused(401, "sign_in_required");
    owner.patch("/owners/api/restaurant_delivery_settings/soba-test", &good).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM restaurant_delivery_settings").await, 2, "another of their own");
    app.end().await;
}

/// F177
#[tokio::test]
async fn invoices_are_listed_by_month() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let owner = app.owner(&restaurant).await;
    sqlx::query(
        "INSERT INTO restaurant_charge_invoices (restaurant_id, month, reservations_count, amount, status, issued_at)
         SELECT $1, month, 12, 4680, 'issued', month + interval '1 month'
         FROM generate_series('2024-01-01'::date, '2026-10-01'::date, '1 month') AS month",
    )
    .bind(restaurant.id.0)
    .execute(&app.pool)
    .await
    .expect("invoices");
    app.execute(tests::INVOICED).await;
    let path = "/owners/restaurant_charge_invoices";
    let page = owner.get(&format!("{path}?selected_month=&page=2")).await.data();
    assert_eq!((&page["total_pages"], page["invoices"].as_array().map(Vec::len)), (&json!(2), Some(10)), "{page}");
    let beyond = owner.get(&format!("{path}?page=99")).await.data();
    assert_eq!((&beyond["current_page"], &beyond["invoices"]), (&json!(2), &page["invoices"]), "the last page");
    let one = owner.get(&format!("{path}?selected_month=2026-09")).await.data();
    assert_eq!((&one["invoices"][0]["month"], &one["invoices"][0]["amount"]), (&json!("2026-09"), &json!(4680)));
    assert_eq!((one["invoices"].as_array().map(Vec::len), one["months"].as_array().map(Vec::len)), (Some(1), Some(34)));
    assert_eq!(owner.get(&format!("{path}?selected_month=2020-01&page=x")).await.data()["invoices"], json!([]));
    owner.get(&format!("{path}?selected_month=2026-13")).await.refused(422, "invalid_input");
    assert_eq!(app.owner(&elsewhere).await.get(path).await.data()["invoices"], json!([]));
    app.anonymous().get(path).await.refused(401, "sign_in_required");
    app.end().await;
}
