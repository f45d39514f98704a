//! Staff seat a party without a booking while a diner holds its seat, while a colleague moves a party onto it, and while the party that left
//! it returns: no seat has two parties at one time.

use serde_json::{Value, json};
use tests::{HOUR, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

use super::{ask, end, many_servers};

const WALK_INS: &str = "/owners/api/walk_ins";
const ROUNDS: usize = 4;

/// A counter, and two members of staff on different web servers.
struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    staff: [Persona; 2],
    place: Value,
}

impl Scene {
    async fn new() -> Self {
        let app = many_servers().await;
        let spec = RestaurantSpec { seats: 10, cutoff_hours: 0, ..RestaurantSpec::default() };
        let (restaurant, owner) = app.restaurant_and_owner(spec).await;
        let colleague = app.owner(&restaurant).await.at(&app.base_urls[1]);
        owner.csrf_token().await;
        colleague.csrf_token().await;
        let place = app.visit(&restaurant, &VisitSpec { items: (0..10).collect(), ..VisitSpec::default() }).await;
        Self { app, restaurant, staff: [owner, colleague], place }
    }

    /// Moves the clock from 10:00 to 18:03.
    fn evening(&self) {
        self.app.advance(8 * HOUR + 3 * 60);
    }

    fn seat(&self, seat: usize) -> Value {
        json!([self.place["inventory_item_uids"][seat]])
    }

    fn walk_in(&self, seat: usize) -> Value {
        json!({
            "guests_count": 1,
            "inventory_group_uid": self.place["inventory_group_uid"],
            "inventory_item_uids": self.seat(seat),
        })
    }

    /// Seats a party without a booking, and returns the path of its steps.
    async fn seat_walk_in(&self, seat: usize) -> String {
        let seated = self.staff[0].post(WALK_INS, &self.walk_in(seat)).await.is(201).json();
        format!("/owners/api/reservations/{}/service_state", seated["data"]["uid"].as_str().expect("a uid"))
    }

    /// Records a party at a seat from 18:00 to 20:00, and returns the path of its moves.
    async fn seat_party(&self, seat: usize) -> String {
        let spec = VisitSpec { days: 0, items: vec![seat], guests: 1, ..VisitSpec::default() };
        let uid = self.staff[0].record_visit(&self.app, &self.restaurant, &spec).await.uid();
        format!("/owners/api/reservations/{uid}/seats")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn walk_in_and_hold_of_one_seat_do_not_overlap() {
    let scene = Scene::new().await;
    scene.evening();
    let Scene { app, restaurant, staff, .. } = &scene;
    let offered = |seat: usize| SlotSpec {
        days: 0,
        items: vec![seat],
        counts: vec![1],
        times: vec![("18:30", "20:30")],
        ..SlotSpec::default()
    };
    for seat in 0..ROUNDS {
        let slot = app.slot(restaurant, offered(seat)).await;
        let diner = app.crowd(restaurant, 1).await.remove(0);
        let walk_in = scene.walk_in(seat);
        let (seated, (held, _)) = tokio::join!(staff[1].post(WALK_INS, &walk_in), ask(&diner, restaurant, &slot, 1));
        let till = seated.is(201).json()["data"]["end_time"].clone();
        let is_consistent = match held.status {
            201 => till == "18:30",
            422 => till == "20:00",
            _ => false,
        };
        assert!(is_consistent, "a walk-in stays until the diner comes, or the seat is taken: {till} {}", held.body);
        app.verify().await;
    }
    // Without a walk-in the seat can be held: the rejections above are due to it.
    let slot = app.slot(restaurant, offered(ROUNDS)).await;
    app.diner("hanako").await.try_hold(restaurant, &slot, 1).await.is(201);
    end(scene.app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn walk_in_and_move_to_one_seat_conflict() {
    let scene = Scene::new().await;
    let mut parties = Vec::new();
    for seat in 0..ROUNDS {
        parties.push(scene.seat_party(seat).await);
    }
    scene.evening();
    let Scene { app, staff, .. } = &scene;
    for (party, seat) in parties.iter().zip(ROUNDS..) {
        let (walk_in, body) = (scene.walk_in(seat), json!({ "inventory_item_uids": scene.seat(seat) }));
        let (seated, moved) = tokio::join!(staff[1].post(WALK_INS, &walk_in), staff[0].put(party, &body));
        let statuses = (seated.status, moved.status);
        assert!(matches!(statuses, (201, 400) | (400, 200)), "{} {}", seated.body, moved.body);
        app.verify().await;
    }
    // Each succeeds alone: the rejections above are due to the other one.
    scene.seat_walk_in(8).await;
    staff[0].put(&parties[0], &json!({ "inventory_item_uids": scene.seat(9) })).await.is(200);
    end(scene.app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn walk_in_and_returning_party_on_one_seat_conflict() {
    let scene = Scene::new().await;
    scene.evening();
    let Scene { app, staff, .. } = &scene;
    let (left, back) = (json!({ "state": "left" }), json!({ "state": "seated" }));
    let mut departed = Vec::new();
    for seat in 0..ROUNDS + 2 {
        departed.push(scene.seat_walk_in(seat).await);
    }
    app.advance(HOUR);
    for party in &departed {
        staff[0].put(party, &left).await.is(200);
    }
    for (seat, party) in departed.iter().enumerate().take(ROUNDS) {
        let walk_in = scene.walk_in(seat);
        let (seated, returned) = tokio::join!(staff[1].post(WALK_INS, &walk_in), staff[0].put(party, &back));
        let statuses = (seated.status, returned.status);
        assert!(matches!(statuses, (201, 400) | (400, 200)), "{} {}", seated.body, returned.body);
        app.verify().await;
    }
    // Each succeeds alone: the rejections above are due to the other one.
    scene.seat_walk_in(ROUNDS).await;
    staff[0].put(&departed[ROUNDS + 1], &back).await.is(200);
    end(scene.app).await;
}
