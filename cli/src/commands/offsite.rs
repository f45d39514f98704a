//! `seki offsite`.

use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand, ValueEnum};
use domain::audit::Actor;
use domain::i18n::{Locale, t};
use domain::offsite::decoding::decode;
use domain::offsite::format::{self, ListFormat};
use domain::offsite::import::{self, Import, ImportMode};
use domain::offsite::report::{ImportReport, RowOutcome, RowReport};
use domain::reservations::holds::expire;
use serde::Serialize;

use super::installation::{Installation, Shell};
use crate::lookup;
use crate::output::{self, CommandOutcome};
use crate::progress;
use crate::words::word;

/// Off-site reservations.
#[derive(Debug, Args)]
pub struct OffsiteCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: OffsiteAction,
}

#[derive(Debug, Subcommand)]
enum OffsiteAction {
    /// Imports a list of reservations: new ones are seated, changed ones are reseated, cancelled ones are ended. A list may be
    /// imported repeatedly.
    Import(ImportArguments),
}

#[derive(Debug, Args)]
struct ImportArguments {
    /// The list: CSV with a header, or JSON; `-` reads standard input.
    file: PathBuf,
    /// Restaurant slug.
    #[arg(long, value_name = "SLUG")]
    restaurant: String,
    /// Format of the list; detected by default.
    #[arg(long)]
    format: Option<FormatName>,
    /// Reports the outcome of each row, and writes nothing.
    #[arg(long)]
    dry_run: bool,
    /// Writes nothing if a row is invalid.
    #[arg(long)]
    all_or_nothing: bool,
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatName {
    Csv,
    Json,
}

impl OffsiteCommand {
    /// Returns `Found` if a row was rejected.
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let OffsiteAction::Import(asked) = self.action;
        let shell = self.installation.open_without_timeouts().await?;
        let report = import_list(&shell, &asked).await?;
        if asked.json {
            let rows: Vec<_> = report.rows.iter().map(ReportRow::from_report).collect();
            output::print_json(&ImportOutput { is_written: report.is_written, counts: report.counts(), rows })?;
        } else {
            print_report(&report, asked.dry_run)?;
        }
        Ok(CommandOutcome::found(report.has_rejected()))
    }
}

async fn import_list(shell: &Shell, asked: &ImportArguments) -> anyhow::Result<ImportReport> {
    let name = asked.file.display();
    let text = decode(&read(&asked.file)?).map_err(|error| anyhow!("{name}: {error}"))?;
    let restaurant = lookup::restaurant(&mut *shell.pool.acquire().await?, &asked.restaurant).await?;
    let format = match asked.format {
        Some(FormatName::Csv) => ListFormat::Csv,
        Some(FormatName::Json) => ListFormat::Json,
        None => ListFormat::detect(&text),
    };
    let lines = format::read(&text, format).map_err(|error| anyhow!("{name}: {error}"))?;
    let now = shell.clock.now();
    expire::sweep_restaurant(&shell.pool, &shell.rng, now, restaurant.id).await?;
    let mode = match (asked.dry_run, asked.all_or_nothing) {
        (true, _) => ImportMode::DryRun,
        (false, true) => ImportMode::AllOrNothing,
        (false, false) => ImportMode::GoodRows,
    };
    let wanted = Import { restaurant: &restaurant, actor: Actor::CommandLine, mode };
    let bar = progress::bar(lines.len(), "rows");
    let report = import::import(&shell.pool, &shell.rng, now, wanted, &lines, &progress::update_bar(&bar)).await;
    bar.finish_and_clear();
    Ok(report?)
}

fn read(file: &PathBuf) -> anyhow::Result<Vec<u8>> {
    if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("standard input")?;
        return Ok(bytes);
    }
    std::fs::read(file).with_context(|| file.display().to_string())
}

#[derive(Serialize)]
struct ImportOutput<'a> {
    is_written: bool,
    counts: std::collections::BTreeMap<&'static str, usize>,
    rows: Vec<ReportRow<'a>>,
}

#[derive(Serialize)]
struct ReportRow<'a> {
    #[serde(flatten)]
    report: &'a RowReport,
    /// Message of the error code.
    reason: Option<String>,
}

impl<'a> ReportRow<'a> {
    fn from_report(report: &'a RowReport) -> Self {
        let reason = report.code.map(|code| t(Locale::En, &format!("errors.{code}"), &[]));
        Self { report, reason }
    }
}

/// Prints the rejected rows, and the number of rows by outcome.
fn print_report(report: &ImportReport, is_dry_run: bool) -> anyhow::Result<()> {
    let refused: Vec<_> =
        report.rows.iter().filter(|row| row.outcome == RowOutcome::Rejected).map(ReportRow::from_report).collect();
    if !refused.is_empty() {
        let cells = refused.iter().map(|row| {
            let field = row.report.field.unwrap_or_default().to_owned();
            let reason = row.reason.clone().unwrap_or_default();
            vec![row.report.line.to_string(), row.report.external_id.clone(), field, reason]
        });
        output::print(&output::table(&["line", "external id", "field", "reason"], cells))?;
    }
    if !report.is_written && !is_dry_run {
        let (all, bad) = (output::number_of(report.rows.len() as u64, "rows"), refused.len());
        return output::print(&format!("{all}: nothing was written, because of {bad} that were rejected"));
    }
    let counts: Vec<_> = report
        .counts()
        .into_iter()
        .map(|(outcome, count)| format!("{count} {}", word("word.import_outcome", outcome).to_lowercase()))
        .collect();
    let end = if report.is_written { "" } else { " (nothing was written)" };
    output::print(&format!("{}: {}{end}", output::number_of(report.rows.len() as u64, "rows"), counts.join(", ")))
}
