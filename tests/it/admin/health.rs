//! System health, as the admins' page, `seki doctor` and the metrics report it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use domain::clients::beacon;
use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, TestApp, allowed};

/// Returns the level of each check, by subject.
async fn levels(admin: &Persona) -> BTreeMap<String, String> {
    let health = admin.get("/admin/health").await.data()["health"].clone();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let checks = health["checks"].as_array().expect("checks").iter();
    let mut levels: BTreeMap<_, _> = checks.map(|check| (text(&check["subject"]), text(&check["level"]))).collect();
    levels.insert("all".to_owned(), text(&health["level"]));
    levels
}

fn failing_checks(levels: &BTreeMap<String, String>) -> Vec<(&str, &str)> {
    let amiss = levels.iter().filter(|(subject, level)| *level != "good" && *subject != "all");
    amiss.map(|(subject, level)| (subject.as_str(), level.as_str())).collect()
}

#[tokio::test]
async fn health_is_good_and_problems_are_named() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    assert_eq!(failing_checks(&levels(&admin).await), [("workers", "bad")], "no worker runs yet");
    let worker = app.start_worker();
    app.becomes("SELECT count(DISTINCT worker_type) FROM apalis.workers", 11).await;
    app.becomes("SELECT count(*) FROM cron_schedules", 5).await;
    let at_rest = levels(&admin).await;
    assert_eq!((failing_checks(&at_rest), at_rest["all"].as_str()), (vec![], "good"));
    worker.stop().await;

    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at, last_result)
         VALUES ('01DEAD', 'mail', '{}'::bytea, 'Killed', 1, 12, now(), now(), '{\"Err\":\"unknown\"}'),
                ('01LATE', 'sms', '{}'::bytea, 'Pending', 0, 6, now() - interval '2 minutes', NULL, NULL);
         INSERT INTO mail_deliveries (uid, template, locale, recipient, context, created_at)
         VALUES ('waits', 'two_factor_code', 'ja', 'hanako@seki.test', '{}', '2026-12-01T00:50:00Z');
         UPDATE cron_schedules SET ran_error = 'away' WHERE name = 'prune'",
    )
    .await;
    let reported = levels(&admin).await;
    let wanted = [("dead_letters", "watch"), ("mails", "watch"), ("queues", "bad"), ("schedules", "watch")];
    assert_eq!((failing_checks(&reported), reported["all"].as_str()), (wanted.to_vec(), "bad"));
    app.execute("UPDATE apalis.workers SET last_seen = now() - interval '1 minute'").await;
    assert_eq!(levels(&admin).await["workers"], "bad");
    let (went_well, said) = doctor(&app).await;
    assert!(
        !went_well && said.contains("\"subject\": \"queues\"") && said.contains("1 waiting jobs, the oldest for 12"),
        "{said}"
    );
    app.end().await;
}

async fn doctor(app: &TestApp) -> (bool, String) {
    let environment = tests::database_variables(&app.config.database_url);
    tests::seki(&["doctor", "--json"], &environment).await
}

#[tokio::test]
async fn health_reports_sweep_backlog_with_age() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    app.execute(
        "INSERT INTO phone_verifications (uuid, visitor_hash, flow_type, phone_country, phone_local_number, phone_e164,
             phone_authentic_number, status, requested_at, watch_from, expires_at)
         SELECT 'v' || n, '', 'sign_up', 'JP', '09012345678', '+819012345678', '+81355550100', 'queued', at, at,
                at + interval '9 minutes'
         FROM generate_series(1, 3) n, (SELECT '2026-12-01T00:50:00Z'::timestamptz AS at) began",
    )
    .await;
    let health = admin.get("/admin/health").await.data()["health"].clone();
    let sweeps = health["sweeps"].as_array().expect("sweeps");
    let phone = sweeps.iter().find(|sweep| sweep["name"] == "phone").expect("a sweeper");
    assert_eq!(*phone, json!({ "name": "phone", "level": "watch", "due": 3, "oldest_seconds": 60 }));
    app.end().await;
}

#[tokio::test]
async fn overdue_raffle_is_bad_and_named() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let day = |days: i64| (app.now() + chrono::Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    let round = json!({ "raffle_round": {
        "registerable_from": day(1), "registerable_till": day(2), "winners_count": 1, "entries_limit": 2 } });
    admin.post("/admin/r/sushi-test/raffle_rounds", &round).await.is(201);
    let number = app.count("SELECT beacon_round FROM raffle_rounds").await;
    let raffles = async || {
        let health = admin.get("/admin/health").await.data()["health"].clone();
        let sweeps = health["sweeps"].as_array().expect("sweeps");
        sweeps.iter().find(|sweep| sweep["name"] == "raffles").expect("a sweeper").clone()
    };
    app.advance((beacon::out_at(number) - app.now()).num_seconds());
    assert_eq!(raffles().await["due"], 0, "its beacon is not out");
    app.advance(301);
    assert_eq!(raffles().await, json!({ "name": "raffles", "level": "bad", "due": 1, "oldest_seconds": 301 }));
    assert_eq!(levels(&admin).await["sweeps"], "bad");
    app.end().await;
}

/// Returns the shortest time of several checks.
async fn fastest_check(admin: &Persona) -> Duration {
    admin.get("/admin/health").await.is(200);
    let mut quickest = Duration::MAX;
    for page in ["/admin/health", "/admin/jobs", "/admin/health", "/admin/jobs", "/admin/health", "/admin/jobs"] {
        let began = Instant::now();
        admin.get(page).await.is(200);
        quickest = quickest.min(began.elapsed());
    }
    quickest
}

#[tokio::test]
async fn health_query_takes_under_half_a_second_with_many_jobs() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let allowed = allowed(Duration::from_millis(500), fastest_check(&admin).await);
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at)
         SELECT 'j' || n, CASE n % 3 WHEN 0 THEN 'mail' WHEN 1 THEN 'sms' ELSE 'payment' END, '{}'::bytea,
                CASE WHEN n % 100 = 0 THEN 'Killed' ELSE 'Done' END, 1, 12, now(), now() - n * interval '1 second'
         FROM generate_series(1, 200000) n;
         INSERT INTO mail_deliveries (uid, template, locale, recipient, context, created_at, is_bulk)
         SELECT 'm' || n, 'two_factor_code', 'ja', 'reader@seki.test', '{}', '2026-12-01T00:59:50Z', true
         FROM generate_series(1, 50000) n;
         ANALYZE apalis.jobs; ANALYZE mail_deliveries",
    )
    .await;
    let quickest = fastest_check(&admin).await;
    assert!(quickest < allowed, "{quickest:?}, not {allowed:?}");
    app.end().await;
}
