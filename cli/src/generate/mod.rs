//! A made-up world to load a system with: restaurants `load-00001`…, their slots, diners `load-diner-1@seki.test`… and
//! past bookings. Everything is made by statements over whole sets of rows; the same seed makes the same world.

mod guestbook;
mod history;
mod people;
mod restaurants;
mod slots;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use domain::ids::RestaurantId;
use domain::inventory;
use domain::rng::Rng;
use domain::zone::Zone;
use sqlx::{PgPool, Postgres, Transaction};
use tokio::task::JoinSet;

use crate::progress;

pub use people::PASSWORD;

/// Restaurants made in one transaction.
const BATCH: usize = 25;
/// Transactions at a time; more do not help one database.
const HANDS: usize = 2;

/// Seats at a restaurant's counter.
pub const ITEMS: i32 = 12;
/// Couples that fit into a day's two slots.
pub const MOST_PER_DAY: i64 = 12;

/// How large a world.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub restaurants: i32,
    /// Days with slots, from today on; and days of past bookings, if there are any.
    pub days: i32,
    /// Past bookings of each restaurant on each day.
    pub reservations_per_day: i32,
    pub diners: i32,
    /// Customers of each restaurant: diners, guests of the telephone and of other channels.
    pub customers: i32,
    /// Bookings of those customers in the years before the first day, of each restaurant.
    pub reservations: i32,
    /// What a guest pays online; without one nobody needs a card.
    pub reservation_fee: i32,
    pub seed: u64,
}

/// What a part of the world is made with.
#[derive(Clone, Copy, Debug)]
struct Plan {
    size: Size,
    now: DateTime<Utc>,
    today: NaiveDate,
}

impl Plan {
    /// The first word of all that is derived from the seed.
    fn seed(&self) -> String {
        self.size.seed.to_string()
    }

    fn first_day(&self) -> NaiveDate {
        let past = if self.size.reservations_per_day > 0 { self.size.days } else { 0 };
        self.today - Duration::days(past.into())
    }

    fn last_day(&self) -> NaiveDate {
        self.today + Duration::days((self.size.days - 1).into())
    }

    fn days(&self) -> Vec<NaiveDate> {
        self.first_day().iter_days().take_while(|day| *day <= self.last_day()).collect()
    }
}

/// What was made; what was there before stays as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Made {
    pub restaurants: usize,
    pub diners: u64,
}

/// Makes what of the world is not there yet.
pub async fn generate(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, size: Size) -> anyhow::Result<Made> {
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
        if tasks.len() == HANDS {
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
    Ok(Made { restaurants: numbers.len(), diners })
}

/// Without a limit of time: how long a statement takes depends on the size that was asked for.
async fn begin(pool: &PgPool) -> sqlx::Result<Transaction<'static, Postgres>> {
    let mut tx = pool.begin().await?;
    sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *tx).await?;
    Ok(tx)
}

async fn finish(tasks: &mut JoinSet<anyhow::Result<()>>) -> anyhow::Result<()> {
    tasks.join_next().await.transpose()?.transpose().map(|_| ())
}

/// Without statistics of the tables that were just filled, summing up a restaurant's days takes forty times as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statistics {
    Taken,
    Known,
}

/// A few restaurants with all that is theirs, or none of it.
async fn make_batch(
    pool: PgPool,
    plan: Plan,
    numbers: Vec<i32>,
    users: Vec<i64>,
    statistics: Statistics,
) -> anyhow::Result<()> {
    let mut tx = begin(&pool).await?;
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
