//! `seki offsite import`, run as an admin of the platform runs it.

use serde_json::Value;
use tests::{RestaurantSpec, SlotSpec, TestApp, build_programs, seki, variables};

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_tried_out_brought_in_and_its_bad_rows_are_named() {
    build_programs().await;
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let told = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("offsite-list.csv");
    let text = format!(
        "external_id,source,starts_at,ends_at,guests_count,full_name\n\
         A-1,inbound,{0}T18:00,{0}T20:00,2,Smith\nA-2,inbound,{0}T18:00,{0}T20:00,9,Jones\n",
        slot.date
    );
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a path");
    let run = async |more: &[&str]| {
        seki(&[&["offsite", "import", file, "--restaurant", "sushi-test"], more].concat(), &told).await
    };
    let (is_fine, text) = run(&["--dry-run"]).await;
    assert!(!is_fine && text.contains("A-2") && text.contains("guests_count"), "{text}");
    assert!(text.contains("created 1") && text.contains("nothing is written"), "{text}");
    assert_eq!(app.count("SELECT count(*) FROM offsite_reservations").await, 0);
    let (_, text) = run(&["--all-or-nothing"]).await;
    assert!(text.contains("nothing is written"), "{text}");

    let (is_fine, text) = run(&["--json"]).await;
    let report: Value = serde_json::from_str(&text).expect("a report");
    assert!(!is_fine, "a row was refused: exit code 1");
    assert_eq!((&report["is_written"], &report["counts"]["created"]), (&true.into(), &1.into()));
    assert_eq!((&report["rows"][1]["line"], &report["rows"][1]["field"]), (&3.into(), &"guests_count".into()));
    assert!(report["rows"][1]["reason"].is_string(), "{report}");
    assert_eq!(app.count("SELECT count(*) FROM offsite_reservations").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE actor = 'command_line'").await, 1);

    for wrong in [
        vec!["offsite", "import", "/nowhere.csv", "--restaurant", "sushi-test"],
        vec!["offsite", "import", file, "--restaurant", "nowhere"],
        vec!["offsite", "import", file, "--restaurant", "sushi-test", "--format", "json"],
        vec!["offsite", "import", file],
    ] {
        let (is_fine, text) = seki(&wrong, &told).await;
        assert!(!is_fine && !text.trim().is_empty(), "{wrong:?}: {text}");
    }
    app.end().await;
}
