//! `seki legal`.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::{Args, Subcommand};
use domain::legal::{self, DocumentKind, NewDocument, PublishResult, sections};
use serde::Serialize;
use sqlx::{Postgres, Transaction};

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::output::{self, CommandOutcome, TableRow, UsageError};

/// Maximum length in characters. A document is sent as one page, so this also rejects files that are not documents.
const MAX_TEXT_LENGTH: usize = 100_000;

/// The operator's documents: terms, privacy policy, commercial disclosure (特定商取引法に基づく表記), contact.
#[derive(Debug, Args)]
pub struct LegalCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: LegalAction,
}

#[derive(Debug, Subcommand)]
enum LegalAction {
    /// Publishes a new version in both languages. Lines that begin with `# ` are headings. A text equal to the valid version
    /// creates no new version.
    Publish {
        /// terms, privacy, commerce (the commercial disclosure) or contact.
        #[arg(value_parser = kind)]
        kind: DocumentKind,
        /// A file with the Japanese text (UTF-8).
        #[arg(long, value_name = "FILE")]
        ja: PathBuf,
        /// A file with the English text.
        #[arg(long, value_name = "FILE")]
        en: PathBuf,
        /// Shows the version that would be published, and publishes nothing.
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        consent: Consent,
    },
    /// Lists the valid versions, and the missing documents.
    List {
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Serialize)]
struct DocumentRow {
    kind: DocumentKind,
    version: Option<i32>,
    published_at: Option<String>,
    is_example: bool,
}

impl TableRow for DocumentRow {
    const HEADINGS: &'static [&'static str] = &["document", "version", "published", ""];

    fn cells(&self) -> Vec<String> {
        let version = self.version.map_or_else(|| "none".to_owned(), |version| version.to_string());
        let note = if self.is_example { "an example" } else { "" };
        vec![self.kind.as_str().to_owned(), version, self.published_at.clone().unwrap_or_default(), note.to_owned()]
    }
}

impl LegalCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let mut tx = shell.pool.begin().await?;
        match self.action {
            LegalAction::List { json } => {
                let current = legal::list_current(&mut tx).await?;
                let lines = DocumentKind::ALL.map(|kind| {
                    let found = current.iter().find(|document| document.kind == kind);
                    DocumentRow {
                        kind,
                        version: found.map(|document| document.version),
                        published_at: found.map(|document| document.published_at.to_rfc3339()),
                        is_example: found.is_some_and(|document| document.is_example),
                    }
                });
                output::print_list(&lines, json, "")?;
            }
            LegalAction::Publish { kind, ja, en, dry_run, consent } => {
                let (body_ja, body_en) = (read(&ja)?, read(&en)?);
                let document = NewDocument { kind, body_ja: &body_ja, body_en: &body_en, is_example: false };
                if dry_run {
                    let published = legal::publish(&mut tx, shell.clock.now(), document).await?;
                    return print_dry_run(kind.as_str(), published, [&body_ja, &body_en]);
                }
                publish(tx, &shell, document, consent).await?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

async fn publish(
    mut tx: Transaction<'_, Postgres>,
    shell: &Shell,
    document: NewDocument<'_>,
    consent: Consent,
) -> anyhow::Result<()> {
    let kind = document.kind.as_str();
    let published = legal::publish(&mut tx, shell.clock.now(), document).await?;
    if let PublishResult::New(version) = published
        && !consent.is_given()
    {
        // The prompt must not block a transaction, which locks the version number.
        tx.rollback().await?;
        consent.ask(&format!("Version {version} of {kind} becomes valid immediately, and cannot be changed."))?;
        tx = shell.pool.begin().await?;
        let again = legal::publish(&mut tx, shell.clock.now(), document).await?;
        ensure!(again == published, "another version of {kind} was published meanwhile; nothing was changed");
    }
    tx.commit().await?;
    output::print(&match published {
        PublishResult::New(version) => format!("version {version} of {kind} is valid from now on"),
        PublishResult::Unchanged(version) => format!("version {version} of {kind} has the same text: no new version"),
    })
}

fn print_dry_run(kind: &str, published: PublishResult, bodies: [&str; 2]) -> anyhow::Result<CommandOutcome> {
    let PublishResult::New(version) = published else {
        output::print(&format!("{kind} would remain unchanged"))?;
        return Ok(CommandOutcome::Fine);
    };
    output::print(&format!("version {version} of {kind} would be published, with the headings"))?;
    for (language, body) in ["ja", "en"].into_iter().zip(bodies) {
        let headings: Vec<_> = sections(body).into_iter().map(|section| section.heading).collect();
        output::print(&format!("{language}: {}", headings.join(" / ")))?;
    }
    Ok(CommandOutcome::Fine)
}

/// Reads a text that PostgreSQL can store and that is not empty.
fn read(file: &Path) -> anyhow::Result<String> {
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| UsageError(format!("{name}: {error}")))?;
    let text = text.trim_start_matches('\u{feff}');
    if sections(text).is_empty() {
        return Err(UsageError(format!("{name} is empty")).into());
    }
    if text.contains('\0') {
        return Err(UsageError(format!("{name} is not a text: it contains a NUL")).into());
    }
    if text.chars().count() > MAX_TEXT_LENGTH {
        return Err(UsageError(format!("{name} is longer than {MAX_TEXT_LENGTH} characters")).into());
    }
    Ok(text.to_owned())
}

fn kind(name: &str) -> Result<DocumentKind, String> {
    DocumentKind::named(name).ok_or_else(|| "terms, privacy, commerce or contact".to_owned())
}
