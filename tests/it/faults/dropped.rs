//! Work that is dropped while it begins a transaction leaves no open transaction in the pool.

use domain::db;
use futures_util::FutureExt;
use sqlx::pool::PoolConnection;
use sqlx::{Connection, Postgres};
use tests::TestApp;

async fn begin(mut conn: PoolConnection<Postgres>) {
    drop(conn.begin().await.expect("a transaction"));
}

#[tokio::test]
async fn writes_after_a_dropped_begin_are_committed() {
    let app = TestApp::start().await;
    app.execute("CREATE TABLE writes (id int)").await;
    let pool = app.connect(1).await;
    // The first poll sends the BEGIN. Almost always its answer has not arrived yet.
    while db::suspect_if_dropped(begin(pool.acquire().await.expect("a connection"))).now_or_never().is_some() {}
    sqlx::query("INSERT INTO writes VALUES (1)").execute(&pool).await.expect("a write");
    assert_eq!(app.count("SELECT count(*) FROM writes").await, 1);
    app.end().await;
}
