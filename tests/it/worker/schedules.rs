//! Schedules: every tick fires once, whichever worker checks or dies; missed ticks are made up for or skipped.

use std::collections::BTreeSet;

use chrono::{DateTime, Duration, Utc};
use domain::jobs::schedules::{self, LEDGER, PRUNE, REFILL, ROUNDS, ScheduleChange, VERIFY};
use domain::jobs::{self, MaintenanceJob};
use domain::rng::Rng;
use sqlx::PgPool;
use tests::{DAY, HOUR, Result, TestApp};
use tokio::task::JoinSet;

/// Every push of a tick is a row, so duplicates that the job's key would hide are visible.
const EACH_PUSH_COUNTS: &str = "
    CREATE FUNCTION unkeyed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.idempotency_key := NEW.idempotency_key || ':' || NEW.id; RETURN NEW; END $$;
    CREATE TRIGGER unkeyed BEFORE INSERT ON apalis.jobs
        FOR EACH ROW WHEN (NEW.job_type = 'maintenance') EXECUTE FUNCTION unkeyed();";

/// The ticks that were pushed for a schedule, one entry a push, in their order.
async fn pushed(pool: &PgPool, name: &str) -> Vec<DateTime<Utc>> {
    let ticks = sqlx::query_scalar(
        "SELECT to_timestamp(split_part(idempotency_key, ':', 3)::bigint) FROM apalis.jobs
         WHERE split_part(idempotency_key, ':', 2) = $1 ORDER BY 1",
    );
    ticks.bind(name).fetch_all(pool).await.expect("ticks")
}

async fn ensure(app: &TestApp) {
    schedules::ensure(&mut app.pool.acquire().await.expect("a connection"), app.now()).await.expect("rows");
}

async fn every_hour(app: &TestApp, name: &str) {
    ensure(app).await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let change = ScheduleChange { expression: Some("0 * * * *"), ..ScheduleChange::default() };
    assert!(schedules::set_timing(&mut conn, app.now(), name, change).await.expect("a timing"));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_workers_fire_each_tick_once_despite_kills() {
    let app = TestApp::start().await;
    app.execute(EACH_PUSH_COUNTS).await;
    ensure(&app).await;
    let started_at = app.now();
    let (mut first, mut second) = (Some(app.start_worker()), Some(app.start_worker()));
    let ticks = "SELECT count(*) FROM apalis.jobs WHERE job_type = 'maintenance'";
    for night in 1..=31_i64 {
        app.advance(DAY);
        match night {
            9 => first.take().expect("it works").abandon(),
            10 => first = Some(app.start_worker()),
            20 => second.take().expect("it works").abandon(),
            _ => {}
        }
        app.becomes(ticks, 4 * night).await;
    }
    app.jobs_done().await;
    for (name, hour, minute) in [(ROUNDS, 2, 40), (REFILL, 3, 0), (LEDGER, 4, 0), (PRUNE, 4, 30)] {
        let ticks = pushed(&app.pool, name).await;
        let first = started_at.date_naive().and_hms_opt(hour, minute, 0).expect("a time").and_utc();
        let wanted: Vec<_> = (0..31).map(|night| first + Duration::days(night) + Duration::hours(15)).collect();
        assert_eq!(ticks, wanted, "{name}");
    }
    assert!(pushed(&app.pool, VERIFY).await.is_empty(), "a check five hours later skips it");
    let rows = schedules::list(&mut app.pool.acquire().await.expect("a connection")).await.expect("rows");
    for row in &rows {
        let tick = if row.name == VERIFY { row.skipped_tick } else { row.last_tick };
        assert!(app.now() - tick.expect("a tick") < Duration::days(1), "{row:?}");
        assert!(row.next_tick.expect("a next") > app.now(), "{row:?}");
        assert_eq!((row.ran_at.is_some(), &row.ran_error), (row.name != VERIFY, &None), "{row:?}");
    }
    for worker in first.into_iter().chain(second) {
        worker.stop().await;
    }
    app.end().await;
}

/// Fires due schedules without locking their rows.
async fn careless(pool: PgPool, rng: Rng, now: DateTime<Utc>) -> Result<()> {
    let mut conn = pool.acquire().await?;
    let due = schedules::list(&mut conn).await?.into_iter();
    for row in due.filter(|row| row.next_tick.is_some_and(|tick| tick <= now)) {
        let tick = row.next_tick.expect("it is due");
        let key = format!("cron:{}:{}", row.name, tick.timestamp());
        jobs::push(&mut conn, &rng, &MaintenanceJob { schedule: row.name.clone() }, Some(&key)).await?;
        sqlx::query("UPDATE cron_schedules SET next_tick = $2 WHERE name = $1")
            .bind(&row.name)
            .bind(tick + Duration::hours(1))
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}

async fn careful(pool: PgPool, rng: Rng, now: DateTime<Utc>) -> Result<()> {
    schedules::fire_due(&pool, &rng, now).await?;
    Ok(())
}

/// Eight workers check at the same instant, hour after hour; in every third hour two of them are killed while they check.
async fn sweep_concurrently<F>(
    app: &TestApp,
    hours: i64,
    check: fn(PgPool, Rng, DateTime<Utc>) -> F,
) -> Vec<DateTime<Utc>>
where
    F: Future<Output = Result<()>> + Send + 'static,
{
    app.execute(EACH_PUSH_COUNTS).await;
    every_hour(app, PRUNE).await;
    let pools = [app.connect(4).await, app.connect(4).await];
    for hour in 1..=hours {
        app.advance(HOUR);
        let mut checkers = JoinSet::new();
        for looker in 0..8 {
            let (pool, rng) = (pools[looker % 2].clone(), Rng::seeded(app.next_number()));
            let task = checkers.spawn(check(pool, rng, app.now()));
            if hour % 3 == 0 && looker < 2 {
                task.abort();
            }
        }
        while let Some(checked) = checkers.join_next().await {
            assert!(checked.is_err() || checked.is_ok_and(|fired| fired.is_ok()), "a check failed");
        }
    }
    for pool in pools {
        pool.close().await;
    }
    pushed(&app.pool, PRUNE).await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_schedulers_fire_a_tick_once() {
    let app = TestApp::start().await;
    let ticks = sweep_concurrently(&app, 60, careful).await;
    assert_eq!(ticks.len(), 60);
    assert_eq!(ticks.iter().collect::<BTreeSet<_>>().len(), 60);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_row_lock_fires_ticks_twice() {
    let app = TestApp::start().await;
    let ticks = sweep_concurrently(&app, 30, careless).await;
    assert!(
        ticks.len() > ticks.iter().collect::<BTreeSet<_>>().len(),
        "the test above can see a tick that comes twice"
    );
    app.end().await;
}

#[tokio::test]
async fn disabled_schedule_resumes_from_when_enabled() {
    let app = TestApp::start().await;
    every_hour(&app, PRUNE).await;
    let switch = async |is_enabled| {
        let mut conn = app.pool.acquire().await.expect("a connection");
        assert!(schedules::set_enabled(&mut conn, app.now(), PRUNE, is_enabled).await.expect("a switch"));
        assert!(!schedules::set_enabled(&mut conn, app.now(), "nothing", is_enabled).await.expect("a switch"));
    };
    let check = async || schedules::fire_due(&app.pool, &app.rng, app.now()).await.expect("a check");
    switch(false).await;
    app.advance(3 * HOUR);
    assert!(check().await.is_empty());
    switch(true).await;
    assert!(check().await.is_empty(), "the ticks meanwhile are past");
    app.advance(HOUR);
    assert_eq!(check().await, [PRUNE]);
    app.end().await;
}

#[tokio::test]
async fn unreadable_row_does_not_stop_other_schedules() {
    let app = TestApp::start().await;
    every_hour(&app, PRUNE).await;
    app.execute("UPDATE cron_schedules SET expression = 'at dawn', next_tick = '2026-01-01' WHERE name = 'rounds'")
        .await;
    app.advance(HOUR);
    let refused = schedules::fire_due(&app.pool, &app.rng, app.now()).await.expect_err("one is no schedule");
    assert!(format!("{refused:#}").contains("schedule rounds: \"at dawn\" is no cron expression"), "{refused:#}");
    assert_eq!(pushed(&app.pool, PRUNE).await.len(), 1);
    app.end().await;
}

#[tokio::test]
async fn duty_outcome_is_stored_in_its_row() {
    let app = TestApp::start().await;
    ensure(&app).await;
    app.execute("INSERT INTO rate_limits (bucket, hits, expires_at) VALUES ('old', 1, '2026-01-01')").await;
    let run = async |name, is_dry| domain::maintenance::run(&app.pool, &app.rng, &app.clock, name, is_dry).await;
    let row = async |name| {
        let mut conn = app.pool.acquire().await.expect("a connection");
        schedules::find(&mut conn, name).await.expect("rows").expect("a row")
    };
    assert_eq!(run(PRUNE, true).await.expect("a dry run").done, 1);
    assert_eq!(row(PRUNE).await.ran_at, None, "a dry run leaves no trace");
    assert_eq!(run(PRUNE, false).await.expect("a run").done, 1);
    let ran = row(PRUNE).await;
    assert_eq!((ran.ran_at, ran.ran_done, ran.ran_error), (Some(app.now()), Some(1), None));
    assert!(ran.ran_millis.is_some());
    app.execute("ALTER TABLE rate_limits RENAME TO elsewhere").await;
    run(PRUNE, false).await.expect_err("its table is gone");
    let failed = row(PRUNE).await;
    assert!(failed.ran_error.is_some_and(|error| error.contains("rate_limits")));
    app.execute("ALTER TABLE elsewhere RENAME TO rate_limits").await;
    assert!(run("nothing", false).await.is_err());
    app.end().await;
}

#[tokio::test]
async fn stored_schedules_keep_their_days() {
    let app = TestApp::start().await;
    ensure(&app).await;
    let migration = include_str!("../../../migrations/0092_bootstrap.sql");
    // Until then 1 was Sunday and 7 Saturday, and both days had to match.
    for (stored, kept) in [
        ("0 30 4 * * *", "0 30 4 * * *"),
        ("0 0 9 * * 2", "0 0 9 * * Mon"),
        ("0 0 9 * * 1,3-7/2", "0 0 9 * * Sun,Tue-Sat/2"),
        ("0 0 9 * * 2/2", "0 0 9 * * Mon-Sat/2"),
        ("0 0 9 * * */2", "0 0 9 * * */2"),
        ("0 0 9 1 January Monday", "0 0 9 1 Jan +Mon"),
        ("0 0 9 1 1 * 2030", "0 0 9 1 1 * 2030"),
    ] {
        let store = sqlx::query("UPDATE cron_schedules SET expression = $1 WHERE name = $2").bind(stored).bind(PRUNE);
        store.execute(&app.pool).await.expect("an expression");
        app.execute(migration).await;
        let row = schedules::find(&mut app.pool.acquire().await.expect("a connection"), PRUNE).await.expect("rows");
        assert_eq!(row.expect("a row").expression, kept, "{stored}");
        let timing = domain::jobs::cron::Timing::parse(kept, "Asia/Tokyo").expect("an expression");
        assert!(timing.next_after(app.now()).is_some(), "{kept}");
    }
    app.end().await;
}

#[tokio::test]
async fn last_tick_is_never_in_the_future() {
    let app = TestApp::start().await;
    ensure(&app).await;
    let change = ScheduleChange { expression: Some("30 2 * * *"), time_zone: Some("Europe/Paris"), missed: None };
    let evening: DateTime<Utc> = "2026-10-24T22:00:00Z".parse().expect("an instant");
    let row = async || {
        let mut conn = app.pool.acquire().await.expect("a connection");
        schedules::find(&mut conn, PRUNE).await.expect("rows").expect("a row")
    };
    assert!(
        schedules::set_timing(&mut app.pool.acquire().await.expect("a connection"), evening, PRUNE, change)
            .await
            .expect("a timing")
    );
    app.execute("DELETE FROM cron_schedules WHERE name <> 'prune'").await;
    let mut fired = 0;
    for minutes in (0..8 * 60).step_by(10) {
        let now = evening + Duration::minutes(minutes);
        fired += schedules::fire_due(&app.pool, &app.rng, now).await.expect("a check").len();
        let row = row().await;
        assert!(row.last_tick.is_none_or(|tick| tick <= now), "{row:?} at {now}");
        assert!(row.next_tick.expect("a next one") > now, "{row:?} at {now}");
    }
    assert_eq!(fired, 1, "the repeated hour ticks once");
    app.end().await;
}
