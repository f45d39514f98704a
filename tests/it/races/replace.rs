//! Diners who change their minds concurrently: holds move between days, slots and courses.

use std::sync::Arc;

use tests::{CourseSpec, RestaurantSpec, SlotSpec};
use tokio::task::JoinSet;

use super::{ask, end, expect_no_errors, many_servers};

#[tokio::test(flavor = "multi_thread")]
async fn holds_that_move_to_and_fro_stay_one_each_and_never_block() {
    let app = many_servers().await;
    let limited = CourseSpec { daily_max: Some(30), ..CourseSpec::default() };
    let spec = RestaurantSpec { seats: 12, courses: vec![CourseSpec::default(), limited], ..RestaurantSpec::default() };
    let restaurant = app.restaurant(spec).await;
    let mut slots = Vec::new();
    for (days, course, time) in [
        (7, 0, ("17:00", "19:00")),
        (8, 1, ("17:00", "19:00")),
        (7, 1, ("18:00", "20:00")),
        (8, 0, ("18:00", "20:00")),
        (9, 1, ("20:00", "22:00")),
    ] {
        let spec = SlotSpec { days, courses: vec![course], times: vec![time], ..SlotSpec::default() };
        slots.push(app.slot(&restaurant, spec).await);
    }
    let slots = Arc::new(slots);
    let mut moving = JoinSet::new();
    for (number, contender) in app.crowd(&restaurant, 30).await.into_iter().enumerate() {
        let (restaurant, slots) = (restaurant.clone(), slots.clone());
        moving.spawn(async move {
            let mut statuses = Vec::new();
            for step in 0..8 {
                let slot = &slots[(number * 2 + step * (1 + number % 4)) % slots.len()];
                statuses.push(ask(&contender, &restaurant, slot, 1 + i32::from(step % 2 == 0)).await.0.status);
            }
            statuses
        });
    }
    let statuses: Vec<u16> = moving.join_all().await.into_iter().flatten().collect();
    expect_no_errors(&statuses);
    let most =
        "SELECT coalesce(max(n), 0)::bigint FROM (SELECT count(*) AS n FROM reservations WHERE status = 'pending'
                GROUP BY user_id) holds";
    assert_eq!(app.count(most).await, 1);
    end(app).await;
}
