//! The security of a diner's account: sessions, and an optional authenticator app.

use serde_json::{Value, json};
use tests::{Authenticator, PASSWORD, Result, Visitor, World};

use super::people::{is_signed_in, sign_in, signed_up};

const EMAIL: &str = "hanako@seki.test";
const SETTINGS: &str = "/users/profile/security_settings";

async fn sessions(visitor: &Visitor) -> Result<Vec<Value>> {
    let page = visitor.get(SETTINGS).await?;
    Ok(page.json["data"]["security"]["sessions"].as_array().cloned().unwrap_or_default())
}

async fn alerts(world: &World, alert: &str) -> Result<i64> {
    let count = "SELECT count(*) FROM mail_deliveries WHERE recipient = $1::citext AND context->>'alert' = $2";
    Ok(sqlx::query_scalar(count).bind(EMAIL).bind(alert).fetch_one(&world.pool).await?)
}

#[tokio::test]
async fn a_diner_sees_where_they_are_signed_in_and_ends_it() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, EMAIL).await?;
    let (phone, tablet) = (world.visitor(), world.visitor());
    for browser in [&phone, &tablet] {
        assert_eq!(sign_in(browser, EMAIL, PASSWORD).await?.status, 200);
    }
    assert_eq!(alerts(&world, "new_browser").await?, 2, "each was new");
    assert_eq!(sessions(&visitor).await?.len(), 3);
    let of_phone = sessions(&phone).await?.into_iter().find(|session| session["is_current"] == true).unwrap();
    let path = format!("{SETTINGS}/sessions/{}", of_phone["uid"].as_str().unwrap());
    assert_eq!(world.visitor().delete(&path).await?.status, 401);
    assert_eq!(visitor.delete(&path).await?.status, 200);
    assert_eq!(visitor.delete(&path).await?.status, 404);
    assert!(!is_signed_in(&phone).await? && is_signed_in(&tablet).await?);
    assert_eq!(visitor.delete(&format!("{SETTINGS}/sessions")).await?.status, 200);
    assert!(!is_signed_in(&tablet).await? && is_signed_in(&visitor).await?);
    world.advance(chrono::Duration::days(14));
    assert!(!is_signed_in(&visitor).await?, "two weeks without a request end a session");
    world.end().await
}

#[tokio::test]
async fn an_app_takes_the_place_of_the_mailed_code() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, EMAIL).await?;
    let path = format!("{SETTINGS}/authenticator");
    let refused = visitor.post(&path, json!({ "current_password": "Wrong-2026" })).await?;
    assert_eq!((refused.status, &refused.json["code"]), (422, &json!("password_wrong")));
    let begun = visitor.post(&path, json!({ "current_password": PASSWORD })).await?;
    let authenticator = Authenticator::with(begun.json["secret"].as_str().unwrap());
    let confirmed = visitor.patch(&path, json!({ "code": authenticator.code(&world) })).await?;
    assert_eq!(confirmed.json["recovery_codes"].as_array().map(Vec::len), Some(10), "{}", confirmed.text);

    let browser = world.visitor();
    let answer = sign_in(&browser, EMAIL, PASSWORD).await?;
    assert_eq!(answer.json["redirect_to"], "/users/two_factor_authentication");
    assert!(!is_signed_in(&browser).await?);
    assert_eq!(browser.get(SETTINGS).await?.status, 401);
    assert_eq!(browser.get("/users/two_factor_authentication").await?.json["data"]["is_of_app"], true);
    let verify = async |code: &str| {
        browser.post("/users/two_factor_authentication/verify", json!({ "verification_code": code })).await
    };
    assert_eq!(verify(&authenticator.code(&world)).await?.json["code"], "code_wrong", "the enrolment used it up");
    world.advance(chrono::Duration::seconds(30));
    assert_eq!(verify(&authenticator.code(&world)).await?.status, 200);
    assert!(is_signed_in(&browser).await?);
    world.end().await
}

/// F211: a new password follows the rule of sign-up, and the error has the same text.
#[tokio::test]
async fn password_change_is_mailed_and_ends_other_sessions() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, EMAIL).await?;
    let other = world.visitor();
    sign_in(&other, EMAIL, PASSWORD).await?;
    let change = async |password: &str| {
        let body = json!({ "current_password": PASSWORD, "password": password, "password_confirmation": password });
        visitor.patch(&format!("{SETTINGS}/password"), body).await
    };
    for weak in ["abcdefgh", "Abcdefgh", "abcdefg1", "Abcde1"] {
        let (new, first) =
            (change(weak).await?, world.visitor().post("/users", json!({ "user": { "password": weak } })).await?);
        assert_eq!((new.status, new.bad_fields()), (422, vec!["password"]), "{weak}: {}", new.text);
        assert_eq!(new.json["fields"]["password"], first.json["fields"]["password"], "{weak}");
    }
    assert_eq!(change("Newer-2026").await?.status, 200);
    assert!(is_signed_in(&visitor).await? && !is_signed_in(&other).await?);
    assert_eq!(sign_in(&other, EMAIL, "Newer-2026").await?.status, 200);
    assert_eq!(alerts(&world, "password_changed").await?, 1);
    world.end().await
}
