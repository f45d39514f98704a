//! `seki offsite import`, as admins of the platform run it.

use std::sync::Mutex;

use domain::audit::Actor;
use domain::offsite::format::{self, ListFormat};
use domain::offsite::import::{Import, ImportMode, import};
use serde_json::Value;
use tests::{RestaurantSpec, SlotSpec, TestApp, seki, variables};

#[tokio::test(flavor = "multi_thread")]
async fn import_has_dry_run_and_names_bad_rows() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("offsite-list.csv");
    let text = format!(
        "external_id,source,starts_at,ends_at,guests_count,full_name\n\
         A-1,inbound,{0}T18:00,{0}T20:00,2,Smith\nA-2,inbound,{0}T18:00,{0}T20:00,9,Jones\n",
        slot.date
    );
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a path");
    let run = async |more: &[&str]| {
        seki(&[&["offsite", "import", file, "--restaurant", "sushi-test"], more].concat(), &environment).await
    };
    let (is_fine, text) = run(&["--dry-run"]).await;
    assert!(!is_fine && text.contains("A-2") && text.contains("guests_count"), "{text}");
    assert!(text.contains("1 created") && text.contains("nothing was written"), "{text}");
    assert_eq!(app.count("SELECT count(*) FROM offsite_reservations").await, 0);
    let (_, text) = run(&["--all-or-nothing"]).await;
    assert!(text.contains("2 rows: nothing was written, because of 1 that were rejected"), "{text}");
    assert!(!text.contains("created"), "{text}");

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
        let (is_fine, text) = seki(&wrong, &environment).await;
        assert!(!is_fine && !text.trim().is_empty(), "{wrong:?}: {text}");
    }
    app.end().await;
}

/// Japanese Excel saves CP932, and its dates have slashes.
#[tokio::test(flavor = "multi_thread")]
async fn lists_of_japanese_excel_are_imported() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("offsite-cp932.csv");
    let day = slot.date.format("%Y/%-m/%-d");
    let mut bytes = b"external_id,source,starts_at,ends_at,guests_count,full_name,phone_number\r\n".to_vec();
    bytes.extend(format!("A-1,inbound,{day} 18:00,{day} 20:00:00,2,").bytes());
    // 髙橋 in CP932; the first kanji is one of IBM's extensions.
    bytes.extend([0xfb, 0xfc, 0x8b, 0xb4]);
    bytes.extend(b",9012345678\r\n");
    std::fs::write(&file, &bytes).expect("a file");
    let path = file.to_str().expect("a path");
    let run = async || seki(&["offsite", "import", path, "--restaurant", "sushi-test"], &environment).await;
    let (is_fine, text) = run().await;
    assert!(is_fine && text.contains("1 created"), "{text}");
    let stored = app.count("SELECT count(*) FROM offsite_reservations WHERE full_name_string = '髙橋'").await;
    let numbers = app.count("SELECT count(*) FROM customer_profiles WHERE phone_e164 = '+819012345678'").await;
    assert_eq!((stored, numbers), (1, 1));

    bytes.extend(b"A-2,inbound,caf\xe9,,2,Smith,\r\n");
    std::fs::write(&file, &bytes).expect("a file");
    let (is_fine, text) = run().await;
    assert!(!is_fine && text.contains("line 3, column 16"), "{text}");
    app.end().await;
}

#[tokio::test]
async fn import_reports_progress_per_row() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let row = |id: usize, guests: usize| format!("A-{id},inbound,{0}T18:00,{0}T20:00,{guests},Smith\n", app.day(7));
    let rows: String = (1..=4).map(|id| row(id, if id == 3 { 9 } else { 1 })).collect();
    let text = format!("external_id,source,starts_at,ends_at,guests_count,full_name\n{rows}");
    let lines = format::read(&text, ListFormat::Csv).expect("a list");
    let mut conn = app.pool.acquire().await.expect("a connection");
    let found = domain::restaurants::queries::find_by_slug(&mut conn, "sushi-test").await.expect("an answer");
    let restaurant = found.expect("a restaurant");
    drop(conn);
    for mode in [ImportMode::DryRun, ImportMode::GoodRows] {
        let progress = Mutex::new(Vec::new());
        let listen = |done, total| progress.lock().expect("the progress").push((done, total));
        let wanted = Import { restaurant: &restaurant, actor: Actor::CommandLine, mode };
        let report = import(&app.pool, &app.rng, app.now(), wanted, &lines, &listen).await.expect("a report");
        assert!(report.has_rejected(), "{report:?}");
        assert_eq!(progress.into_inner().expect("the progress"), [(1, 4), (2, 4), (3, 4), (4, 4)], "{mode:?}");
    }
    app.end().await;
}
