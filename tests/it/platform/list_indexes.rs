//! Lists of few rows of a large table read them by a partial index. PostgreSQL uses one only if the conditions of the list imply its
//! condition.

use domain::clock::Clock;
use domain::ids::RestaurantId;
use domain::listing::{ListFilter, ListRow, ListScope, total};
use domain::lists::{JobEntry, PayoutEntry, RefundEntry};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tests::TestDatabase;

/// Rows that none of the lists has.
const ROWS: &str = "
    INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, booked_at)
    SELECT 1, 'paid:' || n, 'charge_paid', 'card_provider', 'prepaid_courses', 1000, now() FROM generate_series(1, 2000) n;
    INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at)
    SELECT 'DONE' || n, 'mail', '{}'::bytea, 'Done', 1, 12, now(), now() FROM generate_series(1, 2000) n;
    ANALYZE ledger_transfers, apalis.jobs";

/// Returns how often the total of a list reads an index.
async fn scans<R: ListRow>(conn: &mut PgConnection, filter: Value, index: &str) -> i64 {
    let scope = ListScope {
        now: Clock::system().now(),
        is_english: false,
        guest_kinds: Vec::new(),
        restaurant: RestaurantId(0),
    };
    let filter = ListFilter::parse(&R::LISTING, filter.as_object().expect("an object")).expect("a filter");
    let mut tx = conn.begin().await.expect("a transaction");
    assert_eq!(total::<R>(&mut tx, &scope, &filter).await.expect("a total"), 0);
    let scans = sqlx::query_scalar("SELECT pg_stat_get_xact_numscans($1::text::regclass)").bind(index);
    scans.fetch_one(&mut *tx).await.expect("a count")
}

#[tokio::test]
async fn lists_of_few_rows_are_read_by_their_indexes() {
    let database = TestDatabase::create().await;
    let mut conn = PgConnection::connect(&database.url).await.expect("the test's database answers");
    sqlx::raw_sql(ROWS).execute(&mut conn).await.expect("rows");
    let refunds = scans::<RefundEntry>(&mut conn, json!({}), "ledger_transfers_listed_refunds_idx").await;
    let payouts = scans::<PayoutEntry>(&mut conn, json!({}), "ledger_transfers_payouts_idx").await;
    let failing = scans::<JobEntry>(&mut conn, json!({ "state": ["failing", "dead"] }), "apalis.jobs_open_idx").await;
    assert_eq!((refunds, payouts, failing), (1, 1, 1));
    conn.close().await.expect("the connection closes");
    database.drop().await;
}
