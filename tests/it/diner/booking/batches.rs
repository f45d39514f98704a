//! Hold requests that are written together: each gets the response that it would get alone.

use std::time::Duration;

use domain::availability;
use domain::ids::{CourseId, OnlineStockGroupId, OsgTimeId};
use domain::reservations::error::ReservationError;
use domain::reservations::holds::rules::admit;
use domain::reservations::holds::{HoldAttempt, HoldRequest, HoldRequestRow, Locks, PlacedHold, place_batch, write};
use domain::sessions;
use tests::{CourseSpec, Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp};

type Answer = Result<HoldAttempt, ReservationError>;

fn request(restaurant: &Restaurant, slot: &Slot, diner: &Persona, guests: i32) -> HoldRequest {
    HoldRequest {
        restaurant: restaurant.id,
        diner: diner.id(),
        session: diner.session(),
        slot: OnlineStockGroupId(slot.id),
        time: OsgTimeId(slot.times[0]),
        course: CourseId(slot.courses[0]),
        guests,
        locale: "ja",
        ticket_code: None,
        win: None,
    }
}

async fn try_all(app: &TestApp, requests: &[HoldRequest]) -> Vec<Answer> {
    place_batch(&mut app.pool.acquire().await.unwrap(), &app.rng, app.now(), requests, Locks::Idle).await
}

fn placed(answer: &Answer) -> &PlacedHold {
    let Ok(HoldAttempt::Placed(placed)) = answer else { panic!("{answer:?}") };
    placed
}

#[tokio::test]
async fn signed_out_diner_in_batch_is_rejected() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 4, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let [hanako, kenji, yuki, aoi] = ["hanako", "kenji", "yuki", "aoi"].map(|name| app.diner(name));
    let (hanako, kenji, yuki, aoi) = (hanako.await, kenji.await, yuki.await, aoi.await);
    let mut requests = Vec::new();
    for diner in [&hanako, &kenji, &yuki, &aoi] {
        requests.push(request(&restaurant, &slot, diner, 1));
    }
    requests[1].session = requests[0].session.clone();
    sessions::revoke(&mut app.pool.acquire().await.unwrap(), app.now(), &requests[2].session).await.unwrap();
    sqlx::query("UPDATE sessions SET awaits_second_factor = true WHERE user_id = $1")
        .bind(aoi.id().0)
        .execute(&app.pool)
        .await
        .unwrap();
    let tried = try_all(&app, &requests).await;
    placed(&tried[0]);
    assert!(matches!(tried[1], Err(ReservationError::TokenInvalid)), "{tried:?}");
    assert!(matches!(tried[2..], [Err(ReservationError::SignedOut), Err(ReservationError::SignedOut)]), "{tried:?}");
    assert_eq!(app.count("SELECT count(*) FROM reservations").await, 1);
    app.end().await;
}

/// A session ends at its latest instant, and when it has not been used. Staff are no diners.
#[tokio::test]
async fn ended_sessions_and_sessions_of_staff_in_batch_are_rejected() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 4, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let [hanako, kenji, yuki, aoi] = ["hanako", "kenji", "yuki", "aoi"].map(|name| app.diner(name));
    let (hanako, kenji, yuki, aoi) = (hanako.await, kenji.await, yuki.await, aoi.await);
    let mut requests = Vec::new();
    for diner in [&hanako, &kenji, &yuki, &aoi] {
        requests.push(request(&restaurant, &slot, diner, 1));
    }
    for (ended, diner) in [
        ("UPDATE sessions SET expires_at = $2 WHERE user_id = $1", &hanako),
        (
            "UPDATE sessions SET last_seen_at = $2::timestamptz - idle_seconds * interval '1 second' WHERE user_id = $1",
            &kenji,
        ),
    ] {
        sqlx::query(ended).bind(diner.id().0).bind(app.now()).execute(&app.pool).await.unwrap();
    }
    let owner = app.owner(&restaurant).await;
    requests[2].session = sessions::Token::from_cookie(&owner.cookie("seki_owner").unwrap()).hash();
    let tried = try_all(&app, &requests).await;
    assert!(tried[..3].iter().all(|answer| matches!(answer, Err(ReservationError::SignedOut))), "{tried:?}");
    placed(&tried[3]);
    app.end().await;
}

#[tokio::test]
async fn diners_of_several_restaurants_get_their_seats_in_one_transaction() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 4, ..RestaurantSpec::default() }).await;
    let other = app.restaurant(RestaurantSpec { slug: "sushi-other", ..RestaurantSpec::default() }).await;
    let (slot, quiet) = (app.slot(&restaurant, SlotSpec::default()).await, app.slot(&other, SlotSpec::default()).await);
    let (hanako, kenji, yuki) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("yuki").await);
    let requests = [
        request(&restaurant, &slot, &hanako, 1),
        request(&other, &quiet, &kenji, 2),
        request(&restaurant, &slot, &yuki, 2),
    ];
    let version = "SELECT sum(stock_version)::bigint FROM restaurant_days";
    let before = app.count(version).await;
    let tried = try_all(&app, &requests).await;
    assert_eq!([placed(&tried[0]).left, placed(&tried[2]).left], [Some(3), Some(1)]);
    assert_eq!(app.count("SELECT count(DISTINCT xmin::text) FROM reservations").await, 1);
    assert!(app.count(version).await >= before + 2, "the calendars receive the change");
    for (answer, guests) in tried.iter().zip([1, 2, 2]) {
        let rows = sqlx::query_scalar::<_, i64>(
            "SELECT count(*) FROM reservations r
             JOIN reservation_seats s ON s.reservation_id = r.id
             JOIN online_stocks o ON o.online_reservable_id = r.id AND o.inventory_item_id = s.inventory_item_id
             JOIN audit_events a ON a.reservation_id = r.id AND a.action = 'hold_placed' AND a.actor_id = r.user_id
             WHERE r.uid = $1",
        );
        assert_eq!(rows.bind(&placed(answer).uid).fetch_one(&app.pool).await.unwrap(), guests);
    }
    assert_eq!(app.count("SELECT sum(guests_count)::bigint FROM course_days").await, 5);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn batch_serves_in_arrival_order_under_all_rules() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let diners = [app.diner("hanako").await, app.diner("kenji").await, app.diner("yuki").await];
    let mut requests = Vec::new();
    for diner in &diners {
        requests.push(request(&restaurant, &slot, diner, 1));
    }
    let tried = try_all(&app, &requests).await;
    assert_eq!([placed(&tried[0]).left, placed(&tried[1]).left], [Some(1), Some(0)]);
    assert!(matches!(tried[2], Err(ReservationError::Full)), "{:?}", tried[2]);

    let courses = vec![CourseSpec { daily_max: Some(3), ..CourseSpec::default() }];
    let limited = RestaurantSpec { slug: "sushi-limited", seats: 6, courses, ..RestaurantSpec::default() };
    let limited = app.restaurant(limited).await;
    let slot = app.slot(&limited, SlotSpec::default()).await;
    let requests = [request(&limited, &slot, &diners[0], 2), request(&limited, &slot, &diners[1], 2)];
    let tried = try_all(&app, &requests).await;
    placed(&tried[0]);
    assert!(matches!(tried[1], Err(ReservationError::CourseFull)), "{:?}", tried[1]);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn concurrent_requests_of_one_diner_make_one_hold() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 4, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let twice = request(&restaurant, &slot, &hanako, 1);
    let tried = try_all(&app, &[twice.clone(), twice, request(&restaurant, &slot, &kenji, 1)]).await;
    placed(&tried[0]);
    assert!(matches!(tried[1], Err(ReservationError::Raced)), "{:?}", tried[1]);
    placed(&tried[2]);
    assert_eq!(app.count("SELECT count(*) FROM reservation_seats").await, 2);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn locked_slot_is_skipped() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 4, ..RestaurantSpec::default() }).await;
    let other = app.restaurant(RestaurantSpec { slug: "sushi-other", ..RestaurantSpec::default() }).await;
    let (slot, quiet) = (app.slot(&restaurant, SlotSpec::default()).await, app.slot(&other, SlotSpec::default()).await);
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let mut staff = app.pool.begin().await.unwrap();
    let lock = sqlx::query("SELECT 1 FROM online_stock_groups WHERE id = $1 FOR NO KEY UPDATE").bind(slot.id);
    lock.execute(&mut *staff).await.unwrap();
    let requests = [request(&restaurant, &slot, &hanako, 1), request(&other, &quiet, &kenji, 1)];
    let tried = try_all(&app, &requests).await;
    assert!(matches!(tried[0], Ok(HoldAttempt::Busy)), "{:?}", tried[0]);
    placed(&tried[1]);
    staff.rollback().await.unwrap();
    placed(&try_all(&app, &requests[..1]).await[0]);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn lost_seat_fails_only_its_request() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let other = app.restaurant(RestaurantSpec { slug: "sushi-other", ..RestaurantSpec::default() }).await;
    let spec = SlotSpec { counts: vec![1], ..SlotSpec::default() };
    let (slot, quiet) = (app.slot(&restaurant, spec.clone()).await, app.slot(&other, spec).await);
    let (hanako, kenji, guest) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("guest").await);
    let requests = [request(&restaurant, &slot, &hanako, 1), request(&other, &quiet, &kenji, 1)];
    // Another transaction seats a party there without a lock on the slot, and has not committed.
    let mut seating = app.pool.begin().await.unwrap();
    sqlx::query(
        "WITH made AS (
             INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, inventory_group_id, operation, date,
                 starts_at, ends_at, guests_count, created_at)
             SELECT 'walk-in', 'walk-in', o.restaurant_id, 'offline_reservation', 'accepted', $2, o.inventory_group_id, o.operation, o.date,
                 t.starts_at, t.ends_at, 1, now()
             FROM online_stock_groups o JOIN osg_times t ON t.online_stock_group_id = o.id WHERE o.id = $1
             RETURNING id, restaurant_id, starts_at, ends_at)
         INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
         SELECT restaurant_id, id, $3, tstzrange(starts_at, ends_at) FROM made",
    )
    .bind(slot.id)
    .bind(guest.id().0)
    .bind(restaurant.items[0])
    .execute(&mut *seating)
    .await
    .unwrap();
    let refreshed =
        sqlx::query("SELECT refresh_availability_days($1, ARRAY[$2])").bind(restaurant.id.0).bind(slot.date);
    refreshed.execute(&mut *seating).await.unwrap();
    let seated = async {
        app.wait_for_blocked_lock().await;
        seating.commit().await.unwrap();
    };
    let (tried, ()) = tokio::join!(try_all(&app, &requests), seated);
    assert!(matches!(tried[0], Err(ReservationError::Full)), "{:?}", tried[0]);
    placed(&tried[1]);
    assert_eq!(app.count("SELECT count(*) FROM reservation_seats").await, 2);
    app.end().await;
}

#[tokio::test]
async fn stale_day_totals_are_recomputed() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let asked = request(&restaurant, &slot, &hanako, 1);
    let mut conn = app.pool.acquire().await.unwrap();
    let asking = [(restaurant.id, Some(hanako.id()))];
    let viewers = availability::queries::find_viewers(&mut conn, &asking, app.now()).await.unwrap();
    let (viewer, terms) = &viewers[0];
    let read = availability::queries::find_slots(&mut conn, &[(restaurant.id, asked.slot)], app.now()).await;
    let mut read = read.unwrap().remove(0);
    let quote = admit(&read, viewer, terms, &asked, app.now()).unwrap();
    read.occupy(&quote.stocks[..1], asked.course, 1);
    assert!(read.has_ample_stock(), "a seat is left for the largest quote");
    kenji.hold(&restaurant, &slot, 1).await;
    let row = HoldRequestRow::new(&app.rng, &asked, viewer, terms, &quote, &read);
    let written = write(&mut conn, &[row], app.now(), Locks::Idle).await.unwrap();
    assert!(matches!(written[..], [Ok(HoldAttempt::Placed(_))]), "{written:?}");
    drop(conn);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn groups_sharing_seats_do_not_overlap() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 4, ..RestaurantSpec::default() }).await;
    let singles = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let later = || SlotSpec { times: vec![("19:00", "21:00")], ..SlotSpec::default() };
    let fours = app.slot(&restaurant, SlotSpec { counts: vec![4], ..later() }).await;
    let (hanako, kenji, yuki) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("yuki").await);
    placed(&try_all(&app, &[request(&restaurant, &singles, &hanako, 1)]).await[0]);
    app.verify().await;
    let tried = try_all(&app, &[request(&restaurant, &fours, &kenji, 4)]).await;
    assert!(matches!(tried[0], Err(ReservationError::Full)), "{tried:?}");

    let other = app.slot(&restaurant, SlotSpec { counts: vec![1], ..later() }).await;
    let requests = [request(&restaurant, &singles, &kenji, 1), request(&restaurant, &other, &yuki, 1)];
    let tried = try_all(&app, &requests).await;
    placed(&tried[0]);
    placed(&tried[1]);
    assert_eq!(app.count("SELECT count(DISTINCT inventory_item_id) FROM reservation_seats").await, 3);
    app.end().await;
}

#[tokio::test]
async fn seats_of_a_hold_that_waits_to_be_swept_are_not_plenty() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let mut conn = app.pool.acquire().await.unwrap();
    let mut version = async |at| {
        let asked = [(restaurant.id, OnlineStockGroupId(slot.id))];
        let found = availability::queries::find_slots(&mut conn, &asked, at).await;
        found.unwrap().remove(0).day_version
    };
    let kenji = app.diner("kenji").await;
    kenji.hold(&restaurant, &slot, 1).await;
    assert!(version(app.now()).await > 0);
    assert_eq!(version(app.now() + Duration::from_secs(601)).await, -1, "the sums still count its seat");
    drop(conn);
    app.end().await;
}

#[tokio::test]
async fn overnight_stays_are_found_up_to_one_day() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let (slot, next) = (app.slot(&restaurant, SlotSpec::default()).await, SlotSpec { days: 8, ..SlotSpec::default() });
    let next = app.slot(&restaurant, next).await;
    let (hanako, yuki) = (app.diner("hanako").await, app.diner("yuki").await);
    placed(&try_all(&app, &[request(&restaurant, &slot, &hanako, 1)]).await[0]);
    let sit = |hours: i32| {
        sqlx::query(
            "UPDATE reservation_seats SET during = tstzrange(lower(during) + interval '30 minutes',
                                                             lower(during) + interval '30 minutes' + $1 * interval '1 hour')",
        )
        .bind(f64::from(hours))
        .execute(&app.pool)
    };
    let too_long = sit(25).await.unwrap_err();
    assert_eq!(domain::db::violated_constraint(&too_long), Some("reservation_seats_length_check"));
    sit(24).await.unwrap();
    let tried = try_all(&app, &[request(&restaurant, &next, &yuki, 1)]).await;
    assert!(matches!(tried[0], Err(ReservationError::Full)), "{tried:?}");
    let repair = "UPDATE reservation_seats s SET during = tstzrange(starts_at, ends_at) FROM reservations r WHERE r.id = s.reservation_id";
    sqlx::raw_sql(repair).execute(&app.pool).await.unwrap();
    app.end().await;
}
