//! Generated data for load tests: restaurants `load-00001`…, their slots, diners `load-diner-1@seki.test`… and past bookings.
//! Statements over whole sets of rows create everything; the same seed creates the same data.

mod guestbook;
mod history;
mod people;
mod plan;
mod restaurants;
mod slots;

use chrono::{DateTime, Utc};
use domain::ids::RestaurantId;
use domain::inventory;
use domain::rng::Rng;
use domain::zone::Zone;
use sqlx::PgPool;
use tokio::task::JoinSet;

use self::plan::{Plan, begin_unlimited};
use crate::progress;

pub use people::PASSWORD;
pub use plan::{ITEMS, MAX_BOOKINGS_PER_DAY, Size};

/// Restaurants created in one transaction.
const BATCH: usize = 25;
/// More concurrent transactions do not make one database faster.
const CONCURRENT_TRANSACTIONS: usize = 2;

/// Number of created rows. Existing rows are not counted, and remain unchanged.
#[derive(Clone, Copy, Debug, Default)]
pub struct GenerationResult {
    pub restaurants: usize,
    pub diners: u64,
}

/// Creates the missing part of the data.
pub async fn generate(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, size: Size) -> anyhow::Result<GenerationResult> {
    let plan = Plan { size, now, today: Zone::default().date_of(now) };
    let (diners, users) = people::make(pool, rng, &plan).await?;
    restaurants::prepare(pool).await?;
    let numbers = restaurants::missing(pool, size.restaurants).await?;
    let mut batches = numbers.chunks(BATCH);
    let progress = progress::bar(batches.len(), "restaurants, in batches");
    if let Some(first) = batches.next() {
        make_batch(pool.clone(), plan, first.to_vec(), users.clone(), Statistics::Taken).await?;
        progress.inc(1);
    }
    let mut tasks = JoinSet::new();
    for batch in batches {
        if tasks.len() == CONCURRENT_TRANSACTIONS {
            finish(&mut tasks).await?;
            progress.inc(1);
        }
        tasks.spawn(make_batch(pool.clone(), plan, batch.to_vec(), users.clone(), Statistics::Known));
    }
    while !tasks.is_empty() {
        finish(&mut tasks).await?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    sqlx::query("ANALYZE").execute(pool).await?;
    Ok(GenerationResult { restaurants: numbers.len(), diners })
}

async fn finish(tasks: &mut JoinSet<anyhow::Result<()>>) -> anyhow::Result<()> {
    tasks.join_next().await.transpose()?.transpose().map(|_| ())
}

/// Without statistics of the new tables, computing a restaurant's daily totals takes forty times as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statistics {
    Taken,
    Known,
}

/// Creates a few restaurants with all their data, or nothing.
async fn make_batch(
    pool: PgPool,
    plan: Plan,
    numbers: Vec<i32>,
    users: Vec<i64>,
    statistics: Statistics,
) -> anyhow::Result<()> {
    let mut tx = begin_unlimited(&pool).await?;
    let ids = restaurants::make(&mut tx, &plan, &numbers).await?;
    slots::make(&mut tx, &plan, &ids).await?;
    if plan.size.reservations_per_day > 0 {
        history::make(&mut tx, &plan, &ids, &users).await?;
    }
    if plan.size.customers > 0 {
        guestbook::make(&mut tx, &plan, &ids, &users).await?;
    }
    if statistics == Statistics::Taken {
        sqlx::query("ANALYZE").execute(&mut *tx).await?;
    }
    let days = plan.days();
    for id in &ids {
        inventory::queries::refresh_days(&mut tx, RestaurantId(*id), &days).await?;
    }
    tx.commit().await?;
    Ok(())
}
