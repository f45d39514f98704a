//! `seki privacy`.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use domain::accounts::admins::AdminFlag;
use domain::audit::Actor;
use domain::i18n::{self, Locale};
use domain::privacy::{
    self, ErasureForm, ErasureReason, Holding, ObstacleRecord, PrivacyError, PrivacyOperator, PrivacySubjectKind,
    SubjectView,
};
use serde_json::Value;
use sqlx::PgConnection;

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, CommandOutcome, TableRow, UsageError};
use crate::words::word;

/// The personal data of a diner who cannot sign in, or of a restaurant's guest without an account.
#[derive(Debug, Args)]
pub struct PrivacyCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: PrivacyAction,
}

#[derive(Debug, Subcommand)]
enum PrivacyAction {
    /// Lists the tables with rows about the person, and what an erasure does with them.
    Show {
        #[command(flatten)]
        request: PrivacyRequest,
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Writes all personal data about the person as JSON.
    Export {
        #[command(flatten)]
        request: PrivacyRequest,
        /// A new file, which only its owner can read. Default: standard output.
        #[arg(long)]
        output: Option<PathBuf>,
    },
    /// Erases the person's data. Exit code 1 if something is unfinished; the obstacles are named.
    Erase {
        #[command(flatten)]
        request: PrivacyRequest,
        /// Why the person's data is erased. Recorded in the audit log.
        #[arg(long, value_parser = ErasureReason::ALL.map(ErasureReason::as_str))]
        reason: String,
        /// The number of the case in your own records: at most 64 letters, digits, hyphens, underscores and slashes.
        #[arg(long, default_value = "")]
        reference: String,
        /// Reports whether the person could be erased, and changes nothing.
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        consent: Consent,
    },
}

#[derive(Debug, Args)]
struct PrivacyRequest {
    #[command(flatten)]
    person: PersonArgument,
    /// Email address, id or nickname of the admin in whose name this is done, who needs the permission `privacy_export` or `privacy_erase`.
    #[arg(long = "as")]
    admin: String,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct PersonArgument {
    /// A diner's uid, phone number or email address, or an identifier of a booking or payment.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true, value_parser = lookup::key)]
    diner: Option<String>,
    /// The uid, phone number or invitation address of a restaurant's guest without an account, or the code or uid of their booking.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true, value_parser = lookup::key)]
    guest: Option<String>,
}

impl TableRow for Holding {
    const HEADINGS: &'static [&'static str] = &["data", "rows", "after an erasure"];

    fn cells(&self) -> Vec<String> {
        vec![word("word.holding", self.table), self.rows.to_string(), word("word.holding_fate", self.fate.as_str())]
    }
}

impl PrivacyCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        // An account of many years has more rows than one statement of the usual time reads.
        let shell = self.installation.open_without_timeouts().await?;
        match self.action {
            PrivacyAction::Show { request, json } => show(&shell, &request, json).await?,
            PrivacyAction::Export { request, output } => export(&shell, &request, output.as_deref()).await?,
            PrivacyAction::Erase { request, reason, reference, dry_run, consent } => {
                let form = ErasureForm { reason: ErasureReason::named(&reason), reference: &reference };
                if !dry_run {
                    ask(&shell, &request, consent).await?;
                }
                erase(&shell, &request, form, dry_run).await?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

impl PrivacyRequest {
    /// Returns the admin who is responsible, in whose name the command line acts.
    async fn operator(&self, conn: &mut PgConnection, flags: &[AdminFlag]) -> anyhow::Result<PrivacyOperator> {
        let admin = lookup::acting_admin(conn, &self.admin, flags).await?;
        Ok(PrivacyOperator { admin, actor: Actor::CommandLine })
    }

    async fn find(&self, shell: &Shell, conn: &mut PgConnection) -> anyhow::Result<SubjectView> {
        let (kind, key) = self.person.kind_and_key();
        let now = shell.clock.now();
        let mut found = privacy::find_exact_subjects(conn, now, Actor::CommandLine, kind, key).await?;
        if found.is_empty() {
            let uids = match kind {
                PrivacySubjectKind::Diner => vec![lookup::diner(conn, key).await?.uid],
                PrivacySubjectKind::Guest => lookup::guests(conn, key).await?,
            };
            for uid in uids {
                found.extend(privacy::find_exact_subjects(conn, now, Actor::CommandLine, kind, &uid).await?);
            }
        }
        let who = match kind {
            PrivacySubjectKind::Diner => "diner",
            PrivacySubjectKind::Guest => "guest",
        };
        match <[SubjectView; 1]>::try_from(found) {
            Ok([person]) => Ok(person),
            Err(found) if found.is_empty() => Err(UsageError(format!("there is no {who} {key}")).into()),
            Err(found) => {
                let uids = found.iter().map(|person| format!("\n  {} {}", person.uid, place(person)));
                Err(UsageError(format!("several have the key {key}; choose one by uid:{}", uids.collect::<String>()))
                    .into())
            }
        }
    }
}

impl PersonArgument {
    fn kind_and_key(&self) -> (PrivacySubjectKind, &str) {
        match (&self.diner, &self.guest) {
            (Some(key), _) => (PrivacySubjectKind::Diner, key),
            (None, guest) => (PrivacySubjectKind::Guest, guest.as_deref().unwrap_or_default()),
        }
    }
}

/// Returns the restaurant of a guest.
fn place(person: &SubjectView) -> &str {
    person.restaurant.as_ref().map_or("", |(slug, _)| slug)
}

/// Asks before an erasure. The question names the person, so the admin's permission is checked first.
async fn ask(shell: &Shell, request: &PrivacyRequest, consent: Consent) -> anyhow::Result<()> {
    let mut tx = shell.pool.begin().await?;
    request.operator(&mut tx, &[AdminFlag::PrivacyErase]).await?;
    let person = request.find(shell, &mut tx).await?;
    tx.commit().await?;
    consent.ask(&question(&person))
}

fn question(person: &SubjectView) -> String {
    let contact: Vec<_> = [person.email.as_deref(), person.phone_e164.as_deref(), Some(place(person))]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    let name = person.name.trim();
    format!(
        "This erases the personal data of {name} ({}, uid {}). Payments, receipts and the restaurants' accounts remain. It cannot be undone.",
        contact.join(", "),
        person.uid
    )
}

async fn show(shell: &Shell, request: &PrivacyRequest, json: bool) -> anyhow::Result<()> {
    let mut tx = shell.pool.begin().await?;
    let operator = request.operator(&mut tx, &[AdminFlag::PrivacyExport, AdminFlag::PrivacyErase]).await?;
    let person = request.find(shell, &mut tx).await?;
    privacy::record_view(&mut tx, shell.clock.now(), operator, person.subject).await?;
    let holdings = privacy::list_holdings(&mut tx, person.subject).await?;
    tx.commit().await?;
    output::print_list(&holdings, json, "nothing is stored about the person")
}

async fn export(shell: &Shell, request: &PrivacyRequest, path: Option<&Path>) -> anyhow::Result<()> {
    let mut tx = shell.pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ").await?;
    let operator = request.operator(&mut tx, &[AdminFlag::PrivacyExport]).await?;
    let person = request.find(shell, &mut tx).await?;
    let file = privacy::export_subject(&mut tx, shell.clock.now(), operator, person.subject, None).await?;
    tx.commit().await?;
    match path {
        Some(path) => write_file(path, &file),
        None => output::print_json(&file),
    }
}

/// Writes a new file. An existing one is never overwritten.
fn write_file(path: &Path, content: &Value) -> anyhow::Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let mut file = file.with_context(|| format!("{} cannot be created", path.display()))?;
    file.write_all(serde_json::to_string_pretty(content)?.as_bytes())?;
    file.sync_all()?;
    output::print(&format!("written to {}", path.display()))
}

/// Formats a record that prevents an erasure, with its page and the command that helps.
fn obstacle_line(record: &ObstacleRecord) -> String {
    let ways: Vec<_> = [record.path(), record.command()].into_iter().flatten().collect();
    let (label, action) = (record.label(Locale::En), record.action(Locale::En));
    format!("\n  {label}: {action} ({})", ways.join("; "))
}

async fn erase(shell: &Shell, request: &PrivacyRequest, form: ErasureForm<'_>, dry_run: bool) -> anyhow::Result<()> {
    let mut tx = shell.pool.begin().await?;
    let operator = request.operator(&mut tx, &[AdminFlag::PrivacyErase]).await?;
    let person = request.find(shell, &mut tx).await?;
    let now = shell.clock.now();
    match privacy::erase_subject(&mut tx, &shell.rng, now, operator, &person, form).await {
        Ok(()) => {}
        Err(PrivacyError::InUse(_)) => {
            let records = privacy::list_subject_obstacles(&mut tx, person.subject, now).await?;
            bail!("the data cannot be erased yet:{}", records.iter().map(obstacle_line).collect::<String>());
        }
        Err(PrivacyError::Fields(fields)) => {
            let text = |code| i18n::t(Locale::En, &format!("errors.{code}"), &[]);
            let fields: Vec<_> = fields.into_iter().map(|(field, code)| format!("{field}: {}", text(code))).collect();
            return Err(UsageError(fields.join(", ")).into());
        }
        Err(other) => return Err(other.into()),
    }
    if dry_run {
        return output::print(&format!("{} would be erased", person.uid));
    }
    tx.commit().await?;
    output::print(&format!("{} is erased", person.uid))
}
