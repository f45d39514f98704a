//! The release of an announcement: immediate, later, forced, partial, and withdrawn (F201, F202, gaps G192).

use domain::announcements::send::send_due;
use serde_json::{Value, json};
use tests::TestApp;

use crate::owner::people::announcements::{LIST, Setup, setup};

fn path(id: i64) -> String {
    format!("/admin/announcements/{id}/release")
}

/// Runs the worker's release sweep once, and returns the number of mails it wrote.
async fn run_release_sweep(app: &TestApp) -> usize {
    send_due(&app.pool, &app.rng, app.now()).await.expect("a sweep")
}

const SENT: &str = "SELECT count(*) FROM announcements WHERE status = 'sent'";
const MAILS: &str = "SELECT count(*) FROM mail_deliveries WHERE template = 'announcement'";

/// F201
#[tokio::test]
async fn a_scheduled_one_goes_out_at_its_time_and_not_before() {
    let setup = setup().await;
    let app = &setup.app;
    let admin = app.admin().await;
    let id = setup.saved(json!({})).await;
    let path = path(id);
    let data = admin.get(&path).await.data();
    assert_eq!(
        (&data["announcement"]["status"], &data["announcement"]["scheduled_at"]),
        (&json!("draft"), &Value::Null)
    );
    let (wanting, all) = (&data["recipients_count"], &data["forced_recipients_count"]);
    assert!(wanting.as_i64() < all.as_i64(), "{data}");

    let answer = admin.post(&path, &json!({ "scheduled_at": "2026-12-01T11:00" })).await.is(200).json();
    assert_eq!(answer["redirect_to"], json!(path), "an admin without an owner's session stays");
    assert_eq!(admin.get(&path).await.data()["announcement"]["scheduled_at"], "2026-12-01T11:00:00+09:00");
    app.advance(3_599);
    assert_eq!(run_release_sweep(app).await, 0, "a second before its time");
    app.advance(1);
    let worker = app.start_job_runner();
    app.becomes(SENT, 1).await;
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!(Some(app.count(MAILS).await), wanting.as_i64());
    admin.delete(&path).await.refused(422, "announcement_not_scheduled");
    admin.post(&path, &json!({})).await.refused(422, "announcement_not_draft");
    setup.app.end().await;
}

/// F202
#[tokio::test]
async fn unsent_announcement_can_be_withdrawn_and_rescheduled() {
    let setup = setup().await;
    let app = &setup.app;
    let admin = app.admin().await;
    let id = setup.saved(json!({})).await;
    let path = path(id);
    admin.delete(&path).await.refused(422, "announcement_not_scheduled");
    admin.submit(&path, &[("scheduled_at", "2026-12-01 11:00")]).await.goes_to(&path);
    admin.submit(&path, &[("_method", "delete")]).await.goes_to(&path);
    app.advance(7_200);
    assert_eq!((run_release_sweep(app).await, app.count(MAILS).await), (0, 0), "taken back");
    assert_eq!(admin.get(&path).await.data()["announcement"]["status"], "draft");
    admin.post(&path, &json!({ "scheduled_at": "2026-12-09T10:00:00+09:00" })).await.is(200);
    admin.post(&path, &json!({ "scheduled_at": "2026-12-08T10:00:00+09:00" })).await.is(200);
    assert_eq!(admin.get(&path).await.data()["announcement"]["scheduled_at"], "2026-12-08T10:00:00+09:00", "moved");
    let answer = admin.post(&path, &json!({ "scheduled_at": "" })).await.is(200).json();
    assert_eq!(answer["message"], "お知らせを送信しています。");
    assert_eq!((run_release_sweep(app).await, app.count(MAILS).await), (3, 3), "a blank time sends immediately");
    assert_eq!(app.count(SENT).await, 0, "it is being sent until no mail waits");
    let audited = "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action IN ('announcement.released', 'announcement.unscheduled')";
    assert_eq!(app.count(audited).await, 5);
    setup.app.end().await;
}

/// F201, F202
#[tokio::test]
async fn by_force_and_in_part_are_counted_against_whom_it_reaches() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    let admin = app.admin().await;
    let id = setup.saved(json!({})).await;
    let path = path(id);
    let data = admin.get(&path).await.data();
    let (wanting, all) =
        (data["recipients_count"].as_i64().unwrap(), data["forced_recipients_count"].as_i64().unwrap());
    for (body, code) in [
        (json!({ "send_count": wanting + 1 }), "announcement_count_out_of_range"),
        (json!({ "send_count": 0 }), "announcement_count_out_of_range"),
        (json!({ "include_unsubscribed_customers": true, "send_count": all + 1 }), "announcement_count_out_of_range"),
        (json!({ "scheduled_at": "2026-12-01T09:59" }), "invalid_input"),
        (json!({ "scheduled_at": "soon" }), "invalid_input"),
        (json!({ "send_count": "many" }), "invalid_input"),
        (json!({ "include_unsubscribed_customers": "perhaps" }), "invalid_input"),
    ] {
        admin.post(&path, &body).await.refused(422, code);
    }
    for stranger in [owner, &app.diner("stranger").await, &app.anonymous()] {
        stranger.get(&path).await.refused(401, "sign_in_required");
        stranger.post(&path, &json!({})).await.refused(401, "sign_in_required");
        stranger.delete(&path).await.refused(401, "sign_in_required");
    }
    for missing in ["/admin/announcements/999999/release", "/admin/announcements/none/release"] {
        admin.get(missing).await.refused(404, "not_found");
        admin.post(missing, &json!({})).await.refused(404, "not_found");
        admin.delete(missing).await.refused(404, "not_found");
    }
    assert_eq!(admin.get(&path).await.data()["announcement"]["status"], "draft", "nothing was released");
    // An admin who also has the session of an owner of the restaurant returns to the list.
    app.sign_in_admin_as_well(owner).await;
    let forced = json!({ "include_unsubscribed_customers": true, "send_count": wanting + 1 });
    assert_eq!(owner.post(&path, &forced).await.is(200).json()["redirect_to"], LIST);
    run_release_sweep(app).await;
    assert_eq!(app.count(MAILS).await, wanting + 1);
    let shown = admin.get(&path).await.data()["announcement"].clone();
    assert_eq!((&shown["include_unsubscribed_customers"], &shown["send_count"]), (&json!(true), &json!(wanting + 1)));
    setup.app.end().await;
}
