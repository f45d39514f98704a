//! A member of staff, who records visits, seats walk-ins and gives seats to waiting parties.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tests::{GuestSpec, OFFLINE_RESERVATIONS, Persona, Reply, Restaurant, TestApp, VisitSpec};

use crate::client::{Client, uid_of};
use crate::facts::Facts;
use crate::kinds::WriteKind;

const WALK_INS: &str = "/owners/api/walk_ins";
const WAITING_LIST: &str = "/owners/api/waiting_list";
/// Days on which visits are recorded and parties wait.
const DAYS: i64 = 40;

pub struct Staff {
    client: Client,
    /// Visits of one guest, on each day and at several seats.
    visits: Vec<Value>,
    /// Walk-ins at each seat.
    walk_ins: Vec<Value>,
    /// Parties that wait for seats on one of the days.
    parties: Vec<Value>,
    rng: SmallRng,
    facts: Arc<Facts>,
}

impl Staff {
    /// Reads what the calls name before any program is killed. The owner has opened a page.
    pub async fn new(app: &TestApp, restaurant: &Restaurant, owner: &Persona, seed: u64, facts: &Arc<Facts>) -> Self {
        let guest = app.guest(restaurant, GuestSpec::default()).await;
        let seats = restaurant.items.len();
        let (mut visits, mut parties) = (Vec::new(), Vec::new());
        for days in 2..2 + DAYS {
            let seat = usize::try_from(days).unwrap_or_default() % seats;
            let spec = VisitSpec { days, items: vec![seat], guests: 1, ..VisitSpec::default() };
            let mut visit = app.visit(restaurant, &spec).await;
            visit["offline_customer_uid"] = guest.as_str().into();
            visits.push(visit);
            let email: &'static str = format!("guest{seed}-{days}@seki.test").leak();
            let spec = GuestSpec { kind: "InvitedCustomer", email: Some(email), ..GuestSpec::default() };
            let invited = app.guest(restaurant, spec).await;
            parties.push(json!({
                "customer_uid": invited, "date": app.day(days), "starts_from": "18:00", "starts_till": "19:00",
                "guests_count": 1,
            }));
        }
        let everywhere = VisitSpec { items: (0..seats).collect(), ..VisitSpec::default() };
        let place = app.visit(restaurant, &everywhere).await;
        let walk_in = |seat: usize| {
            json!({
                "guests_count": 1, "inventory_group_uid": place["inventory_group_uid"],
                "inventory_item_uids": [place["inventory_item_uids"][seat]],
            })
        };
        let walk_ins = (0..seats).map(walk_in).collect();
        let client = Client::new(owner, &app.base_urls);
        Self { client, visits, walk_ins, parties, rng: SmallRng::seed_from_u64(seed), facts: facts.clone() }
    }

    /// Writes until `is_over` is set.
    pub async fn live(mut self, is_over: Arc<AtomicBool>) -> Result<()> {
        while !is_over.load(Ordering::Relaxed) {
            match self.rng.random_range(0..3) {
                0 => {
                    let visit = self.visits[self.rng.random_range(0..self.visits.len())].clone();
                    self.create(WriteKind::Visit, OFFLINE_RESERVATIONS, visit).await?;
                }
                1 => {
                    let walk_in = self.walk_ins[self.rng.random_range(0..self.walk_ins.len())].clone();
                    self.create(WriteKind::WalkIn, WALK_INS, walk_in).await?;
                }
                _ => self.give_seats().await?,
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Creates a reservation with an idempotency key, and mostly deletes it again.
    async fn create(&mut self, kind: WriteKind, path: &str, mut body: Value) -> Result<()> {
        let key = format!("{:032x}", self.rng.random::<u128>());
        body["idempotency_key"] = key.as_str().into();
        let reply = self.write(kind, path, Some(&body)).await?;
        let Some(uid) = uid_of(&reply).filter(|_| reply.status == 201) else { return Ok(()) };
        self.facts.created_once(&key, uid.clone());
        if self.rng.random_bool(0.8) {
            let reply = self.write(WriteKind::Deletion, &format!("{OFFLINE_RESERVATIONS}/{uid}"), None).await?;
            if reply.status == 200 {
                self.facts.ended(uid);
            }
        }
        Ok(())
    }

    /// A party waits and is given seats, by an invitation or on the phone.
    async fn give_seats(&mut self) -> Result<()> {
        let party = self.parties[self.rng.random_range(0..self.parties.len())].clone();
        let added = self.write(WriteKind::WaitingParty, WAITING_LIST, Some(&party)).await?;
        let Some(uid) = uid_of(&added).filter(|_| added.status == 201) else { return Ok(()) };
        let (by, state) = if self.rng.random_bool(0.5) { ("invitation", "offered") } else { ("telephone", "seated") };
        let (side, path) = (self.rng.random_range(0..2), format!("{WAITING_LIST}/{uid}/seats"));
        // Not repeated: the number of invitations to an address is limited. The shortest deadline ends before the check.
        let given = json!({ "by": by, "deadline_minutes": 5 });
        self.client.try_write(side, WriteKind::SeatOffer, &path, Some(&given), &self.facts).await;
        // The party is removed with its offer, so that it can wait again.
        self.write(WriteKind::PartyRemoval, &format!("{WAITING_LIST}/{uid}?expected_state={state}"), None).await?;
        Ok(())
    }

    async fn write(&mut self, kind: WriteKind, path: &str, body: Option<&Value>) -> Result<Reply> {
        let side = self.rng.random_range(0..2);
        self.client.write(side, kind, path, body, &self.facts).await
    }
}
