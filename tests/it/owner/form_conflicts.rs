//! Two members of staff have a form open: the later save does not overwrite the earlier one, and gets a 409 response (gaps G319).

use reqwest::Method;
use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp, flat, named, overtaken, overtakes};

use super::people::announcements;
use super::slots::{SLOTS, bookable, made, seats, shown, slot_form};

/// Asserts that neither the staff of another restaurant nor a signed-out browser saves a form.
async fn guards(app: &TestApp, method: Method, path: &str, body: &Value) {
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let neighbour = app.owner(&elsewhere).await;
    neighbour.call(method.clone(), path).json(body).send().await.refused(404, "not_found");
    app.anonymous().call(method, path).json(body).send().await.refused(401, "sign_in_required");
}

/// Moves the limit of `overtakes` to its meal.
fn paced(body: &Value) -> Value {
    let limits = body["fields"].as_object().expect("limits").iter();
    let dinner: Value =
        limits.map(|(name, limit)| (name.trim_start_matches("dinner.").to_owned(), limit.clone())).collect();
    let mut paced = json!({ "pacing": { "dinner": dinner } });
    if let Some(expected) = body.get("expected") {
        paced["expected"] = expected.clone();
    }
    paced
}

#[tokio::test]
async fn pacing_limits_are_not_overwritten() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let colleague = app.staff_of(&[&restaurant]).await;
    let path = "/owners/api/pacing/sushi-test";
    let limits = async || owner.get("/owners/pacing/edit").await.data()["pacing"][0].clone();
    let guests = "dinner.pacing_max_guests";
    let values = [Value::Null, json!(8), json!(12)];
    overtakes(guests, values, async |body: Value| owner.patch(path, &paced(&body)).await).await;

    // Two users change different limits.
    let change = |limit: &str, wanted: Value, seen: Value| {
        let name = format!("dinner.{limit}");
        json!({ "pacing": { "dinner": { limit: wanted } }, "expected": { name: seen } })
    };
    owner.patch(path, &change("pacing_max_guests", json!(8), Value::Null)).await.is(200);
    colleague.patch(path, &change("pacing_max_parties", json!(3), Value::Null)).await.is(200);
    let both = limits().await;
    assert_eq!((&both["pacing_max_guests"], &both["pacing_max_parties"]), (&json!(8), &json!(3)));

    // A conflict about one limit saves none.
    let stale = json!({ "pacing": { "dinner": { "pacing_max_guests": 20, "pacing_max_parties": 5 } },
        "expected": { "dinner.pacing_max_guests": null, "dinner.pacing_max_parties": 3 } });
    overtaken(&colleague.patch(path, &stale).await, guests, &json!(8));
    assert_eq!(limits().await, both);
    guards(&app, Method::PATCH, path, &stale).await;

    let (ours, theirs) =
        (change("pacing_max_guests", json!(10), json!(8)), change("pacing_max_guests", json!(11), json!(8)));
    let (first, second) = tokio::join!(owner.patch(path, &ours), colleague.patch(path, &theirs));
    let mut answers = [first.status, second.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409], "simultaneous saves are compared in turn");
    let malformed = json!({ "pacing": { "dinner": { "pacing_max_guests": 20 } }, "expected": 8 });
    owner.patch(path, &malformed).await.refused(422, "invalid_input");
    app.end().await;
}

#[tokio::test]
async fn delivery_settings_are_not_overwritten() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let path = "/owners/api/restaurant_delivery_settings/sushi-test";
    let setting = async || {
        let page = owner.get("/owners/restaurant_delivery_settings/sushi-test/edit").await.data();
        page["restaurant_delivery_setting"].clone()
    };
    let record = "restaurant_delivery_setting";
    let first = setting().await;
    for (field, second, third) in [
        ("client_name", "仕出し部", "通販部"),
        ("client_zip_code", "104-0061", "100-0001"),
        ("delivery_service_type", "sagawa", "other"),
    ] {
        let values = [first[field].clone(), json!(second), json!(third)];
        overtakes(field, values, async |body: Value| owner.patch(path, &named(record, &body)).await).await;
    }
    let saved = setting().await;
    let stale = json!({ record: { "client_name": "通販部", "payment_type": "cod" },
        "expected": { "client_name": "仕出し部", "payment_type": saved["payment_type"] } });
    overtaken(&owner.patch(path, &stale).await, "client_name", &saved["client_name"]);
    assert_eq!(setting().await, saved, "a conflict about one field saves none");
    guards(&app, Method::PATCH, path, &stale).await;
    app.end().await;
}

#[tokio::test]
async fn settings_of_cancellation_slots_are_not_overwritten() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let path = "/owners/api/restaurant_operations/sushi-test";
    let record = "restaurant_operation";
    let days = "can_create_online_cancellation_within_days";
    let page = async || owner.get("/owners/restaurant_operation/edit").await.data();
    owner.patch(path, &json!({ record: { "enable_online_cancellation": true, days: null } })).await.is(200);
    let values = [Value::Null, json!(7), json!(14)];
    overtakes(days, values, async |body: Value| owner.patch(path, &named(record, &body)).await).await;
    owner.patch(path, &json!({ record: { days: 14 } })).await.is(200);
    // Switching off clears the days, which a colleague has just set.
    let off = json!({ record: { "enable_online_cancellation": false, days: null },
        "expected": { "enable_online_cancellation": true, days: 7 } });
    let saved = page().await["restaurant_operation"].clone();
    overtaken(&owner.patch(path, &off).await, days, &json!(14));
    assert_eq!(page().await["restaurant_operation"], saved);

    let group = app.customer_group(&restaurant, "常連", false).await;
    let of_group = format!("/owners/api/customer_groups/{group}");
    owner.patch(&of_group, &json!({ "customer_group": { "allow_standby": true } })).await.is(200);
    for (field, values) in [
        ("standby_notify_before_days", [json!(0), json!(3), json!(5)]),
        ("standby_notify_before_hours", [json!(0), json!(6), json!(9)]),
    ] {
        overtakes(field, values, async |body: Value| owner.patch(&of_group, &named("customer_group", &body)).await)
            .await;
    }
    let change = json!({ "customer_group": { "standby_notify_before_days": 2 }, "expected": { "standby_notify_before_days": 9 } });
    let saved = page().await["customer_groups"].clone();
    overtaken(&owner.patch(&of_group, &change).await, "standby_notify_before_days", &json!(0));
    assert_eq!(page().await["customer_groups"], saved);
    guards(&app, Method::PATCH, &of_group, &change).await;
    app.end().await;
}

#[tokio::test]
async fn drafts_of_announcements_are_not_overwritten() {
    let setup = announcements::setup().await;
    let (owner, regulars) = (&setup.owner, setup.regulars);
    let id = setup.saved(json!({})).await;
    let page = format!("{}/{id}", announcements::LIST);
    let resource = format!("/owners/api/resources/announcements/{id}");
    let stored = async || owner.get(&resource).await.is(200).json();
    let first = stored().await["body"].clone();
    let groups = "only_customer_group_ids";
    for (field, values) in [
        ("body", [first, json!("別の本文"), json!("三つめの本文")]),
        (groups, [json!([]), json!([regulars]), json!([regulars, 999])]),
    ] {
        overtakes(field, values.clone(), async |body: Value| owner.put(&resource, &flat(&body)).await).await;
        overtakes(field, values, async |body: Value| owner.patch(&page, &json!({ "announcement": flat(&body) })).await)
            .await;
    }
    // Two users change different fields.
    owner.put(&resource, &json!({ "body": "本文", "expected": { "body": stored().await["body"] } })).await.is(200);
    owner.put(&resource, &json!({ groups: [regulars], "expected": { groups: [] } })).await.is(200);
    let saved = stored().await;
    assert_eq!((&saved["body"], &saved["customer_group_ids"]), (&json!("本文"), &json!([regulars])));
    let stale = json!({ "body": "遅れた本文", groups: [999], "expected": { "body": "本文", groups: [] } });
    overtaken(&owner.put(&resource, &stale).await, groups, &json!([regulars]));
    assert_eq!(stored().await, saved, "a conflict about one field saves none");
    guards(&setup.app, Method::PUT, &resource, &stale).await;
    setup.app.end().await;
}

/// The text and the recipients of the confirmation page are the ones that are sent (gaps G318).
#[tokio::test]
async fn a_changed_draft_is_not_sent_unseen() {
    let setup = announcements::setup().await;
    let (app, owner, regulars) = (&setup.app, &setup.owner, setup.regulars);
    let colleague = app.staff_of(&[&setup.restaurant]).await;
    let id = setup.saved(json!({})).await;
    let (form, confirm) = (format!("{}/{id}", announcements::LIST), format!("{}/{id}/confirm", announcements::LIST));
    let seen = async || {
        let shown = owner.get(&confirm).await.data()["announcement"].clone();
        let names = [
            "subject_type",
            "body",
            "only_customer_group_ids",
            "only_prefectures",
            "only_premium_grades",
            "include_unsubscribed_customers",
            "send_count",
            "scheduled_at",
        ];
        let expected: Value = names.into_iter().map(|name| (name.to_owned(), shown[name].clone())).collect();
        json!({ "expected": expected })
    };
    let first = seen().await;
    colleague.patch(&form, &json!({ "announcement": { "body": "中止です。" } })).await.is(200);
    overtaken(&owner.post(&confirm, &first).await, "body", &json!("中止です。"));
    let second = seen().await;
    let to_regulars = json!({ "announcement": { "only_customer_group_ids": [regulars] } });
    colleague.patch(&form, &to_regulars).await.is(200);
    overtaken(&owner.post(&confirm, &second).await, "only_customer_group_ids", &json!(regulars.to_string()));
    assert_eq!(app.count("SELECT count(*) FROM announcements WHERE status = 'draft'").await, 1, "nothing is sent");
    owner.post(&confirm, &json!({ "expected": 1 })).await.refused(422, "invalid_input");
    let third = seen().await;
    guards(app, Method::POST, &confirm, &third).await;
    owner.post(&confirm, &third).await.is(200);
    owner.post(&confirm, &third).await.refused(422, "announcement_not_draft");
    // Without expected values the call works as before, and so it does without a body.
    let other = format!("{}/{}/confirm", announcements::LIST, setup.saved(json!({})).await);
    owner.submit(&other, &[]).await.goes_to(announcements::LIST);
    setup.app.end().await;
}

#[tokio::test]
async fn slots_are_not_overwritten() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let colleague = app.staff_of(&[&restaurant]).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let seats = seats(&app, &restaurant).await;
    let uid = made(&owner, &slot_form(&app, &restaurant, &seats, 7)).await;
    let path = format!("{SLOTS}/{uid}");
    let before = shown(&owner, &uid).await;
    let stock = before["online_stocks"][0]["id"].clone();
    let row =
        |access: &str| json!([{ "online_stock_id": stock, "access_control": access, "customer_group_ids": [group] }]);
    let time = |start: &str, end: &str| json!({ "start_time": start, "end_time": end });
    for (field, values) in [
        ("guests_counts", [json!([1, 2]), json!([2]), json!([1])]),
        (
            "times",
            [
                json!([time("18:00", "20:00")]),
                json!([time("18:00", "20:00"), time("20:30", "22:30")]),
                json!([time("19:00", "21:00")]),
            ],
        ),
        ("online_stocks", [json!([]), row("whitelist"), row("blacklist")]),
        ("custom_title_ja", [Value::Null, json!("特別席"), json!("窓側")]),
    ] {
        overtakes(field, values, async |body: Value| {
            let mut body = named("online_stock_group", &body);
            if body["online_stock_group"][field].is_null() {
                body["online_stock_group"][field] = json!("");
            }
            owner.put(&path, &body).await
        })
        .await;
    }
    assert_eq!(shown(&owner, &uid).await, before, "each field has its first value again");
    // A switch has two values: a second user who changes it wants the value that the first one has saved.
    let solo = json!({ "online_stock_group": { "always_allow_last_solo": 1 }, "expected": { "always_allow_last_solo": false } });
    for staff in [&owner, &colleague] {
        staff.put(&path, &solo).await.is(200);
    }
    // A seat that was booked meanwhile is no change of a colleague.
    let diner = app.diner("hanako").await;
    diner.hold(&restaurant, &bookable(&app, &uid).await, 1).await;
    let titled = json!({ "online_stock_group": { "custom_title_ja": "個室" }, "expected": { "custom_title_ja": null, "online_stocks": [] } });
    colleague.put(&path, &titled).await.is(200);
    let saved = shown(&owner, &uid).await;
    let stale = json!({ "online_stock_group": { "custom_title_ja": "窓側", "guests_counts": [1] },
        "expected": { "custom_title_ja": null, "guests_counts": [1, 2] } });
    overtaken(&owner.put(&path, &stale).await, "custom_title_ja", &json!("個室"));
    assert_eq!(shown(&owner, &uid).await, saved, "a conflict about one field saves none");
    guards(&app, Method::PUT, &path, &stale).await;

    let change = |counts: Value| json!({ "online_stock_group": { "guests_counts": counts }, "expected": { "guests_counts": [1, 2] } });
    let (ours, theirs) = (change(json!([1])), change(json!([2])));
    let (first, second) = tokio::join!(owner.put(&path, &ours), colleague.put(&path, &theirs));
    let mut answers = [first.status, second.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409], "simultaneous saves are compared in turn");
    app.end().await;
}

#[tokio::test]
async fn numbers_of_the_blacklist_are_not_overwritten() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let page = "/owners/restaurant_blacklisted_phone_numbers";
    let [first, second, third] = ["9012345678", "9022222222", "9033333333"];
    let entry = json!({ "phone_local_number": first, "internal_memo": "要注意" });
    let id = owner.post(page, &entry).await.is(201).json()["id"].clone();
    let number = "phone_local_number";
    let resource = format!("/owners/api/resources/restaurant_blacklisted_phone_numbers/{id}");
    let values = [first, second, third].map(|local| json!(local));
    overtakes(number, values.clone(), async |body: Value| owner.put(&resource, &flat(&body)).await).await;
    let form = format!("{page}/{id}");
    overtakes(number, values, async |body: Value| owner.patch(&form, &flat(&body)).await).await;
    // Two users change the number and the memo.
    owner.put(&resource, &json!({ number: second, "expected": { number: first } })).await.is(200);
    owner.put(&resource, &json!({ "internal_memo": "電話済み", "expected_internal_memo": "要注意" })).await.is(200);
    let saved = owner.get(&resource).await.is(200).json();
    assert_eq!((&saved[number], &saved["internal_memo"]), (&json!(second), &json!("電話済み")));
    let stale = json!({ number: third, "internal_memo": "三", "expected": { number: first, "phone_country": "JP" } });
    overtaken(&owner.put(&resource, &stale).await, number, &json!(second));
    assert_eq!(owner.get(&resource).await.is(200).json(), saved, "a conflict about the number saves no memo");
    guards(&app, Method::PUT, &resource, &stale).await;
    app.end().await;
}
