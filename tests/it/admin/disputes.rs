//! Disputes in the admin console: the list by deadline, the evidence, answers, mails and health (gaps G210).

use domain::sessions::AccountId;
use reqwest::Method;
use serde_json::{Value, json};
use tests::{Csrf, DAY, HOUR, Persona, Restaurant, TestApp, cards, seki};
use web_server::http::cookies::ADMIN_COOKIE;

use super::lists::list;
use crate::diner::payments::prepaid_restaurant;

const PAGE: &str = "/admin/disputes";

struct Disputed {
    app: TestApp,
    admin: Persona,
    hanako: Persona,
    uid: String,
    id: String,
    restaurant: Restaurant,
}

/// Hanako's payment of a course is disputed; an admin is signed in.
async fn disputed() -> Disputed {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    app.drain_jobs().await;
    let course = app.intents(&hanako).await.pop().expect("a payment").id;
    let id = app.outside.dispute(&course, &[("reason", "product_not_received")]).await;
    app.drain_jobs().await;
    Disputed { app, admin, hanako, uid, id, restaurant }
}

/// The open disputes on the page.
async fn open_disputes(admin: &Persona) -> Vec<Value> {
    admin.get(PAGE).await.data()["first"]["rows"].as_array().expect("a list").clone()
}

async fn closed_disputes(admin: &Persona) -> Vec<Value> {
    let reply = list(admin, "disputes", &[("filter", r#"{"is_open":false}"#)]).await;
    reply.is(200).json().as_array().expect("a list").clone()
}

async fn stage_of(admin: &Persona, id: &str) -> Value {
    admin.get(&format!("{PAGE}/{id}")).await.data()["dispute"]["stage"].clone()
}

async fn health_of(admin: &Persona) -> Value {
    let page = admin.get("/admin/health").await.data();
    let checks = page["health"]["checks"].as_array().expect("checks").clone();
    checks.into_iter().find(|check| check["subject"] == "disputes").expect("a check")
}

#[tokio::test]
async fn dispute_is_listed_with_evidence_and_answered() {
    let Disputed { app, admin, uid, id, .. } = disputed().await;
    let open = open_disputes(&admin).await;
    let shown = (&open[0]["gateway_fid"], &open[0]["is_waiting"], &open[0]["amount"], &open[0]["reservation_uid"]);
    assert_eq!(shown, (&json!(id), &json!(true), &json!(48_000), &json!(uid)));
    assert!(open[0]["evidence_due_at"].is_string(), "{open:?}");
    assert_eq!((stage_of(&admin, &id).await, closed_disputes(&admin).await.len()), (json!("needs_response"), 0));
    assert_eq!((&health_of(&admin).await["count"], &health_of(&admin).await["level"]), (&json!(1), &json!("watch")));

    let path = format!("{PAGE}/{id}");
    let page = admin.get(&path).await.data();
    let titles: Vec<_> =
        page["evidence"].as_array().expect("sections").iter().map(|one| one["title"].clone()).collect();
    for title in ["支払いと異議申し立て", "お客様", "ご予約", "確認事項とキャンセルポリシー", "お客様へのメール"]
    {
        assert!(titles.contains(&json!(title)), "{title}: {titles:?}");
    }
    let (headers, file) = admin.call(Method::GET, &format!("{path}/evidence")).download().await;
    let text = String::from_utf8(file).expect("a text");
    let code = page["dispute"]["reservation_code"].as_str().expect("a code");
    for expected in [code, "予約確定 (hanako@seki.test)", "予約確定 (お客様)", "（火） 18:00"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let is_code = |word: &str| word.contains('_') && !word.starts_with("dp_") && !word.starts_with("pi_");
    let codes: Vec<_> = text.split_whitespace().filter(|word| is_code(word)).collect();
    assert!(codes.is_empty(), "{codes:?} in {text}");
    let undated = text.split("日").skip(1).filter(|rest| rest.starts_with(' ')).count();
    assert_eq!(undated, 0, "each day has its weekday: {text}");
    assert!(headers["content-disposition"].to_str().expect("a text").contains(&id));

    admin.patch(&path, &json!({ "note": " 店舗に確認中 " })).await.is(200);
    admin.patch(&path, &json!({ "note": "x".repeat(2_001) })).await.refused(422, "invalid_input");
    admin.post(&format!("{path}/answer"), &json!({})).await.is(200);
    let page = admin.get(&path).await.data();
    let shown = (&page["dispute"]["stage"], &page["dispute"]["note"]);
    assert_eq!(shown, (&json!("under_review"), &json!("店舗に確認中")));
    assert_eq!(health_of(&admin).await["level"], "good");
    admin.delete(&format!("{path}/answer")).await.is(200);
    assert_eq!(health_of(&admin).await["level"], "watch");
    let audited = "SELECT count(*) FROM audit_events WHERE actor = 'admin'
                   AND action IN ('dispute.answered', 'dispute.reopened', 'dispute.note_saved')";
    assert_eq!(app.count(audited).await, 3);
    app.outside.decide(&id, false).await;
    app.drain_jobs().await;
    admin.post(&format!("{path}/answer"), &json!({})).await.refused(422, "dispute_decided");
    let closed = closed_disputes(&admin).await;
    assert_eq!((stage_of(&admin, &id).await, &closed[0]["borne_by"]), (json!("lost"), &json!("restaurant")));
    app.end().await;
}

#[tokio::test]
async fn admins_get_a_mail_when_a_dispute_is_opened_and_before_its_deadline() {
    let Disputed { app, admin, id, .. } = disputed().await;
    let address: String =
        sqlx::query_scalar("SELECT email::text FROM admin_users").fetch_one(&app.pool).await.expect("an admin");
    let mails = app.outside.inbox(&address).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    let text = mails[0]["text"].as_str().expect("a text");
    let name: String = sqlx::query_scalar("SELECT name_last || ' ' || name_first FROM profiles")
        .fetch_one(&app.pool)
        .await
        .expect("a name");
    for expected in ["48,000", "試し鮨", &name, &format!("{PAGE}/{id}"), &format!("seki disputes evidence {id}")] {
        assert!(text.contains(expected), "{expected} in {text}");
    }

    // The provider gives ten days.
    app.advance(6 * DAY);
    app.drain_jobs().await;
    assert_eq!(app.outside.inbox(&address).await.len(), 1, "the deadline is far");
    app.advance(DAY + HOUR);
    app.drain_jobs().await;
    app.drain_jobs().await;
    let mails = app.outside.inbox(&address).await;
    assert_eq!(mails.len(), 2, "reminded once");
    assert!(mails[0]["subject"].as_str().expect("a subject").contains("回答期限"), "{mails:?}");
    app.sign_in_admin_as_well(&admin).await;
    assert_eq!(health_of(&admin).await["level"], "bad");
    app.end().await;
}

#[tokio::test]
async fn inquiry_that_becomes_a_dispute_waits_for_another_answer() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    hanako.book(&restaurant, &slot, 1).await;
    app.drain_jobs().await;
    let course = app.intents(&hanako).await.pop().expect("a payment").id;
    let id = app.outside.dispute(&course, &[("inquiry", "true")]).await;
    app.drain_jobs().await;
    app.outside.dashboard(&format!("disputes/{id}"), &[("evidence[uncategorized_text]", "the visit")]).await;
    app.drain_jobs().await;
    assert_eq!(stage_of(&admin, &id).await, "under_review");
    app.outside.dashboard(&format!("disputes/{id}/escalate"), &[]).await;
    app.drain_jobs().await;
    assert_eq!(stage_of(&admin, &id).await, "needs_response");
    assert_eq!(health_of(&admin).await["level"], "watch");
    let opened = "SELECT count(*) FROM mail_deliveries WHERE template = 'dispute_opened' AND sent_at IS NOT NULL";
    assert_eq!(app.count(opened).await, 2, "the inquiry, and the dispute");
    let audited = "SELECT count(*) FROM audit_events WHERE action = 'dispute.escalated'";
    assert_eq!(app.count(audited).await, 1);
    app.advance(8 * DAY);
    app.drain_jobs().await;
    let reminded = "SELECT count(*) FROM mail_deliveries WHERE template = 'dispute_deadline' AND sent_at IS NOT NULL";
    assert_eq!(app.count(reminded).await, 1);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_payment_shows_the_dispute() {
    let Disputed { app, admin, hanako, uid, id, restaurant } = disputed().await;
    let owner = app.owner(&restaurant).await;
    let page = format!("/admin/reservations/{uid}");
    let detail = "/owners/api/online_reservations";
    let reservation = admin.get(&page).await.data();
    assert_eq!((&reservation["payment_dispute"], &reservation["lost_amount"]), (&json!("open"), &json!(0)));
    assert_eq!(owner.reservation_detail(detail, &uid).await["payment_dispute"], "open");
    app.outside.decide(&id, false).await;
    app.drain_jobs().await;
    let lost = (&json!("lost"), &json!(48_000));
    let reservation = admin.get(&page).await.data();
    assert_eq!((&reservation["payment_dispute"], &reservation["lost_amount"]), lost);
    let reservation = owner.reservation_detail(detail, &uid).await;
    assert_eq!((&reservation["payment_dispute"], &reservation["lost_amount"]), lost);
    let user = closed_disputes(&admin).await[0]["user_uid"].as_str().expect("a uid").to_owned();
    let user = admin.get(&format!("/admin/users/{user}")).await.data()["user"].clone();
    let course = user["payments"].as_array().expect("payments").iter().find(|one| one["kind"] == "prepaid_course");
    let course = course.expect("the course");
    assert_eq!((&course["dispute"], &course["lost_amount"]), lost);
    let (is_fine, text) = seki(&["payments", "list", "--json"], &app.variables()).await;
    let rows: Value = serde_json::from_str(&text).expect("JSON");
    let course = rows.as_array().expect("charges").iter().find(|one| one["kind"] == "prepaid_course");
    let course = course.expect("the course");
    assert_eq!((is_fine, &course["dispute"], &course["lost_amount"]), (true, lost.0, lost.1));
    let charges = admin.get(&format!("/admin/reservations/{uid}/reservation_charges")).await.data();
    let course = &charges["charges"][1];
    let shown = (&course["dispute"], &course["lost_amount"], &course["dispute_id"]);
    assert_eq!(shown, (&json!("lost"), &json!(48_000), &json!(id)));
    let history = hanako.get("/users/profile/payment_histories").await.data();
    let course = history["charges"].as_array().expect("charges").iter().find(|one| one["kind"] == "prepaid_course");
    let course = course.expect("the course");
    let shown = (&course["dispute"], &course["lost_amount"], &course["has_documents"]);
    assert_eq!(shown, (&json!("lost"), &json!(48_000), &json!(false)));
    app.end().await;
}

#[tokio::test]
async fn disputes_need_admin_and_an_existing_id() {
    let Disputed { app, admin, hanako, id, .. } = disputed().await;
    let path = format!("{PAGE}/{id}");
    let file = format!("{path}/evidence");
    for stranger in [hanako.at(&app.base_urls[0]), app.anonymous()] {
        for read in [PAGE, path.as_str(), file.as_str()] {
            stranger.get(read).await.refused(401, "sign_in_required");
        }
        stranger.patch(&path, &json!({ "note": "x" })).await.refused(401, "sign_in_required");
        stranger.post(&format!("{path}/answer"), &json!({})).await.refused(401, "sign_in_required");
    }
    let call = admin.call(Method::POST, &format!("{path}/answer")).csrf(Csrf::None);
    call.json(&json!({})).send().await.refused(422, "csrf");
    for unknown in ["dp_none", "0"] {
        admin.get(&format!("{PAGE}/{unknown}")).await.refused(404, "not_found");
        admin.get(&format!("{PAGE}/{unknown}/evidence")).await.refused(404, "not_found");
        admin.patch(&format!("{PAGE}/{unknown}"), &json!({ "note": "x" })).await.refused(404, "not_found");
        admin.post(&format!("{PAGE}/{unknown}/answer"), &json!({})).await.refused(404, "not_found");
    }
    app.end().await;
}

#[tokio::test]
async fn evidence_and_answer_need_the_permission_and_each_reading_is_recorded() {
    let Disputed { app, admin, id, .. } = disputed().await;
    let path = format!("{PAGE}/{id}");
    let (clerk_id, _) = app.admin_with_password(&["osg", "onr"]).await;
    let clerk = app.anonymous();
    clerk.set_cookie(ADMIN_COOKIE, &app.session_of(AccountId::Admin(clerk_id)).await);
    let read = "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action = 'dispute.viewed'";
    let downloaded =
        "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action = 'dispute.evidence_downloaded'";

    let page = clerk.get(&path).await.is(200).data();
    assert_eq!((&page["dispute"]["id"], &page["evidence"]), (&json!(id), &Value::Null));
    clerk.get(&format!("{path}/evidence")).await.refused(403, "admin_flag_missing");
    clerk.post(&format!("{path}/answer"), &json!({})).await.refused(403, "admin_flag_missing");
    clerk.delete(&format!("{path}/answer")).await.refused(403, "admin_flag_missing");
    assert_eq!((app.count(read).await, app.count(downloaded).await), (0, 0));

    assert!(admin.get(&path).await.is(200).data()["evidence"].is_array());
    assert_eq!((app.count(read).await, app.count(downloaded).await), (1, 0));
    admin.get(&format!("{path}/evidence")).await.is(200);
    assert_eq!((app.count(read).await, app.count(downloaded).await), (1, 1));
    app.end().await;
}
