//! `seki generate`.

use anyhow::bail;
use clap::{Args, value_parser};
use domain::reports::sweep;

use super::installation::Installation;
use crate::generate::{self, MAX_BOOKINGS_PER_DAY, PASSWORD, Size};
use crate::output::{self, CommandOutcome};
use crate::progress;

/// Creates data for load tests: restaurants load-00001…, diners load-diner-1@seki.test…, slots and past bookings.
///
/// Existing data remains, so a second run with larger numbers adds to the first.
#[derive(Debug, Args)]
pub struct GenerateCommand {
    #[command(flatten)]
    installation: Installation,
    /// Number of restaurants, each with a counter of 12 seats.
    #[arg(long, value_parser = value_parser!(i32).range(1..=99_999))]
    restaurants: i32,
    /// Number of days from today on with a lunch and a dinner slot. As many past days have bookings, if there are any.
    #[arg(long, value_parser = value_parser!(i32).range(1..=366))]
    days: i32,
    /// Past bookings of each restaurant on each day, for two guests each.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(i32).range(0..=MAX_BOOKINGS_PER_DAY))]
    reservations_per_day: i32,
    /// Number of diners, who make the past bookings.
    #[arg(long, default_value_t = 1_000, value_parser = value_parser!(i32).range(12..=10_000_000))]
    diners: i32,
    /// Customers of each restaurant, in groups and with memos: diners first, then guests by phone and from other channels.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(i32).range(0..=100_000))]
    customers: i32,
    /// Bookings of each restaurant's customers in the years before the first day; needs 12 customers.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(i32).range(0..=200_000))]
    reservations: i32,
    /// Yen that a guest pays online; even with 0, the default cancellation policy requires a card.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(i32).range(0..=100_000))]
    reservation_fee: i32,
    /// The same seed creates the same data.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl GenerateCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        if !self.installation.environment()?.is_playground() {
            bail!("the generated diners have a known password; set SEKI_ENV=demo or test to create them");
        }
        if self.reservations > 0 && i64::from(self.customers) < MAX_BOOKINGS_PER_DAY {
            bail!(
                "--reservations needs --customers of at least {MAX_BOOKINGS_PER_DAY}, because a customer books a meal only once"
            );
        }
        let shell = self.installation.open_without_timeouts().await?;
        let size = Size {
            restaurants: self.restaurants,
            days: self.days,
            reservations_per_day: self.reservations_per_day,
            diners: self.diners,
            customers: self.customers,
            reservations: self.reservations,
            reservation_fee: self.reservation_fee,
            seed: self.seed,
        };
        let made = generate::generate(&shell.pool, &shell.rng, shell.clock.now(), size).await?;
        // The first pages of the owner console are correct immediately, even if no worker runs.
        let spinner = progress::spinner("computing the daily totals");
        sweep::rebuild_all(&shell.pool).await?;
        spinner.finish_and_clear();
        output::print(&format!(
            "created {} restaurants and {} diners (load-diner-1@seki.test to load-diner-{}@seki.test, password {PASSWORD})",
            made.restaurants, made.diners, self.diners
        ))?;
        Ok(CommandOutcome::Fine)
    }
}
