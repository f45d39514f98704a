//! The queues of raffle draws, refills, rounds and release mails: a sweep or a schedule enqueues one job for each due item, and only the
//! job works.

use ::worker::Worker;
use chrono::{DateTime, Duration, Utc};
use domain::audit::Actor;
use domain::cancellations;
use domain::clients::beacon;
use domain::jobs::queries::JobSelector;
use domain::jobs::schedules::{REFILL, ROUNDS};
use domain::maintenance;
use domain::raffles::sweep;
use domain::rng::Rng;
use serde_json::json;
use tests::{DAY, Persona, Restaurant, RestaurantSpec, TemplateSpec, TestApp};

const DRAWN: &str = "SELECT count(*) FROM raffle_rounds WHERE drawn_at IS NOT NULL";

async fn scene() -> (TestApp, Restaurant, Persona) {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    (app, restaurant, admin)
}

fn worker(app: &TestApp) -> Worker {
    let rng = Rng::seeded(app.next_number());
    Worker::new(app.config.clone(), app.pool.clone(), app.clock.clone(), rng).expect("a configured worker")
}

/// A closed round without entries, whose beacon is published.
async fn due_raffle(app: &TestApp, admin: &Persona) {
    let day = |days: i64| (app.now() + Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    let round = json!({ "raffle_round": {
        "registerable_from": day(1), "registerable_till": day(2), "winners_count": 1, "entries_limit": 2 } });
    admin.post("/admin/r/sushi-test/raffle_rounds", &round).await.is(201);
    let number = app.count("SELECT beacon_round FROM raffle_rounds").await;
    app.advance((beacon::out_at(number) - app.now()).num_seconds() + 1);
}

async fn enqueue(app: &TestApp) -> usize {
    sweep::enqueue_due(&app.pool, &app.rng, app.now()).await.expect("a sweep")
}

#[tokio::test]
async fn due_raffle_is_drawn_by_its_job() {
    let (mut app, _, admin) = scene().await;
    due_raffle(&app, &admin).await;
    assert_eq!((enqueue(&app).await, enqueue(&app).await), (1, 0), "one job, while it waits");
    assert_eq!(app.count(DRAWN).await, 0, "a sweep draws nothing");

    // No server listens there.
    let published = app.config.beacon.url.clone();
    app.config.beacon.url = format!("http://127.0.0.1:{}", tests::free_port());
    worker(&app).run_due_jobs().await.expect("the table answers");
    assert_eq!(
        app.count("SELECT count(*) FROM apalis.jobs WHERE job_type = 'raffle_draws' AND status = 'Failed'").await,
        1
    );
    assert_eq!(enqueue(&app).await, 0, "its backoff comes first");
    app.execute(
        "UPDATE apalis.jobs SET attempts = 11, run_at = now() + interval '1 hour', done_at = now() - interval '1 minute'
         WHERE job_type = 'raffle_draws'",
    )
    .await;
    assert_eq!(enqueue(&app).await, 1, "a minute later, whatever its backoff");
    app.config.beacon.url = published;
    worker(&app).run_due_jobs().await.expect("the table answers");
    assert_eq!((app.count(DRAWN).await, enqueue(&app).await), (1, 0));
    assert_eq!(
        app.count("SELECT count(*) FROM apalis.jobs WHERE job_type = 'raffle_draws' AND status = 'Done'").await,
        1
    );
    app.end().await;
}

#[tokio::test]
async fn job_of_a_drawn_or_deleted_raffle_is_done() {
    let (app, _, admin) = scene().await;
    due_raffle(&app, &admin).await;
    assert_eq!(enqueue(&app).await, 1);
    let uid: String = sqlx::query_scalar("SELECT uid FROM raffle_rounds").fetch_one(&app.pool).await.expect("a round");
    admin.post(&format!("/admin/r/sushi-test/raffle_rounds/{uid}/draw"), &json!({})).await.is(201);
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at)
         VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'raffle_draws', '{\"restaurant_id\":1,\"raffle_round_uid\":\"none\"}'::bytea, 'Pending', 0, 12,
                 now() - interval '1 second')",
    )
    .await;
    worker(&app).run_due_jobs().await.expect("the table answers");
    assert_eq!(
        app.count("SELECT count(*) FROM apalis.jobs WHERE job_type = 'raffle_draws' AND status = 'Done'").await,
        2
    );
    app.end().await;
}

#[tokio::test]
async fn nightly_duties_enqueue_a_job_for_each_restaurant() {
    let (app, restaurant, admin) = scene().await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let daily = json!({
        "open_schedule_rules": [{ "hour_of_day": 9, "minute_of_hour": 30 }],
        "open_for_months": 1, "open_upto_mode": "end_of_month", "open_immediate": true });
    for restaurant in [&restaurant, &other] {
        app.template(&admin, restaurant, TemplateSpec::default()).await;
        let path = format!("/admin/api/r/{}/periodic_reservation_round_plans", restaurant.slug);
        admin.post(&path, &daily).await.is(201);
    }
    app.advance(40 * DAY);
    let dispatch =
        async |name| maintenance::dispatch(&app.pool, &app.rng, &app.clock, name).await.expect("a duty").done;
    assert_eq!((dispatch(ROUNDS).await, dispatch(REFILL).await), (2, 2));
    assert_eq!((dispatch(ROUNDS).await, dispatch(REFILL).await), (0, 0), "they wait");
    assert_eq!(app.count("SELECT count(*) FROM online_stock_groups").await, 0);
    let ran = "SELECT ran_done FROM cron_schedules WHERE name = 'refill'";
    domain::jobs::schedules::ensure(&mut app.pool.acquire().await.expect("a connection"), app.now())
        .await
        .expect("rows");
    dispatch(REFILL).await;
    assert_eq!(app.count(ran).await, 0, "the schedule counts the enqueued jobs");

    // One restaurant always fails.
    app.execute(
        "CREATE FUNCTION the_first_fails() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             IF NEW.restaurant_id = (SELECT min(id) FROM restaurants) THEN RAISE EXCEPTION 'the row is broken'; END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER broken BEFORE INSERT ON online_stock_groups FOR EACH ROW EXECUTE FUNCTION the_first_fails();
         CREATE TRIGGER broken BEFORE UPDATE ON reservation_round_plans FOR EACH ROW EXECUTE FUNCTION the_first_fails()",
    )
    .await;
    worker(&app).run_due_jobs().await.expect("the table answers");
    for queue in ["round_plans", "stock_refills"] {
        let states: Vec<String> = sqlx::query_scalar("SELECT status FROM apalis.jobs WHERE job_type = $1 ORDER BY 1")
            .bind(queue)
            .fetch_all(&app.pool)
            .await
            .expect("jobs");
        assert_eq!(states, ["Done", "Failed"], "{queue}");
    }
    assert_eq!(app.count("SELECT count(DISTINCT restaurant_id) FROM online_stock_groups").await, 1);
    assert_eq!(
        app.count("SELECT count(*) FROM reservation_round_plans WHERE rounds_made_until > '2027-03-01'").await,
        1
    );
    app.end().await;
}

/// At three o'clock in Tokyo, UTC has the day before.
#[tokio::test]
async fn jobs_of_a_night_have_the_day_of_tokyo() {
    let (app, restaurant, admin) = scene().await;
    app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let daily = json!({
        "open_schedule_rules": [{ "hour_of_day": 9, "minute_of_hour": 30 }],
        "open_for_months": 1, "open_upto_mode": "end_of_month", "open_immediate": true });
    admin.post("/admin/api/r/sushi-test/periodic_reservation_round_plans", &daily).await.is(201);
    let night: DateTime<Utc> = "2027-01-14T18:00:00Z".parse().expect("a time");
    app.advance((night - app.now()).num_seconds());
    for name in [ROUNDS, REFILL] {
        maintenance::dispatch(&app.pool, &app.rng, &app.clock, name).await.expect("a duty");
    }
    let keys: Vec<String> = sqlx::query_scalar(
        "SELECT idempotency_key FROM apalis.jobs WHERE job_type IN ('round_plans', 'stock_refills') ORDER BY 1",
    )
    .fetch_all(&app.pool)
    .await
    .expect("keys");
    let id = restaurant.id;
    assert_eq!(keys, [format!("refill:{id}:2027-01-15"), format!("rounds:{id}:2027-01-15")]);
    app.end().await;
}

/// A rolling upgrade: the workers of the previous release have enqueued these.
#[tokio::test]
async fn jobs_of_the_previous_release_are_worked_off() {
    let (app, restaurant, admin) = scene().await;
    app.template(&admin, &restaurant, TemplateSpec::default()).await;
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, idempotency_key)
         VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FA1', 'maintenance', '{\"schedule\":\"refill\"}'::bytea, 'Pending', 0, 3, now() - interval '1 second',
                 'cron:refill:1'),
                ('01ARZ3NDEKTSV4RRFFQ69G5FA2', 'maintenance', '{\"schedule\":\"rounds\"}'::bytea, 'Pending', 0, 3, now() - interval '1 second',
                 'cron:rounds:1'),
                ('01ARZ3NDEKTSV4RRFFQ69G5FA3', 'phone', '{\"verification_uuid\":\"gone\"}'::bytea, 'Pending', 0, 3,
                 now() - interval '1 second', 'phone:gone')",
    )
    .await;
    app.drain_jobs().await;
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs WHERE status <> 'Done'").await, 0);
    assert!(app.count("SELECT count(*) FROM online_stock_groups").await > 80, "the refill has run");
    app.end().await;
}

/// A release that opened ten minutes ago, with hanako in its group.
async fn due_release(app: &TestApp, restaurant: &Restaurant) {
    let owner = app.owner(restaurant).await;
    let freeing = json!({ "restaurant_operation": {
        "enable_online_cancellation": true, "can_create_online_cancellation_within_days": 30 } });
    owner.patch(&format!("/owners/api/restaurant_operations/{}", restaurant.slug), &freeing).await.is(200);
    let group = app.customer_group(restaurant, "常連", false).await;
    let waits = json!({ "customer_group": { "allow_standby": true, "standby_notify_immediate": true } });
    owner.patch(&format!("/owners/api/customer_groups/{group}"), &waits).await.is(200);
    app.put_into_group(restaurant, &app.diner("hanako").await, group).await;
    super::failures::free_a_slot(app, restaurant, &app.diner("booker").await, 7).await;
    cancellations::sweep::release_due(&app.pool, app.now()).await.expect("a sweep");
    app.advance(600);
}

#[tokio::test]
async fn mails_of_a_release_are_written_by_its_job() {
    let (app, restaurant, _) = scene().await;
    due_release(&app, &restaurant).await;
    let enqueue_mails =
        async || cancellations::mails::enqueue_due(&app.pool, &app.rng, app.now()).await.expect("a sweep");
    let mails = "SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released'";
    assert_eq!((enqueue_mails().await, enqueue_mails().await, app.count(mails).await), (1, 0, 0));
    // The last seats are held when the job runs: it ends, and the sweep enqueues it again once they are free.
    app.execute("UPDATE online_stocks SET online_reservable_id = (SELECT min(id) FROM reservations)").await;
    worker(&app).run_due_jobs().await.expect("the table answers");
    assert_eq!((enqueue_mails().await, app.count(mails).await), (0, 0));
    app.execute("UPDATE online_stocks SET online_reservable_id = NULL").await;
    assert_eq!(enqueue_mails().await, 1);
    worker(&app).run_due_jobs().await.expect("the table answers");
    assert_eq!((app.count(mails).await, enqueue_mails().await), (1, 0));
    app.end().await;
}

/// The operator decides that these mails are not written.
#[tokio::test]
async fn discarded_release_job_does_not_return() {
    let (app, restaurant, _) = scene().await;
    due_release(&app, &restaurant).await;
    let enqueue_mails =
        async || cancellations::mails::enqueue_due(&app.pool, &app.rng, app.now()).await.expect("a sweep");
    assert_eq!(enqueue_mails().await, 1);
    app.execute("UPDATE apalis.jobs SET status = 'Killed', attempts = 1 WHERE job_type = 'release_mails'").await;
    assert_eq!(enqueue_mails().await, 0, "a dead letter waits for the operator");
    let mut tx = app.pool.begin().await.expect("a transaction");
    let actor = Actor::CommandLine;
    let discarded = maintenance::jobs::discard(&mut tx, app.now(), actor, JobSelector::All).await.expect("a discard");
    tx.commit().await.expect("committed");
    assert_eq!((discarded.ids.len(), enqueue_mails().await), (1, 0));
    app.drain_jobs().await;
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released'").await, 0);
    app.end().await;
}
