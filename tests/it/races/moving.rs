//! Several members of staff change or end one party, or move several parties onto one seat: one call succeeds, the others are rejected.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use tests::{
    CourseSpec, OFFLINE_RESERVATIONS, Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, VisitSpec,
};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::{STAFF, call_concurrently, count, end, many_servers, staff_sessions, statuses};

/// Changes by all sessions concurrently, each by another one; returns the statuses.
async fn put_concurrently(staff_sessions: Vec<Persona>, calls: Vec<(String, Value)>) -> Vec<u16> {
    statuses(&call_concurrently(&Method::PUT, staff_sessions, calls).await)
}

async fn seats(app: &TestApp, restaurant: &Restaurant, items: &[usize]) -> Value {
    let spec = VisitSpec { items: items.to_vec(), ..VisitSpec::default() };
    app.visit(restaurant, &spec).await["inventory_item_uids"].clone()
}

/// All sessions move one party, each to another time; returns the statuses.
async fn drag_one_party(app: &TestApp, restaurant: &Restaurant, days: i64, says_what_it_saw: bool) -> Vec<u16> {
    let owner = app.owner(restaurant).await;
    let spec = VisitSpec { days, times: ("12:00", "13:00"), ..VisitSpec::default() };
    let uid = owner.record_visit(app, restaurant, &spec).await.is(201).json()["uid"].clone();
    let path = format!("{OFFLINE_RESERVATIONS}/{}", uid.as_str().expect("a uid"));
    let seen = owner.get(&path).await.data();
    let to = |session: usize| {
        let mut fields =
            json!({ "starts_at": format!("{}:00", 14 + session), "ends_at": format!("{}:00", 15 + session) });
        if says_what_it_saw {
            fields["expected_version"] = seen["version"].clone();
        }
        (path.clone(), json!({ "offline_reservation": fields }))
    };
    put_concurrently(staff_sessions(app, restaurant).await, (0..STAFF).map(to).collect()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_moves_of_one_party_conflict() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    for round in 0..4 {
        let statuses = drag_one_party(&app, &restaurant, 7 + round, true).await;
        assert_eq!((count(&statuses, 200), count(&statuses, 409)), (1, STAFF - 1), "{statuses:?}");
        app.verify().await;
    }
    // A move without an expected value moves the party from wherever it is: the rejections above are due to the expected values.
    let statuses = drag_one_party(&app, &restaurant, 20, false).await;
    assert_eq!(count(&statuses, 200), STAFF, "{statuses:?}");
    end(app).await;
}

/// All sessions change one party's course, each to another one; returns the statuses.
async fn change_one_course(app: &TestApp, restaurant: &Restaurant, days: i64, says_what_it_saw: bool) -> Vec<u16> {
    let owner = app.owner(restaurant).await;
    let spec = VisitSpec { days, ..VisitSpec::default() };
    let path = format!("{OFFLINE_RESERVATIONS}/{}", owner.record_visit(app, restaurant, &spec).await.uid());
    let seen = owner.get(&path).await.data();
    let choices = seen["course_choices"].as_array().expect("courses").iter().map(|course| course["uid"].clone());
    let others: Vec<_> = choices.filter(|uid| *uid != seen["course_uid"]).collect();
    assert_eq!(others.len(), STAFF, "a course for each");
    let to = |course: &Value| {
        let mut fields = json!({ "course_uid": course });
        if says_what_it_saw {
            fields["expected_version"] = seen["version"].clone();
        }
        (path.clone(), json!({ "offline_reservation": fields }))
    };
    put_concurrently(staff_sessions(app, restaurant).await, others.iter().map(to).collect()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_course_changes_conflict() {
    let app = many_servers().await;
    let courses = vec![CourseSpec::default(); STAFF + 1];
    let restaurant = app.restaurant(RestaurantSpec { courses, ..RestaurantSpec::default() }).await;
    for round in 0..4 {
        let statuses = change_one_course(&app, &restaurant, 7 + round, true).await;
        assert_eq!((count(&statuses, 200), count(&statuses, 409)), (1, STAFF - 1), "{statuses:?}");
        app.verify().await;
    }
    // Without the version the last change overwrites the others.
    let statuses = change_one_course(&app, &restaurant, 20, false).await;
    assert_eq!(count(&statuses, 200), STAFF, "{statuses:?}");
    end(app).await;
}

/// Half of the sessions delete one party, the others move it; all have seen the same version.
#[tokio::test(flavor = "multi_thread")]
async fn deletion_and_move_conflict() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    for round in 0..4 {
        let spec = VisitSpec { days: 7 + round, ..VisitSpec::default() };
        let path = format!("{OFFLINE_RESERVATIONS}/{}", owner.record_visit(&app, &restaurant, &spec).await.uid());
        let seen = owner.get(&path).await.data();
        let gate = Arc::new(Barrier::new(STAFF));
        let mut changing = JoinSet::new();
        for (index, session) in staff_sessions(&app, &restaurant).await.into_iter().enumerate() {
            let (gate, path, version) = (gate.clone(), path.clone(), seen["version"].clone());
            changing.spawn(async move {
                gate.wait().await;
                if index % 2 == 0 {
                    return session.delete(&format!("{path}?expected_version={version}")).await.status;
                }
                let fields = json!({ "starts_at": "19:00", "ends_at": "21:00", "expected_version": version });
                session.put(&path, &json!({ "offline_reservation": fields })).await.status
            });
        }
        let statuses = changing.join_all().await;
        assert_eq!((count(&statuses, 200), count(&statuses, 409)), (1, STAFF - 1), "{statuses:?}");
        app.verify().await;
    }
    // Without the version a deletion overlooks the move.
    let path = format!(
        "{OFFLINE_RESERVATIONS}/{}",
        owner.record_visit(&app, &restaurant, &VisitSpec { days: 20, ..VisitSpec::default() }).await.uid()
    );
    let moved = json!({ "offline_reservation": { "starts_at": "19:00", "ends_at": "21:00" } });
    owner.put(&path, &moved).await.is(200);
    owner.delete(&path).await.is(200);
    end(app).await;
}

/// All sessions rename one guest, each to another name; returns the statuses.
async fn rename_one_guest(app: &TestApp, restaurant: &Restaurant, days: i64, says_what_it_saw: bool) -> Vec<u16> {
    let owner = app.owner(restaurant).await;
    let spec = VisitSpec { days, ..VisitSpec::default() };
    let path = format!("{OFFLINE_RESERVATIONS}/{}", owner.record_visit(app, restaurant, &spec).await.uid());
    let seen = owner.get(&path).await.data();
    let to = |session: usize| {
        let mut profile = json!({ "nickname": format!("伊藤{session}") });
        if says_what_it_saw {
            profile["expected_nickname"] = seen["nickname"].clone();
        }
        let fields = json!({ "customer_attributes": { "profile_attributes": profile } });
        (path.clone(), json!({ "offline_reservation": fields }))
    };
    put_concurrently(staff_sessions(app, restaurant).await, (0..STAFF).map(to).collect()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_renames_of_one_guest_conflict() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    for round in 0..4 {
        let statuses = rename_one_guest(&app, &restaurant, 7 + round, true).await;
        assert_eq!((count(&statuses, 200), count(&statuses, 409)), (1, STAFF - 1), "{statuses:?}");
    }
    let statuses = rename_one_guest(&app, &restaurant, 20, false).await;
    assert_eq!(count(&statuses, 200), STAFF, "{statuses:?}");
    end(app).await;
}

/// Bookings of a slot, each on a separate seat, are all moved onto one seat concurrently.
async fn onto_one_seat(app: &TestApp, restaurant: &Restaurant) -> Vec<u16> {
    let parties = STAFF;
    let slot = app.slot(restaurant, SlotSpec { items: (0..parties).collect(), ..SlotSpec::default() }).await;
    let target = seats(app, restaurant, &[parties]).await;
    let mut calls = Vec::new();
    for _ in 0..parties {
        let diner = app.diner(&format!("diner{}", app.next_number())).await;
        let uid = diner.book(restaurant, &slot, 1).await;
        calls.push((format!("/owners/api/reservations/{uid}/seats"), json!({ "inventory_item_uids": target })));
    }
    put_concurrently(staff_sessions(app, restaurant).await, calls).await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_moves_to_one_seat_seat_one_party() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 7, ..RestaurantSpec::default() }).await;
    let statuses = onto_one_seat(&app, &restaurant).await;
    assert_eq!((count(&statuses, 200), count(&statuses, 400)), (1, STAFF - 1), "{statuses:?}");
    end(app).await;
}

/// Parties of two, each at its own table for two, all join the last table concurrently.
async fn join_one_table(app: &TestApp, restaurant: &Restaurant) -> Vec<u16> {
    let owner = app.owner(restaurant).await;
    let mut calls = Vec::new();
    for table in 0..STAFF {
        let spec = VisitSpec { items: vec![table], ..VisitSpec::default() };
        let path = format!("{OFFLINE_RESERVATIONS}/{}", owner.record_visit(app, restaurant, &spec).await.uid());
        let both = seats(app, restaurant, &[table, STAFF]).await;
        calls.push((path, json!({ "offline_reservation": { "inventory_item_uids": both } })));
    }
    put_concurrently(staff_sessions(app, restaurant).await, calls).await
}

fn tables_for_two() -> RestaurantSpec {
    RestaurantSpec { seats: 7, capacity: 2, ..RestaurantSpec::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_joins_give_a_table_to_one_party() {
    let app = many_servers().await;
    let restaurant = app.restaurant(tables_for_two()).await;
    let statuses = join_one_table(&app, &restaurant).await;
    assert_eq!((count(&statuses, 200), count(&statuses, 400)), (1, STAFF - 1), "{statuses:?}");
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn constraint_alone_prevents_double_joins() {
    let app = many_servers().await;
    let restaurant = app.restaurant(tables_for_two()).await;
    app.execute("ALTER TABLE reservation_seats DROP CONSTRAINT reservation_seats_no_overlap").await;
    let statuses = join_one_table(&app, &restaurant).await;
    assert_eq!(count(&statuses, 200), STAFF, "{statuses:?}");
    app.end_unverified().await;
}

/// A party at the first table of a day, the change that joins the second one to it, and a slot that offers the second one.
async fn second_table(app: &TestApp, restaurant: &Restaurant, owner: &Persona, days: i64) -> (String, Value, Slot) {
    let slot = app.slot(restaurant, SlotSpec { days, items: vec![1], counts: vec![2], ..SlotSpec::default() }).await;
    let spec = VisitSpec { days, items: vec![0], ..VisitSpec::default() };
    let path = format!("{OFFLINE_RESERVATIONS}/{}", owner.record_visit(app, restaurant, &spec).await.uid());
    let both = seats(app, restaurant, &[0, 1]).await;
    (path, json!({ "offline_reservation": { "inventory_item_uids": both } }), slot)
}

/// Staff join a table that a diner holds at the same time.
#[tokio::test(flavor = "multi_thread")]
async fn join_and_hold_of_one_table_conflict() {
    let app = many_servers().await;
    let restaurant = app.restaurant(tables_for_two()).await;
    let owner = app.owner(&restaurant).await;
    for round in 0..6 {
        let (path, body, slot) = second_table(&app, &restaurant, &owner, 7 + round).await;
        let diner = app.diner(&format!("diner{}", app.next_number())).await;
        let (joined, held) = tokio::join!(owner.put(&path, &body), diner.try_hold(&restaurant, &slot, 2));
        let successes = [joined.status == 200, held.status == 201];
        assert_eq!(successes.iter().filter(|is| **is).count(), 1, "{} {}", joined.body, held.body);
        app.verify().await;
    }
    // Each succeeds alone: the rejections above are due to the other one.
    let (path, body, _) = second_table(&app, &restaurant, &owner, 13).await;
    owner.put(&path, &body).await.is(200);
    let (_, _, slot) = second_table(&app, &restaurant, &owner, 14).await;
    app.diner("hanako").await.try_hold(&restaurant, &slot, 2).await.is(201);
    end(app).await;
}

/// Half of the sessions join a table to a party of two, the others make it a party of three, which needs both tables; returns the path of
/// the party and the statuses.
async fn join_and_grow(
    app: &TestApp,
    restaurant: &Restaurant,
    days: i64,
    says_what_it_saw: bool,
) -> (String, Vec<u16>) {
    let owner = app.owner(restaurant).await;
    let spec = VisitSpec { days, items: vec![0], ..VisitSpec::default() };
    let path = format!("{OFFLINE_RESERVATIONS}/{}", owner.record_visit(app, restaurant, &spec).await.uid());
    let (seen, both) = (owner.get(&path).await.data(), seats(app, restaurant, &[0, 1]).await);
    let to = |session: usize| {
        let mut fields = match session % 2 {
            0 => json!({ "inventory_item_uids": both }),
            _ => json!({ "new_guests_count": 3 }),
        };
        if says_what_it_saw {
            fields["expected_version"] = seen["version"].clone();
        }
        (path.clone(), json!({ "offline_reservation": fields }))
    };
    let calls = (0..STAFF).map(to).collect();
    let statuses = put_concurrently(staff_sessions(app, restaurant).await, calls).await;
    (path, statuses)
}

#[tokio::test(flavor = "multi_thread")]
async fn join_and_growth_of_one_party_conflict() {
    let app = many_servers().await;
    let restaurant = app.restaurant(tables_for_two()).await;
    for round in 0..4 {
        let (_, statuses) = join_and_grow(&app, &restaurant, 7 + round, true).await;
        assert_eq!((count(&statuses, 200), count(&statuses, 409)), (1, STAFF - 1), "{statuses:?}");
        app.verify().await;
    }
    // Without the version all succeed, in any order; three guests then need both tables, so none of them is joined.
    let (path, statuses) = join_and_grow(&app, &restaurant, 20, false).await;
    assert_eq!(count(&statuses, 200), STAFF, "{statuses:?}");
    let party = app.owner(&restaurant).await.get(&path).await.data();
    assert_eq!((&party["guests_count"], &party["extra_items"]), (&json!(3), &json!(0)));
    assert_eq!(party["inventory_items"].as_array().map(Vec::len), Some(2), "{party}");
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn constraint_alone_prevents_double_seating() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 7, ..RestaurantSpec::default() }).await;
    app.execute("ALTER TABLE reservation_seats DROP CONSTRAINT reservation_seats_no_overlap").await;
    let there = "SELECT count(*) FROM reservation_seats WHERE released_at IS NULL GROUP BY inventory_item_id ORDER BY 1 DESC LIMIT 1";
    let statuses = onto_one_seat_without_stocks(&app, &restaurant).await;
    assert_eq!(count(&statuses, 200), STAFF, "{statuses:?}");
    assert_eq!(app.count(there).await, i64::try_from(STAFF).expect("few"));
    app.end_unverified().await;
}

/// The same with parties that staff recorded: they occupy no stock of a slot.
async fn onto_one_seat_without_stocks(app: &TestApp, restaurant: &Restaurant) -> Vec<u16> {
    let owner = app.owner(restaurant).await;
    let target = seats(app, restaurant, &[STAFF]).await;
    let mut calls = Vec::new();
    for seat in 0..STAFF {
        let spec = VisitSpec { items: vec![seat], guests: 1, ..VisitSpec::default() };
        let uid = owner.record_visit(app, restaurant, &spec).await.is(201).json()["uid"].clone();
        let path = format!("/owners/api/reservations/{}/seats", uid.as_str().expect("a uid"));
        calls.push((path, json!({ "inventory_item_uids": target })));
    }
    put_concurrently(staff_sessions(app, restaurant).await, calls).await
}
