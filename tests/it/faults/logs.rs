//! The disk of the logs is full, or the reader of the logs is gone: requests still get their responses.

use std::fs::{File, OpenOptions};
use std::process::Stdio;

use tests::{Outside, Program, RESERVATIONS, RestaurantSpec, SlotSpec, TestApp, TestDatabase};
use tests::{eventually, free_port, variables};

use super::timed;

/// At every level a request is logged by its path alone, because its query may hold a secret. Rejected access is logged.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_logged_without_its_query_and_a_refusal_with_its_code() {
    const SECRET: &str = "a-secret-of-a-mailed-link";
    let database = TestDatabase::create().await;
    let outside = Outside::start().await;
    let address = format!("127.0.0.1:{}", free_port());
    let base_url = format!("http://{address}");
    let mut environment = variables(&database.url, &base_url, "test", &outside);
    environment.insert("SEKI_ADDRESS".into(), address);
    environment.insert("RUST_LOG".into(), "trace".into());
    let lines = std::env::temp_dir().join(format!("seki-lines-{}", std::process::id()));
    let written = File::create(&lines).expect("a file of our own");
    let web = Program::start_with("web-server", &environment, |command| {
        command.stdout(written).stderr(Stdio::null()).env("RUST_LOG", "trace");
    });
    let client = domain::clients::http::client();
    let asked = async |path: &str| {
        let answer = client.get(format!("{base_url}{path}")).header("accept", "application/json").send().await;
        answer.map(|answer| answer.status().as_u16()).unwrap_or_default()
    };
    eventually("it serves", async || asked("/health").await == 200).await;
    for path in ["/announcement_subscription", "/users/confirmation", "/owners/customers"] {
        asked(&format!("{path}?token={SECRET}&q={SECRET}")).await;
    }
    let log = std::fs::read_to_string(&lines).expect("the log");
    assert!(log.contains("/announcement_subscription") && !log.contains(SECRET), "{} lines", log.lines().count());
    let refused = log.lines().filter(|line| line.contains("access refused")).collect::<Vec<_>>();
    assert!(
        matches!(&refused[..], [line] if line.contains("/owners/customers") && line.contains("sign_in_required")),
        "{refused:?}"
    );
    web.end();
    database.drop().await;
    std::fs::remove_file(&lines).expect("our file");
}

/// A file on which every write fails.
fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").expect("a full disk").into()
}

#[tokio::test(flavor = "multi_thread")]
async fn unloggable_errors_still_get_a_response() {
    let database = TestDatabase::create().await;
    let outside = Outside::start().await;
    let address = format!("127.0.0.1:{}", free_port());
    let base_url = format!("http://{address}");
    let mut environment = variables(&database.url, &base_url, "test", &outside);
    environment.insert("SEKI_ADDRESS".into(), address);
    environment.insert("RUST_LOG".into(), "info".into());
    environment.insert("RECAPTCHA_SECRET".into(), "test".into());
    environment.insert("RECAPTCHA_VERIFY_URL".into(), format!("http://127.0.0.1:{}/away", free_port()));
    let app = TestApp::around_programs(&database.url, outside, vec![base_url]).await;
    let web = Program::start_with("web-server", &environment, |command| {
        command.stdout(full()).stderr(full());
    });
    let health = format!("{}/health", app.base_urls[0]);
    let client = domain::clients::http::client();
    let answers = async || client.get(&health).send().await.is_ok_and(|answer| answer.status().is_success());
    eventually("it serves", answers).await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let token = app.token_for(&restaurant, hanako.id());
    for _ in 0..3 {
        let reply = hanako.post(RESERVATIONS, &slot.hold_request(&restaurant, 1, &token)).await;
        assert_eq!(reply.status, 502, "{}", reply.body);
    }
    assert_eq!(timed(&app, "/r/sushi-test").await.0, 200);
    web.end();
    app.end().await;
    database.drop().await;
}
