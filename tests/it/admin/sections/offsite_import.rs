//! Import of other services' lists (gaps G104, G160).

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use domain::zone::Zone;
use serde_json::{Value, json};
use tests::{PASSWORD, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

const PATH: &str = "/admin/r/sushi-test/offsite_reservations/import";
const LIST: &str = "/admin/r/sushi-test/offsite_reservations";

/// An active row, from 18:00, `days` days from today.
fn row(app: &TestApp, id: &str, days: i64, guests: i64) -> Value {
    json!({ "external_id": id, "source": "inbound", "starts_at": format!("{}T18:00", app.day(days)),
            "ends_at": format!("{}T20:00", app.day(days)), "guests_count": guests, "full_name": "J. Smith" })
}

fn cancelled(id: &str) -> Value {
    json!({ "external_id": id, "source": "inbound", "status": "cancelled" })
}

pub(super) async fn bring(admin: &Persona, rows: &[Value]) -> Value {
    admin.post(PATH, &json!({ "list": json!(rows).to_string() })).await.is(200).json()
}

pub(super) fn outcomes(answer: &Value) -> Vec<&str> {
    answer["rows"].as_array().expect("rows").iter().map(|row| row["outcome"].as_str().unwrap_or_default()).collect()
}

async fn free(restaurant: &Restaurant, stranger: &Persona, slot: &tests::Slot, app: &TestApp) -> Vec<i64> {
    app.caches_follow().await;
    stranger.guests_options(restaurant, slot).await
}

#[tokio::test]
async fn import_is_idempotent_and_takes_web_slot_seats() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (admin, stranger) = (app.admin().await, app.diner("stranger").await);
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let rows = [row(&app, "A-1", 7, 2), row(&app, "A-2", 7, 1), row(&app, "A-3", 9, 4)];
    let answer = bring(&admin, &rows).await;
    assert_eq!(outcomes(&answer), ["created"; 3], "{answer}");
    assert_eq!((&answer["is_written"], &answer["counts"]["created"]), (&json!(true), &json!(3)));
    assert_eq!(free(&restaurant, &stranger, &slot, &app).await, [1], "three of four seats are taken");
    let listed = admin.get(LIST).await.data()["reservations"].clone();
    assert_eq!((&listed[0]["external_id"], &listed[0]["full_name"]), (&json!("A-3"), &json!("J. Smith")));
    assert_eq!(listed[1]["inventory_item_labels"].as_array().map(Vec::len), Some(1));
    assert_eq!(app.count("SELECT count(*) FROM online_stocks WHERE online_reservable_id IS NOT NULL").await, 3);

    assert_eq!(outcomes(&bring(&admin, &rows).await), ["unchanged"; 3], "the same list again");
    let again = [row(&app, "A-1", 7, 3), row(&app, "A-3", 10, 4), cancelled("A-2"), cancelled("A-2"), cancelled("A-9")];
    let answer = bring(&admin, &again).await;
    // Rows are processed in order: the seat of A-2 is not free yet, so the party of three is seated next to it.
    assert_eq!(
        outcomes(&answer),
        ["changed", "changed", "cancelled", "cancelled_before", "cancelled_before"],
        "{answer}"
    );
    assert_eq!(free(&restaurant, &stranger, &slot, &app).await, [1]);
    assert_eq!(outcomes(&bring(&admin, &[row(&app, "A-2", 7, 1)]).await), ["cancelled_before"], "an older list");
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE type = 'offsite_reservation'").await, 3);
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE type = 'OffsiteCustomer'").await, 3);
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'cancel'").await, 1);
    let audited = "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action LIKE 'offsite_reservation_%'";
    assert_eq!(app.count(audited).await, 6);
    app.end().await;
}

/// The file's bytes in base64: CP932 and dates of Excel, and a file that no encoding can read.
#[tokio::test]
async fn files_of_japanese_excel_are_imported() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    app.slot(&restaurant, SlotSpec::default()).await;
    let day = app.day(7).format("%Y年%-m月%-d日").to_string();
    let (header, row) = (
        "external_id,source,starts_at,ends_at,guests_count,full_name\r\n",
        format!("A-1,inbound,{day} 18時00分,{day} 20:00,２名,"),
    );
    let mut text = encoding(&format!("{header}{row}"));
    // 山﨑 in CP932; the second kanji is one of NEC's extensions.
    text.extend([0x8e, 0x52, 0xed, 0x95]);
    let file = |bytes: &[u8]| json!({ "file": BASE64.encode(bytes) });
    let answer = admin.post(PATH, &file(&text)).await.is(200).json();
    assert_eq!(outcomes(&answer), ["created"], "{answer}");
    assert_eq!(admin.get(LIST).await.data()["reservations"][0]["full_name"], "山﨑");

    let refused = admin.post(PATH, &file(b"external_id,source\nA-2,caf\xe9,\n")).await;
    let problem = refused.refused(422, "offsite_list_encoding");
    assert!(problem["message"].as_str().is_some_and(|text| text.contains("2行目の8文字目")), "{problem}");
    admin.post(PATH, &json!({ "file": "no base64" })).await.refused(422, "invalid_input");
    app.end().await;
}

/// In base64, which is larger than the file, and as the text of the form (gaps G160).
#[tokio::test]
async fn list_of_one_megabyte_is_imported_and_a_larger_one_is_rejected() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    app.slot(&restaurant, SlotSpec::default()).await;
    let mut list = json!([row(&app, "A-1", 7, 2)]).to_string();
    list.push_str(&" ".repeat(1024 * 1024 - list.len()));
    let answer = admin.post(PATH, &json!({ "file": BASE64.encode(&list) })).await.is(200).json();
    assert_eq!(outcomes(&answer), ["created"], "{answer}");
    let answer = admin.post(PATH, &json!({ "list": list })).await.is(200).json();
    assert_eq!(outcomes(&answer), ["unchanged"], "{answer}");
    list.push(' ');
    for larger in [json!({ "file": BASE64.encode(&list) }), json!({ "list": list })] {
        let problem = admin.post(PATH, &larger).await.refused(422, "offsite_list_too_large");
        assert!(problem["message"].as_str().is_some_and(|text| text.contains("1 MB")), "{problem}");
    }
    app.end().await;
}

/// Encodes the kanji of this file's rows, full-width digits and ASCII as CP932.
fn encoding(text: &str) -> Vec<u8> {
    let kanji =
        [('年', [0x94, 0x4e]), ('月', [0x8c, 0x8e]), ('日', [0x93, 0xfa]), ('時', [0x8e, 0x9e]), ('分', [0x95, 0xaa])];
    let others = [('名', [0x96, 0xbc]), ('２', [0x82, 0x51])];
    let bytes = text.chars().flat_map(|letter| {
        let known = kanji.iter().chain(&others).find(|(known, _)| *known == letter);
        known.map_or_else(|| vec![letter as u8], |(_, bytes)| bytes.to_vec())
    });
    bytes.collect()
}

#[tokio::test]
async fn import_rejects_occupied_seats_and_explains_bad_rows() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (admin, owner, hanako) = (app.admin().await, app.owner(&restaurant).await, app.diner("hanako").await);
    let slot = app.slot(&restaurant, SlotSpec { items: vec![0, 1], ..SlotSpec::default() }).await;
    let booked = hanako.book(&restaurant, &slot, 2).await;
    owner
        .record_visit(&app, &restaurant, &VisitSpec { items: vec![2], guests: 1, ..VisitSpec::default() })
        .await
        .is(201);
    let with = |field: &str, value: Value| {
        let mut row = row(&app, "B-9", 8, 1);
        row[field] = value;
        row
    };
    let rows = [
        row(&app, "B-1", 7, 2),
        row(&app, "B-2", 7, 1),
        row(&app, "B-3", 7, 1),
        row(&app, "B-4", 8, 5),
        with("starts_at", json!("soon")),
        with("starts_at", json!(format!("{}T03:00", app.day(8)))),
        with("starts_at", json!(format!("{}T18:01", app.day(8)))),
        with("starts_at", json!("2026-11-30T18:00")),
        with("ends_at", json!("later")),
        with("guests_count", json!("two")),
        with("guests_count", json!(0)),
        with("full_name", json!(" ")),
        with("source", json!("carrier pigeon")),
        with("status", json!("maybe")),
        with("external_id", json!("")),
        with("phone_number", json!("12")),
        with("email", json!("nobody")),
        with("course_uid", json!("none")),
        with("inventory_group_uid", json!("none")),
        with("colour", json!("red")),
    ];
    let answer = bring(&admin, &rows).await;
    let rows: Vec<_> = answer["rows"].as_array().expect("rows").clone();
    assert_eq!((&rows[0]["code"], &rows[1]["outcome"]), (&json!("not_enough_seats"), &json!("created")), "{answer}");
    assert_eq!(rows[2]["code"], "not_enough_seats", "the last seat went to the row above");
    let fields: Vec<_> = rows[3..].iter().map(|row| row["field"].as_str().unwrap_or_default()).collect();
    let expected = [
        "guests_count",
        "starts_at",
        "starts_at",
        "starts_at",
        "starts_at",
        "ends_at",
        "guests_count",
        "guests_count",
        "full_name",
        "source",
        "status",
        "external_id",
        "phone_number",
        "email",
        "course_uid",
        "inventory_group_uid",
        "",
    ];
    assert_eq!(fields, expected, "{answer}");
    assert!(rows.iter().skip(2).all(|row| row["reason"].as_str().is_some_and(|reason| !reason.starts_with("errors."))));
    assert_eq!(rows[19]["line"], 20);
    assert_eq!(hanako.status_of(&booked).await, "accepted");
    app.end().await;
}

#[tokio::test]
async fn dry_run_writes_nothing_and_strict_import_is_all_or_nothing() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (admin, stranger) = (app.admin().await, app.diner("stranger").await);
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let list = format!(
        "external_id,source,starts_at,ends_at,guests_count,full_name\n\
         C-1,inbound,{0} 18:00,{0} 20:00,2,Smith\nC-2,inbound_hotel,{0} 18:00,{0} 20:00,3,Jones\nC-3,inbound,{0} 18:00,{0} 20:00\n",
        slot.date
    );
    let dry = admin.post(PATH, &json!({ "list": list, "format": "csv", "dry_run": true })).await.is(200).json();
    assert_eq!(outcomes(&dry), ["created", "refused", "refused"], "{dry}");
    assert_eq!((&dry["is_written"], &dry["rows"][0]["reservation_uid"]), (&json!(false), &Value::Null));
    assert_eq!((&dry["rows"][2]["line"], &dry["rows"][2]["code"]), (&json!(4), &json!("offsite_row_width")));
    let none = admin.post(PATH, &json!({ "list": list, "all_or_nothing": true })).await.is(200).json();
    assert_eq!((&none["is_written"], outcomes(&none)[0]), (&json!(false), "skipped"));
    assert_eq!(app.count("SELECT count(*) FROM offsite_reservations").await, 0);
    assert_eq!(free(&restaurant, &stranger, &slot, &app).await, [1, 2, 3, 4]);
    admin.submit(PATH, &[("list", &list), ("all_or_nothing", "0")]).await.goes_to(LIST);
    assert_eq!(app.count("SELECT count(*) FROM offsite_reservations").await, 1, "the good row");

    for (body, code) in [
        (json!({}), "offsite_list_empty"),
        (json!({ "list": "external_id,source\n" }), "offsite_list_empty"),
        (json!({ "list": "external_id,name\nA,B" }), "offsite_column_unknown"),
        (json!({ "list": "external_id\nA" }), "offsite_column_missing"),
        (json!({ "list": "[{]" }), "offsite_list_unreadable"),
        (json!({ "list": "external_id,source\nA,inbound", "format": "xml" }), "invalid_input"),
        (json!({ "list": list, "dry_run": "perhaps" }), "invalid_input"),
    ] {
        admin.post(PATH, &body).await.refused(422, code);
    }
    app.end().await;
}

#[tokio::test]
async fn cancelled_row_creates_freed_slot_if_enabled() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (admin, owner, stranger) = (app.admin().await, app.owner(&restaurant).await, app.diner("stranger").await);
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    bring(&admin, &[row(&app, "D-1", 7, 2), row(&app, "D-2", 7, 1)]).await;
    assert_eq!(outcomes(&bring(&admin, &[cancelled("D-1")]).await), ["cancelled"]);
    assert_eq!(free(&restaurant, &stranger, &slot, &app).await, [1, 2, 3], "simply free");
    let switch_on = json!({ "restaurant_operation": {
        "enable_online_cancellation": true, "can_create_online_cancellation_within_days": 30 } });
    owner.patch("/owners/api/restaurant_operations/sushi-test", &switch_on).await.is(200);
    assert_eq!(outcomes(&bring(&admin, &[cancelled("D-2")]).await), ["cancelled"]);
    assert_eq!(free(&restaurant, &stranger, &slot, &app).await, [1, 2, 3], "it waits for its groups");
    let day = owner.get(&format!("/owners/daily_calendars/{}", slot.date)).await.data();
    assert!(day.to_string().contains("OffsiteCancellation"), "{day}");
    assert_eq!(app.count("SELECT count(*) FROM online_cancellations WHERE is_offsite AND outcome IS NULL").await, 1);
    app.end().await;
}

#[tokio::test]
async fn corrected_name_renames_the_guest_and_keeps_the_seats() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let named = |name: &str| {
        let mut row = row(&app, "N-1", 7, 2);
        row["full_name"] = name.into();
        [row]
    };
    bring(&admin, &named("J. Smith")).await;
    assert_eq!(outcomes(&bring(&admin, &named("Jane Smith")).await), ["changed"]);
    assert_eq!(outcomes(&bring(&admin, &named("Jane Smith")).await), ["unchanged"]);
    assert_eq!(admin.get(LIST).await.data()["reservations"][0]["full_name"], "Jane Smith");
    assert_eq!(app.count("SELECT count(*) FROM customer_profiles WHERE nickname = 'Jane Smith'").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM reservation_seats").await, 2, "no seat was assigned again");
    app.execute("UPDATE customer_profiles SET nickname = 'スミス様'").await;
    assert_eq!(outcomes(&bring(&admin, &named("Jane B. Smith")).await), ["changed"]);
    let by_staff = "SELECT count(*) FROM customer_profiles WHERE nickname = 'スミス様'";
    assert_eq!(app.count(by_staff).await, 1);
    app.end().await;
}

/// A service repeats a booking in all its lists of the day (docs/PRIVACY.md).
#[tokio::test]
async fn erased_name_does_not_return_with_the_same_list() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let list = [row(&app, "E-1", 7, 2)];
    assert_eq!(outcomes(&bring(&app.admin().await, &list).await), ["created"]);
    let evening = Zone::default().at(app.day(7), chrono::NaiveTime::from_hms_opt(20, 30, 0).expect("a time"));
    app.advance((evening - app.now()).num_seconds());
    let admin = app.admin().await;
    let uid = sqlx::query_scalar::<_, String>("SELECT uid FROM customers").fetch_one(&app.pool).await.expect("a guest");
    let erasure = json!({ "reason": "person", "current_password": PASSWORD });
    admin.delete_with(&format!("/admin/privacy/guests/{uid}"), &erasure).await.is(200);
    assert_eq!(outcomes(&bring(&admin, &list).await), ["unchanged"]);
    assert_eq!(app.count("SELECT count(*) FROM offsite_reservations WHERE full_name_string <> ''").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM customer_profiles WHERE nickname LIKE '%Smith%'").await, 0);
    app.end().await;
}

#[tokio::test]
async fn a_guest_with_the_same_number_is_one_customer() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let with = |id: &str, days: i64| {
        let mut row = row(&app, id, days, 1);
        row["phone_country"] = "US".into();
        row["phone_number"] = "2025550143".into();
        row
    };
    assert_eq!(outcomes(&bring(&admin, &[with("E-1", 7), with("E-2", 8)]).await), ["created"; 2]);
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE type = 'OffsiteCustomer'").await, 1);
    app.owner(&restaurant).await;
    app.end().await;
}

pub(super) fn guest(app: &TestApp, id: &str, name: &str, (phone, email): (&str, &str)) -> Value {
    let mut row = row(app, id, 7, 1);
    row["full_name"] = name.into();
    row["phone_number"] = phone.into();
    row["email"] = email.into();
    row
}

pub(super) const AGENCY: &str = "concierge@hotel.example";
pub(super) const GUESTS: &str = "SELECT count(*) FROM customers WHERE type = 'OffsiteCustomer'";

/// Returns the names of the day's off-site reservations, sorted.
pub(super) async fn day_names(app: &TestApp, owner: &Persona) -> Vec<String> {
    let page = owner.get(&format!("/owners/daily_calendars/{}", app.day(7))).await.data();
    let items = page["items"].as_array().expect("items").iter();
    let mut names: Vec<_> = items
        .filter(|item| item["calendar_item_type"] == "OffsiteReservation")
        .map(|item| item["title"].as_str().unwrap_or_default().to_owned())
        .collect();
    names.sort_unstable();
    names
}

async fn list_names(owner: &Persona) -> Vec<String> {
    let page = owner.get("/owners/reservations").await.data();
    let rows = page["reservations"].as_array().expect("reservations").iter();
    let mut names: Vec<_> = rows.map(|row| row["customer_fullname"].as_str().unwrap_or_default().to_owned()).collect();
    names.sort_unstable();
    names
}

/// Gaps G230
#[tokio::test]
async fn guests_of_one_agency_are_separate_customers() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let contact = ("0312345678", AGENCY);
    let rows = [guest(&app, "A-1", "Jane Smith", contact), guest(&app, "A-2", "John Doe", contact)];
    assert_eq!(outcomes(&bring(&admin, &rows).await), ["created"; 2]);
    assert_eq!(app.count(GUESTS).await, 2);
    assert_eq!(day_names(&app, &owner).await, ["Jane Smith", "John Doe"]);
    assert_eq!(list_names(&owner).await, ["Jane Smith", "John Doe"]);
    let again = [guest(&app, "A-3", "JANE　SMITH", contact), guest(&app, "A-4", "Jane Smith", ("", AGENCY))];
    assert_eq!(outcomes(&bring(&admin, &again).await), ["created"; 2]);
    assert_eq!(app.count(GUESTS).await, 2, "the same name and number, or address, is the same guest");
    app.verify().await;
    app.end().await;
}

/// Records from before guests of one agency were separate.
#[tokio::test]
async fn bookings_of_a_mixed_customer_show_their_own_names() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let contact = ("", AGENCY);
    bring(&admin, &[guest(&app, "A-1", "Jane Smith", contact), guest(&app, "A-2", "John Doe", contact)]).await;
    app.execute("UPDATE reservations SET customer_id = (SELECT min(id) FROM customers)").await;
    assert_eq!(day_names(&app, &owner).await, ["Jane Smith", "John Doe"]);
    assert_eq!(list_names(&owner).await, ["Jane Smith", "John Doe"]);
    app.execute("UPDATE customer_profiles SET nickname = 'スミス様'").await;
    assert_eq!(day_names(&app, &owner).await, ["スミス様", "スミス様"], "staff named the guest");
    app.end().await;
}

/// Gaps G231
#[tokio::test]
async fn corrections_reach_the_guest_of_the_booking_only() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let old = ("09012345678", AGENCY);
    bring(&admin, &[guest(&app, "A-1", "Jane Smth", old), guest(&app, "A-2", "John Doe", old)]).await;
    let corrected = [guest(&app, "A-1", "Jane Smith", ("09087654321", "jane@example.com"))];
    assert_eq!(outcomes(&bring(&admin, &corrected).await), ["changed"]);
    assert_eq!(outcomes(&bring(&admin, &corrected).await), ["unchanged"]);
    let omitted = [guest(&app, "A-1", "Jane Smith", ("", ""))];
    assert_eq!(outcomes(&bring(&admin, &omitted).await), ["unchanged"], "an omitted value is no correction");
    let records =
        "SELECT string_agg(concat_ws(' ', p.nickname, p.phone_e164, c.invitation_email), ', ' ORDER BY p.nickname)
        FROM customers c JOIN customer_profiles p ON p.customer_id = c.id";
    let records = async || sqlx::query_scalar::<_, String>(records).fetch_one(&app.pool).await.expect("records");
    let john = "John Doe +819012345678 concierge@hotel.example";
    assert_eq!(records().await, format!("Jane Smith +819087654321 jane@example.com, {john}"));
    assert_eq!(day_names(&app, &owner).await, ["Jane Smith", "John Doe"]);
    app.execute(
        "UPDATE customer_profiles SET phone_local_number = '7011112222', phone_e164 = '+817011112222' WHERE nickname = 'Jane Smith'",
    )
    .await;
    let second = [guest(&app, "A-1", "Jane Smith", ("08011112222", "jane@example.com"))];
    assert_eq!(outcomes(&bring(&admin, &second).await), ["changed"]);
    assert_eq!(records().await, format!("Jane Smith +817011112222 jane@example.com, {john}"), "staff's number stays");
    app.end().await;
}

#[tokio::test]
async fn bookings_under_the_name_of_an_agency_get_their_guests() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let contact = ("", AGENCY);
    bring(&admin, &[guest(&app, "A-1", "Concierge", contact), guest(&app, "A-2", "Concierge", contact)]).await;
    bring(&admin, &[guest(&app, "A-1", "Jane Smith", contact)]).await;
    assert_eq!(day_names(&app, &owner).await, ["Concierge", "Jane Smith"]);
    bring(&admin, &[guest(&app, "A-2", "John Doe", contact)]).await;
    assert_eq!(day_names(&app, &owner).await, ["Jane Smith", "John Doe"]);
    assert_eq!(
        (app.count(GUESTS).await, app.count("SELECT count(DISTINCT customer_id) FROM reservations").await),
        (2, 2)
    );
    app.verify().await;
    app.end().await;
}

/// Gaps G230: the merge decides where the next import goes, and its reversal restores the separate guest.
#[tokio::test]
async fn merges_hold_through_imports_for_each_type_of_guest() {
    for kind in ["OfflineCustomer", "InvitedCustomer", "OffsiteCustomer", "OnlineCustomer"] {
        let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
        let admin = app.admin().await;
        let contact = ("09012345678", "jane@example.com");
        bring(&admin, &[guest(&app, "A-1", "Jane Smith", contact)]).await;
        let loser = app.count("SELECT id FROM customers").await;
        if kind == "OnlineCustomer" {
            let hanako = app.diner("hanako").await;
            app.put_into_group(&restaurant, &hanako, app.customer_group(&restaurant, "常連", false).await).await;
        } else {
            sqlx::query(
                "WITH c AS (INSERT INTO customers (uid, restaurant_id, type, created_at)
                     SELECT 'primary', restaurant_id, $1, created_at FROM customers RETURNING id, restaurant_id)
                 INSERT INTO customer_profiles (restaurant_id, customer_id, nickname) SELECT restaurant_id, id, 'スミス様' FROM c",
            )
            .bind(kind)
            .execute(&app.pool)
            .await
            .expect("a primary customer");
        }
        let primary = sqlx::query_scalar::<_, i64>("SELECT id FROM customers WHERE id <> $1").bind(loser);
        let primary = primary.fetch_one(&app.pool).await.expect("a primary customer");
        let merge = json!({ "primary_customer_id": primary, "merged_customer_ids": [loser] });
        let merges = "/owners/api/offline_customer_merges";
        let merge = owner.post(merges, &merge).await.is(200).json()["id"].clone();
        let later = [
            guest(&app, "A-2", "Jane Smith", ("09012345678", "")),
            guest(&app, "A-3", "Jane Smith", ("", "jane@example.com")),
        ];
        assert_eq!(outcomes(&bring(&admin, &later).await), ["created"; 2], "{kind}");
        let owned = async |customer: i64| {
            let count = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM reservations WHERE customer_id = $1");
            count.bind(customer).fetch_one(&app.pool).await.expect("a count")
        };
        assert_eq!(owned(primary).await, 3, "{kind}");
        let card = owner.get(&format!("/owners/customers/{primary}")).await.data()["customer"].clone();
        assert_eq!(card["further_emails"], json!(["jane@example.com"]), "{kind}");
        let found = owner.get("/owners/customers?q[user_email_eq]=JANE@example.com").await.data();
        assert_eq!(found["customers"][0]["id"], primary, "{kind}: {found}");

        owner.delete(&format!("{merges}/{merge}")).await.is(200);
        assert_eq!((owned(loser).await, owned(primary).await), (1, 2), "{kind}: later bookings stay");
        bring(&admin, &[guest(&app, "A-4", "Jane Smith", contact)]).await;
        assert_eq!(owned(loser).await, 2, "{kind}: separate again");
        app.verify().await;
        app.end().await;
    }
}

#[tokio::test]
async fn preview_links_no_booking_that_it_has_rolled_back() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    app.slot(&restaurant, SlotSpec::default()).await;
    let mut again = row(&app, "D-1", 7, 1);
    again["full_name"] = json!("Smith-Jones");
    let mut unread = row(&app, "D-2", 8, 1);
    unread["starts_at"] = json!("soon");
    let list = json!([row(&app, "D-1", 7, 1), again, unread]).to_string();
    let dry = admin.post(PATH, &json!({ "list": list, "format": "json", "dry_run": true })).await.is(200).json();
    assert_eq!(outcomes(&dry), ["created", "changed", "refused"], "{dry}");
    for row in dry["rows"].as_array().expect("rows") {
        assert_eq!(row["reservation_uid"], Value::Null, "{row}");
    }
    assert_eq!(dry["rows"][2]["reason"], "日時は「2027/1/5 18:00」の形式で入力してください。");
    app.end().await;
}
