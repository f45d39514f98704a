//! Contended writes: many clients on few slots, seats and customers, with requests that repeat their idempotency keys.

use std::sync::Arc;

use anyhow::Result;
use domain::availability::token::CalendarToken;
use domain::clock::Clock;
use domain::ids::UserId;
use domain::signing::Signer;
use parking_lot::Mutex;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use sqlx::PgPool;
use tests::{
    GuestSpec, OFFLINE_RESERVATIONS, RESERVATIONS, Reply, Restaurant, RestaurantSpec, Slot, SlotSpec, VisitSpec,
};
use tokio::task::JoinSet;

use crate::client::{Client, uid_of};
use crate::disturbance::{Disturbance, Disturbing};
use crate::facts::{Facts, Note};
use crate::kinds::WriteKind;
use crate::scene::Scene;

/// The staff who work during the kills have the first seeds: equal seeds would draw equal idempotency keys.
const SEEDS_OF_STAFF: u64 = 1_000;
const CLIENTS: usize = 48;
const MIN_DINERS: usize = 10;
const MAX_DINERS: usize = 1_000;
const DAYS: i64 = 6;
const SEATS: usize = 4;
const CUSTOMERS: usize = 8;

/// The restaurant and the records for which all clients contend.
struct Arena {
    restaurant: Restaurant,
    slots: Vec<Slot>,
    diners: Vec<(UserId, Client)>,
    staff: Client,
    /// Visits at each seat of each slot.
    visits: Vec<Value>,
    /// Customers by uid, and the text that each one's note last had.
    customers: Vec<(String, Mutex<String>)>,
    signer: Signer,
    clock: Clock,
    pool: PgPool,
    facts: Arc<Facts>,
}

/// Sends writes until at least `writes` are answered. Returns the number of disturbances.
pub async fn run(
    scene: &Scene,
    writes: u64,
    seed: u64,
    disturbance: Option<&Disturbance>,
    facts: &Arc<Facts>,
) -> Result<u32> {
    if writes == 0 {
        return Ok(0);
    }
    let arena = Arc::new(arena(scene, writes, facts).await);
    let end = facts.writes() + writes;
    let disturbing = Disturbing::start(disturbance);
    let mut writing = JoinSet::new();
    for client_seed in (seed.wrapping_add(SEEDS_OF_STAFF)..).take(CLIENTS) {
        writing.spawn(write_until(end, arena.clone(), SmallRng::seed_from_u64(client_seed)));
    }
    writing.join_all().await.into_iter().collect::<Result<()>>()?;
    disturbing.end().await
}

async fn arena(scene: &Scene, writes: u64, facts: &Arc<Facts>) -> Arena {
    let app = &scene.app;
    let seats = i32::try_from(SEATS).expect("few seats");
    let spec = RestaurantSpec { slug: "sushi-writes", seats, cutoff_hours: 0, ..RestaurantSpec::default() };
    let (restaurant, owner) = app.restaurant_and_owner(spec).await;
    owner.csrf_token().await;
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    let (mut slots, mut visits) = (Vec::new(), Vec::new());
    for days in 7..7 + DAYS {
        slots.push(app.slot(&restaurant, SlotSpec { days, counts: vec![1], ..SlotSpec::default() }).await);
        for seat in 0..SEATS {
            let spec = VisitSpec { days, items: vec![seat], guests: 1, ..VisitSpec::default() };
            let mut visit = app.visit(&restaurant, &spec).await;
            visit["offline_customer_uid"] = guest.as_str().into();
            visits.push(visit);
        }
    }
    let mut customers = Vec::new();
    for _ in 0..CUSTOMERS {
        customers.push((app.guest(&restaurant, GuestSpec::default()).await, Mutex::default()));
    }
    let size = usize::try_from(writes / 10).unwrap_or(MAX_DINERS).clamp(MIN_DINERS, MAX_DINERS);
    let crowd = app.crowd(&restaurant, size).await;
    let diners = crowd.iter().map(|diner| (diner.persona.id(), Client::new(&diner.persona, &app.base_urls))).collect();
    Arena {
        restaurant,
        slots,
        diners,
        staff: Client::new(&owner, &app.base_urls),
        visits,
        customers,
        signer: Signer::new(&app.config.secret),
        clock: app.clock.clone(),
        pool: app.pool.clone(),
        facts: facts.clone(),
    }
}

async fn write_until(end: u64, arena: Arc<Arena>, mut rng: SmallRng) -> Result<()> {
    let mut number = 0_u64;
    while arena.facts.writes() < end {
        number += 1;
        if number.is_multiple_of(1_000) {
            eprintln!("{} writes left", end.saturating_sub(arena.facts.writes()));
        }
        match rng.random_range(0..10) {
            0..3 => arena.hold_and_release(&mut rng).await?,
            3..7 => arena.record_visit(&mut rng).await?,
            _ => arena.write_note(&mut rng).await?,
        }
    }
    Ok(())
}

impl Arena {
    /// A diner requests a seat, and releases it.
    async fn hold_and_release(&self, rng: &mut SmallRng) -> Result<()> {
        let slot = &self.slots[rng.random_range(0..self.slots.len())];
        let (id, diner) = &self.diners[rng.random_range(0..self.diners.len())];
        let side = rng.random_range(0..2);
        let token = CalendarToken::issue(self.restaurant.id, Some(*id), None, self.clock.now()).seal(&self.signer);
        let request = slot.hold_request(&self.restaurant, 1, &token);
        // A hold has no idempotency key: without an answer the diner starts again at the calendar.
        let Some(held) = diner.try_write(side, WriteKind::Hold, RESERVATIONS, Some(&request), &self.facts).await else {
            return Ok(());
        };
        let Some(uid) = uid_of(&held).filter(|_| held.status == 201) else { return Ok(()) };
        self.facts.created(uid.clone());
        let path = format!("{RESERVATIONS}/{uid}?only=hold");
        let released = diner.write(side + 1, WriteKind::Release, &path, None, &self.facts).await?;
        if released.status == 204 {
            self.facts.ended(uid);
        }
        Ok(())
    }

    /// Staff record a visit. The request is sent to both web servers at the same time with one idempotency key, and sometimes once more
    /// after the visit was deleted.
    async fn record_visit(&self, rng: &mut SmallRng) -> Result<()> {
        let mut visit = self.visits[rng.random_range(0..self.visits.len())].clone();
        let key = format!("{:032x}", rng.random::<u128>());
        visit["idempotency_key"] = key.as_str().into();
        let (first, second) = tokio::try_join!(self.send_visit(0, &visit), self.send_visit(1, &visit))?;
        let mut recorded = None;
        for reply in [first, second] {
            if let Some(uid) = uid_of(&reply).filter(|_| reply.status == 201) {
                self.facts.created_once(&key, uid.clone());
                recorded = Some(uid);
            }
        }
        let Some(uid) = recorded else { return Ok(()) };
        let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
        let deleted = self.staff.write(rng.random_range(0..2), WriteKind::Deletion, &path, None, &self.facts).await?;
        if deleted.status == 200 {
            self.facts.ended(uid);
        }
        if rng.random_bool(0.1) {
            let again = self.send_visit(0, &visit).await?;
            if let Some(uid) = uid_of(&again).filter(|_| again.status == 201) {
                self.facts.created_once(&key, uid);
            }
        }
        Ok(())
    }

    async fn send_visit(&self, side: usize, visit: &Value) -> Result<Reply> {
        self.staff.write(side, WriteKind::Visit, OFFLINE_RESERVATIONS, Some(visit), &self.facts).await
    }

    /// Staff replace the note about a customer, if it still has the text that they have seen.
    async fn write_note(&self, rng: &mut SmallRng) -> Result<()> {
        let (customer, current) = &self.customers[rng.random_range(0..self.customers.len())];
        let seen = current.lock().clone();
        let text = format!("{:032x}", rng.random::<u128>());
        let note = Note { customer: customer.clone(), seen: seen.clone(), is_acknowledged: false };
        self.facts.record(|recorded| recorded.notes.insert(text.clone(), note));
        let profile = json!({ "internal_memo": text, "expected_internal_memo": seen });
        let body = json!({ "customer": { "profile_attributes": profile } });
        let path = format!("/owners/api/customers/{customer}");
        let reply = self.staff.write(rng.random_range(0..2), WriteKind::Note, &path, Some(&body), &self.facts).await?;
        if reply.status == 200 {
            self.facts.record(|recorded| {
                if let Some(note) = recorded.notes.get_mut(&text) {
                    note.is_acknowledged = true;
                }
            });
            *current.lock() = text;
        } else {
            self.read_note(customer, current).await;
        }
        Ok(())
    }

    /// Reads the note again after a conflict, as staff do.
    async fn read_note(&self, customer: &str, current: &Mutex<String>) {
        let note = sqlx::query_scalar(
            "SELECT p.internal_memo FROM customers c
             JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
             WHERE c.restaurant_id = $1 AND c.uid = $2",
        );
        // While the primary of a cluster moves, the next conflict reads it.
        if let Ok(note) = note.bind(self.restaurant.id.0).bind(customer).fetch_one(&self.pool).await {
            *current.lock() = note;
        }
    }
}
