//! The agreement to cookies (diner §2, §7).

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Csrf, TestApp};

const PATH: &str = "/users/api/cookie_storage_agreements";

/// F029: agreeing is kept once for a browser, and its pages know it.
#[tokio::test]
async fn agreement_is_stored_once() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    assert_eq!(visitor.get("/").await.json()["session"]["cookies_agreed"], false);
    visitor.call(Method::POST, PATH).csrf(Csrf::None).send().await.refused(422, "csrf");
    for _ in 0..2 {
        assert_eq!(visitor.post(PATH, &Value::Null).await.is(201).json(), json!({ "status": 201 }));
    }
    assert_eq!(visitor.get("/").await.json()["session"]["cookies_agreed"], true);
    assert_eq!(app.anonymous().get("/").await.json()["session"]["cookies_agreed"], false);
    let kept: i64 =
        sqlx::query_scalar("SELECT count(*) FROM cookie_storage_agreements").fetch_one(&app.pool).await.unwrap();
    assert_eq!(kept, 1);
    let hanako = app.diner("hanako").await;
    hanako.post(PATH, &Value::Null).await.is(201);
    let of = "SELECT user_id FROM cookie_storage_agreements WHERE user_id IS NOT NULL";
    let of: i64 = sqlx::query_scalar(of).fetch_one(&app.pool).await.unwrap();
    assert_eq!(of, hanako.id().0);
    app.end().await;
}
