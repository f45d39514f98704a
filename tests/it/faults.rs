//! The database stops, is full, locked or out of connections; the product reports it within seconds, and recovers by itself.

mod captcha;
mod deadlock;
mod dropped;
mod host_loss;
mod logs;
mod marks;
mod replica;
mod restored;
mod screens;
mod unavailable;

use std::time::Duration;

use domain::config::TimeoutFactor;
use domain::db;
use sqlx::PgPool;
use tests::{DatabaseProxy, TestApp, TestDatabase};
use tokio::time::Instant;
use web_server::state::Pools;

/// Runs a web server over a proxy to its database; the test's own queries do not use the proxy.
async fn app_behind_proxy() -> (TestApp, DatabaseProxy, TestDatabase) {
    app_behind_proxy_as(None).await
}

async fn app_behind_proxy_as(role: Option<&str>) -> (TestApp, DatabaseProxy, TestDatabase) {
    let database = TestDatabase::create().await;
    let line = DatabaseProxy::to(&database.url, role).await;
    let timeouts = TimeoutFactor::USUAL;
    let planned =
        async |connections| db::connect_planned(&line.url, "web", connections, timeouts).await.expect("it answers");
    let general = db::connect_for_requests(&line.url, "web", 12, timeouts).await.expect("it answers");
    let staff = db::connect_for_requests(&line.url, "web", 4, timeouts).await.expect("it answers");
    let pools = Pools { general, staff, batches: planned(2).await, booking: planned(6).await, replica: None };
    let app = TestApp::over(&database.url, vec![pools]).await;
    (app, line, database)
}

async fn end(app: TestApp, line: DatabaseProxy, database: TestDatabase) {
    app.end().await;
    drop(line);
    database.drop().await;
}

/// Returns the duration of the slowest of some pages without a fault.
async fn usual(app: &TestApp) -> Duration {
    let mut usual = Duration::ZERO;
    for path in ["/health", "/", "/health", "/owners/sign_in"] {
        let (status, taken) = timed(app, path).await;
        assert!(status < 500, "{path}: {status}");
        usual = usual.max(taken);
    }
    usual
}

/// The status of an address, and how long it took.
async fn timed(app: &TestApp, path: &str) -> (u16, Duration) {
    let begun = Instant::now();
    let status = app.anonymous().get(path).await.status;
    (status, begun.elapsed())
}

/// A transaction that keeps a lock until it is dropped.
async fn locked<'a>(pool: &'a PgPool, statement: &'static str) -> sqlx::Transaction<'a, sqlx::Postgres> {
    let mut tx = pool.begin().await.expect("a transaction");
    sqlx::raw_sql(statement).execute(&mut *tx).await.expect("the lock");
    tx
}
