//! Exit codes for cron jobs: 0 done, even if there was nothing to do; 1 failed, or a check found faults; 2 wrong usage, also a key that names
//! no record.

use std::collections::HashMap;
use std::path::Path;

use tests::{RestaurantSpec, TestApp, TestPlan, run_seki};
use tokio::process::Command;

/// Commands that a cron job runs, possibly instead of a worker.
const BY_CRON: [&[&str]; 22] = [
    &["holds", "expire"],
    &["releases", "open"],
    &["releases", "mail"],
    &["announcements", "send"],
    &["outbox", "remind"],
    &["outbox", "mail"],
    &["outbox", "text"],
    &["phone", "poll"],
    &["rounds", "make"],
    &["refill"],
    &["payments", "reconcile"],
    &["payments", "reconcile", "--now"],
    &["schedule", "run", "rounds"],
    &["schedule", "run", "refill"],
    &["schedule", "run", "prune"],
    &["schedule", "run", "verify"],
    &["schedule", "run", "ledger"],
    &["ledger", "close"],
    &["raffle", "draw"],
    &["reports", "rebuild"],
    &["search", "rebuild"],
    &["verify"],
];
/// Commands that only read.
const WATCHERS: [&[&str]; 3] = [&["jobs", "dead"], &["rounds", "lint"], &["verify"]];
/// Commands without a dry run: they change nothing important.
const WITHOUT_DRY_RUN: [&[&str]; 4] =
    [&["payments", "reconcile", "--now"], &["search", "rebuild"], &["reports", "rebuild"], &["verify"]];

async fn code(arguments: &[&str], variables: &HashMap<String, String>, wanted: i32) {
    let ran = run_seki(arguments, variables).await;
    assert_eq!(ran.code, wanted, "{arguments:?}: {}{}", ran.stdout, ran.stderr);
    let has_said_why = wanted == 0 || !ran.stdout.trim().is_empty() || !ran.stderr.trim().is_empty();
    assert!(has_said_why, "{arguments:?} fails silently");
}

#[tokio::test(flavor = "multi_thread")]
async fn cron_commands_report_outcome_by_exit_code() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let fine = app.variables();
    let mut away = fine.clone();
    away.insert("DATABASE_URL".to_owned(), "postgres://127.0.0.1:9/none".to_owned());
    let unnamed: HashMap<_, _> = fine.clone().into_iter().filter(|(name, _)| name != "DATABASE_URL").collect();
    for arguments in BY_CRON.into_iter().chain(WATCHERS) {
        code(arguments, &fine, 0).await;
        code(arguments, &away, 1).await;
        code(&[arguments, &["--no-such-flag"]].concat(), &fine, 2).await;
        code(arguments, &unnamed, 2).await;
    }
    for arguments in BY_CRON.into_iter().filter(|arguments| !WITHOUT_DRY_RUN.contains(arguments)) {
        code(&[arguments, &["--dry-run"]].concat(), &fine, 0).await;
    }
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn usage_requires_no_option_that_the_environment_sets() {
    let variables = HashMap::from([("SEKI_ENV".to_owned(), "test".to_owned())]);
    let ran = run_seki(&["no-show-fees", "waive"], &variables).await;
    let is_named = ran.stderr.contains("Usage: seki no-show-fees waive --reason <REASON> <RESERVATION>");
    assert!(ran.code == 2 && is_named, "{}", ran.stderr);
    let help = run_seki(&["no-show-fees", "waive", "--help"], &variables).await;
    assert!(help.code == 0 && help.stdout.contains("[env: SEKI_ENV=test]"), "{}", help.stdout);
    let wrong = HashMap::from([("SEKI_ENV".to_owned(), "home".to_owned())]);
    let ran = run_seki(&["no-show-fees", "list"], &wrong).await;
    assert!(ran.code == 2 && ran.stderr.contains("home"), "{}", ran.stderr);
}

#[tokio::test(flavor = "multi_thread")]
async fn error_of_a_provider_is_printed_once() {
    let app = TestApp::start().await;
    let mut variables = app.variables();
    variables.insert("STRIPE_API_URL".to_owned(), "http://127.0.0.1:9".to_owned());
    let ran = run_seki(&["payments", "catch-up"], &variables).await;
    assert_eq!((ran.code, ran.stderr.matches("the card provider did not answer").count()), (1, 1), "{}", ran.stderr);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn findings_and_rejections_exit_non_zero() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", plan: TestPlan::None, ..RestaurantSpec::default() }).await;
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, done_at, last_result)
         VALUES ('01KILLED', 'mail', '{\"mail_delivery_id\":1}', 'Killed', 1, 12, now(), '{\"Err\":\"unknown\"}')",
    )
    .await;
    let variables = app.variables();
    for (arguments, wanted) in [
        (&["jobs", "dead"][..], 1),
        (&["rounds", "lint"], 1),
        (&["rounds", "list", "nowhere"], 2),
        (&["refill", "--restaurant", "nowhere"], 2),
        (&["slots", "list", "nowhere"], 2),
        (&["slots", "close", "sushi-test", "nothing", "--yes"], 2),
        (&["jobs", "show", "nothing"], 2),
        (&["raffle", "draw", "nothing"], 2),
        (&["announcements", "stop", "4711", "--yes"], 2),
        (&["announcements", "resume", "4711", "--yes"], 2),
        (&["cancel-requests", "reject", "nothing"], 2),
        (&["offsite", "import", "/nowhere.csv", "--restaurant", "sushi-test"], 1),
        (&["raffle", "verify", "/nowhere.json"], 1),
        (&["jobs", "replay", "nothing"], 2),
        (&["payments", "refund", "nothing", "--reason", "x", "--borne-by", "operator", "--as", "nobody", "--yes"], 2),
        (&["no-show-fees", "waive", "nothing", "--reason", "x", "--yes"], 2),
        (&["disputes", "show", "nothing"], 2),
        (&["ledger", "list", "--restaurant", "nowhere"], 2),
        (&["trials", "show", "nobody@seki.test"], 2),
        (&["privacy", "show", "--diner", "nobody@seki.test", "--as", "nobody@seki.test"], 2),
        (&["admin", "disable", "--email", "nobody@seki.test"], 2),
        (&["schedule", "run", "nothing"], 2),
        (&["jobs", "drop", "01KILLED"], 2),
        (&["jobs", "replay"], 2),
        (&["jobs", "list", "--queue", "nothing"], 2),
        (&["refill", "--date-from", "2026-12-10"], 2),
        (&["refill", "--date-from", "2026-12-10", "--date-till", "2026-12-09"], 2),
        (&["slots", "list", "sushi-test", "--from", "2026-12-10", "--till", "2026-12-09"], 2),
        (&["slots", "list", "sushi-test", "--date", "soon"], 2),
        (&["no-such-command"], 2),
        (&[], 2),
    ] {
        code(arguments, &variables, wanted).await;
    }
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_reader_is_no_error_but_a_full_disk_is() {
    let own = std::env::current_exe().expect("our own path");
    let seki = own.parent().and_then(Path::parent).expect("the folder of the build").join("seki");
    for arguments in ["openapi", "config", "completions bash"] {
        let line = |end: &str| format!("set -o pipefail; {} {arguments} {end}", seki.display());
        let ran = async |end: &str| {
            let ended = Command::new("bash").args(["-c", &line(end)]).output().await.expect("a shell");
            (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
        };
        let (code, said) = ran("| true").await;
        assert!(
            code != Some(101) && !said.contains("panicked") && !said.contains("roken pipe"),
            "{arguments}: {code:?} {said}"
        );
        let (code, said) = ran(">/dev/full").await;
        assert!(matches!(code, Some(1 | 2)) && !said.contains("panicked"), "{arguments}: {code:?} {said}");
    }
}
