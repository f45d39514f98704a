//! Common arguments of several subcommands: a day, a restaurant.

use anyhow::Context;
use chrono::NaiveDate;
use domain::restaurants;
use domain::restaurants::model::Restaurant;
use domain::zone::parse_day;

use crate::commands::installation::Shell;

pub fn day(text: &str) -> Result<NaiveDate, String> {
    parse_day(text).ok_or_else(|| "expected a day such as YYYY-MM-DD".to_owned())
}

pub async fn restaurant(shell: &Shell, slug: &str) -> anyhow::Result<Restaurant> {
    let found = restaurants::queries::find_by_slug(&mut *shell.pool.acquire().await?, slug).await?;
    found.with_context(|| format!("there is no restaurant {slug}"))
}
