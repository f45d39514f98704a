use serde_json::{Value, json};
use tests::{DAY, PASSWORD, Persona, Reply, TestApp, TestRestaurant, place};

use super::people::{confirm_addresses, mailed_code, signed_up};

const EMAIL: &str = "hanako@seki.test";

async fn switch(visitor: &Persona, on: Value) -> Reply {
    let body = json!({
        "user_security_setting": { "two_factor_with_email_enabled": on }, "current_password": PASSWORD });
    visitor.patch("/users/profile/security_settings.json", &body).await
}

async fn verify(visitor: &Persona, code: &str) -> Reply {
    visitor.post("/users/two_factor_authentication/verify", &json!({ "verification_code": code })).await
}

/// A diner who has enabled the mailed code.
async fn careful(app: &TestApp) {
    let visitor = signed_up(app, EMAIL).await;
    let page = visitor.get("/users/profile/security_settings").await;
    assert_eq!(page.data()["two_factor_with_email_enabled"], false);
    confirm_addresses(app).await;
    switch(&visitor, json!(true)).await.is(200);
}

/// F020
#[tokio::test]
async fn the_mailed_code_completes_a_sign_in() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    careful(&app).await;
    let visitor = app.anonymous();
    let body = json!({ "user": { "email": EMAIL, "password": PASSWORD }, "restaurant_slug": "sushi-kagura",
        "user_action": "add_favorite" });
    let answer = visitor.post("/users/sign_in", &body).await;
    assert_eq!(answer.json()["redirect_to"], "/users/two_factor_authentication");
    assert!(!visitor.is_signed_in().await, "not before the code");
    visitor.get("/users/profile").await.is(401);
    let page = visitor.get("/users/two_factor_authentication").await;
    assert_eq!(page.data()["masked_email"], "h•••••@seki.test");
    let code = mailed_code(&app, EMAIL, 0).await;
    verify(&visitor, if code == "0000" { "1111" } else { "0000" }).await.refused(422, "code_wrong");
    let right = verify(&visitor, &code).await;
    assert_eq!(right.is(200).json()["redirect_to"], "/r/sushi-kagura");
    assert!(visitor.is_signed_in().await);
    assert_eq!(visitor.get("/users/api/customers/status/sushi-kagura").await.json()["favorited"], true);
    assert_eq!(verify(&visitor, &code).await.status, 401, "a code is good once");
    app.end().await;
}

#[tokio::test]
async fn five_wrong_codes_or_ten_minutes_send_back_to_the_password() {
    let app = TestApp::with_jobs().await;
    careful(&app).await;
    let visitor = app.anonymous();
    visitor.sign_in_as_diner(EMAIL, PASSWORD).await;
    let code = mailed_code(&app, EMAIL, 0).await;
    for bad in ["", "1", "abcd", "123456", if code == "0000" { "1111" } else { "0000" }] {
        assert_eq!(verify(&visitor, bad).await.json()["code"], "code_wrong", "{bad}");
    }
    let spent = verify(&visitor, &code).await;
    assert_eq!(spent.is(422).json()["redirect_to"], "/users/sign_in");

    visitor.sign_in_as_diner(EMAIL, PASSWORD).await;
    let code = mailed_code(&app, EMAIL, 1).await;
    app.advance(10 * 60);
    assert_eq!(verify(&visitor, &code).await.json()["code"], "code_spent");
    assert!(!visitor.is_signed_in().await);
    app.end().await;
}

#[tokio::test]
async fn codes_cannot_be_guessed_all_day_with_a_known_password() {
    let app = TestApp::with_jobs().await;
    careful(&app).await;
    let thief = app.anonymous();
    for round in 0..6 {
        thief.sign_in_as_diner(EMAIL, PASSWORD).await;
        let code = mailed_code(&app, EMAIL, round).await;
        for _ in 0..5 {
            let wrong = verify(&thief, if code == "0000" { "1111" } else { "0000" }).await;
            assert_eq!(wrong.json()["code"], "code_wrong");
        }
        app.advance(10 * 60);
    }
    thief.sign_in_as_diner(EMAIL, PASSWORD).await;
    let code = mailed_code(&app, EMAIL, 6).await;
    verify(&thief, &code).await.is(429);
    assert!(!thief.is_signed_in().await);
    app.advance(DAY);
    let diner = app.anonymous();
    diner.sign_in_as_diner(EMAIL, PASSWORD).await;
    let code = mailed_code(&app, EMAIL, 7).await;
    verify(&diner, &code).await.is(200);
    app.end().await;
}

/// F020
#[tokio::test]
async fn new_code_is_rate_limited_and_replaces_previous() {
    let app = TestApp::with_jobs().await;
    careful(&app).await;
    let visitor = app.anonymous();
    visitor.sign_in_as_diner(EMAIL, PASSWORD).await;
    let first = mailed_code(&app, EMAIL, 0).await;
    let resend = "/users/two_factor_authentication/resend";
    visitor.post(resend, &Value::Null).await.is(429);
    app.advance(30);
    let again = visitor.post(resend, &Value::Null).await;
    again.is(200);
    assert!(!again.json()["message"].as_str().unwrap().is_empty());
    let second = mailed_code(&app, EMAIL, 1).await;
    if first != second {
        assert_eq!(verify(&visitor, &first).await.json()["code"], "code_wrong");
    }
    verify(&visitor, &second).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn code_page_needs_pending_sign_in() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let page = visitor.open("/users/two_factor_authentication").await;
    assert_eq!((page.status, page.location()), (303, "/users/sign_in"));
    verify(&visitor, "1234").await.is(401);
    visitor.post("/users/two_factor_authentication/resend", &Value::Null).await.is(401);
    app.end().await;
}

/// F021: the switch is kept.
#[tokio::test]
async fn setting_is_personal_and_boolean() {
    let app = TestApp::with_jobs().await;
    switch(&app.anonymous(), json!(true)).await.is(401);
    let visitor = signed_up(&app, EMAIL).await;
    let mistyped = switch(&visitor, json!(true)).await;
    assert_eq!((mistyped.status, &mistyped.json()["code"]), (422, &json!("email_not_confirmed")), "it would lock out");
    assert_eq!(app.count("SELECT count(*) FROM users WHERE two_factor_with_email_enabled").await, 0);
    confirm_addresses(&app).await;
    for bad in [Value::Null, json!([]), json!({ "a": 1 })] {
        let answer = switch(&visitor, bad.clone()).await;
        assert_eq!(answer.status, 422, "{bad}: {}", answer.body);
    }
    for (given, stored) in [(json!("1"), true), (json!(false), false), (json!("true"), true), (json!("0"), false)] {
        let answer = switch(&visitor, given).await;
        assert!(answer.status == 200 && answer.json()["message"].is_string());
        let page = visitor.get("/users/profile/security_settings").await;
        assert_eq!(page.data()["two_factor_with_email_enabled"], stored);
    }
    let alerts = "SELECT count(*) FROM mail_deliveries WHERE context->>'alert' = 'factor_removed'";
    assert_eq!(app.count(alerts).await, 2, "switching it off is reported by mail");
    let alerts = "SELECT count(*) FROM mail_deliveries WHERE context->>'alert' = 'mailed_code_added'";
    assert_eq!(app.count(alerts).await, 2, "and so is switching it on");
    app.end().await;
}

/// A stolen session cannot remove the second factor.
#[tokio::test]
async fn disabling_second_factor_needs_password() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    confirm_addresses(&app).await;
    let setting = |on: bool| json!({ "user_security_setting": { "two_factor_with_email_enabled": on } });
    let path = "/users/profile/security_settings.json";
    let on = visitor.patch(path, &setting(true)).await;
    assert_eq!(on.status, 200, "switching it on is as before: {}", on.body);
    for password in [Value::Null, json!(""), json!("Wrong-2026"), json!(PASSWORD.to_lowercase())] {
        let mut body = setting(false);
        body["current_password"] = password.clone();
        let refused = visitor.patch(path, &body).await;
        assert_eq!((refused.status, &refused.json()["code"]), (422, &json!("password_wrong")), "{password}");
        assert_eq!(refused.bad_fields(), ["current_password"]);
    }
    assert_eq!(app.count("SELECT count(*) FROM users WHERE two_factor_with_email_enabled").await, 1);
    let fields = [
        ("user_security_setting[two_factor_with_email_enabled]", "0"),
        ("current_password", PASSWORD),
        ("_method", "patch"),
    ];
    let off = visitor.submit("/users/profile/security_settings.json", &fields).await;
    assert_eq!(off.status, 200, "{}", off.body);
    assert_eq!(app.count("SELECT count(*) FROM users WHERE two_factor_with_email_enabled").await, 0);
    app.end().await;
}
