//! Lists of few rows of a large table read them by an index. PostgreSQL uses a partial index only if the conditions of the list imply its
//! condition, and an index of an expression only if the list has the same expression.

use domain::clock::Clock;
use domain::ids::RestaurantId;
use domain::listing::{ListFilter, ListRow, ListScope, ids, total};
use domain::lists::{JobEntry, PayoutEntry, RefundEntry, ReservationEntry, UserEntry};
use domain::pagination::PageWindow;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tests::{RestaurantSpec, SlotSpec, TestApp, TestDatabase};

/// Rows that none of the lists has.
const ROWS: &str = "
    INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, booked_at)
    SELECT 1, 'paid:' || n, 'charge_paid', 'card_provider', 'prepaid_courses', 1000, now() FROM generate_series(1, 2000) n;
    INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at)
    SELECT 'DONE' || n, 'mail', '{}'::bytea, 'Done', 1, 12, now(), now() FROM generate_series(1, 2000) n;
    ANALYZE ledger_transfers, apalis.jobs";
/// Names of persons that no search finds, without their accounts and reservations.
const NAMES: &str = "
    ALTER TABLE profiles DROP CONSTRAINT profiles_user_id_fkey;
    ALTER TABLE customer_profiles DROP CONSTRAINT customer_profiles_customer_fkey;
    ALTER TABLE offsite_reservations DROP CONSTRAINT offsite_reservations_reservation_fkey;
    INSERT INTO profiles (user_id, name_last, name_first, prefecture, phone_country, phone_local_number, phone_e164)
    SELECT 1000000 + n, '田中', '花子', '東京都', 'JP', '70' || n, '+8170' || n FROM generate_series(1, 2000) n;
    INSERT INTO customer_profiles (restaurant_id, customer_id, nickname)
    SELECT 1, 1000000 + n, '田中 花子' FROM generate_series(1, 2000) n;
    INSERT INTO offsite_reservations (reservation_id, restaurant_id, offsite_source, external_id, full_name_string)
    SELECT 1000000 + n, 1, 'inbound', n::text, '田中 花子' FROM generate_series(1, 2000) n;
    ANALYZE profiles, customer_profiles, offsite_reservations";

fn scope() -> ListScope {
    ListScope { now: Clock::system().now(), is_english: false, guest_kinds: Vec::new(), restaurant: RestaurantId(0) }
}

/// Returns how often the transaction has read an index.
async fn numscans(conn: &mut PgConnection, index: &str) -> i64 {
    let scans = sqlx::query_scalar("SELECT pg_stat_get_xact_numscans($1::text::regclass)").bind(index);
    scans.fetch_one(conn).await.expect("a count")
}

/// Returns how often the total of a list reads an index.
async fn scans<R: ListRow>(conn: &mut PgConnection, filter: Value, index: &str) -> i64 {
    let filter = ListFilter::parse(&R::LISTING, filter.as_object().expect("an object")).expect("a filter");
    let mut tx = conn.begin().await.expect("a transaction");
    // The numbers of a connection's earlier transactions may still be in its count.
    let before = numscans(&mut tx, index).await;
    assert_eq!(total::<R>(&mut tx, &scope(), &filter).await.expect("a total"), 0);
    numscans(&mut tx, index).await - before
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

#[tokio::test]
async fn persons_are_found_among_all_names_by_their_indexes() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    sqlx::raw_sql(NAMES).execute(&app.pool).await.expect("rows");
    let mut conn = app.pool.acquire().await.expect("a connection");
    // The tables of a test are so small that the planner may read all rows.
    sqlx::raw_sql("SET enable_seqscan = off").execute(&mut *conn).await.expect("a setting");
    let filter = json!({ "q": "髙梨" });
    for index in ["profiles_name_words_idx", "customer_profiles_name_words_idx", "offsite_reservations_name_words_idx"]
    {
        assert_eq!(scans::<ReservationEntry>(&mut conn, filter.clone(), index).await, 1, "{index}");
    }
    assert_eq!(scans::<UserEntry>(&mut conn, filter, "profiles_name_words_idx").await, 1);
    drop(conn);
    app.end_unverified().await;
}

#[tokio::test]
async fn reservations_are_sorted_by_visit_by_an_index() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let only_by_index = "SET enable_seqscan = off; SET enable_sort = off; SET enable_incremental_sort = off";
    sqlx::raw_sql(only_by_index).execute(&mut *conn).await.expect("the settings");
    let mut tx = conn.begin().await.expect("a transaction");
    let window = PageWindow { sort: "starts_at", ..PageWindow::newest(25, 0) };
    let found = ids::<ReservationEntry>(&mut tx, &scope(), &ListFilter::default(), window).await.expect("a page");
    assert_eq!((found.len(), numscans(&mut tx, "reservations_visits_idx").await), (0, 1));
    drop(tx);
    drop(conn);
    app.end_unverified().await;
}
