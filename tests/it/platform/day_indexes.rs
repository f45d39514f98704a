//! The statements of a month, a day, the staff's day and a diner's list read the rows of the day or the diner by an index, and not all rows
//! that a restaurant or the platform ever had. A partial index serves only a statement whose conditions imply the index's own.

use std::fs;
use std::path::Path;

use cli::generate::{Size, generate};
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection, Row};
use tests::{RestaurantSpec, TestApp};

/// Words that only the statement contains, and a part of its plan: an index, or a condition of one.
const STATEMENTS: [(&str, &str); 23] = [
    ("WITH held AS MATERIALIZED", "availability_days_pkey"),
    (DAY, "online_stock_groups_day_idx"),
    (DAY, SEATS_OF_A_DAY),
    (STAFF_DAY, "reservations_day_idx"),
    (STAFF_DAY, "(id = COALESCE(r.user_id, c.user_id))"),
    ("has_effective_course!", "online_stock_groups_day_idx"),
    ("has_effective_course!", SEATS_OF_A_DAY),
    ("group!: InventoryGroupId", "reservations_day_idx"),
    ("has_unreviewed!", "reservations_day_idx"),
    ("CASE WHEN $2 THEN -extract(epoch", "reservations_user_idx"),
    ("user_id = $1 AND ends_at > $2", "reservations_user_idx"),
    (r#"AS "unit_ja?""#, "(restaurant_id = r.restaurant_id) AND (restaurant_id = ANY ($1))"),
    (r#"id: OnlineStockGroupId" FROM online_stock_groups o"#, "online_stock_groups_day_idx"),
    (r#"count(*) AS "unseated!""#, "reservations_day_idx"),
    // Seats that staff propose, choose, see as taken, move a party to, or get for a file's booking.
    ("on_web!: Json<Vec<BusySeat>>", SEATS_OF_A_DAY),
    (r#"SELECT i.id AS "id: InventoryItemId", NOT EXISTS"#, SEATS_OF_A_DAY),
    ("group_title_en, g.capacity_per_stock, NOT EXISTS", SEATS_OF_A_DAY),
    (r#"AS "is_held!""#, SEATS_OF_A_DAY),
    (r#"false AS "is_whitelisted!""#, SEATS_OF_A_DAY),
    ("former.until IS NULL", SEATS_OF_A_DAY),
    ("seat_overlaps(other.during, p.since, p.till)", SEATS_OF_A_DAY),
    ("WITH unsettled AS", SEATS_OF_A_DAY),
    ("WITH unsettled AS", "online_cancellations_booked_idx"),
];
/// Enough rows for an index of a day to read fewer of them than an index of a restaurant.
const SIZE: Size = Size {
    restaurants: 8,
    days: 300,
    reservations_per_day: 4,
    diners: 100,
    customers: 200,
    reservations: 2_000,
    reservation_fee: 0,
    seed: 1,
};
/// Cancellation slots that have ended stay in their table.
const PAST_CANCELLATIONS: &str = "
    INSERT INTO online_cancellations (uid, restaurant_id, reservation_id, online_stock_group_id, starts_at, ends_at, created_at, ended_at, outcome)
    SELECT 'past-' || r.id, r.restaurant_id, r.id, (SELECT min(o.id) FROM online_stock_groups o WHERE o.restaurant_id = r.restaurant_id),
           r.starts_at, r.ends_at, r.created_at, r.ends_at, 'past'
    FROM reservations r;
    ANALYZE online_cancellations";
/// A lower limit of the start: without it, the ordinary index may read all seats that an item ever had (`seat_overlaps`).
const SEATS_OF_A_DAY: &str = "'1 day'::interval";
/// The overlap: without it, the exclusion constraint's index reads them all. Which index is the cheaper one depends on the size.
const OVERLAP: &str = "&& tstzrange(";
/// The slots of a day, for diners.
const DAY: &str = "stocks: Json<Vec<StockRow>>";
/// The reservations of a day, for staff.
const STAFF_DAY: &str = "is_gold_allocated!";
/// Limit of the memory in which `STAFF_DAY` is planned. It grows with the number of joins as the time does, and does not depend on the load.
const PLANNING_KILOBYTES: u32 = 2_500;
/// Sessions that keep their plans (`db::connect_planned`) and whose last statement contains a text.
const PLANNED_SESSIONS: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'seki web-server bookings' AND strpos(query, $1) > 0";

fn statements() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.sqlx");
    let files = fs::read_dir(folder).expect("the folder of the statements");
    let statement = |file: fs::DirEntry| {
        let text = fs::read_to_string(file.path()).expect("a statement");
        let described: Value = serde_json::from_str(&text).expect("JSON");
        described["query"].as_str().expect("a query").to_owned()
    };
    files.map(|file| statement(file.expect("a file"))).collect()
}

fn find<'a>(statements: &'a [String], words: &str) -> &'a str {
    let found: Vec<_> = statements.iter().filter(|statement| statement.contains(words)).collect();
    assert_eq!(found.len(), 1, "one statement has {words:?}");
    found[0]
}

/// Returns the lines of the plan for any parameters, without scans of whole tables, which are the cheapest at this size.
async fn explain(conn: &mut PgConnection, options: &str, statement: &str) -> Vec<String> {
    let explain = format!("SET enable_seqscan = off; EXPLAIN ({options}) {statement}");
    let lines = sqlx::raw_sql(AssertSqlSafe(explain)).fetch_all(conn).await.expect("a plan");
    lines.iter().map(|line| line.try_get(0).expect("a line")).collect()
}

async fn plan(conn: &mut PgConnection, statement: &str) -> String {
    explain(conn, "GENERIC_PLAN", statement).await.join("\n")
}

#[tokio::test]
async fn rows_of_a_day_and_of_a_diner_are_found_by_their_indexes() {
    let app = TestApp::start().await;
    generate(&app.pool, &app.rng, app.now(), SIZE).await.expect("the world is made");
    app.execute(PAST_CANCELLATIONS).await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let statements = statements();
    for (words, part) in STATEMENTS {
        let plan = plan(&mut conn, find(&statements, words)).await;
        assert!(plan.contains(part), "{words}: {part} is not used\n{plan}");
        let is_bounded = part != SEATS_OF_A_DAY || plan.contains(OVERLAP);
        assert!(is_bounded, "{words}: an index reads all seats of an item\n{plan}");
    }
    let day = find(&statements, DAY);
    let wider = day.replace("date = ANY ($4) AND deleted_at IS NULL", "date = ANY ($4)");
    assert_ne!(wider, day);
    let plan = plan(&mut conn, &wider).await;
    assert!(!plan.contains("online_stock_groups_day_idx"), "a statement that the index does not serve: {plan}");
    drop(conn);
    app.end().await;
}

#[tokio::test]
async fn staff_day_is_cheap_to_plan() {
    let app = TestApp::start().await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let plan = explain(&mut conn, "GENERIC_PLAN, MEMORY", find(&statements(), STAFF_DAY)).await;
    let used = plan.iter().find_map(|line| line.trim().strip_prefix("Memory: used=")?.split_once("kB"));
    let used: u32 = used.expect("the used memory").0.parse().expect("a number");
    assert!(used <= PLANNING_KILOBYTES, "planned in {used} kB");
    drop(conn);
    app.end().await;
}

#[tokio::test]
async fn pages_with_constant_statements_keep_their_plans() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, diner) = (app.owner(&restaurant).await, app.diner("hanako").await);
    let date = app.day(7);
    // Each page with its last statement.
    let pages = [
        (&owner, format!("/owners/daily_calendars/{date}"), "is_attached!"),
        (&owner, format!("/owners/floor_plans/{date}"), "FROM floor_plans"),
        (&diner, "/users/upcoming_reservations".to_owned(), "FROM reservation_deliveries d"),
    ];
    for (persona, path, statement) in pages {
        persona.get(&path).await.is(200);
        let sessions: i64 =
            sqlx::query_scalar(PLANNED_SESSIONS).bind(statement).fetch_one(&app.pool).await.expect("a count");
        assert_eq!(sessions, 1, "{path}: not the last statement of a session with kept plans: {statement}");
    }
    app.end().await;
}
