//! `seki generate`.

use anyhow::bail;
use clap::{Args, value_parser};
use domain::reports::sweep;

use super::installation::Installation;
use crate::generate::{self, MOST_PER_DAY, PASSWORD, Size};
use crate::output::{self, CommandOutcome};
use crate::progress;

/// Makes a world to load a system with: restaurants load-00001…, diners load-diner-1@seki.test…, slots and past bookings.
///
/// What is there already stays, so a second run with larger numbers adds to the first.
#[derive(Debug, Args)]
pub struct GenerateCommand {
    #[command(flatten)]
    installation: Installation,
    /// Restaurants, each with a counter of 12 seats.
    #[arg(long, value_parser = value_parser!(i32).range(1..=99_999))]
    restaurants: i32,
    /// Days from today on with a lunch and a dinner slot; as many days back have bookings, if there are any.
    #[arg(long, value_parser = value_parser!(i32).range(1..=366))]
    days: i32,
    /// Past bookings of each restaurant on each day, two guests each.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(i32).range(0..=MOST_PER_DAY))]
    reservations_per_day: i32,
    #[arg(long, default_value_t = 1_000, value_parser = value_parser!(i32).range(12..=10_000_000))]
    diners: i32,
    /// Customers of each restaurant: diners first, guests of the telephone and of other channels besides, in groups and with memos.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(i32).range(0..=100_000))]
    customers: i32,
    /// Bookings of each restaurant's customers in the years before the first day; needs 12 customers.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(i32).range(0..=200_000))]
    reservations: i32,
    /// Yen that a guest pays online; 0 lets diners without a card book.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(i32).range(0..=100_000))]
    reservation_fee: i32,
    /// The same seed makes the same world.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl GenerateCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        if !self.installation.environment()?.is_playground() {
            bail!("the diners it makes have a known password; set SEKI_ENV=demo or test to make them");
        }
        if self.reservations > 0 && i64::from(self.customers) < MOST_PER_DAY {
            bail!("--reservations needs --customers of at least {MOST_PER_DAY}, as nobody books a meal twice");
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
        // The owners' first pages are right at once, whether a worker runs or not.
        let spinner = progress::spinner("the days are summed up");
        sweep::rebuild_all(&shell.pool).await?;
        spinner.finish_and_clear();
        output::print(&format!(
            "made {} restaurants and {} diners (load-diner-1@seki.test to load-diner-{}@seki.test, password {PASSWORD})",
            made.restaurants, made.diners, self.diners
        ))?;
        Ok(CommandOutcome::Fine)
    }
}
