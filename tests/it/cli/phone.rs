//! `seki phone poll`: confirms verifications without a worker.

use serde_json::{Value, json};
use tests::{TestApp, run_seki};

const CONFIRMED: &str = "SELECT count(*) FROM phone_verifications WHERE status = 'confirmed'";

#[tokio::test(flavor = "multi_thread")]
async fn phone_poll_confirms_verification_and_ends() {
    let app = TestApp::start().await;
    let ask = json!({ "phone_country": "JP", "phone_local_number": "09012345678", "flow_type": "sign_up" });
    app.anonymous().post("/phone_verifications", &ask).await.is(201);
    app.programs_follow().await;
    let variables = app.variables();
    let poll = async |more: &[&str]| {
        let ran = run_seki(&[&["phone", "poll", "--json"], more].concat(), &variables).await;
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        let report: Value = serde_json::from_str(&ran.stdout).expect("an object");
        report["count"].as_u64().expect("a count")
    };
    assert_eq!((poll(&["--dry-run"]).await, poll(&["--once"]).await), (1, 0), "it is open, and no call has come");
    app.outside.call("+819012345678", &app.config.twilio.phone_numbers[0]).await;
    assert_eq!((poll(&[]).await, app.count(CONFIRMED).await), (1, 1), "it ends when none is open");
    assert_eq!((poll(&["--dry-run"]).await, poll(&[]).await), (0, 0));

    let mut away = variables.clone();
    away.insert("TWILIO_API_URL".to_owned(), "http://127.0.0.1:9".to_owned());
    let other = json!({ "phone_country": "JP", "phone_local_number": "09012345679", "flow_type": "sign_up" });
    app.anonymous().post("/phone_verifications", &other).await.is(201);
    let ran = run_seki(&["phone", "poll"], &away).await;
    assert!(ran.code == 1 && !ran.stderr.trim().is_empty(), "{}{}", ran.stdout, ran.stderr);
    app.end().await;
}
