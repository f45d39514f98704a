//! What commands print: tables for people, JSON for programs, and what their exit code says.

use std::io::{ErrorKind, Write};

use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

/// How a command came out that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// Exit code 0.
    Fine,
    /// It looked for faults and found some: exit code 1.
    Found,
}

impl CommandOutcome {
    /// Found when there is anything.
    pub fn found(is_any: bool) -> Self {
        if is_any { Self::Found } else { Self::Fine }
    }
}

/// The command line asks for what cannot be: exit code 2.
#[derive(Debug)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// The operator refused the prompt, and nothing was changed: exit code 3.
#[derive(Debug)]
pub struct Refused;

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nothing is changed")
    }
}

impl std::error::Error for Refused {}

/// How a command tells what it did, for a person or a cron line.
#[derive(Clone, Copy, Debug, Args)]
pub struct ReportOptions {
    /// Says how many there are, and changes nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[arg(long)]
    pub json: bool,
}

impl ReportOptions {
    /// `{"count": 3, "dry_run": false}`, or "3 holds have ended".
    pub fn print_count(self, count: u64, of: &str, what: &str) -> anyhow::Result<()> {
        if self.json {
            return print_json(&serde_json::json!({ "count": count, "dry_run": self.dry_run }));
        }
        let when = if self.dry_run { " without --dry-run" } else { "" };
        print(&format!("{count} {of} {what}{when}"))
    }
}

/// A line of a list.
pub trait TableRow: Serialize {
    const HEADINGS: &'static [&'static str];
    fn cells(&self) -> Vec<String>;
}

/// Prints a list: an array of objects, or a table. An empty one says what there is none of.
pub fn print_list<T: TableRow>(rows: &[T], as_json: bool, nothing: &str) -> anyhow::Result<()> {
    if as_json {
        return print_json(&rows);
    }
    if rows.is_empty() {
        return print(nothing);
    }
    print(&table(T::HEADINGS, rows.iter().map(TableRow::cells)))
}

pub fn table(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(headings.to_vec());
    table.add_rows(rows);
    table.to_string()
}

pub fn print_json<T: Serialize>(value: &T) -> anyhow::Result<()> {
    print(&serde_json::to_string_pretty(value)?)
}

/// A line on standard output. A reader that has seen enough (`| head`) is no error.
pub fn print(text: &str) -> anyhow::Result<()> {
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// A line on standard error. Where that cannot be written there is nobody to tell.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
