//! Staff against staff, and staff against diners: a seat has one party.

use std::sync::Arc;

use serde_json::Value;
use tests::{GuestSpec, Restaurant};
use tests::{OFFLINE_RESERVATIONS, Persona, RestaurantSpec, SlotSpec, TestApp, VisitSpec};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::{ask, count, end, many_servers};

/// Sessions of several members of staff, spread over all web servers, each with another guest for the same seats.
async fn staff_sessions(
    app: &TestApp,
    restaurant: &Restaurant,
    spec: &VisitSpec,
    size: usize,
) -> Vec<(Persona, Value)> {
    let mut staff_sessions = Vec::new();
    for index in 0..size {
        let mut visit = app.visit(restaurant, spec).await;
        visit["offline_customer_uid"] = app.guest(restaurant, GuestSpec::default()).await.into();
        let owner = app.owner(restaurant).await.at(&app.base_urls[index % app.base_urls.len()]);
        owner.csrf_token().await;
        staff_sessions.push((owner, visit));
    }
    staff_sessions
}

async fn create_concurrently(staff_sessions: Vec<(Persona, Value)>, gate: Arc<Barrier>) -> Vec<u16> {
    let mut writing = JoinSet::new();
    for (owner, visit) in staff_sessions {
        let gate = gate.clone();
        writing.spawn(async move {
            gate.wait().await;
            owner.post(OFFLINE_RESERVATIONS, &visit).await.status
        });
    }
    writing.join_all().await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_members_of_staff_take_the_same_seat() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    for round in 0..3 {
        let spec = VisitSpec { days: 7 + round, ..VisitSpec::default() };
        let staff_sessions = staff_sessions(&app, &restaurant, &spec, 12).await;
        let statuses = create_concurrently(staff_sessions, Arc::new(Barrier::new(12))).await;
        assert_eq!((count(&statuses, 201), count(&statuses, 400)), (1, 11), "{statuses:?}");
        app.verify().await;
    }
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_and_diners_want_the_same_web_slot() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    for round in 0..4 {
        let slot = app.slot(&restaurant, SlotSpec { days: 7 + round, counts: vec![2], ..SlotSpec::default() }).await;
        let spec = VisitSpec { days: 7 + round, ..VisitSpec::default() };
        let staff_sessions = staff_sessions(&app, &restaurant, &spec, 4).await;
        let crowd = app.crowd(&restaurant, 20).await;
        let gate = Arc::new(Barrier::new(24));
        let mut holding = JoinSet::new();
        for contender in crowd {
            let (gate, restaurant, slot) = (gate.clone(), restaurant.clone(), slot.clone());
            holding.spawn(async move {
                gate.wait().await;
                ask(&contender, &restaurant, &slot, 2).await.0.status
            });
        }
        let (written, held) = tokio::join!(create_concurrently(staff_sessions, gate), holding.join_all());
        assert_eq!(count(&written, 201) + count(&held, 201), 1, "{written:?} {held:?}");
        let odd = written.iter().filter(|status| !matches!(status, 201 | 400)).count()
            + held.iter().filter(|status| !matches!(status, 201 | 422)).count();
        assert_eq!(odd, 0, "{written:?} {held:?}");
        app.verify().await;
    }
    end(app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn party_grows_while_neighbours_are_seated() {
    let app = many_servers().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec { seats: 6, ..RestaurantSpec::default() }).await;
    let spec = VisitSpec { items: vec![0, 1], ..VisitSpec::default() };
    let reply = owner.record_visit(&app, &restaurant, &spec).await;
    let uid = reply.uid();
    let other_seats = VisitSpec { items: vec![2, 3], ..VisitSpec::default() };
    let staff_sessions = staff_sessions(&app, &restaurant, &other_seats, 4).await;
    let gate = Arc::new(Barrier::new(5));
    let growing = async {
        gate.wait().await;
        let body = serde_json::json!({ "offline_reservation": { "new_guests_count": 4 } });
        owner.put(&format!("{OFFLINE_RESERVATIONS}/{uid}"), &body).await.status
    };
    let (grown, written) = tokio::join!(growing, create_concurrently(staff_sessions, gate.clone()));
    assert!(matches!(grown, 200 | 400), "{grown}");
    assert!(count(&written, 201) <= 1 && written.iter().all(|status| matches!(status, 201 | 400)), "{written:?}");
    end(app).await;
}
