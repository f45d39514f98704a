//! The database's host disappears silently: packets of the open connections are swallowed, new connections work.

use std::time::Duration;

use domain::jobs::Queue;
use tests::{Contender, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, allowed, eventually};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::{app_behind_proxy, end, timed};

/// Limit that the product guarantees.
const BACK_WITHIN: Duration = Duration::from_secs(10);
/// Number of bookings before the host disappears, and after recovery.
const BEFORE: usize = 15;
const AFTER: usize = 30;

/// A worker registers each queue as one of apalis's workers.
fn queues() -> i64 {
    i64::try_from(Queue::ALL.len()).expect("a few queues")
}

async fn hold(contender: &Contender, restaurant: &Restaurant, slot: &Slot) -> u16 {
    contender.try_hold(restaurant, slot, 1).await.status
}

#[derive(Debug)]
struct Answer {
    asked: Instant,
    given: Instant,
    status: u16,
}

/// Diners who arrive one after the other, a few concurrently.
struct Coming {
    crowd: std::vec::IntoIter<Contender>,
    restaurant: Restaurant,
    slot: Slot,
    asking: JoinSet<Answer>,
}

impl Coming {
    /// Lets diners book until `is_over` accepts the answers; returns the answers up to then.
    async fn until(&mut self, is_over: impl Fn(&[Answer]) -> bool) -> Vec<Answer> {
        let mut answers = Vec::new();
        while !is_over(&answers) {
            let contender = self.crowd.next().expect("enough diners");
            let (restaurant, slot) = (self.restaurant.clone(), self.slot.clone());
            self.asking.spawn(async move {
                let asked = Instant::now();
                let status = hold(&contender, &restaurant, &slot).await;
                Answer { asked, given: Instant::now(), status }
            });
            tokio::time::sleep(Duration::from_millis(60)).await;
            while let Some(Ok(answer)) = self.asking.try_join_next() {
                answers.push(answer);
            }
        }
        answers
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bookings_resume_ten_seconds_after_host_loss() {
    let (app, line, database) = app_behind_proxy().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1000, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let crowd = app.crowd(&restaurant, 900).await.into_iter();
    let mut coming = Coming { crowd, restaurant, slot, asking: JoinSet::new() };
    let before = coming.until(|answers| answers.len() >= BEFORE).await;
    assert!(before.iter().all(|answer| answer.status == 201), "bookings were taken before: {before:?}");
    // A busy machine is slow without any fault, and slower for retries after one.
    let usual = before.iter().map(|answer| answer.given - answer.asked).max().unwrap_or_default();
    let back_within = BACK_WITHIN + 10 * usual;
    line.swallow();
    let gone_at = Instant::now();
    let is_after = |answer: &Answer| answer.asked > gone_at + back_within;
    let answers = coming.until(|answers| answers.iter().filter(|answer| is_after(answer)).count() >= AFTER).await;
    let odd: Vec<_> = answers.iter().filter(|answer| !matches!(answer.status, 201 | 503)).collect();
    assert!(odd.is_empty(), "{odd:?}");
    let late: Vec<_> = answers.iter().filter(|answer| is_after(answer) && answer.status != 201).collect();
    assert!(late.is_empty(), "{} of {} still fail {back_within:?} after", late.len(), answers.len());
    coming.asking.join_all().await;
    eventually("readiness is back", async || timed(&app, "/health").await.0 == 200).await;
    end(app, line, database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn worker_restarts_after_host_loss() {
    let (mut app, line, database) = app_behind_proxy().await;
    app.config.database_url.clone_from(&line.url);
    let started_at = Instant::now();
    let worker = app.start_worker();
    // Each restart gives its queues new names.
    let begun = async || app.count("SELECT count(DISTINCT id) FROM apalis.workers").await;
    eventually("a worker is at work", async || begun().await >= queues()).await;
    let usual = started_at.elapsed();
    // The watch has checked at least once.
    tokio::time::sleep(Duration::from_secs(3).max(2 * usual)).await;
    assert_eq!(begun().await, queues());
    line.swallow();
    let gone_at = Instant::now();
    eventually("another is at work in its place", async || begun().await >= 2 * queues()).await;
    let taken = gone_at.elapsed();
    assert!(taken < allowed(2 * BACK_WITHIN, usual), "{taken:?}");
    let ended = app.count("SELECT count(*) FROM apalis.workers WHERE last_seen = 'epoch'").await;
    assert_eq!(ended, queues(), "the jobs in hand wait for no missed heartbeats");
    worker.stop().await;
    app.config.database_url.clone_from(&database.url);
    end(app, line, database).await;
}

/// A poll for jobs that takes longer than a heartbeat, and its last step longer than the pause between two polls, outlasts every timer of
/// its queue.
#[tokio::test(flavor = "multi_thread")]
async fn every_queue_polls_again_after_late_responses() {
    let (mut app, line, database) = app_behind_proxy().await;
    app.config.database_url.clone_from(&line.url);
    let worker = app.start_worker();
    app.becomes("SELECT count(*) FROM apalis.workers", queues()).await;
    // Shorter than the timeout that counts as silence.
    line.slow(Duration::from_millis(2_500));
    tokio::time::sleep(Duration::from_secs(16)).await;
    line.slow(Duration::ZERO);
    tokio::time::sleep(Duration::from_secs(3)).await;
    app.execute("UPDATE apalis.workers SET last_seen = 'epoch'").await;
    app.becomes("SELECT count(*) FROM apalis.workers WHERE last_seen > 'epoch'", queues()).await;
    worker.stop().await;
    app.config.database_url.clone_from(&database.url);
    end(app, line, database).await;
}

/// Whatever blocks a queue, its heartbeat stops, without an error.
#[tokio::test(flavor = "multi_thread")]
async fn worker_restarts_without_queue_heartbeat() {
    let app = TestApp::start().await;
    let worker = app.start_worker();
    app.becomes("SELECT count(*) FROM apalis.workers", queues()).await;
    app.execute(
        "CREATE FUNCTION unseen() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.last_seen = ''epoch''; RETURN NEW; END';
         CREATE TRIGGER unseen BEFORE UPDATE ON apalis.workers FOR EACH ROW WHEN (OLD.worker_type = 'payment') EXECUTE FUNCTION unseen()",
    )
    .await;
    eventually("the queues have other names", async || {
        app.count("SELECT count(*) FROM apalis.workers").await >= 2 * queues()
    })
    .await;
    app.execute("DROP TRIGGER unseen ON apalis.workers").await;
    worker.stop().await;
    app.end().await;
}
