//! Actions of admins on announcements: forced, partial, later and repeated.

use serde_json::{Value, json};
use tests::HOUR;

use crate::owner::people::announcements::{LIST, Setup, draft, setup};

/// F169, F170, F202
#[tokio::test]
async fn admin_sends_forced_partial_scheduled_and_repeated() {
    let setup = setup().await;
    let Setup { app, owner, .. } = &setup;
    app.sign_in_admin_as_well(owner).await;
    let too_many = draft(json!({ "include_unsubscribed_customers": true, "send_count": 5 }));
    let problem = owner.post(LIST, &too_many).await.refused(422, "announcement_count_out_of_range");
    assert_eq!(problem["message"], "送信件数は 1 〜 4 で入力してください。");
    owner.post(LIST, &draft(json!({ "send_count": 0 }))).await.refused(422, "announcement_count_out_of_range");
    owner.post(LIST, &draft(json!({ "scheduled_at": "2026-11-30T10:00" }))).await.refused(422, "invalid_input");
    let at = "2026-12-01T11:00";
    let id = setup.saved(json!({ "include_unsubscribed_customers": "1", "send_count": "1", "scheduled_at": at })).await;
    let path = format!("{LIST}/{id}");
    let again = |count: &str| format!("{path}/resend_review?resend_count={count}");
    owner.get(&again("1")).await.refused(422, "announcement_not_sent");
    owner.post(&format!("{path}/confirm"), &json!({})).await.is(200);
    setup.send_out().await;
    assert_eq!(owner.get(LIST).await.data()["announcements"][0]["status"], "scheduled", "not before its time");
    app.advance(HOUR);
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM announcements WHERE status = 'sent'", 1).await;
    app.jobs_done().await;
    worker.stop().await;
    let mails = async || {
        app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'announcement' AND sent_at IS NOT NULL").await
    };
    assert_eq!(mails().await, 1, "in part");
    for bad in ["0", "4", "x", ""] {
        let problem = owner.get(&again(bad)).await.refused(422, "announcement_count_out_of_range");
        assert_eq!(problem["message"], "送信件数は 1 〜 3 で入力してください。", "{bad}");
        owner
            .post(&format!("{path}/resend"), &json!({ "resend_count": bad }))
            .await
            .refused(422, "announcement_count_out_of_range");
    }
    assert_eq!(owner.get(&again("2")).await.data()["remaining_count"], 3);
    assert_eq!(mails().await, 1, "a preview sends nothing");
    owner.submit(&format!("{path}/resend"), &[("resend_count", "2")]).await.goes_to(LIST);
    setup.send_out().await;
    assert_eq!(mails().await, 3);
    let detail = owner.get(&format!("/owners/api/announcements/{id}")).await.data();
    assert_eq!((&detail["re_announced_count"], &detail["remaining_count"]), (&json!(2), &json!(1)));
    setup.app.end().await;
}

#[tokio::test]
async fn an_owner_neither_sends_what_an_admin_forced_nor_again() {
    let setup = setup().await;
    let Setup { app, owner, restaurant, .. } = &setup;
    let colleague = app.owner(restaurant).await;
    app.sign_in_admin_as_well(owner).await;
    let id = setup.saved(json!({ "include_unsubscribed_customers": true })).await;
    let path = format!("{LIST}/{id}");
    colleague.post(&format!("{path}/confirm"), &json!({})).await.refused(403, "admin_only");
    let seen = colleague.get(&format!("/owners/api/announcements/{id}")).await.data();
    assert_eq!((&seen["include_unsubscribed_customers"], &seen["send_count"]), (&json!(false), &Value::Null));
    owner.post(&format!("{path}/confirm"), &json!({})).await.is(200);
    colleague.get(&format!("{path}/resend_review?resend_count=1")).await.refused(403, "admin_only");
    colleague.post(&format!("{path}/resend"), &json!({ "resend_count": 1 })).await.refused(403, "admin_only");
    app.anonymous().post(&format!("{path}/resend"), &json!({})).await.refused(401, "sign_in_required");
    app.anonymous().get(&format!("{path}/resend_review?resend_count=1")).await.refused(401, "sign_in_required");
    setup.app.end().await;
}
