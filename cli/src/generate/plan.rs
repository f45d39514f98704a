//! How large a made-up world is, on which days, and the transactions that make it.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use sqlx::{PgPool, Postgres, Transaction};

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
pub struct Plan {
    pub size: Size,
    pub now: DateTime<Utc>,
    pub today: NaiveDate,
}

impl Plan {
    /// The first word of all that is derived from the seed.
    pub fn seed(&self) -> String {
        self.size.seed.to_string()
    }

    pub fn first_day(&self) -> NaiveDate {
        let past = if self.size.reservations_per_day > 0 { self.size.days } else { 0 };
        self.today - Duration::days(past.into())
    }

    pub fn last_day(&self) -> NaiveDate {
        self.today + Duration::days((self.size.days - 1).into())
    }

    pub fn days(&self) -> Vec<NaiveDate> {
        self.first_day().iter_days().take_while(|day| *day <= self.last_day()).collect()
    }
}

/// Without a limit of time: how long a statement takes depends on the size that was asked for.
pub async fn begin(pool: &PgPool) -> sqlx::Result<Transaction<'static, Postgres>> {
    let mut tx = pool.begin().await?;
    sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *tx).await?;
    Ok(tx)
}
