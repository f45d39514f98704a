//! A restaurant's own fields, a new restaurant, and its missing steps (A-008 to A-010, gaps G195).

use serde_json::{Value, json};
use tests::{PASSWORD, RestaurantSpec, SlotSpec, TestApp, TestPlan, justified};

/// Returns the names of the open steps of the checklist.
fn open(page: &Value) -> Vec<String> {
    let items = page["checklist"]["items"].as_array().expect("a checklist").iter();
    let open = items.filter(|item| item["is_needed"] == true && item["is_done"] == false);
    open.map(|item| item["step"].as_str().expect("a step").to_owned()).collect()
}

async fn founding(app: &TestApp, slug: &str) -> Value {
    let area = app.count("SELECT min(id) FROM areas").await;
    let cuisine = app.count("SELECT min(id) FROM cuisines").await;
    json!({ "restaurant": { "slug": slug, "name_ja": "新しい鮨", "name_en": "New Sushi", "area_id": area, "cuisine_id": cuisine,
                            "prefecture": "東京都", "phone": "03-1234-5678" } })
}

#[tokio::test]
async fn a_new_restaurant_is_hidden_and_closed_until_all_it_needs_is_there() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let (admin, visitor) = (app.admin().await, app.anonymous());
    let made = admin.post("/admin/restaurants", &founding(&app, "new-sushi").await).await.is(201).json();
    assert_eq!(made["redirect_to"], "/admin/restaurants/new-sushi");
    visitor.get("/r/new-sushi").await.refused(404, "not_found");
    let page = admin.get("/admin/restaurants/new-sushi").await.data();
    assert_eq!(
        (&page["restaurant"]["visibility"], &page["checklist"]["is_bookable"]),
        (&json!("hidden"), &json!(false))
    );
    let needed = ["operations", "seats", "courses", "slots", "rounds", "owner", "email", "visibility", "online_start"];
    assert_eq!(open(&page), needed);
    assert_eq!(page["profile"]["cancellation_policy"][0], json!({ "days_before": 1, "percent": 50 }));
    let own = |name: &str| format!("/admin/api/resources/r/new-sushi/{name}");

    let dinner = json!({ "name": "dinner", "opens_at": "17:00", "closes_at": "22:00", "default_stay_minutes": 120, "cutoff_hours": 1,
                         "is_active": true });
    admin.post(&own("operations"), &dinner).await.is(201);
    let counter = json!({ "title_ja": "カウンター", "title_en": "Counter", "short_label": "C", "inventory_type": "counter",
                          "capacity_per_stock": 1 });
    let group = admin.post(&own("inventory_groups"), &counter).await.is(201).json()["id"].clone();
    admin.post(&own("inventory_items"), &json!({ "inventory_group_id": group, "label": "C1\nC2" })).await.is(201);
    let course = json!({ "operation": "dinner", "title_ja": "おまかせ", "title_en": "Omakase", "price": 12000, "is_active": true });
    admin.post(&own("courses"), &course).await.is(201);
    let chef = tests::justified(json!({ "email": "o@new.test", "nickname": "親方", "role": "owner" }));
    admin.post("/admin/api/r/new-sushi/staff/invitations", &chef).await.is(200);
    let lacking = open(&admin.get("/admin/restaurants/new-sushi").await.data());
    assert!(lacking.contains(&"owner".to_owned()), "an invitation is no owner yet: {lacking:?}");
    let token = crate::owner::staff::mailed_token(&app, "o@new.test", 1).await;
    let chosen = json!({ "token": token, "password": PASSWORD, "password_confirmation": PASSWORD });
    visitor.post("/owners/staff_invitation", &chosen).await.is(200);
    admin.post("/admin/api/r/new-sushi/forever_reservation_round_plans", &json!({})).await.is(201);
    let page = admin.get("/admin/restaurants/new-sushi").await.data();
    assert_eq!(open(&page), ["slots", "email", "visibility", "online_start"]);
    let address = json!({ "restaurant_email_subscription": { "email": "o@new.test" } });
    admin.post("/admin/restaurants/new-sushi/restaurant_email_subscriptions", &address).await.is(201);
    let start =
        format!("/admin/restaurants/set_osa?operation_id={}&type=future", page["restaurant"]["operation"]["id"]);
    admin.post(&start, &json!({})).await.is(200);
    assert_eq!(open(&admin.get("/admin/restaurants/new-sushi").await.data()), ["slots", "visibility"]);
    app.end().await;
}

#[tokio::test]
async fn the_checklist_says_when_a_visitor_can_book() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { plan: TestPlan::None, ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let bookable = async || admin.get("/admin/restaurants/sushi-test").await.data()["checklist"]["is_bookable"].clone();
    assert_eq!(open(&admin.get("/admin/restaurants/sushi-test").await.data()), ["slots", "rounds", "owner", "email"]);
    app.slot(&restaurant, SlotSpec::default()).await;
    assert_eq!(bookable().await, false, "no plan opens its day");
    admin.post("/admin/api/r/sushi-test/forever_reservation_round_plans", &json!({})).await.is(201);
    assert_eq!(bookable().await, true);
    app.execute("UPDATE restaurants SET visibility = 'hidden'").await;
    assert_eq!(bookable().await, false);
    app.end().await;
}

#[tokio::test]
async fn custom_fields_change_by_name_and_show_immediately() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (admin, visitor) = (app.admin().await, app.anonymous());
    let path = "/admin/restaurants/sushi-test";
    let patch = |fields: Value| json!({ "restaurant": fields });
    let first = admin.get(&format!("{path}/edit")).await.data()["profile"].clone();
    let report =
        admin.patch(path, &patch(json!({ "tagline_ja": "旬を握る", "phone": "03-1111-2222" }))).await.is(200).json();
    assert_eq!(report["redirect_to"], path);
    let seen = visitor.get("/r/sushi-test").await.data()["restaurant"].clone();
    assert_eq!(
        (&seen["tagline"], &seen["phone"], &seen["restaurant_name"]),
        (&json!("旬を握る"), &json!("03-1111-2222"), &json!("試し鮨"))
    );
    assert_eq!(visitor.get("/?keyword=旬を握る").await.data()["restaurants"][0]["slug"], "sushi-test");
    admin.patch(path, &patch(json!({ "careers": { "phone": "03-1234-5678", "remarks_ja": "募集中" }, "travel_law_notice_ja": "表示",
        "travel_law_notice_en": "Notice", "cancellation_policy": [{ "days_before": 0, "percent": 80 }, { "days_before": 3, "percent": 20 }],
        "je_fid": "j-7" }))).await.is(200);
    let profile = admin.get(&format!("{path}/edit")).await.data()["profile"].clone();
    assert_eq!((&profile["careers"]["remarks_ja"], &profile["tagline_ja"]), (&json!("募集中"), &json!("旬を握る")));
    admin.patch(path, &patch(json!({ "careers": { "phone": "03-8765-4321" } }))).await.is(200);
    let careers = admin.get(&format!("{path}/edit")).await.data()["profile"]["careers"].clone();
    assert_eq!(
        (&careers["phone"], &careers["remarks_ja"]),
        (&json!("03-8765-4321"), &json!("募集中")),
        "absent fields remain"
    );
    assert_eq!(profile["cancellation_policy"][0], json!({ "days_before": 3, "percent": 20 }), "the earliest first");
    let form = [
        ("_method", "patch"),
        ("restaurant[area_id]", &*app.count("SELECT min(id) FROM areas").await.to_string()),
        ("restaurant[url]", "https://sushi.test"),
    ];
    admin.submit(path, &form).await.goes_to(path);
    let details: Vec<Value> =
        sqlx::query_scalar("SELECT detail FROM audit_events WHERE action = 'restaurant_updated' ORDER BY id")
            .fetch_all(&app.pool)
            .await
            .unwrap();
    let old_url = profile["url"].clone();
    assert_eq!(
        (&details[0], &details[3]),
        (
            &json!({ "changed": ["phone", "tagline_ja"], "old": { "tagline_ja": first["tagline_ja"] }, "new": { "tagline_ja": "旬を握る" } }),
            &json!({ "changed": ["url"], "old": { "url": old_url }, "new": { "url": "https://sushi.test" } })
        ),
        "a number has its name only"
    );
    assert_eq!(details[1]["new"]["cancellation_policy"], profile["cancellation_policy"], "{}", details[1]);
    assert_eq!(details[1]["changed"].as_array().map(|names| names.contains(&json!("careers"))), Some(true));
    assert_eq!(details[1]["new"]["careers"], Value::Null, "contact data may be a person's");

    for (fields, bad) in [
        (json!({ "name_ja": " " }), "name_ja"),
        (json!({ "prefecture": "江戸" }), "prefecture"),
        (json!({ "area_id": 999_999 }), "area_id"),
        (json!({ "email": "nobody" }), "email"),
        (json!({ "url": "javascript:alert(1)" }), "url"),
        (json!({ "url": "example.com" }), "url"),
        (json!({ "phone": "ちがう" }), "phone"),
        (json!({ "phone": "1" }), "phone"),
        (json!({ "zip_code": "1" }), "zip_code"),
        (json!({ "name_kana": "漢字" }), "name_kana"),
        (json!({ "careers": { "phone": "1" } }), "careers.phone"),
        (json!({ "careers": { "email": "x" } }), "careers.email"),
        (json!({ "travel_law_notice_en": null }), "travel_law_notice_en"),
        (json!({ "cancellation_policy": [{ "days_before": 0, "percent": 101 }] }), "cancellation_policy"),
        (json!({ "je_fid": "../x" }), "je_fid"),
    ] {
        assert_eq!(admin.patch(path, &patch(fields)).await.bad_fields(), [bad]);
    }
    let refused = admin.patch(path, &patch(json!({ "url": "example.com" }))).await.refused(422, "invalid_input");
    assert!(refused["fields"]["url"].as_str().is_some_and(|text| text.contains("https://")), "{refused}");
    let kept = json!({ "phone": "０３（５５５５）０１０１", "zip_code": "1040061", "name_kana": "てんぷら ｽｰﾝ" });
    admin.patch(path, &patch(kept)).await.is(200);
    // A text from before the rules stays until it is changed.
    sqlx::query("UPDATE restaurants SET phone = '店頭のみ' WHERE slug = 'sushi-test'")
        .execute(&app.pool)
        .await
        .unwrap();
    admin.patch(path, &patch(json!({ "chef_ja": "佐藤" }))).await.is(200);
    admin.patch(path, &patch(json!({ "phone": "店頭" }))).await.refused(422, "invalid_input");
    for risky in [json!({ "visibility": "hidden" }), json!({ "slug": "other" }), json!({ "reservation_fee": 0 })] {
        assert_eq!(admin.patch(path, &patch(risky)).await.status, 422, "not a field of this form");
    }
    for stranger in [&app.owner(&restaurant).await, &visitor] {
        stranger.patch(path, &patch(json!({ "phone": "1" }))).await.refused(401, "sign_in_required");
        stranger.get(path).await.refused(401, "sign_in_required");
        stranger.get(&format!("{path}/edit")).await.refused(401, "sign_in_required");
    }
    admin.get("/admin/restaurants/nowhere").await.refused(404, "not_found");
    app.end().await;
}

#[tokio::test]
async fn facilities_are_chosen_from_the_known_ones_and_shown() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let (admin, visitor) = (app.admin().await, app.anonymous());
    let path = "/admin/restaurants/sushi-test";
    let patch = |facilities: Value| json!({ "restaurant": { "facilities": facilities } });
    let offered = admin.get(&format!("{path}/edit")).await.data()["choices"]["facilities"].clone();
    assert_eq!(offered[1], json!({ "id": "parking", "label": "駐車場あり" }));
    admin.patch(path, &patch(json!(["parking", "wheelchair_access", "parking"]))).await.is(200);
    let shown = json!([
        { "id": "wheelchair_access", "label": "車椅子対応" },
        { "id": "parking", "label": "駐車場あり" },
    ]);
    assert_eq!(visitor.get("/r/sushi-test").await.data()["restaurant"]["facilities"], shown);
    assert_eq!(admin.get(path).await.data()["facilities"], shown);
    assert_eq!(visitor.get("/en/r/sushi-test").await.data()["restaurant"]["facilities"][1]["label"], "Parking");
    for bad in [json!(["sauna"]), json!(["parking", ""])] {
        assert_eq!(admin.patch(path, &patch(bad)).await.bad_fields(), ["facilities"]);
    }
    // A newer server wrote it.
    app.execute("UPDATE restaurants SET facilities = '{parking,sauna}'").await;
    let profile = admin.get(&format!("{path}/edit")).await.data()["profile"].clone();
    assert_eq!(profile["facilities"], json!(["parking"]));
    assert_eq!(visitor.get("/ja/r/sushi-test").await.data()["restaurant"]["facilities"], json!([shown[1]]));
    admin.patch(path, &patch(json!([]))).await.is(200);
    assert_eq!(visitor.get("/r/sushi-test").await.data()["restaurant"]["facilities"], json!([]));
    app.end().await;
}

#[tokio::test]
async fn slug_is_valid_unique_and_not_reserved() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    for slug in ["", "a", "New", "a b", "-a", "new", "sushi-test", "a_b"] {
        assert_eq!(
            admin.post("/admin/restaurants", &founding(&app, slug).await).await.bad_fields(),
            ["slug"],
            "{slug}"
        );
    }
    let mut shown = founding(&app, "shown").await;
    shown["restaurant"]["visibility"] = json!("everywhere");
    assert_eq!(admin.post("/admin/restaurants", &shown).await.bad_fields(), ["visibility"]);
    shown["restaurant"]["visibility"] = json!("public");
    assert_eq!(admin.post("/admin/restaurants", &shown).await.bad_fields(), ["reason"]);
    app.execute("UPDATE admin_users SET risky_settings = false").await;
    admin.post("/admin/restaurants", &justified(shown.clone())).await.refused(403, "admin_flag_missing");
    app.anonymous().get("/r/shown").await.is(404);
    app.execute("UPDATE admin_users SET risky_settings = true").await;
    admin.post("/admin/restaurants", &justified(shown)).await.is(201);
    app.anonymous().get("/r/shown").await.is(200);
    let audited =
        "SELECT count(*) FROM audit_events WHERE action = 'risky_setting_changed' AND detail->>'new' = 'public'
                   AND detail->>'reason' IS NOT NULL";
    assert_eq!(app.count(audited).await, 1);
    let (body, choices) =
        (founding(&app, "other").await, admin.get("/admin/restaurants/new").await.data()["choices"].clone());
    assert_eq!(choices["prefectures"].as_array().map(Vec::len), Some(47));
    for stranger in [&app.diner("hanako").await, &app.anonymous()] {
        stranger.post("/admin/restaurants", &body).await.refused(401, "sign_in_required");
        stranger.open("/admin/restaurants/new").await.goes_to("/admin/sign_in");
    }
    app.end().await;
}
