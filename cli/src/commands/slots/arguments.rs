//! Common arguments of several subcommands: a day, a restaurant.

use chrono::NaiveDate;
use domain::restaurants::model::Restaurant;
use domain::zone::parse_day;

use crate::commands::installation::Shell;
use crate::lookup;

pub fn day(text: &str) -> Result<NaiveDate, String> {
    parse_day(text).ok_or_else(|| "expected a day such as YYYY-MM-DD".to_owned())
}

pub async fn restaurant(shell: &Shell, slug: &str) -> anyhow::Result<Restaurant> {
    lookup::restaurant(&mut *shell.pool.acquire().await?, slug).await
}
