//! `seki refill`.

use chrono::{Duration, NaiveDate};
use clap::Args;
use domain::audit::Actor;
use domain::refills::day::SkipReason;
use domain::refills::nightly::{self, RefillOutcome, RefillRun, RefillSpan};
use domain::refills::selection::DaySelection;
use domain::zone::{Zone, parse_day};
use serde::Serialize;

use super::installation::{Installation, Shell};
use crate::lookup;
use crate::output::{self, CommandOutcome, UsageError};
use crate::progress;

/// Creates the slots of future days from the refill templates, as the worker does every night.
///
/// Days that are closed, or that have a slot or a reservation, remain unchanged. The command can therefore be repeated.
#[derive(Debug, Args)]
pub struct RefillCommand {
    #[command(flatten)]
    installation: Installation,
    /// Restaurant slug (default: all).
    #[arg(long)]
    restaurant: Option<String>,
    /// The first day, YYYY-MM-DD. Without days: from today to the last day of any round, or 90 days.
    #[arg(long, requires = "date_till", value_parser = day)]
    date_from: Option<NaiveDate>,
    /// The last day, YYYY-MM-DD.
    #[arg(long, requires = "date_from", value_parser = day)]
    date_till: Option<NaiveDate>,
    /// Reports the number of slots, and creates none.
    #[arg(long)]
    dry_run: bool,
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
}

fn day(text: &str) -> Result<NaiveDate, String> {
    parse_day(text).ok_or_else(|| "expected a day such as YYYY-MM-DD".to_owned())
}

#[derive(Serialize)]
struct RefillReport {
    templates: usize,
    incomplete: usize,
    created: usize,
    skipped: SkippedDays,
    dry_run: bool,
}

/// Number of skipped days by reason.
#[derive(Default, Serialize)]
struct SkippedDays {
    not_flagged: usize,
    holiday: usize,
    filled: usize,
    closed: usize,
    slot: usize,
    reservation: usize,
}

impl SkippedDays {
    fn from_outcome(outcome: &RefillOutcome) -> Self {
        let days = |skipped| outcome.skipped.get(&skipped).copied().unwrap_or_default();
        Self {
            not_flagged: days(SkipReason::NotFlagged),
            holiday: days(SkipReason::Holiday),
            filled: days(SkipReason::Filled),
            closed: days(SkipReason::Closed),
            slot: days(SkipReason::Slot),
            reservation: days(SkipReason::Reservation),
        }
    }
}

impl RefillCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let run = self.run_parameters(&shell).await?;
        let bar = progress::bar(0, "restaurants");
        let outcome = nightly::run(&shell.pool, &shell.rng, shell.clock.now(), run, &progress::update_bar(&bar)).await;
        bar.finish_and_clear();
        let outcome = outcome?;
        if self.json {
            let RefillOutcome { templates, incomplete, created, .. } = outcome;
            let skipped = SkippedDays::from_outcome(&outcome);
            output::print_json(&RefillReport { templates, incomplete, created, skipped, dry_run: self.dry_run })?;
        } else {
            output::print(&summary(&outcome, self.dry_run))?;
        }
        Ok(CommandOutcome::Fine)
    }

    async fn run_parameters(&self, shell: &Shell) -> anyhow::Result<RefillRun> {
        let mut zone = Zone::default();
        let restaurant = match &self.restaurant {
            Some(slug) => {
                let found = lookup::restaurant(&mut *shell.pool.acquire().await?, slug).await?;
                zone = found.zone;
                Some(found.id)
            }
            None => None,
        };
        let today = zone.date_of(shell.clock.now());
        let span = match self.date_from.zip(self.date_till) {
            Some((from, till)) => {
                let range = DaySelection::range(from, till, today);
                let latest = today + Duration::days(domain::inventory::slot_form::DAYS_AHEAD);
                range.map_err(|_| UsageError(format!("the days must be between {today} and {latest}, in order")))?;
                RefillSpan::Days(from, till)
            }
            None => RefillSpan::Night,
        };
        Ok(RefillRun { actor: Actor::CommandLine, span, restaurant, is_dry: self.dry_run, is_gentle: true })
    }
}

fn summary(outcome: &RefillOutcome, is_dry: bool) -> String {
    let SkippedDays { not_flagged, holiday, filled, closed, slot, reservation } = SkippedDays::from_outcome(outcome);
    let made = if is_dry { "would be created" } else { "created" };
    format!(
        "{} slots {made} from {} templates ({} incomplete)\n\
         skipped days: {slot} with a slot, {reservation} with a reservation, {closed} closed, {filled} filled before, \
         {holiday} holidays, {not_flagged} not on the schedule",
        outcome.created,
        outcome.templates + outcome.incomplete,
        outcome.incomplete
    )
}
