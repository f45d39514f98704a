//! The first page of the owner's console, what is switched on, and the meals (F112, gaps G170).

use serde_json::json;
use tests::{RestaurantSpec, TestApp};

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
