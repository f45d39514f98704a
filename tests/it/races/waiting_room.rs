//! A drop behind a waiting room: many diners join on three web servers, each twice concurrently, and book in their turns. And an admin moves
//! the opening while diners join.

use std::pin::pin;

use domain::audit::Actor;
use domain::clients::beacon::Beacon;
use domain::restaurants::actions::set_waiting_room;
use domain::waiting_rooms::sweep;
use serde_json::{Value, json};
use tests::{Contender, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, TestPlan};
use tokio::task::JoinSet;

use super::{count, end, many_servers, rush, scale};

const ROOM: &str = "/users/api/waiting_rooms/sushi-test";
const PLANS: &str = "/admin/api/r/sushi-test/custom_reservation_round_plans";
/// Counts the statements that are blocked by another statement's lock.
const BLOCKED: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const SEATS: usize = 12;
const DINERS_FOR_A_SEAT: usize = 4;

/// A restaurant that opens in ten minutes, behind a waiting room.
async fn restaurant_with_room(app: &TestApp, seats: usize) -> Restaurant {
    let seats = i32::try_from(seats).expect("a small number");
    let plan = TestPlan::Till { from_seconds: 600, days: 30 };
    let restaurant = app.restaurant(RestaurantSpec { seats, plan, ..RestaurantSpec::default() }).await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let switched = set_waiting_room(&mut conn, app.now(), Actor::CommandLine, restaurant.id, true).await;
    switched.expect("the switch");
    restaurant
}

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
    let restaurant = restaurant_with_room(&app, seats).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
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

/// The round plan with the opening ten minutes later, which is joinable, too.
fn later_opening() -> Value {
    let round = json!({ "key": "r1", "effective_at": "2026-12-01 10:20:00", "online_reservable_till": "2026-12-31" });
    json!({ "reservation_rounds": [round] })
}

/// Moves the opening, as an admin or without the lock of the openings; returns whether it is moved.
async fn move_opening(app: &TestApp, admin: &Persona, is_guarded: bool) -> bool {
    if is_guarded {
        let reply = admin.post(PLANS, &later_opening()).await;
        assert!(matches!(reply.status, 201 | 409), "{} {}", reply.status, reply.body);
        return reply.status == 201;
    }
    app.execute("UPDATE reservation_rounds SET effective_at = effective_at + interval '10 minutes'").await;
    true
}

/// A request to join has read the opening and waits for the diner's profile, which another transaction has locked. Meanwhile the opening is
/// moved. The profile is released when the move waits for the join, or has finished without waiting. Returns whether the place is lost.
async fn place_is_lost(is_guarded: bool) -> bool {
    let app = TestApp::start().await;
    restaurant_with_room(&app, 2).await;
    let (admin, hanako) = (app.admin().await, app.diner("hanako").await);
    admin.csrf_token().await;
    hanako.csrf_token().await;
    let mut profile = app.pool.begin().await.expect("a transaction");
    let locked = sqlx::query("SELECT 1 FROM profiles WHERE user_id = $1 FOR UPDATE").bind(hanako.id().0);
    locked.execute(&mut *profile).await.expect("the profile is locked");
    let change = async {
        app.wait_for_blocked_lock().await;
        let mut moving = pin!(move_opening(&app, &admin, is_guarded));
        let early = tokio::select! {
            is_moved = &mut moving => Some(is_moved),
            () = app.becomes(BLOCKED, 2) => None,
        };
        profile.rollback().await.expect("the profile is free");
        match early {
            Some(is_moved) => is_moved,
            None => moving.await,
        }
    };
    let body = json!({});
    let (joined, is_moved) = tokio::join!(hanako.post(ROOM, &body), change);
    joined.is(201);
    let is_lost = hanako.get(ROOM).await.is(200).json()["waiting_room"]["state"] != "waiting";
    assert_eq!(is_lost, is_moved, "a place is for an opening");
    end(app).await;
    is_lost
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_that_a_diner_is_joining_is_not_moved() {
    assert!(!place_is_lost(true).await, "with the lock");
    assert!(place_is_lost(false).await, "without it");
}

/// The change of the opening has the lock, and waits for the restaurant's settings, which another transaction has locked.
#[tokio::test(flavor = "multi_thread")]
async fn diners_who_join_during_a_move_get_no_place_for_the_previous_opening() {
    let app = TestApp::start().await;
    restaurant_with_room(&app, 2).await;
    let (admin, hanako, kenji) = (app.admin().await, app.diner("hanako").await, app.diner("kenji").await);
    admin.csrf_token().await;
    kenji.csrf_token().await;
    let previous = hanako.get(ROOM).await.is(200).json()["waiting_room"]["opens_at"].clone();
    let named = format!("{ROOM}?opens_at={}", previous.as_str().expect("an opening").replace('+', "%2B"));
    let mut settings = app.pool.begin().await.expect("a transaction");
    let locked = sqlx::query("SELECT 1 FROM restaurant_settings_versions FOR UPDATE").execute(&mut *settings).await;
    locked.expect("the settings are locked");
    let (body, plan) = (json!({}), later_opening());
    let join = async |diner: &Persona, path: &str| {
        app.wait_for_blocked_lock().await;
        diner.post(path, &body).await
    };
    let release = async {
        app.becomes(BLOCKED, 3).await;
        settings.rollback().await.expect("the settings are free");
    };
    let (moved, joined, refused, ()) =
        tokio::join!(admin.post(PLANS, &plan), join(&hanako, ROOM), join(&kenji, &named), release);
    moved.is(201);
    let joined = joined.is(201).json()["waiting_room"].clone();
    assert_eq!(joined["state"], "waiting");
    assert_ne!(joined["opens_at"], previous, "the place is for the moved opening");
    refused.refused(422, "waiting_room_not_open");
    assert_eq!(app.count("SELECT count(*) FROM waiting_room_places").await, 1);
    end(app).await;
}
