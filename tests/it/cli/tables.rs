//! Every list that `seki` prints, complete: the table for people and the JSON for programs, each with its exit code. Values that differ
//! between runs are blanked. `INSTA_UPDATE=always` rewrites the snapshots.

use serde_json::{Value, json};
use tests::{Ran, RestaurantSpec, SlotSpec, TemplateSpec, TestApp, TestPlan, cards, run_seki, usual_policy};

use crate::snapshots::settle;

/// Names of files below `snapshots/`, and the commands.
const LISTS: [(&str, &[&str]); 31] = [
    ("admin_list", &["admin", "list"]),
    ("restaurant_list", &["restaurant", "list"]),
    ("search_synonyms", &["search", "synonyms"]),
    ("legal_list", &["legal", "list"]),
    ("slots_list", &["slots", "list", "sushi-test", "--from", "2026-12-08", "--till", "2026-12-10"]),
    ("holds_list", &["holds", "list"]),
    ("holds_expire_dry_run", &["holds", "expire", "--dry-run"]),
    ("rounds_list", &["rounds", "list", "sushi-test"]),
    ("rounds_lint", &["rounds", "lint"]),
    ("rounds_make_dry_run", &["rounds", "make", "--dry-run"]),
    ("refill_dry_run", &["refill", "--dry-run", "--date-from", "2026-12-20", "--date-till", "2026-12-24"]),
    ("releases_open_dry_run", &["releases", "open", "--dry-run"]),
    ("releases_mail_dry_run", &["releases", "mail", "--dry-run"]),
    ("cancel_requests_list", &["cancel-requests", "list", "--all"]),
    ("no_show_fees_list", &["no-show-fees", "list", "--all"]),
    ("announcements_list", &["announcements", "list"]),
    ("outbox_remind_dry_run", &["outbox", "remind", "--dry-run"]),
    ("outbox_mail_dry_run", &["outbox", "mail", "--dry-run"]),
    ("outbox_text_dry_run", &["outbox", "text", "--dry-run"]),
    ("payments_list", &["payments", "list"]),
    ("payments_reconcile_dry_run", &["payments", "reconcile", "--dry-run"]),
    ("jobs_list", &["jobs", "list"]),
    ("jobs_dead", &["jobs", "dead"]),
    ("jobs_stats", &["jobs", "stats"]),
    ("schedule_list", &["schedule", "list"]),
    ("verify", &["verify"]),
    ("ledger_check", &["ledger", "check"]),
    ("ledger_list", &["ledger", "list"]),
    ("ledger_balances", &["ledger", "balances"]),
    ("ledger_owed", &["ledger", "owed"]),
    ("ledger_rates", &["ledger", "rates"]),
];

const OFFSITE: &str = "external_id,source,starts_at,ends_at,guests_count,full_name\n\
    A-1,inbound,2026-12-09T18:00,2026-12-09T20:00,2,Smith\nA-2,inbound,2026-12-09T18:00,2026-12-09T20:00,9,Jones\n";

/// A restaurant with slots, a paid booking, an expired hold and a cancel request; and another restaurant that cannot be booked.
async fn with_something_to_list() -> TestApp {
    let app = TestApp::start().await;
    let spec = RestaurantSpec { fee: 1000, policy: usual_policy(), ..RestaurantSpec::default() };
    let restaurant = app.restaurant(spec).await;
    let unready = RestaurantSpec { slug: "tempura-test", plan: TestPlan::None, ..RestaurantSpec::default() };
    app.restaurant(unready).await;
    let admin = app.admin().await;
    app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let other = app.slot(&restaurant, SlotSpec { days: 8, items: vec![0, 1], ..SlotSpec::default() }).await;
    let regulars = app.customer_group(&restaurant, "常連", false).await;
    app.whitelist(&restaurant, &other, 0, regulars).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let booked = hanako.book(&restaurant, &slot, 2).await;
    let kenji = app.diner("kenji").await;
    kenji.hold(&restaurant, &slot, 1).await;
    let form = json!({ "uid": booked, "reason": "customer", "delete_os": false, "fee_waived": true, "agreed_with_customer": true });
    app.owner(&restaurant).await.post("/owners/reservation_cancel_requests", &form).await.is(200);
    app.execute(
        "UPDATE reservations SET held_until = '2026-11-30T15:00:00Z' WHERE status = 'pending';
         UPDATE mail_deliveries SET created_at = created_at - interval '1 hour';
         INSERT INTO announcements (restaurant_id, subject_type, body, only_premium_grades, status, scheduled_at, created_at)
         SELECT id, 'event', '春', '', 'scheduled', '2026-12-02T03:00:00Z', '2026-12-01T00:00:00Z' FROM restaurants WHERE slug = 'sushi-test';
         INSERT INTO restaurant_charge_rates (restaurant_id, valid_from, amount, created_at)
         SELECT id, '2027-01-01', 300, '2026-12-01T00:00:00Z' FROM restaurants WHERE slug = 'sushi-test';
         INSERT INTO admin_users (uid, email, password_hash, nickname, osg, created_at, disabled_at)
         VALUES ('former', 'former@seki.test', '-', '旧担当', true, '2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z');
         DELETE FROM apalis.jobs;
         UPDATE provider_events SET processed_at = received_at;
         INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at, last_result)
         VALUES ('01KILLED', 'mail', '{\"mail_delivery_id\":1}', 'Killed', 1, 12, '2026-11-24T01:00:00Z', '2026-11-24T01:00:01Z',
                 '{\"Err\":\"550 <hanako@seki.test> unknown\"}'),
                ('01FAILED', 'sms', '{\"confirmation_uuid\":\"u\"}', 'Failed', 6, 6, '2026-11-24T02:00:00Z', '2026-11-24T02:00:01Z',
                 '{\"Err\":\"away\"}'),
                ('01DONE', 'mail', '{\"mail_delivery_id\":3}', 'Done', 1, 12, '2026-11-24T03:00:00Z', '2026-11-24T03:00:01Z', '{\"Ok\":null}')",
    )
    .await;
    app
}

/// The reservations' codes, which are random, and what is as long in their place.
async fn codes(app: &TestApp) -> Vec<String> {
    sqlx::query_scalar("SELECT reservation_code FROM reservations").fetch_all(&app.pool).await.expect("codes")
}

/// The text without random words, of the same width.
fn without_randomness(text: &str, codes: &[String]) -> String {
    let settled = codes.iter().fold(text.to_owned(), |text, code| text.replace(code, &"C".repeat(code.len())));
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    let is_random = |word: &str| word.len() >= 20 && word.chars().any(char::is_uppercase);
    let mut blanked = String::new();
    let mut rest = settled.as_str();
    while let Some(start) = rest.find(is_of_word) {
        let end = rest[start..].find(|letter| !is_of_word(letter)).map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        blanked += &rest[..start];
        blanked += &if is_random(word) { "x".repeat(word.len()) } else { word.to_owned() };
        rest = &rest[end..];
    }
    blanked + rest
}

fn settled_json(text: &str) -> String {
    let mut value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    settle::redact(&mut value);
    if let Some(rows) = value.as_array_mut() {
        for row in rows.iter_mut().filter_map(Value::as_object_mut) {
            row.entry("seconds_left").and_modify(|seconds| *seconds = json!("[seconds]"));
        }
    }
    serde_json::to_string_pretty(&value).expect("JSON")
}

fn normalized_output(arguments: &[&str], ran: &Ran, text: &str) -> String {
    format!("$ seki {}\n{}\nexit code {}\n\n", arguments.join(" "), text.trim_end(), ran.code)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_list_as_a_table_and_as_json() {
    let app = with_something_to_list().await;
    let codes = codes(&app).await;
    let variables = app.variables();
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("offsite-table.csv");
    std::fs::write(&file, OFFSITE).expect("a file");
    let file = file.to_str().expect("a path");
    let import = ["offsite", "import", file, "--restaurant", "sushi-test", "--dry-run"];
    for (name, arguments) in LISTS.into_iter().chain([("offsite_import_dry_run", &import[..])]) {
        let table = run_seki(arguments, &variables).await;
        let as_json: Vec<_> = [arguments, &["--json"]].concat();
        let json = run_seki(&as_json, &variables).await;
        let text = normalized_output(arguments, &table, &without_randomness(&table.stdout, &codes))
            + &normalized_output(&as_json, &json, &settled_json(&json.stdout));
        assert_eq!((table.stderr.as_str(), json.stderr.as_str(), table.code), ("", "", json.code), "{name}");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, text.replace(file, "list.csv"));
        });
    }
    app.end().await;
}
