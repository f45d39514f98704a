//! A row that always fails does not delay other rows, and the sweep still reports it.

use domain::audit::Actor;
use domain::cancellations;
use domain::clients::beacon::Beacon;
use domain::jobs::schedules::PRUNE;
use domain::maintenance;
use domain::outbox::messages;
use domain::raffles::error::RaffleError;
use domain::reservations::bookings::remind;
use domain::reservations::holds::expire;
use domain::{announcements, raffles, reports, rounds, settlement};
use serde_json::json;
use tests::{DAY, HOUR, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp};

/// Writes to the first row of these tables fail until the triggers are off.
const BROKEN: &str = "
    CREATE FUNCTION the_first_always_fails() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE first bigint;
    BEGIN
        EXECUTE format('SELECT min(id) FROM %I', TG_TABLE_NAME) INTO first;
        IF OLD.id = first THEN RAISE EXCEPTION 'the row is broken'; END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER broken BEFORE UPDATE ON reservations FOR EACH ROW EXECUTE FUNCTION the_first_always_fails();
    CREATE TRIGGER broken BEFORE UPDATE ON announcements FOR EACH ROW EXECUTE FUNCTION the_first_always_fails();
    CREATE TRIGGER broken BEFORE UPDATE ON raffle_rounds FOR EACH ROW EXECUTE FUNCTION the_first_always_fails();
    CREATE TRIGGER broken BEFORE UPDATE ON reservation_round_plans FOR EACH ROW EXECUTE FUNCTION the_first_always_fails();
    CREATE TRIGGER broken BEFORE UPDATE ON online_cancellation_releases FOR EACH ROW EXECUTE FUNCTION the_first_always_fails()";

/// The first job cannot be enqueued.
const BROKEN_JOB: &str = "
    CREATE SEQUENCE attempts;
    CREATE FUNCTION the_first_job_fails() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF nextval('attempts') = 1 THEN RAISE EXCEPTION 'the row is broken'; END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER broken BEFORE INSERT ON apalis.jobs FOR EACH ROW EXECUTE FUNCTION the_first_job_fails()";

fn expect_error<T: std::fmt::Debug>(swept: sqlx::Result<T>) {
    let error = swept.expect_err("one failed");
    assert!(error.to_string().contains("the row is broken"), "{error}");
}

async fn restaurant() -> (TestApp, Restaurant) {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    (app, restaurant)
}

#[tokio::test]
async fn failing_hold_does_not_stop_expiry() {
    let (app, restaurant) = restaurant().await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    for name in ["hanako", "kenji"] {
        app.diner(name).await.hold(&restaurant, &slot, 1).await;
    }
    app.execute(BROKEN).await;
    app.advance(601);
    expect_error(expire::sweep(&app.pool, &app.rng, app.now()).await);
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE status = 'expired'").await, 1);
    app.end().await;
}

#[tokio::test]
async fn failing_reminder_does_not_stop_others() {
    let (app, restaurant) = restaurant().await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    for name in ["hanako", "kenji"] {
        app.diner(name).await.book(&restaurant, &slot, 1).await;
    }
    app.execute(BROKEN).await;
    app.advance(6 * DAY + HOUR);
    expect_error(remind::sweep(&app.pool, &app.rng, app.now()).await);
    let reminded = "SELECT count(*) FROM mail_deliveries WHERE template = 'reservation_reminder'";
    assert_eq!(app.count(reminded).await, 1);
    app.end().await;
}

/// Books and cancels two seats of a day, which are a freed slot then.
pub(super) async fn free_a_slot(app: &TestApp, restaurant: &Restaurant, booker: &Persona, days: i64) {
    let slot = app.slot(restaurant, SlotSpec { days, items: vec![0, 1], ..SlotSpec::default() }).await;
    let booked = booker.book(restaurant, &slot, 2).await;
    booker.cancel(&booked).await.is(204);
}

#[tokio::test]
async fn failing_freed_slot_does_not_stop_others() {
    let (app, restaurant) = restaurant().await;
    let owner = app.owner(&restaurant).await;
    let freeing = json!({ "restaurant_operation": {
        "enable_online_cancellation": true, "can_create_online_cancellation_within_days": 30 } });
    owner.patch(&format!("/owners/api/restaurant_operations/{}", restaurant.slug), &freeing).await.is(200);
    let group = app.customer_group(&restaurant, "常連", false).await;
    let waits = json!({ "customer_group": { "allow_standby": true, "standby_notify_immediate": true } });
    owner.patch(&format!("/owners/api/customer_groups/{group}"), &waits).await.is(200);
    app.put_into_group(&restaurant, &app.diner("hanako").await, group).await;
    let booker = app.diner("booker").await;
    for days in [7, 8] {
        free_a_slot(&app, &restaurant, &booker, days).await;
    }
    app.execute(
        "UPDATE online_cancellation_releases SET releasable_at = releasable_at - interval '1 minute' WHERE id = 1",
    )
    .await;
    app.execute(BROKEN).await;
    expect_error(cancellations::sweep::release_due(&app.pool, app.now()).await);
    let released = "SELECT count(*) FROM online_cancellation_releases WHERE released_at IS NOT NULL";
    assert_eq!(app.count(released).await, 1);

    app.execute("ALTER TABLE online_cancellation_releases DISABLE TRIGGER broken").await;
    assert_eq!(cancellations::sweep::release_due(&app.pool, app.now()).await.expect("a sweep"), 1);
    app.execute("ALTER TABLE online_cancellation_releases ENABLE TRIGGER broken").await;
    app.advance(600);
    let mailed = cancellations::mails::mail_due(&app.pool, &app.rng, app.now()).await.expect("a pass");
    expect_error(mailed.result());
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released'").await, 1);
    app.end().await;
}

#[tokio::test]
async fn failing_announcement_does_not_stop_others() {
    let (app, restaurant) = restaurant().await;
    let owner = app.owner(&restaurant).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    app.put_into_group(&restaurant, &app.diner("hanako").await, group).await;
    for body in ["新酒の会を催します。", "牡蠣が入りました。"] {
        let announcement = json!({ "subject_type": "event", "body": body });
        let reply = owner
            .post("/owners/announcements", &json!({ "announcement": announcement, "commit": "confirm" }))
            .await
            .is(200)
            .json();
        owner.submit(reply["redirect_to"].as_str().expect("a page"), &[]).await.goes_to("/owners/announcements");
    }
    app.execute(
        "CREATE FUNCTION the_first_is_broken() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             IF OLD.announcement_id = (SELECT min(id) FROM announcements) THEN RAISE EXCEPTION 'the row is broken'; END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER broken BEFORE UPDATE ON announcement_recipients FOR EACH ROW EXECUTE FUNCTION the_first_is_broken()",
    )
    .await;
    expect_error(announcements::send::send_due(&app.pool, &app.rng, app.now()).await);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'announcement'").await, 1);
    app.execute("DROP TRIGGER broken ON announcement_recipients").await;
    app.drain_jobs().await;
    assert_eq!(
        app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'announcement' AND sent_at IS NOT NULL").await,
        2
    );

    // Neither does one whose end cannot be recorded.
    app.execute("UPDATE announcements SET status = 'sending'").await;
    app.execute(BROKEN).await;
    expect_error(announcements::send::send_due(&app.pool, &app.rng, app.now()).await);
    assert_eq!(app.count("SELECT count(*) FROM announcements WHERE status = 'sent'").await, 1);
    app.end().await;
}

#[tokio::test]
async fn failing_raffle_does_not_stop_others() {
    let (app, restaurant) = restaurant().await;
    let admin = app.admin().await;
    let day = |days: i64| (app.now() + chrono::Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    for (from, till) in [(1, 2), (3, 4)] {
        let round = json!({ "raffle_round": {
            "registerable_from": day(from), "registerable_till": day(till), "winners_count": 1, "entries_limit": 2 } });
        admin.post(&format!("/admin/r/{}/raffle_rounds", restaurant.slug), &round).await.is(201);
    }
    app.advance(6 * DAY);
    app.execute(BROKEN).await;
    let beacon = Beacon::new(&app.config.beacon);
    let drawn =
        raffles::sweep::draw_due(&app.pool, &beacon, &app.rng, app.now(), Actor::CommandLine).await.expect("a pass");
    assert_eq!(drawn.done, 1);
    match drawn.failure {
        Some(RaffleError::Database(error)) => expect_error::<()>(Err(error)),
        other => panic!("{other:?}"),
    }
    assert_eq!(app.count("SELECT count(*) FROM raffle_rounds WHERE drawn_at IS NOT NULL").await, 1);
    app.end().await;
}

#[tokio::test]
async fn failing_round_plan_does_not_stop_others() {
    let (app, _) = restaurant().await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let daily = json!({
        "open_schedule_rules": [{ "hour_of_day": 9, "minute_of_hour": 30 }],
        "open_for_months": 1, "open_upto_mode": "end_of_month", "open_immediate": true });
    for slug in ["sushi-test", "tempura-test"] {
        admin.post(&format!("/admin/api/r/{slug}/periodic_reservation_round_plans"), &daily).await.is(201);
    }
    app.execute(
        "UPDATE reservation_round_plans SET rounds_made_until = rounds_made_until - interval '1 minute'
         WHERE id = (SELECT min(id) FROM reservation_round_plans)",
    )
    .await;
    app.execute(BROKEN).await;
    app.advance(40 * DAY);
    expect_error(rounds::actions::sweep(&app.pool, &app.rng, app.now(), None).await);
    let made = "SELECT count(*) FROM reservation_round_plans WHERE rounds_made_until > '2027-03-01'";
    assert_eq!(app.count(made).await, 1);
    app.end().await;
}

#[tokio::test]
async fn failing_settlement_does_not_stop_others() {
    let (app, restaurant) = restaurant().await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    for name in ["hanako", "kenji"] {
        app.diner(name).await.book(&restaurant, &slot, 1).await;
    }
    app.execute(
        "INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, reservation_id, user_id, kind, position, amount, status,
             created_at, updated_at)
         SELECT 'charge' || id, restaurant_id, 'reservation', id, id, user_id, 'prepaid_course', 1, 1000, 'planned', '2026-01-01',
                '2026-01-01' FROM reservations",
    )
    .await;
    app.execute(BROKEN_JOB).await;
    expect_error(settlement::sweep(&app.pool, &app.rng, app.now()).await);
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs WHERE idempotency_key LIKE 'settle:%'").await, 1);
    app.end_unverified().await;
}

#[tokio::test]
async fn failing_text_message_does_not_stop_others() {
    let (app, _) = restaurant().await;
    let insert = "INSERT INTO sms_deliveries (uid, template, locale, phone_e164, reservation_id, created_at)
                  SELECT 'message' || n, 'reservation_reminder', 'ja', '+819012345678', n, $1 FROM generate_series(1, 2) n";
    sqlx::query(insert).bind(app.now()).execute(&app.pool).await.expect("messages");
    app.advance(120);
    app.execute(BROKEN_JOB).await;
    expect_error(messages::sweep(&app.pool, &app.rng, app.now()).await);
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs WHERE idempotency_key LIKE 'text:%'").await, 1);
    app.end_unverified().await;
}

#[tokio::test]
async fn failing_restaurant_does_not_stop_the_rebuild_of_reports() {
    let (app, restaurant) = restaurant().await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    for (name, restaurant) in [("hanako", &restaurant), ("kenji", &other)] {
        let slot = app.slot(restaurant, SlotSpec::default()).await;
        app.diner(name).await.book(restaurant, &slot, 1).await;
    }
    app.execute(
        "CREATE FUNCTION the_first_restaurant_fails() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             IF NEW.restaurant_id = (SELECT min(id) FROM restaurants) THEN RAISE EXCEPTION 'the row is broken'; END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER broken BEFORE INSERT ON report_days FOR EACH ROW EXECUTE FUNCTION the_first_restaurant_fails()",
    )
    .await;
    expect_error(reports::sweep::rebuild_all(&app.pool).await);
    assert_eq!(app.count("SELECT count(DISTINCT restaurant_id) FROM report_days").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM report_progress WHERE seen_no IS NOT NULL").await, 0, "not complete");
    app.end_unverified().await;
}

/// Each kind of rows is deleted in a separate transaction.
#[tokio::test]
async fn failing_cleanup_does_not_stop_others() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO rate_limits (bucket, hits, expires_at) VALUES ('old', 1, '2020-01-01');
         INSERT INTO captcha_challenges (uniq_key, bucket, referrer, created_at, expires_at)
         VALUES ('old', 'old', '/', '2020-01-01', '2020-01-01');
         CREATE FUNCTION always_fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the row is broken'; END $$;
         CREATE TRIGGER broken BEFORE DELETE ON rate_limits FOR EACH ROW EXECUTE FUNCTION always_fails()",
    )
    .await;
    let prune = async |is_dry| maintenance::run(&app.pool, &app.rng, &app.clock, PRUNE, is_dry).await;
    let failed = prune(false).await.expect_err("one failed");
    assert!(failed.to_string().contains("the row is broken"), "{failed}");
    assert_eq!(app.count("SELECT count(*) FROM captcha_challenges").await, 0);
    app.execute("DROP TRIGGER broken ON rate_limits").await;
    assert_eq!((prune(true).await.expect("a count").done, prune(false).await.expect("a run").done), (1, 1));
    assert_eq!(app.count("SELECT count(*) FROM rate_limits").await, 0);
    app.end().await;
}
