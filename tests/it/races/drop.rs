//! The drop: 40 seats in ten slots, 200 concurrent diners; with `SEKI_RACE_SCALE=5`, 200 seats and 1,000 diners.

use tests::{RestaurantSpec, SlotSpec};

use super::{count, end, expect_no_errors, many_servers, rush, scale};

const SEATS_OF_A_SLOT: usize = 4;
const DINERS_FOR_A_SEAT: usize = 5;

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
async fn a_drop_sells_each_seat_once_to_five_times_as_many() {
    let seats = SEATS_OF_A_SLOT * scale();
    let all = seats * TIMES.len();
    let app = many_servers().await;
    let spec = RestaurantSpec { seats: i32::try_from(seats).expect("a small number"), ..RestaurantSpec::default() };
    let restaurant = app.restaurant(spec).await;
    for round in 0..3 {
        let mut slots = Vec::new();
        for time in TIMES {
            let spec = SlotSpec { days: 7 + round, counts: vec![1], times: vec![time], ..SlotSpec::default() };
            slots.push(app.slot(&restaurant, spec).await);
        }
        let crowd = app.crowd(&restaurant, all * DINERS_FOR_A_SEAT).await;
        let statuses = rush(crowd, &restaurant, 1, |index| slots[index % slots.len()].clone()).await;
        expect_no_errors(&statuses);
        assert_eq!(count(&statuses, 201), all, "round {round}");
        app.verify().await;
    }
    let sat = app.count("SELECT count(*) FROM reservation_seats WHERE released_at IS NULL").await;
    assert_eq!(usize::try_from(sat).ok(), Some(3 * all));
    end(app).await;
}
