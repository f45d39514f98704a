//! `seki no-show-fees list|waive`, run as operators run it.

use serde_json::{Value, json};
use tests::{RestaurantSpec, SlotSpec, TestApp, cards, seki, usual_policy, variables};

#[tokio::test(flavor = "multi_thread")]
async fn fees_are_listed_and_waived_from_a_shell() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { policy: usual_policy(), ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    let at = domain::zone::Zone::default().at(slot.date, "18:31:00".parse().expect("a time"));
    app.advance((at - app.now()).num_seconds());
    let owner = app.owner(&restaurant).await;
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let run = async |arguments: &[&str]| seki(&[&["no-show-fees"], arguments].concat(), &environment).await;
    assert_eq!(run(&["list"]).await, (true, "no open no-show fees\n".to_owned()));

    owner.put(&format!("/owners/api/reservations/{uid}/no_show"), &json!({ "no_show": true })).await.is(200);
    owner.post(&format!("/owners/api/reservations/{uid}/no_show_fee"), &json!({})).await.is(200);
    let (is_fine, text) = run(&["list", "--json"]).await;
    assert!(is_fine, "{text}");
    let open: Vec<Value> = serde_json::from_str(&text).expect("a list");
    assert_eq!((&open[0]["reservation_uid"], &open[0]["amount"]), (&json!(uid), &json!(10_000)));
    let diner: String = sqlx::query_scalar("SELECT uid FROM users WHERE id = $1")
        .bind(hanako.id().0)
        .fetch_one(&app.pool)
        .await
        .expect("a diner");
    assert_eq!(open[0]["user_uid"], diner);
    let (_, table) = run(&["list"]).await;
    assert!(["Requested", "10,000", &diner].iter().all(|text| table.contains(text)), "{table}");
    assert!(!table.contains("hanako"), "no name, address or number: {table}");

    let (is_fine, text) = run(&["waive", &uid, "--reason", "来店していた", "--dry-run"]).await;
    let would = "would be waived: the guest is notified, and a charge is cancelled or refunded\n";
    assert_eq!((is_fine, text.as_str()), (true, would));
    let (_, text) = run(&["list", "--json"]).await;
    assert_eq!(serde_json::from_str::<Vec<Value>>(&text).expect("a list"), open, "nothing is changed");

    let (is_fine, text) = run(&["waive", &uid, "--reason", "来店していた"]).await;
    assert!(!is_fine && text.contains("--yes"), "there is no terminal for a question: {text}");
    let (is_fine, _) = run(&["waive", &uid, "--reason", " ", "--yes"]).await;
    assert!(!is_fine, "a reason is required");
    let (is_fine, text) = run(&["waive", &uid, "--reason", "来店していた", "--yes"]).await;
    assert_eq!(
        (is_fine, text.as_str()),
        (true, "waived: the guest is notified, and a charge is cancelled or refunded\n")
    );
    let (is_fine, _) = run(&["waive", &uid, "--reason", "来店していた", "--yes"]).await;
    assert!(!is_fine, "once");
    let (is_fine, _) = run(&["waive", &uid, "--reason", "来店していた", "--dry-run"]).await;
    assert!(!is_fine, "a dry run is refused like the waiver");
    let (_, text) = run(&["list", "--all", "--json"]).await;
    let all: Vec<Value> = serde_json::from_str(&text).expect("a list");
    assert_eq!((&all[0]["status"], &all[0]["reason"]), (&json!("waived"), &json!("来店していた")));
    let audited =
        "SELECT count(*) FROM audit_events WHERE actor = 'command_line' AND action = 'reservation.no_show_fee_waived'";
    assert_eq!(app.count(audited).await, 1);
    app.end().await;
}
