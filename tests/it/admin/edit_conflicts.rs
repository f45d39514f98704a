//! Two admins edit the same record: a later save does not overwrite an earlier one, and gets a 409 response (gaps G311).

use reqwest::Method;
use serde_json::{Value, json};
use tests::{
    Persona, RestaurantSpec, TemplateSpec, TestApp, flat, justified, named, overtaken, overtakes, templates_path,
};

use crate::owner::people::announcements::{LIST, setup};

const RESTAURANT: &str = "/admin/restaurants/sushi-test";

#[tokio::test]
async fn fields_of_a_restaurant_are_not_overwritten() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let (clerk, admin) = (app.admin().await, app.admin().await);
    let profile = async |reader: &Persona| reader.get(&format!("{RESTAURANT}/edit")).await.data()["profile"].clone();
    let seen = profile(&admin).await;
    let fees = |percent: i32| json!([{ "days_before": 1, "percent": percent }]);
    clerk.patch(RESTAURANT, &json!({ "restaurant": { "cancellation_policy": fees(80) } })).await.is(200);
    // The form of the other admin sends the changed field only, and changes nothing else.
    let chef = json!({ "restaurant": { "chef_ja": "佐藤" }, "expected": { "chef_ja": seen["chef_ja"] } });
    admin.patch(RESTAURANT, &chef).await.is(200);
    let after = profile(&admin).await;
    assert_eq!((&after["cancellation_policy"], &after["chef_ja"]), (&fees(80), &json!("佐藤")));
    // A changed field with another saved value is rejected, and with it the whole form.
    let both = json!({ "restaurant": { "cancellation_policy": fees(10), "chef_ja": "鈴木" },
        "expected": { "cancellation_policy": seen["cancellation_policy"], "chef_ja": "佐藤" } });
    overtaken(&admin.patch(RESTAURANT, &both).await, "cancellation_policy", &fees(80));
    assert_eq!(profile(&admin).await, after);

    let save = async |body: Value| admin.patch(RESTAURANT, &named("restaurant", &body)).await;
    overtakes("tagline_ja", [seen["tagline_ja"].clone(), json!("旬"), json!("江戸前")], save).await;
    overtakes("travel_law_notice_ja", [Value::Null, json!("表示"), json!("表示 2")], async |body: Value| {
        let mut body = named("restaurant", &body);
        let is_blank = body["restaurant"]["travel_law_notice_ja"].is_null();
        body["restaurant"]["travel_law_notice_en"] = if is_blank { Value::Null } else { json!("Notice") };
        admin.patch(RESTAURANT, &body).await
    })
    .await;
    app.end().await;
}

#[tokio::test]
async fn master_data_are_not_overwritten() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let own = "/admin/api/resources/r/sushi-test";
    let global = "/admin/api/resources";
    let area = admin.get(&format!("{global}/areas")).await.is(200).json()[0].clone();
    let course = admin.get(&format!("{own}/courses")).await.is(200).json()[0].clone();
    let dinner = admin.get(&format!("{own}/operations/dinner")).await.is(200).json();
    for (path, field, values) in [
        (format!("{own}/operations/dinner"), "opens_at", [dinner["opens_at"].clone(), json!("16:00"), json!("16:30")]),
        (
            format!("{own}/operations/dinner"),
            "closes_at",
            [dinner["closes_at"].clone(), json!("22:00"), json!("22:30")],
        ),
        (format!("{own}/courses/{}", course["id"]), "price", [course["price"].clone(), json!(7_700), json!(8_800)]),
        (format!("{own}/courses/{}", course["id"]), "daily_max", [course["daily_max"].clone(), json!(4), json!(5)]),
        (
            format!("{global}/areas/{}", area["id"]),
            "label_ja",
            [area["label_ja"].clone(), json!("銀座"), json!("赤坂")],
        ),
    ] {
        overtakes(field, values, async |body: Value| admin.put(&path, &flat(&body)).await).await;
    }
    // Two admins change different fields of a record.
    let path = format!("{own}/courses/{}", course["id"]);
    admin.put(&path, &json!({ "title_ja": "松", "expected": { "title_ja": course["title_ja"] } })).await.is(200);
    admin.put(&path, &json!({ "title_en": "Pine", "expected": { "title_en": course["title_en"] } })).await.is(200);
    let saved = admin.get(&path).await.is(200).json();
    assert_eq!((&saved["title_ja"], &saved["title_en"]), (&json!("松"), &json!("Pine")));
    assert_eq!(admin.put(&path, &json!({ "title_ja": "竹", "expected": "松" })).await.bad_fields(), ["expected"]);
    // A form without a change has expected values at most.
    admin.put(&path, &json!({ "expected": {} })).await.is(200);
    admin.put(&path, &json!({ "unknown": 1 })).await.refused(422, "no_known_field");
    app.end().await;
}

/// Both admins send their save at the same time: one of them is rejected.
#[tokio::test]
async fn simultaneous_saves_of_a_record_are_compared_in_turn() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let (clerk, admin) = (app.admin().await, app.admin().await);
    let course = admin.get("/admin/api/resources/r/sushi-test/courses").await.is(200).json()[0].clone();
    let path = format!("/admin/api/resources/r/sushi-test/courses/{}", course["id"]);
    let master = |title: &str| json!({ "title_ja": title, "expected": { "title_ja": course["title_ja"] } });
    let profile = admin.get(&format!("{RESTAURANT}/edit")).await.data()["profile"].clone();
    let own = |name: &str| json!({ "restaurant": { "chef_ja": name }, "expected": { "chef_ja": profile["chef_ja"] } });
    for (method, path, [first, second]) in [
        (Method::PUT, path.as_str(), [master("松"), master("竹")]),
        (Method::PATCH, RESTAURANT, [own("佐藤"), own("鈴木")]),
    ] {
        let (first, second) = tokio::join!(
            clerk.call(method.clone(), path).json(&first).send(),
            admin.call(method.clone(), path).json(&second).send()
        );
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{path}");
    }
    app.end().await;
}

#[tokio::test]
async fn risky_settings_marks_addresses_and_roles_are_not_overwritten() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let risky = "/admin/api/r/sushi-test/restaurant_dengerous_settings";
    overtakes("reservation_fee", [json!(0), json!(500), json!(700)], async |body: Value| {
        admin.put(risky, &justified(named("restaurant", &body))).await
    })
    .await;

    let address = |email: &str| json!({ "restaurant_email_subscription": { "email": email } });
    let addresses = format!("{RESTAURANT}/restaurant_email_subscriptions");
    admin.post(&addresses, &address("a@sushi.test")).await.is(201);
    let id = app.count("SELECT max(id) FROM restaurant_email_subscriptions").await;
    let values = ["a@sushi.test", "b@sushi.test", "c@sushi.test"].map(|email| json!(email));
    overtakes("email", values, async |body: Value| {
        admin.patch(&format!("{addresses}/{id}"), &named("restaurant_email_subscription", &body)).await
    })
    .await;

    app.diner("hanako").await;
    let uid: String =
        sqlx::query_scalar("SELECT uid FROM users ORDER BY id LIMIT 1").fetch_one(&app.pool).await.expect("a diner");
    let user = format!("/admin/users/{uid}");
    // Two admins set different marks.
    for mark in ["is_agent", "is_gold_invited"] {
        admin.patch(&user, &json!({ "user": { mark: true }, "expected": { mark: false } })).await.is(200);
    }
    assert_eq!(
        app.count("SELECT count(*) FROM users WHERE is_agent AND is_gold_invited AND NOT is_ohc_invited").await,
        1
    );
    let late = json!({ "user": { "is_agent": false }, "expected": { "is_agent": true } });
    admin.patch(&user, &late).await.is(200);
    admin.patch(&user, &late).await.is(200);

    app.owner(&restaurant).await;
    app.owner(&restaurant).await;
    let member = app.count("SELECT max(owner_id) FROM restaurant_owners").await;
    let first = admin.get("/admin/r/sushi-test/staff").await.data()["staff"].clone();
    let first =
        first.as_array().and_then(|staff| staff.iter().find(|one| one["id"] == member)).expect("a member").clone();
    overtakes("role", [first["role"].clone(), json!("floor"), json!("read_only")], async |body: Value| {
        admin.patch(&format!("/admin/api/r/sushi-test/staff/{member}"), &justified(flat(&body))).await
    })
    .await;
    app.end().await;
}

/// Forms that are sent as a whole: no part of the record may differ from what the browser has shown.
#[tokio::test]
async fn red_circles_raffles_and_gold_slots_are_not_overwritten() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let circles = "/admin/api/r/sushi-test/calendar_operation_slots";
    let table = |id: &Value, tuesday: i32| {
        let row = json!({ "id": id, "inventory_group_id": restaurant.group, "start_time": "18:00", "end_time": "20:00", "tuesday": tuesday });
        json!({ "calendar_operation_slots": { "dinner": { "rows": [row] } } })
    };
    let with = |mut body: Value, expected: &Value| {
        body["expected"] = json!({ "dinner": expected });
        body
    };
    let first = admin.post(circles, &with(table(&Value::Null, 1), &Value::Null)).await.is(200).json();
    let first = first["calendar_operation_slots"]["dinner"].clone();
    let id = first["rows"][0]["id"].clone();
    overtaken(&admin.post(circles, &with(table(&id, 2), &Value::Null)).await, "dinner", &first);
    assert_eq!(app.count("SELECT count(*) FROM calendar_operation_slots WHERE restaurant_id > 0").await, 1);
    admin.post(circles, &with(table(&id, 2), &first)).await.is(200);
    // Without expected values the call works as before.
    admin.post(circles, &table(&id, 3)).await.is(200);

    let raffles = "/admin/r/sushi-test/raffle_rounds";
    let fields = |from: i64, winners: i32| {
        json!({ "raffle_round": { "registerable_from": format!("{} 10:00:00", app.day(from)), "questions": ["ご利用は"],
            "registerable_till": format!("{} 10:00:00", app.day(from + 2)), "winners_count": winners, "entries_limit": 7 } })
    };
    let raffle = admin.post(raffles, &fields(2, 3)).await.is(201).json()["uid"].clone();
    let raffle = format!("{raffles}/{}", raffle.as_str().expect("a uid"));
    let shown = |from: i64, winners: i32| fields(from, winners)["raffle_round"].clone();
    let change = |mut body: Value, expected: Value| {
        body["expected"] = expected;
        body
    };
    admin.patch(&raffle, &change(fields(2, 4), shown(2, 3))).await.is(200);
    overtaken(&admin.patch(&raffle, &change(fields(3, 5), shown(2, 3))).await, "winners_count", &json!(4));
    admin.patch(&raffle, &change(fields(3, 5), shown(2, 4))).await.is(200);
    admin.patch(&raffle, &fields(3, 6)).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn round_plans_are_not_overwritten() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let plan = async || {
        let plans = admin.get("/admin/api/r/sushi-test/reservation_round_plans").await.is(200).json()["plans"].clone();
        let plans = plans.as_array().cloned().unwrap_or_default();
        let found =
            plans.into_iter().find(|plan| plan["customer_group_uid"].is_null() && plan["is_preferred"] == false);
        found.map_or(Value::Null, |plan| plan["kind"].clone())
    };
    let save = async |kind: &str, expected: Value| {
        let path = format!("/admin/api/r/sushi-test/{kind}_reservation_round_plans");
        admin.post(&path, &json!({ "is_preferred": false, "expected": { "kind": expected } })).await
    };
    let first = plan().await;
    save("never", first).await.is(201);
    overtaken(&save("forever", json!("forever")).await, "kind", &json!("never"));
    assert_eq!(plan().await, "never");
    save("forever", json!("never")).await.is(201);
    app.end_unverified().await;
}

#[tokio::test]
async fn fields_of_refill_templates_are_not_overwritten() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let template = app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let path = format!("{}/{template}", templates_path(&restaurant));
    let shown = async || admin.get(&format!("{path}/edit")).await.data()["template"].clone();
    let first = shown().await;
    let form = app.template_form(&restaurant, &[]).await;
    let save = async |title: &str, seen: Option<&Value>| {
        let mut body = json!({ "online_stock_refillment_template": form });
        body["online_stock_refillment_template"]["title"] = title.into();
        if let Some(seen) = seen {
            let names = ["title", "operation", "inventory_group_uid", "inventory_item_uids"];
            body["expected"] = names.into_iter().map(|name| (name.to_owned(), seen[name].clone())).collect();
        }
        admin.patch(&path, &body).await
    };
    save("週末", Some(&first)).await.is(200);
    overtaken(&save("平日", Some(&first)).await, "title", &json!("週末"));
    assert_eq!(shown().await["title"], "週末");
    save("平日", Some(&shown().await)).await.is(200);
    // Without expected values the call works as before.
    save("祝日", None).await.is(200);

    // The schedule is another form: it does not matter that the title has changed.
    let schedule = async |day: &str, seen: &Value| {
        let body = json!({ "schedule_attributes": { day: "1" }, "expected": { "schedule": seen } });
        admin.patch(&path, &body).await
    };
    schedule("monday", &first["schedule"]).await.is(200);
    let monday = shown().await["schedule"].clone();
    overtaken(&schedule("tuesday", &first["schedule"]).await, "schedule", &monday);
    assert_eq!(shown().await["schedule"], monday);
    schedule("tuesday", &monday).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn selectors_of_refill_templates_are_not_overwritten() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let template = app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let edit = format!("{}/{template}/edit", templates_path(&restaurant));
    let stored = async |kind: &str| {
        let shown = admin.get(&edit).await.data()["template"].clone();
        if kind == "guests_count" {
            shown["guests_count_selectors"][0].clone()
        } else {
            shown[format!("{kind}_selector")].clone()
        }
    };
    let save = async |kind: &str, mut selector: Value, seen: Option<&Value>| {
        let name = format!("{kind}_selector");
        selector["online_stock_refillment_template_id"] = template.into();
        let mut body = json!({ (name.as_str()): selector });
        if let Some(seen) = seen {
            body["expected"] = json!({ (name.as_str()): seen });
        }
        admin.post(&format!("/admin/api/r/sushi-test/{kind}_selectors"), &body).await
    };
    let options = |options: Value| json!({ "options_attributes": options });
    let time = |start: &str, end: &str| options(json!([{ "start_time": start, "end_time": end }]));
    let course = |max: i32| options(json!([{ "course_id": restaurant.courses[0], "daily_max": max }]));
    let guests = |count: i32| options(json!([{ "guests_count": count }]));
    for (kind, [second, third]) in [
        ("time", [time("19:00", "21:00"), time("20:00", "22:00")]),
        ("course", [course(3), course(4)]),
        ("guests_count", [guests(2), guests(3)]),
    ] {
        let seen = stored(kind).await;
        save(kind, second.clone(), Some(&seen)).await.is(200);
        let theirs = stored(kind).await;
        overtaken(&save(kind, third.clone(), Some(&seen)).await, &format!("{kind}_selector"), &theirs);
        assert_eq!(stored(kind).await, theirs);
        save(kind, third, Some(&theirs)).await.is(200);
        save(kind, second, None).await.is(200);
    }
    // The selectors of two groups do not disturb each other.
    let mut own = guests(1);
    own["customer_group_id"] = app.customer_group(&restaurant, "常連", false).await.into();
    save("guests_count", own.clone(), Some(&Value::Null)).await.is(200);
    let late = save("guests_count", own, Some(&Value::Null)).await;
    late.refused(409, "edited_meanwhile");
    assert_eq!(late.bad_fields(), ["guests_count_selector"]);
    app.end().await;
}

#[tokio::test]
async fn order_and_texts_of_pictures_are_not_overwritten() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    app.execute("UPDATE restaurants SET pictures = '{a.jpg,b.jpg}' WHERE slug = 'sushi-test'").await;
    let call = "/admin/api/r/sushi-test/pictures";
    let (ab, ba) = (["a.jpg", "b.jpg"], ["b.jpg", "a.jpg"]);
    let garden = json!({ "a.jpg": { "alt_ja": "庭", "alt_en": "" } });
    let arrange = async |files: [&str; 2], alt: &str, seen: Option<([&str; 2], &Value)>| {
        let picture = |file: &str| json!({ "file": file, "alt_ja": if file == "a.jpg" { alt } else { "" } });
        let mut body = json!({ "pictures": files.map(picture) });
        if let Some((order, texts)) = seen {
            body["expected"] = json!({ "order": order, "texts": texts });
        }
        admin.put(call, &body).await
    };
    let none = json!({});
    arrange(ba, "", Some((ab, &none))).await.is(200);
    overtaken(&arrange(ab, "庭", Some((ab, &none))).await, "order", &json!(ba));
    arrange(ba, "庭", Some((ba, &none))).await.is(200);
    overtaken(&arrange(ab, "", Some((ba, &none))).await, "texts", &garden);
    let kept = admin.get("/admin/r/sushi-test/pictures").await.data()["pictures"].clone();
    assert_eq!((&kept[0]["file"], &kept[1]["alt_ja"]), (&json!("b.jpg"), &json!("庭")));
    arrange(ab, "", Some((ba, &garden))).await.is(200);
    arrange(ba, "", None).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn text_and_schedule_of_announcements_are_not_overwritten() {
    let setup = setup().await;
    let (app, owner) = (&setup.app, &setup.owner);
    let admin = app.admin().await;
    let id = setup.saved(json!({})).await;
    let release = format!("/admin/announcements/{id}/release");
    let shown = async || admin.get(&release).await.data()["announcement"].clone();
    let first = shown().await;
    let schedule = async |day: i32, seen: &Value| {
        let names = ["body", "include_unsubscribed_customers", "send_count", "scheduled_at"];
        let expected: Value = names.into_iter().map(|name| (name.to_owned(), seen[name].clone())).collect();
        let at = format!("2026-12-{day:02}T10:00:00+09:00");
        admin.post(&release, &json!({ "scheduled_at": at, "expected": expected })).await
    };
    schedule(9, &first).await.is(200);
    overtaken(&schedule(10, &first).await, "scheduled_at", &json!("2026-12-09T10:00:00+09:00"));
    assert_eq!(shown().await["scheduled_at"], "2026-12-09T10:00:00+09:00");
    schedule(10, &shown().await).await.is(200);
    // Without expected values the call works as before.
    admin.post(&release, &json!({ "scheduled_at": "2026-12-11T10:00:00+09:00" })).await.is(200);
    admin.delete(&release).await.is(200);

    let text = |body: &str, seen: &Value| json!({ "body": body, "expected": { "body": seen } });
    let form = format!("{LIST}/{id}");
    owner.patch(&form, &json!({ "announcement": text("中止です。", &first["body"]) })).await.is(200);
    let late = json!({ "announcement": text("延期です。", &first["body"]) });
    overtaken(&owner.patch(&form, &late).await, "body", &json!("中止です。"));
    overtaken(&schedule(10, &first).await, "body", &json!("中止です。"));
    let resource = format!("/owners/api/resources/announcements/{id}");
    overtaken(&owner.put(&resource, &text("延期です。", &first["body"])).await, "body", &json!("中止です。"));
    assert_eq!(shown().await["body"], "中止です。");
    owner.put(&resource, &text("延期です。", &json!("中止です。"))).await.is(200);
    owner.put(&resource, &json!({ "body": "開催します。" })).await.is(200);
    setup.app.end().await;
}
