//! The card provider fails, rejects, or a process dies between the row and the call.

use serde_json::json;

use super::{Scene, listed, scene};

#[tokio::test]
async fn provider_error_delays_the_refund() {
    let scene = scene(1).await;
    scene.app.outside.faults(json!({ "fail_next": 2 })).await;
    scene.refund(5_000, "operator", "delayed").await.is(200);
    scene.app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (19_390, vec!["succeeded".to_owned()]));
    scene.app.end().await;
}

#[tokio::test]
async fn lost_response_refunds_once() {
    let scene = scene(1).await;
    // The list of refunds is read, and the refund is made.
    scene.app.outside.faults(json!({ "skip_next": 1, "lose_next": 1 })).await;
    scene.refund(5_000, "operator", "lost").await.is(200);
    scene.app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (19_390, vec!["succeeded".to_owned()]));
    scene.app.end().await;
}

#[tokio::test]
async fn sweep_finishes_an_interrupted_refund_once() {
    let scene = scene(1).await;
    scene.refund(5_000, "operator", "killed").await.is(200);
    scene.app.execute("DELETE FROM apalis.jobs WHERE status <> 'Done'").await;
    scene.app.advance(20);
    scene.app.drain_jobs().await;
    scene.app.advance(20);
    scene.app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (19_390, vec!["succeeded".to_owned()]));
    scene.app.end().await;
}

#[tokio::test]
async fn sweep_queues_the_mails_of_an_interrupted_settlement() {
    let scene = scene(1).await;
    scene.refund(5_000, "operator", "killed").await.is(200);
    scene.app.drain_jobs().await;
    scene
        .app
        .execute(
            "DELETE FROM mail_deliveries WHERE template = 'adjustment_refunded';
             UPDATE payment_adjustments SET notified_at = NULL",
        )
        .await;
    scene.app.advance(20);
    scene.app.drain_jobs().await;
    let mails = "SELECT count(*) FROM mail_deliveries WHERE template = 'adjustment_refunded' AND sent_at IS NOT NULL";
    assert_eq!(scene.app.count(mails).await, 1);
    scene.app.end().await;
}

#[tokio::test]
async fn refund_of_a_partly_lost_payment_is_made_without_the_part_of_the_bank() {
    let scene = scene(1).await;
    let Scene { app, hanako, .. } = &scene;
    scene.refund(24_000, "operator", "disputed").await.is(200);
    let course = app.intents(hanako).await.pop().expect("a payment").id;
    let dispute = app.outside.dispute(&course, &[("amount", "4000")]).await;
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (24_390, vec!["processing".to_owned()]));
    app.outside.decide(&dispute, false).await;
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (4_390, vec!["succeeded".to_owned()]));
    let sums = "SELECT count(*) FROM charges WHERE (refund_due, refunded_amount, lost_amount) = (24000, 20000, 4000)";
    assert_eq!(app.count(sums).await, 1);
    scene.app.end().await;
}

#[tokio::test]
async fn rejected_refund_fails_and_is_not_due_any_more() {
    let scene = scene(1).await;
    let Scene { app, admin, .. } = &scene;
    // The provider has less than is recorded here.
    app.execute("UPDATE charges SET amount = 30000 WHERE kind = 'prepaid_course'").await;
    scene.refund(29_000, "operator", "declined").await.is(200);
    app.drain_jobs().await;
    let failed = listed(admin).await.remove(0);
    assert_eq!((&failed["status"], &failed["failure_code"]), (&json!("failed"), &json!("amount_too_large")));
    assert!(
        failed["failure"].as_str().is_some_and(|text| text.starts_with("返金額が決済の残額を超えています。")),
        "{failed}"
    );
    let left =
        "SELECT (refund_due + manually_refunded + goodwill_due)::bigint FROM charges WHERE kind = 'prepaid_course'";
    assert_eq!((app.count(left).await, scene.kept().await), (0, 24_390));
    let audited = "SELECT count(*) FROM audit_events WHERE actor = 'system' AND action = 'adjustment.failed'";
    assert_eq!(app.count(audited).await, 1);
    let mails = "SELECT count(*) FROM mail_deliveries d JOIN payment_adjustments a ON a.notified_at IS NOT NULL
                 JOIN admin_users u ON u.id = a.requested_by AND u.email::text = d.recipient::text
                 WHERE d.template = 'adjustment_failed' AND d.sent_at IS NOT NULL";
    assert_eq!(app.count(mails).await, 1, "the admin who requested and approved it gets one mail");
    app.advance(20);
    app.drain_jobs().await;
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'adjustment_failed'").await, 1);

    // The provider repeats its rejection for the same key.
    app.execute("UPDATE charges SET amount = 24000 WHERE kind = 'prepaid_course'").await;
    scene.refund(5_000, "operator", "smaller").await.is(200);
    app.drain_jobs().await;
    assert_eq!(
        (scene.kept().await, scene.statuses().await),
        (19_390, vec!["failed".to_owned(), "succeeded".to_owned()])
    );
    scene.app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refund_that_the_dashboard_made_meanwhile_does_not_fail() {
    let scene = scene(1).await;
    let Scene { app, hanako, .. } = &scene;
    let course = app.intents(hanako).await.pop().expect("a payment").id;
    scene.refund(5_000, "operator", "overtaken").await.is(200);
    // The list of refunds is read, and the refund is about to be made.
    app.outside.faults(json!({ "skip_next": 1, "hold_next": 1, "drop_webhooks": true })).await;
    let worker = app.start_job_runner();
    app.outside.holds(1).await;
    app.outside.dashboard("refunds", &[("payment_intent", &course)]).await;
    app.outside.release().await;
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (390, vec!["succeeded".to_owned()]));
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'adjustment.failed'").await, 0);
    scene.app.end().await;
}

#[tokio::test]
async fn dashboard_refund_without_a_webhook_does_not_replace_a_manual_one() {
    let scene = scene(1).await;
    let Scene { app, hanako, .. } = &scene;
    let course = app.intents(hanako).await.pop().expect("a payment").id;
    app.outside.faults(json!({ "drop_webhooks": true })).await;
    app.outside.dashboard("refunds", &[("payment_intent", &course), ("amount", "8000")]).await;
    // The list of refunds is read, and the refund is made, but its response is lost.
    app.outside.faults(json!({ "skip_next": 1, "lose_next": 1, "drop_webhooks": true })).await;
    scene.refund(8_000, "operator", "unknown").await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (8_390, vec!["succeeded".to_owned()]));
    let sums = "SELECT count(*) FROM charges
                WHERE (refund_due, refunded_amount, dashboard_refunds, manually_refunded) = (16000, 16000, 8000, 16000)";
    assert_eq!(app.count(sums).await, 1);
    scene.app.end().await;
}

#[tokio::test]
async fn manual_refund_fails_if_an_unknown_dashboard_refund_leaves_too_little() {
    let scene = scene(1).await;
    let Scene { app, hanako, .. } = &scene;
    let course = app.intents(hanako).await.pop().expect("a payment").id;
    app.outside.faults(json!({ "drop_webhooks": true })).await;
    app.outside.dashboard("refunds", &[("payment_intent", &course), ("amount", "20000")]).await;
    scene.refund(5_000, "operator", "unknown").await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (4_390, vec!["failed".to_owned()]));
    let sums = "SELECT count(*) FROM charges WHERE (refund_due, refunded_amount, goodwill_due) = (20000, 20000, 0)";
    assert_eq!(app.count(sums).await, 1);
    scene.app.end().await;
}
