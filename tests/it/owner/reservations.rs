//! The list of reservations, the page of one, and requests to cancel (F137 to F139).

use domain::audit::Actor;
use domain::cancellations;
use domain::reservations::requests::{self as cancel_request, CancelDecision};
use serde_json::{Value, json};
use tests::{GuestSpec, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

use super::reports::workbook;

const LIST: &str = "/owners/reservations";
const REQUESTS: &str = "/owners/reservation_cancel_requests";
const TEXT: &str = "q[customer_name_or_phone_local_number_or_invitation_email_cont_all]";

async fn open() -> (TestApp, Restaurant, Persona) {
    TestApp::with_restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await
}

fn visit(days: i64, item: usize) -> VisitSpec {
    VisitSpec { days, items: vec![item], guests: 1, ..VisitSpec::default() }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn names(page: &Value) -> Vec<String> {
    let rows = page["reservations"].as_array().expect("rows");
    rows.iter().map(|row| row["customer_fullname"].as_str().unwrap_or_default().to_owned()).collect()
}

async fn listed(owner: &Persona, query: &[(&str, &str)]) -> Vec<String> {
    let url = reqwest::Url::parse_with_params("http://x/owners/reservations", query).expect("a query");
    names(&owner.get(&format!("{LIST}?{}", url.query().unwrap_or_default())).await.data())
}

fn decision(app: &TestApp) -> CancelDecision<'static> {
    CancelDecision { now: app.now(), actor: Actor::CommandLine, reason: None }
}

/// F137, F138
#[tokio::test]
async fn the_list_is_narrowed_by_every_parameter() {
    let (app, restaurant, owner) = open().await;
    let slot = app.slot(&restaurant, SlotSpec { days: 3, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    let cancelled = hanako.book(&restaurant, &slot, 1).await;
    hanako.cancel(&cancelled).await.is(204);
    owner.record_visit(&app, &restaurant, &visit(7, 0)).await.is(201);
    let mail = GuestSpec {
        nickname: "高橋 一郎",
        email: Some("taka@example.jp"),
        phone: "9012345678",
        ..GuestSpec::default()
    };
    owner.invite(&app, &restaurant, &visit(10, 1), mail).await.is(201);
    let kenji = app.diner("kenji").await;
    kenji.hold(&restaurant, &slot, 1).await;
    kenji.hold(&restaurant, &slot, 2).await;
    assert_eq!(listed(&owner, &[]).await, ["高橋 一郎", "伊藤", "hanako 太郎", ""], "the latest first, holds nameless");
    let from = app.day(0).to_string();
    type Case<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);
    let cases: [Case<'_>; 13] = [
        (&[("q[status_in][]", "void")], &["hanako 太郎"]),
        (&[("q[status_in][]", "void"), ("q[status_in][]", "accepted")], &["伊藤", "hanako 太郎"]),
        (&[("q[status_in][]", ""), ("q[nonsense_eq]", "1")], &["高橋 一郎", "伊藤", "hanako 太郎", ""]),
        (&[("q[reservation_type_in][]", "offline_reservation")], &["伊藤"]),
        (&[("q[reservation_type_in][]", "invited_temporary_reservation")], &["高橋 一郎"]),
        (&[(TEXT, "高橋")], &["高橋 一郎"]),
        (&[(TEXT, "一郎　高橋")], &["高橋 一郎"]),
        (&[(TEXT, "高橋 伊藤")], &[]),
        (&[(TEXT, "090-1234")], &["高橋 一郎"]),
        (&[(TEXT, "TAKA@")], &["高橋 一郎"]),
        (&[(TEXT, "kenji")], &[]),
        (&[(TEXT, "%")], &[]),
        (&[("q[starts_at_gteq]", &from)], &["hanako 太郎", "", "伊藤", "高橋 一郎"]),
    ];
    for (query, expected) in cases {
        assert_eq!(listed(&owner, query).await, expected, "{query:?}");
    }
    let day = app.day(7).to_string();
    assert_eq!(listed(&owner, &[("q[starts_at_gteq]", &day), ("q[starts_at_lteq]", &day)]).await, ["伊藤"]);
    let page = owner.get(LIST).await.data();
    let keys: Vec<_> = page["presets"].as_array().unwrap().iter().map(|p| p["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["next_7_days", "next_30_days", "next_month", "month_after"]);
    let range = |p: &Value| (text(&p["from"]), text(&p["till"]));
    let ranges: Vec<_> = page["presets"].as_array().unwrap().iter().map(range).collect();
    let expected = [
        ("2026-12-01", "2026-12-07"),
        ("2026-12-01", "2026-12-30"),
        ("2027-01-01", "2027-01-31"),
        ("2027-02-01", "2027-02-28"),
    ];
    assert_eq!(ranges, expected.map(|(from, till)| (from.to_owned(), till.to_owned())), "seen from today");
    assert_eq!((&page["total"], &page["total_pages"], &page["current_page"]), (&json!(4), &json!(1), &json!(1)));
    let table = owner.get("/owners/reservations.csv?q[status_in][]=accepted").await;
    assert!(table.is(200).header("content-type").starts_with("text/csv"));
    assert!(table.body.contains("伊藤") && table.body.lines().count() == 2, "{}", table.body);
    let part = workbook(&owner, "/owners/reservations.xlsx?q[status_in][]=accepted").await;
    let sheet = part("xl/worksheets/sheet1.xml");
    assert!(sheet.contains(">伊藤<") && sheet.matches("<row ").count() == 2, "{sheet}");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'reservations.exported'").await, 2);
    let by_name = owner.get(&format!("{LIST}?q=伊藤")).await.data();
    assert!(by_name["total"].as_i64() >= Some(1) && by_name["total"].as_i64() < page["total"].as_i64(), "{by_name}");
    assert_eq!(by_name["filter"]["text"], "伊藤", "owner §2: a search by name may say q alone");
    app.end().await;
}

#[tokio::test]
async fn twenty_a_page_and_never_anothers() {
    let (app, restaurant, owner) = open().await;
    for days in 1..=21 {
        owner.record_visit(&app, &restaurant, &visit(days, 0)).await.is(201);
    }
    let first = owner.get(LIST).await.data();
    assert_eq!((names(&first).len(), &first["total_pages"]), (20, &json!(2)));
    assert_eq!(names(&owner.get(&format!("{LIST}?page=2")).await.data()).len(), 1);
    for (asked, shown, rows) in [("0", 1, 20), ("x", 1, 20), ("99", 2, 1), ("99999999999", 2, 1)] {
        let page = owner.get(&format!("{LIST}?page={asked}")).await.data();
        assert_eq!((&page["current_page"], names(&page).len()), (&json!(shown), rows), "{asked}");
    }
    let foreign = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let elsewhere = app.owner(&foreign).await;
    assert!(names(&elsewhere.get(LIST).await.data()).is_empty());
    let uid = first["reservations"][0]["uid"].as_str().expect("a uid");
    let detail = owner.get(&format!("{LIST}/{uid}")).await.is(200).json();
    assert_eq!((&detail["page"], &detail["data"]["reservation"]["uid"]), (&json!("owner_reservation"), &json!(uid)));
    elsewhere.get(&format!("{LIST}/{uid}")).await.refused(404, "not_found");
    for path in [LIST.to_owned(), format!("{LIST}/{uid}"), "/owners/reservations.csv".to_owned()] {
        app.anonymous().get(&path).await.refused(401, "sign_in_required");
        app.anonymous().open(&path).await.goes_to("/owners/sign_in");
    }
    app.end().await;
}

fn request_form(uid: &str, more: &Value) -> Value {
    let mut body = json!({ "uid": uid, "reason": "customer", "delete_os": false, "fee_waived": true, "agreed_with_customer": true });
    for (key, value) in more.as_object().expect("an object") {
        body[key] = value.clone();
    }
    body
}

/// F139
#[tokio::test]
async fn a_request_needs_all_four_and_locks_the_diner_until_it_is_decided() {
    let (app, restaurant, owner) = open().await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    let form = owner.get(&format!("{REQUESTS}/new?uid={uid}")).await.data();
    assert_eq!((&form["can_file"], &form["asks_reopening"]), (&json!(true), &json!(true)));
    let cases = [
        (json!({ "fee_waived": false }), "fee_waived"),
        (json!({ "agreed_with_customer": "0" }), "agreed_with_customer"),
        (json!({ "reason": "weather" }), "reason"),
        (json!({ "delete_os": null }), "delete_os"),
    ];
    for (more, field) in cases {
        let reply = owner.post(REQUESTS, &request_form(&uid, &more)).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), [field]);
    }
    let reply = owner.post(REQUESTS, &json!({ "uid": uid })).await;
    reply.refused(422, "invalid_input");
    let mut fields = reply.bad_fields();
    fields.sort_unstable();
    assert_eq!(fields, ["agreed_with_customer", "delete_os", "fee_waived", "reason"], "all missing fields together");
    let foreign = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    app.owner(&foreign).await.post(REQUESTS, &request_form(&uid, &json!({}))).await.refused(404, "not_found");
    app.anonymous().post(REQUESTS, &request_form(&uid, &json!({}))).await.refused(401, "sign_in_required");
    owner.get(&format!("{REQUESTS}/new?uid=none")).await.refused(404, "not_found");
    owner.get(&format!("{REQUESTS}/new")).await.refused(404, "not_found");
    let fields = [("uid", uid.as_str()), ("reason", "restaurant"), ("fee_waived", "1"), ("agreed_with_customer", "on")];
    owner.submit(REQUESTS, &fields).await.goes_to(&format!("/owners/reservations/{uid}"));
    assert_eq!(app.count("SELECT count(*) FROM reservation_cancel_requests WHERE delete_os").await, 1, "forced");
    owner.post(REQUESTS, &request_form(&uid, &json!({}))).await.refused(400, "cancel_request_open");
    hanako.cancel(&uid).await.is(400);
    let mut conn = app.pool.acquire().await.unwrap();
    let open = cancel_request::list(&mut conn, false).await.unwrap();
    cancel_request::reject(&mut conn, decision(&app), &open[0].uid).await.unwrap();
    drop(conn);
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    hanako.cancel(&uid).await.is(204);
    owner.post(REQUESTS, &request_form(&uid, &json!({}))).await.refused(400, "reservation_ended");
    app.end().await;
}

#[tokio::test]
async fn an_approved_request_ends_the_booking_without_a_fee() {
    let (app, restaurant, owner) = open().await;
    for (reason, status, options) in
        [("customer", "void", vec![1, 2, 3, 4]), ("restaurant", "owner_delete", vec![1, 2, 3, 4])]
    {
        let slot = app
            .slot(&restaurant, SlotSpec { days: if reason == "customer" { 7 } else { 8 }, ..SlotSpec::default() })
            .await;
        let diner = app.diner(reason).await;
        let uid = diner.book(&restaurant, &slot, 2).await;
        let reply = owner.post(REQUESTS, &request_form(&uid, &json!({ "reason": reason }))).await;
        assert_eq!(reply.is(200).json()["redirect_to"], format!("/owners/reservations/{uid}"));
        let mut tx = app.pool.begin().await.unwrap();
        let open = cancel_request::list(&mut tx, false).await.unwrap();
        let key = open[0].id.to_string();
        cancellations::approve_request(&mut tx, &app.rng, decision(&app), &key).await.unwrap();
        assert!(cancellations::approve_request(&mut tx, &app.rng, decision(&app), &key).await.is_err());
        tx.commit().await.unwrap();
        let page = diner.reservation(&uid).await;
        assert_eq!((&page["reservation"]["status"], &page["cancellation"]["fee"]), (&json!(status), &json!(0)));
        app.caches_follow().await;
        assert_eq!(app.diner(&format!("{reason}2")).await.guests_options(&restaurant, &slot).await, options);
        let stocks = if reason == "customer" { 8 } else { 6 };
        let count = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM online_stocks WHERE online_stock_group_id = $1");
        assert_eq!(count.bind(slot.id).fetch_one(&app.pool).await.unwrap(), stocks, "{reason}");
    }
    app.drain_jobs().await;
    assert_eq!(app.outside.inbox("customer@seki.test").await.len(), 2, "booked, and cancelled");
    app.end().await;
}

/// The restaurant does not see whose a hold is, neither while it lasts nor after it was abandoned.
#[tokio::test]
async fn hold_sends_no_notification_and_has_no_notes() {
    let (app, restaurant, owner) = open().await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    app.customer_of(&restaurant, &hanako).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let id = app.count("SELECT id FROM reservations").await;
    let path = format!("/owners/api/online_reservations/{uid}");
    let note = json!({ "online_reservation": { "customer_attributes": { "profile_attributes": { "internal_memo": "zz91" } } } });
    let held = owner.get(&path).await.data();
    assert_eq!((&held["is_holding"], &held["special_request"]), (&json!(true), &json!("")));
    owner.put(&path, &note).await.refused(400, "seat_held");
    hanako.delete(&format!("/users/api/reservations/{uid}?only=hold")).await;
    for path in [path.clone(), format!("/owners/api/online_reservations/{id}"), format!("/owners/reservations/{uid}")] {
        owner.get(&path).await.refused(404, "not_found");
    }
    owner.put(&path, &note).await.refused(404, "not_found");
    assert_eq!(app.count("SELECT count(*) FROM customer_profiles WHERE internal_memo <> ''").await, 0);
    let uid = hanako.book(&restaurant, &slot, 1).await;
    let path = format!("/owners/api/online_reservations/{uid}");
    owner.put(&path, &note).await.is(200);
    assert_eq!(owner.get(&path).await.data()["customer_internal_memo"], "zz91");
    app.end().await;
}

#[tokio::test]
async fn code_finds_only_its_reservation() {
    let (app, restaurant, owner) = open().await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&other).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let code: String =
        sqlx::query_scalar("SELECT reservation_code FROM reservations").fetch_one(&app.pool).await.unwrap();
    let path = |code: &str| format!("/owners/api/reservations/by_code/{code}");
    owner.get(&path(&code)).await.refused(404, "not_found");
    hanako.confirm(&restaurant, &uid).await.is(200);
    for typed in [code.clone(), code.to_lowercase()] {
        assert_eq!(owner.get(&path(&typed)).await.data()["uid"], uid);
    }
    stranger.get(&path(&code)).await.refused(404, "not_found");
    owner.get(&path("AAAAAAAA")).await.refused(404, "not_found");
    app.anonymous().get(&path(&code)).await.refused(401, "sign_in_required");
    app.end().await;
}

#[tokio::test]
async fn export_has_prices_no_shows_and_allergies_in_forms_that_a_spreadsheet_reads() {
    let (app, restaurant, owner) = open().await;
    let uid = owner.record_visit(&app, &restaurant, &visit(1, 0)).await.uid();
    sqlx::query(
        "UPDATE customer_profiles SET phone_local_number = '9011115555', phone_e164 = '+819011115555', phone_country = 'JP', noted_allergies = 'えび'",
    )
    .execute(&app.pool)
    .await
    .expect("a guest");
    sqlx::query("UPDATE reservations SET course_price = 8000 WHERE uid = $1")
        .bind(&uid)
        .execute(&app.pool)
        .await
        .unwrap();
    let table = owner.get("/owners/reservations.csv").await;
    let name = format!("reservations-{}.csv", app.day(0));
    assert!(table.is(200).header("content-disposition").contains(&name), "{}", table.header("content-disposition"));
    let line = table.body.lines().nth(1).expect("a row");
    let created = app.now().format("\"%Y-%m-%d ").to_string();
    assert!(line.contains("\"090-1111-5555\"") && line.contains(&created), "{line}");
    assert!(line.ends_with("\"8000\",\"0\",\"\",\"えび\""), "{line}");
    app.end().await;
}
