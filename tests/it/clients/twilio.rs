//! Calls, SMS and captchas.

use chrono::TimeDelta;
use domain::clients::captcha::Captcha;
use domain::clients::twilio::{Twilio, TwilioError};
use domain::clock::Clock;
use domain::config::{CaptchaConfig, TwilioConfig};
use serde_json::json;
use stand_ins::{Config, Handle, StandIns};

use super::double::{get, post};

const SERVICE_NUMBER: &str = "+81345678901";
const HANAKO: &str = "+819012345678";

fn twilio(stand_ins: &Handle) -> Twilio {
    Twilio::new(&TwilioConfig {
        api_url: stand_ins.twilio_url(),
        account_sid: "AC1".into(),
        auth_token: "token".into(),
        phone_numbers: vec![SERVICE_NUMBER.into(), "+81345678902".into()],
    })
}

#[tokio::test]
async fn a_call_is_found_by_number_and_time() {
    let stand_ins = StandIns::start(Config::default()).await.unwrap();
    let twilio = twilio(&stand_ins);
    let began = Clock::system().wall();
    assert!(twilio.list_incoming_calls(SERVICE_NUMBER, began).await.unwrap().is_empty());

    let calls = format!("{}/telephone/calls", stand_ins.http_url);
    post(&calls, &json!({ "from": HANAKO, "to": SERVICE_NUMBER })).await;
    post(&calls, &json!({ "from": "+15550001111", "to": "+81300000000" })).await;
    assert!(post(&calls, &json!({ "from": "09012345678", "to": SERVICE_NUMBER })).await["message"].is_string());

    let found = twilio.list_incoming_calls(SERVICE_NUMBER, began).await.unwrap();
    assert_eq!(found.iter().map(|call| call.from.as_str()).collect::<Vec<_>>(), [HANAKO]);
    assert!(found[0].started_at().unwrap() >= began - TimeDelta::seconds(1));
    assert!(twilio.list_incoming_calls(SERVICE_NUMBER, began + TimeDelta::minutes(1)).await.unwrap().is_empty());
}

#[tokio::test]
async fn an_sms_reaches_the_inbox_of_its_number_only() {
    let stand_ins = StandIns::start(Config::default()).await.unwrap();
    let twilio = twilio(&stand_ins);
    twilio.send_sms(HANAKO, "認証コード: 1234").await.unwrap();
    let inbox = get(&format!("{}/inbox?to={HANAKO}", stand_ins.http_url)).await;
    let message = &inbox["messages"][0];
    assert_eq!((&message["kind"], &message["text"]), (&json!("sms"), &json!("認証コード: 1234")));
    assert_eq!(get(&format!("{}/inbox?to=+15550001111", stand_ins.http_url)).await, json!({ "messages": [] }));

    let refused = twilio.send_sms("09012345678", "hello").await.unwrap_err();
    assert!(matches!(refused, TwilioError::Rejected { status: 400, code: Some(21211) }), "{refused:?}");
    assert!(!refused.to_string().contains("0901234"));
}

#[tokio::test]
async fn one_captcha_token_is_bad() {
    let stand_ins = StandIns::start(Config::default()).await.unwrap();
    let config = CaptchaConfig {
        verify_url: stand_ins.captcha_verify_url(),
        secret: "secret".into(),
        site_key: String::new(),
        script_url: String::new(),
        host: None,
    };
    let captcha = Captcha::new(&config);
    assert!(captcha.verify("anything", "sign_up").await.unwrap());
    assert!(captcha.verify("stand-in.sign_up.1", "sign_up").await.unwrap());
    assert!(!captcha.verify("stand-in.sign_up.1", "new_reservation").await.unwrap());
    assert!(!captcha.verify("robots-token", "sign_up").await.unwrap(), "who earned it is likely no person");
    assert!(!captcha.verify("bad-token", "sign_up").await.unwrap());
    assert!(!captcha.verify("", "sign_up").await.unwrap());
    for (host, is_ours) in [("127.0.0.1", true), ("seki.example.jp", false)] {
        let captcha = Captcha::new(&CaptchaConfig { host: Some(host.into()), ..config.clone() });
        assert_eq!(captcha.verify("anything", "sign_up").await.unwrap(), is_ours, "earned on 127.0.0.1");
    }
}
