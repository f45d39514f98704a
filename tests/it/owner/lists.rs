//! The owners' lists for react-admin: order, filter, one row and CSV file of each, within one restaurant.

use domain::i18n::{Locale, has, t};
use domain::listing::{FieldKind, ListRow};
use domain::lists::{OwnerCustomerEntry, OwnerReservationEntry, OwnerReviewEntry, OwnerStaffEntry};
use reqwest::Url;
use serde_json::{Value, json};
use tests::{Persona, Reply, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

const BASE: &str = "/owners/api/resources";

struct Setup {
    app: TestApp,
    owner: Persona,
    neighbour: Persona,
}

/// Two restaurants. The first one has a diner's booking, and a reviewed visit that staff recorded.
async fn setup() -> Setup {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    let visit = VisitSpec { days: 9, items: vec![0], guests: 1, ..VisitSpec::default() };
    owner.record_visit(&app, &restaurant, &visit).await.is(201);
    app.execute(
        "INSERT INTO reservation_reviews (restaurant_id, reservation_id, rating, reasons, created_at, updated_at)
         SELECT restaurant_id, id, 'good', ARRAY['nice_person'], created_at, created_at FROM reservations WHERE user_id IS NULL",
    )
    .await;
    Setup { app, owner, neighbour }
}

async fn list(who: &Persona, name: &str, query: &[(&str, &str)]) -> Reply {
    let address = Url::parse_with_params(&format!("http://seki{BASE}/{name}"), query).expect("an address");
    who.get(&format!("{}?{}", address.path(), address.query().unwrap_or_default())).await
}

/// One field of the rows that a filter finds, oldest first.
async fn column(who: &Persona, name: &str, field: &str, filter: Value) -> Vec<Value> {
    let reply = list(who, name, &[("filter", &filter.to_string()), ("sort", r#"["id","ASC"]"#)]).await;
    let rows = reply.is(200).json();
    rows.as_array().expect("rows").iter().map(|row| row[field].clone()).collect()
}

/// Requests a list in every order and by every filter, as one row and as a file, and as the staff of another restaurant.
async fn check<R: ListRow>(setup: &Setup, name: &str) {
    let Setup { app, owner, neighbour } = setup;
    for sort in R::LISTING.sorts() {
        let reply = list(owner, name, &[("sort", &json!([sort, "DESC"]).to_string())]).await;
        assert!(reply.status == 200, "{name} by {sort}: {}", reply.body);
    }
    for field in R::LISTING.fields {
        let (filtered, value) = match field.kind {
            FieldKind::Choice(names) => (field.name.to_owned(), json!(names)),
            FieldKind::Number => (field.name.to_owned(), json!([1, 2])),
            FieldKind::Flag => (field.name.to_owned(), json!(true)),
            FieldKind::Time | FieldKind::Day => (format!("{}_gte", field.name), json!("2026-12-01")),
            FieldKind::Text | FieldKind::Words | FieldKind::Phone => (field.name.to_owned(), json!("見本")),
            FieldKind::Shown | FieldKind::ShownPhone => continue,
        };
        let filter = json!({ filtered: value }).to_string();
        let reply = list(owner, name, &[("filter", &filter)]).await;
        assert!(reply.status == 200, "{name} of {filter}: {}", reply.body);
    }
    for query in [("filter", r#"{"unheard_of":1}"#), ("sort", r#"["unheard_of","ASC"]"#), ("range", "[9,0]")] {
        for address in [name.to_owned(), format!("{name}.csv")] {
            list(owner, &address, &[query]).await.refused(422, "invalid_input");
        }
    }
    let rows = list(owner, name, &[]).await.is(200).json();
    let row = &rows[0];
    assert!(row.is_object(), "{name} has a row");
    let path = format!("{BASE}/{name}/{}", row["id"]);
    assert_eq!(owner.get(&path).await.is(200).json(), *row, "{name}");
    let file = list(owner, &format!("{name}.csv"), &[]).await;
    let count = rows.as_array().expect("rows").len();
    let head = |field: &str| {
        let own = format!("lists.csv.{name}.{field}");
        t(Locale::Ja, &if has(&own) { own } else { format!("lists.csv.{field}") }, &[])
    };
    let heads: Vec<_> = R::LISTING.fields.iter().map(|field| head(field.name)).collect();
    let header = format!("\u{feff}\"{}\"", heads.join("\",\""));
    assert_eq!(file.is(200).body.lines().next(), Some(header.as_str()), "{name}");
    assert_eq!(file.is(200).body.matches("\r\n").count(), count + 1, "{name}: {}", file.body);
    neighbour.get(&path).await.refused(404, "not_found");
    let ids = column(neighbour, name, "id", json!({})).await;
    assert!(!ids.contains(&row["id"]), "{name} of another restaurant");
    let file = list(neighbour, &format!("{name}.csv"), &[]).await;
    assert_eq!(file.is(200).body.matches("\r\n").count(), ids.len() + 1, "{name} of another restaurant: {}", file.body);
    for address in [name.to_owned(), format!("{name}.csv"), format!("{name}/1")] {
        list(&app.anonymous(), &address, &[]).await.refused(401, "sign_in_required");
    }
}

#[tokio::test]
async fn lists_of_a_restaurant_are_sorted_filtered_and_exported_by_their_fields() {
    let setup = setup().await;
    check::<OwnerCustomerEntry>(&setup, "customers").await;
    check::<OwnerReservationEntry>(&setup, "reservations").await;
    check::<OwnerReviewEntry>(&setup, "reviews").await;
    check::<OwnerStaffEntry>(&setup, "staff").await;
    let Setup { app, owner, .. } = setup;
    let exported = "SELECT count(*) FROM audit_events e JOIN restaurants r ON r.id = e.restaurant_id
                    WHERE e.action = 'list.exported' AND e.actor = 'owner' AND r.slug = 'sushi-test'";
    assert_eq!(app.count(exported).await, 4);
    assert_eq!(column(&owner, "customers", "name", json!({ "q": "伊藤" })).await, ["伊藤"]);
    assert_eq!(column(&owner, "customers", "type", json!({ "name": "hanako" })).await, ["OnlineCustomer"]);
    let phone = column(&owner, "customers", "phone_e164", json!({ "name": "hanako" })).await;
    for words in [json!("太郎 hanako"), phone[0].clone()] {
        let filter = json!({ "q": words });
        assert_eq!(column(&owner, "customers", "type", filter.clone()).await, ["OnlineCustomer"], "{filter}");
        assert_eq!(column(&owner, "reservations", "guest_name", filter.clone()).await, ["hanako 太郎"], "{filter}");
    }
    assert_eq!(column(&owner, "reservations", "guest_name", json!({})).await, ["hanako 太郎", "伊藤"]);
    let code = column(&owner, "reservations", "reservation_code", json!({ "guests_count": 2 })).await;
    assert_eq!(column(&owner, "reservations", "reservation_code", json!({ "q": code[0] })).await, code);
    assert_eq!(column(&owner, "reviews", "reasons", json!({ "rating": "good" })).await, [json!(["nice_person"])]);
    assert_eq!(column(&owner, "reviews", "id", json!({ "rating": ["poor"] })).await, Vec::<Value>::new());
    for (locale, words) in [("en", ["Rating", "Good", "Nice person"]), ("ja", ["評価", "良い", "人柄が良い"])]
    {
        let file = list(&owner, "reviews.csv", &[("locale", locale)]).await;
        for word in words {
            assert!(file.is(200).body.contains(&format!("\"{word}\"")), "{word}: {}", file.body);
        }
    }
    let page = owner.get("/owners/reviews").await.data();
    assert_eq!((&page["total"], &page["reviews"][0]["rating"]), (&json!(1), &json!("good")));
    app.end_unverified().await;
}

#[tokio::test]
async fn blacklist_is_exported_by_the_filter_and_order_of_its_list() {
    const FILE: &str = "restaurant_blacklisted_phone_numbers.csv";
    let Setup { app, owner, neighbour } = setup().await;
    for (number, memo) in [("09055550001", "無断キャンセル"), ("09055550002", "騒音")] {
        let body = json!({ "phone_local_number": number, "internal_memo": memo });
        owner.post("/owners/restaurant_blacklisted_phone_numbers", &body).await.is(201);
    }
    let all = list(&owner, FILE, &[("sort", r#"["phone_local_number","DESC"]"#)]).await.is(200).body.clone();
    let rows: Vec<_> = all.lines().collect();
    assert_eq!(rows.len(), 3, "{all}");
    assert!(rows[0].contains("\"電話番号\"") && rows[0].contains("\"メモ\""), "{all}");
    assert!(rows[1].contains("090-5555-0002") && rows[1].contains("騒音"), "{all}");
    for (words, found) in [("5555-0001", 1), ("無断", 1), ("090", 2), ("予約", 0)] {
        let file = list(&owner, FILE, &[("filter", &json!({ "q": words }).to_string())]).await;
        assert_eq!(file.is(200).body.lines().count(), found + 1, "{words}: {}", file.body);
    }
    let exported = "SELECT count(*) FROM audit_events e JOIN restaurants r ON r.id = e.restaurant_id
                    WHERE e.action = 'list.exported' AND r.slug = 'sushi-test'
                      AND e.detail = '{\"list\": \"restaurant_blacklisted_phone_numbers\", \"rows\": 2}'";
    assert_eq!(app.count(exported).await, 2, "the files with both numbers");
    for query in [("filter", r#"{"unheard_of":1}"#), ("sort", r#"["unheard_of","ASC"]"#)] {
        list(&owner, FILE, &[query]).await.refused(422, "invalid_input");
    }
    assert_eq!(list(&neighbour, FILE, &[]).await.is(200).body.lines().count(), 1, "of another restaurant");
    list(&app.anonymous(), FILE, &[]).await.refused(401, "sign_in_required");
    app.end_unverified().await;
}

#[tokio::test]
async fn diner_of_a_hold_is_not_shown_to_staff() {
    let Setup { app, owner, .. } = setup().await;
    app.execute(
        "UPDATE reservations SET status = 'pending', held_until = now(), special_request = 'hanako' WHERE user_id IS NOT NULL",
    )
    .await;
    let hold = json!({ "status": "pending" });
    for field in ["guest_name", "guest_phone", "customer_uid"] {
        assert_eq!(column(&owner, "reservations", field, hold.clone()).await, [Value::Null], "{field}");
    }
    assert_eq!(column(&owner, "reservations", "special_request", hold).await, [""]);
    let named = ["guest_name", "special_request", "q"].map(|field| json!({ field: "hanako" }));
    for filter in named {
        assert_eq!(column(&owner, "reservations", "id", filter.clone()).await, Vec::<Value>::new(), "{filter}");
    }
    app.end_unverified().await;
}

/// One field of the rows of a page's list.
async fn shown(who: &Persona, list: &str, field: &str, query: &str) -> Vec<Value> {
    let page = who.get(&format!("/owners/{list}?{query}")).await.data();
    page[list].as_array().expect("rows").iter().map(|row| row[field].clone()).collect()
}

#[tokio::test]
async fn pages_of_guests_are_sorted_by_the_fields_of_their_lists() {
    let Setup { app, owner, .. } = setup().await;
    for (order, guests) in [("ASC", [1, 2]), ("DESC", [2, 1])] {
        let query = format!("q[status_in][]=accepted&sort=guests_count&order={order}&perPage=50");
        assert_eq!(shown(&owner, "reservations", "guests_count", &query).await, guests, "{order}");
    }
    let found = "q[reservation_type_in][]=offline_reservation&sort=guests_count&page=7";
    assert_eq!(shown(&owner, "reservations", "guests_count", found).await, [1], "the last page of the filtered rows");
    for (order, types) in
        [("ASC", ["OfflineCustomer", "OnlineCustomer"]), ("DESC", ["OnlineCustomer", "OfflineCustomer"])]
    {
        let query = format!("sort=type&order={order}");
        assert_eq!(shown(&owner, "customers", "type", &query).await, types, "{order}");
    }
    assert_eq!(
        shown(&owner, "customers", "type", "customer_types[]=OfflineCustomer&sort=name").await,
        ["OfflineCustomer"]
    );
    for (list, field) in [("customers", "id"), ("reservations", "id")] {
        let own = shown(&owner, list, field, "").await;
        assert_eq!(shown(&owner, list, field, "sort=unheard_of&order=ASC&perPage=7").await, own, "{list}");
    }
    app.end_unverified().await;
}
