//! Limits on sent and entered codes, and on their destinations (G032), for callers with any number of browsers.

use serde_json::json;
use tests::{DAY, HOUR, Options, Persona, Reply, TestApp};

use super::people::{PHONE, PHONE_E164, signed_up, signed_up_from};

const fn settings(settings: &'static [(&'static str, &'static str)]) -> Options {
    Options { settings, has_job_runner: true, ..Options::STANDARD }
}

/// Requests a code from a new browser.
async fn send(app: &TestApp, country: &str, number: &str) -> Reply {
    send_as(&app.anonymous(), country, number).await
}

async fn send_as(visitor: &Persona, country: &str, number: &str) -> Reply {
    let number = json!({ "phone_country": country, "phone_local_number": number });
    visitor.post("/sms_confirmations", &json!({ "sms_confirmation": number, "recaptcha_token": "token" })).await
}

fn wait(refused: &Reply) -> i64 {
    refused.refused(429, "too_many_requests");
    refused.header("retry-after").parse().expect("seconds")
}

#[tokio::test]
async fn address_has_hourly_and_daily_limits() {
    let app = TestApp::with(settings(&[("SMS_PER_ADDRESS", "2/3")])).await;
    send(&app, "JP", "09011112221").await.is(201);
    send(&app, "JP", "09022223332").await.is(201);
    let hour = send(&app, "JP", "09033334443").await;
    assert_eq!(
        (wait(&hour), hour.json()["message"].as_str()),
        (3600, Some("リクエストが多すぎます。1時間後にもう一度お試しください。"))
    );
    app.advance(HOUR);
    send(&app, "JP", "09033334443").await.is(201);
    let day = send(&app, "JP", "09044445554").await;
    assert_eq!(
        (wait(&day), day.json()["message"].as_str()),
        (82_800, Some("リクエストが多すぎます。23時間後にもう一度お試しください。"))
    );
    app.end().await;
}

#[tokio::test]
async fn a_number_a_block_and_a_country_have_theirs() {
    let app = TestApp::with(settings(&[
        ("SMS_COUNTRIES", "JP,US"),
        ("SMS_PER_NUMBER", "1/1"),
        ("SMS_PER_PREFIX", "2/2"),
        ("SMS_PER_COUNTRY", "1/1"),
    ]))
    .await;
    send(&app, "JP", "09012345678").await.is(201);
    app.advance(61);
    wait(&send(&app, "JP", "09012345678").await);
    send(&app, "JP", "09012345679").await.is(201);
    wait(&send(&app, "JP", "09012345670").await);
    assert_eq!(send(&app, "JP", "09012355670").await.status, 201, "another block");
    send(&app, "US", "4155552671").await.is(201);
    wait(&send(&app, "US", "2025549255").await);
    send(&app, "LV", "29123456").await.refused(422, "sms_country_not_served");
    let call = json!({ "phone_country": "LV", "phone_local_number": "29123456", "flow_type": "sign_up" });
    assert_eq!(app.anonymous().post("/phone_verifications", &call).await.status, 201, "a call costs its caller");
    for (country, number) in [("JP", "0990123456"), ("US", "9005551234")] {
        assert_eq!(send(&app, country, number).await.bad_fields(), ["phone_local_number"]);
    }
    app.end().await;
}

#[tokio::test]
async fn limit_is_shared_and_rejections_do_not_count() {
    let app = TestApp::with(settings(&[("SMS_IN_ALL", "2/2"), ("SMS_PER_ADDRESS", "9/9")])).await;
    send(&app, "JP", "09011112221").await.is(201);
    send(&app, "JP", "09022223332").await.is(201);
    for _ in 0..9 {
        wait(&send(&app, "JP", "09033334443").await);
    }
    app.advance(DAY);
    send(&app, "JP", "09033334443").await.is(201);
    app.end().await;
}

#[tokio::test]
async fn code_attempts_of_an_address_are_limited() {
    let app = TestApp::with(settings(&[("SMS_TRIES_PER_ADDRESS", "2/2")])).await;
    let body = json!({ "code": "0000", "sms_confirmation": { "phone_country": "JP", "phone_local_number": PHONE } });
    for _ in 0..2 {
        app.anonymous().post("/sms_confirmations/nothing/confirm", &body).await.is(404);
    }
    wait(&app.anonymous().post("/sms_confirmations/nothing/confirm", &body).await);
    app.end().await;
}

#[tokio::test]
async fn unconfigured_captcha_is_not_required() {
    let app = TestApp::with(settings(&[("RECAPTCHA_SECRET", "")])).await;
    let body = json!({ "sms_confirmation": { "phone_country": "JP", "phone_local_number": PHONE } });
    app.anonymous().post("/sms_confirmations", &body).await.is(201);
    app.end().await;
}

/// G289
#[tokio::test]
async fn strangers_do_not_use_up_the_messages_of_a_signed_in_holder() {
    let app = TestApp::with(settings(&[("SMS_PER_NUMBER", "2/2"), ("SMS_PER_PREFIX", "3/3")])).await;
    let holder = signed_up(&app, "hanako@seki.test").await;
    send(&app, "JP", PHONE).await.is(201);
    send_as(&holder, "JP", PHONE).await.is(201);
    assert_eq!(wait(&send_as(&holder, "JP", PHONE).await), 60, "the resend time applies to the holder, too");
    app.advance(61);
    send(&app, "JP", PHONE).await.is(201);
    send(&app, "JP", "09012345679").await.is(201);
    wait(&send(&app, "JP", "09012345670").await);
    app.advance(61);
    wait(&send(&app, "JP", PHONE).await);
    let seen = app.outside.inbox(PHONE_E164).await.len();
    send_as(&holder, "JP", PHONE).await.is(201);
    app.outside.message_to(PHONE_E164, seen).await;

    app.advance(61);
    assert!(wait(&send_as(&holder, "JP", PHONE).await) > 3000, "the holder has the same limit");
    wait(&send(&app, "JP", PHONE).await);
    app.end().await;
}

#[tokio::test]
async fn only_the_account_of_a_number_has_own_limits() {
    let app = TestApp::with(settings(&[("SMS_PER_NUMBER", "1/1"), ("SMS_PER_PREFIX", "9/9")])).await;
    let hanako = signed_up(&app, "hanako@seki.test").await;
    let kenji = signed_up_from(&app, "kenji@seki.test", "9010000001").await;
    send(&app, "JP", PHONE).await.is(201);
    app.advance(61);
    wait(&send_as(&kenji, "JP", PHONE).await);
    send_as(&kenji, "JP", "09010000001").await.is(201);
    // The number has to be confirmed again, and no other account has confirmed it.
    app.execute("UPDATE profiles SET phone_confirmed_at = NULL WHERE phone_local_number = '9012345678'").await;
    send_as(&hanako, "JP", PHONE).await.is(201);
    app.advance(DAY);
    send(&app, "JP", PHONE).await.is(201);
    app.execute(
        "UPDATE profiles SET phone_local_number = '9012345678', phone_e164 = '+819012345678' WHERE phone_local_number = '9010000001'",
    )
    .await;
    app.advance(61);
    wait(&send_as(&hanako, "JP", PHONE).await);
    send_as(&kenji, "JP", PHONE).await.is(201);
    app.end().await;
}

#[tokio::test]
async fn holders_of_one_block_share_its_limit() {
    let app = TestApp::with(settings(&[("SMS_PER_PREFIX", "1/1")])).await;
    let hanako = signed_up(&app, "hanako@seki.test").await;
    let kenji = signed_up_from(&app, "kenji@seki.test", "9012345679").await;
    send(&app, "JP", "09012345670").await.is(201);
    send_as(&hanako, "JP", PHONE).await.is(201);
    wait(&send_as(&kenji, "JP", "09012345679").await);
    app.end().await;
}
