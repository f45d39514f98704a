//! A diner's place and turn: taken, kept, given up, and needed for a hold.

use chrono::TimeDelta;
use domain::waiting_rooms::admission::{TAKE_UP, TURN};
use serde_json::{Value, json};
use tests::{Persona, SlotSpec, VisitSpec};

use super::{OPENS_IN, ROOM, place, scene, state};

#[tokio::test]
async fn diners_of_a_drop_book_in_the_drawn_order() {
    let scene = scene().await;
    let app = &scene.app;
    let mut diners = Vec::new();
    for name in ["hanako", "kenji", "aoi"] {
        diners.push(app.diner(name).await);
    }
    let late = app.diner("ren").await;
    diners[0].post(ROOM, &json!({})).await.refused(422, "waiting_room_not_open");
    // A request from before the opening, which may be processed after it, needs a turn, too.
    app.advance(OPENS_IN - 900);
    scene.refuse(&diners[0]).await;
    app.advance(300);
    for diner in &diners {
        let joined = scene.join(diner).await;
        assert_eq!((&joined["state"], &joined["rank"]), (&json!("waiting"), &Value::Null));
        assert_eq!(scene.join(diner).await["code"], joined["code"], "the same place");
        assert_eq!(place(diner).await["code"], joined["code"], "a reload keeps the place");
    }
    assert_eq!(app.count("SELECT count(*) FROM waiting_room_places").await, 3);
    assert_eq!(state(&late).await, "joinable");
    let opening = diners[0].calendar("sushi-test").await["waiting_room_opens_at"].clone();
    assert_eq!(place(&diners[0]).await["opens_at"], opening);

    scene.advance(602).await;
    scene.refuse(&diners[0]).await;
    assert_eq!(scene.join(&late).await["state"], "waiting");
    assert!(place(&late).await["list_head"].is_string(), "the list is closed");
    scene.advance(10).await;
    assert_eq!(place(&late).await["rank"], Value::Null, "the order is that of the early diners");
    scene.advance(1).await;
    assert_eq!(place(&late).await["rank"], 4);
    let mut by_rank = Vec::new();
    for diner in diners {
        by_rank.push((place(&diner).await["rank"].as_i64().expect("a rank"), diner));
    }
    by_rank.sort_by_key(|(rank, _)| *rank);
    assert_eq!(by_rank.iter().map(|(rank, _)| *rank).collect::<Vec<_>>(), [1, 2, 3]);
    let [(_, first), (_, second), (_, third)] = &by_rank[..] else { panic!("three places") };

    // Two seats are free: two turns are open.
    assert_eq!([state(first).await, state(second).await, state(third).await], ["turn", "turn", "queued"]);
    assert_eq!((&place(third).await["ahead"], &place(&late).await["ahead"]), (&json!(0), &json!(1)));
    scene.refuse(third).await;
    scene.refuse(&late).await;
    let uid = first.hold(&scene.restaurant, &scene.slot, 1).await;
    second.hold(&scene.restaurant, &scene.slot, 1).await;
    scene.advance(1).await;
    let waiting = place(third).await;
    assert_eq!((&waiting["state"], &waiting["is_sold_out"]), (&json!("queued"), &json!(true)));
    first.cancel(&uid).await.is(204);
    scene.advance(1).await;
    assert_eq!([state(third).await, state(&late).await], ["turn", "queued"]);
    third.hold(&scene.restaurant, &scene.slot, 1).await;
    scene.app.end().await;
}

/// Of two seats on three days, one can be booked: the others are past the cut-off, on a closed day, or taken by staff.
#[tokio::test]
async fn only_bookable_seats_give_turns() {
    let scene = scene().await;
    let (app, restaurant, owner) = (&scene.app, &scene.restaurant, &scene.owner);
    app.slot(restaurant, SlotSpec { days: 0, ..SlotSpec::default() }).await;
    let closed = app.slot(restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let close = json!({ "restaurant_calendar_date": { "date": closed.date, "is_closed": true } });
    owner.post("/owners/api/restaurant_calendar_dates/create_is_closed", &close).await.is(201);
    let visit = VisitSpec { items: vec![0], guests: 1, ..VisitSpec::default() };
    owner.record_visit(app, restaurant, &visit).await.is(201);
    app.advance(OPENS_IN - 60);
    let diners = [app.diner("hanako").await, app.diner("kenji").await];
    for diner in &diners {
        scene.join(diner).await;
    }
    scene.draw(60).await;
    scene.advance(1).await;
    let [hanako, kenji] = &diners;
    let (first, second) = if place(hanako).await["rank"] == 1 { (hanako, kenji) } else { (kenji, hanako) };
    assert_eq!([state(first).await, state(second).await], ["turn", "queued"]);
    first.hold(restaurant, &scene.slot, 1).await;
    scene.advance(1).await;
    let waiting = place(second).await;
    assert_eq!((&waiting["state"], &waiting["is_sold_out"]), (&json!("queued"), &json!(true)));
    scene.app.end().await;
}

/// One of two seats is reserved for a customer group.
#[tokio::test]
async fn reserved_seats_give_turns_to_diners_of_their_group() {
    let scene = scene().await;
    let (app, restaurant, slot) = (&scene.app, &scene.restaurant, &scene.slot);
    let group = app.customer_group(restaurant, "常連", false).await;
    app.whitelist(restaurant, slot, 1, group).await;
    let (hanako, kenji, regular) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("aoi").await);
    app.put_into_group(restaurant, &regular, group).await;
    app.advance(OPENS_IN - 60);
    for diner in [&hanako, &kenji] {
        scene.join(diner).await;
    }
    scene.draw(60).await;
    scene.advance(1).await;
    let (first, second) = if place(&hanako).await["rank"] == 1 { (&hanako, &kenji) } else { (&kenji, &hanako) };
    assert_eq!([state(first).await, state(second).await], ["turn", "queued"], "one seat is open to them");
    let uid = first.hold(restaurant, slot, 1).await;
    scene.advance(1).await;
    assert_eq!((state(second).await, &place(second).await["is_sold_out"]), ("queued".to_owned(), &json!(true)));

    scene.join(&regular).await;
    scene.advance(1).await;
    assert_eq!([state(&regular).await, state(second).await], ["turn", "queued"]);
    let waiting = place(second).await;
    assert_eq!((&waiting["ahead"], &waiting["is_sold_out"]), (&json!(0), &json!(false)));
    regular.hold(restaurant, slot, 1).await;
    scene.advance(1).await;
    assert_eq!((state(second).await, &place(second).await["is_sold_out"]), ("queued".to_owned(), &json!(true)));
    first.cancel(&uid).await.is(204);
    scene.advance(1).await;
    assert_eq!(state(second).await, "turn", "the open seat is free again");
    scene.app.end().await;
}

/// G300: of two seats, one is reserved for a customer group.
#[tokio::test]
async fn only_diners_who_still_wait_count_as_ahead() {
    let scene = scene().await;
    let (app, restaurant, slot) = (&scene.app, &scene.restaurant, &scene.slot);
    let group = app.customer_group(restaurant, "常連", false).await;
    app.whitelist(restaurant, slot, 1, group).await;
    let (hanako, kenji, regular) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("aoi").await);
    let (ren, yui) = (app.diner("ren").await, app.diner("yui").await);
    app.put_into_group(restaurant, &regular, group).await;
    app.advance(OPENS_IN - 60);
    scene.join(&hanako).await;
    scene.draw(60).await;
    for diner in [&kenji, &ren, &regular, &yui] {
        scene.join(diner).await;
    }
    let ahead = async |diner: &Persona| place(diner).await["ahead"].clone();
    scene.advance(1).await;
    // The open seat is hanako's, and the reserved one is the regular's, whose rank is after kenji's and ren's.
    assert_eq!([state(&hanako).await, state(&regular).await], ["turn", "turn"]);
    assert_eq!([ahead(&kenji).await, ahead(&ren).await, ahead(&yui).await], [json!(0), json!(1), json!(2)]);
    assert_eq!([ahead(&hanako).await, ahead(&regular).await], [Value::Null, Value::Null]);
    // The rank that ren gives up stays vacant when ren joins again.
    ren.delete(ROOM).await.is(200);
    scene.advance(1).await;
    assert_eq!([ahead(&kenji).await, ahead(&yui).await], [json!(0), json!(1)]);
    scene.join(&ren).await;
    scene.advance(1).await;
    assert_eq!([ahead(&kenji).await, ahead(&yui).await, ahead(&ren).await], [json!(0), json!(1), json!(2)]);
    scene.app.end().await;
}

#[tokio::test]
async fn a_turn_that_is_not_used_goes_to_the_next_diner() {
    let scene = scene().await;
    let (hanako, kenji, aoi) =
        (scene.app.diner("hanako").await, scene.app.diner("kenji").await, scene.app.diner("aoi").await);
    scene.app.advance(OPENS_IN - 60);
    scene.join(&hanako).await;
    scene.draw(60).await;
    for diner in [&kenji, &aoi] {
        scene.join(diner).await;
    }
    scene.advance(1).await;
    assert_eq!(state(&kenji).await, "turn");
    // Hanako's page is closed; kenji's has shown the turn.
    scene.advance(TAKE_UP.num_seconds()).await;
    assert_eq!([state(&hanako).await, state(&kenji).await, state(&aoi).await], ["over", "turn", "turn"]);
    scene.refuse(&hanako).await;
    let again = scene.join(&hanako).await;
    assert_eq!((&again["state"], &again["rank"]), (&json!("waiting"), &Value::Null));
    scene.advance((TURN - TAKE_UP).num_seconds()).await;
    assert_eq!(place(&hanako).await["rank"], 4, "the end of the queue");
    assert_eq!(state(&kenji).await, "over");
    scene.app.end().await;
}

#[tokio::test]
async fn slow_answer_halves_the_rate_once() {
    let scene = scene().await;
    let hanako = scene.app.diner("hanako").await;
    let rate = async || scene.app.count("SELECT sum(per_second) FROM waiting_rooms").await;
    scene.app.advance(OPENS_IN - 60);
    scene.join(&hanako).await;
    scene.draw(60).await;
    scene.advance(1).await;
    assert_eq!(rate().await, 20);
    sqlx::query("UPDATE waiting_room_places SET answered_at = $1, answer_ms = 1500")
        .bind(scene.app.now() + TimeDelta::milliseconds(1_500))
        .execute(&scene.app.pool)
        .await
        .expect("a slow answer");
    // The answer comes after the time of the first sweep, before the sweep reads the answers.
    for wanted in [20, 10, 10, 10] {
        scene.advance(1).await;
        assert_eq!(rate().await, wanted);
    }
    scene.app.end().await;
}

#[tokio::test]
async fn leaving_gives_the_place_up() {
    let scene = scene().await;
    let (hanako, kenji) = (scene.app.diner("hanako").await, scene.app.diner("kenji").await);
    scene.app.advance(OPENS_IN - 60);
    let joined = scene.join(&hanako).await;
    scene.join(&kenji).await;
    for _ in 0..2 {
        assert_eq!(hanako.delete(ROOM).await.is(200).json()["waiting_room"]["state"], "joinable");
    }
    assert_eq!(state(&kenji).await, "waiting", "each diner gives up their own place");
    assert_eq!(scene.join(&hanako).await["code"], joined["code"], "nothing changes before the draw");
    scene.draw(60).await;
    // The second time, the place that is given up is the last one.
    for rank in [3, 4] {
        hanako.delete(ROOM).await.is(200);
        scene.advance(1).await;
        scene.refuse(&hanako).await;
        assert_eq!(scene.join(&hanako).await["rank"], Value::Null);
        scene.advance(1).await;
        let place = place(&hanako).await;
        assert_eq!((&place["state"], &place["rank"]), (&json!("turn"), &json!(rank)));
    }
    scene.app.end().await;
}

/// Two openings within minutes: a diner has a place in both rooms, and a turn in each.
#[tokio::test]
async fn close_openings_have_a_room_each() {
    let scene = scene().await;
    let (app, restaurant) = (&scene.app, &scene.restaurant);
    let later = app.slot(restaurant, SlotSpec { days: 40, counts: vec![1], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    app.execute(
        "INSERT INTO reservation_rounds (restaurant_id, reservation_round_plan_id, key, effective_at, online_reservable_till)
         SELECT restaurant_id, reservation_round_plan_id, 'r2', effective_at + interval '15 minutes', online_reservable_till + 30
         FROM reservation_rounds",
    )
    .await;
    app.touch_settings(restaurant).await;
    app.caches_follow().await;
    app.advance(OPENS_IN - 60);
    let rooms = hanako.get(ROOM).await.is(200).json();
    assert_eq!(rooms["others"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&rooms["waiting_room"]["state"], &rooms["others"][0]["state"]),
        (&json!("joinable"), &json!("joinable"))
    );
    let address = |room: &Value| {
        format!("{ROOM}?opens_at={}", room["opens_at"].as_str().expect("an opening").replace('+', "%2B"))
    };
    let (first, second) = (address(&rooms["waiting_room"]), address(&rooms["others"][0]));
    for diner in [&hanako, &kenji] {
        for room in [&first, &second] {
            diner.post(room, &json!({})).await.is(201);
        }
    }
    let left = kenji.delete(&second).await.is(200).json();
    assert_eq!((&left["waiting_room"]["state"], &left["others"][0]["state"]), (&json!("waiting"), &json!("joinable")));
    kenji.post(&second, &json!({})).await.is(201);
    let unknown = format!("{ROOM}?opens_at=2026-01-01T00:00:00%2B09:00");
    hanako.post(&unknown, &json!({})).await.refused(422, "waiting_room_not_open");
    hanako.delete(&unknown).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM waiting_room_places").await, 4);

    scene.draw(60).await;
    scene.advance(1).await;
    assert_eq!(state(&hanako).await, "turn");
    hanako.hold(restaurant, &scene.slot, 1).await;
    kenji.try_hold(restaurant, &later, 1).await.refused(409, "waiting_room_place_needed");
    let waiting = kenji.get(ROOM).await.is(200).json();
    assert_eq!(
        (&waiting["waiting_room"]["state"], &waiting["others"][0]["state"]),
        (&json!("turn"), &json!("waiting"))
    );

    scene.draw(15 * 60 - 13).await;
    scene.advance(1).await;
    assert_eq!(state(&kenji).await, "turn", "the place of the second opening");
    kenji.hold(restaurant, &later, 1).await;
    scene.app.end().await;
}

#[tokio::test]
async fn places_need_a_visible_restaurant_and_a_signed_in_diner() {
    let scene = scene().await;
    let app = &scene.app;
    let hanako = app.diner("hanako").await;
    app.advance(OPENS_IN - 60);
    scene.join(&hanako).await;
    app.anonymous().delete(ROOM).await.refused(401, "sign_in_required");
    let other = "/users/api/waiting_rooms/none";
    hanako.post(other, &json!({})).await.refused(404, "not_found");
    hanako.delete(other).await.refused(404, "not_found");
    app.execute("UPDATE restaurants SET visibility = 'hidden'").await;
    hanako.get(ROOM).await.refused(404, "not_found");
    hanako.post(ROOM, &json!({})).await.refused(404, "not_found");
    hanako.delete(ROOM).await.refused(404, "not_found");
    app.execute("UPDATE restaurants SET visibility = 'public'").await;
    assert_eq!(state(&hanako).await, "waiting", "the place remains");
    scene.app.end().await;
}

#[tokio::test]
async fn joins_are_limited_per_diner_and_proofs_per_client() {
    let scene = scene().await;
    let app = &scene.app;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    app.advance(OPENS_IN - 600);
    let mut proof = String::new();
    for _ in 0..20 {
        proof = scene.join(&hanako).await["proof_url"].as_str().expect("the address of the proof").to_owned();
    }
    hanako.post(ROOM, &json!({})).await.refused(429, "too_many_requests");
    scene.join(&kenji).await;
    for _ in 0..20 {
        app.anonymous().get(&proof).await.is(200);
    }
    app.anonymous().get(&proof).await.refused(429, "too_many_requests");
    app.advance(60);
    scene.join(&hanako).await;
    app.anonymous().get(&proof).await.is(200);
    scene.app.end().await;
}

/// A number has one place, whichever account has it.
#[tokio::test]
async fn moved_number_has_one_place() {
    let scene = scene().await;
    let app = &scene.app;
    let (hanako, kenji, stranger) =
        (app.diner("hanako").await, app.diner("kenji").await, app.unconfirmed("emma").await);
    app.advance(OPENS_IN - 60);
    stranger.post(ROOM, &json!({})).await.refused(422, "waiting_room_phone_unconfirmed");
    app.anonymous().post(ROOM, &json!({})).await.refused(401, "sign_in_required");
    assert_eq!(state(&app.anonymous()).await, "joinable");
    scene.join(&hanako).await;
    app.execute(
        "UPDATE profiles SET phone_confirmed_at = NULL WHERE name_last = 'hanako';
         UPDATE profiles p SET phone_local_number = h.phone_local_number, phone_e164 = h.phone_e164
         FROM profiles h WHERE h.name_last = 'hanako' AND p.name_last = 'kenji'",
    )
    .await;
    kenji.post(ROOM, &json!({})).await.refused(409, "waiting_room_number_taken");
    scene.app.end().await;
}

#[tokio::test]
async fn booking_is_free_without_a_room_and_after_its_end() {
    let scene = scene().await;
    let (hanako, kenji, aoi) =
        (scene.app.diner("hanako").await, scene.app.diner("kenji").await, scene.app.diner("aoi").await);
    scene.app.advance(OPENS_IN);
    scene.refuse(&hanako).await;
    scene.switch(false).await;
    assert_eq!(hanako.get(ROOM).await.is(200).json()["waiting_room"], Value::Null);
    hanako.post(ROOM, &json!({})).await.refused(422, "waiting_room_not_open");
    hanako.hold(&scene.restaurant, &scene.slot, 1).await;
    scene.switch(true).await;
    scene.refuse(&kenji).await;
    // A queue that is empty for ten minutes ends the room.
    scene.join(&aoi).await;
    scene.draw(0).await;
    scene.advance(1).await;
    scene.advance(TAKE_UP.num_seconds()).await;
    scene.advance(10 * 60).await;
    assert_eq!(state(&kenji).await, "ended");
    assert_eq!(scene.app.count("SELECT count(*) FROM waiting_room_places WHERE phone_mac IS NOT NULL").await, 0);
    kenji.hold(&scene.restaurant, &scene.slot, 1).await;
    scene.app.end().await;
}

#[tokio::test]
async fn unchanged_status_is_answered_with_304() {
    let scene = scene().await;
    let hanako = scene.app.diner("hanako").await;
    scene.app.advance(OPENS_IN - 60);
    let first = hanako.get(ROOM).await;
    let tag = first.is(200).header("etag").to_owned();
    let again = || hanako.call(reqwest::Method::GET, ROOM).header("if-none-match", &tag);
    assert_eq!(again().send().await.status, 304);
    scene.join(&hanako).await;
    again().send().await.is(200);
    scene.app.end().await;
}
