use reqwest::Method;
use serde_json::json;
use tests::{Csrf, DAY, HOUR, PASSWORD, TestApp, TestRestaurant, place};

use super::people::signed_up;

/// F019
#[tokio::test]
async fn diner_signs_out_and_in_again() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    assert!(visitor.is_signed_in().await);
    let out = visitor.delete("/users/sign_out").await;
    assert_eq!(out.is(200).json()["redirect_to"], "/");
    assert!(!visitor.is_signed_in().await);
    let wrong = visitor.sign_in_as_diner("hanako@seki.test", "Seki-2027").await;
    wrong.refused(422, "bad_credentials");
    assert_eq!(wrong.json()["message"], wrong.json()["error"]);
    let unknown = visitor.sign_in_as_diner("nobody@seki.test", PASSWORD).await;
    assert_eq!(unknown.json()["message"], wrong.json()["message"], "the message does not reveal the account");
    visitor.sign_in_as_diner(" HANAKO@seki.test", PASSWORD).await.is(200);
    let user = visitor.get("/").await.json()["session"]["user"].clone();
    assert_eq!((&user["name_last"], &user["name_first"]), (&json!("山田"), &json!("花子")));
    let form = visitor.open("/users/sign_in").await;
    assert_eq!((form.status, form.location()), (303, "/"), "nothing to do there");
    app.end().await;
}

#[tokio::test]
async fn kanji_email_host_signs_in() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@席.test").await;
    visitor.delete("/users/sign_out").await;
    for typed in ["hanako@席.test", "hanako@xn--gut.test"] {
        let other = app.anonymous();
        let answer = other.sign_in_as_diner(typed, PASSWORD).await;
        assert_eq!(answer.status, 200, "{typed}: {}", answer.body);
    }
    app.end().await;
}

#[tokio::test]
async fn sign_in_fields_of_every_shape_are_answered_not_stumbled_over() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    for body in [
        json!({}),
        json!({ "user": {} }),
        json!({ "user": { "email": "a\u{0}@b.c", "password": "x" } }),
        json!({ "user": { "email": "x".repeat(10_000), "password": "y".repeat(10_000) } }),
        json!({ "user": { "email": 1, "password": [] } }),
        json!({ "user": "x" }),
    ] {
        let answer = visitor.post("/users/sign_in", &body).await;
        assert_eq!(answer.status, 422, "{body}: {}", answer.body);
    }
    app.end().await;
}

#[tokio::test]
async fn ten_failures_lock_an_account_for_fifteen_minutes() {
    let app = TestApp::with_jobs().await;
    signed_up(&app, "hanako@seki.test").await;
    let guesser = app.anonymous();
    for _ in 0..10 {
        guesser.sign_in_as_diner("hanako@seki.test", "Wrong-2026").await.is(422);
    }
    let locked = guesser.sign_in_as_diner("hanako@seki.test", PASSWORD).await;
    locked.refused(429, "account_locked");
    assert!(locked.header("retry-after").parse::<i64>().expect("seconds") > 800);
    assert!(locked.json()["message"].as_str().unwrap().contains("15"), "{}", locked.body);
    guesser.sign_in_as_diner("hanako@seki.test", PASSWORD).await.refused(429, "account_locked");
    let refused = "SELECT count(*) FROM audit_events WHERE action = 'account.refused_while_locked'";
    assert_eq!(app.count(refused).await, 1, "one row for each lock");
    app.advance(15 * 60);
    guesser.sign_in_as_diner("hanako@seki.test", PASSWORD).await.is(200);
    for _ in 0..10 {
        guesser.sign_in_as_diner("nobody@seki.test", "Wrong-2026").await.is(422);
    }
    assert_eq!(
        guesser.sign_in_as_diner("nobody@seki.test", "Wrong-2026").await.status,
        429,
        "nobody's account locks alike"
    );
    app.end().await;
}

#[tokio::test]
async fn each_lock_has_one_row_in_the_audit_log() {
    let app = TestApp::with_jobs().await;
    signed_up(&app, "hanako@seki.test").await;
    let guesser = app.anonymous();
    let refused = "SELECT count(*) FROM audit_events WHERE action = 'account.refused_while_locked'";
    for locks in 1..=2 {
        for _ in 0..10 {
            guesser.sign_in_as_diner("hanako@seki.test", "Wrong-2026").await.is(422);
        }
        app.advance(10 * 60);
        for _ in 0..2 {
            guesser.sign_in_as_diner("hanako@seki.test", PASSWORD).await.refused(429, "account_locked");
        }
        assert_eq!(app.count(refused).await, locks);
        app.advance(5 * 60);
    }
    app.end().await;
}

#[tokio::test]
async fn known_device_is_not_locked_by_strangers() {
    let app = TestApp::with_jobs().await;
    let own = signed_up(&app, "hanako@seki.test").await;
    own.delete("/users/sign_out").await;
    let stranger = app.anonymous();
    for _ in 0..10 {
        stranger.sign_in_as_diner("hanako@seki.test", "Wrong-2026").await;
    }
    stranger.sign_in_as_diner("hanako@seki.test", PASSWORD).await.is(429);
    for _ in 0..9 {
        own.sign_in_as_diner("hanako@seki.test", "Wrong-2026").await.is(422);
    }
    assert_eq!(own.sign_in_as_diner("hanako@seki.test", PASSWORD).await.status, 200, "her own browser knows her");
    assert_eq!(stranger.sign_in_as_diner("hanako@seki.test", PASSWORD).await.status, 429, "and that opens no other");
    // The cookie only identifies the browser; the accounts that signed in with it are stored in one table.
    let known = sqlx::query("DELETE FROM known_browsers RETURNING *").fetch_all(&app.pool).await.expect("browsers");
    assert_eq!(known.len(), 1);
    assert_eq!(
        own.sign_in_as_diner("hanako@seki.test", PASSWORD).await.status,
        429,
        "a browser that is forgotten is a stranger"
    );
    app.advance(15 * 60);
    own.sign_in_as_diner("hanako@seki.test", PASSWORD).await.is(200);
    // Both have one address here, which tries one account thirty times a minute at most.
    app.advance(60);
    for _ in 0..10 {
        own.sign_in_as_diner("hanako@seki.test", "Wrong-2026").await.is(422);
    }
    let locked = own.sign_in_as_diner("hanako@seki.test", PASSWORD).await;
    assert_eq!((locked.status, &locked.json()["code"]), (429, &json!("account_locked")), "it has a separate lock");
    app.advance(15 * 60);
    own.sign_in_as_diner("hanako@seki.test", PASSWORD).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn failures_of_an_address_are_limited_across_accounts() {
    let app = TestApp::with_jobs().await;
    let own = signed_up(&app, "hanako@seki.test").await;
    let stranger = app.anonymous();
    for number in 0..200 {
        let answer = stranger.sign_in_as_diner(&format!("nobody{number}@seki.test"), "Wrong-2026").await;
        assert_eq!(answer.json()["code"], "bad_credentials", "{number}");
    }
    stranger.sign_in_as_diner("hanako@seki.test", PASSWORD).await.refused(429, "too_many_requests");
    assert_eq!(
        own.sign_in_as_diner("hanako@seki.test", PASSWORD).await.status,
        200,
        "a browser that is known is not counted"
    );
    app.advance(HOUR);
    stranger.sign_in_as_diner("hanako@seki.test", PASSWORD).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn a_session_is_new_at_every_sign_in_and_ends_after_thirty_days() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let only = "SELECT token_hash FROM sessions";
    let before: Vec<u8> = sqlx::query_scalar(only).fetch_one(&app.pool).await.expect("a session");
    visitor.sign_in_as_diner("hanako@seki.test", PASSWORD).await;
    let after: Vec<u8> = sqlx::query_scalar(only).fetch_one(&app.pool).await.expect("a session");
    assert_ne!(before, after, "the old session is gone, and only one is left");
    for _ in 0..3 {
        app.advance(9 * DAY);
        assert!(visitor.is_signed_in().await);
    }
    app.advance(3 * DAY);
    assert!(!visitor.is_signed_in().await);
    app.end().await;
}

#[tokio::test]
async fn sign_in_returns_to_the_requested_page() {
    let app = TestApp::with_jobs().await;
    signed_up(&app, "hanako@seki.test").await;
    let visitor = app.anonymous();
    let redirected = visitor.open("/users/customers?page=2").await;
    assert_eq!((redirected.status, redirected.location()), (302, "/users/sign_in"));
    visitor.get("/users/customers").await.is(401);
    let answer = visitor.sign_in_as_diner("hanako@seki.test", PASSWORD).await;
    assert_eq!(answer.json()["redirect_to"], "/users/customers?page=2");
    let next = app.anonymous();
    let plain = next.sign_in_as_diner("hanako@seki.test", PASSWORD).await;
    assert_eq!(plain.json()["redirect_to"], "/");
    app.end().await;
}

/// F039
#[tokio::test]
async fn intent_is_completed_after_sign_in() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    signed_up(&app, "hanako@seki.test").await;
    let visitor = app.anonymous();
    let page = visitor.get("/users/sign_in?sapm=&restaurant_slug=sushi-kagura&user_action=add_favorite").await;
    assert_eq!(page.data()["restaurant_name"], "sushi-kagura店");
    let body = json!({ "user": { "email": "hanako@seki.test", "password": PASSWORD },
        "restaurant_slug": "sushi-kagura", "user_action": "add_favorite" });
    let answer = visitor.post("/users/sign_in", &body).await;
    assert_eq!(answer.json()["redirect_to"], "/r/sushi-kagura");
    let status = visitor.get("/users/api/customers/status/sushi-kagura").await;
    assert_eq!(status.json(), json!({ "favorited": true }));
    app.end().await;
}

/// F031
#[tokio::test]
async fn a_write_without_its_token_changes_nothing() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let writes = [
        (Method::POST, "/users"),
        (Method::POST, "/users/sign_in"),
        (Method::DELETE, "/users/sign_out"),
        (Method::POST, "/users/password"),
        (Method::PATCH, "/users/password"),
        (Method::POST, "/users/two_factor_authentication/resend"),
        (Method::POST, "/users/two_factor_authentication/verify"),
        (Method::POST, "/phone_verifications"),
        (Method::POST, "/sms_confirmations"),
        (Method::POST, "/sms_confirmations/x/confirm"),
        (Method::POST, "/users/after_registrations/confirm_email"),
        (Method::POST, "/users/api/customers"),
        (Method::POST, "/users/api/customers/hide"),
        (Method::PATCH, "/users/profile/security_settings.json"),
    ];
    for (method, path) in writes {
        let body = json!({ "restaurant_slug": "sushi-kagura", "user_security_setting": { "two_factor_with_email_enabled": true } });
        let answer = visitor.call(method, path).csrf(Csrf::None).json(&body).send().await;
        assert_eq!((answer.status, &answer.json()["code"]), (422, &json!("csrf")), "{path}: {}", answer.body);
    }
    assert!(visitor.is_signed_in().await);
    assert_eq!(app.count("SELECT count(*) FROM customers").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM users WHERE two_factor_with_email_enabled").await, 0);
    app.end().await;
}
