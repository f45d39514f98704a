//! `seki reports rebuild`, run as operators run it.

use serde_json::{Value, json};
use tests::{TestApp, seki, variables};

#[tokio::test(flavor = "multi_thread")]
async fn reports_rebuild_for_all_or_one_restaurant() {
    let app = TestApp::with_demo_world().await;
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let days = app.count("SELECT count(*) FROM (SELECT DISTINCT restaurant_id, date FROM reservations) d").await;
    app.execute(
        "INSERT INTO reservation_service_times (restaurant_id, reservation_id, seated_at, left_at)
         SELECT restaurant_id, id, starts_at, starts_at + interval '90 minutes' FROM reservations
         WHERE status = 'accepted' AND operation = 'dinner' ORDER BY id LIMIT 1",
    )
    .await;
    let (is_fine, text) = seki(&["reports", "rebuild"], &environment).await;
    assert_eq!((is_fine, text), (true, format!("recomputed the totals of {days} days\n")));
    let booked = "SELECT count(*) FROM reservations WHERE status = 'accepted'";
    let summed = "SELECT sum(parties + no_shows)::bigint FROM report_days";
    assert!(app.count(booked).await > 0);
    assert_eq!(app.count(summed).await, app.count(booked).await);
    assert_eq!(app.count("SELECT sum(minutes)::bigint FROM report_turn_times").await, 90);
    app.execute("DELETE FROM report_days").await;
    let (is_fine, _) = seki(&["reports", "rebuild", "--restaurant", "sushi-kagura"], &environment).await;
    assert!(is_fine);
    assert_eq!(app.count("SELECT count(DISTINCT restaurant_id) FROM report_days").await, 1);
    let (is_fine, text) = seki(&["reports", "rebuild", "--restaurant", "nowhere"], &environment).await;
    assert!(!is_fine && text.contains("there is no restaurant nowhere"), "{text}");
    let (_, text) = seki(&["reports", "rebuild", "--json"], &environment).await;
    assert_eq!(serde_json::from_str::<Value>(&text).expect("an object"), json!({ "count": days }));
    app.end().await;
}
