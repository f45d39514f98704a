use serde_json::{Value, json};
use tests::{Options, Result, TestApp, Visitor, World};

use super::people::{PHONE, PHONE_E164, form};

fn number(typed: &str) -> Value {
    json!({ "phone_country": "JP", "phone_local_number": typed })
}

async fn send(visitor: &Visitor, typed: &str, token: &str) -> Result<tests::VisitorReply> {
    visitor.post("/sms_confirmations", json!({ "sms_confirmation": number(typed), "recaptcha_token": token })).await
}

async fn confirm(visitor: &Visitor, uuid: &str, typed: &str, code: Value) -> Result<tests::VisitorReply> {
    let body = json!({ "code": code, "sms_confirmation": number(typed) });
    visitor.post(&format!("/sms_confirmations/{uuid}/confirm"), body).await
}

/// The uuid, and the four digits of the message.
async fn code(world: &World, visitor: &Visitor) -> Result<(String, String)> {
    let seen = world.inbox(PHONE_E164).await?.len();
    let sent = send(visitor, PHONE, "token").await?;
    assert_eq!(sent.status, 201, "{}", sent.text);
    let message = world.message_to(PHONE_E164, seen).await?;
    let digits: String = message["text"].as_str().unwrap().chars().filter(char::is_ascii_digit).take(4).collect();
    Ok((sent.json["uuid"].as_str().unwrap().to_owned(), digits))
}

/// F015, F016, F017
#[tokio::test]
async fn correct_code_verifies_number_for_sign_up() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let (uuid, digits) = code(&world, &visitor).await?;
    let other = if digits == "0000" { "1111" } else { "0000" };
    let wrong = confirm(&visitor, &uuid, PHONE, json!(other)).await?;
    assert_eq!((wrong.status, &wrong.json["code"]), (400, &json!("code_wrong")));
    assert!(!wrong.json["message"].as_str().unwrap().is_empty());
    let elsewhere = confirm(&world.visitor(), &uuid, PHONE, json!(digits)).await?;
    assert_eq!(elsewhere.status, 404, "another browser's confirmation");
    let changed = confirm(&visitor, &uuid, "09010000001", json!(digits)).await?;
    assert_eq!((changed.status, &changed.json["code"]), (400, &json!("sms_number_changed")));
    let right = confirm(&visitor, &uuid, PHONE, json!(digits)).await?;
    assert_eq!(right.json, json!({ "uuid": uuid, "status": "confirmed" }));
    assert_eq!(visitor.post("/users", form("hanako@seki.test", &uuid)).await?.status, 200);
    world.end().await
}

#[tokio::test]
async fn a_code_may_be_tried_five_times_and_for_ten_minutes() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let (uuid, digits) = code(&world, &visitor).await?;
    let other = if digits == "0000" { "1111" } else { "0000" };
    for malformed in [json!("12"), json!(""), json!("abcd"), Value::Null] {
        assert_eq!(confirm(&visitor, &uuid, PHONE, malformed).await?.status, 400);
    }
    for _ in 0..5 {
        assert_eq!(confirm(&visitor, &uuid, PHONE, json!(other)).await?.json["code"], "code_wrong");
    }
    let spent = confirm(&visitor, &uuid, PHONE, json!(digits)).await?;
    assert_eq!((spent.status, &spent.json["code"]), (400, &json!("code_tried_too_often")));

    world.advance(chrono::Duration::seconds(61));
    let (uuid, digits) = code(&world, &visitor).await?;
    world.advance(chrono::Duration::minutes(10));
    let late = confirm(&visitor, &uuid, PHONE, json!(digits)).await?;
    assert_eq!((late.status, &late.json["code"]), (400, &json!("code_expired")));
    world.end().await
}

/// F018
#[tokio::test]
async fn a_second_code_waits_for_the_resend_time() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    assert_eq!(send(&visitor, PHONE, "token").await?.status, 201);
    let early = send(&visitor, PHONE, "token").await?;
    assert_eq!((early.status, early.header("retry-after")), (429, "60"));
    assert_eq!(send(&world.visitor(), PHONE, "token").await?.status, 429, "nor from another browser");
    assert_eq!(send(&visitor, "09010000001", "token").await?.status, 201);
    world.advance(chrono::Duration::seconds(60));
    assert_eq!(send(&visitor, PHONE, "token").await?.status, 201);
    world.end().await
}

#[tokio::test]
async fn only_people_are_sent_codes_and_only_to_numbers() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    assert_eq!(send(&visitor, PHONE, "").await?.json["code"], "captcha_missing");
    let robot = send(&visitor, PHONE, "bad-token").await?;
    assert_eq!((robot.status, &robot.json["code"]), (422, &json!("captcha_refused")));
    for typed in ["", "123", &"9".repeat(200)] {
        let answer = send(&visitor, typed, "token").await?;
        assert_eq!((answer.status, answer.bad_fields()), (422, vec!["phone_local_number"]));
    }
    let shape = visitor.post("/sms_confirmations", json!({ "sms_confirmation": 1, "recaptcha_token": "t" })).await?;
    assert_eq!(shape.status, 422);
    assert!(world.inbox(PHONE_E164).await?.is_empty());
    world.end().await
}

#[tokio::test]
async fn unreachable_captcha_provider_returns_502() {
    let settings = &[("RECAPTCHA_VERIFY_URL", "http://127.0.0.1:1/siteverify")];
    let app = TestApp::with(Options { settings, ..Options::default() }).await;
    let body = json!({ "sms_confirmation": number(PHONE), "recaptcha_token": "token" });
    app.anonymous().post("/sms_confirmations", &body).await.refused(502, "captcha_unreachable");
    app.end().await;
}
