//! Which diners may book which seats on which days: groups, silent rejections, rounds.

use serde_json::json;
use tests::{HOUR, RestaurantSpec, SlotSpec, TestApp, TestPlan, eventually};

/// F058
#[tokio::test]
async fn group_seat_is_visible_and_bookable_by_members_only() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    app.whitelist(&restaurant, &slot, 0, group).await;
    let (member, stranger) = (app.diner("hanako").await, app.diner("kenji").await);
    app.put_into_group(&restaurant, &member, group).await;
    assert_eq!(stranger.month("sushi-test", "2026-12").await["available_dates"], json!([]));
    assert!(stranger.guests_options(&restaurant, &slot).await.is_empty());
    assert!(app.anonymous().guests_options(&restaurant, &slot).await.is_empty());
    stranger.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    assert_eq!(member.month("sushi-test", "2026-12").await["available_dates"], json!([slot.date.to_string()]));
    assert_eq!(member.guests_options(&restaurant, &slot).await, [1]);
    member.book(&restaurant, &slot, 1).await;
    app.end().await;
}

#[tokio::test]
async fn members_get_group_seats_before_general_seats() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    app.whitelist(&restaurant, &slot, 1, group).await;
    let (member, stranger) = (app.diner("hanako").await, app.diner("kenji").await);
    app.put_into_group(&restaurant, &member, group).await;
    assert_eq!(stranger.guests_options(&restaurant, &slot).await, [1], "the second seat is reserved for others");
    member.book(&restaurant, &slot, 1).await;
    stranger.book(&restaurant, &slot, 1).await;
    app.end().await;
}

/// F059
#[tokio::test]
async fn soft_blocked_group_sees_full_calendar() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let group = app.customer_group(&restaurant, "ご遠慮", true).await;
    let (member, stranger) = (app.diner("hanako").await, app.diner("kenji").await);
    app.put_into_group(&restaurant, &member, group).await;
    let month = member.month("sushi-test", "2026-12").await;
    assert_eq!((&month["has_availability"], &month["dates"]), (&json!(false), &json!([slot.date.to_string()])));
    assert!(member.guests_options(&restaurant, &slot).await.is_empty());
    member.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    assert_eq!(stranger.month("sushi-test", "2026-12").await["has_availability"], true);
    stranger.book(&restaurant, &slot, 1).await;
    app.end().await;
}

/// F060
#[tokio::test]
async fn blacklisted_number_sees_full_calendar() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "soba-test", ..RestaurantSpec::default() }).await;
    let (slot, there) =
        (app.slot(&restaurant, SlotSpec::default()).await, app.slot(&elsewhere, SlotSpec::default()).await);
    let (listed, other) = (app.diner("hanako").await, app.diner("kenji").await);
    sqlx::query(
        "INSERT INTO blacklisted_phone_numbers (restaurant_id, phone_country, phone_local_number, phone_e164, created_at)
         SELECT $1, phone_country, phone_local_number, phone_e164, $3 FROM profiles WHERE user_id = $2",
    )
    .bind(restaurant.id.0)
    .bind(listed.id().0)
    .bind(app.now())
    .execute(&app.pool)
    .await
    .unwrap();
    app.touch_settings(&restaurant).await;
    assert_eq!(listed.month("sushi-test", "2026-12").await["has_availability"], false);
    listed.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    other.book(&restaurant, &slot, 1).await;
    listed.book(&elsewhere, &there, 1).await;
    app.end().await;
}

/// F057
#[tokio::test]
async fn a_round_opens_its_days_and_no_later_ones() {
    let app = TestApp::start().await;
    let plan = TestPlan::Till { from_seconds: -60, days: 7 };
    let restaurant = app.restaurant(RestaurantSpec { plan, ..RestaurantSpec::default() }).await;
    let within = app.slot(&restaurant, SlotSpec::default()).await;
    let beyond = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    let month = hanako.month("sushi-test", "2026-12").await;
    assert_eq!(month["dates"], json!([within.date.to_string(), beyond.date.to_string()]));
    assert_eq!(month["available_dates"], json!([within.date.to_string()]));
    assert_eq!(hanako.calendar("sushi-test").await["reservable_till"], within.date.to_string());
    assert!(hanako.guests_options(&restaurant, &beyond).await.is_empty());
    assert_eq!(hanako.try_hold(&restaurant, &beyond, 1).await.refused(422, "not_open")["force_reload"], true);
    hanako.book(&restaurant, &within, 1).await;
    app.end().await;
}

#[tokio::test]
async fn nothing_is_open_without_a_plan_or_with_one_that_says_never() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    for (slug, plan) in [("no-plan", TestPlan::None), ("never", TestPlan::Never)] {
        let restaurant = app.restaurant(RestaurantSpec { slug, plan, ..RestaurantSpec::default() }).await;
        let slot = app.slot(&restaurant, SlotSpec::default()).await;
        assert_eq!(hanako.month(slug, "2026-12").await["available_dates"], json!([]));
        assert!(hanako.calendar(slug).await["reservable_till"].is_null());
        hanako.try_hold(&restaurant, &slot, 1).await.refused(422, "not_open");
    }
    app.end().await;
}

#[tokio::test]
async fn group_round_plan_replaces_general_plan() {
    let app = TestApp::start().await;
    let plan = TestPlan::Till { from_seconds: -60, days: 3 };
    let restaurant = app.restaurant(RestaurantSpec { plan, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let (member, stranger) = (app.diner("hanako").await, app.diner("kenji").await);
    app.put_into_group(&restaurant, &member, group).await;
    member.try_hold(&restaurant, &slot, 1).await.refused(422, "not_open");
    sqlx::query(
        "INSERT INTO reservation_round_plans (restaurant_id, customer_group_id, kind) VALUES ($1, $2, 'forever')",
    )
    .bind(restaurant.id.0)
    .bind(group)
    .execute(&app.pool)
    .await
    .unwrap();
    app.refresh(&restaurant, slot.date).await;
    app.touch_settings(&restaurant).await;
    stranger.try_hold(&restaurant, &slot, 1).await.refused(422, "not_open");
    member.book(&restaurant, &slot, 1).await;
    eventually("open for the group only", || async {
        let open = |month: serde_json::Value| month["has_availability"] == true;
        open(member.month("sushi-test", "2026-12").await) && !open(stranger.month("sushi-test", "2026-12").await)
    })
    .await;
    app.end().await;
}

#[tokio::test]
async fn a_start_time_past_its_cutoff_is_not_for_the_web() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { cutoff_hours: 24, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { days: 1, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    app.advance(8 * HOUR - 1);
    assert_eq!(hanako.guests_options(&restaurant, &slot).await, [1, 2, 3, 4]);
    app.advance(1);
    assert!(hanako.guests_options(&restaurant, &slot).await.is_empty());
    assert_eq!(hanako.month("sushi-test", "2026-12").await["has_availability"], false);
    hanako.try_hold(&restaurant, &slot, 1).await.refused(422, "past_cutoff");
    app.end().await;
}

#[tokio::test]
async fn a_closed_day_is_not_offered() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (open, closed) = (
        app.slot(&restaurant, SlotSpec::default()).await,
        app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await,
    );
    let hanako = app.diner("hanako").await;
    assert_eq!(hanako.month("sushi-test", "2026-12").await["available_dates"].as_array().unwrap().len(), 2);
    app.close_day(&restaurant, closed.date).await;
    eventually("the day has left the calendar", || async {
        hanako.month("sushi-test", "2026-12").await["available_dates"] == json!([open.date.to_string()])
    })
    .await;
    assert!(hanako.guests_options(&restaurant, &closed).await.is_empty());
    assert_eq!(hanako.try_hold(&restaurant, &closed, 1).await.refused(422, "slot_gone")["force_reload"], true);
    app.end().await;
}

#[tokio::test]
async fn a_party_size_may_be_limited_per_slot() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
    app.execute(
        "INSERT INTO osg_guests_count_selectors (restaurant_id, online_stock_group_id, guests_count, max_per_isg)
         SELECT restaurant_id, id, 1, 1 FROM online_stock_groups UNION ALL SELECT restaurant_id, id, 2, NULL FROM online_stock_groups",
    )
    .await;
    let (hanako, kenji, aoi) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("aoi").await);
    hanako.book(&restaurant, &slot, 1).await;
    kenji.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    eventually("only pairs", || async { aoi.guests_options(&restaurant, &slot).await == [2] }).await;
    kenji.book(&restaurant, &slot, 2).await;
    aoi.book(&restaurant, &slot, 2).await;
    app.end().await;
}
