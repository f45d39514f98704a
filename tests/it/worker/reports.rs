//! The worker maintains the daily totals: of earlier data, of bookings and cancellations, and of a rebuild.

use domain::reports::sweep;
use serde_json::json;
use tests::{HOUR, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

const GUESTS: &str = "SELECT coalesce(sum(guests), 0)::bigint FROM report_days";
const TURN_MINUTES: &str = "SELECT coalesce(sum(minutes), 0)::bigint FROM report_turn_times";
const CANCELLED: &str = "SELECT coalesce(sum(cancelled_guests), 0)::bigint FROM report_days";

#[tokio::test]
async fn report_totals_follow_bookings_within_seconds() {
    let app = TestApp::with_worker().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let held = hanako.hold(&restaurant, &slot, 1).await;
    hanako.confirm(&restaurant, &held).await.is(200);
    app.becomes(GUESTS, 1).await;
    app.becomes("SELECT sum(taken_minutes)::bigint FROM report_hours WHERE hour IN (18, 19)", 120).await;
    app.becomes("SELECT parties::bigint FROM report_lead_times WHERE from_days = 4", 1).await;
    hanako.cancel(&held).await.is(204);
    app.becomes(CANCELLED, 1).await;
    app.becomes(GUESTS, 0).await;
    assert_eq!(app.count("SELECT count(*) FROM report_hours").await, 0);
    app.end().await;
}

/// A worker of the previous release increases only the other marks.
#[tokio::test]
async fn first_sweep_after_an_upgrade_recounts_cancellations() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let booked = hanako.book(&restaurant, &slot, 1).await;
    hanako.cancel(&booked).await.is(204);
    let sums = async || sweep::sweep(&app.pool).await.expect("a sweep");
    sums().await;
    assert_eq!((sums().await, app.count(CANCELLED).await), (0, 1));
    app.execute("UPDATE report_days SET cancelled_guests = 4; UPDATE report_progress SET cancellations_seen_no = NULL")
        .await;
    app.verify().await;
    assert_eq!((sums().await, app.count(CANCELLED).await), (1, 1));
    app.end().await;
}

/// A worker of the previous release counts walk-ins as bookings in person with a lead time (G328).
#[tokio::test]
async fn first_sweep_after_an_upgrade_separates_walk_ins() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let spec = VisitSpec { days: 0, items: vec![0], guests: 1, ..VisitSpec::default() };
    let place = app.visit(&restaurant, &spec).await;
    app.advance(8 * HOUR);
    let walk_in = json!({
        "guests_count": 1,
        "inventory_group_uid": place["inventory_group_uid"],
        "inventory_item_uids": place["inventory_item_uids"],
    });
    owner.post("/owners/api/walk_ins", &walk_in).await.is(201);
    let sums = async || sweep::sweep(&app.pool).await.expect("a sweep");
    sums().await;
    let walk_ins = "SELECT coalesce(sum(parties), 0)::bigint FROM report_days WHERE channel = 'walk_in'";
    assert_eq!(app.count(walk_ins).await, 1);
    app.execute(
        "UPDATE report_days SET channel = 'in_person';
         INSERT INTO report_lead_times (restaurant_id, date, from_days, parties, lead_days)
         SELECT restaurant_id, date, 0, 1, 0 FROM report_days;
         UPDATE report_progress SET walk_ins_seen_no = NULL",
    )
    .await;
    app.verify().await;
    assert_eq!(owner.get("/owners/reports").await.is(200).data()["is_behind"], true);
    assert_eq!((sums().await, app.count(walk_ins).await), (1, 1));
    assert_eq!(app.count("SELECT count(*) FROM report_lead_times").await, 0);
    assert_eq!(owner.get("/owners/reports").await.is(200).data()["is_behind"], false);
    app.verify().await;
    app.end().await;
}

/// Uncommitted changes are not counted, and late commits are not missed.
#[tokio::test]
async fn late_commit_is_included_in_totals() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let other_day = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    hanako.book(&restaurant, &slot, 2).await;
    let sums = async || sweep::sweep(&app.pool).await.expect("a sweep");
    sums().await;
    assert_eq!(app.count(GUESTS).await, 2);

    let mut late = app.pool.begin().await.expect("a transaction");
    let marked =
        "UPDATE restaurant_days SET stock_version = stock_version + 1, changed_no = next_change() WHERE date = $1";
    sqlx::query(marked).bind(slot.date).execute(&mut *late).await.expect("a mark");
    sqlx::query("UPDATE reservations SET course_price = 7").execute(&mut *late).await.expect("a price");
    // Others commit after it with a higher mark.
    app.diner("kenji").await.hold(&restaurant, &other_day, 1).await;
    sums().await;
    let total = "SELECT coalesce(sum(course_total), 0)::bigint FROM report_days";
    assert_eq!(app.count(total).await, 20_000);
    late.commit().await.expect("it commits");
    assert!(sums().await > 0, "the mark is below those that were seen before");
    assert_eq!(app.count(total).await, 14);
    assert_eq!(sums().await, 0);
    app.end().await;
}

/// `seki verify` finds a planted error, unless its day waits for the worker, and a rebuild fixes it.
#[tokio::test]
async fn wrong_total_is_found_and_fixed_by_rebuild() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    let wrong = async || {
        let findings = domain::verify::run(&app.pool).await.expect("the checks run");
        findings.into_iter().map(|finding| finding.detail).collect::<Vec<_>>()
    };
    assert_eq!(wrong().await, [""; 0], "nothing is reported before the first run");
    sweep::sweep(&app.pool).await.expect("a sweep");
    for planted in [
        "UPDATE report_days SET guests = guests + 1",
        "DELETE FROM report_days",
        "UPDATE report_lead_times SET lead_days = 0",
        "UPDATE report_hours SET taken_minutes = 1 WHERE hour = 19",
        "INSERT INTO report_hours (restaurant_id, date, hour, taken_minutes) SELECT restaurant_id, date, 9, 5 FROM report_days",
    ] {
        app.execute(planted).await;
        assert_eq!(wrong().await.len(), 1, "{planted}");
        let rebuilt = sweep::rebuild(&app.pool, restaurant.id).await.expect("a rebuild");
        assert_eq!((rebuilt, wrong().await.len()), (1, 0), "{planted}");
    }
    app.execute("UPDATE report_days SET guests = guests + 1").await;
    app.execute("UPDATE restaurant_days SET changed_no = next_change()").await;
    assert_eq!(wrong().await, [""; 0], "the day waits for the next run");
    assert_eq!(sweep::sweep(&app.pool).await.expect("a sweep"), 1);
    app.end().await;
}

#[tokio::test]
async fn one_of_two_workers_runs_report_check() {
    let app = TestApp::start().await;
    let mut first = app.pool.begin().await.expect("a transaction");
    sqlx::query("SELECT seen_no FROM report_progress FOR UPDATE").execute(&mut *first).await.expect("the progress");
    assert_eq!(sweep::sweep(&app.pool).await.expect("it does not wait"), 0);
    drop(first);
    app.end().await;
}

/// A visit of this evening whose steps are not recorded yet, at 21:00.
struct Visit {
    app: TestApp,
    restaurant: Restaurant,
    owner: Persona,
    /// Address of the steps.
    path: String,
}

impl Visit {
    async fn new() -> Self {
        let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
        let visit = VisitSpec { days: 0, items: vec![0, 1], ..VisitSpec::default() };
        let uid = owner.record_visit(&app, &restaurant, &visit).await.is(201).uid();
        app.advance(11 * HOUR);
        Self { app, restaurant, owner, path: format!("/owners/api/reservations/{uid}/service_state") }
    }
}

/// During an upgrade, a worker of the previous release may be the only one that sees a change. It writes no turn times.
#[tokio::test]
async fn turn_times_survive_workers_of_the_previous_release() {
    let Visit { app, owner, path, .. } = Visit::new().await;
    owner.put(&path, &json!({ "state": "seated", "at": "18:30" })).await.is(200);
    let sums = async || sweep::sweep(&app.pool).await.expect("a sweep");
    let is_behind = async || owner.get("/owners/reports").await.is(200).data()["is_behind"] == true;
    sums().await;
    // The party leaves at the planned end, so only the turn time changes.
    owner.put(&path, &json!({ "state": "left", "at": "20:00" })).await.is(200);
    app.execute("UPDATE report_progress SET seen_no = change_horizon()").await;
    assert!(is_behind().await, "the turn time is missing");
    app.verify().await;
    assert_eq!((sums().await, app.count(TURN_MINUTES).await), (1, 90));
    assert!(!is_behind().await);
    assert_eq!(sums().await, 0);

    // The first sweep after an upgrade writes the turn times of all days.
    app.execute("DELETE FROM report_turn_times; UPDATE report_progress SET turn_times_seen_no = NULL").await;
    assert!(is_behind().await);
    app.verify().await;
    assert_eq!((sums().await, app.count(TURN_MINUTES).await), (1, 90));
    app.end().await;
}

#[tokio::test]
async fn wrong_turn_time_is_found_and_fixed_by_rebuild() {
    let Visit { app, restaurant, owner, path } = Visit::new().await;
    for (state, at) in [("arrived", "18:00"), ("left", "20:00")] {
        owner.put(&path, &json!({ "state": state, "at": at })).await.is(200);
    }
    sweep::sweep(&app.pool).await.expect("a sweep");
    for planted in [
        "UPDATE report_turn_times SET minutes = minutes + 1",
        "UPDATE report_turn_times SET guests_count = 3",
        "DELETE FROM report_turn_times",
    ] {
        app.execute(planted).await;
        let findings = domain::verify::run(&app.pool).await.expect("the checks run");
        assert!(!findings.is_empty() && findings.iter().all(|finding| finding.check == "report_sums"), "{planted}");
        sweep::rebuild(&app.pool, restaurant.id).await.expect("a rebuild");
        app.verify().await;
        assert_eq!(app.count(TURN_MINUTES).await, 120, "{planted}");
    }
    app.end().await;
}
