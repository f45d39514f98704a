use std::time::{Duration, Instant};

use tests::{Program, RestaurantSpec, SlotSpec, TestApp, variables};

/// A mail server that accepts connections and never responds.
async fn silent_mail_server() -> (String, tokio::task::JoinHandle<()>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("smtp://{}", listener.local_addr().expect("a bound port"));
    let listening = tokio::spawn(async move {
        let mut callers = Vec::new();
        while let Ok((caller, _)) = listener.accept().await {
            callers.push(caller);
        }
    });
    (url, listening)
}

/// Three missed heartbeats of five seconds, the start of a worker, and its work.
const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn the_job_of_a_killed_worker_is_done_by_another_within_30_seconds() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    app.diner("hanako").await.book(&restaurant, &slot, 1).await;
    let mut environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    environment.insert("DATABASE_CONNECTIONS".into(), "8".into());
    let (silent, listening) = silent_mail_server().await;
    let mut stuck = environment.clone();
    stuck.insert("SMTP_URL".into(), silent);
    let started = Instant::now();
    let first = Program::start("worker", &stuck);
    app.becomes("SELECT count(*) FROM apalis.jobs WHERE job_type = 'mail' AND status = 'Running'", 1).await;
    // Adjusted to a busy machine by the time of this start.
    let within = TAKEN_OVER_WITHIN + 4 * started.elapsed();
    first.end();
    listening.abort();
    let killed = Instant::now();
    let second = Program::start("worker", &environment);
    while app.outside.inbox("hanako@seki.test").await.is_empty() {
        assert!(killed.elapsed() < within, "no worker took the job over within {within:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    app.becomes("SELECT count(*) FROM mail_deliveries WHERE sent_at IS NOT NULL", 1).await;
    second.end();
    assert_eq!(app.outside.inbox("hanako@seki.test").await.len(), 1);
    app.end().await;
}
