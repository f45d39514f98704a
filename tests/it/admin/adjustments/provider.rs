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
    let left =
        "SELECT (refund_due + manually_refunded + goodwill_due)::bigint FROM charges WHERE kind = 'prepaid_course'";
    assert_eq!((app.count(left).await, scene.kept().await), (0, 24_390));
    let audited = "SELECT count(*) FROM audit_events WHERE actor = 'system' AND action = 'adjustment.failed'";
    assert_eq!(app.count(audited).await, 1);

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
