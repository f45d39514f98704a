use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tests::{CourseSpec, Diner, DinerResponses, RestaurantSpec, Slot, SlotSpec, TestApp, cards};
use tokio::task::JoinSet;

use super::machine::Machine;

const SEED: u64 = 20_261_201;
const DINERS: usize = 8;
const DAYS: i64 = 60;
/// Probability that a diner cancels a booking.
const CANCELS: f64 = 0.2;
/// Enough kills of each program that some hit every step of a booking.
const KILLS: [(Victim, usize); 3] = [(Victim::Web, 24), (Victim::Worker, 16), (Victim::Postgres, 14)];

#[derive(Clone, Copy)]
enum Victim {
    Web,
    Worker,
    Postgres,
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_write_is_lost_in_54_kills() {
    let began = Instant::now();
    let mut machine = Machine::start().await;
    let (slots, diners) = set_the_scene(&machine.app).await;
    let emails: Vec<_> = diners.iter().map(|diner| (diner.persona.id(), diner.persona.email.clone())).collect();
    let is_over = Arc::new(AtomicBool::new(false));
    let mut living = JoinSet::new();
    for diner in diners {
        living.spawn(diner.live(is_over.clone()));
    }
    eprintln!("{:?}: the storm begins", began.elapsed());
    kill_again_and_again(&mut machine).await;
    eprintln!("{:?}: the storm is over", began.elapsed());
    machine.answers().await;
    is_over.store(true, Ordering::Relaxed);
    let responses: Vec<DinerResponses> = living.join_all().await;
    assert_eq!(machine.app.settle().await, 0, "nothing stays due");
    machine.app.verify().await;
    eprintln!("{:?}: all is settled", began.elapsed());

    let booked: usize = responses.iter().map(|one| one.booked.len()).sum();
    let attempts: usize = responses.iter().map(|one| one.attempts).sum();
    eprintln!("{attempts} attempts, {booked} bookings acknowledged, over {} slots", slots.len());
    assert!(booked >= 20, "the storm let bookings through: {booked} of {attempts}");
    expect_responses_kept(&machine.app, &responses).await;
    let customers = "SELECT count(*) FROM users WHERE gateway_customer_fid IS NOT NULL";
    assert_eq!(machine.app.count(customers).await, i64::try_from(DINERS).expect("a small number"));
    assert_eq!(machine.app.money_findings().await, Vec::<String>::new());
    expect_mail_for_all(&machine.app, &emails.into_iter().collect()).await;
    let dead =
        "SELECT count(*) FROM apalis.jobs WHERE status = 'Killed' OR (status = 'Failed' AND attempts >= max_attempts)";
    assert_eq!(machine.app.count(dead).await, 0, "dead letters");
    machine.end().await;
}

/// A restaurant with few seats on many days, and diners with cards, half of which need authentication.
async fn set_the_scene(app: &TestApp) -> (Arc<Vec<Slot>>, Vec<Diner>) {
    let course = CourseSpec { price: 12_000, is_prepaid: true, daily_max: Some(3) };
    let restaurant =
        app.restaurant(RestaurantSpec { seats: 4, fee: 390, courses: vec![course], ..RestaurantSpec::default() }).await;
    let mut slots = Vec::new();
    for days in 7..7 + DAYS {
        slots.push(app.slot(&restaurant, SlotSpec { days, counts: vec![1], ..SlotSpec::default() }).await);
    }
    let slots = Arc::new(slots);
    let mut diners = Vec::new();
    for number in 0..DINERS {
        let card = if number % 2 == 0 { cards::GOOD } else { cards::ALWAYS_CHALLENGED };
        let persona = app.diner(&format!("diner{number}")).await.with_card(&app.outside, card).await;
        let seed = SEED + u64::try_from(number).expect("a small number");
        diners.push(Diner::new(persona, &restaurant, &slots, &app.outside, CANCELS, seed));
    }
    (slots, diners)
}

async fn kill_again_and_again(machine: &mut Machine) {
    let mut rng = SmallRng::seed_from_u64(SEED);
    let mut left: Vec<Victim> = KILLS.iter().flat_map(|(victim, times)| vec![*victim; *times]).collect();
    while !left.is_empty() {
        tokio::time::sleep(Duration::from_millis(rng.random_range(150..1_200))).await;
        match left.swap_remove(rng.random_range(0..left.len())) {
            Victim::Web => machine.kill_web(),
            Victim::Worker => machine.kill_worker(),
            Victim::Postgres => machine.kill_postgres().await,
        }
    }
}

async fn expect_responses_kept(app: &TestApp, responses: &[DinerResponses]) {
    let rows: Vec<(String, String, bool)> =
        sqlx::query_as("SELECT uid, status, accepted_at IS NOT NULL FROM reservations")
            .fetch_all(&app.pool)
            .await
            .unwrap();
    let known: HashMap<_, _> = rows.into_iter().map(|(uid, status, was_booked)| (uid, (status, was_booked))).collect();
    for one in responses {
        for uid in &one.booked {
            let (status, was_booked) = known.get(uid).unwrap_or_else(|| panic!("{uid} was acknowledged and is gone"));
            let may_be_void = one.given_up.contains(uid);
            assert!(*was_booked, "{uid} was acknowledged and is {status}");
            assert!(status == "accepted" || may_be_void && status == "void", "{uid} was acknowledged and is {status}");
        }
    }
}

async fn expect_mail_for_all(app: &TestApp, emails: &HashMap<domain::ids::UserId, String>) {
    let booked: Vec<(i64, String)> = sqlx::query_as(
        "SELECT user_id, reservation_code FROM reservations WHERE accepted_at IS NOT NULL AND type = 'online_reservation'",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    for (user, code) in booked {
        let mails = app.outside.inbox(&emails[&domain::ids::UserId(user)]).await;
        let is_mailed = mails.iter().any(|mail| mail["text"].as_str().is_some_and(|text| text.contains(&code)));
        assert!(is_mailed, "no mail has {code}");
    }
}
