use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::json;
use tests::{Persona, Program, RestaurantSpec, TestApp, WAIT_TIMEOUT, variables};

const READERS: usize = 450;
/// Mails that a worker sends at the same time.
const BULK_CONCURRENCY: i64 = 8;
const SENT: &str = "SELECT count(*) FROM mail_deliveries WHERE template = 'announcement' AND sent_at IS NOT NULL";

/// Starts an announcement to all readers. Returns its restaurant's owner, and its address.
async fn start_announcement() -> (TestApp, Persona, String) {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let crowd = app.crowd(&restaurant, READERS).await;
    sqlx::query(
        "INSERT INTO customers (uid, restaurant_id, type, user_id, shop_notification, created_at)
         SELECT 'reader' || id, $1, 'OnlineCustomer', id, true, $2 FROM users WHERE id = ANY ($3)",
    )
    .bind(restaurant.id.0)
    .bind(app.now())
    .bind(crowd.iter().map(|reader| reader.persona.id().0).collect::<Vec<_>>())
    .execute(&app.pool)
    .await
    .expect("customers");
    let announcement = json!({ "subject_type": "event", "body": "新酒の会を催します。" });
    let body = json!({ "announcement": announcement, "commit": "confirm" });
    let reply = owner.post("/owners/announcements", &body).await.is(200).json();
    let confirm = reply["redirect_to"].as_str().expect("a page").to_owned();
    owner.submit(&confirm, &[]).await.goes_to("/owners/announcements");
    let path = confirm.trim_end_matches("/confirm").to_owned();
    (app, owner, path)
}

/// A worker with the environment of a program, and enough connections.
fn start_worker(app: &TestApp) -> Program {
    let mut environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    environment.insert("DATABASE_CONNECTIONS".into(), "8".into());
    Program::start("worker", &environment)
}

/// Waits until at least this number of mails is sent.
async fn sent_at_least(app: &TestApp, enough: i64) {
    let (mut sent, mut moved_at) = (0, Instant::now());
    while sent < enough {
        let now = app.count(SENT).await;
        if now != sent {
            (sent, moved_at) = (now, Instant::now());
        }
        assert!(moved_at.elapsed() < WAIT_TIMEOUT, "the mails do not go out: {sent}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Counts received mails by their recipient and Message-ID: a mail during which the worker died may arrive twice, with the same one.
async fn received(app: &TestApp) -> usize {
    let recipients: Vec<String> = sqlx::query_scalar("SELECT recipient::text FROM mail_deliveries ORDER BY id")
        .fetch_all(&app.pool)
        .await
        .expect("recipients");
    let mut count = 0;
    for recipient in recipients {
        let mails = app.outside.inbox(&recipient).await;
        let ids: BTreeSet<_> = mails.iter().map(|mail| mail["message_id"].as_str().expect("a Message-ID")).collect();
        assert!(ids.len() <= 1, "{recipient}: {ids:?}");
        count += ids.len();
    }
    count
}

/// No mail leaves later than a second after the stop, although a worker was killed before; the counts add up, and the resumed
/// announcement reaches the others.
#[tokio::test(flavor = "multi_thread")]
async fn stopped_announcement_sends_nothing_more_despite_killed_worker() {
    let (app, owner, path) = start_announcement().await;
    let worker = start_worker(&app);
    sent_at_least(&app, 40).await;
    worker.kill();
    sent_at_least(&app, 120).await;
    owner.post(&format!("{path}/stop"), &json!({})).await.is(200);
    // The second that a stop may take.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (sent, arrived) = (app.count(SENT).await, received(&app).await);
    assert!(usize::try_from(sent).is_ok_and(|sent| sent < READERS), "in the midst: {sent}");
    // The mails during which the worker died have arrived, and are not recorded.
    assert!((sent..=sent + BULK_CONCURRENCY).contains(&i64::try_from(arrived).expect("a number")), "{arrived}, {sent}");
    app.becomes("SELECT count(*) FROM announcements WHERE status = 'stopped'", 1).await;
    app.jobs_done().await;
    assert_eq!((app.count(SENT).await, received(&app).await), (sent, arrived));
    let api = path.replace("/owners/", "/owners/api/");
    let progress = owner.get(&api).await.data()["progress"].clone();
    let readers = i64::try_from(READERS).expect("a number");
    let parts = ["recipients", "sent", "left", "stopped", "failed", "skipped"].map(|name| progress[name].as_i64());
    assert_eq!(parts, [readers, sent, 0, readers - sent, 0, 0].map(Some));

    owner.post(&format!("{path}/resume"), &json!({})).await.is(200);
    app.becomes(SENT, readers).await;
    app.becomes("SELECT count(*) FROM announcements WHERE status = 'sent'", 1).await;
    app.jobs_done().await;
    worker.end();
    assert_eq!(received(&app).await, READERS, "each reader once");
    app.end().await;
}

/// Every reader gets one mail. A mail during which the worker died, after sending and before recording it, arrives twice with the same
/// Message-ID, by which a mailbox detects the duplicate.
#[tokio::test(flavor = "multi_thread")]
async fn announcement_is_delivered_once_despite_killed_worker() {
    let (app, ..) = start_announcement().await;
    let worker = start_worker(&app);
    let began = Instant::now();
    let mut killed = Vec::new();
    for enough in [1, 60, 210, 330] {
        sent_at_least(&app, enough).await;
        worker.kill();
        killed.push(app.count(SENT).await);
    }
    eprintln!("killed when {killed:?} mails of {READERS} were out");
    assert!(
        killed.iter().all(|sent| usize::try_from(*sent).is_ok_and(|sent| sent < READERS)),
        "in the midst: {killed:?}"
    );
    app.becomes(SENT, i64::try_from(READERS).expect("a number")).await;
    app.becomes("SELECT count(*) FROM announcements WHERE status = 'sent'", 1).await;
    app.jobs_done().await;
    worker.end();
    eprintln!("{:?}: all are out", began.elapsed());
    let recipients: Vec<String> = sqlx::query_scalar("SELECT recipient::text FROM mail_deliveries ORDER BY id")
        .fetch_all(&app.pool)
        .await
        .unwrap();
    assert_eq!(recipients.len(), READERS);
    let mut twice = 0;
    for recipient in recipients {
        let mails = app.outside.inbox(&recipient).await;
        let mut ids: Vec<_> = mails.iter().map(|mail| mail["message_id"].as_str().expect("a Message-ID")).collect();
        twice += ids.len() - 1;
        ids.dedup();
        assert_eq!(ids.len(), 1, "{recipient}: {ids:?}");
    }
    eprintln!("{twice} came twice under one Message-ID");
    app.end().await;
}
