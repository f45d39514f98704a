//! The audit log in the admin console (gaps G196).

use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, TestApp};

async fn events(admin: &Persona, query: &str) -> Vec<Value> {
    let page = admin.get(&format!("/admin/audit_events{query}")).await;
    page.is(200).data()["events"].as_array().unwrap().clone()
}

/// `count` rows of an actor, a minute apart, the last one a minute ago.
async fn write(app: &TestApp, actor: &str, action: &str, slug: &str, count: i32) {
    sqlx::query(
        "INSERT INTO audit_events (at, restaurant_id, actor, actor_id, action, detail)
         SELECT $5 - n * interval '1 minute', coalesce((SELECT id FROM restaurants WHERE slug = $3), 0), $1,
                CASE WHEN $1 <> 'system' THEN 1 END, $2, jsonb_build_object('n', n)
         FROM generate_series(1, $4) n",
    )
    .bind(actor)
    .bind(action)
    .bind(slug)
    .bind(count)
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("rows");
}

#[tokio::test]
async fn audit_log_filters_and_pages() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    write(&app, "system", "hold_expired", "sushi-test", 120).await;
    write(&app, "admin", "feature_switched", "sushi-test", 2).await;
    write(&app, "diner", "reservation_accepted", "sushi-test", 1).await;
    write(&app, "command_line", "admin_created", "", 1).await;
    let all = events(&admin, "").await;
    assert_eq!(all.len(), 50);
    assert!(all.is_sorted_by(|a, b| a["at"].as_str() >= b["at"].as_str()), "the newest first");

    let (mut seen, mut query) = (Vec::new(), "?actor=system".to_owned());
    loop {
        let page = admin.get(&format!("/admin/audit_events{query}")).await.is(200).data();
        seen.extend(page["events"].as_array().unwrap().iter().map(|event| event["detail"]["n"].as_i64().unwrap()));
        let Some(next) = page["next"].as_str() else { break };
        query = format!("?actor=system&before={next}");
    }
    assert_eq!(seen, (1..=120).collect::<Vec<_>>(), "each row once");

    let switched = events(&admin, "?actor=admin&actor_id=1&action=feature_switched&restaurant=sushi-test").await;
    assert_eq!(switched.len(), 2);
    assert_eq!(
        (&switched[0]["actor_nickname"], &switched[0]["restaurant_slug"]),
        (&json!("管理"), &json!("sushi-test"))
    );
    assert_eq!(events(&admin, "?action=admin_created").await[0]["actor"], "command_line");
    let diners = events(&admin, "?actor=diner").await;
    assert_eq!(diners.len(), 1);
    assert_eq!((&diners[0]["action"], &diners[0]["actor_nickname"]), (&json!("reservation_accepted"), &Value::Null));
    assert_eq!(events(&admin, "?actor=owner").await.len(), 0);
    let today = domain::zone::Zone::default().date_of(app.now());
    assert_eq!(events(&admin, &format!("?actor=admin&date={today}")).await.len(), 2);
    assert_eq!(events(&admin, &format!("?date={}", today.succ_opt().unwrap())).await.len(), 0);
    app.end_unverified().await;
}

#[tokio::test]
async fn only_admins_read_it_and_bad_filters_are_named() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    for stranger in [app.owner(&restaurant).await, app.diner("hanako").await, app.anonymous()] {
        stranger.get("/admin/audit_events").await.refused(401, "sign_in_required");
        stranger.open("/admin/audit_events").await.goes_to("/admin/sign_in");
    }
    for field in ["actor", "actor_id", "restaurant", "date", "before"] {
        assert_eq!(admin.get(&format!("/admin/audit_events?{field}=x.y")).await.bad_fields(), [field]);
    }
    admin.get("/admin/audit_events?actor=&actor_id=&restaurant=&date=&before=&action=").await.is(200);
    app.end().await;
}
