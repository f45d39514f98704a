//! Several restaurants of one owner (F111, F179).

use tests::{RestaurantSpec, TestApp};

/// F111
#[tokio::test]
async fn the_switcher_changes_the_restaurant_and_it_is_remembered() {
    let app = TestApp::start().await;
    let first = app.restaurant(RestaurantSpec::default()).await;
    let second = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let owner = app.staff_of(&[&first, &second]).await;
    let current = |page: &serde_json::Value| {
        let entries = page["session"]["restaurants"].as_array().cloned().unwrap_or_default();
        let marked: Vec<_> = entries.iter().filter(|entry| entry["is_current"] == true).collect();
        assert_eq!(marked.len(), 1, "one is current: {page}");
        marked[0]["slug"].as_str().expect("a slug").to_owned()
    };
    let page = owner.get("/owners").await.is(200).json();
    assert_eq!(page["session"]["restaurants"].as_array().map(Vec::len), Some(2));
    assert_eq!(current(&page), first.slug);
    let page = owner.get("/owners?restaurant_slug=tempura-test").await.is(200).json();
    assert_eq!(current(&page), second.slug);
    assert_eq!(current(&owner.get("/owners").await.json()), first.slug, "that was for one page only");
    assert_eq!(current(&owner.get("/owners?owners_restaurant_slug=tempura-test").await.json()), second.slug);
    assert_eq!(current(&owner.get("/owners").await.json()), second.slug, "remembered for the session");
    app.end().await;
}

/// F111, F179
#[tokio::test]
async fn foreign_restaurant_is_not_found() {
    let app = TestApp::start().await;
    let own = app.restaurant(RestaurantSpec::default()).await;
    let foreign = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let owner = app.owner(&own).await;
    for slug in [foreign.slug, "nothing", "%00", "a%27b"] {
        for name in ["owners_restaurant_slug", "restaurant_slug"] {
            let reply = owner.get(&format!("/owners?{name}={slug}")).await;
            assert!(matches!(reply.status, 404 | 422), "{name}={slug}: {} {}", reply.status, reply.body);
        }
    }
    assert_eq!(owner.get("/owners").await.json()["session"]["restaurant"]["slug"], own.slug);
    app.end().await;
}
