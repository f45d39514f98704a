use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use domain::clients::stripe::PaymentIntentStatus;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tests::{CourseSpec, RestaurantSpec, Slot, SlotSpec, TestApp, cards};
use tokio::task::JoinSet;

use super::diners::{Diner, DinerResponses};
use super::machine::Machine;

const SEED: u64 = 20_261_201;
const DINERS: usize = 8;
const DAYS: i64 = 60;
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
    drain(&machine.app).await;
    eprintln!("{:?}: all is settled", began.elapsed());

    let booked: usize = responses.iter().map(|one| one.booked.len()).sum();
    let attempts: usize = responses.iter().map(|one| one.attempts).sum();
    eprintln!("{attempts} attempts, {booked} bookings acknowledged, over {} slots", slots.len());
    assert!(booked >= 20, "the storm let bookings through: {booked} of {attempts}");
    expect_responses_kept(&machine.app, &responses).await;
    money_is_where_it_belongs(&machine.app).await;
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
        diners.push(Diner::new(persona, &restaurant, &slots, &app.outside, seed));
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

/// Longer than the pause of a job that has failed six times.
const STUCK_AFTER: Duration = Duration::from_secs(120);

/// Lets holds expire, and waits until the sweepers and the queues have nothing left to do, while they make progress.
async fn drain(app: &TestApp) {
    app.execute("UPDATE demo_clock SET offset_seconds = 1200").await;
    let open = "SELECT (SELECT count(*) FROM reservations WHERE status = 'pending')
        + (SELECT count(*) FROM charges WHERE status NOT IN ('succeeded', 'canceled') OR refund_due > refunded_amount)
        + (SELECT count(*) FROM mail_deliveries WHERE sent_at IS NULL)";
    let attempts = "SELECT coalesce(sum(attempts), 0)::bigint FROM apalis.jobs";
    let (mut seen, mut moved_at) = ((0, 0), Instant::now());
    loop {
        let left = app.count(open).await;
        if left == 0 {
            break;
        }
        let now = (left, app.count(attempts).await);
        if now != seen {
            (seen, moved_at) = (now, Instant::now());
        }
        assert!(moved_at.elapsed() < STUCK_AFTER, "{left} things are open, and nothing moves");
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    app.verify().await;
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

/// Every payment at the provider belongs to one of our charges, and is kept exactly as far as its booking allows.
async fn money_is_where_it_belongs(app: &TestApp) {
    let customers: Vec<String> =
        sqlx::query_scalar("SELECT gateway_customer_fid FROM users WHERE gateway_customer_fid IS NOT NULL")
            .fetch_all(&app.pool)
            .await
            .unwrap();
    assert_eq!(customers.len(), DINERS);
    for customer in customers {
        for intent in app.outside.intents(&customer).await {
            if intent.status != PaymentIntentStatus::Succeeded {
                continue;
            }
            let charge = sqlx::query_as(
                "SELECT c.kind, r.status, r.accepted_at IS NOT NULL FROM charges c JOIN reservations r ON r.id = c.reservation_id
                 WHERE c.gateway_fid = $1",
            );
            let charge: Option<(String, String, bool)> =
                charge.bind(&intent.id).fetch_optional(&app.pool).await.unwrap();
            let (kind, status, was_booked) = charge.unwrap_or_else(|| panic!("{} belongs to nothing", intent.id));
            let kept = intent.amount.0 - app.outside.refunded(&intent.id).await;
            let is_due = status == "accepted" || was_booked && kind == "reservation_fee";
            assert_eq!(kept, if is_due { intent.amount.0 } else { 0 }, "{kind} of a reservation that is {status}");
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
