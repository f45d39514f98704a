//! Slow clients, and too many clients, over real sockets: each connection ends in time, and no other client waits for it.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use tests::{Options, RestaurantSpec, TestApp, WAIT_TIMEOUT};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const HURRIED: Options = Options { settings: &[("SEKI_REQUEST_SECONDS", "1")], ..Options::STANDARD };

/// A client may take longer than any test waits.
const UNHURRIED: Options = Options { settings: &[("SEKI_REQUEST_SECONDS", "600")], ..Options::STANDARD };

/// A client that writes arbitrary bytes.
struct Socket(TcpStream);

impl Socket {
    async fn open(app: &TestApp) -> Self {
        let address = app.base_urls[0].trim_start_matches("http://");
        Self(TcpStream::connect(address).await.expect("a connection"))
    }

    /// Writes; the server may have hung up already.
    async fn write(&mut self, text: &str) -> bool {
        self.0.write_all(text.as_bytes()).await.is_ok()
    }

    /// Everything that comes until the server hangs up.
    async fn until_closed(mut self) -> String {
        let mut received = Vec::new();
        let reading = self.0.read_to_end(&mut received);
        // A reset ends a connection as well.
        let _ = timeout(WAIT_TIMEOUT, reading).await.expect("the server hangs up");
        String::from_utf8_lossy(&received).into_owned()
    }

    /// Reads until the received text contains `text`.
    async fn until(&mut self, text: &str) -> String {
        let mut received = Vec::new();
        let reading = async {
            while !String::from_utf8_lossy(&received).contains(text) {
                assert!(self.0.read_buf(&mut received).await.expect("bytes") > 0, "hung up before {text}");
            }
        };
        timeout(WAIT_TIMEOUT, reading).await.expect("an answer");
        String::from_utf8_lossy(&received).into_owned()
    }

    /// Writes one byte every tenth of a second until the server closes the connection.
    async fn drip(mut self) {
        let dripping = async {
            while self.write("x").await {
                tokio::time::sleep(Duration::from_millis(100)).await
            }
        };
        timeout(WAIT_TIMEOUT, dripping).await.expect("the server hangs up");
    }
}

fn head(app: &TestApp, path: &str, more: &str) -> String {
    let host = app.base_urls[0].trim_start_matches("http://");
    format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\naccept: application/json\r\n{more}\r\n"
    )
}

#[tokio::test]
async fn missing_headers_end_the_connection() {
    let app = TestApp::with(HURRIED).await;
    let idle = Socket::open(&app).await;
    let mut half = Socket::open(&app).await;
    half.write("GET / HTTP/1.1\r\nhost: x\r\n").await;
    let mut dripping = Socket::open(&app).await;
    dripping.write("GET / HTTP/1.1\r\nx-slow: ").await;
    let mut answered = Socket::open(&app).await;
    answered.write("GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(answered.until("\r\n\r\n").await.starts_with("HTTP/1.1 200"));
    tokio::join!(dripping.drip(), async { drop(tokio::join!(idle.until_closed(), half.until_closed())) });
    answered.until_closed().await;
    app.end().await;
}

#[tokio::test]
async fn missing_bodies_get_408_at_every_address() {
    let app = TestApp::with(HURRIED).await;
    let visitor_browser = app.anonymous();
    let token = visitor_browser.csrf_token().await;
    let visitor = visitor_browser.cookie("seki_visitor").expect("a visitor");
    let with_token = format!("x-csrf-token: {token}\r\ncookie: seki_visitor={visitor}\r\ncontent-length: 900000\r\n");
    for (path, more) in [
        ("/users/sign_in", with_token.as_str()),
        ("/users/sign_in", "content-length: 900000\r\n"),
        ("/users/sign_in", "transfer-encoding: chunked\r\n"),
        ("/webhooks/stripe", "content-length: 900000\r\n"),
    ] {
        let mut socket = Socket::open(&app).await;
        socket.write(&head(&app, path, more)).await;
        socket.write("20\r\n{").await;
        let received = socket.until_closed().await;
        assert!(received.starts_with("HTTP/1.1 408"), "{path} {more}: {received}");
        assert!(received.contains("request_timeout"), "{received}");
    }
    app.end().await;
}

#[tokio::test]
async fn wrong_header_token_is_rejected_before_the_body() {
    let app = TestApp::start().await;
    let mut socket = Socket::open(&app).await;
    socket.write(&head(&app, "/users/sign_in", "x-csrf-token: forged\r\ncontent-length: 900000\r\n")).await;
    // A server that waits for the body answers 408 when it has not come.
    let received = socket.until("csrf").await;
    assert!(received.starts_with("HTTP/1.1 422"), "{received}");
    app.end().await;
}

#[tokio::test]
async fn excess_connections_get_503() {
    let settings = &[("SEKI_CONNECTIONS", "3"), ("SEKI_CONNECTIONS_PER_ADDRESS", "2")];
    let app = TestApp::with(Options { settings, ..Options::STANDARD }).await;
    let mut inside = [Socket::open(&app).await, Socket::open(&app).await];
    for socket in &mut inside {
        socket.write("GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await;
        assert!(socket.until("\r\n\r\n").await.starts_with("HTTP/1.1 200"));
    }
    let received = Socket::open(&app).await.until_closed().await;
    assert!(received.starts_with("HTTP/1.1 503") && received.contains("retry-after: 5"), "{received}");
    assert!(received.ends_with("Too many connections\n"), "{received}");
    drop(inside);
    tests::eventually("places are given back", || async {
        app.anonymous().call(Method::GET, "/health").try_send().await.is_ok_and(|reply| reply.status == 200)
    })
    .await;
    app.end().await;
}

#[tokio::test]
async fn shutdown_waits_for_requests_in_flight_not_slow_clients() {
    let app = TestApp::with(UNHURRIED).await;
    let mut half = Socket::open(&app).await;
    half.write("GET / HTTP/1.1\r\nhost: x\r\n").await;
    let mut body = Socket::open(&app).await;
    body.write(&head(&app, "/users/sign_in", "content-length: 900000\r\n")).await;
    let idle = Socket::open(&app).await;
    // The server has accepted all three connections when it answers this later one.
    let mut last = Socket::open(&app).await;
    last.write("GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await;
    last.until("\r\n\r\n").await;
    app.stop_serving();
    let (_, _, received) = tokio::join!(half.until_closed(), idle.until_closed(), body.until_closed());
    assert!(received.starts_with("HTTP/1.1 503") && received.contains("retry-after: 1"), "{received}");
    app.end().await;
}

#[tokio::test]
async fn an_event_stream_outlives_the_time_of_a_request() {
    let app = TestApp::with(HURRIED).await;
    let (_, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let cookie = owner.cookie(web_server::http::cookies::OWNER_COOKIE).expect("a session");
    let path = format!("/owners/api/daily_calendars/{}/events", app.day(1));
    let mut socket = Socket::open(&app).await;
    let name = web_server::http::cookies::OWNER_COOKIE;
    socket.write(&format!("GET {path} HTTP/1.1\r\nhost: x\r\ncookie: {name}={cookie}\r\n\r\n")).await;
    socket.until("event: hello").await;
    // An idle connection that was opened later is closed first.
    Socket::open(&app).await.until_closed().await;
    let mut byte = [0];
    let closed = timeout(Duration::from_millis(200), async {
        while socket.0.read(&mut byte).await.is_ok_and(|read| read > 0) {}
    });
    assert!(closed.await.is_err(), "the stream continues");
    app.end().await;
}

#[tokio::test]
async fn limits_count_the_address_that_our_proxy_saw() {
    let settings = &[("SEKI_TRUSTED_PROXIES", "127.0.0.0/8")];
    let app = TestApp::with(Options { settings, ..Options::STANDARD }).await;
    let visitor_browser = app.anonymous();
    let ask = |lines: [String; 2]| {
        let [first, second] = lines;
        let call = visitor_browser
            .call(Method::POST, "/users/password")
            .json(&json!({ "user": { "email": "nobody@seki.test" } }));
        call.header("x-forwarded-for", &first).header("x-forwarded-for", &second).send()
    };
    for number in 0..60 {
        ask([format!("9.9.9.{number}"), "198.51.100.7".to_owned()]).await.is(200);
    }
    ask(["8.8.8.8".to_owned(), "198.51.100.7".to_owned()]).await.refused(429, "too_many_requests");
    ask(["198.51.100.7".to_owned(), "198.51.100.8".to_owned()]).await.is(200);
    for number in 0..60 {
        ask(["unknown".to_owned(), format!("2001:db8:1:2::{number:x}")]).await.is(200);
    }
    ask([String::new(), "2001:db8:1:2:3:4:5:6".to_owned()]).await.refused(429, "too_many_requests");
    ask([String::new(), "2001:db8:1:3::1".to_owned()]).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn untrusted_proxy_headers_are_ignored() {
    let app = TestApp::start().await;
    let visitor_browser = app.anonymous();
    let ask = |number: usize| {
        let call = visitor_browser
            .call(Method::POST, "/users/password")
            .json(&json!({ "user": { "email": "nobody@seki.test" } }));
        call.header("x-forwarded-for", &format!("9.9.9.{number}")).send()
    };
    for number in 0..60 {
        ask(number).await.is(200);
    }
    ask(60).await.refused(429, "too_many_requests");
    app.end().await;
}
