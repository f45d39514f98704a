//! Diners who book and pay whatever happens, and record the responses.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use reqwest::Method;
use serde_json::{Value, json};

use crate::booking::{RESERVATIONS, all_ticked, waiting_intents};
use crate::outside::Outside;
use crate::persona::Persona;
use crate::reply::Reply;
use crate::restaurant::{Restaurant, Slot};

/// The responses that one diner got.
#[derive(Default)]
pub struct DinerResponses {
    /// Bookings whose responses were accepted, by uid.
    pub booked: Vec<String>,
    /// Bookings that the diner then tried to cancel, whatever the response.
    pub given_up: Vec<String>,
    pub attempts: usize,
}

pub struct Diner {
    pub persona: Persona,
    pub restaurant: Restaurant,
    pub slots: Arc<Vec<Slot>>,
    pub outside: Outside,
    /// Probability that the diner cancels a booking.
    pub cancels: f64,
    pub rng: SmallRng,
}

impl Diner {
    pub fn new(
        persona: Persona,
        restaurant: &Restaurant,
        slots: &Arc<Vec<Slot>>,
        outside: &Outside,
        cancels: f64,
        seed: u64,
    ) -> Self {
        let rng = SmallRng::seed_from_u64(seed);
        Self { persona, restaurant: restaurant.clone(), slots: slots.clone(), outside: outside.clone(), cancels, rng }
    }

    /// Books until `is_over` is set.
    pub async fn live(mut self, is_over: Arc<AtomicBool>) -> DinerResponses {
        let mut responses = DinerResponses::default();
        while !is_over.load(Ordering::Relaxed) {
            responses.attempts += 1;
            if self.try_to_book(&mut responses).await.is_none() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        responses
    }

    /// Makes one booking from the calendar to the bank; `None` if any step had no successful response.
    async fn try_to_book(&mut self, responses: &mut DinerResponses) -> Option<()> {
        let slot = self.slots[self.rng.random_range(0..self.slots.len())].clone();
        let page = self.ask(Method::GET, &format!("/r/{}", self.restaurant.slug), None).await?;
        let token = page.json()["data"]["calendar"]["token"].as_str()?.to_owned();
        let request = slot.hold_request(&self.restaurant, 1, &token);
        let held = self.ask(Method::POST, RESERVATIONS, Some(request)).await?;
        let uid = held.json()["uid"].as_str()?.to_owned();
        if self.rng.random_bool(0.1) {
            return None;
        }
        let own = format!("/r/{}/reservations/{uid}", self.restaurant.slug);
        let confirmed = self.ask(Method::POST, &format!("{own}/confirm.json"), Some(all_ticked())).await?.json();
        let answer = match confirmed["requires_action"].as_bool()? {
            false => confirmed,
            true => self.go_to_the_bank(&own, &confirmed).await?,
        };
        if answer["redirect_to"] == format!("/users/reservations/{uid}") {
            responses.booked.push(uid.clone());
            if self.rng.random_bool(self.cancels) {
                responses.given_up.push(uid.clone());
                self.ask(Method::DELETE, &format!("{RESERVATIONS}/{uid}"), None).await?;
            }
        }
        Some(())
    }

    async fn go_to_the_bank(&mut self, own: &str, confirmed: &Value) -> Option<Value> {
        for (_, secret) in waiting_intents(confirmed) {
            let outcome = if self.rng.random_bool(0.85) { "success" } else { "fail" };
            self.outside.card_form(&secret, "", outcome).await;
        }
        if self.rng.random_bool(0.15) {
            return None;
        }
        let report = json!({ "result": "succeeded", "confirm_payment_intent_ids": [] });
        let path = format!("{own}/confirm_with_three_d_secure_result");
        Some(self.ask(Method::POST, &path, Some(report)).await?.json())
    }

    /// A successful response, or none.
    async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Option<Reply> {
        let call = self.persona.call(method, path);
        let call = if let Some(body) = &body { call.json(body) } else { call };
        let reply = call.try_send().await.ok()?;
        (200..300).contains(&reply.status).then_some(reply)
    }
}
