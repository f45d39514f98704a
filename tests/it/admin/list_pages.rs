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
    app.end_unverified().await;
}

#[tokio::test]
async fn accounts_are_listed_and_each_reading_is_recorded() {
    let app = TestApp::start().await;
    let (hanako, admin) = (app.diner("hanako").await, app.admin().await);
    let page = admin.get("/admin/users").await.is(200).data();
    assert_eq!((&page["users"], &page["first"]["rows"][0]["email"]), (&json!([]), &json!(hanako.email)));
    assert_eq!(admin.get("/admin/users?q=hanako").await.data()["first"], Value::Null);
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
    assert_eq!(admin.get("/admin/audit_events?actor=system").await.data()["total"], Value::Null);
    app.end_unverified().await;
}
