//! Jobs that run in the caller's own task leave the same rows as a worker's queues.

use std::net::Ipv4Addr;
use std::process::Stdio;

use ::worker::Worker;
use domain::ids::ProviderEventId;
use domain::jobs::{self, MailJob, MaintenanceJob, PaymentJob};
use domain::rng::Rng;
use sqlx::PgConnection;
use tests::{TestApp, run_seki, seki_command};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::Command;

/// Status, attempts, whether its next attempt is later, and the last result.
async fn row(app: &TestApp, key: &str) -> (String, i32, bool, String) {
    let row = sqlx::query_as(
        "SELECT status, attempts, run_at > now(), last_result::text FROM apalis.jobs WHERE idempotency_key = $1 AND done_at IS NOT NULL",
    );
    row.bind(key).fetch_one(&app.pool).await.expect("a job that was tried")
}

async fn queue_mail(app: &TestApp, tx: &mut PgConnection, uid: &str, template: &str) {
    let written = sqlx::query_scalar(
        "INSERT INTO mail_deliveries (uid, template, locale, recipient, context, created_at)
         VALUES ($1, $2, 'ja', 'hanako@seki.test', '{\"challenge_uid\": \"C\"}', $3) RETURNING id",
    );
    let written = written.bind(uid).bind(template).bind(app.now()).fetch_one(&mut *tx).await;
    let job = MailJob { mail_delivery_id: written.expect("a mail") };
    jobs::push(tx, &app.rng, &job, Some(uid)).await.expect("a job");
}

#[tokio::test]
async fn due_jobs_end_and_failed_ones_retry_after_backoff() {
    let mut app = TestApp::start().await;
    // No server listens there.
    app.config.smtp_url = format!("smtp://127.0.0.1:{}", tests::free_port());
    let mut tx = app.pool.begin().await.expect("a transaction");
    for (uid, template) in [("unsendable", "no_such_mail"), ("unsent", "two_factor_code")] {
        queue_mail(&app, &mut tx, uid, template).await;
    }
    let unknown = PaymentJob::ProviderEvent { provider_event_id: ProviderEventId(0) };
    jobs::push(&mut tx, &app.rng, &unknown, Some("unknown")).await.expect("a job");
    tx.commit().await.expect("committed");

    let worker = Worker::new(app.config.clone(), app.pool.clone(), app.clock.clone(), Rng::seeded(7));
    let worker = worker.expect("a configured worker");
    assert_eq!(worker.run_due_jobs().await.expect("the table answers"), 3);
    assert_eq!(row(&app, "unknown").await, ("Done".to_owned(), 1, false, "{\"Ok\": null}".to_owned()));
    let (status, attempts, _, result) = row(&app, "unsendable").await;
    assert_eq!(
        (status.as_str(), attempts, result.starts_with("{\"Err\": \"AbortError")),
        ("Killed", 1, true),
        "{result}"
    );
    let (status, attempts, is_later, result) = row(&app, "unsent").await;
    assert_eq!((status.as_str(), attempts, is_later), ("Failed", 1, true), "{result}");

    // The long pause of a failed job, not that of the machine.
    app.execute("UPDATE apalis.jobs SET run_at = now() + interval '1 hour' WHERE status = 'Failed'").await;
    assert_eq!(worker.run_due_jobs().await.expect("the table answers"), 0);
    app.execute("UPDATE apalis.jobs SET run_at = now() WHERE status = 'Failed'").await;
    assert_eq!(worker.run_due_jobs().await.expect("the table answers"), 1);
    assert_eq!(row(&app, "unsent").await.1, 2);
    let alive = "SELECT count(*) FROM apalis.workers WHERE last_seen > 'epoch'";
    assert_eq!(app.count(alive).await, 0, "no worker is there any more");
    app.end().await;
}

/// It has not failed, and no attempt is lost.
#[tokio::test]
async fn duty_released_at_shutdown_waits_again() {
    let app = TestApp::start().await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let duty = MaintenanceJob { schedule: "ledger".into() };
    jobs::push(&mut conn, &app.rng, &duty, Some("duty")).await.expect("a job");
    drop(conn);
    let mut locking = app.pool.begin().await.expect("a transaction");
    let lock = sqlx::query("LOCK TABLE restaurant_charge_invoices IN ACCESS EXCLUSIVE MODE");
    lock.execute(&mut *locking).await.expect("a lock that the duty waits for");
    let worker = |seed| Worker::new(app.config.clone(), app.pool.clone(), app.clock.clone(), Rng::seeded(seed));
    let stopped = worker(7).expect("a configured worker");
    let stop = async {
        app.becomes("SELECT count(*) FROM apalis.jobs WHERE status = 'Running'", 1).await;
        stopped.stopping.cancel();
    };
    let (attempts, ()) = tokio::join!(stopped.run_due_jobs(), stop);
    assert_eq!(attempts.expect("the table answers"), 1);
    let waiting =
        "SELECT count(*) FROM apalis.jobs WHERE idempotency_key = 'duty' AND status = 'Pending' AND attempts = 0";
    assert_eq!(app.count(waiting).await, 1);
    locking.rollback().await.expect("the lock is released");
    assert_eq!(worker(8).expect("a configured worker").run_due_jobs().await.expect("the table answers"), 1);
    let done = "SELECT count(*) FROM apalis.jobs WHERE idempotency_key = 'duty' AND status = 'Done' AND attempts = 1";
    assert_eq!(app.count(done).await, 1);
    app.end().await;
}

#[tokio::test]
async fn invalid_payload_is_killed_and_unknown_queue_waits() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, priority, metadata, idempotency_key)
         VALUES ('1', 'mail', '{}'::bytea, 'Pending', 0, 12, now(), 0, ''::hstore, 'payload'),
                ('2', 'faxes', '{}'::bytea, 'Pending', 0, 12, now(), 0, ''::hstore, 'queue')",
    )
    .await;
    let worker = Worker::new(app.config.clone(), app.pool.clone(), app.clock.clone(), Rng::seeded(7));
    let worker = worker.expect("a configured worker");
    assert_eq!(worker.run_due_jobs().await.expect("the table answers"), 1);
    let (status, attempts, ..) = row(&app, "payload").await;
    assert_eq!((status.as_str(), attempts), ("Killed", 1));
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs WHERE job_type = 'faxes' AND status = 'Pending'").await, 1);
    app.end().await;
}

#[tokio::test]
async fn work_once_sweeps_runs_what_is_due_and_ends() {
    let app = TestApp::start().await;
    let mut tx = app.pool.begin().await.expect("a transaction");
    let unknown = PaymentJob::ProviderEvent { provider_event_id: ProviderEventId(0) };
    jobs::push(&mut tx, &app.rng, &unknown, Some("due")).await.expect("a job");
    tx.commit().await.expect("committed");
    let ran = run_seki(&["work", "--once"], &app.variables()).await;
    assert_eq!((ran.code, row(&app, "due").await.0.as_str()), (0, "Done"), "{ran:?}");
    app.end().await;
}

#[tokio::test]
async fn work_once_stops_after_the_job_that_runs() {
    let app = TestApp::start().await;
    let mail_server = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    let mut tx = app.pool.begin().await.expect("a transaction");
    for uid in ["running", "next"] {
        queue_mail(&app, &mut tx, uid, "two_factor_code").await;
    }
    tx.commit().await.expect("committed");
    let mut variables = app.variables();
    let port = mail_server.local_addr().expect("a bound port").port();
    variables.insert("SMTP_URL".to_owned(), format!("smtp://127.0.0.1:{port}"));
    let mut work = seki_command(&["work", "--once"], &variables);
    let mut work = work.env("RUST_LOG", "info").stdout(Stdio::piped()).spawn().expect("seki runs");
    let mut log = BufReader::new(work.stdout.take().expect("a pipe")).lines();

    let (held, _) = mail_server.accept().await.expect("the first mail is being sent");
    let terminate = Command::new("kill").arg(work.id().expect("it runs").to_string()).status().await;
    assert!(terminate.expect("kill runs").success());
    while let Some(line) = log.next_line().await.expect("readable lines") {
        if line.contains("the worker stops after the job that runs") {
            break;
        }
    }
    drop((held, mail_server));
    while log.next_line().await.expect("readable lines").is_some() {}
    assert_eq!(work.wait().await.expect("it ends").code(), Some(0));
    let (status, attempts, ..) = row(&app, "running").await;
    assert_eq!((status.as_str(), attempts), ("Failed", 1));
    let waiting =
        "SELECT count(*) FROM apalis.jobs WHERE idempotency_key = 'next' AND status = 'Pending' AND attempts = 0";
    assert_eq!(app.count(waiting).await, 1);
    app.end().await;
}
