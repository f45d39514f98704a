//! Metrics that web server and worker export at their private address: counts by known names, without personal data.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use serde_json::Value;
use tests::{DatabaseProxy, Program, RestaurantSpec, TestApp, eventually, free_port, variables};

/// Starts a program with its own metrics address; returns its environment and the address.
fn start_program(app: &TestApp, database_url: &str) -> (HashMap<String, String>, String) {
    let mut environment = variables(database_url, &app.base_urls[0], "test", &app.outside);
    let address = format!("127.0.0.1:{}", free_port());
    environment.insert("SEKI_METRICS_ADDRESS".into(), address.clone());
    environment.insert("DATABASE_CONNECTIONS".into(), "8".into());
    (environment, format!("http://{address}"))
}

async fn status(address: &str, path: &str) -> u16 {
    let answer = domain::clients::http::client().get(format!("{address}{path}")).send().await;
    answer.map_or(0, |answer| answer.status().as_u16())
}

async fn metrics(address: &str) -> String {
    let answer = domain::clients::http::client().get(format!("{address}/metrics")).send().await.expect("an answer");
    assert_eq!(answer.headers()["content-type"], "text/plain; version=0.0.4");
    answer.text().await.expect("a text")
}

/// The values of a label over all metrics.
fn values(text: &str, label: &str) -> BTreeSet<String> {
    let start = format!("{label}=\"");
    let of = |line: &str| Some(line.split_once(&start)?.1.split_once('"')?.0.to_owned());
    text.lines().filter(|line| !line.starts_with('#')).filter_map(of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn web_server_metrics_count_by_route_without_personal_data() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let (mut environment, address) = start_program(&app, &app.config.database_url);
    let web = format!("127.0.0.1:{}", free_port());
    environment.insert("SEKI_ADDRESS".into(), web.clone());
    let web = format!("http://{web}");
    let server = Program::start("web-server", &environment);
    eventually("it serves", async || status(&web, "/health/ready").await == 200).await;
    assert_eq!(status(&address, "/health/ready").await, 200);
    assert_eq!(status(&web, "/r/sushi-test?email=hanako@seki.test").await, 200);
    assert_eq!(status(&web, "/r/sushi-test").await, 200);
    for number in 0..50 {
        assert_eq!(status(&web, &format!("/r/nowhere-{number}")).await, 404);
        assert_eq!(status(&web, &format!("/nowhere/{number}")).await, 404);
    }
    let exported = metrics(&address).await;
    assert!(
        exported.contains(r#"seki_http_requests_total{method="GET",route="/r/{slug}",status="200"} 2"#),
        "{exported}"
    );
    assert!(
        exported.contains(r#"seki_http_requests_total{method="GET",route="/r/{slug}",status="404"} 50"#),
        "{exported}"
    );
    assert!(exported.contains(r#"seki_http_request_seconds_bucket{route="/r/{slug}",le="30"} 52"#), "{exported}");
    assert!(
        exported.contains(r#"seki_pool_connections{pool="bookings",state="#)
            && exported.contains("seki_changes_age_seconds")
    );
    assert!(exported.contains(r#"seki_holds_total{outcome="placed"} 0"#), "{exported}");
    for word in ["hanako", "sushi-test", "nowhere"] {
        assert!(!exported.contains(word), "{word}");
    }
    assert!(values(&exported, "route").len() < 10, "{:?}", values(&exported, "route"));
    assert_eq!(status(&web, "/metrics").await, 404, "the public address has no metrics");
    server.end();
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn worker_metrics_report_system_and_readiness() {
    let app = TestApp::start().await;
    let mut line = DatabaseProxy::to(&app.config.database_url, None).await;
    let (environment, address) = start_program(&app, &line.url);
    let worker = Program::start("worker", &environment);
    eventually("it works", async || status(&address, "/health/ready").await == 200).await;
    app.becomes("SELECT count(DISTINCT worker_type) FROM apalis.workers", 11).await;
    eventually("it has swept", async || metrics(&address).await.contains(r#"sweeper="holds",outcome="done"}"#)).await;
    let exported = metrics(&address).await;
    assert!(exported.contains(r#"seki_health_check{subject="database"} 0"#), "{exported}");
    assert!(exported.contains(r#"seki_jobs{queue="payment",state="dead"} 0"#), "{exported}");
    let subjects: BTreeSet<_> = domain::health::CheckSubject::ALL.map(|subject| subject.as_str().to_owned()).into();
    assert!(values(&exported, "subject").is_subset(&subjects));
    line.cut();
    eventually("it is not ready", async || status(&address, "/health/ready").await == 503).await;
    assert_eq!(status(&address, "/health/live").await, 200, "a new start would not help");
    line.reopen().await;
    eventually("it is ready again", async || status(&address, "/health/ready").await == 200).await;
    worker.end();
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_port_is_closed_by_default() {
    let app = TestApp::start().await;
    let (mut environment, address) = start_program(&app, &app.config.database_url);
    environment.remove("SEKI_METRICS_ADDRESS");
    let worker = Program::start("worker", &environment);
    app.becomes("SELECT count(DISTINCT worker_type) FROM apalis.workers", 11).await;
    assert_eq!(status(&address, "/health/live").await, 0);
    worker.end();
    app.end().await;
}

/// Yields the names between `start` and the next quotation mark or other end of a name.
fn names_after<'a>(text: &'a str, start: &str) -> impl Iterator<Item = &'a str> {
    let is_of_a_name = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    text.match_indices(start).map(move |(at, _)| {
        let rest = &text[at + start.len()..];
        rest.split(|letter: char| !is_of_a_name(letter)).next().unwrap_or_default()
    })
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => rust_files(&path, found),
            false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
            false => {}
        }
    }
}

/// The metrics that programs export, by the macros that register them.
fn metrics_in_sources(root: &Path) -> BTreeSet<String> {
    let mut files = Vec::new();
    for program in ["web-server/src", "worker/src"] {
        rust_files(&root.join(program), &mut files);
    }
    let mut exported = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a source");
        for single in ["counter!(\"", "gauge!(\""] {
            exported.extend(names_after(&text, single).map(str::to_owned));
        }
        for name in names_after(&text, "histogram!(\"") {
            exported.extend(["bucket", "count", "sum"].map(|part| format!("{name}_{part}")));
        }
    }
    exported
}

fn expressions<'a>(board: &'a Value, found: &mut Vec<&'a str>) {
    match board {
        Value::Array(values) => values.iter().for_each(|value| expressions(value, found)),
        Value::Object(fields) => {
            found.extend(fields.get("expr").and_then(Value::as_str));
            fields.values().for_each(|value| expressions(value, found));
        }
        _ => {}
    }
}

#[test]
fn every_dashboard_metric_is_exported() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let board = std::fs::read_to_string(root.join("docs/grafana/seki.json")).expect("the board");
    let board: Value = serde_json::from_str(&board).expect("JSON");
    let mut found = Vec::new();
    expressions(&board, &mut found);
    let shown: BTreeSet<_> = found
        .into_iter()
        .flat_map(|text| {
            let names: Vec<_> = names_after(text, "seki_").map(|rest| format!("seki_{rest}")).collect();
            assert!(!names.is_empty(), "{text} shows nothing of ours");
            names
        })
        .collect();
    let exported = metrics_in_sources(&root);
    let unknown: Vec<_> = shown.difference(&exported).collect();
    assert!(unknown.is_empty(), "on the board, and exported by no program: {unknown:?}");
    assert!(shown.len() > 10, "{shown:?}");
}
