//! Staff give seats to waiting parties concurrently: a table goes to one party, and a party gets one offer.

use std::pin::pin;

use domain::audit::Actor;
use domain::ids::OwnerId;
use domain::reservations::staff::{StaffContext, StaffError};
use domain::restaurants;
use domain::waiting_list::actions::{Choice, SeatOffer, give_seats};
use reqwest::Method;
use serde_json::json;
use sqlx::PgConnection;
use tests::{GuestSpec, Persona, Restaurant, RestaurantSpec, TestApp};

use super::{STAFF, call_concurrently, count, end, many_servers, staff_sessions, statuses};

const LIST: &str = "/owners/api/waiting_list";
const ROUNDS: i64 = 4;

/// Tables for two.
fn tables(seats: i32) -> RestaurantSpec {
    RestaurantSpec { seats, capacity: 2, ..RestaurantSpec::default() }
}

/// Adds parties of two, each of another guest, to the list of one evening; returns their uids. Two of them cannot have one table in turn.
async fn add_parties(app: &TestApp, restaurant: &Restaurant, owner: &Persona, days: i64, size: usize) -> Vec<String> {
    let mut uids = Vec::new();
    for _ in 0..size {
        let spec = GuestSpec { kind: "InvitedCustomer", email: Some("guest@seki.test"), ..GuestSpec::default() };
        let entry = json!({
            "customer_uid": app.guest(restaurant, spec).await, "date": app.day(days), "starts_from": "18:00",
            "starts_till": "19:00", "guests_count": 2,
        });
        let added = owner.post(LIST, &entry).await.is(201).json();
        uids.push(added["data"]["uid"].as_str().expect("a uid").to_owned());
    }
    uids
}

fn seats_of(uid: &str) -> String {
    format!("{LIST}/{uid}/seats")
}

#[tokio::test(flavor = "multi_thread")]
async fn one_free_table_goes_to_one_waiting_party() {
    let app = many_servers().await;
    let (restaurant, owner) = app.restaurant_and_owner(tables(1)).await;
    for round in 0..ROUNDS {
        let parties = add_parties(&app, &restaurant, &owner, 7 + round, STAFF).await;
        // An invitation that holds the table, or a booking.
        let by = |session: usize| json!({ "by": if session.is_multiple_of(2) { "invitation" } else { "telephone" } });
        let calls: Vec<_> = parties.iter().enumerate().map(|(session, uid)| (seats_of(uid), by(session))).collect();
        let replies = call_concurrently(&Method::POST, staff_sessions(&app, &restaurant).await, calls).await;
        let statuses = statuses(&replies);
        assert_eq!((count(&statuses, 200), count(&statuses, 400)), (1, STAFF - 1), "{statuses:?}");
        for reply in replies.iter().filter(|reply| reply.status == 400) {
            let code = reply.json()["code"].clone();
            assert!(code == "not_enough_seats" || code == "seat_taken", "{}", reply.body);
        }
        app.verify().await;
    }
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_waiting_party_is_offered_seats_once() {
    let app = many_servers().await;
    let (restaurant, owner) = app.restaurant_and_owner(tables(8)).await;
    for round in 1..=ROUNDS {
        let party = add_parties(&app, &restaurant, &owner, 7 + round, 1).await.remove(0);
        let calls = vec![(seats_of(&party), json!({ "by": "invitation" })); STAFF];
        let replies = call_concurrently(&Method::POST, staff_sessions(&app, &restaurant).await, calls).await;
        let statuses = statuses(&replies);
        assert_eq!((count(&statuses, 200), count(&statuses, 409)), (1, STAFF - 1), "{statuses:?}");
        let mails = app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'invitation'").await;
        assert_eq!(mails, round, "one mail each");
        app.verify().await;
    }
    // There are seats for all: the rejections above are due to the first offer.
    for party in add_parties(&app, &restaurant, &owner, 20, STAFF).await {
        owner.post(&seats_of(&party), &json!({ "by": "invitation" })).await.is(200);
    }
    end(app).await;
}

async fn give(
    app: &TestApp,
    conn: &mut PgConnection,
    restaurant: &restaurants::model::Restaurant,
    uid: &str,
) -> Result<(), StaffError> {
    let staff =
        StaffContext { restaurant, owner: OwnerId(1), actor: Actor::System, now: app.now(), sms: &app.config.sms };
    give_seats(conn, &app.rng, staff, uid, SeatOffer::Phone, Choice::default()).await.map(drop)
}

/// A change of an entry waits for the transaction that gives its party seats, and finds that it does not wait any more.
#[tokio::test(flavor = "multi_thread")]
async fn change_of_a_party_that_gets_seats_is_rejected() {
    let app = TestApp::start().await;
    let (place, owner) = app.restaurant_and_owner(tables(2)).await;
    let party = add_parties(&app, &place, &owner, 7, 1).await.remove(0);
    let mut tx = app.pool.begin().await.unwrap();
    let restaurant = restaurants::queries::find(&mut tx, place.id).await.unwrap().expect("the restaurant");
    give(&app, &mut tx, &restaurant, &party).await.expect("the table is free");
    let (path, smaller) = (format!("{LIST}/{party}"), json!({ "guests_count": 1 }));
    let mut change = pin!(owner.put(&path, &smaller));
    tokio::select! {
        reply = &mut change => panic!("the change did not wait: {}", reply.status),
        () = app.wait_for_blocked_lock() => {}
    }
    tx.commit().await.unwrap();
    change.await.refused(409, "party_not_waiting");
    let kept = "SELECT count(*) FROM waiting_list_entries w JOIN reservations r ON r.id = w.reservation_id
         AND r.restaurant_id = w.restaurant_id WHERE w.guests_count = 2 AND r.guests_count = 2";
    assert_eq!(app.count(kept).await, 1);
    app.verify().await;
    app.end().await;
}

/// A transaction gives the table to one party and is not committed; meanwhile it is still free for another party. The transaction commits
/// when the second one waits for it. Returns whether both parties got the table.
async fn both_have_the_table(is_guarded: bool) -> bool {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(tables(1)).await;
    let parties = add_parties(&app, &restaurant, &owner, 7, 2).await;
    if !is_guarded {
        app.execute("ALTER TABLE reservation_seats DROP CONSTRAINT reservation_seats_no_overlap").await;
    }
    let mut tx = app.pool.begin().await.unwrap();
    let restaurant = restaurants::queries::find(&mut tx, restaurant.id).await.unwrap().expect("the restaurant");
    give(&app, &mut tx, &restaurant, &parties[0]).await.expect("the table is free");
    let is_given = {
        let mut rival = pin!(async {
            let mut tx = app.pool.begin().await.unwrap();
            let given = give(&app, &mut tx, &restaurant, &parties[1]).await;
            match &given {
                Ok(()) => tx.commit().await.unwrap(),
                Err(error) => assert!(matches!(error, StaffError::SeatTaken), "{error}"),
            }
            given.is_ok()
        });
        tokio::select! {
            is_given = &mut rival => panic!("the second party did not wait: {is_given}"),
            () = app.wait_for_blocked_lock() => {}
        }
        tx.commit().await.unwrap();
        rival.await
    };
    let findings = app.findings().await;
    let is_seen = findings.iter().any(|finding| finding.starts_with("two live reservations sit on one seat"));
    assert_eq!(is_seen, is_given, "the checks see what there is: {findings:?}");
    app.end_unverified().await;
    is_given
}

#[tokio::test(flavor = "multi_thread")]
async fn constraint_rejects_table_being_given_to_another_waiting_party() {
    assert!(!both_have_the_table(true).await, "with the constraint");
    assert!(both_have_the_table(false).await, "without it");
}
