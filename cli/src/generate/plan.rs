//! The size of the generated data, its days, and its transactions.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use sqlx::{PgPool, Postgres, Transaction};

/// Seats at a restaurant's counter.
pub const ITEMS: i32 = 12;
/// Number of couples that fit into a day's two slots.
pub const MAX_BOOKINGS_PER_DAY: i64 = 12;

/// The size of the generated data.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub restaurants: i32,
    /// Number of days with slots, from today on; also the number of past days with bookings, if there are any.
    pub days: i32,
    /// Number of past bookings of each restaurant on each day.
    pub reservations_per_day: i32,
    pub diners: i32,
    /// Number of customers of each restaurant: diners, and guests by phone and from other channels.
    pub customers: i32,
    /// Number of bookings of these customers in the years before the first day, for each restaurant.
    pub reservations: i32,
    /// Amount that a guest pays online; 0 requires no card.
    pub reservation_fee: i32,
    pub seed: u64,
}

/// The inputs of each part of the data.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub size: Size,
    pub now: DateTime<Utc>,
    pub today: NaiveDate,
}

impl Plan {
    /// The first part of all values derived from the seed.
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

/// Begins a transaction without a timeout: the duration of a statement depends on the requested size.
pub async fn begin_unlimited(pool: &PgPool) -> sqlx::Result<Transaction<'static, Postgres>> {
    let mut tx = pool.begin().await?;
    sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *tx).await?;
    Ok(tx)
}
