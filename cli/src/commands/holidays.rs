//! `seki holidays`.

use chrono::NaiveDate;
use clap::{Args, Subcommand};
use domain::audit::Actor;
use domain::i18n::{Locale, t};
use domain::masters::{self, HolidayRecord, MasterEdit, MasterError};
use sqlx::PgConnection;

use super::installation::{Installation, Shell};
use crate::output::{self, CommandOutcome, TableRow, UsageError};

/// Changes of Japan's national holidays: days that a law added, and holidays that do not take place.
#[derive(Debug, Args)]
pub struct HolidaysCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: HolidaysAction,
}

#[derive(Debug, Subcommand)]
enum HolidaysAction {
    /// Lists the changes, the latest day first.
    List {
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Adds a holiday, or marks a computed holiday as moved.
    Add {
        /// The day, YYYY-MM-DD.
        date: NaiveDate,
        /// Japanese name.
        #[arg(long, required_unless_present = "struck")]
        ja: Option<String>,
        /// English name.
        #[arg(long, required_unless_present = "struck")]
        en: Option<String>,
        /// The computed holiday of this day does not take place.
        #[arg(long)]
        struck: bool,
        /// The law or another reason.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Removes a change, so that the computed holidays apply to its day again.
    Remove {
        /// The day, YYYY-MM-DD.
        date: NaiveDate,
    },
}

impl TableRow for HolidayRecord {
    const HEADINGS: &'static [&'static str] = &["date", "change", "Japanese", "English", "reason", "by"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.id.clone(),
            if self.is_struck { "does not take place" } else { "holiday" }.to_owned(),
            self.label_ja.clone(),
            self.label_en.clone(),
            self.reason.clone(),
            self.added_by.clone(),
        ]
    }
}

impl HolidaysCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let mut tx = shell.pool.begin().await?;
        match self.action {
            HolidaysAction::List { json } => {
                let rows = masters::list::<HolidayRecord>(&mut tx, None).await?;
                output::print_list(&rows, json, "there are no changes of the holidays")?;
                return Ok(CommandOutcome::Fine);
            }
            HolidaysAction::Add { date, ja, en, struck, reason } => {
                let record = HolidayRecord {
                    id: String::new(),
                    date,
                    is_struck: struck,
                    label_ja: ja.unwrap_or_default(),
                    label_en: en.unwrap_or_default(),
                    reason,
                    added_by: String::new(),
                };
                add(&mut tx, &shell, record).await?;
                output::print(&format!("the holidays of {date} are changed"))?;
            }
            HolidaysAction::Remove { date } => {
                let removed = masters::remove::<HolidayRecord>(&mut tx, &edit(&shell), &date.to_string()).await;
                removed.map_err(|error| to_message(error, date))?;
                output::print(&format!("the change of {date} is removed"))?;
            }
        }
        tx.commit().await?;
        Ok(CommandOutcome::Fine)
    }
}

fn edit(shell: &Shell) -> MasterEdit<'_> {
    MasterEdit { rng: &shell.rng, now: shell.clock.now(), actor: Actor::CommandLine, restaurant: None, reason: None }
}

async fn add(conn: &mut PgConnection, shell: &Shell, record: HolidayRecord) -> anyhow::Result<()> {
    let date = record.date;
    let saved = masters::save::<HolidayRecord>(conn, &edit(shell), None, record).await;
    saved.map(drop).map_err(|error| to_message(error, date))
}

fn to_message(error: MasterError, date: NaiveDate) -> anyhow::Error {
    match error {
        MasterError::NotFound => UsageError(format!("there is no change of {date}")).into(),
        MasterError::Invalid(fields) => {
            let text =
                |(field, code): &(&str, &str)| format!("{field}: {}", t(Locale::En, &format!("errors.{code}"), &[]));
            UsageError(fields.iter().map(text).collect::<Vec<_>>().join("\n")).into()
        }
        error => error.into(),
    }
}
