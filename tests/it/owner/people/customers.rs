//! Customers created, found and changed (F159, F160, F163, F166, F167, gaps G153 to G155).

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Csrf, Persona, RestaurantSpec, SlotSpec, TestApp};

use super::{create_customer, names, seat, text};

const CUSTOMERS: &str = "/owners/api/customers";

async fn found(owner: &Persona, kind: &str, q: &str) -> Vec<String> {
    let reply = owner.get(&format!("{CUSTOMERS}?type={kind}&q={q}")).await;
    let answer = reply.is(200).json();
    assert_eq!(answer["status"], 200);
    names(&answer["data"])
}

/// F159
#[tokio::test]
async fn customer_is_created_from_flat_and_nested_body() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let ito = create_customer(&owner, json!({ "nickname": " 伊藤 ", "phone_local_number": "０９０-1234-5678" })).await;
    assert_eq!((&ito["type"], &ito["display_fullname"]), (&json!("OfflineCustomer"), &json!("伊藤")));
    let flat =
        json!({ "type": "InvitedCustomer", "nickname": "\u{feff}An\u{200b}n", "invitation_email": "ann@example.com" });
    let ann = owner.post(CUSTOMERS, &flat).await.is(201).json();
    assert_eq!((&ann["type"], &ann["invitation_email"]), (&json!("InvitedCustomer"), &json!("ann@example.com")));
    let abroad = json!({ "nickname": "Bob", "phone_country": "US", "phone_local_number": "(415) 555-2671", "type": "OfflineCustomer" });
    owner.post(CUSTOMERS, &json!({ "customer": abroad })).await.is(201);
    let numbers: Vec<String> =
        sqlx::query_scalar("SELECT phone_country || phone_local_number FROM customer_profiles ORDER BY id")
            .fetch_all(&app.pool)
            .await
            .expect("profiles");
    assert_eq!(numbers, ["JP9012345678", "JP", "US4155552671"]);
    assert_eq!(ann["display_fullname"], "Ann", "invisible characters are removed");
    let renamed = json!({ "customer": { "nickname": "An\u{200b}na\u{2060}" } });
    let path = format!("{CUSTOMERS}/{}", ann["uid"].as_str().expect("a uid"));
    owner.patch(&path, &renamed).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM customer_profiles WHERE nickname = 'Anna'").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'customer.created'").await, 3);
    app.end().await;
}

/// F159
#[tokio::test]
async fn missing_or_invalid_number_is_rejected() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let cases: [(Value, &[&str]); 15] = [
        (json!({}), &["nickname"]),
        (json!({ "nickname": "　" }), &["nickname"]),
        (json!({ "nickname": "x".repeat(101) }), &["nickname"]),
        (json!({ "nickname": "\u{200b}" }), &["nickname"]),
        (json!({ "nickname": "\u{202e}nimda" }), &["nickname"]),
        (json!({ "nickname": "http://evil.example" }), &["nickname"]),
        (json!({ "nickname": "a", "phone_local_number": "123" }), &["phone_local_number"]),
        (json!({ "nickname": "a", "phone_local_number": "0312345678", "phone_country": "XX" }), &["phone_country"]),
        (json!({ "nickname": "a", "type": "OnlineCustomer" }), &["type"]),
        (json!({ "nickname": "a", "type": "InvitedCustomer" }), &["invitation_email"]),
        (json!({ "nickname": "a", "type": "InvitedCustomer", "invitation_email": "nobody" }), &["invitation_email"]),
        (json!({ "nickname": "a", "type": "InvitedCustomer", "invitation_email": "あ@b.jp" }), &["invitation_email"]),
        (
            json!({ "nickname": "a", "type": "InvitedCustomer", "invitation_email": "\"<script>\"@b.jp" }),
            &["invitation_email"],
        ),
        (json!({ "nickname": "a", "type": "InvitedCustomer", "invitation_email": "a@b" }), &["invitation_email"]),
        (json!({ "nickname": "a", "type": "InvitedCustomer", "allow_send_ivr_sms": true }), &["phone_local_number"]),
    ];
    for (body, fields) in cases {
        let reply = owner.post(CUSTOMERS, &body).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), fields, "{body}");
    }
    for body in [json!({ "customer": 1 }), json!({ "nickname": ["a"] }), json!({ "nickname": "a\u{0}b" })] {
        assert_eq!(owner.post(CUSTOMERS, &body).await.status, 422, "{body}");
    }
    app.anonymous().post(CUSTOMERS, &json!({ "nickname": "a" })).await.refused(401, "sign_in_required");
    let unproven = owner.call(Method::POST, CUSTOMERS).csrf(Csrf::None).json(&json!({ "nickname": "a" }));
    unproven.send().await.refused(422, "csrf");
    assert_eq!(app.count("SELECT count(*) FROM customers").await, 0);
    app.end().await;
}

/// F159
#[tokio::test]
async fn duplicate_customer_is_rejected() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let hanako = app.diner("hanako").await;
    hanako.post("/users/api/customers", &json!({ "restaurant_slug": restaurant.slug })).await.is(201);
    let number: String =
        sqlx::query_scalar("SELECT phone_local_number FROM profiles").fetch_one(&app.pool).await.unwrap();
    create_customer(&owner, json!({ "nickname": "伊藤", "phone_local_number": "09012345678" })).await;
    let bodies = [
        (json!({ "nickname": "いとう", "phone_local_number": "9012345678" }), "伊藤"),
        (json!({ "nickname": "花子", "phone_local_number": format!("0{number}") }), "hanako 太郎"),
        (json!({ "nickname": "花", "type": "InvitedCustomer", "invitation_email": "HANAKO@seki.test" }), "hanako 太郎"),
    ];
    for (body, name) in &bodies {
        let problem = owner.post(CUSTOMERS, body).await.refused(409, "customer_known");
        assert!(text(&problem["error_message"]).starts_with(&format!("{name}様")), "{problem}");
        neighbour.post(CUSTOMERS, body).await.is(201);
    }
    let sms = json!({ "nickname": "花子", "type": "InvitedCustomer", "phone_local_number": number, "allow_send_ivr_sms": true });
    let known = owner.post(CUSTOMERS, &sms).await.is(201).json();
    assert_eq!((&known["type"], &known["is_known"]), (&json!("OnlineCustomer"), &json!(true)), "invited as the diner");
    let body = json!({ "nickname": "佐藤", "phone_local_number": "08011112222" });
    let (one, two) = tokio::join!(owner.post(CUSTOMERS, &body), owner.post(CUSTOMERS, &body));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409], "two at the same moment");
    app.end().await;
}

/// F160
#[tokio::test]
async fn customers_are_found_by_name_number_address_and_visit() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let yamada = app.diner("yamada").await;
    app.put_into_group(&restaurant, &yamada, app.customer_group(&restaurant, "常連", false).await).await;
    app.execute("UPDATE profiles SET name_last = '山田', kana_last = 'ヤマダ', kana_first = 'タロウ'").await;
    let ito = create_customer(&owner, json!({ "nickname": "伊藤　花", "phone_local_number": "09087654321" })).await;
    for q in ["山田", "山田太郎", "山田 太", "やまだ", "ヤマダ タ"] {
        assert_eq!(found(&owner, "name", q).await, ["山田 太郎"], "{q}");
    }
    assert_eq!(found(&owner, "name", "伊藤花").await, ["伊藤　花"]);
    for q in ["09087", "9087654", "%EF%BC%90%EF%BC%99%EF%BC%90-8765", "54321", "5-4321"] {
        assert_eq!(found(&owner, "tel", q).await, ["伊藤　花"], "{q}");
    }
    for (kind, q) in [
        ("tel", "0908"),
        ("tel", "4321"),
        ("tel", "76543"),
        ("tel", "伊藤"),
        ("name", ""),
        ("name", "%25"),
        ("email", "amada"),
        ("email", ""),
    ] {
        assert!(found(&owner, kind, q).await.is_empty(), "{kind} {q}");
    }
    for q in ["Yamada@SEKI", "%EF%BC%B9amada%EF%BC%A0seki"] {
        assert_eq!(found(&owner, "email", q).await, ["山田 太郎"], "{q}");
    }
    assert!(found(&owner, "visitorName", "").await.is_empty(), "nobody comes today");
    seat(&app, &restaurant, ito["id"].as_i64().unwrap(), 3).await;
    assert_eq!(found(&owner, "visitorName", "").await, ["伊藤　花"]);
    assert!(found(&owner, "visitorName", "山田").await.is_empty());
    let hit = owner.get(&format!("{CUSTOMERS}?type=name&q=山田")).await.data()[0].clone();
    for (key, value) in
        [("label", "常連"), ("restaurant_name", "試し鮨"), ("phone_country", "JP"), ("type", "OnlineCustomer")]
    {
        assert_eq!(hit[key], value, "{hit}");
    }
    app.execute("INSERT INTO restaurant_feature_availabilities (restaurant_id, allow_email_invitation) SELECT id, false FROM restaurants").await;
    assert!(found(&owner, "email", "yamada").await.is_empty(), "no mail invitations, no search by address");
    for query in ["", "?type=shoe&q=a", "?q=a"] {
        owner.get(&format!("{CUSTOMERS}{query}")).await.refused(422, "invalid_input");
    }
    app.anonymous().get(&format!("{CUSTOMERS}?type=name&q=a")).await.refused(401, "sign_in_required");
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    assert!(found(&app.owner(&elsewhere).await, "name", "伊藤").await.is_empty());
    app.end().await;
}

/// F163, F166
#[tokio::test]
async fn staff_change_only_permitted_customer_fields() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let (regulars, hanako) = (app.customer_group(&restaurant, "常連", false).await, app.diner("hanako").await);
    app.put_into_group(&restaurant, &hanako, regulars).await;
    let ito = create_customer(&owner, json!({ "nickname": "伊藤", "phone_local_number": "09012345678" })).await;
    let path = format!("{CUSTOMERS}/{}", text(&ito["uid"]));
    let profile = json!({ "nickname": "伊藤様", "phone_local_number": "08012345678", "receipt_title": "株式会社席",
        "internal_memo": "左利き", "phone_country": "JP" });
    let body = json!({ "customer": { "type": "OfflineCustomer", "customer_group_id": regulars, "profile_attributes": profile } });
    owner.patch(&path, &body).await.is(200);
    let page = owner.get(&format!("/owners/customers/{}", text(&ito["uid"]))).await.data();
    for (key, value) in [
        ("display_fullname", "伊藤様"),
        ("display_phone_number", "08012345678"),
        ("label", "常連"),
        ("internal_memo", "左利き"),
        ("receipt_title", "株式会社席"),
    ] {
        assert_eq!(page["customer"][key], value, "{page}");
    }
    let group_only = owner.patch(&path, &json!({ "customer": { "customer_group_id": null } })).await.is(200).json();
    assert_eq!(group_only["message"], "顧客グループを更新しました。");
    let id = app.count("SELECT id FROM customers WHERE type = 'OnlineCustomer'").await;
    let body = json!({ "customer": { "type": "OfflineCustomer", "customer_group_id": 999,
        "profile_attributes": { "nickname": "偽", "phone_local_number": "07000000000", "internal_memo": "窓際が好き" } } });
    owner.patch(&format!("{CUSTOMERS}/{id}"), &body).await.is(200);
    let online = owner.get(&format!("/owners/customers/{id}")).await.data()["customer"].clone();
    let kept = [
        ("type", "OnlineCustomer"),
        ("display_fullname", "hanako 太郎"),
        ("nickname", ""),
        ("label", ""),
        ("internal_memo", "窓際が好き"),
    ];
    for (key, value) in kept {
        assert_eq!(online[key], value, "{online}");
    }
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    let seen = [format!("/users/reservations/{uid}"), "/users/customers".into(), format!("/r/{}", restaurant.slug)];
    for path in seen {
        assert!(!hanako.get(&path).await.is(200).body.contains("窓際"), "the memo is the restaurant's: {path}");
    }
    app.end().await;
}

/// G293
#[tokio::test]
async fn staff_write_the_reading_of_a_guest_without_an_account() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let watanabe = create_customer(&owner, json!({ "nickname": "渡辺", "kana": " ﾜﾀﾅﾍﾞ　ｹﾝｼﾞ " })).await;
    let uid = text(&watanabe["uid"]);
    let path = format!("{CUSTOMERS}/{uid}");
    let kana =
        async |uid: &str| owner.get(&format!("/owners/customers/{uid}")).await.data()["customer"]["kana"].clone();
    assert_eq!(kana(&uid).await, "ワタナベ ケンジ", "in compatibility form");
    for reading in ["x".repeat(101), "<b>".into(), "\u{202e}ワ".into()] {
        let body = json!({ "customer": { "profile_attributes": { "nickname": "渡辺", "kana": reading } } });
        for reply in [owner.post(CUSTOMERS, &body).await, owner.patch(&path, &body).await] {
            reply.refused(422, "invalid_input");
            assert_eq!(reply.bad_fields(), ["kana"], "{reading}");
        }
    }
    owner.patch(&path, &json!({ "customer": { "nickname": "渡邊" } })).await.is(200);
    assert_eq!(kana(&uid).await, "ワタナベ ケンジ", "an absent field stays");
    let visit = seat(&app, &restaurant, watanabe["id"].as_i64().unwrap(), 24).await;
    let detail = owner.get(&format!("/owners/api/offline_reservations/{visit}")).await.data();
    assert_eq!(detail["customer_fullname_kana"], "ワタナベ ケンジ");
    let table = owner.get("/owners/customers.csv").await;
    assert!(table.is(200).body.contains("ワタナベ ケンジ"), "{}", table.body);
    owner.patch(&path, &json!({ "customer": { "kana": " " } })).await.is(200);
    assert_eq!(kana(&uid).await, "", "a blank one is removed");
    app.end().await;
}

/// G293
#[tokio::test]
async fn readings_in_hiragana_are_stored_in_katakana() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let guest = create_customer(&owner, json!({ "nickname": "わたなべ", "kana": "わたなべ けんヂ" })).await;
    let uid = text(&guest["uid"]);
    let customer = async || owner.get(&format!("/owners/customers/{uid}")).await.data()["customer"].clone();
    let created = customer().await;
    assert_eq!((&created["nickname"], &created["kana"]), (&json!("わたなべ"), &json!("ワタナベ ケンヂ")));
    let change = json!({ "customer": { "profile_attributes": {
        "nickname": "さとう", "kana": "さとう みすゞ (ゔぁん)", "expected_kana": "ワタナベ ケンヂ" } } });
    let path = format!("{CUSTOMERS}/{uid}");
    owner.patch(&path, &change).await.is(200);
    owner.patch(&path, &change).await.is(200);
    let changed = customer().await;
    assert_eq!((&changed["nickname"], &changed["kana"]), (&json!("さとう"), &json!("サトウ ミスヾ (ヴァン)")));
    app.end().await;
}

/// G293
#[tokio::test]
async fn a_diners_own_reading_is_not_changed_by_staff() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = app.customer_of(&restaurant, &hanako).await;
    app.execute("UPDATE profiles SET kana_last = 'ヤマダ', kana_first = 'ハナコ'").await;
    let path = format!("/owners/customers/{uid}");
    let body = json!({ "customer": { "kana": "ニセ", "internal_memo": "窓側" } });
    owner.patch(&format!("{CUSTOMERS}/{uid}"), &body).await.is(200);
    let customer = owner.get(&path).await.data()["customer"].clone();
    assert_eq!((&customer["kana"], &customer["internal_memo"]), (&json!("ヤマダ ハナコ"), &json!("窓側")));
    assert_eq!(app.count("SELECT count(*) FROM customer_profiles WHERE kana <> ''").await, 0);
    app.execute("UPDATE profiles SET kana_last = '', kana_first = ''").await;
    assert_eq!(owner.get(&path).await.data()["customer"]["kana"], "", "no blank between two blanks");
    app.end().await;
}

/// F163
#[tokio::test]
async fn invalid_change_is_rejected() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let foreign_group = app.customer_group(&elsewhere, "常連", false).await;
    let ito = create_customer(&owner, json!({ "nickname": "伊藤", "phone_local_number": "09012345678" })).await;
    create_customer(&owner, json!({ "nickname": "佐藤", "phone_local_number": "08012345678" })).await;
    let path = format!("{CUSTOMERS}/{}", text(&ito["uid"]));
    let profile = |fields: Value| json!({ "customer": { "profile_attributes": fields } });
    neighbour.patch(&path, &profile(json!({ "nickname": "x" }))).await.refused(404, "not_found");
    neighbour.get(&format!("/owners/customers/{}", text(&ito["uid"]))).await.refused(404, "not_found");
    owner.patch(&path, &json!({ "customer": { "customer_group_id": foreign_group } })).await.refused(404, "not_found");
    owner.patch(&path, &profile(json!({ "id": 987, "nickname": "x" }))).await.refused(404, "not_found");
    owner.patch(&path, &profile(json!({ "phone_local_number": "080-1234-5678" }))).await.refused(409, "customer_known");
    let bad = [
        json!({ "nickname": " " }),
        json!({ "phone_local_number": "12" }),
        json!({ "id": "x" }),
        json!({ "internal_memo": "x".repeat(5_001) }),
    ];
    for fields in bad {
        owner.patch(&path, &profile(fields)).await.refused(422, "invalid_input");
    }
    owner.patch(&path, &json!({ "customer_group_id": "x" })).await.refused(422, "invalid_input");
    owner.patch(&format!("{CUSTOMERS}/nobody"), &profile(json!({ "nickname": "x" }))).await.refused(404, "not_found");
    app.anonymous().patch(&path, &json!({})).await.refused(401, "sign_in_required");
    owner.patch(&path, &profile(json!({ "phone_local_number": "" }))).await.is(200);
    assert_eq!(
        app.count("SELECT count(*) FROM customer_profiles WHERE nickname = '伊藤' AND phone_local_number = ''").await,
        1
    );
    app.end().await;
}

#[tokio::test]
async fn history_lists_visits_and_no_shows() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let ito = create_customer(&owner, json!({ "nickname": "伊藤" })).await;
    let customer = ito["id"].as_i64().unwrap();
    let past = seat(&app, &restaurant, customer, -50).await;
    let next = seat(&app, &restaurant, customer, 50).await;
    let no_show = |uid: &str| format!("/owners/api/reservations/{uid}/no_show");
    owner.put(&no_show(&past), &json!({ "no_show": true })).await.is(200);
    owner.put(&no_show(&past), &json!({ "no_show": true })).await.is(200);
    owner.put(&no_show(&next), &json!({ "no_show": true })).await.refused(422, "reservation_not_begun");
    neighbour.put(&no_show(&past), &json!({ "no_show": true })).await.refused(404, "not_found");
    app.anonymous().put(&no_show(&past), &json!({ "no_show": true })).await.refused(401, "sign_in_required");
    owner.put(&no_show(&past), &json!({ "no_show": { "a": 1 } })).await.refused(422, "invalid_input");
    let path = format!("/owners/customers/{}", text(&ito["uid"]));
    let page = owner.get(&path).await.data();
    assert_eq!(
        (&page["customer"]["visit_count"], &page["no_show_count"], &page["upcoming_count"]),
        (&json!(0), &json!(1), &json!(1)),
        "a no-show is no visit"
    );
    assert_eq!(page["customer"]["last_visited_at"], serde_json::Value::Null);
    let visits: Vec<_> = page["visits"].as_array().unwrap().iter().map(|visit| text(&visit["uid"])).collect();
    assert_eq!(visits, [next, past.clone()], "the latest first");
    owner.put(&no_show(&past), &json!({ "no_show": false })).await.is(200);
    let page = owner.get(&path).await.data();
    assert_eq!((&page["customer"]["visit_count"], &page["no_show_count"]), (&json!(1), &json!(0)));
    assert_eq!(owner.open(&path).await.embedded()["page"], "owner_customer");
    app.anonymous().get(&path).await.refused(401, "sign_in_required");
    app.end().await;
}

/// owner §3
#[tokio::test]
async fn notification_settings_of_a_diner_are_shown() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    app.put_into_group(&restaurant, &hanako, app.customer_group(&restaurant, "常連", false).await).await;
    let id = app.count("SELECT id FROM customers").await;
    let shown = async || owner.get(&format!("/owners/customers/{id}")).await.data()["notifications"].clone();
    app.execute("UPDATE restaurants SET allow_cancellation_waiting = true").await;
    app.execute("UPDATE customers SET shop_notification = true, show_in_premium_calendar = false").await;
    let set =
        json!({ "subscribe_to_announcements": true, "subscribe_to_standby": true, "show_in_premium_calendar": false });
    assert_eq!(shown().await, set);
    app.execute("UPDATE customers SET shop_notification = false, show_in_premium_calendar = true").await;
    let set =
        json!({ "subscribe_to_announcements": false, "subscribe_to_standby": false, "show_in_premium_calendar": true });
    assert_eq!(shown().await, set, "without consent no mail is sent");
    let ito = create_customer(&owner, json!({ "nickname": "伊藤" })).await;
    let page = owner.get(&format!("/owners/customers/{}", text(&ito["uid"]))).await.data();
    assert_eq!(page["notifications"], json!(null), "a guest without an account has no settings");
    app.end().await;
}
