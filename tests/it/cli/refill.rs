//! `seki refill`, run as an operator runs it.

use std::sync::Mutex;

use domain::refills::nightly::{self, RefillRun};
use serde_json::Value;
use tests::{RestaurantSpec, TemplateSpec, TestApp, run_seki, seki};

const SLOTS: &str = "SELECT count(*) FROM online_stock_groups";

#[tokio::test(flavor = "multi_thread")]
async fn slots_are_refilled_from_a_shell_and_a_dry_run_makes_none() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    for restaurant in [&restaurant, &elsewhere] {
        app.template(&admin, restaurant, TemplateSpec::default()).await;
    }
    // A second template needs the same seats at the same time: the older one wins, in a dry run, too.
    app.template(&admin, &restaurant, TemplateSpec { items: vec![0], counts: vec![1], ..TemplateSpec::default() })
        .await;
    let environment = app.variables();
    let run = async |arguments: &[&str]| seki(&[&["refill"], arguments].concat(), &environment).await;
    let (from, till) = (app.day(1).to_string(), app.day(10).to_string());
    let days = ["--date-from", from.as_str(), "--date-till", till.as_str()];
    let json = async |more: &[&str]| -> Value {
        let (is_fine, text) = run(&[&days, more, &["--json"]].concat()).await;
        assert!(is_fine, "{text}");
        serde_json::from_str(&text).expect("an object")
    };
    let planned = json(&["--dry-run"]).await;
    assert_eq!((&planned["created"], &planned["dry_run"], app.count(SLOTS).await), (&20.into(), &true.into(), 0));
    assert_eq!((&planned["templates"], &planned["skipped"]["slot"]), (&3.into(), &10.into()));
    let one = json(&["--restaurant", "tempura-test"]).await;
    assert_eq!((&one["created"], app.count(SLOTS).await), (&10.into(), 10));
    assert_eq!(json(&[]).await["created"], 10);
    assert_eq!(json(&[]).await["created"], 0);

    let (is_fine, text) = run(&[]).await;
    assert!(is_fine && text.starts_with("162 slots created from 3 templates (0 incomplete)"), "{text}");
    for wrong in [
        &["--restaurant", "no-such-house"][..],
        &["--date-from", "2026-12-10"],
        &["--date-from", "2026-12-10", "--date-till", "2026-12-09"],
        &["--date-from", "soon", "--date-till", "2026-12-09"],
    ] {
        let (is_fine, text) = run(wrong).await;
        assert!(!is_fine && !text.trim().is_empty(), "{wrong:?}: {text}");
    }
    app.verify().await;
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refill_reports_progress_only_to_a_terminal() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    for slug in ["kagura", "isono", "tsuki", "hana", "yuki", "kaze", "umi"] {
        let restaurant = app.restaurant(RestaurantSpec { slug, ..RestaurantSpec::default() }).await;
        app.template(&admin, &restaurant, TemplateSpec::default()).await;
    }
    app.restaurant(RestaurantSpec { slug: "without-a-template", ..RestaurantSpec::default() }).await;
    let progress = Mutex::new(Vec::new());
    let listen = |done, total| progress.lock().expect("the progress").push((done, total));
    nightly::run(&app.pool, &app.rng, app.now(), RefillRun::NIGHTLY, &listen).await.expect("a refill");
    let each = (0..=7).map(|done| (done, 7)).collect::<Vec<_>>();
    assert_eq!(progress.into_inner().expect("the progress"), each);

    for arguments in [&["refill"][..], &["refill", "--json"]] {
        let ran = run_seki(arguments, &app.variables()).await;
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    }
    app.end().await;
}
