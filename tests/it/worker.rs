//! The worker: takes over jobs of dead workers, finds lost jobs, isolates its queues, and fires schedules once.

mod dedicated;
mod due;
mod failures;
mod messages;
mod queues;
mod reminders;
mod reports;
mod schedules;

use domain::ids::MailDeliveryId;
use domain::jobs::{self, BulkMailJob, MailJob};
use serde_json::json;
use sqlx::PgConnection;
use tests::{DAY, Options, RestaurantSpec, Result, TemplateSpec, TestApp};

/// Inserts an old mail of a diner's action, with or without one of our templates.
async fn write_mail(conn: &mut PgConnection, app: &TestApp, uid: &str, template: &str) -> Result<MailDeliveryId> {
    let id = sqlx::query_scalar(
        "INSERT INTO mail_deliveries (uid, template, locale, recipient, context, created_at)
         VALUES ($1, $2, 'ja', 'hanako@seki.test', '{\"challenge_uid\": \"C\"}', $3) RETURNING id",
    );
    let written_at = app.now() - chrono::Duration::minutes(2);
    Ok(id.bind(uid).bind(template).bind(written_at).fetch_one(conn).await?)
}

#[tokio::test]
async fn a_mail_without_a_job_is_found_and_sent_once() -> Result<()> {
    let app = TestApp::with_worker().await;
    write_mail(&mut *app.pool.acquire().await?, &app, "Mlost", "two_factor_code").await?;
    let mail = app.outside.message_to("hanako@seki.test", 0).await;
    assert_eq!(mail["subject"], "【席】認証コード");
    app.becomes("SELECT count(*) FROM mail_deliveries WHERE sent_at IS NOT NULL", 1).await;
    assert_eq!(app.outside.inbox("hanako@seki.test").await.len(), 1);
    app.end().await;
    Ok(())
}

#[tokio::test]
async fn a_mail_to_one_person_never_waits_behind_mails_to_many() {
    const MANY: i64 = 2_000;
    let app = TestApp::start().await;
    app.diner("hanako").await;
    let mut tx = app.pool.begin().await.expect("a transaction");
    let written: Vec<(MailDeliveryId, String)> = sqlx::query_as(
        "INSERT INTO mail_deliveries (uid, template, locale, recipient, context, created_at, is_bulk)
         SELECT 'many' || n, 'two_factor_code', 'ja', 'reader' || n || '@seki.test', '{\"challenge_uid\": \"C\"}', $2, true
         FROM generate_series(1, $1) n RETURNING id, uid",
    )
    .bind(MANY)
    .bind(app.now())
    .fetch_all(&mut *tx)
    .await
    .expect("mails to many");
    for (mail_delivery_id, uid) in written {
        let job = BulkMailJob { mail_delivery_id };
        jobs::push(&mut tx, &app.rng, &job, Some(&format!("mail:{uid}"))).await.expect("a job");
    }
    tx.commit().await.expect("committed");
    let forgotten = json!({ "user": { "email": "hanako@seki.test" } });
    app.anonymous().post("/users/password", &forgotten).await.is(200);
    let worker = app.start_worker();
    app.becomes("SELECT count(*) FROM mail_deliveries WHERE NOT is_bulk AND sent_at IS NOT NULL", 1).await;
    let waiting = app.count("SELECT count(*) FROM mail_deliveries WHERE is_bulk AND sent_at IS NULL").await;
    assert!(waiting > MANY / 2, "{waiting} of {MANY} wait when the link for a new password is sent");
    worker.abandon();
    app.end().await;
}

#[tokio::test]
async fn a_mail_to_many_without_a_job_keeps_its_queue() -> Result<()> {
    let app = TestApp::with_worker().await;
    let mut tx = app.pool.begin().await?;
    let id = write_mail(&mut tx, &app, "Mmany", "two_factor_code").await?;
    sqlx::query("UPDATE mail_deliveries SET is_bulk = true WHERE id = $1").bind(id).execute(&mut *tx).await?;
    tx.commit().await?;
    app.becomes("SELECT count(*) FROM mail_deliveries WHERE sent_at IS NOT NULL", 1).await;
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs WHERE job_type = 'bulk_mail'").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs").await, 1);
    app.end().await;
    Ok(())
}

#[tokio::test]
async fn permanent_errors_become_dead_letters_immediately() -> Result<()> {
    let app = TestApp::with_worker().await;
    let mut tx = app.pool.begin().await?;
    let id = write_mail(&mut tx, &app, "Mbad", "no_such_mail").await?;
    jobs::push(&mut tx, &app.rng, &MailJob { mail_delivery_id: id }, Some("mail:Mbad")).await?;
    jobs::push(&mut tx, &app.rng, &MailJob { mail_delivery_id: id }, Some("mail:Mbad")).await?;
    tx.commit().await?;
    app.becomes("SELECT count(*) FROM apalis.jobs WHERE status = 'Killed' AND attempts = 1", 1).await;
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs").await, 1, "one key is one job");
    app.end().await;
    Ok(())
}

#[tokio::test]
async fn rolled_back_action_leaves_no_job() -> Result<()> {
    let app = TestApp::with_worker().await;
    let mut tx = app.pool.begin().await?;
    jobs::push(&mut tx, &app.rng, &MailJob { mail_delivery_id: MailDeliveryId(1) }, None).await?;
    tx.rollback().await?;
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs").await, 0);
    app.end().await;
    Ok(())
}

#[tokio::test]
async fn the_jobs_of_a_dead_worker_are_taken_over() -> Result<()> {
    let app = TestApp::with_worker().await;
    let mut tx = app.pool.begin().await?;
    let id = write_mail(&mut tx, &app, "Mheld", "two_factor_code").await?;
    let dead = "INSERT INTO apalis.workers (id, worker_type, storage_name, layers, last_seen)
                VALUES ('mail-dead', 'mail', 'PostgresStorage', '', now() - interval '1 minute')";
    sqlx::query(dead).execute(&mut *tx).await?;
    let held = "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, priority, metadata,
                    idempotency_key, lock_by, lock_at)
                VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'mail', $1, 'Running', 0, 12, now() - interval '1 minute', 0,
                    ''::hstore, 'mail:Mheld', 'mail-dead', now() - interval '1 minute')";
    let job = serde_json::to_vec(&MailJob { mail_delivery_id: id })?;
    sqlx::query(held).bind(job).execute(&mut *tx).await?;
    tx.commit().await?;
    app.becomes("SELECT count(*) FROM apalis.jobs WHERE status = 'Done'", 1).await;
    assert_eq!(app.outside.inbox("hanako@seki.test").await.len(), 1);
    app.end().await;
    Ok(())
}

#[tokio::test]
async fn nightly_refill_runs_once_and_respects_staff_deletions() -> Result<()> {
    const SLOTS: &str = "SELECT count(*) FROM online_stock_groups WHERE deleted_at IS NULL";
    let app = TestApp::with(Options { workers: 2, ..Options::STANDARD }).await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    app.template(&admin, &restaurant, TemplateSpec::default()).await;
    // Today and ninety days; the first night comes on the next day.
    let mut nights = 0;
    for days in [1, 1, 5, 7, 16] {
        app.advance(days * DAY);
        nights += days;
        tests::eventually("ninety days ahead are filled", || async {
            let last = sqlx::query_scalar("SELECT max(date) FROM online_stock_groups").fetch_one(&app.pool).await;
            last.is_ok_and(|last: Option<chrono::NaiveDate>| last == Some(app.day(90)))
        })
        .await;
    }
    assert_eq!(app.count(SLOTS).await, 91 + nights - 1);
    let doubles = "SELECT count(*) FROM (SELECT 1 FROM online_stock_groups GROUP BY date HAVING count(*) > 1) d";
    assert_eq!(app.count(doubles).await, 0);

    let (uid, stocks): (String, Vec<i64>) = sqlx::query_as(
        "SELECT o.uid, array_agg(s.id) FROM online_stock_groups o
         JOIN online_stocks s ON s.online_stock_group_id = o.id WHERE o.date = $1 GROUP BY o.uid",
    )
    .bind(app.day(5))
    .fetch_one(&app.pool)
    .await?;
    let ids = stocks.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let owner = app.owner(&restaurant).await;
    owner.delete(&format!("/owners/api/online_stock_groups/{uid}?online_stock_ids={ids}")).await.is(200);
    let before = app.count(SLOTS).await;
    app.advance(DAY);
    app.becomes("SELECT count(*) FROM audit_events WHERE action = 'slots_refilled'", 6).await;
    assert_eq!(app.count(SLOTS).await, before + 1, "the next day, and not the slot that staff deleted");
    app.verify().await;
    app.end().await;
    Ok(())
}
