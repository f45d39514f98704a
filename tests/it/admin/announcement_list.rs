//! The announcements of all restaurants in the admin console (admin §2).

use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp};

use super::lists::{column, list};

#[tokio::test]
async fn every_restaurants_announcements_are_listed_and_filtered() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let first = async || admin.get("/admin/announcements").await.data()["first"].clone();
    assert_eq!(first().await, json!({ "rows": [], "total": 0 }));
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
    let shown = first().await;
    let rows = shown["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), &shown["total"]), (50, &json!(60)));
    assert!(rows.is_sorted_by(|a, b| a["id"].as_i64() > b["id"].as_i64()), "each once, the newest first");

    let slugs = async |filter: Value| {
        column(&admin, "announcements", "restaurant_slug", filter, r#"["created_at","DESC"]"#).await
    };
    assert_eq!(slugs(json!({ "status": "scheduled" })).await.len(), 6);
    let of_one = json!({ "status": "scheduled", "restaurant_slug": "tempura-test" });
    assert_eq!(slugs(of_one).await, ["tempura-test"; 3]);
    let events = json!({ "subject_type": "event", "restaurant_slug": "tempura-test" });
    assert_eq!(slugs(events).await.len(), 15);
    for unknown in [r#"{"status":"lost"}"#, r#"{"subject_type":"x"}"#] {
        assert_eq!(list(&admin, "announcements", &[("filter", unknown)]).await.bad_fields(), ["filter"]);
    }

    let for_admins = json!({ "needs_admin": true, "restaurant_slug": "sushi-test" }).to_string();
    let found = list(&admin, "announcements", &[("filter", &for_admins)]).await.is(200).json();
    let one = &found[0];
    assert!(one["scheduled_at"].is_string() && one["sent_at"] == Value::Null, "{one}");
    // Each links to the page that releases it.
    admin.get(&format!("/admin/announcements/{}/release", one["id"])).await.is(200);
    app.anonymous().get("/admin/announcements").await.refused(401, "sign_in_required");
    app.end_unverified().await;
}
