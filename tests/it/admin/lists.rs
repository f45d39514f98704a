//! The admins' lists for react-admin: order, filter, permissions and CSV file of each.

mod masters;
mod payments;
mod reservations;

use std::collections::HashSet;

use domain::i18n::{Locale, has, t};
use domain::ids::AdminUserId;
use domain::listing::{FieldKind, ListRow};
use domain::lists::{
    AdjustmentEntry, AdminEntry, AnnouncementEntry, AuditEventEntry, CancelRequestEntry, ChargeEntry, DisputeEntry,
    NoShowFeeEntry, PayoutEntry, PlanChangeRequestEntry, RaffleRoundEntry, RefundEntry, ReservationEntry,
    RestaurantEntry, StaffEntry, TransferEntry, UserEntry,
};
use reqwest::Url;
use serde_json::{Value, json};
use tests::{Persona, Reply, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

const BASE: &str = "/admin/api/resources";

/// Requests a list; `name` may have the suffix of its CSV file.
pub async fn list(who: &Persona, name: &str, query: &[(&str, &str)]) -> Reply {
    let address = Url::parse_with_params(&format!("http://seki{BASE}/{name}"), query).expect("an address");
    who.get(&format!("{}?{}", address.path(), address.query().unwrap_or_default())).await
}

/// One field of the rows that a filter finds, by a sort.
pub async fn column(who: &Persona, name: &str, field: &str, filter: Value, sort: &str) -> Vec<Value> {
    let reply = list(who, name, &[("filter", &filter.to_string()), ("sort", sort)]).await;
    let rows = reply.is(200).json();
    rows.as_array().expect("rows").iter().map(|row| row[field].clone()).collect()
}

async fn ids(who: &Persona, name: &str, filter: Value) -> Vec<i64> {
    let ids = column(who, name, "id", filter, r#"["id","ASC"]"#).await;
    ids.iter().map(|id| id.as_i64().expect("an id")).collect()
}

/// An admin without permissions.
pub async fn clerk(app: &TestApp) -> Persona {
    let persona = app.anonymous();
    let AdminUserId(id) = app.sign_in_admin_as_well(&persona).await;
    let without = "UPDATE admin_users SET osg = false, onr = false, ofsr = false, ivr = false, os = false, cpn = false, cxl = false,
                       refunds = false, privacy_export = false, privacy_erase = false, impersonation = false, staff = false,
                       risky_settings = false
                   WHERE id = $1";
    sqlx::query(without).bind(id).execute(&app.pool).await.expect("an admin");
    persona
}

/// Two restaurants, a diner's booking with a disputed and partly refunded charge, a visit that staff recorded, and a payout.
pub async fn world() -> TestApp {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 4, ..RestaurantSpec::default() }).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    let visit = VisitSpec { days: 9, items: vec![0], guests: 1, ..VisitSpec::default() };
    app.owner(&restaurant).await.record_visit(&app, &restaurant, &visit).await.is(201);
    app.admin().await;
    for statement in [
        "INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, reservation_id, user_id, kind, amount, status, refund_due,
             refunded_amount, gateway_fid, created_at, updated_at)
         SELECT 'charge-1', restaurant_id, 'reservation', id, id, user_id, 'prepaid_course', 20000, 'succeeded', 5000, 2000, 'pi_listed',
             created_at, created_at FROM reservations WHERE user_id IS NOT NULL",
        "INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, charge_id, reservation_id,
             booked_at)
         SELECT restaurant_id, 'refunded:charge-1:2000', 'charge_refunded', 'prepaid_courses', 'card_provider', 2000, id,
             reservation_id, created_at FROM charges",
        "INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, reference, booked_at)
         SELECT restaurant_id, 'payout:1', 'payout', 'restaurant_payable', 'bank', 700, '振込 12', created_at FROM charges",
        "INSERT INTO charge_disputes (restaurant_id, charge_id, gateway_fid, amount, reason, status, opened_at, updated_at)
         SELECT restaurant_id, id, 'dp_listed', 20000, 'fraudulent', 'needs_response', created_at, created_at FROM charges",
        "INSERT INTO payment_adjustments (uid, restaurant_id, kind, charge_id, reservation_id, user_id, amount, borne_by, reason, status,
             needs_approval, requested_by, idempotency_key, created_at)
         SELECT 'adjustment-1', restaurant_id, 'refund', id, reservation_id, user_id, 1000, 'operator', 'お詫び', 'awaiting_approval', true,
             (SELECT min(id) FROM admin_users), '0123456789abcdef', created_at FROM charges",
        "INSERT INTO reservation_cancel_requests (uid, restaurant_id, reservation_id, reason, delete_os, owner_id, created_at)
         SELECT 'request-1', restaurant_id, id, 'customer', false, (SELECT min(id) FROM owners), created_at FROM reservations
         WHERE user_id IS NOT NULL",
        "INSERT INTO gold_plan_change_requests (user_id, created_at) SELECT id, created_at FROM users LIMIT 1",
        "INSERT INTO reservation_no_show_fees (restaurant_id, reservation_id, amount, status, requested_at, charge_due_at)
         SELECT restaurant_id, id, 3000, 'requested', created_at, created_at FROM reservations WHERE user_id IS NOT NULL",
        "INSERT INTO announcements (restaurant_id, subject_type, body, created_at)
         SELECT id, 'event', '春の会', created_at FROM restaurants WHERE slug = 'sushi-test'",
        "INSERT INTO raffle_rounds (uid, restaurant_id, registerable_from, registerable_till, winners_count, entries_limit, beacon_round,
             chain_head, created_at)
         SELECT 'raffle-1', id, created_at, created_at + interval '100 years', 1, 2, 1, 'head', created_at
         FROM restaurants WHERE slug = 'sushi-test'",
    ] {
        app.execute(statement).await;
    }
    app
}

/// A value that a field of a kind can have.
fn sample(kind: FieldKind) -> Value {
    match kind {
        FieldKind::Choice(names) => json!(names),
        FieldKind::Number => json!([1, 2]),
        FieldKind::Flag => json!(true),
        FieldKind::Time | FieldKind::Day => json!("2026-12-01"),
        FieldKind::Text | FieldKind::Words | FieldKind::Phone | FieldKind::Shown | FieldKind::ShownPhone => {
            json!("見本")
        }
    }
}

/// Returns the Japanese head of a field's column in a list's file.
fn head(list: &str, field: &str) -> String {
    let own = format!("lists.csv.{list}.{field}");
    let key = if has(&own) { own } else { format!("lists.csv.{field}") };
    t(Locale::Ja, &key, &[])
}

/// Requests a list in every order and by every filter.
async fn check_orders_and_filters<R: ListRow>(admin: &Persona, name: &str) {
    for sort in R::LISTING.sorts() {
        for order in ["ASC", "DESC"] {
            let sort = json!([sort, order]).to_string();
            let reply = list(admin, name, &[("sort", &sort)]).await;
            assert!(reply.status == 200, "{name} by {sort}: {}", reply.body);
        }
    }
    for field in R::LISTING.fields.iter().filter(|field| field.kind.is_filtered()) {
        let bounds = [format!("{}_gte", field.name), format!("{}_lte", field.name)];
        let names = match field.kind {
            FieldKind::Time => bounds.to_vec(),
            FieldKind::Day => [bounds.to_vec(), vec![field.name.to_owned()]].concat(),
            _ => vec![field.name.to_owned()],
        };
        for filtered in names {
            let filter = json!({ filtered.clone(): sample(field.kind) }).to_string();
            let reply = list(admin, name, &[("filter", &filter)]).await;
            assert!(reply.status == 200, "{name} of {filter}: {}", reply.body);
        }
    }
}

/// Requests a list and its file with orders, filters and ranges that it does not have.
async fn check_rejections(admin: &Persona, name: &str) {
    for query in [
        ("filter", r#"{"unheard_of":1}"#),
        ("filter", r#"{"id":0.5}"#),
        ("filter", "["),
        ("sort", r#"["unheard_of","ASC"]"#),
        ("sort", r#"["id","UP"]"#),
        ("range", "[9,0]"),
        ("range", "[10000,10009]"),
    ] {
        for address in [name.to_owned(), format!("{name}.csv")] {
            let refused = list(admin, &address, &[query]).await;
            refused.refused(422, "invalid_input");
            assert_eq!(refused.bad_fields(), [query.0], "{address} {query:?}");
        }
    }
}

/// Requests a list in every order and by every filter, as one row and as a file.
pub async fn check<R: ListRow>(app: &TestApp, admin: &Persona, name: &str) {
    check_orders_and_filters::<R>(admin, name).await;
    check_rejections(admin, name).await;
    let fields = R::LISTING.fields;
    let reply = list(admin, name, &[("range", "[0,0]")]).await;
    let rows = reply.is(200).json();
    let row = &rows[0];
    assert!(reply.header("content-range").starts_with(&format!("{name} 0-0/")), "{name}");
    assert_eq!(reply.header("access-control-expose-headers"), "Content-Range");
    let mut shown: Vec<_> = row.as_object().unwrap_or_else(|| panic!("{name} has no row")).keys().cloned().collect();
    let mut listed: Vec<_> = fields.iter().map(|field| field.name.to_owned()).collect();
    let heads: Vec<_> = listed.iter().map(|field| head(name, field)).collect();
    let header = format!("\"{}\"", heads.join("\",\""));
    shown.sort_unstable();
    listed.sort_unstable();
    assert_eq!(shown, listed, "{name}");
    let id = row["id"].as_str().map_or_else(|| row["id"].to_string(), str::to_owned);
    assert_eq!(admin.get(&format!("{BASE}/{name}/{id}")).await.is(200).json(), *row, "{name}");
    admin.get(&format!("{BASE}/{name}/999999999")).await.refused(404, "not_found");
    admin.get(&format!("{BASE}/{name}/x")).await.refused(404, "not_found");
    let file = list(admin, &format!("{name}.csv"), &[]).await;
    assert!(file.is(200).header("content-type").starts_with("text/csv"), "{name}");
    assert_eq!(
        file.body.lines().next().map(|line| line.trim_start_matches('\u{feff}')),
        Some(header.as_str()),
        "{name}"
    );
    let total: usize =
        reply.header("content-range").rsplit('/').next().and_then(|total| total.parse().ok()).expect("a total");
    assert_eq!(file.body.matches("\r\n").count(), total + 1, "{name}: {}", file.body);
    let visitor = app.anonymous();
    for address in [name.to_owned(), format!("{name}.csv"), format!("{name}/1")] {
        list(&visitor, &address, &[]).await.refused(401, "sign_in_required");
    }
}

#[tokio::test]
async fn every_list_is_sorted_filtered_and_exported_by_its_fields() {
    let app = world().await;
    let admin = app.admin().await;
    check::<RestaurantEntry>(&app, &admin, "restaurants").await;
    check::<UserEntry>(&app, &admin, "users").await;
    check::<ReservationEntry>(&app, &admin, "reservations").await;
    check::<ChargeEntry>(&app, &admin, "charges").await;
    check::<RefundEntry>(&app, &admin, "refunds").await;
    check::<DisputeEntry>(&app, &admin, "disputes").await;
    check::<AdjustmentEntry>(&app, &admin, "payment_adjustments").await;
    check::<TransferEntry>(&app, &admin, "ledger_transfers").await;
    check::<PayoutEntry>(&app, &admin, "payouts").await;
    check::<CancelRequestEntry>(&app, &admin, "cancel_requests").await;
    check::<PlanChangeRequestEntry>(&app, &admin, "gold_plan_change_requests").await;
    check::<NoShowFeeEntry>(&app, &admin, "no_show_fees").await;
    check::<AnnouncementEntry>(&app, &admin, "announcements").await;
    check::<RaffleRoundEntry>(&app, &admin, "raffle_rounds").await;
    check::<AdminEntry>(&app, &admin, "admin_users").await;
    check::<StaffEntry>(&app, &admin, "staff").await;
    app.end_unverified().await;
}

#[tokio::test]
async fn files_have_heads_and_codes_in_the_language_of_the_reader() {
    let app = world().await;
    for statement in [
        "UPDATE payment_adjustments SET reason = '=1+1'",
        "UPDATE profiles SET phone_country = 'JP', phone_local_number = '9012345678', phone_e164 = '+819012345678'",
    ] {
        app.execute(statement).await;
    }
    let admin = app.admin().await;
    let words_of = [
        ("payment_adjustments.csv", "en", ["Type", "Refund", "Awaiting approval", "Operator", "Yes", "1000", "'=1+1"]),
        ("payment_adjustments.csv", "ja", ["種類", "返金", "承認待ち", "運営会社", "はい", "1000", "'=1+1"]),
        ("users.csv", "en", ["Phone number", "090-1234-5678", "Language", "Japanese", "Locked", "No", "Email address"]),
        ("users.csv", "ja", ["電話番号", "090-1234-5678", "言語", "日本語", "ロック中", "いいえ", "メールアドレス"]),
    ];
    for (name, locale, words) in words_of {
        let file = list(&admin, name, &[("locale", locale)]).await;
        for word in words {
            assert!(file.is(200).body.contains(&format!("\"{word}\"")), "{word} in {locale}: {}", file.body);
        }
        for code in ["phone_e164", "awaiting_approval", "needs_approval", "\"true\"", "\"ja\""] {
            assert!(!file.body.contains(code), "{code} in {locale}: {}", file.body);
        }
    }
    app.end_unverified().await;
}

#[tokio::test]
async fn lists_and_files_need_their_permission() {
    let app = world().await;
    let (clerk, visitor) = (clerk(&app).await, app.anonymous());
    for (name, is_read) in [
        ("restaurants", true),
        ("users", true),
        ("reservations", true),
        ("disputes", true),
        ("charges", false),
        ("refunds", false),
        ("payment_adjustments", false),
        ("ledger_transfers", false),
        ("payouts", false),
        ("audit_events", true),
        ("gold_plan_change_requests", true),
        ("cancel_requests", true),
        ("no_show_fees", true),
        ("announcements", true),
        ("admin_users", false),
        ("staff", false),
    ] {
        let reply = list(&clerk, name, &[]).await;
        if is_read {
            reply.is(200);
        } else {
            reply.refused(403, "admin_flag_missing");
        }
        if name != "restaurants" {
            list(&clerk, &format!("{name}.csv"), &[]).await.refused(403, "admin_flag_missing");
        }
        list(&visitor, name, &[]).await.refused(401, "sign_in_required");
    }
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'list.exported'").await, 0);
    app.end_unverified().await;
}

#[tokio::test]
async fn restaurants_are_searched_filtered_and_paged() {
    let app = TestApp::start().await;
    let fried = app.restaurant(RestaurantSpec { slug: "kushiage", ..RestaurantSpec::default() }).await;
    for slug in ["sushi-a", "sushi-b"] {
        app.restaurant(RestaurantSpec { slug, ..RestaurantSpec::default() }).await;
    }
    app.execute(
        "UPDATE restaurants SET name_ja = '串かつ田村', name_en = 'Tamura', visibility = 'hidden', prefecture = '大阪府'
         WHERE slug = 'kushiage'",
    )
    .await;
    app.write_search_texts(&[fried.id]).await;
    let admin = app.admin().await;
    let slugs = async |filter: Value, sort: &str| column(&admin, "restaurants", "slug", filter, sort).await;
    assert_eq!(slugs(json!({}), r#"["slug","DESC"]"#).await, ["sushi-b", "sushi-a", "kushiage"]);
    assert_eq!(slugs(json!({ "q": "sushi" }), r#"["slug","ASC"]"#).await, ["sushi-a", "sushi-b"]);
    assert_eq!(slugs(json!({ "q": "田村" }), r#"["slug","ASC"]"#).await, ["kushiage"], "a name without its slug");
    assert_eq!(slugs(json!({ "visibility": "hidden" }), r#"["id","ASC"]"#).await, ["kushiage"]);
    assert_eq!(
        slugs(json!({ "visibility": ["public", "hidden"], "slug": ["sushi-a"] }), r#"["id","ASC"]"#).await,
        ["sushi-a"]
    );
    assert_eq!(
        slugs(json!({ "prefecture": "大阪府", "has_owner": true }), r#"["id","ASC"]"#).await,
        Vec::<Value>::new()
    );
    assert_eq!(slugs(json!({ "created_at_gte": "2100-01-01" }), r#"["id","ASC"]"#).await, Vec::<Value>::new());
    let page = list(&admin, "restaurants", &[("range", "[1,1]"), ("sort", r#"["slug","ASC"]"#)]).await;
    assert_eq!(page.header("content-range"), "restaurants 1-1/3");
    assert_eq!(page.json()[0]["slug"], "sushi-a");
    let file = list(&admin, "restaurants.csv", &[("filter", r#"{"q":"sushi"}"#), ("sort", r#"["slug","DESC"]"#)]).await;
    let lines: Vec<_> = file.is(200).body.lines().skip(1).filter_map(|line| line.split('"').nth(3)).collect();
    assert_eq!(lines, ["sushi-b", "sushi-a"], "{}", file.body);
    app.end().await;
}

#[tokio::test]
async fn users_are_searched_and_their_readers_recorded() {
    let app = TestApp::start().await;
    let (hanako, kenji, admin) = (app.diner("hanako").await, app.diner("kenji").await, app.admin().await);
    let change = "UPDATE profiles SET name_last = $2, name_first = '花子', phone_country = 'JP', phone_local_number = $3, phone_e164 = $4
                  WHERE user_id = $1";
    for (diner, name, number) in [(&hanako, "山田", "9012345678"), (&kenji, "鈴木", "8012345678")] {
        let change = sqlx::query(change).bind(diner.id().0).bind(name).bind(number).bind(format!("+81{number}"));
        change.execute(&app.pool).await.expect("a profile");
    }
    app.execute("UPDATE users SET premium_grade = 'green' WHERE email LIKE 'kenji%'").await;
    for filter in [
        json!({ "q": "090-1234-5678" }),
        json!({ "q": "山田" }),
        json!({ "q": hanako.email }),
        json!({ "name": "山田 花子" }),
        json!({ "phone_e164": "+819012345678" }),
        json!({ "email": hanako.email, "is_locked": false }),
    ] {
        assert_eq!(ids(&admin, "users", filter.clone()).await, [hanako.id().0], "{filter}");
    }
    assert_eq!(ids(&admin, "users", json!({ "premium_grade": ["green", "gold"] })).await, [kenji.id().0]);
    assert_eq!(ids(&admin, "users", json!({ "q": "090" })).await, [0; 0]);
    let grades = column(&admin, "users", "premium_grade", json!({}), r#"["premium_grade","DESC"]"#).await;
    assert_eq!(
        (&grades[0], grades.last()),
        (&json!("green"), Some(&Value::Null)),
        "accounts without a grade come last"
    );
    let viewed = app.count("SELECT count(*) FROM audit_events WHERE action = 'list.viewed'").await;
    assert_eq!(viewed, 8, "an empty page shows no one");
    let file = list(&admin, "users.csv", &[("filter", r#"{"q":"山田"}"#)]).await;
    assert!(file.is(200).body.contains("\"090-1234-5678\""), "{}", file.body);
    let exported = "SELECT count(*) FROM audit_events WHERE action = 'list.exported' AND detail = '{\"list\": \"users\", \"rows\": 1}'";
    assert_eq!(app.count(exported).await, 1);
    app.end().await;
}

#[tokio::test]
async fn requests_events_and_rounds_are_found_by_their_state() {
    let app = world().await;
    let admin = app.admin().await;
    for (name, filter, count) in [
        ("cancel_requests", json!({ "status": "pending", "reason": "customer", "restaurant_slug": "sushi-test" }), 1),
        ("cancel_requests", json!({ "status": "approved" }), 0),
        ("cancel_requests", json!({ "restaurant_name": "鮨", "guests_count": 2 }), 1),
        ("no_show_fees", json!({ "status": ["requested", "charged"], "amount_gte": 3_000 }), 1),
        ("no_show_fees", json!({ "charge_status": "succeeded" }), 0),
        ("gold_plan_change_requests", json!({ "is_open": true }), 1),
        ("gold_plan_change_requests", json!({ "outcome": "done" }), 0),
        ("announcements", json!({ "body": "春の", "status": "draft", "subject_type": ["event", "notice"] }), 1),
        ("announcements", json!({ "needs_admin": true }), 0),
        ("raffle_rounds", json!({ "is_open": true, "winners_count": 1 }), 1),
        ("raffle_rounds", json!({ "is_waiting_for_draw": true }), 0),
        ("admin_users", json!({ "is_enabled": true, "has_second_factor": true }), 0),
    ] {
        assert_eq!(ids(&admin, name, filter.clone()).await.len(), count, "{name} {filter}");
    }
    let owners = json!({ "role": "owner", "restaurant_slug": "sushi-test", "has_second_factor": false });
    let slugs = column(&admin, "staff", "restaurant_slug", owners, r#"["nickname","ASC"]"#).await;
    assert_eq!(slugs, ["sushi-test"]);
    check::<AuditEventEntry>(&app, &admin, "audit_events").await;
    list(&admin, "users", &[]).await.is(200);
    let viewed = json!({ "action": "list.viewed", "actor": "admin" });
    let details = column(&admin, "audit_events", "detail", viewed, r#"["at","DESC"]"#).await;
    assert_eq!(details, [json!({ "list": "users", "rows": 1 })]);
    app.end_unverified().await;
}

#[tokio::test]
async fn totals_are_bounded_and_files_are_whole() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    app.execute(
        "INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, booked_at)
         SELECT 0, 'payout:' || n, 'provider_payout', 'bank', 'card_provider', n, now() FROM generate_series(1, 10050) n",
    )
    .await;
    let page = list(&admin, "payouts", &[("range", "[9990,9999]"), ("sort", r#"["amount","ASC"]"#)]).await;
    assert_eq!(page.is(200).header("content-range"), "payouts 9990-9999/10000");
    assert_eq!((page.header("x-total-exceeded"), &page.json()[9]["amount"]), ("true", &json!(10_000)));
    assert_eq!(page.header("access-control-expose-headers"), "Content-Range, X-Total-Exceeded");
    let last = list(&admin, "payouts", &[("range", "[9990,10009]")]).await;
    let rows = last.is(200).json().as_array().map_or(0, Vec::len);
    assert_eq!((last.header("content-range"), rows), ("payouts 9990-9999/10000", 10), "no row is beyond the total");
    let narrow = list(&admin, "payouts", &[("filter", r#"{"amount_lte":10000}"#)]).await;
    assert_eq!((narrow.header("content-range"), narrow.header("x-total-exceeded")), ("payouts 0-19/10000", ""));
    let wide = [("filter", r#"{"amount_lte":10010}"#), ("sort", r#"["amount","DESC"]"#), ("range", "[10,10]")];
    let wide = list(&admin, "payouts", &wide).await;
    assert_eq!((wide.header("content-range"), wide.header("x-total-exceeded")), ("payouts 10-10/10000", "true"));
    assert_eq!(wide.json()[0]["amount"], 10_000);
    let file = list(&admin, "payouts.csv", &[]).await;
    let distinct: HashSet<_> = file.is(200).body.lines().collect();
    assert_eq!((file.body.lines().count(), distinct.len()), (10_051, 10_051));
    let amounts: Vec<_> = file.body.lines().skip(1).filter_map(|line| line.split('"').nth(5)).take(1_001).collect();
    assert_eq!((amounts[0], amounts[1_000]), ("10050", "9050"), "newest first, also after the first batch");
    let exported = "SELECT count(*) FROM audit_events WHERE action = 'list.exported' AND detail = '{\"list\": \"payouts\", \"rows\": 10000}'";
    assert_eq!(app.count(exported).await, 1);
    app.end_unverified().await;
}
