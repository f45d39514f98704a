use serde_json::json;
use tests::{CourseSpec, RestaurantSpec, SlotSpec, TestApp};

/// F034
#[tokio::test]
async fn a_day_lists_its_slots_by_meal_with_all_one_can_choose() {
    let app = TestApp::start().await;
    let spec = RestaurantSpec {
        courses: vec![
            CourseSpec { daily_max: Some(6), ..CourseSpec::default() },
            CourseSpec { price: 15_000, is_prepaid: true, ..CourseSpec::default() },
        ],
        ..RestaurantSpec::default()
    };
    let restaurant = app.restaurant(spec).await;
    let times = vec![("17:30", "19:30"), ("20:00", "22:00")];
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1, 2], times, ..SlotSpec::default() }).await;
    let day = app.anonymous().day("sushi-test", slot.date).await;
    assert_eq!(day.as_object().unwrap().keys().collect::<Vec<_>>(), ["dinner"], "meals without slots are left out");
    let group = &day["dinner"][0];
    assert_eq!(group["id"], slot.id);
    assert_eq!(group["operation"], "dinner");
    assert_eq!(group["guests_count_option_values"], json!([1, 2]));
    assert!(group["display_title"].as_str().unwrap().contains("カウンター"));
    assert_eq!(group["inventory_group"], json!({ "title": "カウンター", "custom_guests_count_label": null }));
    let starts: Vec<_> =
        group["time_options"].as_array().unwrap().iter().map(|time| time["start_time"].clone()).collect();
    assert_eq!(starts, ["17:30", "20:00"]);
    let courses = group["courses"].as_array().unwrap();
    assert_eq!(courses.len(), 2);
    assert_eq!((&courses[0]["price"], &courses[0]["daily_remaining"]), (&json!(10_000), &json!(6)));
    assert_eq!((&courses[1]["is_prepaid"], &courses[1]["daily_remaining"]), (&json!(true), &json!(null)));
    app.end().await;
}

#[tokio::test]
async fn a_start_after_midnight_belongs_to_the_evening_before() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    app.execute("UPDATE osg_times SET starts_at = starts_at + interval '7 hours 30 minutes', ends_at = ends_at + interval '7 hours 30 minutes'").await;
    app.refresh(&restaurant, slot.date).await;
    let hanako = app.diner("hanako").await;
    let day = hanako.day("sushi-test", slot.date).await;
    assert_eq!(day["dinner"][0]["time_options"][0]["start_time"], "25:30");
    let uid = hanako.book(&restaurant, &slot, 1).await;
    let reservation = hanako.reservation(&uid).await["reservation"].clone();
    assert_eq!(
        (&reservation["date"], &reservation["starts_at"]),
        (&json!("2026-12-08"), &json!("2026-12-09T01:30:00+09:00"))
    );
    app.end().await;
}

#[tokio::test]
async fn invalid_day_is_rejected() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let visitor = app.anonymous();
    let token = visitor.calendar_token("sushi-test").await;
    for date in ["", "x", "2026-12", "2026-02-30", "2026-13-01", "20261208", "%00"] {
        let path = format!("/users/api/availability/dates/sushi-test?date={date}&reservation_calendar_token={token}");
        visitor.get(&path).await.refused(400, "date_invalid");
    }
    for date in ["2020-01-01", "2099-01-01", "0001-01-01", "9999-12-31"] {
        let path = format!("/users/api/availability/dates/sushi-test?date={date}&reservation_calendar_token={token}");
        assert_eq!(visitor.get(&path).await.is(200).json()["grouped_online_stock_groups"], json!({}), "{date}");
    }
    let path = format!("/users/api/availability/dates/other?date=2026-12-08&reservation_calendar_token={token}");
    visitor.get(&path).await.refused(400, "reservation_calendar_token_invalid");
    app.end().await;
}

#[tokio::test]
async fn titles_of_a_day_follow_the_readers_language() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let visitor = app.anonymous();
    assert_eq!(visitor.day("sushi-test", slot.date).await["dinner"][0]["courses"][0]["title"], "おまかせ");
    visitor.get("/en").await.is(200);
    assert_eq!(visitor.day("sushi-test", slot.date).await["dinner"][0]["courses"][0]["title"], "Omakase");
    app.end().await;
}
