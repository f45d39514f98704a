//! Traces: requests by their route and jobs by their queue, sent to a collector if one is configured.

use std::sync::Arc;

use parking_lot::Mutex;
use tests::{Program, RestaurantSpec, SlotSpec, TestApp, eventually, free_port, variables};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// A collector that keeps what it is sent.
async fn collector() -> (String, Arc<Mutex<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("a bound port"));
    let kept: Arc<Mutex<Vec<u8>>> = Arc::default();
    let keeping = kept.clone();
    tokio::spawn(async move {
        while let Ok((mut caller, _)) = listener.accept().await {
            let keeping = keeping.clone();
            tokio::spawn(async move {
                let mut piece = vec![0; 65_536];
                while let Ok(length @ 1..) = caller.read(&mut piece).await {
                    keeping.lock().extend_from_slice(&piece[..length]);
                    let _ = caller.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
                }
            });
        }
    });
    (url, kept)
}

fn holds(kept: &Mutex<Vec<u8>>, word: impl AsRef<[u8]>) -> bool {
    let word = word.as_ref();
    kept.lock().windows(word.len()).any(|window| window == word)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_a_span_with_its_route_and_nothing_of_its_client() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let (url, kept) = collector().await;
    let web = format!("127.0.0.1:{}", free_port());
    let mut environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    environment.insert("DATABASE_CONNECTIONS".into(), "8".into());
    environment.insert("SEKI_ADDRESS".into(), web.clone());
    environment.insert("OTEL_EXPORTER_OTLP_ENDPOINT".into(), url);
    environment.insert("OTEL_BSP_SCHEDULE_DELAY".into(), "100".into());
    let server = Program::start("web-server", &environment);
    let get = async |path: &str| {
        let answer = domain::clients::http::client().get(format!("http://{web}{path}")).send().await;
        answer.map_or(0, |answer| answer.status().as_u16())
    };
    eventually("it serves", async || get("/health/ready").await == 200).await;
    assert_eq!(get("/r/sushi-test?email=hanako@seki.test").await, 200);
    eventually("its span arrives", async || holds(&kept, "GET /r/{slug}")).await;
    assert!(holds(&kept, "POST /v1/traces") && holds(&kept, "web-server"));
    assert!(!holds(&kept, "hanako") && !holds(&kept, "sushi-test"));
    server.end();
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn job_span_has_no_personal_data() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    hanako.book(&restaurant, &slot, 2).await;
    let waiting = "SELECT count(*) FROM apalis.jobs WHERE job_type = 'mail' AND status = 'Pending'";
    assert!(app.count(waiting).await > 0);
    let (url, kept) = collector().await;
    let mut environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    environment.insert("DATABASE_CONNECTIONS".into(), "8".into());
    environment.insert("OTEL_EXPORTER_OTLP_ENDPOINT".into(), url);
    environment.insert("OTEL_BSP_SCHEDULE_DELAY".into(), "100".into());
    let worker = Program::start("worker", &environment);
    // The name of a span is its fifth field (opentelemetry/proto/trace/v1).
    eventually("its span arrives", async || holds(&kept, b"\x2a\x04mail")).await;
    assert!(holds(&kept, "POST /v1/traces") && holds(&kept, "worker") && !holds(&kept, "web-server"));
    assert!(!holds(&kept, "hanako") && !holds(&kept, "sushi-test"));
    worker.end();
    app.end().await;
}
