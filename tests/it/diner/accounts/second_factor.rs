use serde_json::{Value, json};
use tests::{PASSWORD, Result, TestRestaurant, Visitor, World, place};

use super::people::{is_signed_in, sign_in, signed_up};

const EMAIL: &str = "hanako@seki.test";

async fn switch(visitor: &Visitor, on: Value) -> Result<tests::VisitorReply> {
    let body = json!({
        "user_security_setting": { "two_factor_with_email_enabled": on }, "current_password": PASSWORD });
    visitor.patch("/users/profile/security_settings.json", body).await
}

async fn verify(visitor: &Visitor, code: &str) -> Result<tests::VisitorReply> {
    visitor.post("/users/two_factor_authentication/verify", json!({ "verification_code": code })).await
}

/// The code of the newest mail after `seen` of them.
async fn mailed_code(world: &World, seen: usize) -> Result<String> {
    let mail = world.message_to(EMAIL, seen).await?;
    let text = mail["text"].as_str().unwrap_or_default();
    let is_code = |line: &&str| line.trim().len() == 4 && line.trim().bytes().all(|byte| byte.is_ascii_digit());
    Ok(text.lines().find(is_code).unwrap_or_default().trim().to_owned())
}

/// Confirms the email address; a mistyped address is never confirmed.
async fn confirm_address(world: &World) -> Result<()> {
    let confirm = "UPDATE users SET email_confirmed_at = created_at WHERE email = $1::citext";
    sqlx::query(confirm).bind(EMAIL).execute(&world.pool).await?;
    Ok(())
}

/// A diner who has enabled the mailed code; returns the number of their mails.
async fn careful(world: &World) -> Result<usize> {
    let visitor = signed_up(world, EMAIL).await?;
    let page = visitor.get("/users/profile/security_settings").await?;
    assert_eq!(page.json["data"]["two_factor_with_email_enabled"], false);
    confirm_address(world).await?;
    assert_eq!(switch(&visitor, json!(true)).await?.status, 200);
    // The address is to be confirmed, and the code is on.
    world.message_to(EMAIL, 1).await?;
    Ok(world.inbox(EMAIL).await?.len())
}

/// F020
#[tokio::test]
async fn the_mailed_code_completes_a_sign_in() -> Result<()> {
    let world = World::start().await?;
    place(&world.pool, TestRestaurant::default()).await?;
    let seen = careful(&world).await?;
    let visitor = world.visitor();
    let body = json!({ "user": { "email": EMAIL, "password": PASSWORD }, "restaurant_slug": "sushi-kagura",
        "user_action": "add_favorite" });
    let answer = visitor.post("/users/sign_in", body).await?;
    assert_eq!(answer.json["redirect_to"], "/users/two_factor_authentication");
    assert!(!is_signed_in(&visitor).await?, "not before the code");
    assert_eq!(visitor.get("/users/profile").await?.status, 401);
    let page = visitor.get("/users/two_factor_authentication").await?;
    assert_eq!(page.json["data"]["masked_email"], "h•••••@seki.test");
    let code = mailed_code(&world, seen).await?;
    let wrong = verify(&visitor, if code == "0000" { "1111" } else { "0000" }).await?;
    assert_eq!((wrong.status, &wrong.json["code"]), (422, &json!("code_wrong")));
    let right = verify(&visitor, &code).await?;
    assert_eq!((right.status, &right.json["redirect_to"]), (200, &json!("/r/sushi-kagura")), "{}", right.text);
    assert!(is_signed_in(&visitor).await?);
    assert_eq!(visitor.get("/users/api/customers/status/sushi-kagura").await?.json["favorited"], true);
    assert_eq!(verify(&visitor, &code).await?.status, 401, "a code is good once");
    world.end().await
}

#[tokio::test]
async fn five_wrong_codes_or_ten_minutes_send_back_to_the_password() -> Result<()> {
    let world = World::start().await?;
    let seen = careful(&world).await?;
    let visitor = world.visitor();
    sign_in(&visitor, EMAIL, PASSWORD).await?;
    let code = mailed_code(&world, seen).await?;
    for bad in ["", "1", "abcd", "123456", if code == "0000" { "1111" } else { "0000" }] {
        assert_eq!(verify(&visitor, bad).await?.json["code"], "code_wrong", "{bad}");
    }
    let spent = verify(&visitor, &code).await?;
    assert_eq!((spent.status, &spent.json["redirect_to"]), (422, &json!("/users/sign_in")));

    sign_in(&visitor, EMAIL, PASSWORD).await?;
    let code = mailed_code(&world, seen + 1).await?;
    world.advance(chrono::Duration::minutes(10));
    assert_eq!(verify(&visitor, &code).await?.json["code"], "code_spent");
    assert!(!is_signed_in(&visitor).await?);
    world.end().await
}

#[tokio::test]
async fn codes_cannot_be_guessed_all_day_with_a_known_password() -> Result<()> {
    let world = World::start().await?;
    let seen = careful(&world).await?;
    let thief = world.visitor();
    for round in 0..6 {
        sign_in(&thief, EMAIL, PASSWORD).await?;
        let code = mailed_code(&world, seen + round).await?;
        for _ in 0..5 {
            let wrong = verify(&thief, if code == "0000" { "1111" } else { "0000" }).await?;
            assert_eq!(wrong.json["code"], "code_wrong");
        }
        world.advance(chrono::Duration::minutes(10));
    }
    sign_in(&thief, EMAIL, PASSWORD).await?;
    let code = mailed_code(&world, seen + 6).await?;
    assert_eq!(verify(&thief, &code).await?.status, 429);
    assert!(!is_signed_in(&thief).await?);
    world.advance(chrono::Duration::days(1));
    let diner = world.visitor();
    sign_in(&diner, EMAIL, PASSWORD).await?;
    let code = mailed_code(&world, seen + 7).await?;
    assert_eq!(verify(&diner, &code).await?.status, 200);
    world.end().await
}

/// F020
#[tokio::test]
async fn new_code_is_rate_limited_and_replaces_previous() -> Result<()> {
    let world = World::start().await?;
    let seen = careful(&world).await?;
    let visitor = world.visitor();
    sign_in(&visitor, EMAIL, PASSWORD).await?;
    let first = mailed_code(&world, seen).await?;
    let resend = "/users/two_factor_authentication/resend";
    assert_eq!(visitor.post(resend, Value::Null).await?.status, 429);
    world.advance(chrono::Duration::seconds(30));
    let again = visitor.post(resend, Value::Null).await?;
    assert_eq!(again.status, 200);
    assert!(!again.json["message"].as_str().unwrap().is_empty());
    let second = mailed_code(&world, seen + 1).await?;
    if first != second {
        assert_eq!(verify(&visitor, &first).await?.json["code"], "code_wrong");
    }
    assert_eq!(verify(&visitor, &second).await?.status, 200);
    world.end().await
}

#[tokio::test]
async fn code_page_needs_pending_sign_in() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let page = visitor.open("/users/two_factor_authentication").await?;
    assert_eq!((page.status, page.location()), (303, "/users/sign_in"));
    assert_eq!(verify(&visitor, "1234").await?.status, 401);
    assert_eq!(visitor.post("/users/two_factor_authentication/resend", Value::Null).await?.status, 401);
    world.end().await
}

/// F021: the switch is kept.
#[tokio::test]
async fn setting_is_personal_and_boolean() -> Result<()> {
    let world = World::start().await?;
    assert_eq!(switch(&world.visitor(), json!(true)).await?.status, 401);
    let visitor = signed_up(&world, EMAIL).await?;
    let mistyped = switch(&visitor, json!(true)).await?;
    assert_eq!((mistyped.status, &mistyped.json["code"]), (422, &json!("email_not_confirmed")), "it would lock out");
    assert_eq!(world.count("SELECT count(*) FROM users WHERE two_factor_with_email_enabled").await?, 0);
    confirm_address(&world).await?;
    for bad in [Value::Null, json!([]), json!({ "a": 1 })] {
        let answer = switch(&visitor, bad.clone()).await?;
        assert_eq!(answer.status, 422, "{bad}: {}", answer.text);
    }
    for (given, stored) in [(json!("1"), true), (json!(false), false), (json!("true"), true), (json!("0"), false)] {
        let answer = switch(&visitor, given).await?;
        assert!(answer.status == 200 && answer.json["message"].is_string());
        let page = visitor.get("/users/profile/security_settings").await?;
        assert_eq!(page.json["data"]["two_factor_with_email_enabled"], stored);
    }
    let alerts = "SELECT count(*) FROM mail_deliveries WHERE context->>'alert' = 'factor_removed'";
    assert_eq!(world.count(alerts).await?, 2, "switching it off is reported by mail");
    let alerts = "SELECT count(*) FROM mail_deliveries WHERE context->>'alert' = 'mailed_code_added'";
    assert_eq!(world.count(alerts).await?, 2, "and so is switching it on");
    world.end().await
}

/// A stolen session cannot remove the second factor (S7, DA-m8).
#[tokio::test]
async fn disabling_second_factor_needs_password() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, EMAIL).await?;
    confirm_address(&world).await?;
    let setting = |on: bool| json!({ "user_security_setting": { "two_factor_with_email_enabled": on } });
    let path = "/users/profile/security_settings.json";
    let on = visitor.patch(path, setting(true)).await?;
    assert_eq!(on.status, 200, "switching it on is as before: {}", on.text);
    for password in [Value::Null, json!(""), json!("Wrong-2026"), json!(PASSWORD.to_lowercase())] {
        let mut body = setting(false);
        body["current_password"] = password.clone();
        let refused = visitor.patch(path, body).await?;
        assert_eq!((refused.status, &refused.json["code"]), (422, &json!("password_wrong")), "{password}");
        assert_eq!(refused.bad_fields(), ["current_password"]);
    }
    assert_eq!(world.count("SELECT count(*) FROM users WHERE two_factor_with_email_enabled").await?, 1);
    let fields = [
        ("user_security_setting[two_factor_with_email_enabled]", "0"),
        ("current_password", PASSWORD),
        ("_method", "patch"),
    ];
    let off = visitor.submit("/users/profile/security_settings.json", &fields).await?;
    assert!(matches!(off.status, 200 | 303), "{}", off.text);
    assert_eq!(world.count("SELECT count(*) FROM users WHERE two_factor_with_email_enabled").await?, 0);
    world.end().await
}
