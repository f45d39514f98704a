//! Rules of reminders that hold for bookings of diners and of staff: an index finds the due ones, and a booking that moves to another time is
//! reminded of that time, too. A change that reminds more guests, or lets more bookings move, keeps them.

use std::collections::BTreeSet;
use std::fs;

use domain::reservations::bookings::remind;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tests::{OFFLINE_RESERVATIONS, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, TestDatabase, VisitSpec};

use super::queries::{literals_below, literals_in, workspace};

const DAY: i64 = 86_400;
const INDEX: &str = "reservations_unreminded_idx";
const REMINDED: &str = "SELECT count(*) FROM reservations WHERE reminded_at IS NOT NULL";

/// The queries for due reminders, as the sweep and system health run them.
fn due_queries() -> Vec<String> {
    let mut literals = BTreeSet::new();
    literals_in(&workspace().join("domain/src/reservations/bookings/remind.rs"), &mut literals);
    literals.into_iter().filter(|text| text.starts_with("SELECT") && text.contains("reminded_at IS NULL")).collect()
}

/// Returns the plan of a query for due reminders. On the small tables of a test, only a ban makes the planner avoid reading all rows.
async fn plan(conn: &mut PgConnection, query: &str) -> String {
    let values = ["'2026-12-07T03:00Z'", "'2026-11-29T03:00Z'", "'2026-12-09T03:00Z'", "100"];
    let count = (1..=values.len()).filter(|number| query.contains(&format!("${number}"))).count();
    let prepare = format!("SET enable_seqscan = off; PREPARE due AS {query}");
    sqlx::raw_sql(AssertSqlSafe(prepare)).execute(&mut *conn).await.expect("a query");
    let explain = format!("EXPLAIN EXECUTE due ({})", values[..count].join(", "));
    let lines = sqlx::query_scalar::<_, String>(AssertSqlSafe(explain)).fetch_all(&mut *conn).await;
    sqlx::raw_sql("DEALLOCATE due").execute(&mut *conn).await.expect("the query is dropped");
    lines.expect("a plan").join("\n")
}

/// PostgreSQL uses a partial index only for queries whose conditions imply the index's own. A query without one of them reads all bookings.
#[tokio::test]
async fn due_reminders_are_found_by_their_index() {
    let database = TestDatabase::create().await;
    let mut conn = PgConnection::connect(&database.url).await.expect("the test's database answers");
    let queries = due_queries();
    assert_eq!(queries.len(), 2, "the sweep's and the count: {queries:#?}");
    for query in &queries {
        let plan = plan(&mut conn, query).await;
        assert!(plan.contains(INDEX), "a new condition needs a new index, created concurrently: {query}\n{plan}");
    }
    let wider = queries[0].replace(" AND r.user_id IS NOT NULL", "");
    assert_ne!(wider, queries[0]);
    let plan = plan(&mut conn, &wider).await;
    assert!(!plan.contains(INDEX), "a query that the index does not serve: {plan}");
    conn.close().await.expect("the connection closes");
    database.drop().await;
}

/// Whether a statement sets the day or the start of reservations.
fn moves(statement: &str) -> bool {
    let Some((_, rest)) = statement.split_once("UPDATE reservations ") else { return false };
    let set = rest.split("WHERE").next().unwrap_or_default();
    set.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| matches!(word, "date" | "starts_at"))
}

/// The statements of the programs and of the SQL functions that move reservations.
fn moving_statements() -> Vec<String> {
    let mut texts = BTreeSet::new();
    for name in ["domain/src", "web-server/src", "worker/src", "cli/src"] {
        literals_below(&workspace().join(name), &mut texts);
    }
    for entry in fs::read_dir(workspace().join("migrations/functions")).expect("a folder of functions") {
        texts.insert(fs::read_to_string(entry.expect("an entry").path()).expect("a function"));
    }
    let statements = texts.iter().flat_map(|text| text.split(';'));
    statements.filter(|statement| moves(statement)).map(str::to_owned).collect()
}

#[test]
fn every_move_resets_the_mark_of_the_reminder() {
    assert!(moves("UPDATE reservations SET guests_count = 2, starts_at = $3 WHERE id = $1"));
    assert!(moves("UPDATE reservations SET (date, ends_at) = ($2, $3) WHERE id = $1"));
    assert!(!moves("UPDATE reservations SET guests_count = $2 WHERE id = $1 AND starts_at = $3"));
    assert!(!moves("UPDATE reservation_days SET date = $2"));
    let moving = moving_statements();
    assert!(moving.len() >= 2, "staff move in-person reservations, and imports correct those of other services");
    let forgetful: Vec<_> = moving.iter().filter(|statement| !statement.contains("reminded_at")).collect();
    assert!(forgetful.is_empty(), "the new time gets no reminder unless reminded_at is reset: {forgetful:#?}");
}

async fn open() -> (TestApp, Restaurant) {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    (app, restaurant)
}

/// Marks all reservations as reminded, as if guests without an account got reminders.
async fn mark(app: &TestApp) {
    app.execute("UPDATE reservations SET reminded_at = created_at").await;
}

#[tokio::test]
async fn in_person_reservation_loses_the_mark_when_its_time_changes() {
    let (app, restaurant) = open().await;
    let owner = app.owner(&restaurant).await;
    let reply = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{}", reply.is(201).json()["uid"].as_str().expect("a uid"));
    let change = async |owner: &Persona, fields: Value| {
        owner.put(&path, &json!({ "offline_reservation": fields })).await.is(200);
    };
    mark(&app).await;
    change(&owner, json!({ "new_guests_count": 1 })).await;
    change(&owner, json!({ "ends_at": "21:00" })).await;
    assert_eq!(app.count(REMINDED).await, 1, "the visit begins when it did");
    change(&owner, json!({ "starts_at": "19:00" })).await;
    assert_eq!(app.count(REMINDED).await, 0);
    app.end().await;
}

#[tokio::test]
async fn imported_reservation_loses_the_mark_when_its_time_changes() {
    let (app, _) = open().await;
    let admin = app.anonymous();
    app.sign_in_admin_as_well(&admin).await;
    let bring = async |admin: &Persona, hour: u32, guests: i64| {
        let day = app.day(7);
        let row = json!({ "external_id": "A-1", "source": "inbound", "starts_at": format!("{day}T{hour}:00"),
                          "ends_at": format!("{day}T{}:00", hour + 2), "guests_count": guests, "full_name": "J. Smith" });
        let list = json!({ "list": json!([row]).to_string() });
        let answer = admin.post("/admin/r/sushi-test/offsite_reservations/import", &list).await.is(200).json();
        answer["rows"][0]["outcome"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(bring(&admin, 18, 2).await, "created");
    mark(&app).await;
    assert_eq!(bring(&admin, 18, 3).await, "changed");
    assert_eq!(app.count(REMINDED).await, 1, "the visit begins when it did");
    assert_eq!(bring(&admin, 19, 3).await, "changed");
    assert_eq!(app.count(REMINDED).await, 0);
    app.end().await;
}

/// Moves all reservations by a day, as a change that lets diners move their bookings would.
const POSTPONE: &str =
    "WITH moved AS (UPDATE reservations SET date = date + 1, starts_at = starts_at + interval '1 day',
         ends_at = ends_at + interval '1 day', reminded_at = NULL RETURNING id, starts_at, ends_at)
     UPDATE reservation_seats SET during = tstzrange(m.starts_at, m.ends_at) FROM moved m WHERE reservation_id = m.id";

#[tokio::test]
async fn moved_booking_is_reminded_of_its_new_time_once() {
    let (app, restaurant) = open().await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    let wants = json!({ "reminder": { "by_sms": "1" } });
    hanako.patch(&format!("/users/reservations/{uid}/reminder"), &wants).await.is(200);
    let sweep = async || remind::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep");
    let queued = async || {
        let mails = app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'reservation_reminder'").await;
        (mails, app.count("SELECT count(*) FROM sms_deliveries WHERE template = 'reservation_reminder'").await)
    };
    app.advance(6 * DAY + DAY / 2);
    assert_eq!((sweep().await, queued().await), (1, (1, 1)));
    app.execute(POSTPONE).await;
    assert_eq!((sweep().await, queued().await), (0, (1, 1)), "the new time is two days ahead");
    app.advance(DAY);
    assert_eq!((sweep().await, queued().await), (1, (2, 2)));
    // A mark that was lost, for example with a restored backup, does not repeat a reminder.
    app.execute("UPDATE reservations SET reminded_at = NULL").await;
    sweep().await;
    assert_eq!(queued().await, (2, 2));
    // The web slot stays on the previous day.
    app.end_unverified().await;
}
