//! The announcements of all restaurants in the admin console (admin §2).

use serde_json::Value;
use tests::{Persona, RestaurantSpec, TestApp};

async fn ids(admin: &Persona, query: &str) -> Vec<i64> {
    let page = admin.get(&format!("/admin/announcements{query}")).await.is(200).data();
    page["announcements"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn every_restaurants_announcements_are_listed_narrowed_and_paged() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    assert_eq!(ids(&admin, "").await, Vec::<i64>::new());
    sqlx::query(
        "INSERT INTO announcements (restaurant_id, subject_type, body, only_premium_grades, status, scheduled_at, created_at)
         SELECT r.id, CASE WHEN n % 2 = 0 THEN 'event' ELSE 'notice' END, repeat('春', 200), CASE WHEN n = 1 THEN 'gold' ELSE '' END,
                CASE WHEN n <= 3 THEN 'scheduled' ELSE 'draft' END, CASE WHEN n <= 3 THEN $1 + interval '1 day' END, $1
         FROM restaurants r, generate_series(1, 30) n",
    )
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("announcements");
    let (mut seen, mut query) = (Vec::new(), String::new());
    loop {
        let page = admin.get(&format!("/admin/announcements?before={query}")).await.is(200).data();
        seen.extend(page["announcements"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()));
        let Some(next) = page["next"].as_str() else { break };
        next.clone_into(&mut query);
    }
    assert_eq!(seen.len(), 60);
    assert!(seen.is_sorted_by(|a, b| a > b), "each once, the newest first");
    assert_eq!(ids(&admin, "?status=scheduled").await.len(), 6);
    assert_eq!(ids(&admin, "?status=scheduled&restaurant=tempura-test").await.len(), 3);
    assert_eq!(ids(&admin, "?subject_type=event&restaurant=tempura-test").await.len(), 15);
    let page = admin.get("/admin/announcements?status=scheduled&restaurant=sushi-test").await.data();
    let one = page["announcements"].as_array().unwrap().iter().find(|one| one["needs_admin"] == true).expect("one");
    assert_eq!(one["excerpt"].as_str().unwrap().chars().count(), 120);
    assert!(one["scheduled_at"].is_string() && one["sent_at"] == Value::Null, "{one}");
    // Each links to the page that releases it.
    admin.get(&format!("/admin/announcements/{}/release", one["id"])).await.is(200);

    for (query, field) in [
        ("status=lost", "status"),
        ("subject_type=x", "subject_type"),
        ("restaurant=nowhere", "restaurant"),
        ("before=x", "before"),
    ] {
        assert_eq!(admin.get(&format!("/admin/announcements?{query}")).await.bad_fields(), [field]);
    }
    app.anonymous().get("/admin/announcements").await.refused(401, "sign_in_required");
    app.end_unverified().await;
}
