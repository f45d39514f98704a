//! Programs are killed while diners book and pay, enter a raffle and cancel, while staff record, seat and invite guests, and while an
//! admin refills slots.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use chrono::TimeDelta;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tests::{
    Contender, CourseSpec, Diner, Restaurant, RestaurantSpec, SlotSpec, TemplateSpec, TestApp, cards, templates_path,
};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::disturbance::{Disturbance, Disturbing};
use crate::facts::Facts;
use crate::kinds::WriteKind;
use crate::scene::Scene;
use crate::staff::Staff;

/// Milliseconds between two kills.
const PAUSES: std::ops::Range<u64> = 150..650;
/// Probability that a kill is followed by the end of some connections of the database.
const DISCONNECTS: f64 = 0.1;
/// Probability that a diner cancels a booking: most do, so that seats are left until the end.
const CANCELS: f64 = 0.6;
const MAX_DINERS: usize = 24;
const MAX_DAYS: i64 = 180;
const STAFF: u64 = 3;
/// Number of days that the admin refills in turn.
const REFILLED_DAYS: i64 = 180;

/// Kills programs `kills` times during bookings, and waits until the clients have got their last answers. Returns the number of
/// disturbances.
pub async fn run(
    scene: &Scene,
    kills: usize,
    seed: u64,
    disturbance: Option<&Disturbance>,
    facts: &Arc<Facts>,
) -> Result<u32> {
    if kills == 0 {
        return Ok(0);
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let mut writing = JoinSet::new();
    for staff in members_of_staff(scene, seed, facts).await {
        writing.spawn(staff.live(is_over.clone()));
    }
    let (refilled, admin) = refilled_restaurant(scene).await;
    writing.spawn(refill(refilled, admin, facts.clone(), is_over.clone()));
    let (restaurant, diners) = diners(&scene.app, kills, seed).await;
    let entries = raffle(&scene.app, &restaurant).await;
    let entrants = entrants(scene, &restaurant, kills).await;
    writing.spawn(enter(entries, entrants, facts.clone(), is_over.clone()));
    let mut living = JoinSet::new();
    for diner in diners {
        living.spawn(diner.live(is_over.clone()));
    }
    let disturbing = Disturbing::start(disturbance);
    kill_again_and_again(scene, kills, seed).await;
    let disturbances = disturbing.end().await?;
    scene.wait_until_healthy().await?;
    is_over.store(true, Ordering::Relaxed);
    living.join_all().await.into_iter().for_each(|responses| facts.lived(responses));
    writing.join_all().await.into_iter().collect::<Result<()>>()?;
    Ok(disturbances)
}

async fn kill_again_and_again(scene: &Scene, kills: usize, seed: u64) {
    let mut rng = SmallRng::seed_from_u64(seed);
    for number in 1..=kills {
        tokio::time::sleep(Duration::from_millis(rng.random_range(PAUSES))).await;
        match scene.servers.get(rng.random_range(0..=scene.servers.len())) {
            Some(server) => server.kill(),
            None => scene.worker.kill(),
        }
        if rng.random_bool(DISCONNECTS) {
            disconnect(&scene.app).await;
        }
        if number.is_multiple_of(100) {
            eprintln!("{number} kills of {kills}");
        }
    }
}

/// Ends a third of the programs' connections, as an administrator of the database can.
async fn disconnect(app: &TestApp) {
    let ended = sqlx::query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'test' AND random() < 0.33",
    );
    // The primary of a cluster may be moving just now.
    if let Err(error) = ended.execute(&app.pool).await {
        eprintln!("no connection was ended: {error}");
    }
}

/// A restaurant with prepaid courses on many days, and diners with cards, half of which need authentication.
async fn diners(app: &TestApp, kills: usize, seed: u64) -> (Restaurant, Vec<Diner>) {
    let course = CourseSpec { price: 12_000, is_prepaid: true, daily_max: None };
    let spec =
        RestaurantSpec { slug: "sushi-kills", seats: 12, fee: 390, courses: vec![course], ..RestaurantSpec::default() };
    let restaurant = app.restaurant(spec).await;
    let days = MAX_DAYS.min(20 + i64::try_from(kills).unwrap_or(MAX_DAYS));
    let mut slots = Vec::new();
    for days in 7..7 + days {
        slots.push(app.slot(&restaurant, SlotSpec { days, counts: vec![1], ..SlotSpec::default() }).await);
    }
    let slots = Arc::new(slots);
    let mut diners = Vec::new();
    for (number, diner_seed) in (0..MAX_DINERS.min(4 + kills / 10)).zip(seed..) {
        let card = if number % 2 == 0 { cards::GOOD } else { cards::ALWAYS_CHALLENGED };
        let persona = app.diner(&format!("diner{number}")).await.with_card(&app.outside, card).await;
        let persona = persona.at(&app.base_urls[number % app.base_urls.len()]);
        diners.push(Diner::new(persona, &restaurant, &slots, &app.outside, CANCELS, diner_seed));
    }
    (restaurant, diners)
}

async fn members_of_staff(scene: &Scene, seed: u64, facts: &Arc<Facts>) -> Vec<Staff> {
    let app = &scene.app;
    let spec = RestaurantSpec { slug: "sushi-floor", seats: 40, cutoff_hours: 0, ..RestaurantSpec::default() };
    let (restaurant, owner) = app.restaurant_and_owner(spec).await;
    owner.csrf_token().await;
    let mut staff = Vec::new();
    for number in 0..STAFF {
        staff.push(Staff::new(app, &restaurant, &owner, seed.wrapping_add(number), facts).await);
    }
    staff
}

/// A raffle that is open now, and the path of its entries.
async fn raffle(app: &TestApp, restaurant: &Restaurant) -> String {
    let admin = app.admin().await;
    let round = json!({ "raffle_round": {
        "registerable_from": format!("{} 12:00:00", app.day(2)), "registerable_till": format!("{} 12:00:00", app.day(30)),
        "winners_count": 5, "entries_limit": 2 } });
    let uid = admin.post(&format!("/admin/r/{}/raffle_rounds", restaurant.slug), &round).await.uid();
    // A round is announced before it opens.
    sqlx::query("UPDATE raffle_rounds SET registerable_from = $2 WHERE uid = $1")
        .bind(&uid)
        .bind(app.now() - TimeDelta::hours(1))
        .execute(&app.pool)
        .await
        .expect("the round opens");
    format!("/users/api/raffle_rounds/{uid}/entries")
}

async fn entrants(scene: &Scene, restaurant: &Restaurant, kills: usize) -> Vec<(i64, Client)> {
    let crowd = scene.app.crowd(restaurant, kills.min(2_000)).await;
    let entrant =
        |contender: &Contender| (contender.persona.id().0, Client::new(&contender.persona, &scene.app.base_urls));
    crowd.iter().map(entrant).collect()
}

/// Each diner enters the raffle once.
async fn enter(path: String, entrants: Vec<(i64, Client)>, facts: Arc<Facts>, is_over: Arc<AtomicBool>) -> Result<()> {
    for (side, (diner, client)) in entrants.into_iter().enumerate() {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let reply = client.write(side, WriteKind::RaffleEntry, &path, Some(&json!({})), &facts).await?;
        if reply.status == 201 {
            facts.record(|recorded| recorded.entrants.insert(diner));
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(())
}

/// The refills of each day, one after the other, and the admin who starts them.
async fn refilled_restaurant(scene: &Scene) -> (Vec<(String, Value)>, Client) {
    let app = &scene.app;
    let spec = RestaurantSpec { slug: "sushi-refill", cutoff_hours: 0, ..RestaurantSpec::default() };
    let restaurant = app.restaurant(spec).await;
    let admin = app.admin().await;
    let template = app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let path = format!("{}/{template}/refill", templates_path(&restaurant));
    let refill = |days: i64| {
        let day = app.day(days);
        (path.clone(), json!({ "selection_type": "range", "date_from": day, "date_till": day }))
    };
    ((1..=REFILLED_DAYS).map(refill).collect(), Client::new(&admin, &app.base_urls))
}

async fn refill(
    refills: Vec<(String, Value)>,
    admin: Client,
    facts: Arc<Facts>,
    is_over: Arc<AtomicBool>,
) -> Result<()> {
    for (side, (path, selection)) in refills.iter().cycle().enumerate() {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let reply = admin.write(side, WriteKind::Refill, path, Some(selection), &facts).await?;
        if reply.status == 200 {
            let created = reply.json()["created"].as_i64().unwrap_or_default();
            facts.record(|recorded| recorded.refilled += created);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Ok(())
}
