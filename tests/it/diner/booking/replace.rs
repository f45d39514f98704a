//! One hold per diner and restaurant, one booking per meal.

use tests::{CourseSpec, RestaurantSpec, SlotSpec, TestApp};

#[tokio::test]
async fn repeated_request_returns_same_hold() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let first = hanako.hold(&restaurant, &slot, 2).await;
    app.advance(60);
    assert_eq!(hanako.hold(&restaurant, &slot, 2).await, first);
    assert_eq!(app.count("SELECT count(*) FROM reservations").await, 1);
    let review = hanako.get(&format!("/r/sushi-test/reservations/{first}/review")).await.data();
    assert_eq!(review["hold"]["seconds_to_complete"], 540, "asking again does not buy more time");
    app.end().await;
}

#[tokio::test]
async fn different_request_releases_previous_hold() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let (friday, saturday) = (
        app.slot(&restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await,
        app.slot(&restaurant, SlotSpec { days: 8, counts: vec![1, 2], ..SlotSpec::default() }).await,
    );
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let first = hanako.hold(&restaurant, &friday, 2).await;
    let flash = async |uid: &str| {
        let review = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.json();
        review["flash"].as_array().expect("messages").len()
    };
    assert_eq!(flash(&first).await, 0);
    let second = hanako.hold(&restaurant, &saturday, 2).await;
    assert_ne!(first, second);
    assert_eq!(flash(&second).await, 1, "the diner learns that the first hold was released");
    kenji.book(&restaurant, &friday, 2).await;
    hanako.confirm(&restaurant, &first).await.refused(422, "hold_ended");
    hanako.confirm(&restaurant, &second).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn a_hold_that_takes_all_seats_may_shrink_and_grow_on_its_own_seats() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    for guests in [2, 1, 2, 1] {
        hanako.hold(&restaurant, &slot, guests).await;
    }
    assert_eq!(app.count("SELECT count(*) FROM reservation_seats WHERE released_at IS NULL").await, 1);
    app.end().await;
}

#[tokio::test]
async fn rejected_request_keeps_previous_hold() {
    let app = TestApp::start().await;
    let spec = RestaurantSpec {
        seats: 2,
        courses: vec![CourseSpec::default(), CourseSpec { daily_max: Some(1), ..CourseSpec::default() }],
        ..RestaurantSpec::default()
    };
    let restaurant = app.restaurant(spec).await;
    let mine = app.slot(&restaurant, SlotSpec::default()).await;
    let full = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let limited = app.slot(&restaurant, SlotSpec { days: 9, courses: vec![1], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    kenji.book(&restaurant, &full, 2).await;
    let uid = hanako.hold(&restaurant, &mine, 1).await;
    let before = app.state().await;
    hanako.try_hold(&restaurant, &full, 1).await.refused(422, "full");
    hanako.try_hold(&restaurant, &limited, 2).await.refused(422, "course_full");
    hanako.try_hold(&restaurant, &mine, 4).await.refused(422, "full");
    assert_eq!(app.state().await, before);
    hanako.confirm(&restaurant, &uid).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn a_meal_is_booked_once_a_day_at_a_restaurant() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let early = app.slot(&restaurant, SlotSpec { times: vec![("17:00", "19:00")], ..SlotSpec::default() }).await;
    let late = app.slot(&restaurant, SlotSpec { times: vec![("20:00", "22:00")], ..SlotSpec::default() }).await;
    let tomorrow = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "soba-test", ..RestaurantSpec::default() }).await;
    let there = app.slot(&elsewhere, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &early, 1).await;
    hanako.try_hold(&restaurant, &late, 1).await.refused(409, "already_booked");
    hanako.try_hold(&restaurant, &early, 1).await.refused(409, "already_booked");
    hanako.book(&restaurant, &tomorrow, 1).await;
    hanako.book(&elsewhere, &there, 1).await;
    hanako.cancel(&uid).await.is(204);
    hanako.book(&restaurant, &late, 1).await;
    app.end().await;
}
