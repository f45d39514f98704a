//! Staff delete, write down, move, restore, invite and withdraw over the same seats at the same moment, where no web slot is there to be
//! locked first.

use std::sync::Arc;

use serde_json::{Value, json};
use tests::{
    GuestSpec, INVITED_RESERVATIONS, OFFLINE_RESERVATIONS, Persona, Reply, Restaurant, RestaurantSpec, TestApp,
    VisitSpec,
};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::{end, many_servers};

const ROUNDS: i64 = 24;

/// One call of one member of staff.
enum Call {
    Post(String, Value),
    Put(String, Value),
    Delete(String),
}

fn uid(reply: &Reply) -> String {
    reply.is(201).json()["uid"].as_str().expect("a uid").to_owned()
}

/// All calls at once, each of another member of staff before another web server; nobody meets an error of ours.
async fn at_once(desks: &[Arc<Persona>], calls: Vec<Call>) {
    let gate = Arc::new(Barrier::new(calls.len()));
    let mut calling = JoinSet::new();
    for (desk, call) in desks.iter().cloned().zip(calls) {
        let gate = gate.clone();
        calling.spawn(async move {
            gate.wait().await;
            let reply = match call {
                Call::Post(path, body) => desk.post(&path, &body).await,
                Call::Put(path, body) => desk.put(&path, &body).await,
                Call::Delete(path) => desk.delete(&path).await,
            };
            (reply.status, reply.body)
        });
    }
    let odd: Vec<_> = calling.join_all().await.into_iter().filter(|(s, _)| !matches!(s, 200 | 201 | 400)).collect();
    assert!(odd.is_empty(), "{odd:?}");
}

async fn desks(app: &TestApp, restaurant: &Restaurant, size: usize) -> Vec<Arc<Persona>> {
    let mut desks = Vec::new();
    for index in 0..size {
        let owner = app.owner(restaurant).await.at(&app.base_urls[index % app.base_urls.len()]);
        owner.csrf_token().await;
        desks.push(Arc::new(owner));
    }
    desks
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_that_are_given_back_and_taken_at_once_make_nobody_wait_for_each_other() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 6, ..RestaurantSpec::default() }).await;
    let desks = desks(&app, &restaurant, 9).await;
    let owner = &desks[0];
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    for round in 0..ROUNDS {
        let on = |items: [usize; 2]| VisitSpec { days: 7 + round, items: items.to_vec(), ..VisitSpec::default() };
        let mut anew = app.visit(&restaurant, &on([0, 1])).await;
        anew["offline_customer_uid"] = guest.clone().into();
        let mut across = app.visit(&restaurant, &on([1, 2])).await;
        across["offline_customer_uid"] = guest.clone().into();
        // One was deleted before, another sits on its seats, and an invitation and a third party sit beside.
        let deleted = uid(&owner.write_down(&app, &restaurant, &on([0, 1])).await);
        owner.delete(&format!("{OFFLINE_RESERVATIONS}/{deleted}")).await.is(200);
        let seated = uid(&owner.write_down(&app, &restaurant, &on([0, 1])).await);
        let invitee = GuestSpec { email: Some("guest@seki.test"), ..GuestSpec::default() };
        let invited = uid(&owner.invite(&app, &restaurant, &on([2, 3]), invitee).await);
        let beside = uid(&owner.write_down(&app, &restaurant, &on([4, 5])).await);
        let items = |visit: &Value| visit["inventory_item_uids"].clone();
        let onto = |visit: &Value| json!({ "offline_reservation": { "inventory_item_uids": items(visit) } });
        let post = |body: &Value| Call::Post(OFFLINE_RESERVATIONS.to_owned(), body.clone());
        let calls = vec![
            Call::Delete(format!("{OFFLINE_RESERVATIONS}/{seated}")),
            post(&anew),
            post(&across),
            post(&anew),
            Call::Post(format!("{OFFLINE_RESERVATIONS}/{deleted}/restore"), json!({})),
            Call::Delete(format!("{INVITED_RESERVATIONS}/{invited}")),
            Call::Put(format!("{OFFLINE_RESERVATIONS}/{beside}"), onto(&anew)),
            Call::Put(format!("{OFFLINE_RESERVATIONS}/{beside}"), onto(&across)),
            post(&across),
        ];
        at_once(&desks, calls).await;
        app.verify().await;
    }
    end(app).await;
}
