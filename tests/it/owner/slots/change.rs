//! Changes of slots, and their end.

use serde_json::{Value, json};
use tests::{CourseSpec, RestaurantSpec, TestApp};

use super::{SLOTS, bookable, change, error_text, made, seats, shown, slot_form};

fn ids(detail: &Value) -> Vec<i64> {
    let stocks = detail["online_stocks"].as_array().expect("stocks");
    stocks.iter().filter_map(|stock| stock["id"].as_i64()).collect()
}

/// F153
#[tokio::test]
async fn counts_times_courses_titles_and_seats_change() {
    let app = TestApp::start().await;
    let courses = vec![CourseSpec::default(), CourseSpec { price: 20_000, ..CourseSpec::default() }];
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec { courses, ..RestaurantSpec::default() }).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let seats = seats(&app, &restaurant).await;
    let uid = made(&owner, &slot_form(&app, &restaurant, &seats, 7)).await;
    let before = shown(&owner, &uid).await;
    let kept = bookable(&app, &uid).await.times[0];
    let fields = json!({
        "guests_counts": [2], "always_allow_last_solo": 1, "course_ids": [restaurant.courses[1]],
        "times": [{ "start_time": "18:00", "end_time": "20:00" }, { "start_time": "20:30", "end_time": "22:30" }],
        "online_stocks": [{ "online_stock_id": ids(&before)[1], "access_control": "whitelist", "customer_group_ids": [group] }],
        "show_end_time_on_title": true, "custom_title_ja": " 特別席 ", "custom_title_en": "Special seats",
    });
    assert_eq!(change(&owner, &uid, fields).await.is(200).json()["status"], 200);
    let after = shown(&owner, &uid).await;
    assert_eq!(after["selected_guests_counts"], json!([{ "guests_count": 2 }]));
    assert_eq!(after["selected_courses"], json!([{ "course_id": restaurant.courses[1] }]));
    assert_eq!(after["selected_times"].as_array().map(Vec::len), Some(2));
    assert_eq!(after["online_stocks"][1]["customer_group_ids"], json!([group]));
    assert_eq!((&after["always_allow_last_solo"], &after["show_end_time_on_title"]), (&json!(true), &json!(true)));
    assert_eq!((&after["custom_title_ja"], &after["custom_title_en"]), (&json!("特別席"), &json!("Special seats")));
    let slot = bookable(&app, &uid).await;
    assert_eq!(slot.times[0], kept, "a time that stays is the same time");
    let day = app.diner("d").await.day(restaurant.slug, slot.date).await;
    assert!(day.to_string().contains("特別席"), "the diner sees the new title: {day}");
    // Missing fields stay, blank fields are cleared, and rows that are not sent open their seat.
    change(&owner, &uid, json!({ "custom_title_ja": "", "online_stocks": [] })).await.is(200);
    let last = shown(&owner, &uid).await;
    assert_eq!((&last["custom_title_ja"], &last["custom_title_en"]), (&Value::Null, &json!("Special seats")));
    assert_eq!(last["online_stocks"][1]["access_control"], "blacklist");
    assert_eq!(last["selected_guests_counts"], json!([{ "guests_count": 2 }]));
    app.end().await;
}

#[tokio::test]
async fn invalid_changes_have_no_effect() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let seats = seats(&app, &restaurant).await;
    let uid = made(&owner, &slot_form(&app, &restaurant, &seats, 7)).await;
    let before = shown(&owner, &uid).await;
    let cases = [
        (json!({ "guests_counts": [] }), "slot_guests_missing"),
        (json!({ "guests_counts": [3] }), "slot_guests_out_of_range"),
        (json!({ "times": [] }), "slot_time_missing"),
        (json!({ "times": [{ "start_time": "18:03", "end_time": "20:00" }] }), "slot_time_invalid"),
        (json!({ "course_ids": [] }), "slot_course_missing"),
        (json!({ "course_ids": [999_999] }), "slot_course_unknown"),
        (
            json!({ "times": [{ "start_time": "17:00", "end_time": "19:00" }], "custom_title_ja": "長".repeat(101) }),
            "slot_title_too_long",
        ),
        (
            json!({ "online_stocks": [{ "online_stock_id": ids(&before)[0], "access_control": "whitelist" }] }),
            "slot_access_invalid",
        ),
    ];
    for (fields, code) in cases {
        change(&owner, &uid, fields).await.refused(400, code);
    }
    let unknown = json!({ "online_stocks": [{ "online_stock_id": 999_999, "access_control": "blacklist" }] });
    error_text(&change(&owner, &uid, unknown).await, 404, "slot_deleted");
    change(&owner, "nothing", json!({ "online_stocks": [] })).await.refused(404, "not_found");
    assert_eq!(shown(&owner, &uid).await, before);
    app.end().await;
}

/// F154, F155
#[tokio::test]
async fn reserved_seats_stay_as_they_are_and_free_ones_go() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let seats = seats(&app, &restaurant).await;
    let uid = made(&owner, &slot_form(&app, &restaurant, &seats, 7)).await;
    let diner = app.diner("d").await;
    let held = diner.hold(&restaurant, &bookable(&app, &uid).await, 1).await;
    let detail = shown(&owner, &uid).await;
    let [taken, free] = ids(&detail)[..] else { panic!("two stocks: {detail}") };
    assert!(detail["online_stocks"][0]["online_reservable_id"].is_i64());
    let row =
        |id: i64| json!([{ "online_stock_id": id, "access_control": "whitelist", "customer_group_ids": [group] }]);
    error_text(&change(&owner, &uid, json!({ "online_stocks": row(taken) })).await, 422, "slot_stock_reserved");
    change(&owner, &uid, json!({ "online_stocks": row(free) })).await.is(200);
    let delete = |ids: String| format!("{SLOTS}/{uid}?online_stock_ids={ids}");
    error_text(&owner.delete(&delete(format!("{taken},{free}"))).await, 422, "slot_stock_reserved");
    assert_eq!(ids(&shown(&owner, &uid).await).len(), 2, "one reserved seat keeps them all");
    owner.delete(&delete(String::new())).await.refused(400, "slot_stocks_missing");
    error_text(&owner.delete(&delete("999999".into())).await, 404, "slot_deleted");
    assert_eq!(owner.delete(&delete(format!("[{free}]"))).await.is(200).json()["status"], 200);
    assert_eq!(ids(&shown(&owner, &uid).await), [taken]);
    // An expired hold does not block the change, whether or not it was swept.
    app.advance(601);
    assert_eq!(owner.delete(&delete(taken.to_string())).await.is(200).json()["status"], 200);
    assert_eq!(diner.status_of(&held).await, "expired");
    let gone = error_text(&owner.get(&format!("{SLOTS}/{uid}")).await, 404, "slot_deleted");
    assert_eq!(gone, "座席設定が既に削除されています。画面を更新して下さい。");
    error_text(&change(&owner, &uid, json!({ "guests_counts": [1] })).await, 404, "slot_deleted");
    error_text(&owner.delete(&delete(taken.to_string())).await, 404, "slot_deleted");
    app.end().await;
}

#[tokio::test]
async fn selectors_and_courses_show_booked_amounts() {
    let app = TestApp::start().await;
    let course = CourseSpec { daily_max: Some(5), ..CourseSpec::default() };
    let (restaurant, owner) =
        app.restaurant_and_owner(RestaurantSpec { courses: vec![course], ..RestaurantSpec::default() }).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let seats = seats(&app, &restaurant).await;
    let uid = made(&owner, &slot_form(&app, &restaurant, &seats, 7)).await;
    let slot = bookable(&app, &uid).await;
    sqlx::query(
        "INSERT INTO osg_guests_count_selectors (restaurant_id, online_stock_group_id, customer_group_id, guests_count, max_per_isg)
         VALUES ($1, $2, $3, 2, 1)",
    )
    .bind(restaurant.id.0)
    .bind(slot.id)
    .bind(group)
    .execute(&app.pool)
    .await
    .expect("a selector");
    app.refresh(&restaurant, slot.date).await;
    app.diner("d").await.book(&restaurant, &slot, 2).await;
    let states = shown(&owner, &uid).await["guests_count_selector_states"].clone();
    assert_eq!(states[0]["customer_group_id"], Value::Null);
    assert_eq!(states[0]["gcss_options"].as_array().map(Vec::len), Some(2), "{states}");
    assert_eq!(states[1]["gcss_options"], json!([{ "guests_count": 2, "max_per_isg": 1 }]));
    assert_eq!(states[1]["is_locked"], false);
    sqlx::query("UPDATE customer_groups SET archived_at = $1")
        .bind(app.now())
        .execute(&app.pool)
        .await
        .expect("archived");
    assert_eq!(shown(&owner, &uid).await["guests_count_selector_states"][1]["is_locked"], true);
    let courses = owner.get(&format!("{SLOTS}/{uid}/course_selector_states")).await.is(200).json();
    let expected =
        json!([{ "course_id": restaurant.courses[0], "daily_max": 5, "daily_remaining": 3, "is_locked": false }]);
    assert_eq!((&courses["status"], &courses["data"]), (&json!(200), &expected));
    app.end().await;
}
