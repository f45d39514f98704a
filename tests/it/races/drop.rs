//! The drop: 200 seats in ten slots, 1,000 diners at the same moment.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tests::{Contender, Restaurant, RestaurantSpec, Slot, SlotSpec};
use tokio::task::JoinSet;

use super::{count, end, many_servers, nobody_met_an_error};

/// A request that has waited so long for a connection is told to come again (503): the database has no time for it.
const A_CONNECTION_IS_AWAITED: Duration = Duration::from_millis(2500);
const MOST_TIMES: usize = 60;

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

/// What a diner is told in the end, and how often they were told to come again before.
async fn ask(contender: Contender, restaurant: Restaurant, slot: Slot) -> (u16, usize) {
    for times in 0..MOST_TIMES {
        // 502 is what a captcha provider without time, on the same machine, comes to.
        match contender.try_hold(&restaurant, &slot, 1).await.status {
            502 | 503 => tokio::time::sleep(Duration::from_secs(1)).await,
            status => return (status, times),
        }
    }
    (503, MOST_TIMES)
}

/// Everybody asks at the same moment, and again when told to; what each was told in the end.
async fn rush(crowd: Vec<Contender>, restaurant: &Restaurant, slots: &[Slot]) -> Vec<u16> {
    let gate = Arc::new(tokio::sync::Barrier::new(crowd.len()));
    let (mut asking, begun) = (JoinSet::new(), Instant::now());
    for (index, contender) in crowd.into_iter().enumerate() {
        let (gate, restaurant, slot) = (gate.clone(), restaurant.clone(), slots[index % slots.len()].clone());
        asking.spawn(async move {
            gate.wait().await;
            ask(contender, restaurant, slot).await
        });
    }
    let told = asking.join_all().await;
    let again: usize = told.iter().map(|(_, times)| times).sum();
    eprintln!("told after {:?}; {again} times to come again", begun.elapsed());
    assert!(again == 0 || begun.elapsed() > A_CONNECTION_IS_AWAITED, "nobody waited so long: {again}");
    told.into_iter().map(|(status, _)| status).collect()
}

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
        let statuses = rush(app.crowd(&restaurant, 1_000).await, &restaurant, &slots).await;
        nobody_met_an_error(&statuses);
        assert_eq!(count(&statuses, 201), 200, "round {round}");
        app.verify().await;
    }
    assert_eq!(app.count("SELECT count(*) FROM reservation_seats WHERE released_at IS NULL").await, 600);
    end(app).await;
}
