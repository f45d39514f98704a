//! The features of a restaurant, switched by admins (F198, gaps G193).

use serde_json::json;
use tests::{Options, RestaurantSpec, TestApp};

/// F198
#[tokio::test]
async fn one_flag_is_switched_at_a_time_and_the_owners_console_reflects_it() {
    let app = TestApp::with(Options::default()).await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let shown = "/admin/api/r/sushi-test/restaurant_feature_availability";
    let path = |id: i64| format!("/admin/api/r/sushi-test/restaurant_feature_availabilities/{id}");
    let id = admin.get(shown).await.is(200).json()["id"].as_i64().expect("an id");
    assert_eq!(id, 0, "the defaults");
    let flag = |name: &str, is_on: serde_json::Value| json!({ "restaurant_feature_availability": { name: is_on } });
    let switched = admin.put(&path(id), &flag("create_osg_enabled", false.into())).await.is(200).json();
    assert_eq!(
        (&switched["message"], &switched["features"]["createOsgEnabled"]),
        (&json!("更新しました。"), &json!(false))
    );
    let seen = owner.get("/owners/api/restaurant_feature_availability").await.data();
    assert_eq!((&seen["createOsgEnabled"], &seen["allowEmailInvitation"]), (&json!(false), &json!(true)));

    let page = "/admin/r/sushi-test/restaurant_feature_availability";
    let data = admin.get(page).await.data();
    assert_eq!(data["flags"][0], json!({ "name": "create_osg_enabled", "is_on": false }));
    assert_eq!(data["flags"].as_array().map(Vec::len), Some(8));
    owner.get(page).await.refused(401, "sign_in_required");
    let id = data["id"].as_i64().expect("an id");
    admin.put(&path(id), &flag("create_osg_enabled", "1".into())).await.is(200);
    let both = json!({ "restaurant_feature_availability": { "create_osg_enabled": false, "show_gold_users": true } });
    for bad in [both, flag("no_such_flag", true.into()), flag("show_gold_users", "perhaps".into()), json!({})] {
        admin.put(&path(id), &bad).await.refused(422, "invalid_input");
    }
    let good = flag("show_gold_users", true.into());
    admin.put(&path(id + 1), &good).await.refused(404, "not_found");
    admin.put("/admin/api/r/nowhere/restaurant_feature_availabilities/1", &good).await.refused(404, "not_found");
    for stranger in [&owner, &app.diner("hanako").await, &app.anonymous()] {
        stranger.put(&path(id), &good).await.refused(401, "sign_in_required");
        stranger.get(shown).await.refused(401, "sign_in_required");
    }
    let seen = owner.get("/owners/api/restaurant_feature_availability").await.data();
    assert_eq!((&seen["createOsgEnabled"], &seen["showGoldUsers"]), (&json!(true), &json!(false)));
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'feature_switched'").await, 2);
    app.end().await;
}
