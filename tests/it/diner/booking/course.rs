//! Courses with a daily maximum of guests.

use tests::{CourseSpec, RestaurantSpec, Slot, SlotSpec, TestApp, eventually};

async fn remaining(diner: &tests::Persona, restaurant: &tests::Restaurant, slot: &Slot) -> serde_json::Value {
    let day = diner.day(restaurant.slug, slot.date).await;
    day["dinner"][0]["courses"][0]["daily_remaining"].clone()
}

/// F052
#[tokio::test]
async fn a_course_sells_its_daily_maximum_over_all_slots_of_the_day() {
    let app = TestApp::start().await;
    let limited = CourseSpec { daily_max: Some(4), ..CourseSpec::default() };
    let restaurant =
        app.restaurant(RestaurantSpec { seats: 8, courses: vec![limited], ..RestaurantSpec::default() }).await;
    let early = app.slot(&restaurant, SlotSpec { times: vec![("17:00", "19:00")], ..SlotSpec::default() }).await;
    let late = app.slot(&restaurant, SlotSpec { times: vec![("20:00", "22:00")], ..SlotSpec::default() }).await;
    let tomorrow = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let (hanako, kenji, aoi) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("aoi").await);
    assert_eq!(remaining(&aoi, &restaurant, &early).await, 4);
    let first = hanako.hold(&restaurant, &early, 2).await;
    kenji.book(&restaurant, &late, 2).await;
    aoi.try_hold(&restaurant, &early, 2).await.refused(422, "course_full");
    eventually("the day looks full", || async { aoi.guests_options(&restaurant, &late).await.is_empty() }).await;
    assert_eq!(remaining(&aoi, &restaurant, &tomorrow).await, 4);
    hanako.cancel(&first).await.is(204);
    aoi.try_hold(&restaurant, &early, 3).await.refused(422, "course_full");
    aoi.book(&restaurant, &early, 2).await;
    app.end().await;
}

#[tokio::test]
async fn course_without_maximum_has_no_remaining_count() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    assert!(remaining(&hanako, &restaurant, &slot).await.is_null());
    app.end().await;
}

#[tokio::test]
async fn an_expired_hold_gives_its_part_of_the_maximum_back() {
    let app = TestApp::start().await;
    let limited = CourseSpec { daily_max: Some(2), ..CourseSpec::default() };
    let restaurant =
        app.restaurant(RestaurantSpec { seats: 8, courses: vec![limited], ..RestaurantSpec::default() }).await;
    let early = app.slot(&restaurant, SlotSpec { times: vec![("17:00", "19:00")], ..SlotSpec::default() }).await;
    let late = app.slot(&restaurant, SlotSpec { times: vec![("20:00", "22:00")], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    hanako.hold(&restaurant, &early, 2).await;
    kenji.try_hold(&restaurant, &late, 2).await.refused(422, "course_full");
    app.advance(600);
    kenji.book(&restaurant, &late, 2).await;
    app.end().await;
}

#[tokio::test]
async fn withdrawn_course_closes_its_slot() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    app.execute("UPDATE courses SET is_active = false").await;
    app.refresh(&restaurant, slot.date).await;
    assert!(hanako.guests_options(&restaurant, &slot).await.is_empty());
    assert_eq!(hanako.month("sushi-test", "2026-12").await["has_availability"], false);
    let refused = hanako.try_hold(&restaurant, &slot, 1).await;
    refused.refused(422, "not_offered");
    assert_eq!(refused.bad_fields(), ["course_id"]);
    app.end().await;
}
