//! `seki slots`.

mod close;
mod list;
mod open;

use anyhow::{Context, anyhow};
use chrono::NaiveDate;
use clap::{Args, Subcommand};
use domain::i18n::{self, Locale};
use domain::inventory::SlotError;
use domain::inventory::slot_form::Fault;
use domain::restaurants;
use domain::restaurants::model::Restaurant;
use domain::zone::parse_day;

use super::installation::{Installation, Shell};
use crate::output::Done;

/// What diners can book on the web: a restaurant's booking slots.
#[derive(Debug, Args)]
pub struct SlotsCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    List(list::List),
    Open(open::Open),
    Close(close::Close),
    Delete(close::Delete),
}

impl SlotsCommand {
    pub async fn run(self) -> anyhow::Result<Done> {
        let shell = self.installation.open().await?;
        match self.action {
            Action::List(command) => command.run(&shell).await,
            Action::Open(command) => command.run(&shell).await,
            Action::Close(command) => command.run(&shell).await,
            Action::Delete(command) => command.run(&shell).await,
        }
    }
}

fn day(text: &str) -> Result<NaiveDate, String> {
    parse_day(text).ok_or_else(|| "a day is written YYYY-MM-DD".to_owned())
}

async fn restaurant(shell: &Shell, slug: &str) -> anyhow::Result<Restaurant> {
    let found = restaurants::queries::find_by_slug(&mut *shell.pool.acquire().await?, slug).await?;
    found.with_context(|| format!("there is no restaurant {slug}"))
}

/// A refusal in the words that staff read.
fn in_words(error: SlotError) -> anyhow::Error {
    match error {
        SlotError::Database(error) => error.into(),
        refusal => {
            let most = match &refusal {
                SlotError::Invalid(Fault::GuestsOutOfRange(most)) => *most,
                _ => 0,
            };
            anyhow!(i18n::t(Locale::En, &format!("errors.{}", refusal.code()), &[("max", &most)]))
        }
    }
}
