//! The audit log in the admin console (gaps G196).

use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, TestApp};

use super::lists::list;

/// Fifty events from a place on, newest first.
async fn events(admin: &Persona, filter: Value, from: usize) -> Vec<Value> {
    let range = format!("[{from},{}]", from + 49);
    let query = [("filter", filter.to_string()), ("range", range), ("sort", r#"["at","DESC"]"#.to_owned())];
    let query: Vec<_> = query.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let reply = list(admin, "audit_events", &query).await;
    reply.is(200).json().as_array().expect("events").clone()
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
    let all = admin.get("/admin/audit_events").await.data()["events"].as_array().expect("events").clone();
    assert_eq!(all.len(), 50);
    assert!(all.is_sorted_by(|a, b| a["at"].as_str() >= b["at"].as_str()), "the newest first");

    let mut seen = Vec::new();
    for from in [0, 50, 100] {
        let found = events(&admin, json!({ "actor": "system" }), from).await;
        seen.extend(found.iter().map(|event| event["detail"]["n"].as_i64().expect("a number")));
    }
    assert_eq!(seen, (1..=120).collect::<Vec<_>>(), "each row once");

    let found = async |filter: Value| events(&admin, filter, 0).await;
    let of_admin = json!({
        "actor": "admin", "actor_id": 1, "action": "feature_switched", "restaurant_slug": "sushi-test",
    });
    let switched = found(of_admin).await;
    assert_eq!(switched.len(), 2);
    assert_eq!(
        (&switched[0]["actor_nickname"], &switched[0]["restaurant_slug"]),
        (&json!("管理"), &json!("sushi-test"))
    );
    assert_eq!(found(json!({ "action": "admin_created" })).await[0]["actor"], "command_line");
    let diners = found(json!({ "actor": "diner" })).await;
    assert_eq!(diners.len(), 1);
    assert_eq!((&diners[0]["action"], &diners[0]["actor_nickname"]), (&json!("reservation_accepted"), &Value::Null));
    assert_eq!(found(json!({ "actor": "owner" })).await.len(), 0);
    let today = domain::zone::Zone::default().date_of(app.now());
    let (day, next) = (today.to_string(), today.succ_opt().expect("a day").to_string());
    assert_eq!(found(json!({ "actor": "admin", "at_gte": day, "at_lte": day })).await.len(), 2);
    assert_eq!(found(json!({ "at_gte": next })).await.len(), 0);
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
    for filter in [json!({ "actor": "x" }), json!({ "actor_id": "x" }), json!({ "at_gte": "x" })] {
        let reply = list(&admin, "audit_events", &[("filter", &filter.to_string())]).await;
        assert_eq!(reply.bad_fields(), ["filter"], "{filter}");
    }
    let blank = json!({ "actor": "", "actor_id": "", "action": "", "restaurant_slug": "", "at_gte": "" }).to_string();
    list(&admin, "audit_events", &[("filter", &blank)]).await.is(200);
    app.end().await;
}

/// The CSV file has the words of the page; the list has the codes.
#[tokio::test]
async fn file_names_keys_and_values_in_the_language_of_the_reader() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let detail = json!({ "type": "OfflineCustomer", "setting": "reservation_fee", "flag": "allow_send_ivr_sms_by_default",
        "old": { "is_active": true }, "new": { "is_active": false } });
    sqlx::query("INSERT INTO audit_events (at, restaurant_id, actor, action, detail) VALUES ($1, 0, 'system', 'customer.created', $2)")
        .bind(app.now())
        .bind(&detail)
        .execute(&app.pool)
        .await
        .expect("a row");
    let filter = json!({ "action": "customer.created" }).to_string();
    let rows = list(&admin, "audit_events", &[("filter", &filter)]).await;
    assert_eq!(rows.is(200).json()[0]["detail"], detail);
    let file = list(&admin, "audit_events.csv", &[("filter", &filter)]).await;
    let file = file.is(200).body.clone();
    for words in [
        "種類: 来店・電話",
        "項目: 予約手数料（1名あたりの円）",
        "機能フラグ: SMS送信を初期値でオンにする",
        "変更前: (利用する: オン), 変更後: (利用する: オフ)",
    ] {
        assert!(file.contains(words), "{words}: {file}");
    }
    for code in ["OfflineCustomer", "reservation_fee", "allow_send", "is_active", "{"] {
        assert!(!file.contains(code), "{code}: {file}");
    }
    app.end_unverified().await;
}
