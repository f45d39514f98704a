//! Master data: listed, saved, deleted and rejected, and visible to diners and staff immediately (gaps G112, G195).

use serde_json::{Value, json};
use tests::{Reply, RestaurantSpec, SlotSpec, TestApp, justified};

fn own(name: &str) -> String {
    format!("/admin/api/resources/r/sushi-test/{name}")
}

fn member(name: &str, saved: &Value) -> String {
    let id = saved["id"].as_str().map_or_else(|| saved["id"].to_string(), str::to_owned);
    format!("{}/{id}", own(name))
}

/// A record of each kind, and a change of it.
fn samples() -> [(&'static str, Value, Value); 7] {
    let course = json!({ "operation": "dinner", "title_ja": "季節のコース", "title_en": "Of the season", "price": 8000, "is_active": true,
                         "daily_max": 4, "description_ja": "一行目\n二行目" });
    let group = json!({ "title_ja": "個室", "title_en": "Private room", "short_label": "P", "inventory_type": "private_room",
                        "capacity_per_stock": 4 });
    let lunch = json!({ "name": "lunch", "opens_at": "11:00", "closes_at": "14:30", "default_stay_minutes": 90, "cutoff_hours": 2,
                        "is_active": true });
    let question = json!({ "timing": "on_booking", "question_type": "select", "question_ja": "ご利用は", "question_en": "Occasion",
                           "options_ja": ["記念日", "会食"], "options_en": ["Anniversary", "Business"], "is_required": true });
    [
        ("operations", lunch, json!({ "closes_at": "15:00", "is_active": false })),
        ("inventory_groups", group, json!({ "capacity_per_stock": 6, "title_ja": "離れ" })),
        (
            "courses",
            course,
            json!({ "price": 9000, "daily_max": null, "custom_unit_ja": "1名様分", "custom_unit_en": "per person" }),
        ),
        (
            "customer_groups",
            json!({ "label": "会員", "label_short": "会" }),
            json!({ "label": "特別会員", "is_archived": true }),
        ),
        ("calendar_tags", json!({ "label": "貸切", "color": "#AB3524" }), json!({ "color": "#22375a" })),
        (
            "preference_questions",
            question,
            json!({ "question_type": "singleline", "options_ja": [], "options_en": [] }),
        ),
        (
            "review_page_items",
            json!({ "key_name": "late", "label_ja": "遅刻", "label_en": "Late" }),
            json!({ "label_ja": "遅刻について" }),
        ),
    ]
}

#[tokio::test]
async fn every_kind_is_created_changed_listed_and_deleted() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (admin, owner) = (app.admin().await, app.owner(&restaurant).await);
    for (name, given, change) in samples() {
        let before = admin.get(&own(name)).await.is(200).json().as_array().map_or(0, Vec::len);
        let saved = admin.post(&own(name), &given).await.is(201).json();
        for (field, value) in given.as_object().unwrap().iter().filter(|(field, _)| *field != "color") {
            assert_eq!(saved[field], *value, "{name}: {field}");
        }
        let mut changed = saved.clone();
        for (field, value) in change.as_object().unwrap() {
            changed[field] = value.clone();
        }
        let path = member(name, &saved);
        assert_eq!(admin.put(&path, &justified(changed.clone())).await.is(200).json(), changed, "{name}");
        assert_eq!(admin.get(&path).await.is(200).json(), changed, "{name}");
        let listed = admin.get(&own(name)).await;
        assert_eq!(listed.header("content-range").split('/').next_back(), Some(&*(before + 1).to_string()), "{name}");
        let page = admin.get(&format!("/admin/r/sushi-test/masters/{name}")).await.data();
        assert_eq!((&page["name"], page["records"].as_array().map(Vec::len)), (&json!(name), Some(before + 1)));

        let elsewhere = path.replace("sushi-test", "tempura-test");
        if name != "operations" {
            admin.put(&elsewhere, &changed).await.refused(404, "not_found");
            admin.delete(&elsewhere).await.refused(404, "not_found");
        }
        for stranger in [&owner, &app.anonymous()] {
            stranger.get(&own(name)).await.refused(401, "sign_in_required");
            stranger.post(&own(name), &given).await.refused(401, "sign_in_required");
            stranger.put(&path, &changed).await.refused(401, "sign_in_required");
            stranger.delete(&path).await.refused(401, "sign_in_required");
        }
        admin.delete(&path).await.is(200);
        admin.get(&path).await.refused(404, "not_found");
        admin.delete(&path).await.refused(404, "not_found");
        assert_eq!(admin.get(&own(name)).await.json().as_array().map_or(0, Vec::len), before, "{name}");
    }
    for unknown in ["secrets", "areas", "../courses"] {
        assert_eq!(admin.get(&own(unknown)).await.status, 404, "{unknown}");
    }
    let notes = "SELECT count(DISTINCT action || (detail ->> 'master')) FROM audit_events WHERE action LIKE 'master_%' AND actor = 'admin'";
    assert_eq!(app.count(notes).await, 21, "made, changed and removed, of each kind");
    app.end().await;
}

/// G276
#[tokio::test]
async fn fields_that_are_left_out_remain() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    for (name, given, change) in samples() {
        let saved = admin.post(&own(name), &given).await.is(201).json();
        let mut expected = saved.clone();
        for (field, value) in change.as_object().expect("fields") {
            expected[field] = value.clone();
        }
        let path = member(name, &saved);
        assert_eq!(admin.put(&path, &justified(change)).await.is(200).json(), expected, "{name}");
        admin.put(&path, &json!({ "nonsense": 1 })).await.refused(422, "no_known_field");
        assert_eq!(admin.get(&path).await.json(), expected, "{name}");
    }
    let rounds = "/admin/api/resources/gold_rounds";
    let saved = admin.post(rounds, &json!({ "title": "冬", "slug": "winter" })).await.is(201).json();
    let changed = admin.put(&format!("{rounds}/{}", saved["id"]), &json!({ "title": "冬の会" })).await.is(200).json();
    assert_eq!((&changed["title"], &changed["slug"]), (&json!("冬の会"), &json!("winter")));
    app.end().await;
}

fn refused(reply: &Reply, fields: &[&str]) {
    assert_eq!(
        (reply.status, &*reply.bad_fields()),
        (422, &*fields.iter().map(|f| (*f).to_owned()).collect::<Vec<_>>())
    );
}

#[tokio::test]
async fn invalid_records_are_rejected_by_field() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let bad: [(&str, Value, &[&str]); 19] = [
        ("operations", json!({ "name": "brunch" }), &["name"]),
        ("operations", json!({ "closes_at": "10:00" }), &["closes_at"]),
        (
            "operations",
            json!({ "opens_at": "9 o'clock", "default_stay_minutes": 0, "cutoff_hours": -1 }),
            &["cutoff_hours", "default_stay_minutes", "opens_at"],
        ),
        ("operations", json!({ "cutoff_hours": "soon" }), &["cutoff_hours"]),
        ("inventory_groups", json!({ "capacity_per_stock": 0, "title_en": " " }), &["capacity_per_stock", "title_en"]),
        ("inventory_groups", json!({ "inventory_type": "sofa" }), &["inventory_type"]),
        ("courses", json!({ "price": -1 }), &["price"]),
        ("courses", json!({ "daily_max": 0 }), &["daily_max"]),
        (
            "courses",
            json!({ "custom_unit_ja": "2名様", "custom_unit_en": "per pair" }),
            &["custom_unit_en", "custom_unit_ja"],
        ),
        ("courses", json!({ "custom_unit_ja": "セット（2名）" }), &["custom_unit_ja"]),
        ("courses", json!({ "custom_unit_ja": "1名様", "custom_unit_en": "per table" }), &["custom_unit_en"]),
        ("courses", json!({ "operation": "lunch" }), &["operation"]),
        ("courses", json!({ "title_ja": "a\u{202e}b" }), &["title_ja"]),
        ("customer_groups", json!({ "label": "" }), &["label"]),
        ("calendar_tags", json!({ "color": "red" }), &["color"]),
        ("preference_questions", json!({ "options_en": ["Only one"] }), &["options_en"]),
        ("preference_questions", json!({ "options_ja": [], "options_en": [] }), &["options_en", "options_ja"]),
        ("preference_questions", json!({ "timing": "never" }), &["timing"]),
        ("review_page_items", json!({ "key_name": "Is Late" }), &["key_name"]),
    ];
    for (name, change, fields) in bad {
        let (_, mut given, _) = samples().into_iter().find(|(kind, ..)| *kind == name).unwrap();
        for (field, value) in change.as_object().unwrap() {
            given[field] = value.clone();
        }
        refused(&admin.post(&own(name), &given).await, fields);
    }
    for (name, taken, field) in [
        ("operations", json!({ "name": "dinner" }), "name"),
        ("customer_groups", json!({}), "label"),
        ("calendar_tags", json!({}), "label"),
        ("review_page_items", json!({}), "key_name"),
    ] {
        let (_, mut given, _) = samples().into_iter().find(|(kind, ..)| *kind == name).unwrap();
        if name != "operations" {
            admin.post(&own(name), &given).await.is(201);
        }
        for (field, value) in taken.as_object().unwrap() {
            given[field] = value.clone();
        }
        refused(&admin.post(&own(name), &given).await, &[field]);
    }
    app.end().await;
}

#[tokio::test]
async fn used_records_cannot_be_deleted() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    app.slot(&restaurant, SlotSpec::default()).await;
    let members = app.customer_group(&restaurant, "会員", false).await;
    app.put_into_group(&restaurant, &app.diner("hanako").await, members).await;
    let tag = app.count("INSERT INTO calendar_tags (restaurant_id, label, color) SELECT id, '貸切', '#ab3524' FROM restaurants RETURNING id").await;
    app.execute("INSERT INTO calendar_date_tags (restaurant_id, date, calendar_tag_id) SELECT restaurant_id, '2026-12-24', id FROM calendar_tags").await;
    let admin = app.admin().await;
    for path in [
        format!("{}/dinner", own("operations")),
        format!("{}/{}", own("inventory_groups"), restaurant.group),
        format!("{}/{}", own("inventory_items"), restaurant.items[0]),
        format!("{}/{}", own("courses"), restaurant.courses[0]),
        format!("{}/{members}", own("customer_groups")),
        format!("{}/{tag}", own("calendar_tags")),
        "/admin/api/resources/areas/1".to_owned(),
        "/admin/api/resources/cuisines/1".to_owned(),
    ] {
        let path = path.replace("areas/1", &format!("areas/{}", app.count("SELECT min(id) FROM areas").await));
        let path = path.replace("cuisines/1", &format!("cuisines/{}", app.count("SELECT min(id) FROM cuisines").await));
        admin.delete(&path).await.refused(409, "master_in_use");
    }
    let group = format!("{}/{}", own("inventory_groups"), restaurant.group);
    let mut wider = admin.get(&group).await.is(200).json();
    wider["capacity_per_stock"] = json!(4);
    let wider = justified(wider);
    assert_eq!(admin.put(&group, &wider).await.bad_fields(), ["capacity_per_stock"], "a coming slot offers it");
    app.execute("UPDATE online_stock_groups SET date = '2026-11-30'").await;
    app.execute("DELETE FROM availability_days").await;
    admin.put(&group, &wider).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn changes_are_visible_immediately() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    app.slot(&restaurant, SlotSpec::default()).await;
    let (admin, visitor, owner) = (app.admin().await, app.anonymous(), app.owner(&restaurant).await);
    let available = async || {
        app.caches_follow().await;
        visitor.month("sushi-test", "2026-12").await["available_dates"].clone()
    };
    assert_eq!(available().await, json!(["2026-12-08"]));

    let course = format!("{}/{}", own("courses"), restaurant.courses[0]);
    let mut changed = admin.get(&course).await.is(200).json();
    (changed["title_ja"], changed["is_active"]) = (json!("冬の懐石"), json!(false));
    admin.put(&course, &changed).await.is(200);
    assert_eq!(available().await, json!([]), "its only course is out of use");
    assert_eq!(visitor.get("/r/sushi-test").await.data()["restaurant"]["courses"], json!([]));
    changed["is_active"] = json!(true);
    admin.put(&course, &changed).await.is(200);
    assert_eq!(available().await, json!(["2026-12-08"]));
    assert_eq!(visitor.get("/r/sushi-test").await.data()["restaurant"]["courses"][0]["title"], "冬の懐石");
    assert_eq!(
        visitor.get("/?keyword=冬の懐石").await.data()["restaurants"][0]["slug"],
        "sushi-test",
        "the search knows it"
    );

    let dinner = format!("{}/dinner", own("operations"));
    let mut late = admin.get(&dinner).await.is(200).json();
    late["cutoff_hours"] = json!(24 * 8);
    let mut late = justified(late);
    admin.put(&dinner, &late).await.is(200);
    assert_eq!(available().await, json!([]), "the cut-off has passed");
    late["cutoff_hours"] = json!(1);
    admin.put(&dinner, &late).await.is(200);
    assert_eq!(available().await, json!(["2026-12-08"]));

    // The totals of a new group are computed for every day that exists, or `verify` fails at the end.
    admin.post(&own("customer_groups"), &json!({ "label": "会員", "label_short": "会" })).await.is(201);
    assert!(owner.get("/owners/customers").await.body.contains("会員"));
    let seats = json!({ "inventory_group_id": restaurant.group, "label": "C9\n\n C10 " });
    admin.post(&own("inventory_items"), &seats).await.is(201);
    let listed = admin.get(&own("inventory_items")).await.json();
    let labels: Vec<_> = listed.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["C1", "C2", "C9", "C10"]);
    app.end().await;
}

#[tokio::test]
async fn hours_of_a_meal_are_read_in_any_width() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let (_, mut lunch, _) = samples().into_iter().find(|(kind, ..)| *kind == "operations").unwrap();
    lunch["opens_at"] = json!(" １１：００");
    lunch["closes_at"] = json!("２９：００ ");
    let saved = admin.post(&own("operations"), &lunch).await.is(201).json();
    assert_eq!((&saved["opens_at"], &saved["closes_at"]), (&json!("11:00"), &json!("29:00")));
    app.end().await;
}
