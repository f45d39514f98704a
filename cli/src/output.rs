//! Output of commands: tables for people, JSON for programs, and exit codes.

use std::io::{ErrorKind, Write};

use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};
use domain::progress::PassResult;
use serde::Serialize;

/// The outcome of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// Exit code 0.
    Fine,
    /// A check found errors: exit code 1.
    Found,
}

impl CommandOutcome {
    /// Returns `Found` if `is_any`.
    pub fn found(is_any: bool) -> Self {
        if is_any { Self::Found } else { Self::Fine }
    }
}

/// The command line is invalid: exit code 2.
#[derive(Debug)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// The operator declined the prompt, and nothing was changed: exit code 3.
#[derive(Debug)]
pub struct Declined;

impl std::fmt::Display for Declined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nothing was changed")
    }
}

impl std::error::Error for Declined {}

/// Options for the report of a command.
#[derive(Clone, Copy, Debug, Args)]
pub struct ReportOptions {
    /// Reports the number, and changes nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Prints JSON instead of text.
    #[arg(long)]
    pub json: bool,
}

impl ReportOptions {
    /// Prints `{"count": 3, "dry_run": false}`, or "3 holds released". `of` is a plural.
    pub fn print_count(self, count: u64, of: &str, done: &str) -> anyhow::Result<()> {
        if self.json {
            return print_json(&serde_json::json!({ "count": count, "dry_run": self.dry_run }));
        }
        let would = if self.dry_run { "would be " } else { "" };
        print(&format!("{} {would}{done}", number_of(count, of)))
    }

    /// Prints the count, even if some items failed, and then returns the first failure.
    pub fn print_result(self, result: PassResult<u64, anyhow::Error>, of: &str, done: &str) -> anyhow::Result<()> {
        self.print_count(result.done, of, done)?;
        result.failure.map_or(Ok(()), Err)
    }
}

/// Returns a number with its noun: "1 job", "2 jobs". `plural` ends with the letter s, which the singular has not.
pub fn number_of(count: u64, plural: &str) -> String {
    let noun = if count == 1 { plural.strip_suffix('s').unwrap_or(plural) } else { plural };
    format!("{count} {noun}")
}

/// Converts the result of a pass for `print_result`.
pub fn counted<E: Into<anyhow::Error>>(result: PassResult<usize, E>) -> PassResult<u64, anyhow::Error> {
    PassResult { done: result.done as u64, failure: result.failure.map(Into::into) }
}

/// A row of a list.
pub trait TableRow: Serialize {
    const HEADINGS: &'static [&'static str];
    fn cells(&self) -> Vec<String>;
}

/// Prints a list as an array of objects, or as a table. For an empty list the table is replaced by the text `nothing`.
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

/// Prints a line on standard output. A reader that closes the pipe (`| head`) causes no error.
pub fn print(text: &str) -> anyhow::Result<()> {
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Returns the texts of an error and of its causes. A cause whose text an error above it already contains is left out.
pub fn error_text(error: &anyhow::Error) -> String {
    let causes = error.chain().skip(1).map(ToString::to_string);
    causes.fold(error.to_string(), |text, cause| if text.contains(&cause) { text } else { format!("{text}: {cause}") })
}

/// Prints a line on standard error. Ignores errors, because they could not be reported.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_has_a_singular() {
        let texts = [(0, "0 jobs"), (1, "1 job"), (2, "2 jobs")];
        for (count, text) in texts {
            assert_eq!(number_of(count, "jobs"), text);
        }
        assert_eq!(number_of(1, "phone verifications"), "1 phone verification");
    }

    #[test]
    fn errors_name_each_cause_once() {
        let refused = anyhow::anyhow!("refused").context("no connection").context("the provider: no connection");
        assert_eq!(
            error_text(&refused.context("nothing was read")),
            "nothing was read: the provider: no connection: refused"
        );
    }
}
