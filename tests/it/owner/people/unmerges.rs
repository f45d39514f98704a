//! Undoing a merge.

use serde_json::{Value, json};
use tests::{Persona, Reply, Restaurant, RestaurantSpec, TestApp};

use super::{create_customer, seat, text};

const MERGES: &str = "/owners/api/offline_customer_merges";

fn id(customer: &Value) -> i64 {
    customer["id"].as_i64().expect("an id")
}

async fn merge(owner: &Persona, primary: &Value, merged: &[&Value]) -> i64 {
    let ids: Vec<_> = merged.iter().map(|customer| id(customer)).collect();
    let body = json!({ "primary_customer_id": primary["id"], "merged_customer_ids": ids });
    owner.post(MERGES, &body).await.is(200).json()["id"].as_i64().expect("the merge's id")
}

async fn card(owner: &Persona, customer: &Value) -> Value {
    owner.get(&format!("/owners/customers/{}", text(&customer["uid"]))).await.data()
}

fn visits(page: &Value) -> Vec<String> {
    page["visits"].as_array().expect("visits").iter().map(|visit| text(&visit["uid"])).collect()
}

/// Returns all customer data, and the customer of each reservation.
async fn rows(app: &TestApp) -> String {
    sqlx::query_scalar(
        "SELECT concat_ws(E'\\n',
             (SELECT string_agg(format('%s %s %s', id, customer_group_id, merged_into_id), E'\\n' ORDER BY id) FROM customers),
             (SELECT string_agg(format('%s %s %s %s %s %s %s', customer_id, kana, phone_e164, receipt_title, internal_memo,
                 noted_allergies, noted_dislikes), E'\\n' ORDER BY customer_id) FROM customer_profiles),
             (SELECT string_agg(format('%s %s', customer_id, tag), E'\\n' ORDER BY customer_id, tag) FROM customer_tags),
             (SELECT string_agg(format('%s %s', id, customer_id), E'\\n' ORDER BY id) FROM reservations))",
    )
    .fetch_one(&app.pool)
    .await
    .expect("rows")
}

/// 伊藤 with a memo and an allergy; ITO with a reading, a number, a group, a receipt's name, notes and a visit; いとう with a number and a visit.
async fn three(app: &TestApp, restaurant: &Restaurant, owner: &Persona) -> [Value; 3] {
    let primary = json!({ "nickname": "伊藤", "internal_memo": "左利き", "noted_allergies": "えび", "tags": ["vip"] });
    let other = json!({ "nickname": "ITO", "kana": "イトウ", "phone_local_number": "09012345678", "internal_memo": "窓側",
        "receipt_title": "株式会社", "noted_allergies": "エビ\nそば", "noted_dislikes": "セロリ", "tags": ["vip", "誕生日"] });
    let third = json!({ "nickname": "いとう", "phone_local_number": "08087654321", "noted_allergies": "そば" });
    let all = [
        create_customer(owner, primary).await,
        create_customer(owner, other).await,
        create_customer(owner, third).await,
    ];
    let regulars = app.customer_group(restaurant, "常連", false).await;
    let path = format!("/owners/api/customers/{}", text(&all[1]["uid"]));
    owner.patch(&path, &json!({ "customer": { "customer_group_id": regulars } })).await.is(200);
    seat(app, restaurant, id(&all[1]), -60).await;
    seat(app, restaurant, id(&all[2]), -30).await;
    all
}

#[tokio::test]
async fn unmerge_restores_everything() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let [primary, other, third] = three(&app, &restaurant, &owner).await;
    let before = rows(&app).await;
    let merge = merge(&owner, &primary, &[&other, &third]).await;
    let page = card(&owner, &primary).await;
    assert_eq!(page["allergy_description"], "えび\nそば", "nothing twice");
    assert_eq!((page["customer"]["label"].as_str(), visits(&page).len()), (Some("常連"), 2));
    assert_eq!(page["customer"]["kana"], "イトウ", "the primary had no reading");
    let merges = &page["merges"];
    assert_eq!((merges[0]["id"].as_i64(), &merges[0]["reservations_count"]), (Some(merge), &json!(2)));
    assert_eq!(
        merges[0]["customers"],
        json!([
            { "name": "ITO", "phone": "09012345678", "type": "OfflineCustomer" },
            { "name": "いとう", "phone": "08087654321", "type": "OfflineCustomer" }
        ])
    );
    app.verify().await;

    let answer = owner.delete(&format!("{MERGES}/{merge}")).await.is(200).json();
    assert!(text(&answer["message"]).contains('2'), "{answer}");
    assert_eq!(rows(&app).await, before);
    assert_eq!(card(&owner, &primary).await["merges"], json!([]));
    let audit = "SELECT count(*) FROM audit_events WHERE action = 'customers.unmerged' AND detail->'merged_customer_ids' = jsonb_build_array((SELECT min(id) FROM customers) + 1, (SELECT max(id) FROM customers))";
    assert_eq!(app.count(audit).await, 1);
    owner.delete(&format!("{MERGES}/{merge}")).await.refused(404, "not_found");
    app.end().await;
}

#[tokio::test]
async fn later_data_stays_with_primary() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let [primary, other, _] = three(&app, &restaurant, &owner).await;
    let merge = merge(&owner, &primary, &[&other]).await;
    let later = seat(&app, &restaurant, id(&primary), 48).await;
    let path = format!("/owners/api/customers/{}", text(&primary["uid"]));
    let profile = json!({ "nickname": "伊藤", "phone_local_number": "09099998888", "internal_memo": "左利き\n窓側\n赤ワイン",
        "noted_allergies": "えび\nそば（重い）", "tags": ["誕生日"] });
    owner
        .patch(&path, &json!({ "customer": { "customer_group_id": 999, "profile_attributes": profile } }))
        .await
        .is(200);
    owner.delete(&format!("{MERGES}/{merge}")).await.is(200);
    let page = card(&owner, &primary).await;
    assert_eq!(visits(&page), [later]);
    let mine = &page["customer"];
    assert_eq!((&mine["display_phone_number"], &mine["label"]), (&json!("09099998888"), &json!("")));
    assert_eq!((&mine["internal_memo"], &mine["receipt_title"]), (&json!("左利き\n赤ワイン"), &json!("")));
    assert_eq!((&mine["noted_allergies"], &mine["tags"]), (&json!("えび\nそば（重い）"), &json!([])));
    let theirs = card(&owner, &other).await;
    assert_eq!((visits(&theirs).len(), &theirs["customer"]["label"]), (1, &json!("常連")));
    assert_eq!(theirs["allergy_description"], "エビ\nそば");
    app.end().await;
}

/// An allergy of two merged records is not lost when one of them is removed.
#[tokio::test]
async fn values_of_other_merged_records_stay() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let [primary, other, third] = three(&app, &restaurant, &owner).await;
    let before = rows(&app).await;
    let first = merge(&owner, &primary, &[&other]).await;
    let second = merge(&owner, &primary, &[&third]).await;
    owner.delete(&format!("{MERGES}/{first}")).await.is(200);
    let page = card(&owner, &primary).await;
    assert_eq!((&page["allergy_description"], visits(&page).len()), (&json!("えび\nそば"), 1));
    assert_eq!(page["customer"]["display_phone_number"], "08087654321", "the number of who is still merged");
    owner.delete(&format!("{MERGES}/{second}")).await.is(200);
    assert_eq!(rows(&app).await, before);
    app.end().await;
}

#[tokio::test]
async fn nested_merge_is_undone_outermost_first() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let [primary, other, third] = three(&app, &restaurant, &owner).await;
    let before = rows(&app).await;
    let inner = merge(&owner, &other, &[&third]).await;
    let between = rows(&app).await;
    let outer = merge(&owner, &primary, &[&other]).await;
    app.verify().await;
    assert_eq!(visits(&card(&owner, &primary).await).len(), 2);
    owner.delete(&format!("{MERGES}/{inner}")).await.refused(409, "customer_merge_covered");
    owner.delete(&format!("{MERGES}/{outer}")).await.is(200);
    assert_eq!(rows(&app).await, between);
    owner.delete(&format!("{MERGES}/{inner}")).await.is(200);
    assert_eq!(rows(&app).await, before);
    app.end().await;
}

#[tokio::test]
async fn merge_is_undone_by_its_own_restaurants_staff() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let neighbour = app.owner(&elsewhere).await;
    let [primary, other, _] = three(&app, &restaurant, &owner).await;
    let merge = merge(&owner, &primary, &[&other]).await;
    let merged = rows(&app).await;
    neighbour.delete(&format!("{MERGES}/{merge}")).await.refused(404, "not_found");
    app.anonymous().delete(&format!("{MERGES}/{merge}")).await.refused(401, "sign_in_required");
    owner.delete(&format!("{MERGES}/999999")).await.refused(404, "not_found");
    owner.delete(&format!("{MERGES}/x")).await.refused(404, "not_found");
    assert_eq!(rows(&app).await, merged);
    app.end().await;
}

/// Concurrent merges, unmerges and bookings: each takes effect completely or not at all.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_merges_and_unmerges_stay_consistent() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let [primary, other, third] = three(&app, &restaurant, &owner).await;
    let before = rows(&app).await;
    for _ in 0..4 {
        let made = merge(&owner, &primary, &[&other]).await;
        let path = format!("{MERGES}/{made}");
        let again = json!({ "primary_customer_id": other["id"], "merged_customer_ids": [third["id"]] });
        let (one, two, three) = tokio::join!(owner.delete(&path), owner.delete(&path), owner.post(MERGES, &again));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 404], "it comes apart once");
        app.verify().await;
        match three.status {
            // The request came first: a customer who was merged already cannot be merged again.
            404 => {}
            200 => {
                owner.delete(&format!("{MERGES}/{}", three.json()["id"])).await.is(200);
            }
            status => panic!("{status}: {}", three.body),
        }
        assert_eq!(rows(&app).await, before);
    }
    app.end().await;
}

/// A booking for a customer during its merge belongs to the primary customer, or is rejected.
#[tokio::test(flavor = "multi_thread")]
async fn booking_made_during_merge_keeps_its_customer() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let visitor = create_customer(&owner, json!({ "nickname": "伊藤" })).await;
    let primary = create_customer(&owner, json!({ "nickname": "ITO" })).await;
    let mut booking = app.visit(&restaurant, &tests::VisitSpec::default()).await;
    booking["offline_customer_uid"] = visitor["uid"].clone();
    let body = json!({ "primary_customer_id": primary["id"], "merged_customer_ids": [visitor["id"]] });
    let (booked, merged) = tokio::join!(owner.post(tests::OFFLINE_RESERVATIONS, &booking), owner.post(MERGES, &body));
    merged.is(200);
    assert!(matches!(booked.status, 201 | 400 | 404 | 422), "{}", booked.body);
    app.verify().await;
    app.end().await;
}

/// Makes a call while reviews lock two reservations in the order of their ids, the second one once the call waits for the first.
async fn reply_during_reviews(app: &TestApp, call: impl Future<Output = Reply>) -> Reply {
    // OFFSET locks the skipped row, too.
    const LOCK: &str = "SELECT id FROM reservations ORDER BY id LIMIT 1 OFFSET $1 FOR NO KEY UPDATE NOWAIT";
    // The row of the smaller id is behind the other one in the table.
    app.execute("UPDATE reservations SET internal_memo = internal_memo WHERE id = (SELECT min(id) FROM reservations)")
        .await;
    let mut reviews = app.pool.begin().await.expect("a transaction");
    sqlx::query(LOCK).bind(0_i64).execute(&mut *reviews).await.expect("the first reservation");
    let second = async {
        app.wait_for_blocked_lock().await;
        sqlx::query(LOCK).bind(1_i64).execute(&mut *reviews).await.expect("the call has not locked the second one");
        reviews.commit().await.expect("a commit");
    };
    let (reply, ()) = tokio::join!(call, second);
    reply
}

#[tokio::test]
async fn merge_and_its_end_lock_reservations_in_the_order_of_reviews() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let primary = create_customer(&owner, json!({ "nickname": "伊藤" })).await;
    let other = create_customer(&owner, json!({ "nickname": "ITO", "phone_local_number": "09012345678" })).await;
    for in_hours in [-30, -60] {
        seat(&app, &restaurant, id(&other), in_hours).await;
    }
    let body = json!({ "primary_customer_id": primary["id"], "merged_customer_ids": [other["id"]] });
    let merged = reply_during_reviews(&app, owner.post(MERGES, &body)).await.is(200).json();
    let path = format!("{MERGES}/{}", merged["id"]);
    reply_during_reviews(&app, owner.delete(&path)).await.is(200);
    assert_eq!(visits(&card(&owner, &other).await).len(), 2);
    app.end().await;
}
