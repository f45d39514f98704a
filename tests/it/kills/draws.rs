//! Workers die while raffles are drawn; every round is drawn once, and each winner is notified.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::clients::beacon;
use domain::raffles::proof::{AFTER_CLOSE, PublishedProof};
use serde_json::json;
use tests::{DAY, HOUR, Persona, Program, RestaurantSpec, TestApp};

const SLUGS: [&str; 6] = ["sushi-a", "sushi-b", "sushi-c", "sushi-d", "sushi-e", "sushi-f"];
const WINNERS: usize = 2;

/// A round that opens in a day and closes after another; its uid and its close.
async fn round(app: &TestApp, slug: &'static str, hours: i64) -> (String, DateTime<Utc>) {
    app.restaurant(RestaurantSpec { slug, ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let at = |hours: i64| (app.now() + TimeDelta::hours(hours)).format("%Y-%m-%d %H:00:00").to_string();
    let body = json!({ "raffle_round": {
        "registerable_from": at(24), "registerable_till": at(48 + hours), "winners_count": WINNERS, "entries_limit": 2 } });
    let uid = admin.post(&format!("/admin/r/{slug}/raffle_rounds"), &body).await.is(201).json()["uid"].clone();
    let uid = uid.as_str().expect("a uid").to_owned();
    let close = sqlx::query_scalar("SELECT registerable_till FROM raffle_rounds WHERE uid = $1").bind(&uid);
    let close = close.fetch_one(&app.pool).await.expect("the close");
    (uid, close)
}

async fn enter(diners: &[Persona], uid: &str) {
    for diner in diners {
        diner.post(&format!("/users/api/raffle_rounds/{uid}/entries"), &json!({})).await.is(201);
    }
}

/// Rounds become due one after the other while workers are killed, each a little later.
async fn draw_among_kills(app: &TestApp, rounds: &[(String, DateTime<Utc>)]) {
    let environment = app.variables();
    for (number, (_, close)) in (0..).zip(rounds) {
        let out = beacon::out_at(beacon::round_at(*close + AFTER_CLOSE));
        app.advance((out - app.now()).num_seconds() + 1);
        app.programs_follow().await;
        for kill in 0..2 {
            let worker = Program::start("worker", &environment);
            tokio::time::sleep(Duration::from_millis(350 + 120 * number + 400 * kill)).await;
            worker.kill();
            worker.end();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_raffle_is_drawn_once_though_workers_die() {
    let app = TestApp::start().await;
    let mut rounds = Vec::new();
    for (slug, hours) in SLUGS.into_iter().zip(0..) {
        rounds.push(round(&app, slug, hours).await);
    }
    app.advance(DAY + HOUR);
    let mut diners = Vec::new();
    for name in ["hanako", "kenji", "yuki"] {
        diners.push(app.diner(name).await);
    }
    for (uid, _) in &rounds {
        enter(&diners, uid).await;
    }
    draw_among_kills(&app, &rounds).await;
    let worker = app.start_worker();
    app.becomes("SELECT count(*) FROM raffle_rounds WHERE drawn_at IS NOT NULL", 6).await;
    app.jobs_done().await;
    worker.stop().await;
    for (uid, _) in &rounds {
        let published = app.anonymous().get(&format!("/raffle/rounds/{uid}/proof")).await.is(200).json();
        let proof: PublishedProof = serde_json::from_value(published).expect("a proof");
        assert_eq!(proof.check(&stand_ins::beacon::public_key(), &[]), Ok(()));
        assert_eq!(proof.winners.len(), WINNERS);
    }
    let mailed = "SELECT count(*) FROM mail_deliveries WHERE template = 'raffle_won'";
    assert_eq!(app.count(mailed).await, 12, "a mail for each winner of each round");
    app.end().await;
}
