//! A drop behind a waiting room: many diners join on three web servers, each twice concurrently, and book in their turns.

use domain::audit::Actor;
use domain::clients::beacon::Beacon;
use domain::restaurants::actions::set_waiting_room;
use domain::waiting_rooms::sweep;
use serde_json::json;
use tests::{Contender, Restaurant, RestaurantSpec, SlotSpec, TestApp, TestPlan};
use tokio::task::JoinSet;

use super::{count, end, many_servers, rush, scale};

const ROOM: &str = "/users/api/waiting_rooms/sushi-test";
const SEATS: usize = 12;
const DINERS_FOR_A_SEAT: usize = 4;

/// Lets two workers move the rooms on concurrently.
async fn advance(app: &TestApp, seconds: i64) {
    app.advance(seconds);
    let beacon = Beacon::new(&app.config.beacon);
    let worker = || sweep::sweep(&app.pool, &beacon, app.now());
    let (one, other) = tokio::join!(worker(), worker());
    one.and(other).expect("the rooms move on");
}

/// All diners join, each with two concurrent requests.
async fn join_twice(crowd: Vec<Contender>) -> Vec<Contender> {
    let mut joining = JoinSet::new();
    for contender in crowd {
        joining.spawn(async move {
            let body = json!({});
            let (one, other) = tokio::join!(contender.persona.post(ROOM, &body), contender.persona.post(ROOM, &body));
            assert_eq!((one.status, other.status), (201, 201), "{} {}", one.body, other.body);
            assert_eq!(one.json()["waiting_room"]["code"], other.json()["waiting_room"]["code"]);
            contender
        });
    }
    joining.join_all().await
}

/// Splits a crowd into the diners whose turn it is, with fresh calendar tokens, and the others.
async fn split(app: &TestApp, restaurant: &Restaurant, crowd: Vec<Contender>) -> (Vec<Contender>, Vec<Contender>) {
    let (mut admitted, mut others) = (Vec::new(), Vec::new());
    for contender in crowd {
        let status = contender.persona.get(ROOM).await.is(200).json();
        let token = app.token_for(restaurant, contender.persona.id());
        let contender = Contender { token, ..contender };
        match status["waiting_room"]["state"] == "turn" {
            true => admitted.push(contender),
            false => others.push(contender),
        }
    }
    (admitted, others)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drop_behind_a_waiting_room_sells_each_seat_once_in_the_drawn_order() {
    let seats = SEATS * scale();
    let app = many_servers().await;
    let restaurant = app
        .restaurant(RestaurantSpec {
            seats: i32::try_from(seats).expect("a small number"),
            plan: TestPlan::Till { from_seconds: 600, days: 30 },
            ..RestaurantSpec::default()
        })
        .await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let switched = set_waiting_room(&mut conn, app.now(), Actor::CommandLine, restaurant.id, true).await;
    switched.expect("the switch");
    drop(conn);
    app.caches_follow().await;

    let mut waiting = join_twice(app.crowd(&restaurant, seats * DINERS_FOR_A_SEAT).await).await;
    let places = app.count("SELECT count(*) FROM waiting_room_places").await;
    assert_eq!(usize::try_from(places).ok(), Some(waiting.len()), "one place each");
    advance(&app, 602).await;
    advance(&app, 10).await;
    let mut sold = 0;
    for _ in 0..50 * scale() {
        if sold == seats {
            break;
        }
        advance(&app, 1).await;
        let (admitted, others) = split(&app, &restaurant, waiting).await;
        assert!(admitted.len() <= seats - sold, "a turn for each free seat");
        waiting = others;
        let number = admitted.len();
        let statuses = rush(admitted, &restaurant, 1, |_| slot.clone()).await;
        assert_eq!(count(&statuses, 201), number, "a turn finds a free seat: {statuses:?}");
        sold += number;
    }
    assert_eq!(sold, seats);
    let refused = rush(waiting, &restaurant, 1, |_| slot.clone()).await;
    assert_eq!(refused.len(), seats * (DINERS_FOR_A_SEAT - 1));
    // A full slot is answered from memory, before the room.
    assert!(refused.iter().all(|status| matches!(status, 409 | 422)), "{refused:?}");
    let overtaken = "SELECT count(*) FROM waiting_room_places a JOIN waiting_room_places b ON b.rank < a.rank
                     WHERE a.admitted_at IS NOT NULL AND (b.admitted_at IS NULL OR b.admitted_at > a.admitted_at)";
    assert_eq!(app.count(overtaken).await, 0, "nobody is admitted before a lower rank");
    end(app).await;
}
