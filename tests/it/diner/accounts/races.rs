//! Concurrent requests: a change that is allowed once happens once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tests::{Options, PASSWORD, TestApp, eventually};
use tokio::task::JoinSet;

use super::people::{PHONE, PHONE_E164, form, signed_up, verify_phone};

#[tokio::test]
async fn one_proof_opens_one_account() {
    let app = TestApp::with_jobs().await;
    let visitor = Arc::new(app.anonymous());
    let uuid = verify_phone(&app, &visitor, "JP", PHONE, PHONE_E164).await;
    let mut posts = JoinSet::new();
    for number in 0..8 {
        let (visitor, body) = (visitor.clone(), form(&format!("diner{number}@seki.test"), &uuid));
        posts.spawn(async move { visitor.post("/users", &body).await.status });
    }
    let statuses = posts.join_all().await;
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| matches!(status, 200 | 422)), "{statuses:?}");
    assert_eq!(app.count("SELECT count(*) FROM users").await, 1);
    app.end().await;
}

#[tokio::test]
async fn concurrent_guesses_do_not_bypass_lock() {
    let app = TestApp::with_jobs().await;
    signed_up(&app, "hanako@seki.test").await;
    let mut guesses = JoinSet::new();
    for number in 0..25 {
        let guesser = app.anonymous();
        guesses.spawn(async move { guesser.sign_in_as_diner("hanako@seki.test", &format!("Wrong-{number}")).await });
    }
    let answers = guesses.join_all().await;
    let checked = answers.iter().filter(|answer| answer.status == 422).count();
    assert_eq!(checked, 10, "only ten passwords were compared");
    app.anonymous().sign_in_as_diner("hanako@seki.test", PASSWORD).await.is(429);
    app.end().await;
}

#[tokio::test]
async fn code_allows_five_attempts_in_total() {
    let app = TestApp::with_jobs().await;
    let visitor = Arc::new(app.anonymous());
    let number = json!({ "phone_country": "JP", "phone_local_number": PHONE });
    let body = json!({ "sms_confirmation": number, "recaptcha_token": "token" });
    let uuid = visitor.post("/sms_confirmations", &body).await.json()["uuid"].as_str().unwrap_or_default().to_owned();
    let mut requests = JoinSet::new();
    for code in 0..20 {
        let (visitor, path) = (visitor.clone(), format!("/sms_confirmations/{uuid}/confirm"));
        let body = json!({ "code": format!("{code:04}"), "sms_confirmation": number });
        requests.spawn(async move { visitor.post(&path, &body).await });
    }
    let answers = requests.join_all().await;
    let compared = answers.iter().filter(|answer| answer.json()["code"] != "code_tried_too_often").count();
    assert_eq!(compared, 5);
    app.end().await;
}

#[tokio::test]
async fn a_rush_of_passwords_leaves_connections_for_the_pages() {
    // Fewer than fill the queue of the hashes, which other tests share.
    const ATTEMPTS: usize = 56;
    let app = TestApp::with(Options { connections: 6, ..Options::default() }).await;
    let crowd = Arc::new(app.anonymous());
    crowd.get("/").await.is(200);
    let answered = Arc::new(AtomicUsize::new(0));
    let mut requests = JoinSet::new();
    for number in 0..ATTEMPTS {
        let (crowd, answered) = (crowd.clone(), answered.clone());
        requests.spawn(async move {
            let email = format!("nobody{number}@seki.test");
            crowd.sign_in_as_diner(&email, PASSWORD).await.refused(422, "bad_credentials");
            answered.fetch_add(1, Ordering::Relaxed);
        });
    }
    eventually("the first are answered", || async { answered.load(Ordering::Relaxed) > 3 }).await;
    crowd.get("/").await.is(200);
    let before_the_page = answered.load(Ordering::Relaxed);
    requests.join_all().await;
    assert!(before_the_page < ATTEMPTS / 2, "the page waited for {before_the_page} of {ATTEMPTS}");
    app.end().await;
}
