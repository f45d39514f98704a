//! An announcement that is going out is stopped, and resumed for the recipients who have not received it.

use ::worker::Worker;
use domain::announcements::send::send_due;
use domain::audit::Actor;
use domain::jobs::queries::JobSelector;
use domain::maintenance;
use domain::outbox::mails;
use domain::rng::Rng;
use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, TestApp};

use crate::owner::people::announcements::{LIST, Setup, setup};

const READERS: [&str; 3] = ["hanako", "kenji", "emma"];
const WAITING: &str =
    "SELECT count(*) FROM mail_deliveries WHERE template = 'announcement' AND sent_at IS NULL AND dropped_at IS NULL";

/// Runs the worker's sweep of announcements once.
async fn sweep(app: &TestApp) -> usize {
    send_due(&app.pool, &app.rng, app.now()).await.expect("a sweep")
}

async fn detail(owner: &Persona, id: i64) -> Value {
    owner.get(&format!("/owners/api/announcements/{id}")).await.data()
}

/// The parts of the progress, which must add up.
fn parts(progress: &Value) -> [i64; 4] {
    let part = |name: &str| progress[name].as_i64().unwrap_or_else(|| panic!("{name} of {progress}"));
    let counted = ["sent", "left", "stopped", "failed", "skipped"].iter().map(|name| part(name)).sum::<i64>();
    assert_eq!(counted, part("recipients"), "{progress}");
    [part("sent"), part("left"), part("stopped"), part("skipped")]
}

/// The number of mails of each reader, in the order of `READERS`.
async fn inboxes(app: &TestApp) -> [usize; 3] {
    let mut counts = [0; 3];
    for (count, name) in counts.iter_mut().zip(READERS) {
        *count = app.outside.inbox(&format!("{name}@seki.test")).await.len();
    }
    counts
}

/// Confirms a new announcement to three readers; the worker has written its mails, and sent none.
async fn going_out(setup: &Setup) -> i64 {
    let id = setup.saved(json!({})).await;
    setup.owner.post(&format!("{LIST}/{id}/confirm"), &json!({})).await.is(200);
    assert_eq!(sweep(&setup.app).await, 3);
    id
}

#[tokio::test]
async fn stopped_announcement_sends_no_waiting_mail() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    let id = going_out(&setup).await;
    assert_eq!(detail(owner, id).await["status"], "sending", "no mail has left yet");
    let stop = format!("{LIST}/{id}/stop");
    let answer = owner.post(&stop, &json!({})).await.is(200).json();
    assert_eq!(answer["message"], "配信を停止しました。まだ送信していないメールは送られません。");
    owner.post(&stop, &json!({})).await.refused(422, "announcement_not_sending");

    // A worker takes up the mails before the sweep drops them.
    let shown = detail(owner, id).await;
    assert_eq!((&shown["status"], parts(&shown["progress"])), (&json!("stopping"), [0, 3, 0, 0]));
    owner.post(&format!("{LIST}/{id}/resume"), &json!({})).await.refused(422, "announcement_not_stopped");
    let worker =
        Worker::new(app.config.clone(), app.pool.clone(), app.clock.clone(), Rng::seeded(7)).expect("a worker");
    worker.run_due_jobs().await.expect("the jobs run");
    sweep(app).await;
    let shown = detail(owner, id).await;
    assert_eq!((&shown["status"], parts(&shown["progress"])), (&json!("stopped"), [0, 0, 3, 0]));
    assert!(shown["stopped_at"].is_string(), "{shown}");
    app.advance(120);
    assert_eq!(mails::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep"), 0, "nothing comes back");
    app.drain_jobs().await;
    assert_eq!((inboxes(app).await, app.count(WAITING).await), ([0; 3], 0));
    let audited = "SELECT count(*) FROM audit_events WHERE action = 'announcement.stopped' AND actor = 'owner'
                   AND detail @> '{\"left\": 3, \"sent\": 0}'";
    assert_eq!(app.count(audited).await, 1);
    setup.app.end().await;
}

#[tokio::test]
async fn recipients_without_a_written_mail_are_stopped_too() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    let id = setup.saved(json!({})).await;
    owner.post(&format!("{LIST}/{id}/confirm"), &json!({})).await.is(200);
    owner.submit(&format!("{LIST}/{id}/stop"), &[]).await.goes_to(LIST);
    assert_eq!(sweep(app).await, 0, "a batch checks the status");
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'announcement'").await, 0);
    assert_eq!(parts(&detail(owner, id).await["progress"]), [0, 0, 3, 0]);
    owner.post(&format!("{LIST}/{id}/resume"), &json!({})).await.is(200);
    setup.send_out().await;
    assert_eq!((inboxes(app).await, &detail(owner, id).await["status"]), ([1; 3], &json!("sent")));
    setup.app.end().await;
}

/// A batch of recipients whose accounts are deleted does not look like the end.
#[tokio::test]
async fn recipients_without_an_account_count_in_their_batch() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    let id = setup.saved(json!({})).await;
    owner.post(&format!("{LIST}/{id}/confirm"), &json!({})).await.is(200);
    app.execute(
        "UPDATE customers SET type = 'OfflineCustomer', user_id = NULL
         WHERE id IN (SELECT customer_id FROM announcement_recipients ORDER BY customer_id LIMIT 2)",
    )
    .await;
    assert_eq!((sweep(app).await, sweep(app).await), (3, 0));
    assert_eq!(app.count(WAITING).await, 1);
    assert_eq!(parts(&detail(owner, id).await["progress"]), [0, 1, 0, 2]);
    setup.app.end().await;
}

#[tokio::test]
async fn resumed_announcement_reaches_only_those_without_it() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    let id = going_out(&setup).await;
    // One mail leaves; the others wait.
    app.execute(
        "UPDATE apalis.jobs SET run_at = now() + interval '1 hour' WHERE job_type = 'bulk_mail'
         AND id <> (SELECT min(id) FROM apalis.jobs WHERE job_type = 'bulk_mail')",
    )
    .await;
    let worker =
        Worker::new(app.config.clone(), app.pool.clone(), app.clock.clone(), Rng::seeded(7)).expect("a worker");
    worker.run_due_jobs().await.expect("the jobs run");
    let admin = app.admin().await;
    let page = format!("/admin/announcements/{id}");
    assert_eq!(parts(&admin.get(&format!("{page}/release")).await.data()["progress"]), [1, 2, 0, 0]);
    admin.post(&format!("{page}/stop"), &json!({})).await.is(200);
    sweep(app).await;
    assert_eq!(parts(&detail(owner, id).await["progress"]), [1, 0, 2, 0]);

    // A reader who unsubscribes meanwhile gets none.
    let unread = "UPDATE customers SET subscribe_to_announcements = false WHERE id = (
        SELECT max(customer_id) FROM announcement_recipients WHERE stopped_at IS NOT NULL)";
    app.execute(unread).await;
    admin.post(&format!("{page}/resume"), &json!({})).await.is(200);
    admin.post(&format!("{page}/resume"), &json!({})).await.refused(422, "announcement_not_stopped");
    app.execute("UPDATE apalis.jobs SET run_at = now() - interval '1 second' WHERE job_type = 'bulk_mail'").await;
    setup.send_out().await;
    let shown = detail(owner, id).await;
    assert_eq!((&shown["status"], parts(&shown["progress"])), (&json!("sent"), [2, 0, 0, 1]));
    let mut received = inboxes(app).await;
    received.sort_unstable();
    assert_eq!(received, [0, 1, 1], "no one gets it twice");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'announcement.resumed'").await, 1);
    setup.app.end().await;
}

/// Makes the job of hanako's mail a dead letter.
async fn kill_one_job(app: &TestApp) {
    app.execute(
        "UPDATE apalis.jobs SET status = 'Killed', attempts = max_attempts, done_at = now() WHERE idempotency_key = (
             SELECT 'mail:' || uid FROM mail_deliveries WHERE template = 'announcement' AND recipient = 'hanako@seki.test')",
    )
    .await;
}

/// Discards all dead letters.
async fn discard(app: &TestApp) {
    let mut tx = app.pool.begin().await.expect("a transaction");
    let (now, actor) = (app.now(), Actor::CommandLine);
    let discarded = maintenance::jobs::discard(&mut tx, now, actor, JobSelector::All).await.expect("a discard");
    tx.commit().await.expect("committed");
    assert_eq!(discarded.ids.len(), 1);
}

#[tokio::test]
async fn mail_discarded_after_a_stop_stays_unsent_when_resumed() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    let id = going_out(&setup).await;
    kill_one_job(app).await;
    owner.post(&format!("{LIST}/{id}/stop"), &json!({})).await.is(200);
    sweep(app).await;
    assert_eq!(parts(&detail(owner, id).await["progress"]), [0, 0, 3, 0]);
    discard(app).await;
    let shown = detail(owner, id).await;
    assert_eq!((parts(&shown["progress"]), &shown["progress"]["failed"]), ([0, 0, 2, 0], &json!(1)));
    owner.post(&format!("{LIST}/{id}/resume"), &json!({})).await.is(200);
    setup.send_out().await;
    assert_eq!(inboxes(app).await, [0, 1, 1]);
    let shown = detail(owner, id).await;
    assert_eq!((&shown["status"], parts(&shown["progress"])), (&json!("sent"), [2, 0, 0, 0]));
    setup.app.end().await;
}

#[tokio::test]
async fn mail_discarded_before_a_stop_stays_unsent_when_resumed() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    let id = going_out(&setup).await;
    kill_one_job(app).await;
    discard(app).await;
    app.advance(30);
    owner.post(&format!("{LIST}/{id}/stop"), &json!({})).await.is(200);
    sweep(app).await;
    assert_eq!(parts(&detail(owner, id).await["progress"]), [0, 0, 2, 0]);
    owner.post(&format!("{LIST}/{id}/resume"), &json!({})).await.is(200);
    setup.send_out().await;
    assert_eq!(inboxes(app).await, [0, 1, 1]);
    setup.app.end().await;
}

/// An erased account's mail has neither an address nor contents.
#[tokio::test]
async fn mail_of_an_erased_account_stays_unsent_when_resumed() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    let id = going_out(&setup).await;
    owner.post(&format!("{LIST}/{id}/stop"), &json!({})).await.is(200);
    sweep(app).await;
    app.execute("UPDATE mail_deliveries SET recipient = '', context = '{}' WHERE recipient = 'hanako@seki.test'").await;
    owner.post(&format!("{LIST}/{id}/resume"), &json!({})).await.is(200);
    setup.send_out().await;
    assert_eq!((inboxes(app).await, app.count(WAITING).await), ([0, 1, 1], 0));
    setup.app.end().await;
}

#[tokio::test]
async fn mail_whose_job_runs_during_a_resume_is_sent() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    let id = going_out(&setup).await;
    owner.post(&format!("{LIST}/{id}/stop"), &json!({})).await.is(200);
    sweep(app).await;
    // This job has read that its mail is dropped, and has not ended yet.
    app.execute("UPDATE apalis.jobs SET status = 'Running' WHERE id = (SELECT min(id) FROM apalis.jobs WHERE job_type = 'bulk_mail')")
        .await;
    owner.post(&format!("{LIST}/{id}/resume"), &json!({})).await.is(200);
    sweep(app).await;
    app.execute("UPDATE apalis.jobs SET status = 'Done', done_at = now() WHERE status = 'Running'").await;
    app.advance(61);
    assert_eq!(mails::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep"), 1);
    app.drain_jobs().await;
    sweep(app).await;
    assert_eq!((inboxes(app).await, &detail(owner, id).await["status"]), ([1; 3], &json!("sent")));
    setup.app.end().await;
}

#[tokio::test]
async fn announcement_stopped_by_an_admin_is_resumed_by_admins_only() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    let id = going_out(&setup).await;
    let admin = app.admin().await;
    let resume = format!("{LIST}/{id}/resume");
    admin.post(&format!("/admin/announcements/{id}/stop"), &json!({})).await.is(200);
    sweep(app).await;
    owner.post(&resume, &json!({})).await.refused(403, "announcement_stopped_by_admin");
    admin.post(&format!("/admin/announcements/{id}/resume"), &json!({})).await.is(200);

    // The next stop is the owner's own.
    owner.post(&format!("{LIST}/{id}/stop"), &json!({})).await.is(200);
    sweep(app).await;
    owner.post(&resume, &json!({})).await.is(200);
    setup.app.end().await;
}

#[tokio::test]
async fn stopped_announcement_is_not_sent_again() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    app.sign_in_admin_as_well(owner).await;
    let id = going_out(&setup).await;
    owner.post(&format!("{LIST}/{id}/stop"), &json!({})).await.is(200);
    for _ in ["stopping", "stopped"] {
        let again = json!({ "resend_count": 1 });
        owner.post(&format!("{LIST}/{id}/resend"), &again).await.refused(422, "announcement_stopped");
        sweep(app).await;
    }
    setup.app.end().await;
}

#[tokio::test]
async fn strangers_neither_stop_nor_resume() {
    let setup = setup().await;
    let Setup { app, owner, restaurant, .. } = &setup;
    let elsewhere = RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() };
    let (_, neighbour) = app.restaurant_and_owner(elsewhere).await;
    let forcing = app.owner(restaurant).await;
    app.sign_in_admin_as_well(&forcing).await;
    let forced = json!({ "subject_type": "event", "body": "臨時休業", "include_unsubscribed_customers": true });
    forcing.post(LIST, &json!({ "announcement": forced })).await.is(200);
    let id = app.count("SELECT max(id) FROM announcements").await;
    for action in ["stop", "resume"] {
        let path = format!("{LIST}/{id}/{action}");
        neighbour.post(&path, &json!({})).await.refused(404, "not_found");
        app.anonymous().post(&path, &json!({})).await.refused(401, "sign_in_required");
        owner.post(&format!("/admin/announcements/{id}/{action}"), &json!({})).await.refused(401, "sign_in_required");
        let code = if action == "stop" { "announcement_not_sending" } else { "announcement_not_stopped" };
        owner.post(&path, &json!({})).await.refused(422, code);
    }
    forcing.post(&format!("{LIST}/{id}/confirm"), &json!({})).await.is(200);
    owner.post(&format!("{LIST}/{id}/stop"), &json!({})).await.is(200);
    sweep(app).await;
    owner.post(&format!("{LIST}/{id}/resume"), &json!({})).await.refused(403, "admin_only");
    forcing.post(&format!("{LIST}/{id}/resume"), &json!({})).await.is(200);
    setup.app.end().await;
}
