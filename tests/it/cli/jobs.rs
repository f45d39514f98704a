//! `seki jobs` and `seki holds`.

use domain::jobs::queries::{self, JobFilter, JobSelector, JobState};
use tests::TestApp;

const LETTERS: &str =
    "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, done_at, last_result)
    VALUES ('01KILLED', 'mail', '{\"mail_delivery_id\":1}'::bytea, 'Killed', 1, 12, now(), '{\"Err\":\"unknown\"}'),
           ('01FAILED', 'sms', '{\"confirmation_uuid\":\"u\"}'::bytea, 'Failed', 6, 6, now(), '{\"Err\":\"away\"}'),
           ('01RETRIED', 'mail', '{\"mail_delivery_id\":2}'::bytea, 'Failed', 2, 12, now(), '{\"Err\":\"away\"}'),
           ('01DONE', 'mail', '{\"mail_delivery_id\":3}'::bytea, 'Done', 1, 12, now(), '{\"Ok\":null}')";

#[tokio::test]
async fn dead_letters_are_listed_and_tried_again_from_the_beginning() {
    let app = TestApp::start().await;
    app.execute(LETTERS).await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let dead = queries::list(&mut conn, JobFilter { state: Some(JobState::Dead), ..JobFilter::default() }, 10)
        .await
        .expect("a list");
    let mut ids: Vec<_> = dead.iter().map(|job| job.id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["01FAILED", "01KILLED"]);
    let mail = queries::list(
        &mut conn,
        JobFilter { queue: Some("mail"), state: Some(JobState::Failing), ..JobFilter::default() },
        10,
    );
    assert_eq!(mail.await.expect("a list")[0].payload["mail_delivery_id"], 2);

    assert!(
        queries::replay(&mut conn, JobSelector::One("01RETRIED")).await.expect("a replay").is_empty(),
        "it is not dead"
    );
    assert!(queries::replay(&mut conn, JobSelector::One("01DONE")).await.expect("a replay").is_empty(), "it is done");
    assert_eq!(queries::replay(&mut conn, JobSelector::One("01FAILED")).await.expect("a replay"), ["sms"]);
    let job =
        &queries::list(&mut conn, JobFilter { id: Some("01FAILED"), ..JobFilter::default() }, 1).await.expect("it")[0];
    assert_eq!((job.status.as_str(), job.attempts, job.done_at, job.state), ("Pending", 0, None, JobState::Waiting));
    assert_eq!(queries::replay(&mut conn, JobSelector::All).await.expect("a replay"), ["mail"]);
    let dead = queries::list(&mut conn, JobFilter { state: Some(JobState::Dead), ..JobFilter::default() }, 10)
        .await
        .expect("a list");
    assert!(dead.is_empty());
    drop(conn);
    app.end().await;
}

#[tokio::test]
async fn queue_status_is_listed() {
    let app = TestApp::start().await;
    app.execute(LETTERS).await;
    app.execute("UPDATE apalis.jobs SET run_at = now() + interval '1 hour' WHERE id = '01RETRIED'").await;
    let stats = queries::stats(&mut app.pool.acquire().await.expect("a connection")).await.expect("statistics");
    let mail = stats.iter().find(|queue| queue.queue == "mail").expect("the mail queue");
    assert_eq!((mail.due, mail.scheduled, mail.running, mail.done_last_hour, mail.dead), (0, 1, 0, 1, 1));
    assert_eq!((mail.workers, mail.oldest_due_seconds), (0, None));
    assert_eq!(stats.len(), 11, "queues without jobs are listed too");
    let triggers = queries::triggers(&mut app.pool.acquire().await.expect("a connection")).await.expect("triggers");
    assert!(triggers.has_table && triggers.has_retry_policy && !triggers.has_notify);
    app.end().await;
}
