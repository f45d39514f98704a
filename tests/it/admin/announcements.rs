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

/// G276
#[tokio::test]
async fn absent_fields_of_a_draft_remain() {
    let setup = setup().await;
    let Setup { app, owner, regulars, .. } = &setup;
    app.sign_in_admin_as_well(owner).await;
    let at = "2026-12-01T11:00:00+09:00";
    let id = setup
        .saved(json!({ "scheduled_at": at, "send_count": 1, "include_unsubscribed_customers": true,
                       "only_customer_group_ids": [regulars, 999], "only_prefectures": ["東京都"] }))
        .await;
    let (path, resource) = (format!("{LIST}/{id}"), format!("/owners/api/resources/announcements/{id}"));
    let saved = owner.get(&resource).await.is(200).json();
    assert_eq!(saved["scheduled_at"], at);
    let expect = async |body: &str, what: &str| {
        let found = owner.get(&resource).await.json();
        let mut expected = saved.clone();
        expected["body"] = body.into();
        assert_eq!(found, expected, "{what}");
    };
    owner.patch(&path, &json!({ "announcement": { "body": "PATCH" } })).await.is(200);
    expect("PATCH", "PATCH of the body").await;
    owner.submit(&path, &[("_method", "patch"), ("announcement[body]", "フォーム")]).await.goes_to(LIST);
    expect("フォーム", "a form with the body").await;
    owner.put(&resource, &json!({ "body": "PUT" })).await.is(200);
    expect("PUT", "PUT of the body").await;
    app.advance(2 * HOUR);
    owner.put(&resource, &json!({ "body": "あとから" })).await.is(200);
    expect("あとから", "after the scheduled time").await;
    let past = json!({ "scheduled_at": "2026-12-01T11:30:00+09:00" });
    assert_eq!(owner.put(&resource, &past).await.is(422).bad_fields(), ["scheduled_at"]);
    let cleared =
        json!({ "scheduled_at": null, "send_count": null, "only_prefectures": [], "only_customer_group_ids": [] });
    let cleared = owner.put(&resource, &cleared).await.is(200).json();
    assert_eq!((&cleared["scheduled_at"], &cleared["send_count"]), (&Value::Null, &Value::Null));
    assert_eq!((&cleared["prefectures"], &cleared["customer_group_ids"]), (&json!([]), &json!([])));
    assert_eq!(cleared["include_unsubscribed_customers"], true);
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
