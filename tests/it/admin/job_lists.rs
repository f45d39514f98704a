//! The admins' lists of jobs, dead letters and schedules, which have texts as ids.

use domain::lists::{DeadLetterEntry, JobEntry, ScheduleEntry};
use serde_json::{Value, json};
use tests::{RestaurantSpec, SlotSpec, TestApp, cards};

use super::lists::{check, column};

const JOBS: &str = "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at, last_result)
    VALUES ('01KILLED', 'mail', '{\"mail_delivery_id\":1}'::bytea, 'Killed', 1, 12, now(), now(),
                '{\"Err\":\"550 <hanako@seki.test> is unknown\"}'),
           ('02FAILED', 'sms', '{\"confirmation_uuid\":\"w\"}'::bytea, 'Failed', 6, 6, now(), now(), '{\"Err\":\"away\"}'),
           ('03FAILING', 'mail', '{\"mail_delivery_id\":2}'::bytea, 'Failed', 2, 12, now() + interval '1 hour', NULL,
                '{\"Err\":\"call +81 90-1234-5678\"}'),
           ('04DONE', 'mail', '{\"mail_delivery_id\":3}'::bytea, 'Done', 1, 12, now(), now(), '{\"Ok\":null}')";
/// Jobs about the only diner's mail, a restaurant's raffle, and a settled booking.
const SUBJECTS: &str = "WITH mail AS (
        INSERT INTO mail_deliveries (uid, template, locale, recipient, user_id, context, created_at)
        SELECT 'listed', 'two_factor_code', 'ja', email, id, '{}', now() FROM users WHERE email LIKE 'hanako%'
        RETURNING json_build_object('mail_delivery_id', id) AS about),
    raffle AS (SELECT json_build_object('restaurant_id', id, 'raffle_round_uid', 'raffle-1') AS about FROM restaurants
               WHERE slug = 'sushi-test'),
    settled AS (SELECT json_build_object('subject_kind', 'reservation', 'subject_id', id) AS about FROM reservations)
    INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at, last_result)
    SELECT x.id, x.queue, convert_to(x.about::text, 'UTF8'), 'Killed', 1, 1, now(), now(), NULL
    FROM (SELECT '11MAIL', 'mail', about FROM mail UNION ALL SELECT '12RAFFLE', 'raffle_draws', about FROM raffle
          UNION ALL SELECT '13SETTLED', 'payment', about FROM settled) AS x (id, queue, about)";
const SCHEDULES: &str = "INSERT INTO cron_schedules (name, expression, time_zone, missed, is_enabled, ran_error)
    VALUES ('ledger', '0 0 4 * * *', 'Asia/Tokyo', 'once', true, 'no connection'),
           ('verify', '0 50 4 * * *', 'Asia/Tokyo', 'skip', false, NULL)
    ON CONFLICT (name) DO UPDATE SET is_enabled = excluded.is_enabled, ran_error = excluded.ran_error";

#[tokio::test]
async fn jobs_and_schedules_are_found_by_their_state() {
    let app = TestApp::start().await;
    app.execute(JOBS).await;
    app.execute(SCHEDULES).await;
    let admin = app.admin().await;
    check::<JobEntry>(&app, &admin, "jobs").await;
    check::<DeadLetterEntry>(&app, &admin, "dead_letters").await;
    check::<ScheduleEntry>(&app, &admin, "schedules").await;
    let ids = async |name: &str, filter: Value| column(&admin, name, "id", filter, r#"["id","ASC"]"#).await;
    assert_eq!(ids("jobs", json!({})).await, ["01KILLED", "02FAILED", "03FAILING", "04DONE"]);
    assert_eq!(ids("jobs", json!({ "state": ["failing", "done"] })).await, ["03FAILING", "04DONE"]);
    assert_eq!(ids("jobs", json!({ "state": "dead", "queue": "sms" })).await, ["02FAILED"]);
    assert_eq!(ids("jobs", json!({ "id": ["04DONE", "unheard_of"] })).await, ["04DONE"]);
    assert_eq!(ids("dead_letters", json!({ "attempts_gte": 1 })).await, ["01KILLED", "02FAILED"]);
    let errors = column(&admin, "dead_letters", "last_error", json!({}), r#"["queue","ASC"]"#).await;
    assert_eq!(errors, ["550 <…> is unknown", "away"], "addresses are not shown");
    admin.get("/admin/api/resources/jobs/%00").await.refused(404, "not_found");
    let file = admin.get("/admin/api/resources/jobs.csv").await;
    let is_personal = file.is(200).body.contains("hanako") || file.body.contains("1234-5678");
    assert!(!is_personal && file.body.contains("call …"), "{}", file.body);
    assert_eq!(ids("schedules", json!({ "is_enabled": false })).await, ["verify"]);
    assert_eq!(ids("schedules", json!({ "ran_error": "connection", "missed": "once" })).await, ["ledger"]);
    app.end_unverified().await;
}

#[tokio::test]
async fn dead_letters_name_the_account_booking_or_raffle_that_they_concern() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    hanako.book(&restaurant, &slot, 2).await;
    app.execute(SUBJECTS).await;
    let admin = app.admin().await;
    let booking = column(&admin, "reservations", "uid", json!({}), r#"["id","ASC"]"#).await;
    let listed = json!({ "id": ["11MAIL", "12RAFFLE", "13SETTLED"] });
    for name in ["dead_letters", "jobs"] {
        let shown = async |field: &str| column(&admin, name, field, listed.clone(), r#"["id","ASC"]"#).await;
        assert_eq!(json!(shown("subject_kind").await), json!(["two_factor_code", null, "reservation"]), "{name}");
        assert_eq!(json!(shown("raffle_round_uid").await), json!([null, "raffle-1", null]), "{name}");
        assert_eq!(json!(shown("restaurant_slug").await), json!([null, "sushi-test", "sushi-test"]), "{name}");
        assert_eq!(json!(shown("restaurant_name").await), json!([null, "試し鮨", "試し鮨"]), "{name}");
        assert_eq!(json!(shown("reservation_uid").await), json!([null, null, booking[0]]), "{name}");
        assert!(shown("user_uid").await[0].is_string(), "{name}");
    }
    app.end_unverified().await;
}

#[tokio::test]
async fn done_jobs_are_sorted_by_their_end_and_provider_events_name_their_booking() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { fee: 390, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    hanako.book(&restaurant, &slot, 2).await;
    app.execute(
        "WITH event AS (
             INSERT INTO provider_events (provider, event_id, type, body, received_at)
             SELECT 'stripe', 'evt_listed', 'payment_intent.succeeded',
                    json_build_object('data', json_build_object('object', json_build_object('object', 'payment_intent', 'id', gateway_fid))),
                    now() FROM charges ORDER BY id LIMIT 1 RETURNING id)
         INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at, last_result)
         SELECT x.id, 'payment', convert_to(json_build_object('provider_event_id', event.id)::text, 'UTF8'), 'Done', 1, 1, now(),
                timestamptz '2026-12-01 10:00+09' + x.minutes * interval '1 minute', NULL
         FROM event, (VALUES ('Z-FIRST', 1), ('A-LAST', 3), ('M-MIDDLE', 2)) AS x (id, minutes)",
    )
    .await;
    let admin = app.admin().await;
    let listed = json!({ "state": "done", "id": ["Z-FIRST", "A-LAST", "M-MIDDLE"] });
    let shown = async |field: &str| column(&admin, "jobs", field, listed.clone(), r#"["done_at","DESC"]"#).await;
    assert_eq!(shown("id").await, ["A-LAST", "M-MIDDLE", "Z-FIRST"]);
    assert_eq!(shown("subject_kind").await, ["payment_intent.succeeded"; 3]);
    let booking = column(&admin, "reservations", "uid", json!({}), r#"["id","ASC"]"#).await;
    assert_eq!(shown("reservation_uid").await, [booking[0].clone(), booking[0].clone(), booking[0].clone()]);
    assert_eq!(shown("restaurant_slug").await, ["sushi-test"; 3]);
    let query = [("filter", listed.to_string()), ("sort", r#"["done_at","DESC"]"#.to_owned())];
    let query = reqwest::Url::parse_with_params("http://x/", &query).expect("an address");
    let file = admin.get(&format!("/admin/api/resources/jobs.csv?{}", query.query().expect("a query"))).await;
    let place = |id: &str| file.body.find(id).expect("a row");
    assert!(place("A-LAST") < place("M-MIDDLE") && place("M-MIDDLE") < place("Z-FIRST"), "{}", file.body);
    app.end_unverified().await;
}
