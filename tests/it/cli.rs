//! Operators' commands in a shell: the generated world, the invariants, jobs, accounts, migrations.

mod accounts;
mod adjustments;
mod announcements;
mod cancel_requests;
mod config;
mod demo;
mod disputes;
mod exit_codes;
mod factor;
mod invariants;
mod jobs;
mod keys;
mod ledger;
mod legal;
mod migrations;
mod no_show_fees;
mod offsite;
mod outbox;
mod phone;
mod privacy;
mod private_postgres;
mod programs;
mod prompts;
mod raffle;
mod refill;
mod reports;
mod restore;
mod schedules;
mod search;
mod seed;
mod slots;
mod tables;
mod trials;
mod world;

use cli::generate::{GenerationResult, Size, generate};
use tests::TestApp;

const SMALL: Size = Size {
    restaurants: 2,
    days: 3,
    reservations_per_day: 8,
    diners: 20,
    customers: 0,
    reservations: 0,
    reservation_fee: 0,
    seed: 1,
};

/// A Seki with a few generated restaurants and past bookings.
async fn with_world(size: Size) -> (TestApp, GenerationResult) {
    let app = TestApp::start().await;
    let made = generate(&app.pool, &app.rng, app.now(), size).await.expect("the world is made");
    (app, made)
}
