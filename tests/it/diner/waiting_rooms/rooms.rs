//! A room as a whole: its published order, the beacon, the worker that moves it on, and its deletion.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use domain::clients::beacon::Beacon;
use domain::jobs::schedules::PRUNE;
use domain::maintenance;
use domain::rounds;
use domain::waiting_rooms::proof::{OrderFault, PublishedOrder};
use domain::waiting_rooms::sweep;
use serde_json::json;
use tests::{DAY, HOUR, RestaurantSpec, SlotSpec, TestPlan};
use tokio::net::TcpListener;

use super::{OPENS_IN, ROOM, place, scene, state};

#[tokio::test]
async fn order_is_published_and_verifiable() {
    let scene = scene().await;
    let app = &scene.app;
    app.advance(OPENS_IN - 60);
    let mut seen = Vec::new();
    let mut diners = Vec::new();
    for name in ["hanako", "kenji", "aoi", "emma", "tabi"] {
        diners.push(app.diner(name).await);
        seen.push(scene.join(&diners[diners.len() - 1]).await);
    }
    let address = seen[0]["proof_url"].as_str().expect("the address of the proof").to_owned();
    let published = async || -> PublishedOrder {
        serde_json::from_value(app.anonymous().get(&address).await.is(200).json()).expect("an order")
    };
    let key = stand_ins::beacon::public_key();
    let open = published().await;
    assert_eq!((open.codes.len(), &open.seed, open.check(&key)), (0, &None, Err(OrderFault::NotDrawn)));
    scene.advance(62).await;
    let closed = published().await;
    assert_eq!((closed.codes.len(), &closed.seed, &closed.seed_hash), (5, &None, &open.seed_hash));
    scene.advance(10).await;
    let drawn = published().await;
    assert_eq!(drawn.check(&key), Ok(()));
    assert!(drawn.beacon_signature.is_some());
    assert_eq!((&drawn.list_head, &drawn.codes), (&closed.list_head, &closed.codes));
    for (diner, joined) in diners.iter().zip(&seen) {
        let place = place(diner).await;
        assert_eq!((&place["code"], &place["seed_hash"]), (&joined["code"], &json!(open.seed_hash)));
        let rank = usize::try_from(place["rank"].as_u64().expect("a rank")).expect("a small number");
        assert_eq!(json!(drawn.order[rank - 1]), joined["code"]);
    }
    app.anonymous().get("/waiting_rooms/none/proof").await.refused(404, "not_found");
    scene.app.end().await;
}

/// An unreachable beacon delays a draw by seconds: then the committed seed and the list decide.
#[tokio::test]
async fn unavailable_beacon_does_not_stop_the_draw() {
    let scene = scene().await;
    let hanako = scene.app.diner("hanako").await;
    scene.app.advance(OPENS_IN - 60);
    let address = scene.join(&hanako).await["proof_url"].as_str().expect("an address").to_owned();
    let mut away = scene.app.config.beacon.clone();
    away.url = "http://127.0.0.1:9".to_owned();
    let away = Beacon::new(&away);
    for (seconds, drawn) in [(62, 0), (10, 0), (12, 1)] {
        scene.app.advance(seconds);
        sweep::sweep(&scene.app.pool, &away, scene.app.now()).await.expect("the rooms move on");
        assert_eq!(
            scene.app.count("SELECT count(*) FROM waiting_rooms WHERE drawn_at IS NOT NULL").await,
            drawn,
            "{seconds}"
        );
    }
    let published = scene.app.anonymous().get(&address).await.is(200).json();
    let published: PublishedOrder = serde_json::from_value(published).expect("an order");
    assert_eq!((published.beacon_signature.as_ref(), published.check("")), (None, Ok(())));
    scene.app.end().await;
}

/// Restaurants that open at the same time wait for the same round. A slow beacon delays them once, and not once for each room.
#[tokio::test]
async fn beacon_is_asked_once_for_rooms_of_one_round() {
    let scene = scene().await;
    let app = &scene.app;
    let plan = TestPlan::Till { from_seconds: OPENS_IN, days: 30 };
    app.restaurant(RestaurantSpec { slug: "soba-test", plan, ..RestaurantSpec::default() }).await;
    app.execute(
        "UPDATE restaurant_operations SET has_waiting_room = true;
         UPDATE reservation_rounds SET effective_at = (SELECT min(effective_at) FROM reservation_rounds)",
    )
    .await;
    let hanako = app.diner("hanako").await;
    app.advance(OPENS_IN - 60);
    for room in [ROOM, "/users/api/waiting_rooms/soba-test"] {
        hanako.post(room, &json!({})).await.is(201);
    }
    let (asked, listener) = (Arc::new(AtomicUsize::new(0)), TcpListener::bind("127.0.0.1:0").await.expect("a port"));
    let mut config = app.config.beacon.clone();
    config.url = format!("http://{}", listener.local_addr().expect("an address"));
    let counter = asked.clone();
    let fail = move || {
        counter.fetch_add(1, Ordering::SeqCst);
        async { StatusCode::SERVICE_UNAVAILABLE }
    };
    let router = Router::new().route("/public/{round}", get(fail));
    let serving = tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
    let beacon = Beacon::new(&config);
    for (seconds, times) in [(62, 0), (10, 1), (12, 2)] {
        app.advance(seconds);
        sweep::sweep(&app.pool, &beacon, app.now()).await.expect("the rooms move on");
        assert_eq!(asked.load(Ordering::SeqCst), times, "{seconds}");
    }
    assert_eq!(app.count("SELECT count(*) FROM waiting_rooms WHERE drawn_at IS NOT NULL").await, 2);
    serving.abort();
    scene.app.end().await;
}

/// In the other tests, only the sweep of the rooms runs.
#[tokio::test]
async fn worker_closes_the_list_draws_the_order_and_admits() {
    let scene = scene().await;
    let app = &scene.app;
    let hanako = app.diner("hanako").await;
    app.advance(OPENS_IN - 60);
    scene.join(&hanako).await;
    let work = async |seconds: i64| {
        app.advance(seconds);
        app.drain_jobs().await;
        place(&hanako).await
    };
    let closed = work(62).await;
    assert!(closed["list_head"].is_string() && closed["rank"].is_null(), "{closed}");
    assert_eq!(work(10).await["rank"], 1);
    assert_eq!(work(1).await["state"], "turn");
    scene.app.end().await;
}

/// The worker deletes rounds that a later one supersedes, but not while their rooms may be live (gaps G321). The second rule opens the same
/// dates half an hour later.
#[tokio::test]
async fn worker_keeps_the_opening_and_the_dates_of_a_live_room() {
    let scene = scene().await;
    let (app, restaurant) = (&scene.app, &scene.restaurant);
    let bookable = app.slot(restaurant, SlotSpec { days: 60, counts: vec![1], ..SlotSpec::default() }).await;
    let opening = app.slot(restaurant, SlotSpec { days: 71, counts: vec![1], ..SlotSpec::default() }).await;
    let rules = [0, 30].map(|minute| json!({ "hour_of_day": 11, "minute_of_hour": minute }));
    let plan = json!({
        "open_schedule_rules": rules, "open_for_months": 1, "open_upto_mode": "day_of_month", "open_immediate": false,
    });
    app.admin().await.post("/admin/api/r/sushi-test/periodic_reservation_round_plans", &plan).await.is(201);
    // The plan needs further rounds from 40 days on, ten minutes before the opening of that day.
    app.advance(40 * DAY + OPENS_IN - 600);
    app.caches_follow().await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let joined = scene.join(&hanako).await;
    app.advance(600 + 1_860);
    let made = rounds::actions::sweep(&app.pool, &app.rng, app.now(), None).await.expect("further rounds");
    assert_eq!(made, 1);
    app.caches_follow().await;
    let kept = place(&hanako).await;
    for field in ["code", "opens_at", "state"] {
        assert_eq!(kept[field], joined[field], "{kept}");
    }
    kenji.try_hold(restaurant, &opening, 1).await.refused(409, "waiting_room_place_needed");
    kenji.hold(restaurant, &bookable, 1).await;
    scene.draw(0).await;
    scene.advance(1).await;
    assert_eq!(state(&hanako).await, "turn");
    hanako.hold(restaurant, &opening, 1).await;
    scene.app.end().await;
}

/// Health counts a room that no worker moves on, before and after its lifetime.
#[tokio::test]
async fn room_without_progress_is_overdue() {
    let scene = scene().await;
    let (admin, hanako) = (scene.app.admin().await, scene.app.diner("hanako").await);
    let overdue = async || {
        let health = admin.get("/admin/health").await.data()["health"].clone();
        let sweeps = health["sweeps"].as_array().expect("sweeps");
        sweeps.iter().find(|sweep| sweep["name"] == "waiting_rooms").expect("a sweeper").clone()
    };
    let due = |level: &str, due: i64, oldest: Option<i64>| {
        let name = "waiting_rooms";
        json!({ "name": name, "level": level, "due": due, "oldest_seconds": oldest })
    };
    scene.app.advance(OPENS_IN - 60);
    scene.join(&hanako).await;
    scene.app.advance(60 + 59);
    assert_eq!(overdue().await, due("good", 0, None), "its draw may wait for the beacon");
    scene.app.advance(1);
    assert_eq!(overdue().await, due("watch", 1, Some(60)));
    scene.app.advance(241);
    assert_eq!(overdue().await, due("bad", 1, Some(301)));
    scene.advance(0).await;
    assert_eq!(overdue().await, due("good", 0, None), "it has moved on");
    scene.app.advance(2 * HOUR);
    assert_eq!(overdue().await["level"], "bad", "it has not ended");
    scene.advance(0).await;
    assert_eq!(overdue().await, due("good", 0, None));
    scene.app.end().await;
}

/// The nightly maintenance deletes a room with its places, and leaves the ones that are live or can still be verified.
#[tokio::test]
async fn old_rooms_are_deleted_with_their_places() {
    let scene = scene().await;
    let app = &scene.app;
    let hanako = app.diner("hanako").await;
    let prune = async || maintenance::run(&app.pool, &app.rng, &app.clock, PRUNE, false).await.expect("a run");
    let rows = async || {
        let places = app.count("SELECT count(*) FROM waiting_room_places").await;
        (app.count("SELECT count(*) FROM waiting_rooms").await, places)
    };
    app.advance(OPENS_IN - 60);
    let proof = scene.join(&hanako).await["proof_url"].as_str().expect("the address of the proof").to_owned();
    app.advance(91 * DAY);
    prune().await;
    assert_eq!(rows().await, (1, 1), "it has not ended");
    scene.advance(0).await;
    app.advance(90 * DAY);
    prune().await;
    assert_eq!(rows().await, (1, 1));
    app.anonymous().get(&proof).await.is(200);
    app.advance(1);
    prune().await;
    assert_eq!(rows().await, (0, 0));
    app.anonymous().get(&proof).await.refused(404, "not_found");
    scene.app.end().await;
}
