//! The admins' pages of lists: the first rows, and a page of each row.

use serde_json::{Value, json};
use tests::{PASSWORD, TestApp};

use super::lists::{clerk, list, world};

/// The addresses of the pages.
const PAGES: [&str; 5] =
    ["/admin/charges", "/admin/refunds", "/admin/ledger_transfers", "/admin/payouts", "/admin/admin_users"];

#[tokio::test]
async fn pages_contain_the_first_rows_of_their_list() {
    let app = world().await;
    let admin = app.admin().await;
    for page in PAGES {
        let name = page.trim_start_matches("/admin/");
        let reply = list(&admin, name, &[("range", "[0,49]")]).await;
        let rows = reply.is(200).json();
        let first = admin.get(page).await.is(200).data()["first"].clone();
        assert_eq!(first["rows"], rows, "{page}");
        assert_eq!(first["total"], rows.as_array().expect("rows").len(), "{page}");
        let filtered = admin.get(&format!("{page}?filter=%7B%22id%22%3A1%7D")).await.is(200).data();
        assert_eq!(filtered["first"], Value::Null, "{page}: the call of the list answers the filter");
        let one = format!("{page}/{}", rows[0]["id"]);
        assert_eq!(admin.get(&one).await.is(200).data()["row"], rows[0], "{page}");
        admin.get(&format!("{page}/999999999")).await.refused(404, "not_found");
        admin.get(&format!("{page}/x")).await.refused(404, "not_found");
    }
    app.end_unverified().await;
}

/// Pages that have another order or filter until the reader chooses: the address, the list, and its order and filter there.
const DEFAULTS: [(&str, &str, &str, &str); 10] = [
    ("/admin/cancel_requests", "cancel_requests", r#"["created_at","ASC"]"#, r#"{"status":"pending"}"#),
    (
        "/admin/gold_plan_change_requests",
        "gold_plan_change_requests",
        r#"["created_at","ASC"]"#,
        r#"{"is_open":"true"}"#,
    ),
    ("/admin/disputes", "disputes", r#"["evidence_due_at","ASC"]"#, r#"{"is_open":"true"}"#),
    ("/admin/no_show_fees", "no_show_fees", r#"["requested_at","ASC"]"#, r#"{"status":"requested"}"#),
    ("/admin/announcements", "announcements", r#"["created_at","DESC"]"#, "{}"),
    ("/admin/jobs", "dead_letters", r#"["done_at","DESC"]"#, "{}"),
    ("/admin/reservations", "reservations", r#"["created_at","DESC"]"#, "{}"),
    ("/admin/refunds", "refunds", r#"["booked_at","DESC"]"#, "{}"),
    ("/admin/payouts", "payouts", r#"["booked_at","DESC"]"#, "{}"),
    ("/admin/raffle_rounds", "raffle_rounds", r#"["registerable_from","DESC"]"#, "{}"),
];
/// Further rows of these lists. Each order differs from that of the ids, and the filters exclude some of the rows.
const FURTHER_ROWS: [&str; 6] = [
    "INSERT INTO reservation_cancel_requests (uid, restaurant_id, reservation_id, reason, delete_os, owner_id, created_at, status)
     SELECT 'request-' || n, restaurant_id, reservation_id, reason, delete_os, owner_id, created_at - interval '1 day', 'rejected'
     FROM reservation_cancel_requests, generate_series(2, 3) n",
    "INSERT INTO gold_plan_change_requests (user_id, created_at, closed_at, outcome)
     SELECT user_id, created_at, created_at, 'done' FROM gold_plan_change_requests",
    "INSERT INTO charge_disputes (restaurant_id, charge_id, gateway_fid, amount, reason, status, opened_at, updated_at, evidence_due_at,
         closed_at)
     SELECT restaurant_id, charge_id, 'dp_listed_' || n, amount, reason, status, opened_at, updated_at,
            opened_at + interval '9 days' - n * interval '1 day', CASE WHEN n = 4 THEN opened_at END
     FROM charge_disputes, generate_series(2, 4) n",
    "INSERT INTO announcements (restaurant_id, subject_type, body, created_at)
     SELECT restaurant_id, subject_type, body, created_at - interval '1 day' FROM announcements",
    "INSERT INTO raffle_rounds (uid, restaurant_id, registerable_from, registerable_till, winners_count, entries_limit, beacon_round,
         chain_head, created_at)
     SELECT 'raffle-2', t.id, r.registerable_from - interval '1 day', r.registerable_till, r.winners_count, r.entries_limit,
            r.beacon_round, r.chain_head, r.created_at FROM raffle_rounds r, restaurants t WHERE t.slug = 'tempura-test'",
    "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at, last_result)
     SELECT '0' || n || 'LISTED', 'mail', '{}'::bytea, CASE WHEN n = 3 THEN 'Done' ELSE 'Killed' END, 1, 1, now(),
            now() - n * interval '1 hour', NULL FROM generate_series(1, 3) n",
];

#[tokio::test]
async fn pages_contain_the_first_rows_in_the_order_and_filter_that_they_show() {
    let app = world().await;
    for statement in FURTHER_ROWS {
        app.execute(statement).await;
    }
    let admin = app.admin().await;
    for (page, name, sort, filter) in DEFAULTS {
        let reply = list(&admin, name, &[("range", "[0,49]"), ("sort", sort), ("filter", filter)]).await;
        let rows = reply.is(200).json();
        let count = rows.as_array().expect("rows").len();
        assert!(count > 0, "{page}");
        let first = admin.get(page).await.data()["first"].clone();
        assert_eq!((&first["rows"], &first["total"]), (&rows, &json!(count)), "{page}");
        for query in ["page=2", "filter=%7B%7D"] {
            let other = admin.get(&format!("{page}?{query}")).await.data();
            assert_eq!(other["first"], Value::Null, "{page}: the call of the list answers the filter");
        }
        app.anonymous().get(page).await.refused(401, "sign_in_required");
    }
    app.end_unverified().await;
}

#[tokio::test]
async fn pages_need_the_permission_of_their_list() {
    let app = world().await;
    let clerk = clerk(&app).await;
    for page in PAGES {
        for address in [page.to_owned(), format!("{page}?page=2"), format!("{page}/1")] {
            clerk.get(&address).await.refused(403, "admin_flag_missing");
            app.anonymous().get(&address).await.refused(401, "sign_in_required");
        }
    }
    clerk.get("/admin/payment_adjustments/adjustment-1").await.refused(403, "admin_flag_missing");
    app.end_unverified().await;
}

#[tokio::test]
async fn manual_refund_has_a_page_for_its_decision() {
    let app = world().await;
    let (_, email) = app.admin_with_password(&["refunds"]).await;
    let other = app.anonymous();
    other.sign_in_as_admin(&email, PASSWORD).await.is(200);
    let adjustment = other.get("/admin/payment_adjustments/adjustment-1").await.is(200).data()["adjustment"].clone();
    assert_eq!((&adjustment["reason"], &adjustment["can_decide"]), (&json!("お詫び"), &json!(true)));
    other.get("/admin/payment_adjustments/none").await.refused(404, "not_found");
    let first = other.get("/admin/payment_adjustments").await.is(200).data()["first"].clone();
    assert_eq!((&first["total"], &first["rows"][0]["uid"]), (&json!(1), &json!("adjustment-1")));
    app.execute("UPDATE payment_adjustments SET status = 'withdrawn', finished_at = created_at").await;
    let page = other.get("/admin/payment_adjustments?filter=%7B%7D").await.is(200).data();
    assert_eq!(page["adjustments"], json!([]), "a finished one is only in the list of all");
    app.end_unverified().await;
}

#[tokio::test]
async fn accounts_are_listed_and_each_reading_is_recorded() {
    let app = TestApp::start().await;
    let (hanako, admin) = (app.diner("hanako").await, app.admin().await);
    let page = admin.get("/admin/users").await.is(200).data();
    assert_eq!(page["first"]["rows"][0]["email"], json!(hanako.email));
    let searched = admin.get("/admin/users?q=hanako").await.is(200).data();
    assert_eq!((&searched["first"], &searched["users"]), (&Value::Null, &Value::Null), "the call of the list searches");
    let viewed = "SELECT count(*) FROM audit_events WHERE action = 'list.viewed'";
    assert_eq!(app.count(viewed).await, 1);
    app.end().await;
}

#[tokio::test]
async fn audit_log_counts_its_events() {
    let app = world().await;
    let admin = app.admin().await;
    let page = admin.get("/admin/audit_events").await.is(200).data();
    let reply = list(&admin, "audit_events", &[("range", "[0,49]"), ("sort", r#"["at","DESC"]"#)]).await;
    let rows = reply.is(200).json();
    assert_eq!(page["events"], rows, "events have the fields of the list's rows");
    assert_eq!(page["total"], rows.as_array().expect("rows").len());
    let filtered = admin.get("/admin/audit_events?actor=system").await.data();
    assert_eq!((&filtered["events"], &filtered["total"]), (&json!([]), &Value::Null));
    app.end_unverified().await;
}
