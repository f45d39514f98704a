//! The worker's jobs on the operator's page.

use serde_json::{Value, json};
use tests::{Persona, TestApp};

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
    let admin = app.anonymous();
    app.admin_beside(&admin).await;
    (app, admin)
}

async fn shown(admin: &Persona, query: &str) -> Value {
    admin.get(&format!("/admin/jobs{query}")).await.is(200).json()["data"].clone()
}

fn ids(page: &Value) -> Vec<&str> {
    let mut ids: Vec<_> = page["jobs"].as_array().expect("jobs").iter().filter_map(|job| job["id"].as_str()).collect();
    ids.sort_unstable();
    ids
}

#[tokio::test]
async fn failed_jobs_are_shown_with_their_errors_and_without_people() {
    let (app, admin) = setup().await;
    let dead = shown(&admin, "").await;
    assert_eq!(ids(&dead), ["01FAILED", "01KILLED", "02FAILED"]);
    let killed = dead["jobs"].as_array().expect("jobs").iter().find(|job| job["id"] == "01KILLED").expect("it").clone();
    assert_eq!(
        (&killed["last_error"], &killed["about"]),
        (&json!("550 <…> is unknown"), &json!("{\"mail_delivery_id\":1}"))
    );
    let sms =
        dead["queues"].as_array().expect("queues").iter().find(|queue| queue["queue"] == "sms").expect("sms").clone();
    assert_eq!((&sms["dead"], &sms["due"], &sms["workers"]), (&json!(2), &json!(0), &json!(0)));
    assert_eq!(ids(&shown(&admin, "?queue=sms").await), ["01FAILED", "02FAILED"]);
    let failing = shown(&admin, "?state=failing").await;
    assert_eq!(ids(&failing), ["01FAILING"]);
    assert_eq!(failing["jobs"][0]["last_error"], "call …");
    admin.get("/admin/jobs?state=asleep").await.refused(400, "invalid_input");
    admin.get("/admin/jobs?queue=nothing").await.refused(400, "invalid_input");
    app.end().await;
}

#[tokio::test]
async fn they_are_tried_again_one_by_one_or_by_queue_and_the_audit_says_so() {
    let (app, admin) = setup().await;
    let retried = admin.post("/admin/api/jobs/01KILLED/retry", &json!({})).await.is(200).json();
    assert_eq!((&retried["count"], &retried["message"]), (&json!(1), &json!("1件をもう一度実行します。")));
    admin.post("/admin/api/jobs/01KILLED/retry", &json!({})).await.refused(409, "job_moved_on");
    admin.post("/admin/api/jobs/01DONE/retry", &json!({})).await.refused(409, "job_moved_on");
    admin.post("/admin/api/jobs/nothing/retry", &json!({})).await.refused(404, "not_found");
    let soon = "SELECT count(*) FROM apalis.jobs WHERE id = '01FAILING' AND run_at <= now() AND attempts = 2";
    assert_eq!(app.count(soon).await, 0);
    admin.post("/admin/api/jobs/01FAILING/retry", &json!({})).await.is(200);
    assert_eq!(app.count(soon).await, 1, "its next try comes now, and its tries are counted on");
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
