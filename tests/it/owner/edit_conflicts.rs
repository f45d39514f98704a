//! Two members of staff edit the same record: a later write does not overwrite an earlier one, and gets a 409 response.

use reqwest::Method;
use serde_json::{Value, json};
use tests::{OFFLINE_RESERVATIONS, Reply, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

/// Writes with the expected value, and with an outdated one.
async fn overtakes(write: impl AsyncFn(&'static str, Option<&'static str>) -> Reply) {
    write("窓側", None).await.is(200);
    write("入口", Some("")).await.refused(409, "note_changed");
    write("窓側", Some("")).await.is(200);
    write("奥", Some("窓側")).await.is(200);
    write("入口", Some("窓側")).await.refused(409, "note_changed");
    write("入口", None).await.is(200);
}

/// A missing field expects nothing.
fn fields(name: &str, text: &str, seen: Option<&str>) -> Value {
    let mut fields = json!({ name: text });
    if let Some(seen) = seen {
        fields[format!("expected_{name}")] = json!(seen);
    }
    fields
}

#[tokio::test]
async fn day_memo_is_not_overwritten() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let path = format!("/owners/api/restaurant_calendar_dates/{}", app.day(3));
    let body = |text: &'static str, seen| json!({ "restaurant_calendar_date": fields("daily_memo", text, seen) });
    overtakes(async |text, seen| owner.patch(&path, &body(text, seen)).await).await;
    assert_eq!(app.count("SELECT count(*) FROM restaurant_calendar_dates WHERE daily_memo = '入口'").await, 1);
    app.end().await;
}

#[tokio::test]
async fn memos_of_blacklisted_numbers_are_not_overwritten() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let list = "/owners/restaurant_blacklisted_phone_numbers";
    let resource = "/owners/api/resources/restaurant_blacklisted_phone_numbers";
    for (method, calls) in [(Method::PATCH, list), (Method::PUT, resource)] {
        let entry = json!({ "phone_local_number": "09012345678" });
        let id = owner.post(list, &entry).await.is(201).json()["id"].clone();
        let path = format!("{calls}/{id}");
        let write = async |body: &Value| owner.call(method.clone(), &path).json(body).send().await;
        overtakes(async |text, seen| write(&fields("internal_memo", text, seen)).await).await;
        // A number alone overwrites no memo, and a rejected write does not change the number.
        write(&json!({ "phone_local_number": "08012345678", "expected_internal_memo": "窓側" })).await.is(200);
        let mut both = fields("internal_memo", "奥", Some("窓側"));
        both["phone_local_number"] = json!("07012345678");
        write(&both).await.refused(409, "note_changed");
        let number = owner.get(list).await.data()["numbers"][0].clone();
        assert_eq!((&number["phone_local_number"], &number["internal_memo"]), (&json!("8012345678"), &json!("入口")));
        owner.delete(&path).await.is(200);
        write(&both).await.refused(404, "not_found");
    }
    app.end().await;
}

#[tokio::test]
async fn reservation_and_guest_memos_are_not_overwritten() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let visit = VisitSpec { items: vec![0], guests: 1, ..VisitSpec::default() };
    let written = owner.record_visit(&app, &restaurant, &visit).await.is(201).json()["uid"].clone();
    let written = written.as_str().expect("a uid");
    let slot = app.slot(&restaurant, SlotSpec { days: 9, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    let booked = hanako.book(&restaurant, &slot, 1).await;
    let online = format!("/owners/api/online_reservations/{booked}");
    for (path, key) in
        [(format!("{OFFLINE_RESERVATIONS}/{written}"), "offline_reservation"), (online.clone(), "online_reservation")]
    {
        let memo = |text: &'static str, seen| json!({ key: fields("internal_memo", text, seen) });
        overtakes(async |text, seen| owner.put(&path, &memo(text, seen)).await).await;
        let of_guest = |text: &'static str, seen| {
            let profile = fields("internal_memo", text, seen);
            json!({ key: { "customer_attributes": { "profile_attributes": profile } } })
        };
        overtakes(async |text, seen| owner.put(&path, &of_guest(text, seen)).await).await;
    }
    // A rejected write changes no field, not even the guest's memo.
    let both = json!({ "online_reservation": {
        "internal_memo": "新しい", "expected_internal_memo": "入口",
        "customer_attributes": { "profile_attributes": fields("internal_memo", "新しい", Some("何か")) },
    } });
    owner.put(&online, &both).await.refused(409, "note_changed");
    let detail = owner.get(&online).await.data();
    assert_eq!((&detail["internal_memo"], &detail["customer_internal_memo"]), (&json!("入口"), &json!("入口")));
    sqlx::query("UPDATE reservations SET type = 'offsite_reservation' WHERE uid = $1")
        .bind(written)
        .execute(&app.pool)
        .await
        .unwrap();
    let path = format!("/owners/api/offsite_reservations/{written}");
    let memo = |text: &'static str, seen| json!({ "offsite_reservation": fields("internal_memo", text, seen) });
    owner.put(&path, &memo("奥", Some("窓側"))).await.refused(409, "note_changed");
    owner.put(&path, &memo("奥", Some("入口"))).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn concurrent_guest_notes_are_not_overwritten() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let guest =
        owner.post("/owners/api/customers", &json!({ "customer": { "nickname": "伊藤" } })).await.is(201).json();
    let path = format!("/owners/api/customers/{}", guest["uid"].as_str().expect("a uid"));
    for name in ["internal_memo", "noted_allergies", "noted_dislikes"] {
        let noted =
            |text: &'static str, seen| json!({ "customer": { "profile_attributes": fields(name, text, seen) } });
        overtakes(async |text, seen| owner.patch(&path, &noted(text, seen)).await).await;
    }
    let tags = |tags: Value, seen: Value| json!({ "customer": { "tags": tags, "expected_tags": seen } });
    owner.patch(&path, &tags(json!(["vip", "辛口が好き"]), json!([]))).await.is(200);
    owner.patch(&path, &tags(json!(["辛口が好き", "vip"]), json!([]))).await.is(200);
    owner.patch(&path, &tags(json!(["vip"]), json!([]))).await.refused(409, "note_changed");
    owner.patch(&path, &tags(json!(["vip"]), json!(["辛口が好き", "vip"]))).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn names_numbers_and_groups_are_not_overwritten() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let written = json!({ "nickname": "伊藤", "phone_local_number": "09012345678" });
    let guest = owner.post("/owners/api/customers", &json!({ "customer": written })).await.is(201).json();
    let path = format!("/owners/api/customers/{}", guest["uid"].as_str().expect("a uid"));
    let change = |profile: Value| json!({ "customer": { "profile_attributes": profile } });
    let with = |name: &str, text: &str, seen: &str| change(fields(name, text, Some(seen)));
    for (name, first, second, third) in [
        ("nickname", "伊藤", "伊東", "井藤"),
        ("kana", "", "イトウ", "イトー"),
        ("phone_local_number", "9012345678", "09087654321", "09011112222"),
        ("receipt_title", "", "株式会社", "有限会社"),
    ] {
        owner.patch(&path, &with(name, second, first)).await.is(200);
        owner.patch(&path, &with(name, third, first)).await.refused(409, "note_changed");
        owner.patch(&path, &change(json!({ name: third }))).await.is(200);
    }
    let group = app.customer_group(&restaurant, "常連", false).await;
    let grouped = |group: Value, seen: Value| json!({ "customer": { "customer_group_id": group, "expected_customer_group_id": seen } });
    owner.patch(&path, &grouped(json!(group), Value::Null)).await.is(200);
    owner.patch(&path, &grouped(Value::Null, Value::Null)).await.refused(409, "note_changed");
    owner.patch(&path, &grouped(Value::Null, json!(group))).await.is(200);
    app.end().await;
}

/// A rejection has the current reservation, the colleague who changed it, and the time.
#[tokio::test]
async fn conflict_names_the_colleague_and_the_current_state() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let visit = VisitSpec { items: vec![0], guests: 1, ..VisitSpec::default() };
    let uid = owner.record_visit(&app, &restaurant, &visit).await.uid();
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let seen = owner.get(&path).await.data();
    let moved = |start: &str, end: &str| {
        json!({ "offline_reservation": { "starts_at": start, "ends_at": end, "expected_starts_at": seen["starts_at"],
            "expected_ends_at": seen["ends_at"], "expected_guests_count": seen["guests_count"] } })
    };
    sqlx::query("UPDATE owners SET nickname = '佐藤'").execute(&app.pool).await.expect("a name");
    owner.put(&path, &moved("18:30", "20:30")).await.is(200);
    let reply = owner.put(&path, &moved("19:00", "21:00")).await;
    reply.refused(409, "reservation_moved");
    let current = reply.json()["current"].clone();
    assert_eq!((&current["start_time"], &current["changed_by"]), (&json!("18:30"), &json!("佐藤")), "{current}");
    assert!(current["changed_at"].as_str().is_some_and(|at| at.ends_with("+09:00")), "{current}");
    // Without expected values the call works as the specification describes it.
    let plain = json!({ "offline_reservation": { "starts_at": "19:00", "ends_at": "21:00" } });
    owner.put(&path, &plain).await.is(200);

    let party = json!({ "offline_reservation": { "new_guests_count": 1, "expected_guests_count": 2 } });
    owner.put(&path, &party).await.refused(409, "reservation_moved");
    let named = |name: &str, seen: &str| json!({ "offline_reservation": { "customer_attributes": { "profile_attributes": fields("nickname", name, Some(seen)) } } });
    owner.put(&path, &named("伊東", "伊藤")).await.is(200);
    let reply = owner.put(&path, &named("井藤", "伊藤")).await;
    reply.refused(409, "note_changed");
    assert_eq!(reply.json()["current"]["changed_by"], Value::Null, "a guest's field has another history");
    app.end().await;
}
