use std::time::{Duration, Instant};

use serde_json::json;
use tests::{Program, RestaurantSpec, TestApp, WAIT_TIMEOUT, variables};

const READERS: usize = 450;
const SENT: &str = "SELECT count(*) FROM mail_deliveries WHERE template = 'announcement' AND sent_at IS NOT NULL";

/// Every reader gets one mail. A mail during which the worker died, after sending and before recording it, arrives twice with the same
/// Message-ID, by which a mailbox detects the duplicate.
#[tokio::test(flavor = "multi_thread")]
async fn announcement_is_delivered_once_despite_killed_worker() {
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
    owner.submit(reply["redirect_to"].as_str().expect("a page"), &[]).await.goes_to("/owners/announcements");

    let mut environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    environment.insert("DATABASE_CONNECTIONS".into(), "8".into());
    let worker = Program::start("worker", &environment);
    let began = Instant::now();
    let mut killed = Vec::new();
    let (mut sent, mut moved_at) = (0, Instant::now());
    for enough in [1, 60, 210, 330] {
        while sent < enough {
            let now = app.count(SENT).await;
            if now != sent {
                (sent, moved_at) = (now, Instant::now());
            }
            assert!(moved_at.elapsed() < WAIT_TIMEOUT, "the mails do not go out: {sent}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
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
