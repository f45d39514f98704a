//! Staff delete, record, move, restore, invite and withdraw over the same seats concurrently, without a web slot that could be locked
//! first.

use std::sync::Arc;

use serde_json::{Value, json};
use tests::{
    GuestSpec, INVITED_RESERVATIONS, OFFLINE_RESERVATIONS, Persona, Restaurant, RestaurantSpec, TestApp, VisitSpec,
};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::{end, many_servers};

const ROUNDS: i64 = 24;

/// One call of one member of staff.
enum StaffCall {
    Post(String, Value),
    Put(String, Value),
    Delete(String),
}

/// Makes all calls concurrently, each by another member of staff on another web server; none gets an internal error.
async fn call_concurrently(staff_sessions: &[Arc<Persona>], calls: Vec<StaffCall>) {
    let gate = Arc::new(Barrier::new(calls.len()));
    let mut calling = JoinSet::new();
    for (desk, call) in staff_sessions.iter().cloned().zip(calls) {
        let gate = gate.clone();
        calling.spawn(async move {
            gate.wait().await;
            let reply = match call {
                StaffCall::Post(path, body) => desk.post(&path, &body).await,
                StaffCall::Put(path, body) => desk.put(&path, &body).await,
                StaffCall::Delete(path) => desk.delete(&path).await,
            };
            (reply.status, reply.body)
        });
    }
    let odd: Vec<_> = calling.join_all().await.into_iter().filter(|(s, _)| !matches!(s, 200 | 201 | 400)).collect();
    assert!(odd.is_empty(), "{odd:?}");
}

async fn staff_sessions(app: &TestApp, restaurant: &Restaurant, size: usize) -> Vec<Arc<Persona>> {
    let mut staff_sessions = Vec::new();
    for index in 0..size {
        let owner = app.owner(restaurant).await.at(&app.base_urls[index % app.base_urls.len()]);
        owner.csrf_token().await;
        staff_sessions.push(Arc::new(owner));
    }
    staff_sessions
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_release_and_booking_do_not_deadlock() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 6, ..RestaurantSpec::default() }).await;
    let staff_sessions = staff_sessions(&app, &restaurant, 9).await;
    let owner = &staff_sessions[0];
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    for round in 0..ROUNDS {
        let on = |items: [usize; 2]| VisitSpec { days: 7 + round, items: items.to_vec(), ..VisitSpec::default() };
        let mut new_visit = app.visit(&restaurant, &on([0, 1])).await;
        new_visit["offline_customer_uid"] = guest.clone().into();
        let mut across = app.visit(&restaurant, &on([1, 2])).await;
        across["offline_customer_uid"] = guest.clone().into();
        // One visit was deleted, another occupies its seats, and an invitation and a third party are on the seats next to it.
        let deleted = owner.record_visit(&app, &restaurant, &on([0, 1])).await.uid();
        owner.delete(&format!("{OFFLINE_RESERVATIONS}/{deleted}")).await.is(200);
        let seated = owner.record_visit(&app, &restaurant, &on([0, 1])).await.uid();
        let invitee = GuestSpec { email: Some("guest@seki.test"), ..GuestSpec::default() };
        let invited = owner.invite(&app, &restaurant, &on([2, 3]), invitee).await.uid();
        let neighbour = owner.record_visit(&app, &restaurant, &on([4, 5])).await.uid();
        let items = |visit: &Value| visit["inventory_item_uids"].clone();
        let onto = |visit: &Value| json!({ "offline_reservation": { "inventory_item_uids": items(visit) } });
        let post = |body: &Value| StaffCall::Post(OFFLINE_RESERVATIONS.to_owned(), body.clone());
        let calls = vec![
            StaffCall::Delete(format!("{OFFLINE_RESERVATIONS}/{seated}")),
            post(&new_visit),
            post(&across),
            post(&new_visit),
            StaffCall::Post(format!("{OFFLINE_RESERVATIONS}/{deleted}/restore"), json!({})),
            StaffCall::Delete(format!("{INVITED_RESERVATIONS}/{invited}")),
            StaffCall::Put(format!("{OFFLINE_RESERVATIONS}/{neighbour}"), onto(&new_visit)),
            StaffCall::Put(format!("{OFFLINE_RESERVATIONS}/{neighbour}"), onto(&across)),
            post(&across),
        ];
        call_concurrently(&staff_sessions, calls).await;
        app.verify().await;
    }
    end(app).await;
}
