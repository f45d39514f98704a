//! The drop: 200 seats in ten slots, 1,000 diners at the same moment.

use tests::{RestaurantSpec, SlotSpec};

use super::{count, end, many_servers, nobody_met_an_error, rush};

const TIMES: [(&str, &str); 10] = [
    ("11:00", "12:00"),
    ("12:00", "13:00"),
    ("13:00", "14:00"),
    ("14:00", "15:00"),
    ("15:00", "16:00"),
    ("16:00", "17:00"),
    ("17:00", "18:00"),
    ("18:00", "19:00"),
    ("19:00", "20:00"),
    ("20:00", "21:00"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_drop_of_200_seats_sells_200_seats_to_a_thousand() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 20, ..RestaurantSpec::default() }).await;
    for round in 0..3 {
        let mut slots = Vec::new();
        for time in TIMES {
            let spec = SlotSpec { days: 7 + round, counts: vec![1], times: vec![time], ..SlotSpec::default() };
            slots.push(app.slot(&restaurant, spec).await);
        }
        let statuses =
            rush(app.crowd(&restaurant, 1_000).await, &restaurant, 1, |index| slots[index % slots.len()].clone()).await;
        nobody_met_an_error(&statuses);
        assert_eq!(count(&statuses, 201), 200, "round {round}");
        app.verify().await;
    }
    assert_eq!(app.count("SELECT count(*) FROM reservation_seats WHERE released_at IS NULL").await, 600);
    end(app).await;
}
