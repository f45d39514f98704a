//! `seki schedule`.

use anyhow::Context;
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use domain::audit::{self, Actor, Event};
use domain::jobs::cron::{Missed, Timing, TimingError};
use domain::jobs::schedules::{self, Schedule, ScheduleChange};
use domain::maintenance::{self, DUTIES, DutyError};
use domain::zone::Zone;
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::installation::{Installation, Shell};
use crate::output::{self, CommandOutcome, TableRow, UsageError};
use crate::progress;
use crate::words::word;

/// Schedules and their duties.
#[derive(Debug, Args)]
pub struct ScheduleCommand {
    #[command(flatten)]
    installation: Installation,
    /// Prints JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: ScheduleAction,
}

#[derive(Debug, Subcommand)]
enum ScheduleAction {
    /// Lists every schedule with its next tick and the result of its last run.
    List,
    /// Runs a schedule's duty now, in this process; its ticks remain unchanged. Safe while a worker runs the same duty.
    Run {
        /// Name of the schedule.
        #[arg(value_parser = names())]
        name: String,
        /// Reports the number of due rows, and changes nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Enables a schedule from now on.
    Enable {
        /// Name of the schedule.
        name: String,
    },
    /// Disables a schedule until it is enabled again.
    Disable {
        /// Name of the schedule.
        name: String,
    },
    /// Changes the times of a schedule.
    #[command(group(ArgGroup::new("change").args(["cron", "zone", "missed"]).required(true).multiple(true)))]
    Set {
        /// Name of the schedule.
        name: String,
        /// Minute, hour, day of the month, month, day of the week, as in cron: "30 4 * * Mon".
        ///
        /// Days of the week are Sun to Sat, or 0 to 7 (0 and 7 are Sunday, 1 is Monday). A day of the month and a day of the week together
        /// mean either. A named hour that a change of clocks repeats or removes ticks once.
        #[arg(long)]
        cron: Option<String>,
        /// A time zone, such as Asia/Tokyo.
        #[arg(long)]
        zone: Option<String>,
        /// Handling of ticks during which no worker ran.
        #[arg(long)]
        missed: Option<MissedName>,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MissedName {
    /// One run, however many ticks were missed.
    Once,
    /// No run.
    Skip,
}

impl From<MissedName> for Missed {
    fn from(name: MissedName) -> Self {
        match name {
            MissedName::Once => Self::Once,
            MissedName::Skip => Self::Skip,
        }
    }
}

fn names() -> [&'static str; DUTIES.len()] {
    DUTIES.map(|duty| duty.name)
}

#[derive(Serialize)]
struct ScheduleRow {
    #[serde(flatten)]
    schedule: Schedule,
    description: &'static str,
}

impl TableRow for ScheduleRow {
    const HEADINGS: &'static [&'static str] =
        &["schedule", "duty", "cron", "zone", "missed", "next", "last run", "took", "outcome", "skipped"];

    fn cells(&self) -> Vec<String> {
        let row = &self.schedule;
        let at = |instant: Option<_>| instant.map(|instant| Zone::default().iso(instant)).unwrap_or_default();
        let outcome = match (&row.ran_at, &row.ran_error) {
            (None, _) => String::new(),
            (_, Some(error)) => format!("failed: {error}"),
            (_, None) => format!("{} done", row.ran_done.unwrap_or(0)),
        };
        vec![
            row.name.clone(),
            word("word.schedule", &row.name),
            row.expression.clone(),
            row.time_zone.clone(),
            word("word.missed", row.missed.as_str()),
            if row.is_enabled { at(row.next_tick) } else { "disabled".to_owned() },
            at(row.ran_at),
            row.ran_millis.map(|millis| format!("{millis} ms")).unwrap_or_default(),
            outcome,
            at(row.skipped_tick),
        ]
    }
}

impl ScheduleCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let mut tx = shell.pool.begin().await?;
        schedules::ensure(&mut tx, shell.clock.now()).await?;
        let result = match &self.action {
            ScheduleAction::List => return self.list(&mut tx).await,
            ScheduleAction::Run { name, dry_run } => {
                tx.commit().await?;
                return self.run_duty(&shell, name, *dry_run).await;
            }
            ScheduleAction::Enable { name } | ScheduleAction::Disable { name } => {
                let is_enabled = matches!(self.action, ScheduleAction::Enable { .. });
                let is_known = schedules::set_enabled(&mut tx, shell.clock.now(), name, is_enabled).await?;
                record(&mut tx, &shell, name, is_known).await?;
                if is_enabled { "is enabled" } else { "is disabled" }
            }
            ScheduleAction::Set { name, cron, zone, missed } => {
                let missed = missed.map(Missed::from);
                let change = ScheduleChange { expression: cron.as_deref(), time_zone: zone.as_deref(), missed };
                let changed = schedules::set_timing(&mut tx, shell.clock.now(), name, change).await;
                let is_known = changed.map_err(to_message)?;
                record(&mut tx, &shell, name, is_known).await?;
                "is changed"
            }
        };
        tx.commit().await?;
        if self.json {
            return self.list(&mut *shell.pool.acquire().await?).await;
        }
        output::print(&format!("the schedule {result}"))?;
        if let ScheduleAction::Set { name, .. } = &self.action {
            print_days(&mut *shell.pool.acquire().await?, name).await?;
        }
        Ok(CommandOutcome::Fine)
    }

    async fn list(&self, conn: &mut PgConnection) -> anyhow::Result<CommandOutcome> {
        let rows = schedules::list(conn).await?;
        let describe = |name: &str| DUTIES.iter().find(|duty| duty.name == name).map_or("", |duty| duty.description);
        let lines = rows.into_iter().map(|schedule| ScheduleRow { description: describe(&schedule.name), schedule });
        output::print_list(&lines.collect::<Vec<_>>(), self.json, "there are no schedules")?;
        Ok(CommandOutcome::Fine)
    }

    async fn run_duty(&self, shell: &Shell, name: &str, is_dry: bool) -> anyhow::Result<CommandOutcome> {
        let spinner = progress::spinner(name);
        let ran = maintenance::run(&shell.pool, &shell.rng, &shell.clock, name, is_dry).await;
        spinner.finish_and_clear();
        let report = match ran {
            Err(error @ DutyError::Found(_)) => {
                output::print(&error.to_string())?;
                return Ok(CommandOutcome::Found);
            }
            report => report.with_context(|| format!("schedule {name}"))?,
        };
        if self.json {
            output::print_json(
                &json!({ "name": name, "done": report.done, "millis": report.millis, "dry_run": is_dry }),
            )?;
        } else {
            let verb = if is_dry { "would be done" } else { "done" };
            output::print(&format!("{name}: {} {verb}, in {} ms", report.done, report.millis))?;
        }
        Ok(CommandOutcome::Fine)
    }
}

/// Prints the next tick of a schedule, and the months that lack its day.
async fn print_days(conn: &mut PgConnection, name: &str) -> anyhow::Result<()> {
    let Some(row) = schedules::find(conn, name).await? else { return Ok(()) };
    let zone = Zone::named(&row.time_zone).unwrap_or_default();
    let next = row.next_tick.map_or_else(|| "never".to_owned(), |tick| zone.iso(tick));
    output::print(&format!("next: {next}"))?;
    let without = Timing::parse(&row.expression, &row.time_zone)?.months_without_tick();
    if !without.months.is_empty() {
        let names = without.months.iter().filter_map(|month| u8::try_from(*month).ok()?.try_into().ok());
        let names: Vec<_> = names.map(|month: chrono::Month| month.name()).collect();
        output::print(&format!("no run in months without that day: {}; \"L\" is the last day", names.join(", ")))?;
    }
    if without.is_leap_day {
        output::print("in February it runs in leap years only; \"L\" is the last day")?;
    }
    Ok(())
}

/// Records the change of a schedule in the audit log.
async fn record(conn: &mut PgConnection, shell: &Shell, name: &str, is_known: bool) -> anyhow::Result<()> {
    if !is_known {
        return Err(UsageError(format!("there is no schedule {name}; `seki schedule list` shows them")).into());
    }
    let event = Event {
        actor: Actor::CommandLine,
        action: "schedule_changed",
        restaurant: None,
        reservation: None,
        detail: json!({ "schedule": name }),
    };
    Ok(audit::record(conn, shell.clock.now(), event).await?)
}

fn to_message(error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<TimingError>() {
        Ok(error) => UsageError(error.to_string()).into(),
        Err(error) => error,
    }
}
