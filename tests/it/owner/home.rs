//! The first page of the owner's console, what is switched on, and the meals (F112, gaps G170).

use serde_json::json;
use stand_ins::{Config, StandIns};
use tests::{Options, RestaurantSpec, TestApp};

#[tokio::test]
async fn the_first_page_says_who_and_where() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    let page = owner.get("/owners").await.is(200).json();
    assert_eq!(page["page"], "owner_home");
    let session = &page["session"];
    assert_eq!(session["restaurant"]["slug"], restaurant.slug);
    assert_eq!(session["restaurant"]["today"], app.day(0).to_string());
    assert_eq!((&session["is_admin"], &session["is_impersonated"]), (&json!(false), &json!(false)));
    app.admin_beside(&owner).await;
    assert_eq!(owner.get("/owners").await.json()["session"]["is_admin"], true);
    assert_eq!(owner.open("/owners").await.embedded()["page"], "owner_home", "and in the document");
    app.end().await;
}

#[tokio::test]
async fn products_features_and_meals_are_answered() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    let calls =
        ["/owners/api/products", "/owners/api/restaurant_feature_availability", "/owners/api/active_operations"];
    for path in calls {
        owner.get(path).await.is(200);
        app.anonymous().get(path).await.refused(401, "sign_in_required");
    }
    let features = owner.get(calls[1]).await.json();
    assert_eq!((&features["status"], &features["data"]["createOsgEnabled"]), (&json!(200), &json!(true)));
    let meals = owner.get(calls[2]).await.json()["data"].clone();
    assert_eq!(
        (&meals[0]["name"], &meals[0]["from"], &meals[0]["till"]),
        (&json!("dinner"), &json!("11:00"), &json!("23:00"))
    );
    app.end().await;
}

/// F112
#[tokio::test]
async fn products_of_the_mall_have_all_that_is_shown_of_them() {
    let mall = StandIns::start(Config::default()).await.expect("a mall");
    let url: &str = format!("{}/mall/products", mall.http_url).leak();
    let settings = Box::leak(Box::new([("SEKI_MALL_SEARCH_URL", url)]));
    let app = TestApp::with(Options { settings, ..Options::STANDARD }).await;
    let restaurant = app.restaurant(RestaurantSpec { slug: "sushi-kagura", ..RestaurantSpec::default() }).await;
    let owner = app.owner(&restaurant).await;
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
