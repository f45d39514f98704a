//! Concurrent requests on several web servers over one database: a seat is sold once, no request gets an internal error, and nothing
//! deadlocks.

mod capacity;
mod contact;
mod control;
mod drop;
mod ends;
mod floor_plan;
mod grow;
mod in_person;
mod last_seat;
mod moving;
mod neighbours;
mod no_show_fee;
mod pacing;
mod refill;
mod release;
mod replace;
mod same_diner;
mod shared_seats;
mod staff;
mod staff_delete;
mod waiting_list;
mod waiting_room;
mod walk_ins;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::Value;
use tests::{Contender, Options, Persona, Reply, Restaurant, Slot, TestApp, eventually};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

/// Three web servers.
async fn many_servers() -> TestApp {
    TestApp::with(Options { servers: 3, connections: 12, ..Options::default() }).await
}

/// Minimum time that a request waits for a lock before it gets a 503 response; it waits longer for a connection. With the timeouts of the
/// tests it is five times as long.
const LOCK_IS_AWAITED: Duration = Duration::from_secs(2);
const MAX_REPEATS: usize = 60;

/// Factor by which crowds are larger than necessary: `SEKI_RACE_SCALE`, for nightly runs.
fn scale() -> usize {
    std::env::var("SEKI_RACE_SCALE").map_or(1, |scale| scale.parse().expect("SEKI_RACE_SCALE is a whole number"))
}

/// Number of the last round in which two calls cross: in the first and the last round one follows the other.
const LAST_ROUND: i64 = 20;

/// Returns the delay of the second call in a round, if the first takes `usual`.
fn moment(usual: Duration, round: i64) -> Duration {
    match round {
        0 | LAST_ROUND => Duration::ZERO,
        _ => usual * u32::try_from(round).expect("a round") / u32::try_from(LAST_ROUND).expect("a round"),
    }
}

/// Returns a diner's final response, and the number of 503 responses before it.
async fn ask(contender: &Contender, restaurant: &Restaurant, slot: &Slot, guests: i32) -> (Reply, usize) {
    for times in 0..MAX_REPEATS {
        let reply = contender.try_hold(restaurant, slot, guests).await;
        // 502 is the result of a captcha provider that is too slow, on the same machine.
        if !matches!(reply.status, 502 | 503) {
            return (reply, times);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    panic!("got 503 {MAX_REPEATS} times");
}

/// All diners request concurrently, each a slot of their choice, and retry after a 503 response; returns the final statuses.
async fn rush(
    crowd: Vec<Contender>,
    restaurant: &Restaurant,
    guests: i32,
    slot_of: impl Fn(usize) -> Slot,
) -> Vec<u16> {
    counted_rush(crowd, restaurant, guests, slot_of, &Arc::default()).await
}

/// The same, which counts the answers as they come.
async fn counted_rush(
    crowd: Vec<Contender>,
    restaurant: &Restaurant,
    guests: i32,
    slot_of: impl Fn(usize) -> Slot,
    answers: &Arc<AtomicUsize>,
) -> Vec<u16> {
    let gate = Arc::new(Barrier::new(crowd.len()));
    let (mut asking, begun) = (JoinSet::new(), Instant::now());
    for (index, contender) in crowd.into_iter().enumerate() {
        let (gate, restaurant, slot, answers) = (gate.clone(), restaurant.clone(), slot_of(index), answers.clone());
        asking.spawn(async move {
            gate.wait().await;
            let (reply, times) = ask(&contender, &restaurant, &slot, guests).await;
            answers.fetch_add(1, Ordering::Relaxed);
            (reply.status, times)
        });
    }
    let responses = asking.join_all().await;
    let again: usize = responses.iter().map(|(_, times)| times).sum();
    assert!(again == 0 || begun.elapsed() > LOCK_IS_AWAITED, "no request waited that long: {again}");
    responses.into_iter().map(|(status, _)| status).collect()
}

/// Number of members of staff who act concurrently.
const STAFF: usize = 6;

/// Sessions of several members of staff, spread over all web servers.
async fn staff_sessions(app: &TestApp, restaurant: &Restaurant) -> Vec<Persona> {
    let mut staff_sessions = Vec::new();
    for index in 0..STAFF {
        let owner = app.owner(restaurant).await.at(&app.base_urls[index % app.base_urls.len()]);
        owner.csrf_token().await;
        staff_sessions.push(owner);
    }
    staff_sessions
}

/// Makes one call by each session, all of them concurrently; returns the replies in the order of the calls.
async fn call_concurrently(
    method: &Method,
    staff_sessions: Vec<Persona>,
    calls: impl IntoIterator<Item = (String, Value)>,
) -> Vec<Reply> {
    let gate = Arc::new(Barrier::new(staff_sessions.len()));
    let mut calling = Vec::new();
    for (session, (path, body)) in staff_sessions.into_iter().zip(calls) {
        let (gate, method) = (gate.clone(), method.clone());
        calling.push(tokio::spawn(async move {
            gate.wait().await;
            session.call(method, &path).json(&body).send().await
        }));
    }
    let mut replies = Vec::new();
    for call in calling {
        replies.push(call.await.expect("a reply"));
    }
    replies
}

fn statuses(replies: &[Reply]) -> Vec<u16> {
    replies.iter().map(|reply| reply.status).collect()
}

fn count(statuses: &[u16], wanted: u16) -> usize {
    statuses.iter().filter(|status| **status == wanted).count()
}

/// Winners and losers only.
#[track_caller]
fn expect_no_errors(statuses: &[u16]) {
    let odd: Vec<_> = statuses.iter().filter(|status| !matches!(status, 201 | 422)).collect();
    assert!(odd.is_empty(), "{odd:?}");
}

/// Ends a race: verified, and without a deadlock in the server's books.
async fn end(app: TestApp) {
    app.verify().await;
    // A backend reports its statistics at the latest when it exits.
    let others = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let quiet = app.connect(1).await;
    let others: Vec<i32> = sqlx::query_scalar(others).fetch_all(&quiet).await.expect("the others");
    let terminated = sqlx::query("SELECT pg_terminate_backend(pid) FROM unnest($1) AS pid").bind(&others);
    terminated.execute(&quiet).await.expect("they go");
    eventually("they are gone", async || {
        let left = sqlx::query_scalar("SELECT count(*) FROM pg_stat_activity WHERE pid = ANY ($1)").bind(&others);
        left.fetch_one(&quiet).await.is_ok_and(|left: i64| left == 0)
    })
    .await;
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    let deadlocks: i64 = sqlx::query_scalar(deadlocks).fetch_one(&quiet).await.expect("the server's books");
    assert_eq!(deadlocks, 0, "deadlocks");
    quiet.close().await;
    app.end_unverified().await;
}
