//! The waiting room in front of an opening over HTTP (gaps G300).

mod places;
mod rooms;

use domain::clients::beacon::Beacon;
use domain::waiting_rooms::sweep;
use serde_json::{Value, json};
use tests::{HOUR, Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, TestPlan};

const ROOM: &str = "/users/api/waiting_rooms/sushi-test";
/// Seconds from the start of a test to the opening.
const OPENS_IN: i64 = HOUR;

struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    slot: Slot,
    owner: Persona,
}

/// A restaurant with two seats on one day, which opens in an hour behind a waiting room.
async fn scene() -> Scene {
    let app = TestApp::start().await;
    let plan = TestPlan::Till { from_seconds: OPENS_IN, days: 30 };
    let restaurant = app.restaurant(RestaurantSpec { plan, seats: 2, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let owner = app.owner(&restaurant).await;
    let scene = Scene { app, restaurant, slot, owner };
    scene.switch(true).await;
    scene
}

impl Scene {
    async fn switch(&self, is_on: bool) {
        let change = json!({ "waiting_room": { "has_waiting_room": is_on } });
        let answer = self.owner.patch("/owners/api/waiting_rooms/sushi-test", &change).await.is(200).json();
        assert_eq!(answer["data"]["has_waiting_room"], is_on);
        let page = self.owner.get("/owners/pacing/edit").await.data();
        assert_eq!(page["has_waiting_room"], is_on, "the page of the switch");
        self.app.caches_follow().await;
    }

    /// Moves the clock forward, and lets the worker move the rooms on.
    async fn advance(&self, seconds: i64) {
        self.app.advance(seconds);
        let beacon = Beacon::new(&self.app.config.beacon);
        sweep::sweep(&self.app.pool, &beacon, self.app.now()).await.expect("the rooms move on");
    }

    /// Moves a joinable room past its opening, the close of its list and the draw.
    async fn draw(&self, until_opening: i64) {
        self.advance(until_opening + 2).await;
        self.advance(10).await;
    }

    async fn join(&self, diner: &Persona) -> Value {
        diner.post(ROOM, &json!({})).await.is(201).json()["waiting_room"].clone()
    }

    async fn refuse(&self, diner: &Persona) {
        let refusal = diner.try_hold(&self.restaurant, &self.slot, 1).await;
        let refusal = refusal.refused(409, "waiting_room_place_needed");
        assert_eq!(refusal["redirect_to"], "/r/sushi-test/reservations/new");
    }
}

async fn place(diner: &Persona) -> Value {
    diner.get(ROOM).await.is(200).json()["waiting_room"].clone()
}

async fn state(diner: &Persona) -> String {
    place(diner).await["state"].as_str().expect("a state").to_owned()
}
