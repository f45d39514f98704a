use std::collections::{BTreeSet, HashMap};

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use domain::clients::twilio::Twilio;
use domain::clock::Clock;
use domain::config::TwilioConfig;
use domain::phone::actions;
use reqwest::Method;
use serde_json::{Value, json};
use tests::{Options, Persona, Reply, TestApp};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::people::{PHONE, PHONE_E164, signed_up, status_becomes};

fn ask(country: &str, number: &str, flow: &str) -> Value {
    json!({ "phone_country": country, "phone_local_number": number, "flow_type": flow })
}

/// F011, F013
#[tokio::test]
async fn a_call_from_the_number_confirms_it() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let asked = visitor.post("/phone_verifications", &ask("JP", PHONE, "sign_up")).await.is(201).json();
    let shown = asked["phone_authentic_number"].as_str().unwrap();
    assert_eq!(shown, "03-5555-0100", "as people write it");
    assert_eq!((&asked["status"], &asked["remaining_seconds"]), (&json!("queued"), &json!(180)));
    let uuid = asked["uuid"].as_str().unwrap();
    status_becomes(&visitor, uuid, "sent").await;
    app.outside.call("+819099999999", shown).await;
    all_calls_are_checked(&app).await;
    let status = visitor.get(&format!("/phone_verifications/{uuid}/status")).await;
    assert_eq!(status.json()["status"], "sent", "another number's call proves nothing");
    app.outside.call(PHONE_E164, shown).await;
    status_becomes(&visitor, uuid, "confirmed").await;
    app.end().await;
}

/// F012
#[tokio::test]
async fn the_remaining_time_runs_down_to_a_timeout() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let asked = visitor.post("/phone_verifications", &ask("JP", PHONE, "sign_up")).await.is(201).json();
    let path = format!("/phone_verifications/{}/status", asked["uuid"].as_str().unwrap());
    let shown = asked["phone_authentic_number"].as_str().unwrap();
    app.advance(100);
    assert_eq!(visitor.get(&path).await.json()["remaining_seconds"], 80);
    app.advance(80);
    let late = visitor.get(&path).await.json();
    assert_eq!((&late["status"], &late["remaining_seconds"]), (&json!("timeout"), &json!(0)));
    // A check that began in time is over.
    app.becomes("SELECT count(*) FROM phone_verifications WHERE status = 'timeout'", 1).await;
    app.outside.call(PHONE_E164, shown).await;
    all_calls_are_checked(&app).await;
    assert_eq!(visitor.get(&path).await.json()["status"], "timeout", "a late call comes too late");
    app.end().await;
}

/// A verification as its browser sees it.
struct ShownVerification {
    visitor: Persona,
    uuid: String,
    /// The number to call, as the page shows it.
    shown: String,
    is_contested: bool,
}

impl ShownVerification {
    async fn by(visitor: Persona, number: &str) -> Self {
        let answer = visitor.post("/phone_verifications", &ask("JP", number, "sign_up")).await.is(201).json();
        let text = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
        let (uuid, shown) = (text("uuid"), text("phone_authentic_number"));
        Self { visitor, uuid, shown, is_contested: answer["is_contested"] == true }
    }

    async fn status(&self) -> Value {
        self.visitor.get(&format!("/phone_verifications/{}/status", self.uuid)).await.json()
    }
}

/// Waits until every call placed so far was checked, by waiting for the check of a later call.
async fn all_calls_are_checked(app: &TestApp) {
    let later = ShownVerification::by(app.anonymous(), "09010000001").await;
    app.outside.call("+819010000001", &later.shown).await;
    status_becomes(&later.visitor, &later.uuid, "confirmed").await;
}

#[tokio::test]
async fn call_verifies_only_the_browser_shown_the_number() {
    let app = TestApp::with_jobs().await;
    let before = ShownVerification::by(app.anonymous(), PHONE).await;
    let victim = ShownVerification::by(app.anonymous(), PHONE).await;
    let after = ShownVerification::by(app.anonymous(), PHONE).await;
    assert!([&before, &victim, &after].iter().all(|asked| !asked.is_contested));
    app.outside.call(PHONE_E164, &victim.shown).await;
    status_becomes(&victim.visitor, &victim.uuid, "confirmed").await;
    all_calls_are_checked(&app).await;
    for other in [&before, &after] {
        assert_ne!(other.shown, victim.shown);
        assert_eq!(other.status().await["status"], "sent");
    }
    let peeked = before.visitor.get(&format!("/phone_verifications/{}/status", victim.uuid)).await;
    assert_eq!(peeked.status, 404, "another browser's verification");
    before.visitor.get("/phone_verifications/nothing/status").await.is(404);
    before.visitor.get("/phone_verifications/%00/status").await.is(404);
    app.end().await;
}

#[tokio::test]
async fn browsers_that_ask_at_the_same_moment_are_shown_different_numbers() {
    let app = TestApp::with_jobs().await;
    let mut asking = JoinSet::new();
    for _ in 0..8 {
        let visitor = app.anonymous();
        asking.spawn(async move { ShownVerification::by(visitor, PHONE).await });
    }
    let asked = asking.join_all().await;
    let shown: BTreeSet<_> = asked.iter().map(|asked| asked.shown.as_str()).collect();
    assert_eq!(shown.len(), 8, "{shown:?}");
    assert!(asked.iter().all(|asked| !asked.is_contested));
    let ninth = ShownVerification::by(app.anonymous(), PHONE).await;
    assert!(ninth.is_contested, "the pool has eight");
    for asked in asked.iter().filter(|asked| asked.shown != ninth.shown) {
        app.outside.call(PHONE_E164, &asked.shown).await;
        status_becomes(&asked.visitor, &asked.uuid, "confirmed").await;
    }
    let sharing = asked.iter().find(|asked| asked.shown == ninth.shown).expect("one of the eight");
    assert_eq!(sharing.status().await["is_contested"], true);
    app.end().await;
}

const ONE_NUMBER: Options =
    Options { settings: &[("TWILIO_PHONE_NUMBERS", "+81355550100")], has_job_runner: true, ..Options::STANDARD };

#[tokio::test]
async fn ambiguous_call_verifies_no_browser() {
    let app = TestApp::with(ONE_NUMBER).await;
    let victim = ShownVerification::by(app.anonymous(), PHONE).await;
    assert!(!victim.is_contested);
    let thief = ShownVerification::by(app.anonymous(), PHONE).await;
    assert!(thief.is_contested, "the page says why, and offers the SMS");
    assert_eq!(victim.status().await["is_contested"], true);
    app.outside.call(PHONE_E164, &victim.shown).await;
    all_calls_are_checked(&app).await;
    for asked in [&victim, &thief] {
        assert_eq!(asked.status().await["status"], "sent");
    }
    app.end().await;
}

#[tokio::test]
async fn one_browser_that_asks_again_is_one_browser() {
    let app = TestApp::with(ONE_NUMBER).await;
    let first = ShownVerification::by(app.anonymous(), PHONE).await;
    let uuid = first.uuid.clone();
    let again = ShownVerification::by(first.visitor, PHONE).await;
    assert!(!again.is_contested);
    app.outside.call(PHONE_E164, &again.shown).await;
    status_becomes(&again.visitor, &again.uuid, "confirmed").await;
    let old = again.visitor.get(&format!("/phone_verifications/{uuid}/status")).await;
    assert_eq!(old.json()["status"], "timeout");
    app.end().await;
}

/// F014
#[tokio::test]
async fn invalid_input_gets_error_list() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let cases = [
        (json!({ "phone_country": "JP" }), "phone_local_number"),
        (ask("JP", "1234567", "sign_up"), "phone_local_number"),
        (ask("JP", &"9".repeat(500), "sign_up"), "phone_local_number"),
        (ask("XX", PHONE, "sign_up"), "phone_country"),
        (ask("JP", PHONE, "nonsense"), "flow_type"),
        (json!({ "phone_country": "JP", "phone_local_number": [1], "flow_type": "sign_up" }), "phone_local_number"),
        (json!({ "phone_country": 81, "phone_local_number": PHONE, "flow_type": "sign_up" }), "phone_country"),
    ];
    for (body, field) in cases {
        let answer = visitor.post("/phone_verifications", &body).await;
        assert_eq!(answer.is(422).bad_fields(), [field], "{body}: {}", answer.body);
        assert!(!answer.json()["errors"].as_array().unwrap().is_empty());
    }
    let guest = visitor.post("/phone_verifications", &ask("JP", PHONE, "phone_update")).await;
    assert_eq!(guest.status, 401, "only a signed-in diner changes a number");
    let diner = signed_up(&app, "hanako@seki.test").await;
    diner.post("/phone_verifications", &ask("JP", "09010000001", "phone_update")).await.is(201);
    app.end().await;
}

const BEHIND_A_PROXY: Options =
    Options { settings: &[("SEKI_TRUSTED_PROXIES", "127.0.0.1")], has_job_runner: true, ..Options::STANDARD };

/// Requests a call through our proxy, which saw this address.
async fn ask_from(visitor: &Persona, address: &str, number: &str) -> Reply {
    let call = visitor.call(Method::POST, "/phone_verifications").header("x-forwarded-for", address);
    call.json(&ask("JP", number, "sign_up")).send().await
}

#[tokio::test]
async fn limits_of_a_stranger_do_not_block_number_owner() {
    let app = TestApp::with(BEHIND_A_PROXY).await;
    let (first, second) = (app.anonymous(), app.anonymous());
    for _ in 0..30 {
        for stranger in [&first, &second] {
            ask_from(stranger, "203.0.113.7", PHONE).await.is(201);
        }
    }
    app.advance(60);
    let refused = ask_from(&app.anonymous(), "203.0.113.7", PHONE).await;
    assert_eq!(refused.status, 429, "a new browser changes nothing for the address");
    assert!(refused.header("retry-after").parse::<i64>().expect("seconds") > 3_000);
    ask_from(&app.anonymous(), "203.0.113.7", "09010000001").await.is(201);
    ask_from(&app.anonymous(), "198.51.100.9", PHONE).await.is(201);
    app.end().await;
}

#[tokio::test]
async fn verification_requests_of_a_browser_are_limited() {
    let app = TestApp::with(BEHIND_A_PROXY).await;
    let visitor = app.anonymous();
    for address in 0..60 {
        ask_from(&visitor, &format!("203.0.113.{address}"), PHONE).await.is(201);
    }
    ask_from(&visitor, "203.0.113.99", PHONE).await.is(429);
    app.end().await;
}

/// A provider that rejects one of our numbers; the same guest calls all others.
async fn calls(State(rejected): State<String>, Query(query): Query<HashMap<String, String>>) -> Response {
    let to = query.get("To").cloned().unwrap_or_default();
    if to == rejected {
        return (StatusCode::NOT_FOUND, Json(json!({ "code": 20404 }))).into_response();
    }
    let start_time = Clock::system().wall().to_rfc2822();
    Json(json!({ "calls": [{ "sid": "CA1", "from": PHONE_E164, "to": to, "start_time": start_time }] })).into_response()
}

#[tokio::test]
async fn rejected_number_does_not_stop_the_check_of_others() {
    let app = TestApp::start().await;
    for expected in ["03-5555-0100", "03-5555-0101"] {
        let asked = app.anonymous().post("/phone_verifications", &ask("JP", PHONE, "sign_up")).await.is(201).json();
        assert_eq!(asked["phone_authentic_number"], expected, "each browser is shown its own number");
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let api_url = format!("http://{}", listener.local_addr().expect("a bound port"));
    let path = "/2010-04-01/Accounts/{account}/Calls.json";
    let router = Router::new().route(path, get(calls)).with_state(app.config.twilio.phone_numbers[0].clone());
    let provider = tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
    let twilio = Twilio::new(&TwilioConfig { api_url, ..app.config.twilio.clone() });
    actions::watch(&app.pool, &twilio, app.now()).await.expect_err("one number is rejected");
    assert_eq!(app.count("SELECT count(*) FROM phone_verifications WHERE status = 'confirmed'").await, 1);
    provider.abort();
    app.end().await;
}
