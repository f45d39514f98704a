//! Gold diners' requests for another plan, listed and closed in the console (F107, gaps G140).

use serde_json::{Value, json};
use tests::{Csrf, Persona, TestApp, cards};

use super::lists::list;

const ASK: &str = "/users/api/gold_plan_change_requests";
const PAGE: &str = "/admin/gold_plan_change_requests";

/// A gold diner who has requested another plan.
async fn request_plan_change(app: &TestApp, name: &str) -> Persona {
    let diner = app.diner(name).await.with_card(&app.outside, cards::GOOD).await;
    app.execute("UPDATE users SET is_gold_invited = true").await;
    diner.post("/users/gold/subscriptions", &json!({})).await.is(200);
    diner.post(ASK, &json!({})).await.is(200);
    diner
}

/// The requests on the page.
async fn listed(admin: &Persona) -> Vec<Value> {
    admin.get(PAGE).await.data()["first"]["rows"].as_array().unwrap().clone()
}

/// F107
#[tokio::test]
async fn request_is_listed_closed_with_a_note_and_repeatable() {
    let app = TestApp::start().await;
    app.plan_price("gold", 9_800).await;
    let admin = app.admin().await;
    assert_eq!(listed(&admin).await, Vec::<Value>::new());
    let (aoi, ren) = (request_plan_change(&app, "aoi").await, request_plan_change(&app, "ren").await);
    let open = listed(&admin).await;
    assert_eq!((open.len(), &open[0]["name"], &open[0]["outcome"]), (2, &json!("aoi 太郎"), &Value::Null));
    let (first, second) = (format!("{PAGE}/{}", open[0]["id"]), format!("{PAGE}/{}", open[1]["id"]));
    let request = admin.get(&first).await.data()["request"].clone();
    assert_eq!((&request["id"], &request["user_uid"]), (&open[0]["id"], &open[0]["user_uid"]));
    let plan = request["plan"].as_str().expect("a plan");
    assert!(plan.contains("9,800") && request["paid_until"].is_string(), "{request}");

    let close = |path: &str| format!("{path}/close");
    let done = json!({ "outcome": "done", "note": " 年払いに変更 " });
    assert_eq!(admin.post(&close(&first), &done).await.is(200).json()["redirect_to"], PAGE);
    admin.submit(&close(&second), &[("outcome", "rejected"), ("note", "")]).await.goes_to(PAGE);
    for path in [&first, &second] {
        admin.post(&close(path), &done).await.refused(400, "request_closed");
    }
    let all = list(&admin, "gold_plan_change_requests", &[]).await.is(200).json();
    assert_eq!((listed(&admin).await.len(), all.as_array().map(Vec::len)), (0, Some(2)));
    let closed = admin.get(&first).await.data()["request"].clone();
    assert_eq!((&closed["outcome"], &closed["note"]), (&json!("done"), &json!("年払いに変更")));
    assert!(closed["closed_at"].is_string(), "{closed}");
    let kept = "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action = 'gold_plan_change.closed'
                AND detail->>'outcome' IN ('done', 'rejected')";
    assert_eq!(app.count(kept).await, 2);

    aoi.post(ASK, &json!({})).await.is(200);
    let again = listed(&admin).await;
    assert_eq!(again.len(), 1, "who was answered may ask again");
    let others = admin.get(&format!("{PAGE}/{}", again[0]["id"])).await.data()["others"].clone();
    assert_eq!((others.as_array().map(Vec::len), &others[0]["note"]), (Some(1), &json!("年払いに変更")));
    ren.post(ASK, &json!({})).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn plan_change_requests_need_admin_and_valid_state() {
    let app = TestApp::start().await;
    app.plan_price("gold", 9_800).await;
    let (aoi, admin) = (request_plan_change(&app, "aoi").await, app.admin().await);
    let path = format!("{PAGE}/{}", listed(&admin).await[0]["id"]);
    let (close, done) = (format!("{path}/close"), json!({ "outcome": "done" }));
    for stranger in [aoi.at(&app.base_urls[0]), app.anonymous()] {
        stranger.get(PAGE).await.refused(401, "sign_in_required");
        stranger.get(&path).await.refused(401, "sign_in_required");
        stranger.post(&close, &done).await.refused(401, "sign_in_required");
    }
    let call = admin.call(reqwest::Method::POST, &close);
    call.csrf(Csrf::None).json(&done).send().await.refused(422, "csrf");
    for unknown in ["0", "none"] {
        admin.get(&format!("{PAGE}/{unknown}")).await.refused(404, "not_found");
        admin.post(&format!("{PAGE}/{unknown}/close"), &done).await.refused(404, "not_found");
    }
    for bad in [json!({}), json!({ "outcome": "open" })] {
        assert_eq!(admin.post(&close, &bad).await.bad_fields(), ["outcome"], "{bad}");
    }
    let long = json!({ "outcome": "done", "note": "あ".repeat(501) });
    assert_eq!(admin.post(&close, &long).await.bad_fields(), ["note"]);
    assert_eq!(listed(&admin).await.len(), 1, "nothing was closed");
    app.end().await;
}
