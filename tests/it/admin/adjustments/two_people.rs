//! Above the set sum of 30,000 yen, another admin must approve.

use serde_json::{Value, json};
use tests::{PASSWORD, run_seki};

use super::{Scene, admin, decision, listed, scene};

#[tokio::test]
async fn large_refund_waits_for_another_admin() {
    let scene = scene(2).await;
    let Scene { app, admin: first, .. } = &scene;
    let (second, approver) = admin(app, &["refunds"]).await;
    let (clerk, _) = admin(app, &["osg"]).await;
    scene.refund(30_001, "operator", "large").await.is(200);
    app.drain_jobs().await;
    let asked = "SELECT string_agg(recipient::text, ' ') = (SELECT email::text FROM admin_users WHERE id = $1)
                 FROM mail_deliveries WHERE template = 'adjustment_requested' AND sent_at IS NOT NULL";
    let is_asked = sqlx::query_scalar::<_, bool>(asked).bind(approver.0).fetch_one(&app.pool).await;
    assert!(is_asked.expect("a mail"), "the other admin with the permission gets a mail");
    assert_eq!((scene.kept().await, scene.statuses().await), (48_780, vec!["awaiting_approval".to_owned()]));
    assert_eq!(scene.page().await["charges"][1]["refundable"], 48_000 - 30_001, "the request reserves its amount");

    let request = listed(first).await.remove(0);
    let approve = decision(&request, "approve");
    let proof = json!({ "current_password": PASSWORD });
    assert_eq!((&request["can_decide"], &request["can_withdraw"]), (&json!(false), &json!(true)));
    assert_eq!(listed(&second).await[0]["can_decide"], true);
    first.post(&approve, &proof).await.refused(422, "adjustment_own_approval");
    clerk.post(&approve, &proof).await.refused(403, "admin_flag_missing");
    assert_eq!(second.post(&approve, &json!({})).await.bad_fields(), ["current_password"]);
    second.post(&decision(&request, "withdraw"), &json!({})).await.refused(422, "adjustment_not_own");
    second.post(&approve, &proof).await.is(200);
    second.post(&approve, &proof).await.refused(422, "adjustment_decided");
    second.post(&decision(&request, "reject"), &json!({ "reason": "遅い" })).await.refused(422, "adjustment_decided");
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (48_780 - 30_001, vec!["succeeded".to_owned()]));
    let approved = "SELECT count(*) FROM payment_adjustments WHERE decided_by <> requested_by";
    assert_eq!(app.count(approved).await, 1);
    scene.app.end().await;
}

/// A person at the command line can name any admin, so that admin and another one must agree in the console.
#[tokio::test(flavor = "multi_thread")]
async fn request_of_the_command_line_needs_its_admin_and_another_one() {
    let scene = scene(2).await;
    let Scene { app, admin: other, .. } = &scene;
    let (named, id) = admin(app, &["refunds"]).await;
    let email = sqlx::query_scalar::<_, String>("SELECT email::text FROM admin_users WHERE id = $1").bind(id.0);
    let email = email.fetch_one(&app.pool).await.expect("an admin");
    let path = scene.refunds_of("prepaid_course").await;
    let charge = path.rsplit('/').nth(1).expect("a charge");
    let request = ["payments", "refund", charge, "--amount", "30001", "--reason", "提供の遅れ", "--yes"];
    let bearer = ["--borne-by", "operator", "--as", &email];
    let ran = run_seki(&[&request[..], &bearer[..]].concat(), &app.variables()).await;
    assert_eq!(ran.code, 0, "{ran:?}");
    app.drain_jobs().await;
    assert_eq!(app.outside.inbox(&email).await.len(), 1);
    let asked = "SELECT count(*) FROM mail_deliveries WHERE template = 'adjustment_requested'";
    assert_eq!(app.count(asked).await, 0, "nothing can be approved yet");

    let request = listed(other).await.remove(0);
    let shown = (&request["is_by_command_line"], &request["awaits_confirmation"], &request["can_confirm"]);
    assert_eq!(shown, (&json!(true), &json!(true), &json!(false)));
    let approve = decision(&request, "approve");
    let proof = json!({ "current_password": PASSWORD });
    other.post(&approve, &proof).await.refused(422, "adjustment_unconfirmed");
    assert_eq!(listed(&named).await[0]["can_confirm"], true);
    assert_eq!(named.post(&approve, &json!({})).await.bad_fields(), ["current_password"]);
    named.post(&approve, &proof).await.is(200);
    named.post(&approve, &proof).await.refused(422, "adjustment_own_approval");
    assert_eq!((app.count(asked).await, scene.statuses().await), (1, vec!["awaiting_approval".to_owned()]));
    let confirmed = "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action = 'adjustment.confirmed'";
    assert_eq!(app.count(confirmed).await, 1);
    other.post(&approve, &proof).await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (48_780 - 30_001, vec!["succeeded".to_owned()]));
    scene.app.end().await;
}

#[tokio::test]
async fn sums_of_one_booking_count_together() {
    let scene = scene(2).await;
    scene.refund(20_000, "operator", "first").await.is(200);
    scene.refund(10_001, "operator", "second").await.is(200);
    assert_eq!(scene.statuses().await, ["processing", "awaiting_approval"]);
    scene.app.drain_jobs().await;
    assert_eq!(scene.kept().await, 48_780 - 20_000);
    scene.app.end().await;
}

#[tokio::test]
async fn only_an_approval_is_listed_as_a_decision() {
    let scene = scene(2).await;
    let (second, _) = admin(&scene.app, &["refunds"]).await;
    scene.refund(1_000, "operator", "small").await.is(200);
    scene.refund(40_000, "operator", "large").await.is(200);
    let approve = decision(&listed(&second).await[0], "approve");
    second.post(&approve, &json!({ "current_password": PASSWORD })).await.is(200);
    let rows = second.get("/admin/api/resources/payment_adjustments").await.is(200).json();
    let decided = |row: &Value| (row["decided_by"].is_string(), row["decided_at"].is_string());
    assert_eq!((decided(&rows[0]), decided(&rows[1])), ((true, true), (false, false)), "{rows}");
    let needed: Vec<_> = listed(&second).await.into_iter().map(|one| one["needs_approval"].clone()).collect();
    assert_eq!(needed, [true, false]);
    scene.app.drain_jobs().await;
    scene.app.end().await;
}

#[tokio::test]
async fn database_rejects_self_approval() {
    let scene = scene(2).await;
    scene.refund(40_000, "operator", "large").await.is(200);
    let own =
        "UPDATE payment_adjustments SET status = 'processing', decided_by = requested_by, decided_at = created_at";
    let error = sqlx::query(own).execute(&scene.app.pool).await.expect_err("a constraint");
    assert_eq!(domain::db::violated_constraint(&error), Some("payment_adjustments_two_people_check"));
    scene.app.end().await;
}

#[tokio::test]
async fn raced_approvals_refund_once() {
    let scene = scene(2).await;
    let app = &scene.app;
    let ((second, _), (third, _)) = (admin(app, &["refunds"]).await, admin(app, &["refunds"]).await);
    scene.refund(40_000, "operator", "large").await.is(200);
    let approve = decision(&listed(&second).await[0], "approve");
    let proof = json!({ "current_password": PASSWORD });
    let (one, other) = tokio::join!(second.post(&approve, &proof), third.post(&approve, &proof));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422], "{} {}", one.body, other.body);
    app.drain_jobs().await;
    assert_eq!(scene.kept().await, 48_780 - 40_000);
    scene.app.end().await;
}

#[tokio::test]
async fn rejected_or_withdrawn_request_refunds_nothing() {
    let scene = scene(2).await;
    let Scene { app, admin: first, .. } = &scene;
    let (second, _) = admin(app, &["refunds"]).await;
    scene.refund(40_000, "operator", "rejected").await.is(200);
    let rejected = listed(first).await.remove(0);
    let reject = decision(&rejected, "reject");
    assert_eq!(second.post(&reject, &json!({ "reason": " " })).await.bad_fields(), ["reason"]);
    first.post(&reject, &json!({ "reason": "金額が違います" })).await.refused(422, "adjustment_own_approval");
    second.post(&reject, &json!({ "reason": "金額が違います" })).await.is(200);
    assert_eq!(listed(first).await[0]["decision_reason"], "金額が違います");

    scene.refund(48_000, "operator", "withdrawn").await.is(200);
    let withdrawn = listed(first).await.remove(0);
    first.post(&decision(&withdrawn, "withdraw"), &json!({})).await.is(200);
    let proof = json!({ "current_password": PASSWORD });
    second.post(&decision(&withdrawn, "approve"), &proof).await.refused(422, "adjustment_decided");
    app.drain_jobs().await;
    assert_eq!(scene.statuses().await, ["rejected", "withdrawn"]);
    assert_eq!(scene.kept().await, 48_780);
    scene.refund(1_000, "operator", "small").await.is(200);
    assert_eq!(scene.statuses().await.last().map(String::as_str), Some("processing"), "neither counts");
    scene.app.end().await;
}
