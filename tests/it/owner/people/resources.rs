//! Lists and forms in the format of the console's data provider.

use reqwest::Url;
use serde_json::{Value, json};
use tests::{Persona, Reply, Restaurant, RestaurantSpec, TestApp};

const BASE: &str = "/owners/api/resources";
const NUMBERS: &str = "restaurant_blacklisted_phone_numbers";
const INVOICES: &str = "restaurant_charge_invoices";
const ANNOUNCEMENTS: &str = "announcements";

struct Setup {
    app: TestApp,
    restaurant: Restaurant,
    owner: Persona,
    neighbour: Persona,
}

async fn setup() -> Setup {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    Setup { app, restaurant, owner, neighbour }
}

async fn list(who: &Persona, name: &str, query: &[(&str, &str)]) -> Reply {
    let address = Url::parse_with_params(&format!("http://seki{BASE}/{name}"), query).expect("an address");
    who.get(&format!("{}?{}", address.path(), address.query().unwrap_or_default())).await
}

/// One field of all rows of a list.
async fn column(who: &Persona, name: &str, query: &[(&str, &str)], field: &str) -> Vec<Value> {
    let rows = list(who, name, query).await.is(200).json();
    rows.as_array().expect("rows").iter().map(|row| row[field].clone()).collect()
}

/// Checks the entries that a list rejects, and the users who have no access to it.
async fn guards_its_list(setup: &Setup, name: &str) {
    let Setup { app, owner, neighbour, .. } = setup;
    for query in [
        ("filter", r#"{"unheard_of":1}"#),
        ("filter", "{"),
        ("sort", r#"["secret","ASC"]"#),
        ("sort", r#"["id","UP"]"#),
        ("range", "[9,0]"),
        ("range", "x"),
    ] {
        let refused = list(owner, name, &[query]).await;
        refused.refused(422, "invalid_input");
        assert_eq!(refused.bad_fields(), [query.0], "{name} {query:?}");
    }
    list(&app.anonymous(), name, &[]).await.refused(401, "sign_in_required");
    let reply = list(neighbour, name, &[]).await;
    assert_eq!((reply.is(200).json(), reply.header("content-range")), (json!([]), &*format!("{name} 0-0/0")));
}

#[tokio::test]
async fn blacklisted_numbers_are_listed_and_written() {
    let setup = setup().await;
    let Setup { app, owner, neighbour, .. } = &setup;
    guards_its_list(&setup, NUMBERS).await;
    let base = format!("{BASE}/{NUMBERS}");
    for (number, memo) in [("09012345678", "無断キャンセル"), ("08011112222", "VIP"), ("0312345678", "")] {
        let body = json!({ "phone_country": "JP", "phone_local_number": number, "internal_memo": memo });
        let added = owner.post(&base, &body).await.is(201).json();
        assert_eq!(added["internal_memo"], memo, "{added}");
    }
    let reply = list(owner, NUMBERS, &[("range", "[0,1]"), ("sort", r#"["id","DESC"]"#)]).await;
    assert_eq!(reply.header("content-range"), format!("{NUMBERS} 0-1/3"));
    let numbers = async |query: &[(&str, &str)]| column(owner, NUMBERS, query, "phone_local_number").await;
    let by_number = ("sort", r#"["phone_local_number","ASC"]"#);
    assert_eq!(numbers(&[by_number, ("range", "[1,2]")]).await, ["8011112222", "9012345678"]);
    for (filter, found) in [
        (r#"{"q":"090-1234"}"#, vec!["9012345678"]),
        (r#"{"q":"vip"}"#, vec!["8011112222"]),
        (r#"{"q":"無断"}"#, vec!["9012345678"]),
        (r#"{"q":"%"}"#, vec![]),
        (r#"{"q":" "}"#, vec!["312345678", "8011112222", "9012345678"]),
    ] {
        assert_eq!(numbers(&[by_number, ("filter", filter)]).await, found, "{filter}");
    }
    let path = format!("{base}/{}", owner.get(&base).await.json()[0]["id"]);
    assert_eq!(owner.get(&path).await.is(200).json()["phone_local_number"], "312345678");
    let taken = json!({ "phone_local_number": "09012345678" });
    for (body, field) in [
        (json!({ "phone_local_number": "", "internal_memo": "変更" }), "phone_local_number"),
        (taken.clone(), "phone_local_number"),
        (json!({ "phone_local_number": "4155552671", "phone_country": "" }), "phone_country"),
        (json!({ "phone_local_number": "0312345678", "internal_memo": "x".repeat(5_001) }), "internal_memo"),
    ] {
        assert_eq!(owner.post(&base, &body).await.bad_fields(), [field], "{body}");
        assert_eq!(owner.put(&path, &body).await.bad_fields(), [field], "{body}");
    }
    let good = json!({ "phone_local_number": "0312345679", "internal_memo": "変更" });
    for who in [neighbour, &app.anonymous()] {
        let (status, code) = if std::ptr::eq(who, neighbour) { (404, "not_found") } else { (401, "sign_in_required") };
        who.get(&path).await.refused(status, code);
        who.put(&path, &good).await.refused(status, code);
        who.delete(&path).await.refused(status, code);
    }
    app.anonymous().post(&base, &good).await.refused(401, "sign_in_required");
    assert_eq!(owner.put(&path, &good).await.is(200).json()["internal_memo"], "変更");
    owner.delete(&path).await.is(200);
    owner.get(&path).await.refused(404, "not_found");
    owner.get(&format!("{base}/x")).await.refused(404, "not_found");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action LIKE 'blacklist.%'").await, 5);
    setup.app.end().await;
}

#[tokio::test]
async fn invoices_are_listed_in_any_order() {
    let setup = setup().await;
    let Setup { app, owner, restaurant, .. } = &setup;
    guards_its_list(&setup, INVOICES).await;
    sqlx::query(
        "INSERT INTO restaurant_charge_invoices (restaurant_id, month, reservations_count, amount, status, issued_at)
         SELECT $1, month::date, 1, amount, status, $2
         FROM (VALUES ('2026-08-01', 300, 'paid'), ('2026-09-01', 100, 'issued'), ('2026-10-01', 200, 'paid'))
             AS invoice (month, amount, status)",
    )
    .bind(restaurant.id.0)
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("invoices");
    app.execute(tests::INVOICED).await;
    for (sort, months) in [
        (r#"["month","DESC"]"#, ["2026-10", "2026-09", "2026-08"]),
        (r#"["amount","ASC"]"#, ["2026-09", "2026-10", "2026-08"]),
        (r#"["status","DESC"]"#, ["2026-10", "2026-08", "2026-09"]),
        (r#"["reservations_count","ASC"]"#, ["2026-08", "2026-09", "2026-10"]),
    ] {
        assert_eq!(column(owner, INVOICES, &[("sort", sort)], "month").await, months, "{sort}");
    }
    let one = [("filter", r#"{"selected_month":"2026-09"}"#)];
    assert_eq!(column(owner, INVOICES, &one, "amount").await, [100]);
    let reply = list(owner, INVOICES, &[("range", "[2,9]")]).await;
    assert_eq!(reply.header("content-range"), format!("{INVOICES} 2-2/3"));
    list(owner, INVOICES, &[("filter", r#"{"selected_month":"2026-13"}"#)]).await.refused(422, "invalid_input");
    setup.app.end().await;
}

#[tokio::test]
async fn announcements_are_listed_drafted_and_deleted() {
    let setup = setup().await;
    let Setup { app, owner, neighbour, restaurant } = &setup;
    guards_its_list(&setup, ANNOUNCEMENTS).await;
    let base = format!("{BASE}/{ANNOUNCEMENTS}");
    let draft = |body: &str| json!({ "subject_type": "event", "body": body });
    owner.post(&base, &draft("誰に")).await.refused(422, "announcement_nobody");
    let diner = app.diner("hanako").await;
    let group = app.customer_group(restaurant, "常連", false).await;
    app.put_into_group(restaurant, &diner, group).await;
    let mut ids = Vec::new();
    for body in ["新酒の会", "満席のお詫び"] {
        let saved = owner.post(&base, &draft(body)).await.is(201).json();
        assert_eq!((&saved["body"], &saved["status"]), (&json!(body), &json!("draft")));
        ids.push(saved["id"].clone());
    }
    let path = format!("{base}/{}", ids[0]);
    for (body, field) in [
        (json!({ "subject_type": "event", "body": " " }), "body"),
        (json!({ "subject_type": "spam", "body": "x" }), "subject_type"),
        (json!({ "subject_type": "event", "body": "x", "only_prefectures": ["どこか"] }), "only_prefectures"),
    ] {
        assert_eq!(owner.post(&base, &body).await.bad_fields(), [field], "{body}");
        assert_eq!(owner.put(&path, &body).await.bad_fields(), [field], "{body}");
    }
    owner
        .post(&base, &json!({ "subject_type": "event", "body": "x", "send_count": 1 }))
        .await
        .refused(403, "admin_only");
    for who in [neighbour, &app.anonymous()] {
        let (status, code) = if std::ptr::eq(who, neighbour) { (404, "not_found") } else { (401, "sign_in_required") };
        who.get(&path).await.refused(status, code);
        who.put(&path, &draft("x")).await.refused(status, code);
        who.delete(&path).await.refused(status, code);
    }
    app.anonymous().post(&base, &draft("x")).await.refused(401, "sign_in_required");
    let only = json!({ "subject_type": "notice", "body": "別の本文", "only_customer_group_ids": [group] });
    assert_eq!(owner.put(&path, &only).await.is(200).json()["customer_group_labels"], json!(["常連"]));
    assert_eq!(owner.get(&path).await.is(200).json()["body"], "別の本文");
    owner.post(&format!("/owners/announcements/{}/confirm", ids[1]), &json!({})).await.is(200);
    let found = async |query: &[(&str, &str)]| column(owner, ANNOUNCEMENTS, query, "id").await;
    assert_eq!(found(&[]).await, [ids[1].clone(), ids[0].clone()]);
    assert_eq!(found(&[("filter", r#"{"status":"draft"}"#)]).await, [ids[0].clone()]);
    assert_eq!(found(&[("filter", r#"{"subject_type":"event"}"#)]).await, [ids[1].clone()]);
    assert_eq!(found(&[("sort", r#"["announced_count","ASC"]"#)]).await, ids);
    list(owner, ANNOUNCEMENTS, &[("filter", r#"{"status":"lost"}"#)]).await.refused(422, "invalid_input");
    let sent = format!("{base}/{}", ids[1]);
    owner.delete(&sent).await.refused(422, "announcement_not_draft");
    owner.put(&sent, &draft("x")).await.refused(422, "announcement_not_draft");
    owner.delete(&path).await.is(200);
    owner.delete(&path).await.refused(404, "not_found");
    assert_eq!(found(&[]).await, [ids[1].clone()]);
    setup.app.end().await;
}

#[tokio::test]
async fn owner_cannot_delete_admin_announcement() {
    let setup = setup().await;
    let Setup { app, owner, restaurant, .. } = &setup;
    let colleague = app.owner(restaurant).await;
    let diner = app.diner("hanako").await;
    let group = app.customer_group(restaurant, "常連", false).await;
    app.put_into_group(restaurant, &diner, group).await;
    app.sign_in_admin_as_well(owner).await;
    let base = format!("{BASE}/{ANNOUNCEMENTS}");
    let forced = json!({ "subject_type": "event", "body": "x", "send_count": 1 });
    let too_many = json!({ "subject_type": "event", "body": "x", "send_count": 2 });
    let refused = owner.post(&base, &too_many).await;
    refused.refused(422, "announcement_count_out_of_range");
    assert_eq!(refused.json()["fields"]["send_count"], "送信件数は 1 〜 1 で入力してください。");
    let path = format!("{base}/{}", owner.post(&base, &forced).await.is(201).json()["id"]);
    colleague.delete(&path).await.refused(403, "admin_only");
    owner.delete(&path).await.is(200);
    setup.app.end().await;
}
