//! Slots at overlapping times that offer some of the same seats.

use tests::{RestaurantSpec, SlotSpec};

use super::{count, end, expect_no_errors, many_servers, rush};

#[tokio::test(flavor = "multi_thread")]
async fn pairs_on_interleaved_seats_neither_clash_nor_wait_for_each_other() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 16, ..RestaurantSpec::default() }).await;
    for round in 0..5 {
        let mut slots = Vec::new();
        for (first, time) in [(0, ("17:00", "19:00")), (4, ("18:00", "20:00")), (8, ("17:30", "19:30"))] {
            let items = (first..first + 8).collect();
            let spec = SlotSpec { days: 7 + round, counts: vec![2], items, times: vec![time], ..SlotSpec::default() };
            slots.push(app.slot(&restaurant, spec).await);
        }
        let statuses = rush(app.crowd(&restaurant, 120).await, &restaurant, 2, |index| slots[index % 3].clone()).await;
        expect_no_errors(&statuses);
        assert!((6..=8).contains(&count(&statuses, 201)), "16 seats for pairs: {}", count(&statuses, 201));
        let late = app.crowd(&restaurant, 3).await;
        for (contender, slot) in late.iter().zip(&slots) {
            contender.try_hold(&restaurant, slot, 2).await.refused(422, "full");
        }
        app.verify().await;
    }
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_course_of_the_day_is_never_sold_over_its_maximum() {
    let app = many_servers().await;
    let limited = tests::CourseSpec { daily_max: Some(7), ..tests::CourseSpec::default() };
    let restaurant =
        app.restaurant(RestaurantSpec { seats: 20, courses: vec![limited], ..RestaurantSpec::default() }).await;
    for round in 0..3 {
        let mut slots = Vec::new();
        for time in [("11:00", "13:00"), ("14:00", "16:00"), ("18:00", "20:00")] {
            let spec = SlotSpec { days: 7 + round, counts: vec![2], times: vec![time], ..SlotSpec::default() };
            slots.push(app.slot(&restaurant, spec).await);
        }
        let statuses = rush(app.crowd(&restaurant, 90).await, &restaurant, 2, |index| slots[index % 3].clone()).await;
        expect_no_errors(&statuses);
        assert_eq!(count(&statuses, 201), 3, "six of seven guests in pairs");
        app.verify().await;
    }
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parties_of_a_size_are_never_more_than_its_selector_takes() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 12, ..RestaurantSpec::default() }).await;
    for round in 0..5 {
        let slot = app.slot(&restaurant, SlotSpec { days: 7 + round, counts: vec![1, 2], ..SlotSpec::default() }).await;
        sqlx::query(
            "INSERT INTO osg_guests_count_selectors (restaurant_id, online_stock_group_id, guests_count, max_per_isg)
             VALUES ($1, $2, 1, 2)",
        )
        .bind(restaurant.id.0)
        .bind(slot.id)
        .execute(&app.pool)
        .await
        .expect("a selector");
        let statuses = rush(app.crowd(&restaurant, 30).await, &restaurant, 1, |_| slot.clone()).await;
        expect_no_errors(&statuses);
        assert_eq!(count(&statuses, 201), 2, "two parties of one, though twelve would find seats");
        app.verify().await;
    }
    end(app).await;
}
