use reqwest::Method;
use serde_json::json;
use tests::{PASSWORD, Result, TestRestaurant, World, place};

use super::people::{is_signed_in, sign_in, signed_up};

/// F019
#[tokio::test]
async fn diner_signs_out_and_in_again() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, "hanako@seki.test").await?;
    assert!(is_signed_in(&visitor).await?);
    let out = visitor.delete("/users/sign_out").await?;
    assert_eq!((out.status, &out.json["redirect_to"]), (200, &json!("/")));
    assert!(!is_signed_in(&visitor).await?);
    let wrong = sign_in(&visitor, "hanako@seki.test", "Seki-2027").await?;
    assert_eq!((wrong.status, &wrong.json["code"]), (422, &json!("bad_credentials")));
    assert_eq!(wrong.json["message"], wrong.json["error"]);
    let unknown = sign_in(&visitor, "nobody@seki.test", PASSWORD).await?;
    assert_eq!(unknown.json["message"], wrong.json["message"], "the message does not reveal the account");
    let right = sign_in(&visitor, " HANAKO@seki.test", PASSWORD).await?;
    assert_eq!(right.status, 200, "{}", right.text);
    let user = visitor.get("/").await?.json["session"]["user"].clone();
    assert_eq!((&user["name_last"], &user["name_first"]), (&json!("山田"), &json!("花子")));
    let form = visitor.open("/users/sign_in").await?;
    assert_eq!((form.status, form.location()), (303, "/"), "nothing to do there");
    world.end().await
}

#[tokio::test]
async fn kanji_email_host_signs_in() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, "hanako@席.test").await?;
    visitor.delete("/users/sign_out").await?;
    for typed in ["hanako@席.test", "hanako@xn--gut.test"] {
        let other = world.visitor();
        let answer = sign_in(&other, typed, PASSWORD).await?;
        assert_eq!(answer.status, 200, "{typed}: {}", answer.text);
    }
    world.end().await
}

#[tokio::test]
async fn sign_in_fields_of_every_shape_are_answered_not_stumbled_over() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    for body in [
        json!({}),
        json!({ "user": {} }),
        json!({ "user": { "email": "a\u{0}@b.c", "password": "x" } }),
        json!({ "user": { "email": "x".repeat(10_000), "password": "y".repeat(10_000) } }),
        json!({ "user": { "email": 1, "password": [] } }),
        json!({ "user": "x" }),
    ] {
        let answer = visitor.post("/users/sign_in", body.clone()).await?;
        assert_eq!(answer.status, 422, "{body}: {}", answer.text);
    }
    world.end().await
}

#[tokio::test]
async fn ten_failures_lock_an_account_for_fifteen_minutes() -> Result<()> {
    let world = World::start().await?;
    signed_up(&world, "hanako@seki.test").await?;
    let guesser = world.visitor();
    for _ in 0..10 {
        assert_eq!(sign_in(&guesser, "hanako@seki.test", "Wrong-2026").await?.status, 422);
    }
    let locked = sign_in(&guesser, "hanako@seki.test", PASSWORD).await?;
    assert_eq!((locked.status, &locked.json["code"]), (429, &json!("account_locked")));
    assert!(locked.header("retry-after").parse::<i64>()? > 800);
    assert!(locked.json["message"].as_str().unwrap().contains("15"), "{}", locked.text);
    world.advance(chrono::Duration::minutes(15));
    assert_eq!(sign_in(&guesser, "hanako@seki.test", PASSWORD).await?.status, 200);
    for _ in 0..10 {
        assert_eq!(sign_in(&guesser, "nobody@seki.test", "Wrong-2026").await?.status, 422);
    }
    assert_eq!(sign_in(&guesser, "nobody@seki.test", "Wrong-2026").await?.status, 429, "nobody's account locks alike");
    world.end().await
}

#[tokio::test]
async fn known_device_is_not_locked_by_strangers() -> Result<()> {
    let world = World::start().await?;
    let own = signed_up(&world, "hanako@seki.test").await?;
    own.delete("/users/sign_out").await?;
    let stranger = world.visitor();
    for _ in 0..10 {
        sign_in(&stranger, "hanako@seki.test", "Wrong-2026").await?;
    }
    assert_eq!(sign_in(&stranger, "hanako@seki.test", PASSWORD).await?.status, 429);
    for _ in 0..9 {
        assert_eq!(sign_in(&own, "hanako@seki.test", "Wrong-2026").await?.status, 422);
    }
    assert_eq!(sign_in(&own, "hanako@seki.test", PASSWORD).await?.status, 200, "her own browser knows her");
    assert_eq!(sign_in(&stranger, "hanako@seki.test", PASSWORD).await?.status, 429, "and that opens no other");
    // The cookie only identifies the browser; the accounts that signed in with it are stored in one table.
    let known = sqlx::query("DELETE FROM known_browsers RETURNING *").fetch_all(&world.pool).await?;
    assert_eq!(known.len(), 1);
    assert_eq!(
        sign_in(&own, "hanako@seki.test", PASSWORD).await?.status,
        429,
        "a browser that is forgotten is a stranger"
    );
    world.advance(chrono::Duration::minutes(15));
    assert_eq!(sign_in(&own, "hanako@seki.test", PASSWORD).await?.status, 200);
    // Both have one address here, which tries one account thirty times a minute at most.
    world.advance(chrono::Duration::minutes(1));
    for _ in 0..10 {
        assert_eq!(sign_in(&own, "hanako@seki.test", "Wrong-2026").await?.status, 422);
    }
    let locked = sign_in(&own, "hanako@seki.test", PASSWORD).await?;
    assert_eq!((locked.status, &locked.json["code"]), (429, &json!("account_locked")), "it has a separate lock");
    world.advance(chrono::Duration::minutes(15));
    assert_eq!(sign_in(&own, "hanako@seki.test", PASSWORD).await?.status, 200);
    world.end().await
}

#[tokio::test]
async fn failures_of_an_address_are_limited_across_accounts() -> Result<()> {
    let world = World::start().await?;
    let own = signed_up(&world, "hanako@seki.test").await?;
    let stranger = world.visitor();
    for number in 0..200 {
        let answer = sign_in(&stranger, &format!("nobody{number}@seki.test"), "Wrong-2026").await?;
        assert_eq!(answer.json["code"], "bad_credentials", "{number}");
    }
    let refused = sign_in(&stranger, "hanako@seki.test", PASSWORD).await?;
    assert_eq!((refused.status, &refused.json["code"]), (429, &json!("too_many_requests")));
    assert_eq!(
        sign_in(&own, "hanako@seki.test", PASSWORD).await?.status,
        200,
        "a browser that is known is not counted"
    );
    world.advance(chrono::Duration::hours(1));
    assert_eq!(sign_in(&stranger, "hanako@seki.test", PASSWORD).await?.status, 200);
    world.end().await
}

#[tokio::test]
async fn a_session_is_new_at_every_sign_in_and_ends_after_thirty_days() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, "hanako@seki.test").await?;
    let before: Vec<u8> = sqlx::query_scalar("SELECT token_hash FROM sessions").fetch_one(&world.pool).await?;
    sign_in(&visitor, "hanako@seki.test", PASSWORD).await?;
    let after: Vec<u8> = sqlx::query_scalar("SELECT token_hash FROM sessions").fetch_one(&world.pool).await?;
    assert_ne!(before, after, "the old session is gone, and only one is left");
    for _ in 0..3 {
        world.advance(chrono::Duration::days(9));
        assert!(is_signed_in(&visitor).await?);
    }
    world.advance(chrono::Duration::days(3));
    assert!(!is_signed_in(&visitor).await?);
    world.end().await
}

#[tokio::test]
async fn sign_in_returns_to_the_requested_page() -> Result<()> {
    let world = World::start().await?;
    signed_up(&world, "hanako@seki.test").await?;
    let visitor = world.visitor();
    let redirected = visitor.open("/users/customers?page=2").await?;
    assert_eq!((redirected.status, redirected.location()), (302, "/users/sign_in"));
    assert_eq!(visitor.get("/users/customers").await?.status, 401);
    let answer = sign_in(&visitor, "hanako@seki.test", PASSWORD).await?;
    assert_eq!(answer.json["redirect_to"], "/users/customers?page=2");
    let next = world.visitor();
    let plain = sign_in(&next, "hanako@seki.test", PASSWORD).await?;
    assert_eq!(plain.json["redirect_to"], "/");
    world.end().await
}

/// F039
#[tokio::test]
async fn intent_is_completed_after_sign_in() -> Result<()> {
    let world = World::start().await?;
    place(&world.pool, TestRestaurant::default()).await?;
    signed_up(&world, "hanako@seki.test").await?;
    let visitor = world.visitor();
    let page = visitor.get("/users/sign_in?sapm=&restaurant_slug=sushi-kagura&user_action=add_favorite").await?;
    assert_eq!(page.json["data"]["restaurant_name"], "sushi-kagura店");
    let body = json!({ "user": { "email": "hanako@seki.test", "password": PASSWORD },
        "restaurant_slug": "sushi-kagura", "user_action": "add_favorite" });
    let answer = visitor.post("/users/sign_in", body).await?;
    assert_eq!(answer.json["redirect_to"], "/r/sushi-kagura");
    let status = visitor.get("/users/api/customers/status/sushi-kagura").await?;
    assert_eq!(status.json, json!({ "favorited": true }));
    world.end().await
}

/// F031
#[tokio::test]
async fn a_write_without_its_token_changes_nothing() -> Result<()> {
    let world = World::start().await?;
    place(&world.pool, TestRestaurant::default()).await?;
    let visitor = signed_up(&world, "hanako@seki.test").await?;
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
        let answer = visitor.post_unproven(method, path, body).await?;
        assert_eq!((answer.status, &answer.json["code"]), (422, &json!("csrf")), "{path}: {}", answer.text);
    }
    assert!(is_signed_in(&visitor).await?);
    assert_eq!(world.count("SELECT count(*) FROM customers").await?, 0);
    assert_eq!(world.count("SELECT count(*) FROM users WHERE two_factor_with_email_enabled").await?, 0);
    world.end().await
}
