//! No queue waits for another, and no request for a queue: jobs that hang or fail affect only their own queue.

use std::time::{Duration, Instant};

use domain::ids::MailDeliveryId;
use domain::jobs::{self, MailJob, MaintenanceJob, PhoneJob};
use serde_json::json;
use tests::{Options, RestaurantSpec, SlotSpec, TestApp, allowed};
use tokio::net::TcpListener;

/// More than the concurrency of the mail queue.
const HANGING: i64 = 20;

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_or_failing_job_delays_no_other_queue() {
    let mut app = TestApp::start().await;
    // A mail server that accepts connections and never responds: each mail hangs until its timeout.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    app.config.smtp_url = format!("smtp://{}", silent.local_addr().expect("a bound port"));
    let mut tx = app.pool.begin().await.expect("a transaction");
    for number in 0..HANGING {
        let id = sqlx::query_scalar(
            "INSERT INTO mail_deliveries (uid, template, locale, recipient, context, created_at)
             VALUES ('hangs' || $1::text, 'two_factor_code', 'ja', 'hanako@seki.test', '{\"challenge_uid\": \"C\"}', $2) RETURNING id",
        );
        let id: i64 = id.bind(number).bind(app.now()).fetch_one(&mut *tx).await.expect("a mail");
        jobs::push(&mut tx, &app.rng, &MailJob { mail_delivery_id: MailDeliveryId(id) }, None).await.expect("a job");
        let unknown = MaintenanceJob { schedule: format!("unknown {number}") };
        jobs::push(&mut tx, &app.rng, &unknown, None).await.expect("a job");
    }
    tx.commit().await.expect("committed");
    let worker = app.start_worker();
    app.becomes("SELECT count(*) FROM apalis.jobs WHERE job_type = 'mail' AND status = 'Running'", 8).await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let call = PhoneJob { verification_uuid: "v".into() };
    jobs::push(&mut conn, &app.rng, &call, None).await.expect("a job");
    jobs::push(&mut conn, &app.rng, &MaintenanceJob { schedule: "prune".into() }, None).await.expect("a job");
    drop(conn);
    app.becomes("SELECT count(*) FROM apalis.jobs WHERE job_type IN ('phone', 'maintenance') AND status = 'Done'", 2)
        .await;
    app.becomes("SELECT count(*) FROM apalis.jobs WHERE job_type = 'maintenance' AND status = 'Killed'", HANGING).await;
    let hanging = app.count("SELECT count(*) FROM apalis.jobs WHERE job_type = 'mail' AND status = 'Running'").await;
    assert_eq!(hanging, 8, "the mails still hang");
    worker.abandon();
    drop(silent);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn booking_responds_before_its_mail_is_sent() {
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url: &str = format!("smtp://{}", silent.local_addr().expect("a bound port")).leak();
    let mut app = TestApp::with(Options { settings: vec![("SMTP_URL", url)].leak(), ..Options::default() }).await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec { items: vec![0, 1], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let worker = app.start_worker();
    let asked = Instant::now();
    hanako.book(&restaurant, &slot, 1).await;
    // Shorter than the mail server is waited for.
    let allowed = allowed(Duration::from_secs(8), asked.elapsed());
    app.becomes("SELECT count(*) FROM apalis.jobs WHERE job_type = 'mail' AND status = 'Running'", 1).await;
    // While that mail hangs, bookings and password requests are still answered.
    let asked = Instant::now();
    kenji.book(&restaurant, &slot, 1).await;
    let forgotten = json!({ "user": { "email": "hanako@seki.test" } });
    app.anonymous().post("/users/password", &forgotten).await.is(200);
    assert!(asked.elapsed() < allowed, "{:?}, not {allowed:?}", asked.elapsed());
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE status = 'accepted'").await, 2);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE sent_at IS NOT NULL").await, 0);
    worker.abandon();
    drop(silent);
    app.config.smtp_url.clone_from(&app.outside.handle.smtp_url);
    let worker = app.start_worker();
    app.becomes("SELECT count(*) FROM mail_deliveries WHERE sent_at IS NULL", 0).await;
    assert_eq!(app.outside.booking_mails("kenji@seki.test").await.len(), 1);
    worker.stop().await;
    app.end().await;
}

/// A job that cannot be deserialized stops its queue again and again.
#[tokio::test]
async fn restarting_queue_does_not_delay_others() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at)
         VALUES ('no ULID', 'sms', '{}'::bytea, 'Pending', 0, 6, now())",
    )
    .await;
    let breaths = async || {
        let began = Instant::now();
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        began.elapsed()
    };
    let allowed = allowed(Duration::from_secs(5), breaths().await);
    let worker = app.start_worker();
    app.becomes("SELECT least(count(*), 3) FROM apalis.workers WHERE worker_type = 'sms'", 3).await;
    // The worker shares this test's thread: if it slept, nothing else would run.
    let taken = breaths().await;
    assert!(taken < allowed, "{taken:?}, not {allowed:?}");
    let mut conn = app.pool.acquire().await.expect("a connection");
    jobs::push(&mut conn, &app.rng, &MaintenanceJob { schedule: "prune".into() }, None).await.expect("a job");
    drop(conn);
    app.becomes("SELECT count(*) FROM apalis.jobs WHERE job_type = 'maintenance' AND status = 'Done'", 1).await;
    worker.abandon();
    app.end().await;
}
