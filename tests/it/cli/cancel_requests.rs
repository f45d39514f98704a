//! `seki cancel-requests list|approve|reject`, run as operators run it.

use serde_json::{Value, json};
use tests::{RestaurantSpec, SlotSpec, TestApp, seki, variables};

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_listed_approved_and_rejected_from_a_shell() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let run = async |arguments: &[&str]| seki(&[&["cancel-requests"], arguments].concat(), &environment).await;
    let listed = async |arguments: &[&str]| -> Vec<Value> {
        let (is_fine, text) = run(&[&["list", "--json"], arguments].concat()).await;
        assert!(is_fine, "{text}");
        serde_json::from_str(&text).expect("a list")
    };
    assert_eq!(run(&["list"]).await, (true, "no open cancel requests\n".to_owned()));

    let mut booked = Vec::new();
    for (name, days) in [("hanako", 7), ("kenji", 8)] {
        let slot = app.slot(&restaurant, SlotSpec { days, ..SlotSpec::default() }).await;
        let diner = app.diner(name).await;
        let uid = diner.book(&restaurant, &slot, 1).await;
        let form = json!({ "uid": uid, "reason": "customer", "delete_os": false, "fee_waived": true,
                           "agreed_with_customer": true });
        owner.post("/owners/reservation_cancel_requests", &form).await.is(200);
        booked.push((diner, uid));
    }
    let open = listed(&[]).await;
    let about: Vec<_> = open.iter().map(|line| line["reservation_uid"].as_str().unwrap_or_default()).collect();
    assert_eq!(about, booked.iter().map(|(_, uid)| uid.as_str()).collect::<Vec<_>>());
    let code = open[0]["reservation_code"].as_str().expect("a code");
    let (_, table) = run(&["list"]).await;
    assert!(table.contains(code) && table.contains("Customer’s request") && table.contains("reopened"), "{table}");

    let (first, second) = (open[0]["id"].to_string(), open[1]["uid"].as_str().expect("a uid").to_owned());
    let (is_fine, text) = run(&["approve", &first]).await;
    assert!(!is_fine && text.contains("--yes"), "there is no terminal for a question: {text}");
    assert_eq!(listed(&[]).await.len(), 2, "nothing is decided");
    let (is_fine, text) = run(&["approve", &first, "--yes"]).await;
    assert_eq!((is_fine, text.as_str()), (true, "approved: the booking is cancelled\n"));
    let code = open[1]["reservation_code"].as_str().expect("a code");
    let (is_fine, text) = run(&["reject", code]).await;
    assert_eq!((is_fine, text.as_str()), (true, "rejected: the booking remains\n"));
    let again: [&[&str]; 4] = [
        &["approve", &first, "--yes"],
        &["reject", &first],
        &["approve", &second, "--yes"],
        &["approve", "none", "--yes"],
    ];
    for arguments in again {
        let (is_fine, text) = run(arguments).await;
        assert!(!is_fine && !text.trim().is_empty(), "{arguments:?}: {text}");
    }
    assert_eq!(listed(&[]).await, Vec::<Value>::new());
    let all = listed(&["--all"]).await;
    let statuses: Vec<_> = all.iter().map(|line| line["status"].as_str().unwrap_or_default()).collect();
    assert!(statuses.contains(&"approved") && statuses.contains(&"rejected") && all.len() == 2, "{statuses:?}");
    assert_eq!(booked[0].0.status_of(&booked[0].1).await, "void");
    assert_eq!(booked[1].0.status_of(&booked[1].1).await, "accepted");
    app.verify().await;
    app.end().await;
}
