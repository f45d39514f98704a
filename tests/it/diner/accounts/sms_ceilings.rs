//! Limits on sent and entered codes, and on their destinations (G032), for callers with any number of browsers.

use serde_json::json;
use tests::{Options, Result, VisitorReply, World};

use super::people::PHONE;

const fn settings(settings: &'static [(&'static str, &'static str)]) -> Options {
    Options { settings, ..Options::STANDARD }
}

/// Requests a code from a new browser.
async fn send(world: &World, country: &str, number: &str) -> Result<VisitorReply> {
    let number = json!({ "phone_country": country, "phone_local_number": number });
    world.visitor().post("/sms_confirmations", json!({ "sms_confirmation": number, "recaptcha_token": "token" })).await
}

fn wait(refused: &VisitorReply) -> i64 {
    assert_eq!((refused.status, &refused.json["code"]), (429, &json!("too_many_requests")), "{}", refused.text);
    refused.header("retry-after").parse().expect("seconds")
}

#[tokio::test]
async fn address_has_hourly_and_daily_limits() -> Result<()> {
    let world = World::with(settings(&[("SMS_PER_ADDRESS", "2/3")])).await?;
    assert_eq!(send(&world, "JP", "09011112221").await?.status, 201);
    assert_eq!(send(&world, "JP", "09022223332").await?.status, 201);
    let hour = send(&world, "JP", "09033334443").await?;
    assert_eq!(
        (wait(&hour), hour.json["message"].as_str()),
        (3600, Some("リクエストが多すぎます。1時間後にもう一度お試しください。"))
    );
    world.advance(chrono::Duration::hours(1));
    assert_eq!(send(&world, "JP", "09033334443").await?.status, 201);
    let day = send(&world, "JP", "09044445554").await?;
    assert_eq!(
        (wait(&day), day.json["message"].as_str()),
        (82_800, Some("リクエストが多すぎます。23時間後にもう一度お試しください。"))
    );
    world.end().await
}

#[tokio::test]
async fn a_number_a_block_and_a_country_have_theirs() -> Result<()> {
    let world = World::with(settings(&[
        ("SMS_COUNTRIES", "JP,US"),
        ("SMS_PER_NUMBER", "1/1"),
        ("SMS_PER_PREFIX", "2/2"),
        ("SMS_PER_COUNTRY", "1/1"),
    ]))
    .await?;
    assert_eq!(send(&world, "JP", "09012345678").await?.status, 201);
    world.advance(chrono::Duration::seconds(61));
    wait(&send(&world, "JP", "09012345678").await?);
    assert_eq!(send(&world, "JP", "09012345679").await?.status, 201);
    wait(&send(&world, "JP", "09012345670").await?);
    assert_eq!(send(&world, "JP", "09012355670").await?.status, 201, "another block");
    assert_eq!(send(&world, "US", "4155552671").await?.status, 201);
    wait(&send(&world, "US", "2025549255").await?);
    let elsewhere = send(&world, "LV", "29123456").await?;
    assert_eq!((elsewhere.status, &elsewhere.json["code"]), (422, &json!("sms_country_not_served")));
    let call = json!({ "phone_country": "LV", "phone_local_number": "29123456", "flow_type": "sign_up" });
    assert_eq!(world.visitor().post("/phone_verifications", call).await?.status, 201, "a call costs its caller");
    for (country, number) in [("JP", "0990123456"), ("US", "9005551234")] {
        assert_eq!(send(&world, country, number).await?.bad_fields(), ["phone_local_number"]);
    }
    world.end().await
}

#[tokio::test]
async fn limit_is_shared_and_rejections_do_not_count() -> Result<()> {
    let world = World::with(settings(&[("SMS_IN_ALL", "2/2"), ("SMS_PER_ADDRESS", "9/9")])).await?;
    assert_eq!(send(&world, "JP", "09011112221").await?.status, 201);
    assert_eq!(send(&world, "JP", "09022223332").await?.status, 201);
    for _ in 0..9 {
        wait(&send(&world, "JP", "09033334443").await?);
    }
    world.advance(chrono::Duration::days(1));
    assert_eq!(send(&world, "JP", "09033334443").await?.status, 201);
    world.end().await
}

#[tokio::test]
async fn code_attempts_of_an_address_are_limited() -> Result<()> {
    let world = World::with(settings(&[("SMS_TRIES_PER_ADDRESS", "2/2")])).await?;
    let body = json!({ "code": "0000", "sms_confirmation": { "phone_country": "JP", "phone_local_number": PHONE } });
    for _ in 0..2 {
        assert_eq!(world.visitor().post("/sms_confirmations/nothing/confirm", body.clone()).await?.status, 404);
    }
    wait(&world.visitor().post("/sms_confirmations/nothing/confirm", body).await?);
    world.end().await
}

#[tokio::test]
async fn unconfigured_captcha_is_not_required() -> Result<()> {
    let world = World::with(settings(&[("RECAPTCHA_SECRET", "")])).await?;
    let body = json!({ "sms_confirmation": { "phone_country": "JP", "phone_local_number": PHONE } });
    assert_eq!(world.visitor().post("/sms_confirmations", body).await?.status, 201);
    world.end().await
}
