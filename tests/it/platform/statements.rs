//! A page runs as many statements for 20 rows as for one: a list reads the related rows of all its rows in one statement.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use chrono::Duration;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tests::{CourseSpec, GuestSpec, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, VisitSpec};
use tokio::task::{self, Id};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt;

const ROWS: usize = 20;
/// How sqlx's events begin: with their target.
const STATEMENT: &str = "sqlx::query:";

/// The statements that sqlx logs, each with the task that runs it. The subscriber belongs to the test's thread, on which its web servers
/// also run, so statements of concurrent tests are not recorded.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<(Id, String)>>>);

impl io::Write for Recorder {
    /// Takes one event.
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        match task::try_id() {
            Some(task) if text.starts_with(STATEMENT) => self.0.lock().push((task, text.into_owned())),
            // The test's own statements belong to no task.
            None if text.starts_with(STATEMENT) => {}
            // A failing test shows the errors of its servers.
            _ => eprint!("{text}"),
        }
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A page, and where its JSON has the list of its rows.
struct Page {
    path: String,
    rows: &'static str,
}

fn page(path: impl Into<String>, rows: &'static str) -> Page {
    Page { path: path.into(), rows }
}

struct Measured {
    path: String,
    rows: usize,
    statements: Vec<String>,
}

impl Recorder {
    /// Records until the second value is dropped. It starts before the app, so it knows the tasks in the background.
    fn start() -> (Self, impl Sized) {
        let recorder = Self::default();
        let writer = recorder.clone();
        let log = tracing_subscriber::fmt()
            .without_time()
            .with_ansi(false)
            .with_level(false)
            .with_env_filter(EnvFilter::new("error,sqlx::query=debug"))
            .with_writer(move || writer.clone());
        (recorder, log.finish().set_default())
    }

    /// The statements of tasks that have run none before `work`. Each request is a separate task. The background tasks, which pull changes
    /// and read the demo's clock, have run statements.
    async fn during<T>(&self, work: impl Future<Output = T>) -> (T, Vec<String>) {
        let known: HashSet<_> = self.0.lock().iter().map(|(task, _)| *task).collect();
        let done = work.await;
        let recorded = self.0.lock();
        // sqlx looks up types that a connection does not know yet.
        let own = recorded.iter().filter(|(task, event)| !known.contains(task) && !event.contains("pg_catalog."));
        (done, own.map(|(_, event)| event.clone()).collect())
    }

    async fn measure(&self, persona: &Persona, page: &Page) -> Measured {
        let (reply, statements) = self.during(persona.get(&page.path)).await;
        let answer = reply.is(200).json();
        let rows = answer.pointer(page.rows).and_then(Value::as_array).map(Vec::len);
        Measured { path: page.path.clone(), rows: rows.unwrap_or_default(), statements }
    }

    /// Measures the second request of each page: the first one may fill caches.
    async fn measure_again(&self, persona: &Persona, pages: &[Page]) -> Vec<Measured> {
        let mut measured = Vec::new();
        for page in pages {
            self.measure(persona, page).await;
            measured.push(self.measure(persona, page).await);
        }
        measured
    }
}

/// `many` shows 19 rows more, and runs as many statements.
fn assert_equal(one: &[Measured], many: &[Measured]) {
    assert_eq!(one.len(), many.len());
    for (one, many) in one.iter().zip(many) {
        let path = &many.path;
        assert_eq!(many.rows, one.rows + ROWS - 1, "{path}");
        assert!(!one.statements.is_empty(), "nothing was recorded: {path}");
        let (few, all) = (one.statements.concat(), many.statements.concat());
        assert_eq!(many.statements.len(), one.statements.len(), "{path}\nof one row:\n{few}\nof {ROWS} rows:\n{all}");
    }
}

fn number(index: usize) -> i64 {
    i64::try_from(index).expect("a small number")
}

fn slug(index: usize) -> &'static str {
    format!("sushi-{index}").leak()
}

/// The positive control: a recorder that records nothing finds all pages equal.
#[tokio::test]
async fn statements_of_new_tasks_are_recorded_one_by_one() {
    let (recorder, _recording) = Recorder::start();
    let app = TestApp::start().await;
    app.caches_follow().await;
    for count in [0, 1, 20] {
        let pool = app.pool.clone();
        let work = async move {
            for _ in 0..count {
                sqlx::query("SELECT 1").execute(&pool).await.expect("an answer");
            }
        };
        let (done, statements) = recorder.during(tokio::spawn(work)).await;
        done.expect("the task ends");
        assert_eq!(statements.len(), count, "{statements:#?}");
    }
    app.end().await;
}

/// Adds one row to each list of a diner: a booking, an invitation, a favourite and a raffle, at a new restaurant.
async fn add_rows_of_a_diner(app: &TestApp, diner: &Persona, admin: &Persona, index: usize) {
    let restaurant = app.restaurant(RestaurantSpec { slug: slug(index), ..RestaurantSpec::default() }).await;
    let days = 7 + number(index);
    let slot = app.slot(&restaurant, SlotSpec { days, ..SlotSpec::default() }).await;
    diner.book(&restaurant, &slot, 1).await;
    let visit = VisitSpec { days: days + 30, items: vec![0], guests: 1, ..VisitSpec::default() };
    app.owner(&restaurant).await.invite_diner(app, &restaurant, &visit, diner).await;
    diner.post("/users/api/customers", &json!({ "restaurant_slug": restaurant.slug })).await.is(201);
    let day = |days: i64| (app.now() + Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    let round = json!({ "raffle_round": {
        "registerable_from": day(0), "registerable_till": day(4), "winners_count": 1, "entries_limit": 2 } });
    let round = admin.post(&format!("/admin/r/{}/raffle_rounds", restaurant.slug), &round).await.is(201).json();
    let entries = format!("/users/api/raffle_rounds/{}/entries", round["uid"].as_str().expect("a uid"));
    diner.post(&entries, &json!({ "category": "normal" })).await.is(201);
}

#[tokio::test]
async fn lists_of_a_diner_run_as_many_statements_for_20_rows_as_for_one() {
    let (recorder, _recording) = Recorder::start();
    let app = TestApp::start().await;
    let (hanako, admin) = (app.diner("hanako").await, app.admin().await);
    let pages = [
        page("/users/upcoming_reservations", "/data/reservations"),
        page("/users/invited_reservations", "/data/invitations"),
        page("/users/customers", "/data/restaurants"),
        page("/users/preferred", "/data/raffles"),
    ];
    add_rows_of_a_diner(&app, &hanako, &admin, 0).await;
    app.caches_follow().await;
    let one = recorder.measure_again(&hanako, &pages).await;
    for index in 1..ROWS {
        add_rows_of_a_diner(&app, &hanako, &admin, index).await;
    }
    let many = recorder.measure_again(&hanako, &pages).await;
    assert_equal(&one, &many);
    app.end().await;
}

/// Opens a restaurant with as many courses, slots on one day, and days with slots as `rows`.
async fn open(app: &TestApp, slug: &'static str, rows: usize) -> Restaurant {
    let seats = i32::try_from(rows).expect("a small number");
    let courses = vec![CourseSpec::default(); rows];
    let restaurant = app.restaurant(RestaurantSpec { slug, seats, courses, ..RestaurantSpec::default() }).await;
    for index in 0..rows {
        let slot = SlotSpec { items: vec![index], ..SlotSpec::default() };
        app.slot(&restaurant, slot.clone()).await;
        if index > 0 {
            app.slot(&restaurant, SlotSpec { days: slot.days + number(index), ..slot }).await;
        }
    }
    restaurant
}

/// Measures a restaurant's page, month and day on a web server that has nothing of the restaurant in its cache.
async fn measure_cold(app: &TestApp, recorder: &Recorder, visitor: &Persona, restaurant: &Restaurant) -> Vec<Measured> {
    let (slug, date) = (restaurant.slug, app.day(SlotSpec::default().days));
    let shown = recorder.measure(visitor, &page(format!("/r/{slug}"), "/data/restaurant/courses")).await;
    let token = visitor.calendar_token(slug).await;
    let dates = "/users/api/availability/dates";
    let month = format!(
        "{dates}?restaurant_slug={slug}&year_month={}&reservation_calendar_token={token}",
        date.format("%Y-%m")
    );
    let day = format!("{dates}/{slug}?date={date}&reservation_calendar_token={token}");
    let mut measured = vec![shown];
    for page in [page(month, "/data/available_dates"), page(day, "/grouped_online_stock_groups/dinner")] {
        app.touch_settings(restaurant).await;
        app.caches_follow().await;
        measured.push(recorder.measure(visitor, &page).await);
    }
    measured
}

#[tokio::test]
async fn pages_of_restaurants_run_as_many_statements_for_20_rows_as_for_one() {
    let (recorder, _recording) = Recorder::start();
    let app = TestApp::start().await;
    let (visitor, home) = (app.anonymous(), [page("/", "/data/restaurants")]);
    let small = open(&app, "small", 1).await;
    app.caches_follow().await;
    let mut one = recorder.measure_again(&visitor, &home).await;
    one.extend(measure_cold(&app, &recorder, &visitor, &small).await);
    let large = open(&app, "large", ROWS).await;
    for index in 2..ROWS {
        app.restaurant(RestaurantSpec { slug: slug(index), ..RestaurantSpec::default() }).await;
    }
    let mut many = recorder.measure_again(&visitor, &home).await;
    many.extend(measure_cold(&app, &recorder, &visitor, &large).await);
    assert_equal(&one, &many);
    app.end().await;
}

/// Adds one row to each list of an owner: a guest with a reservation, and a customer group.
async fn add_rows_of_an_owner(app: &TestApp, owner: &Persona, restaurant: &Restaurant, index: usize) {
    app.customer_group(restaurant, &format!("group {index}"), false).await;
    let visit = VisitSpec { items: vec![index], guests: 1, ..VisitSpec::default() };
    owner.record_visit(app, restaurant, &visit).await.is(201);
}

#[tokio::test]
async fn lists_of_an_owner_run_as_many_statements_for_20_rows_as_for_one() {
    let (recorder, _recording) = Recorder::start();
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 20, ..RestaurantSpec::default() }).await;
    app.slot(&restaurant, SlotSpec { days: 20, ..SlotSpec::default() }).await;
    let owner = app.owner(&restaurant).await;
    let pages = [
        page(format!("/owners/daily_calendars/{}", app.day(VisitSpec::default().days)), "/data/items"),
        page("/owners/customers", "/data/customers"),
        page("/owners/reservations", "/data/reservations"),
        page("/owners/announcements/new", "/data/choices/groups"),
    ];
    add_rows_of_an_owner(&app, &owner, &restaurant, 0).await;
    app.caches_follow().await;
    let one = recorder.measure_again(&owner, &pages).await;
    for index in 1..ROWS {
        add_rows_of_an_owner(&app, &owner, &restaurant, index).await;
    }
    let many = recorder.measure_again(&owner, &pages).await;
    assert_equal(&one, &many);
    app.end().await;
}

/// Adds a party that waits for seats of a day.
async fn add_waiting_party(app: &TestApp, owner: &Persona, restaurant: &Restaurant, days: i64) {
    let guest = app.guest(restaurant, GuestSpec::default()).await;
    let entry = json!({
        "customer_uid": guest, "date": app.day(days), "starts_from": "18:00", "starts_till": "19:00", "guests_count": 1,
    });
    owner.post("/owners/api/waiting_list", &entry).await.is(201);
}

#[tokio::test]
async fn waiting_list_runs_as_many_statements_for_20_parties_and_14_days_as_for_one() {
    let (recorder, _recording) = Recorder::start();
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let day = format!("/owners/daily_calendars/{}", app.day(1));
    let lists = [page(day, "/data/waiting"), page(format!("/owners/api/waiting_list?date={}", app.day(1)), "/data")];
    let weeks = [page("/owners/api/waiting_list/matches", "/data"), page("/owners", "/data/waiting")];
    add_waiting_party(&app, &owner, &restaurant, 1).await;
    app.caches_follow().await;
    let one = recorder.measure_again(&owner, &lists).await;
    let one_day = recorder.measure_again(&owner, &weeks).await;
    for _ in 1..ROWS {
        add_waiting_party(&app, &owner, &restaurant, 1).await;
    }
    for days in 2..=14 {
        add_waiting_party(&app, &owner, &restaurant, days).await;
    }
    let many = recorder.measure_again(&owner, &lists).await;
    assert_equal(&one, &many);
    let days = recorder.measure_again(&owner, &weeks).await;
    for (one, many) in one_day.iter().zip(&days) {
        assert_eq!((one.rows, many.rows), (1, 14), "{}", many.path);
        assert_eq!(many.statements.len(), one.statements.len(), "{}", many.path);
    }
    app.end().await;
}

async fn add_rows_of_an_admin(app: &TestApp, index: usize) {
    app.restaurant(RestaurantSpec { slug: slug(index), ..RestaurantSpec::default() }).await;
    app.diner(&format!("diner{index}")).await;
}

#[tokio::test]
async fn lists_of_an_admin_run_as_many_statements_for_20_rows_as_for_one() {
    let (recorder, _recording) = Recorder::start();
    let app = TestApp::start().await;
    let admin = app.admin().await;
    // The first name of each diner of the tests.
    let pages = [
        page("/admin/api/restaurant_future", ""),
        page("/admin/api/resources/users?filter=%7B%22q%22%3A%22太郎%22%7D", ""),
    ];
    add_rows_of_an_admin(&app, 0).await;
    app.caches_follow().await;
    let one = recorder.measure_again(&admin, &pages).await;
    for index in 1..ROWS {
        add_rows_of_an_admin(&app, index).await;
    }
    let many = recorder.measure_again(&admin, &pages).await;
    assert_equal(&one, &many);
    app.end().await;
}
