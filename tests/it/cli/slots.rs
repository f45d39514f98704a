//! `seki slots`, run as an operator runs it.

use serde_json::Value;
use tests::{RestaurantSpec, SlotSpec, TestApp, run_seki};

const SLOTS: &str = "SELECT count(*) FROM online_stock_groups WHERE deleted_at IS NULL";

async fn run(app: &TestApp, arguments: &[&str]) -> (i32, String) {
    let ran = run_seki(&[&["slots"], arguments].concat(), &app.variables()).await;
    (ran.code, ran.stdout + &ran.stderr)
}

async fn json(app: &TestApp, arguments: &[&str]) -> Value {
    let (code, text) = run(app, &[arguments, &["--json"]].concat()).await;
    assert_eq!(code, 0, "{arguments:?}: {text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slot_is_opened_listed_booked_and_closed_from_a_shell() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (course, day) = (restaurant.courses[0].to_string(), app.day(7).to_string());
    let open =
        ["open", "sushi-test", "--date", &day, "--time", "18:00-20:00", "--time", "20:30-22:00", "--course", &course];
    assert_eq!(run(&app, &[&open[..], &["--dry-run"]].concat()).await, (0, "the slot can be created\n".to_owned()));
    assert_eq!(app.count(SLOTS).await, 0, "a dry run makes none");
    let made = json(&app, &open).await;
    let uid = made["uid"].as_str().expect("a uid");
    assert_eq!(
        app.count("SELECT count(*) FROM audit_events WHERE action = 'slot_created' AND actor = 'command_line'").await,
        1
    );

    let hanako = app.diner("hanako").await;
    let day_seen = hanako.day("sushi-test", app.day(7)).await;
    let option = day_seen["dinner"][0]["time_options"][0]["id"].as_i64().expect("diners see the new slot");
    let slot = tests::Slot {
        id: day_seen["dinner"][0]["id"].as_i64().expect("an id"),
        date: app.day(7),
        times: vec![option],
        courses: restaurant.courses.clone(),
    };
    let booked = hanako.book(&restaurant, &slot, 1).await;
    let line = &json(&app, &["list", "sushi-test", "--date", &day]).await[0];
    assert_eq!(
        (&line["uid"], &line["times"], &line["state"]),
        (&uid.into(), &serde_json::json!(["18:00-20:00", "20:30-22:00"]), &"open".into())
    );
    assert_eq!(
        (line["stocks"].as_array().map(Vec::len), &line["guests_counts"]),
        (Some(4), &serde_json::json!([1, 2, 3, 4]))
    );
    let taken = line["stocks"].as_array().expect("stocks").iter().filter(|stock| stock["is_taken"] == true).count();
    assert_eq!(taken, 1);

    let (code, text) = run(&app, &["close", "sushi-test", uid]).await;
    assert!(code == 2 && text.contains("--yes"), "there is no terminal for a question: {text}");
    let (code, text) = run(&app, &["delete", "sushi-test", uid, "--yes"]).await;
    assert!(code == 1 && text.contains("reserved seat"), "{text}");
    for (arguments, left) in [(&["--dry-run"][..], 4), (&["--yes"], 1), (&["--yes"], 1)] {
        let closed = json(&app, &[&["close", "sushi-test", uid], arguments].concat()).await;
        assert_eq!(closed["kept"], 1, "{closed}");
        assert_eq!(app.count("SELECT count(*) FROM online_stocks").await, left, "{arguments:?}");
    }
    assert_eq!(hanako.status_of(&booked).await, "accepted", "the booking stays");
    assert_eq!(
        json(&app, &["list", "sushi-test", "--date", &day, "--state", "full"]).await.as_array().map(Vec::len),
        Some(1)
    );
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn free_slot_is_deleted_and_rejections_are_explained() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let id = app.slot(&restaurant, SlotSpec::default()).await.id.to_string();
    let (course, day) = (restaurant.courses[0].to_string(), app.day(8).to_string());
    let open = |date: &str, time: &str, more: &[&str]| -> Vec<String> {
        let fixed = ["open", "sushi-test", "--date", date, "--time", time, "--course", &course];
        fixed.iter().chain(more).map(|&word| word.to_owned()).collect()
    };
    for (arguments, fault) in [
        (open("2026-11-01", "18:00-20:00", &[]), "day that has passed"),
        (open(&day, "18:03-20:00", &[]), "steps of five minutes"),
        (open(&day, "18:00-20:00", &["--guests", "9"]), "between 1 and 4"),
        (open(&day, "18:00-20:00", &["--item", "nowhere"]), "no seat nowhere"),
        (open(&day, "18:00-20:00", &["--seats", "nothing"]), "unknown seats"),
        (open(&day, "18:00-20:00", &["--group", "nobody"]), "no customer group nobody"),
        (["delete", "tempura-test", &id, "--yes"].map(str::to_owned).to_vec(), "no slot"),
    ] {
        let words: Vec<_> = arguments.iter().map(String::as_str).collect();
        let (code, text) = run(&app, &words).await;
        // A key without a record is wrong usage.
        let wanted = if fault.starts_with("no ") || fault.starts_with("unknown") { 2 } else { 1 };
        assert!(code == wanted && text.contains(fault), "{arguments:?}: {text}");
    }
    assert_eq!(app.count(SLOTS).await, 1);
    let more = open(&day, "18:00-20:00", &["--group", "常連", "--last-solo"]);
    json(&app, &more.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let open_to = "SELECT count(DISTINCT x.customer_group_id) FROM online_stock_customer_groups x";
    assert_eq!((app.count(open_to).await, group > 0), (1, true));

    let preview = json(&app, &["delete", "sushi-test", &id, "--dry-run"]).await;
    assert_eq!((&preview["taken_off"], app.count(SLOTS).await), (&4.into(), 2));
    assert_eq!(run(&app, &["delete", "sushi-test", &id, "--yes"]).await.0, 0);
    assert_eq!(app.count(SLOTS).await, 1);
    let (code, text) = run(&app, &["delete", "sushi-test", &id, "--yes"]).await;
    assert!(code == 1 && text.contains("deleted"), "{text}");
    app.end().await;
}
