//! No queue waits for another: jobs that hang or fail are an affair of their own queue.

use domain::jobs::{self, MailJob, MaintenanceJob, PhoneJob};
use tests::TestApp;
use tokio::net::TcpListener;

/// More than the hands of the mail queue.
const HANGING: i64 = 20;

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_or_failing_job_delays_no_other_queue() {
    let mut app = TestApp::start().await;
    // A mail server that takes calls and never says a word: each mail hangs until it is given up.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    app.config.smtp_url = format!("smtp://{}", silent.local_addr().expect("a bound port"));
    let mut tx = app.pool.begin().await.expect("a transaction");
    for number in 0..HANGING {
        let id = sqlx::query_scalar(
            "INSERT INTO mail_deliveries (uid, template, locale, recipient, context, created_at)
             VALUES ('hangs' || $1::text, 'two_factor_code', 'ja', 'hanako@seki.test', '{\"challenge_uid\": \"C\"}', $2) RETURNING id",
        );
        let id: i64 = id.bind(number).bind(app.now()).fetch_one(&mut *tx).await.expect("a mail");
        jobs::push(&mut tx, &app.rng, &MailJob { mail_delivery_id: id }, None).await.expect("a job");
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
