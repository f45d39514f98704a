//! Several records of one person are merged (F165, gaps G156).

use serde_json::{Value, json};
use tests::{GuestSpec, INVITED_RESERVATIONS, Persona, Reply, Restaurant, RestaurantSpec, TestApp, VisitSpec};

use super::{create_customer, seat, text};

const MERGES: &str = "/owners/api/offline_customer_merges";
const CANDIDATES: &str = "/owners/api/customers/only_offsite_customers";

/// A guest with an address, and without an invitation.
async fn create_ann(owner: &Persona) -> Value {
    let fields = json!({ "nickname": "Ann", "type": "InvitedCustomer", "invitation_email": "ann@example.com" });
    create_customer(owner, fields).await
}

/// An open invitation of another guest.
async fn invite_takahashi(app: &TestApp, restaurant: &Restaurant, owner: &Persona) -> Reply {
    let email = Some("takahashi@example.jp");
    let spec = GuestSpec { nickname: "高橋", email, ..GuestSpec::default() };
    owner.invite(app, restaurant, &VisitSpec::default(), spec).await
}

/// F165
#[tokio::test]
async fn reservations_visits_and_memos_become_the_primary_ones() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let primary = create_customer(&owner, json!({ "nickname": "伊藤", "internal_memo": "左利き" })).await;
    let mut others = Vec::new();
    for (nickname, number) in [("いとう", "09012345678"), ("ITO", "08012345678")] {
        let memo = format!("memo of {nickname}");
        let fields = json!({ "nickname": nickname, "phone_local_number": number, "internal_memo": memo });
        let other = create_customer(&owner, fields).await["id"].as_i64().unwrap();
        seat(&app, &restaurant, other, -40 - other).await;
        others.push(other);
    }
    let listed = owner.get(&format!("{CANDIDATES}?exclude_customer_id={}", primary["id"])).await.is(200).json();
    assert_eq!((&listed[0]["isLikely"], &listed[1]["isLikely"]), (&json!(false), &json!(false)));
    let first = listed[0].clone();
    assert_eq!(listed.as_array().map(Vec::len), Some(2), "{listed}");
    assert_eq!(
        (&first["name"], &first["phone"], &first["restaurantName"]),
        (&json!("ITO"), &json!("08012345678"), &json!("試し鮨"))
    );
    assert!(first["createdAt"].is_string() && first["groupName"] == "" && first["email"].is_null());
    let body = json!({ "primary_customer_id": primary["id"], "merged_customer_ids": others });
    let answer = owner.post(MERGES, &body).await.is(200).json();
    assert!(text(&answer["message"]).contains('2'));
    let page = owner.get(&format!("/owners/customers/{}", text(&primary["uid"]))).await.data();
    assert_eq!(page["customer"]["visit_count"], 2);
    assert_eq!(page["customer"]["internal_memo"], "左利き\nmemo of いとう\nmemo of ITO");
    assert_eq!(page["customer"]["display_phone_number"], "09012345678", "the primary had none");
    assert_eq!(owner.get("/owners/customers").await.data()["total"], 1, "they have left the list");
    owner.post(MERGES, &body).await.refused(404, "not_found");
    app.end().await;
}

#[tokio::test]
async fn every_number_the_group_and_long_memos_are_kept_and_can_be_edited() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let regulars = app.customer_group(&restaurant, "常連", false).await;
    let memo = |letter: &str| letter.repeat(4_900);
    let primary = json!({ "nickname": "伊藤", "phone_local_number": "09012345678", "internal_memo": memo("a") });
    let primary = create_customer(&owner, primary).await;
    let other = json!({ "nickname": "ITO", "phone_local_number": "08087654321", "internal_memo": memo("b") });
    let other = create_customer(&owner, other).await;
    let abroad = json!({ "nickname": "Ito", "phone_country": "US", "phone_local_number": "4155552671" });
    let abroad = create_customer(&owner, abroad).await;
    let uid = text(&other["uid"]);
    owner
        .patch(&format!("/owners/api/customers/{uid}"), &json!({ "customer": { "customer_group_id": regulars } }))
        .await
        .is(200);
    let visit = seat(&app, &restaurant, other["id"].as_i64().unwrap(), -40).await;
    let body = json!({ "primary_customer_id": primary["id"], "merged_customer_ids": [other["id"], abroad["id"]] });
    owner.post(MERGES, &body).await.is(200);

    let path = format!("/owners/customers/{}", text(&primary["uid"]));
    let card = owner.get(&path).await.data()["customer"].clone();
    assert_eq!((&card["label"], &card["display_phone_number"]), (&json!("常連"), &json!("09012345678")));
    assert_eq!(card["further_phone_numbers"], json!(["08087654321", "+1 4155552671"]));
    let found = async |address: &str| owner.get(address).await.is(200).json();
    for typed in
        ["0808765", "08087654321", "9012345", "14155552671", "(080)8765", "080ー8765−4321", "%2B81 80-8765-4321"]
    {
        let hits = found(&format!("/owners/api/customers?type=tel&q={typed}")).await;
        assert!(hits.to_string().contains(&format!("\"{}\"", text(&primary["uid"]))), "{typed}: {hits}");
    }
    for query in [
        "keywords=08087654321",
        "keywords=（080）8765ー4321",
        "phone_local_number=%2B81 80-8765-4321",
        "phone_local_number=080-8765-4321",
        "phone_local_number=4155552671&phone_country=US",
    ] {
        assert_eq!(owner.get(&format!("/owners/customers?{query}")).await.data()["total"], 1, "{query}");
    }
    let called = "q[customer_name_or_phone_local_number_or_invitation_email_cont_all]=08087654321";
    let listed = owner.get(&format!("/owners/reservations?{called}")).await.data();
    assert_eq!(listed["reservations"][0]["uid"], visit, "{listed}");
    for typed in ["080ー8765ー4321", "(080)8765−4321", "%2B81 80-8765-4321"] {
        let called = called.replace("08087654321", typed);
        let listed = owner.get(&format!("/owners/reservations?{called}")).await.data();
        assert_eq!(listed["reservations"][0]["uid"], visit, "{typed}: {listed}");
    }
    let again = json!({ "customer": { "profile_attributes": { "nickname": "伊藤さん", "phone_local_number": "08087654321" } } });
    owner.post("/owners/api/customers", &again).await.refused(409, "customer_known");
    let listed = json!({ "phone_local_number": "08087654321" });
    owner.post("/owners/restaurant_blacklisted_phone_numbers", &listed).await.is(201);
    assert_eq!(owner.get(&path).await.data()["customer"]["is_blacklisted"], true, "by a further number, too");
    let pane = owner.get(&format!("/owners/api/offline_reservations/{visit}")).await.is(200).json();
    assert_eq!(pane["data"]["is_blacklisted"], true);

    let memos = text(&card["internal_memo"]);
    assert_eq!(memos, format!("{}\n{}", memo("a"), memo("b")));
    let api = format!("/owners/api/customers/{}", text(&primary["uid"]));
    let edit = async |memo: &str| {
        let profile = json!({ "nickname": "伊藤 一郎", "internal_memo": memo });
        owner.patch(&api, &json!({ "customer": { "profile_attributes": profile } })).await
    };
    edit(&memos).await.is(200);
    edit(&format!("{memos}c")).await.refused(422, "invalid_input");
    edit(&memos[..6_000]).await.is(200);
    let card = owner.get(&path).await.data()["customer"].clone();
    assert_eq!((&card["nickname"], text(&card["internal_memo"]).len()), (&json!("伊藤 一郎"), 6_000));
    app.end().await;
}

#[tokio::test]
async fn unmergeable_customers_stay_separate() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let id = |answer: Value| answer["id"].as_i64().expect("an id");
    let ito = id(create_customer(&owner, json!({ "nickname": "伊藤" })).await);
    let foreigner = id(create_customer(&neighbour, json!({ "nickname": "他店" })).await);
    let hanako = app.diner("hanako").await;
    app.put_into_group(&restaurant, &hanako, app.customer_group(&restaurant, "常連", false).await).await;
    let online = app.count("SELECT id FROM customers WHERE type = 'OnlineCustomer'").await;
    let cases = [
        (json!({ "primary_customer_id": ito, "merged_customer_ids": [] }), 422, "customers_not_chosen"),
        (json!({ "primary_customer_id": ito, "merged_customer_ids": [ito] }), 422, "customer_not_mergeable"),
        (json!({ "primary_customer_id": ito, "merged_customer_ids": [online] }), 422, "customer_not_mergeable"),
        (json!({ "primary_customer_id": ito, "merged_customer_ids": [foreigner] }), 404, "not_found"),
        (json!({ "primary_customer_id": foreigner, "merged_customer_ids": [ito] }), 404, "not_found"),
        (json!({ "merged_customer_ids": [ito] }), 422, "invalid_input"),
        (json!({ "primary_customer_id": "x", "merged_customer_ids": ["y"] }), 422, "invalid_input"),
    ];
    for (body, status, code) in cases {
        owner.post(MERGES, &body).await.refused(status, code);
    }
    app.anonymous().post(MERGES, &json!({})).await.refused(401, "sign_in_required");
    app.anonymous().get(CANDIDATES).await.refused(401, "sign_in_required");
    owner.get(&format!("{CANDIDATES}?exclude_customer_id={foreigner}")).await.refused(404, "not_found");
    owner.post(MERGES, &json!({ "primary_customer_id": online, "merged_customer_ids": [ito] })).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE merged_into_id IS NOT NULL").await, 1);
    app.end().await;
}

#[tokio::test]
async fn invited_guest_is_merged_unless_an_invitation_is_open() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let primary = create_customer(&owner, json!({ "nickname": "伊藤" })).await;
    let invited = create_ann(&owner).await;
    let invitation = invite_takahashi(&app, &restaurant, &owner).await.uid();
    let open = app.count("SELECT id FROM customers WHERE invitation_email = 'takahashi@example.jp'").await;
    let path = format!("{CANDIDATES}?exclude_customer_id={}", primary["id"]);
    let listed = async || -> Vec<Value> {
        let listed = owner.get(&path).await.is(200).json();
        listed.as_array().expect("customers").iter().map(|customer| customer["id"].clone()).collect()
    };
    let merged = |id: &Value| json!({ "primary_customer_id": primary["id"], "merged_customer_ids": [id] });
    assert_eq!(listed().await, [invited["id"].clone()], "the other one has an open invitation");
    owner.post(MERGES, &merged(&json!(open))).await.refused(422, "customer_not_mergeable");
    owner.delete(&format!("{INVITED_RESERVATIONS}/{invitation}")).await.is(200);
    assert_eq!(listed().await, [json!(open), invited["id"].clone()]);
    owner.post(MERGES, &merged(&json!(open))).await.is(200);
    owner.post(MERGES, &merged(&invited["id"])).await.is(200);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn merged_customer_is_listed_by_every_number_and_address() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let primary = create_customer(&owner, json!({ "nickname": "伊藤", "phone_local_number": "09012345678" })).await;
    let other = create_customer(&owner, json!({ "nickname": "ITO", "phone_local_number": "08087654321" })).await;
    let invited = create_ann(&owner).await;
    let body = json!({ "primary_customer_id": primary["id"], "merged_customer_ids": [other["id"], invited["id"]] });
    owner.post(MERGES, &body).await.is(200);
    for words in ["09012345678", "08087654321", "伊藤 080-8765", "ann@example"] {
        let filter = format!("filter=%7B%22q%22%3A%22{words}%22%7D");
        let rows = owner.get(&format!("/owners/api/resources/customers?{filter}")).await.is(200).json();
        assert_eq!((rows.as_array().map(Vec::len), &rows[0]["id"]), (Some(1), &primary["id"]), "{words}: {rows}");
    }
    app.end().await;
}

#[tokio::test]
async fn guest_who_is_invited_during_a_merge_stays_separate() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let primary = create_customer(&owner, json!({ "nickname": "伊藤" })).await;
    let invited = create_ann(&owner).await;
    invite_takahashi(&app, &restaurant, &owner).await.is(201);
    // Another guest's invitation stands for one that is not committed yet: its foreign key locks the guest's row.
    let mut inviting = app.pool.begin().await.expect("a transaction");
    let invitation = sqlx::query("UPDATE reservations SET customer_id = $1").bind(invited["id"].as_i64());
    invitation.execute(&mut *inviting).await.expect("an invitation");
    let commit = async {
        app.wait_for_blocked_lock().await;
        inviting.commit().await.expect("a commit");
    };
    let merge = json!({ "primary_customer_id": primary["id"], "merged_customer_ids": [invited["id"]] });
    let (reply, ()) = tokio::join!(owner.post(MERGES, &merge), commit);
    reply.refused(422, "customer_not_mergeable");
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE merged_into_id IS NOT NULL").await, 0);
    app.end_unverified().await;
}

#[tokio::test]
async fn the_oldest_of_many_candidates_is_found_by_a_search_on_the_server() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let oldest =
        create_customer(&owner, json!({ "nickname": "佐々木　小次郎", "phone_local_number": "09087654321" })).await;
    sqlx::query(
        "WITH many AS (
             INSERT INTO customers (uid, restaurant_id, type, created_at)
             SELECT 'many-' || n, $1, 'OfflineCustomer', $2 FROM generate_series(1, 1049) AS n RETURNING id)
         INSERT INTO customer_profiles (restaurant_id, customer_id, nickname) SELECT $1, id, '誰か' FROM many",
    )
    .bind(restaurant.id.0)
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("many customers");
    let found = async |query: &str| owner.get(&format!("{CANDIDATES}?{query}")).await.is(200).json();
    let ids = |page: &Value| page.as_array().map_or(0, Vec::len);
    for words in ["佐々木", "佐々木小次郎", "小次郎 ０９０-8765", "9087654321"] {
        let page = found(&format!("keywords={words}")).await;
        assert_eq!((ids(&page), &page[0]["id"]), (1, &oldest["id"]), "{words}");
    }
    assert_eq!(ids(&found("keywords=武蔵").await), 0);
    assert_eq!((ids(&found("").await), ids(&found("page=21").await), ids(&found("page=22").await)), (50, 50, 0));
    assert_eq!(found("page=21").await[49]["id"], oldest["id"], "every page can be reached");
    app.end().await;
}

#[tokio::test]
async fn candidates_with_the_same_reading_come_first() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let primary = create_customer(&owner, json!({ "nickname": "渡辺 健二", "kana": "ワタナベ ケンジ" })).await;
    let read_alike = create_customer(&owner, json!({ "nickname": "渡邊 健治", "kana": "ワタナベケンジ" })).await;
    let in_kana = create_customer(&owner, json!({ "nickname": "ﾜﾀﾅﾍﾞ ｹﾝｼﾞ" })).await;
    let in_hiragana = create_customer(&owner, json!({ "nickname": "わたなべ けんじ" })).await;
    let other = create_customer(&owner, json!({ "nickname": "佐藤", "kana": "サトウ" })).await;
    let listed = owner.get(&format!("{CANDIDATES}?exclude_customer_id={}", primary["id"])).await.is(200).json();
    let seen: Vec<_> = listed.as_array().expect("customers").iter().map(|c| (&c["id"], &c["isLikely"])).collect();
    let (yes, no) = (json!(true), json!(false));
    assert_eq!(
        seen,
        [(&in_hiragana["id"], &yes), (&in_kana["id"], &yes), (&read_alike["id"], &yes), (&other["id"], &no)]
    );
    app.end().await;
}

#[tokio::test]
async fn iteration_marks_are_compared_in_either_kana() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let primary = create_customer(&owner, json!({ "nickname": "金子", "kana": "カネコ ミスヾ" })).await;
    create_customer(&owner, json!({ "nickname": "かねこ みすゞ" })).await;
    let listed = owner.get(&format!("{CANDIDATES}?exclude_customer_id={}", primary["id"])).await.is(200).json();
    assert_eq!(listed[0]["isLikely"], true);
    app.end().await;
}

#[tokio::test]
async fn candidates_with_the_same_number_or_name_come_first() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let primary = json!({ "nickname": "伊藤 一郎", "phone_local_number": "09012345678" });
    let primary = create_customer(&owner, primary).await;
    let named = create_customer(&owner, json!({ "nickname": "伊藤　一郎" })).await;
    let same_number = create_customer(&owner, json!({ "nickname": "I. Ito" })).await;
    let other = create_customer(&owner, json!({ "nickname": "佐藤", "phone_local_number": "08012345678" })).await;
    app.execute(
        "UPDATE customer_profiles SET phone_local_number = '9012345678', phone_e164 = '+819012345678' WHERE nickname = 'I. Ito'",
    )
    .await;
    let listed = owner.get(&format!("{CANDIDATES}?exclude_customer_id={}", primary["id"])).await.is(200).json();
    let seen: Vec<_> = listed.as_array().expect("customers").iter().map(|c| (&c["id"], &c["isLikely"])).collect();
    let (yes, no) = (json!(true), json!(false));
    assert_eq!(seen, [(&same_number["id"], &yes), (&named["id"], &yes), (&other["id"], &no)]);
    app.end().await;
}
