//! Rights of the limited roles, over every operation of the owners' side (G044). The extractor of a call declares the right that it
//! requires. `Staff` itself is not an extractor, so a call of staff without a declared right does not compile. This test finds calls
//! without any extractor: they do not respond to a read-only role's write with the expected rejection.

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, TestApp};

/// Writes of the caller's own account, and writes without a session.
const ACCOUNT_WRITES: [&str; 11] = [
    "/owners/accounts/terms_agreed",
    "/owners/impersonation",
    "/owners/password",
    "/owners/second_factor",
    "/owners/second_factor/authenticator",
    "/owners/second_factor/passkey",
    "/owners/second_factor/passkey/options",
    "/owners/security_settings",
    "/owners/sign_in",
    "/owners/sign_out",
    "/owners/staff_invitation",
];

/// Pages and calls outside the duties of floor staff.
const OWNER_OR_ADMIN_PATHS: [&str; 29] = [
    "/owners/announcements",
    "/owners/api/announcements",
    "/owners/api/customer_groups",
    "/owners/api/pacing",
    "/owners/api/reach",
    "/owners/api/resources/announcements",
    "/owners/api/resources/customers.csv",
    "/owners/api/resources/reservations.csv",
    "/owners/api/resources/restaurant_blacklisted_phone_numbers.csv",
    "/owners/api/resources/restaurant_charge_invoices",
    "/owners/api/resources/reviews.csv",
    "/owners/api/resources/staff",
    "/owners/api/resources/staff.csv",
    "/owners/api/restaurant_calendar_dates/bulk_update_is_closed",
    "/owners/api/restaurant_calendar_dates/create_is_closed",
    "/owners/api/restaurant_calendar_dates/{id}/update_is_closed",
    "/owners/api/restaurant_delivery_settings",
    "/owners/api/restaurant_operations",
    "/owners/api/staff",
    "/owners/api/stays",
    "/owners/api/waiting_rooms",
    "/owners/customers.csv",
    "/owners/customers.xlsx",
    "/owners/customers/bulk_update_customer_groups",
    "/owners/customers/{uid}/export",
    "/owners/customers/{uid}/export.csv",
    "/owners/holidays",
    "/owners/reservations.csv",
    "/owners/reservations.xlsx",
];
const OWNER_OR_ADMIN_PAGES: [&str; 7] = [
    "/owners/pacing",
    "/owners/reach",
    "/owners/reports",
    "/owners/restaurant_charge_invoices",
    "/owners/restaurant_delivery_settings",
    "/owners/restaurant_operation",
    "/owners/staff",
];

/// Exports of guests' data, which the read-only role does not get (G258).
const EXPORTS: [&str; 11] = [
    "/owners/api/resources/customers.csv",
    "/owners/api/resources/reservations.csv",
    "/owners/api/resources/restaurant_blacklisted_phone_numbers.csv",
    "/owners/api/resources/reviews.csv",
    "/owners/api/resources/staff.csv",
    "/owners/customers.csv",
    "/owners/customers.xlsx",
    "/owners/customers/{uid}/export",
    "/owners/customers/{uid}/export.csv",
    "/owners/reservations.csv",
    "/owners/reservations.xlsx",
];

fn is_below(path: &str, roots: &[&str]) -> bool {
    roots.iter().any(|root| path == *root || path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/')))
}

/// Method and path of every operation of the owners' side.
fn operations() -> Vec<(Method, String)> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi.json")).expect("the document");
    let document: Value = serde_json::from_str(&text).expect("a document");
    let paths = document["paths"].as_object().expect("paths").iter().filter(|(path, _)| is_below(path, &["/owners"]));
    let calls = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().expect("methods").keys();
        methods.map(move |method| (method.to_uppercase().parse().expect("a method"), path.clone()))
    });
    calls.collect()
}

/// Fills the placeholders of a path; none of these objects exists.
fn filled(path: &str) -> String {
    let with = |part: &str| match part {
        "{date}" => "2027-03-01".to_owned(),
        "{year_month}" => "2027-03".to_owned(),
        "{slug}" => "sushi-test".to_owned(),
        part if part.starts_with('{') => "1".to_owned(),
        part => part.to_owned(),
    };
    path.split('/').map(with).collect::<Vec<_>>().join("/")
}

async fn ask(who: &Persona, method: &Method, path: &str) -> (u16, String) {
    let call = who.call(method.clone(), &filled(path));
    let call = if *method == Method::GET { call } else { call.json(&json!({})) };
    let reply = call.send().await;
    (reply.status, reply.body)
}

fn is_refused((status, body): &(u16, String)) -> bool {
    *status == 403 && body.contains("right_missing")
}

async fn narrowed(role: &'static str) -> (TestApp, Persona) {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let person = app.owner(&restaurant).await;
    sqlx::query("UPDATE restaurant_owners SET role = $1").bind(role).execute(&app.pool).await.expect("a role");
    (app, person)
}

/// G044
#[tokio::test]
async fn a_read_only_log_in_is_refused_every_write_and_export_and_sees_every_page() {
    let (app, person) = narrowed("read_only").await;
    let before = app.state().await;
    let mut wrong = Vec::new();
    let mut refused = 0;
    // The writes first: a CSV export writes an audit event.
    let (reads, writes): (Vec<_>, Vec<_>) = operations().into_iter().partition(|(method, _)| *method == Method::GET);
    let count = writes.len();
    for (at, (method, path)) in writes.into_iter().chain(reads).enumerate() {
        if at == count {
            assert_eq!(app.state().await, before, "nothing was written");
        }
        if is_below(&path, &ACCOUNT_WRITES) {
            continue;
        }
        let answer = ask(&person, &method, &path).await;
        refused += usize::from(is_refused(&answer));
        if is_refused(&answer) != (method != Method::GET || EXPORTS.contains(&path.as_str())) {
            wrong.push(format!("{method} {path}: {}", answer.0));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(refused > 40, "{refused} writes");
    app.end().await;
}

/// G044
#[tokio::test]
async fn floor_role_is_rejected_only_by_management_operations() {
    let (app, person) = narrowed("floor").await;
    let mut wrong = Vec::new();
    for (method, path) in operations() {
        if is_below(&path, &ACCOUNT_WRITES) {
            continue;
        }
        let is_management = is_below(&path, &OWNER_OR_ADMIN_PATHS) || is_below(&path, &OWNER_OR_ADMIN_PAGES);
        let answer = ask(&person, &method, &path).await;
        if is_refused(&answer) != is_management {
            wrong.push(format!("{method} {path}: {}", answer.0));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    app.end_unverified().await;
}

/// The positive control: no call rejects an owner for lack of a right.
#[tokio::test]
async fn owner_has_every_right() {
    let (app, person) = narrowed("owner").await;
    for (method, path) in operations() {
        if !is_below(&path, &ACCOUNT_WRITES) {
            assert!(!is_refused(&ask(&person, &method, &path).await), "{method} {path}");
        }
    }
    app.end_unverified().await;
}
