//! The worker's jobs on the admins' page.

use domain::ids::{CorrectionId, UserId};
use domain::money::Yen;
use domain::outbox::{mails, messages};
use domain::payments::actions;
use domain::payments::model::{ChargeKind, Subject};
use domain::settlement;
use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, SlotSpec, TestApp, cards, run_seki};

use super::lists::list;

const LETTERS: &str = "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at, last_result)
    VALUES ('01KILLED', 'mail', '{\"mail_delivery_id\":1}'::bytea, 'Killed', 1, 12, now(), now(),
                '{\"Err\":\"550 <hanako@seki.test> is unknown\"}'),
           ('01FAILED', 'sms', '{\"confirmation_uuid\":\"u\"}'::bytea, 'Failed', 6, 6, now(), now(), '{\"Err\":\"away\"}'),
           ('02FAILED', 'sms', '{\"confirmation_uuid\":\"w\"}'::bytea, 'Failed', 6, 6, now(), now(), '{\"Err\":\"away\"}'),
           ('01FAILING', 'mail', '{\"mail_delivery_id\":2}'::bytea, 'Failed', 2, 12, now() + interval '1 hour', NULL,
                '{\"Err\":\"call +81 90-1234-5678\"}'),
           ('01DONE', 'mail', '{\"mail_delivery_id\":3}'::bytea, 'Done', 1, 12, now(), now(), '{\"Ok\":null}')";

async fn setup() -> (TestApp, Persona) {
    let app = TestApp::start().await;
    app.execute(LETTERS).await;
    let admin = app.admin().await;
    (app, admin)
}

async fn page(admin: &Persona) -> Value {
    admin.get("/admin/jobs").await.data()
}

fn ids(jobs: &Value) -> Vec<&str> {
    let mut ids: Vec<_> = jobs.as_array().expect("jobs").iter().filter_map(|job| job["id"].as_str()).collect();
    ids.sort_unstable();
    ids
}

fn job_of(jobs: &Value, id: &str) -> Value {
    jobs.as_array().expect("jobs").iter().find(|job| job["id"] == id).expect(id).clone()
}

#[tokio::test]
async fn failed_jobs_are_shown_with_their_errors_and_without_people() {
    let (app, admin) = setup().await;
    let page = page(&admin).await;
    let dead = &page["first"]["rows"];
    assert_eq!((ids(dead), &page["first"]["total"]), (vec!["01FAILED", "01KILLED", "02FAILED"], &json!(3)));
    let killed = job_of(dead, "01KILLED");
    assert_eq!(
        (&killed["last_error"], &killed["about"]),
        (&json!("550 <…> is unknown"), &json!("{\"mail_delivery_id\":1}"))
    );
    let sms =
        page["queues"].as_array().expect("queues").iter().find(|queue| queue["queue"] == "sms").expect("sms").clone();
    assert_eq!((&sms["dead"], &sms["due"], &sms["workers"]), (&json!(2), &json!(0), &json!(0)));
    let of_queue = list(&admin, "dead_letters", &[("filter", r#"{"queue":"sms"}"#)]).await.is(200).json();
    assert_eq!(ids(&of_queue), ["01FAILED", "02FAILED"]);
    let failing = list(&admin, "jobs", &[("filter", r#"{"state":"failing"}"#)]).await.is(200).json();
    assert_eq!(ids(&failing), ["01FAILING"]);
    assert_eq!(failing[0]["last_error"], "call …");
    app.end().await;
}

#[tokio::test]
async fn jobs_are_retried_singly_or_by_queue_and_audited() {
    let (app, admin) = setup().await;
    let retried = admin.post("/admin/api/jobs/01KILLED/retry", &json!({})).await.is(200).json();
    assert_eq!((&retried["count"], &retried["message"]), (&json!(1), &json!("1件をもう一度実行します。")));
    admin.post("/admin/api/jobs/01KILLED/retry", &json!({})).await.refused(409, "job_moved_on");
    admin.post("/admin/api/jobs/01DONE/retry", &json!({})).await.refused(409, "job_moved_on");
    admin.post("/admin/api/jobs/nothing/retry", &json!({})).await.refused(404, "not_found");
    let soon = "SELECT count(*) FROM apalis.jobs WHERE id = '01FAILING' AND run_at <= now() AND attempts = 2";
    assert_eq!(app.count(soon).await, 0);
    admin.post("/admin/api/jobs/01FAILING/retry", &json!({})).await.is(200);
    assert_eq!(app.count(soon).await, 1, "its next attempt comes now, and its attempts are still counted");
    assert_eq!(admin.post("/admin/api/jobs/retry", &json!({ "queue": "sms" })).await.is(200).json()["count"], 2);
    assert_eq!(admin.post("/admin/api/jobs/retry", &json!({})).await.is(200).json()["count"], 0);
    admin.post("/admin/api/jobs/retry", &json!({ "queue": "nothing" })).await.refused(400, "invalid_input");
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs WHERE status = 'Pending' AND attempts = 0").await, 3);
    let kept = "SELECT count(*) FROM audit_events WHERE action = 'jobs_retried' AND actor = 'admin'";
    assert_eq!(app.count(kept).await, 3);
    let counts = "SELECT (detail->'queues'->>'sms')::bigint FROM audit_events WHERE detail->'queues' ? 'sms'";
    assert_eq!(app.count(counts).await, 2);
    app.end().await;
}

#[tokio::test]
async fn only_a_dead_letter_is_discarded() {
    let (app, admin) = setup().await;
    admin.delete("/admin/api/jobs/01FAILING").await.refused(409, "job_moved_on");
    admin.delete("/admin/api/jobs/01DONE").await.refused(409, "job_moved_on");
    admin.delete("/admin/api/jobs/nothing").await.refused(404, "not_found");
    assert_eq!(admin.delete("/admin/api/jobs/01FAILED").await.is(200).json()["count"], 1);
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs").await, 4);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'jobs_discarded'").await, 1);
    for stranger in [app.diner("kenji").await, app.anonymous()] {
        stranger.get("/admin/jobs").await.refused(401, "sign_in_required");
        stranger.get("/admin/health").await.refused(401, "sign_in_required");
        stranger.post("/admin/api/jobs/retry", &json!({})).await.refused(401, "sign_in_required");
        stranger.delete("/admin/api/jobs/01KILLED").await.refused(401, "sign_in_required");
    }
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs").await, 4);
    app.end().await;
}

/// An operator decides by the kind of a mail, and by the account and booking that it concerns.
#[tokio::test]
async fn each_job_names_its_subject() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let booking = hanako.book(&restaurant, &slot, 1).await;
    app.execute(
        "DELETE FROM apalis.jobs;
         INSERT INTO mail_deliveries (id, uid, template, locale, recipient, user_id, reservation_id, context, created_at)
         SELECT 901, 'one', 'reservation_accepted', 'ja', 'hanako@seki.test', user_id, id, '{}', created_at FROM reservations;
         INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at)
         VALUES ('MAIL', 'mail', '{\"mail_delivery_id\":901}'::bytea, 'Killed', 1, 12, now(), now()),
                ('DRAW', 'raffle_draws', '{\"restaurant_id\":1,\"raffle_round_uid\":\"r1\"}'::bytea, 'Killed', 1, 12, now(), now()),
                ('MONEY', 'payment', '{\"type\":\"settle\",\"subject_kind\":\"reservation\",\"restaurant_id\":1,\"subject_id\":1}'::bytea,
                 'Killed', 1, 14, now(), now()),
                ('GONE', 'mail', '{\"mail_delivery_id\":999}'::bytea, 'Killed', 1, 12, now(), now())",
    )
    .await;
    let admin = app.admin().await;
    let dead = page(&admin).await["first"]["rows"].clone();
    let mail = job_of(&dead, "MAIL");
    assert_eq!((&mail["subject_kind"], &mail["reservation_uid"]), (&json!("reservation_accepted"), &json!(booking)));
    assert_eq!((&mail["restaurant_slug"], mail["user_uid"].is_string()), (&json!("sushi-test"), true));
    let user = format!("/admin/users/{}", mail["user_uid"].as_str().expect("a uid"));
    admin.get(&user).await.is(200);
    let draw = job_of(&dead, "DRAW");
    assert_eq!((&draw["restaurant_slug"], &draw["raffle_round_uid"]), (&json!("sushi-test"), &json!("r1")));
    let money = job_of(&dead, "MONEY");
    assert_eq!((&money["subject_kind"], &money["reservation_uid"]), (&json!("reservation"), &json!(booking)));
    assert_eq!(job_of(&dead, "GONE")["subject_kind"], Value::Null);

    let of_shell: Value =
        serde_json::from_str(&run_seki(&["jobs", "show", "MAIL", "--json"], &app.variables()).await.stdout)
            .expect("a job");
    let subject = json!({
        "kind": mail["subject_kind"],
        "user_uid": mail["user_uid"],
        "reservation_uid": mail["reservation_uid"],
        "restaurant_slug": mail["restaurant_slug"],
        "raffle_round_uid": mail["raffle_round_uid"],
    });
    assert_eq!((&of_shell["id"], &of_shell["subject"]), (&json!("MAIL"), &subject));
    // The planted mail belongs to no notification.
    app.end_unverified().await;
}

/// The five queues that the specification of the operator names, among the others.
#[tokio::test]
async fn each_queue_is_on_the_page() {
    let (app, admin) = setup().await;
    let page = page(&admin).await;
    let queues: Vec<_> =
        page["queues"].as_array().expect("queues").iter().map(|queue| queue["queue"].clone()).collect();
    for queue in ["phone", "raffle_draws", "stock_refills", "round_plans", "release_mails"] {
        assert!(queues.contains(&json!(queue)), "{queue} in {queues:?}");
        let filter = json!({ "queue": queue }).to_string();
        assert_eq!(list(&admin, "dead_letters", &[("filter", &filter)]).await.is(200).json(), json!([]), "{queue}");
    }
    app.end().await;
}

#[tokio::test]
async fn discarded_raffle_job_returns_until_drawn() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at)
         VALUES ('DRAW', 'raffle_draws', '{\"restaurant_id\":1,\"raffle_round_uid\":\"r1\"}'::bytea, 'Killed', 1, 12, now(), now())",
    )
    .await;
    let admin = app.admin().await;
    let report = admin.delete("/admin/api/jobs/DRAW").await.is(200).json();
    assert_eq!(report["message"], "1件を破棄しました。期限が来た抽選は自動で再実行されます。");
    app.end().await;
}

/// Unsent mails, each with the dead letter of its job.
const UNSENT: &str = "
    INSERT INTO mail_deliveries (id, uid, template, locale, recipient, context, is_bulk, created_at)
    VALUES (901, 'one', 'two_factor_code', 'ja', 'hanako@seki.test', '{}', false, '2026-12-01T00:00:00Z'),
           (902, 'many', 'announcement', 'ja', 'hanako@seki.test', '{}', true, '2026-12-01T00:00:00Z'),
           (903, 'other', 'two_factor_code', 'ja', 'kenji@seki.test', '{}', false, '2026-12-01T00:00:00Z');
    INSERT INTO sms_deliveries (id, uid, template, locale, phone_e164, reservation_id, created_at)
    VALUES (901, 'text', 'invitation', 'ja', '+819011112222', 1, '2026-12-01T00:00:00Z');
    INSERT INTO apalis.jobs (id, job_type, job, idempotency_key, status, attempts, max_attempts, run_at, done_at)
    VALUES ('ONE', 'mail', '{\"mail_delivery_id\":901}'::bytea, 'mail:one', 'Killed', 1, 12, now(), now()),
           ('MANY', 'bulk_mail', '{\"mail_delivery_id\":902}'::bytea, 'mail:many', 'Failed', 12, 12, now(), now()),
           ('OTHER', 'mail', '{\"mail_delivery_id\":903}'::bytea, 'mail:other', 'Killed', 1, 12, now(), now()),
           ('TEXT', 'sms', '{\"sms_delivery_id\":901}'::bytea, 'text:text', 'Failed', 6, 6, now(), now())";

#[tokio::test]
async fn discarded_jobs_are_never_enqueued_again() {
    let app = TestApp::start().await;
    app.execute(UNSENT).await;
    let admin = app.admin().await;
    for id in ["ONE", "MANY", "TEXT"] {
        let report = admin.delete(&format!("/admin/api/jobs/{id}")).await.is(200).json();
        assert_eq!((&report["count"], &report["message"]), (&json!(1), &json!("1件を破棄しました。")), "{id}");
    }
    let swept = mails::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep");
    let texts = messages::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep");
    assert_eq!((swept, texts), (0, 0));
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs").await, 1, "nothing comes back");
    let dropped = "SELECT (SELECT count(*) FROM mail_deliveries WHERE id IN (901, 902) AND dropped_at IS NOT NULL)
                        + (SELECT count(*) FROM sms_deliveries WHERE dropped_at IS NOT NULL)";
    assert_eq!(app.count(dropped).await, 3);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE id = 903 AND dropped_at IS NULL").await, 1);
    app.end().await;
}

/// Discarding a job does not give up its payment: the response states this, and the sweeper queries the provider again.
#[tokio::test]
async fn discarded_payment_job_returns_until_settled() {
    let app = TestApp::start().await;
    app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    app.drain_jobs().await;
    let diner = UserId(app.count("SELECT min(id) FROM users").await);
    let subject = Subject::Correction(None, CorrectionId(1));
    let mut tx = app.pool.begin().await.expect("a transaction");
    let charge = [(ChargeKind::Correction, Yen(500))];
    actions::plan(&mut tx, &app.rng, app.now(), subject, diner, &charge).await.expect("a plan");
    tx.commit().await.expect("committed");
    app.advance(20);
    assert_eq!(settlement::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep"), 1);
    app.execute("UPDATE apalis.jobs SET id = 'MONEY', status = 'Killed' WHERE status = 'Pending'").await;
    let admin = app.admin().await;
    let report = admin.delete("/admin/api/jobs/MONEY").await.is(200).json();
    assert_eq!(report["message"], "1件を破棄しました。未確定の決済は自動で再確認されます。");
    assert_eq!(settlement::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep"), 1);
    app.drain_jobs().await;
    assert_eq!(app.count("SELECT count(*) FROM charges WHERE status = 'succeeded'").await, 1);
    app.end().await;
}
