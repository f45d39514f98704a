//! `seki disputes`.

use anyhow::anyhow;
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use domain::audit::Actor;
use domain::disputes::actions::{self, EvidenceReading};
use domain::disputes::error::DisputeError;
use domain::disputes::evidence::{self, EvidenceSection};
use domain::disputes::model::{DisputeRow, DisputeStage, reason_label};
use domain::disputes::queries::{self, DisputeFilter};
use domain::i18n::{self, Locale};
use domain::money::Yen;
use domain::payments::disputes::DisputeBearer;
use domain::zone::Zone;
use serde::Serialize;
use sqlx::PgConnection;

use super::installation::Installation;
use crate::lookup;
use crate::output::{self, CommandOutcome, TableRow};
use crate::words::word;

/// Payments that cardholders dispute at their banks, and the evidence for the answers.
#[derive(Debug, Args)]
pub struct DisputesCommand {
    #[command(flatten)]
    installation: Installation,
    /// Prints JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: DisputesAction,
}

#[derive(Debug, Subcommand)]
enum DisputesAction {
    /// Lists disputes: unanswered ones first, by deadline.
    List {
        /// Only disputes in this state.
        #[arg(long, default_value = "open", value_parser = DisputeFilter::ALL.map(DisputeFilter::as_str))]
        state: String,
    },
    /// Shows a dispute.
    Show {
        /// The provider's id (dp_…), or an id, code or uid of its payment or booking.
        #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
        dispute: String,
    },
    /// Prints the evidence for the bank: payment, customer, booking, confirmations, visit, history and mails.
    Evidence {
        /// The provider's id (dp_…), or an id, code or uid of its payment or booking.
        #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
        dispute: String,
        /// Language of the evidence.
        #[arg(long, default_value = "ja", value_parser = ["ja", "en"])]
        locale: String,
    },
    /// Marks a dispute as answered, after its evidence was submitted in the provider's dashboard.
    Answered {
        /// The provider's id (dp_…), or an id, code or uid of its payment or booking.
        #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
        dispute: String,
        /// Marks it as not answered.
        #[arg(long)]
        undo: bool,
    },
    /// Replaces the note of a dispute.
    Note {
        /// The provider's id (dp_…), or an id, code or uid of its payment or booking.
        #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
        dispute: String,
        /// At most 2,000 characters.
        text: String,
    },
}

#[derive(Serialize)]
struct DisputeListRow {
    id: String,
    stage: DisputeStage,
    due_at: Option<String>,
    restaurant: String,
    charge_id: i64,
    reservation_code: Option<String>,
    payment: Option<String>,
    amount: Yen,
    reason: String,
    status: String,
    opened_at: String,
    answered_at: Option<String>,
    closed_at: Option<String>,
    borne_by: Option<DisputeBearer>,
    note: String,
}

impl From<DisputeRow> for DisputeListRow {
    fn from(row: DisputeRow) -> Self {
        let at = |instant| Zone::default().iso(instant);
        Self {
            stage: row.stage(),
            id: row.fid,
            due_at: row.evidence_due_at.map(at),
            restaurant: row.restaurant_slug,
            charge_id: row.charge.0,
            reservation_code: row.reservation_code,
            payment: row.payment_fid,
            amount: row.amount,
            reason: row.reason,
            status: row.status,
            opened_at: at(row.opened_at),
            answered_at: row.answered_at.map(at),
            closed_at: row.closed_at.map(at),
            borne_by: row.borne_by,
            note: row.note,
        }
    }
}

impl TableRow for DisputeListRow {
    const HEADINGS: &'static [&'static str] =
        &["id", "stage", "respond by", "restaurant", "payment", "reservation", "yen", "reason", "borne by"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.id.clone(),
            self.stage.label(Locale::En),
            self.due_at.clone().unwrap_or_default(),
            self.restaurant.clone(),
            self.payment.clone().unwrap_or_else(|| format!("charge {}", self.charge_id)),
            self.reservation_code.clone().unwrap_or_default(),
            self.amount.formatted(),
            reason_label(Locale::En, &self.reason),
            self.borne_by.map(|bearer| word("word.dispute_bearer", bearer.as_str())).unwrap_or_default(),
        ]
    }
}

/// The evidence as JSON.
#[derive(Serialize)]
struct EvidenceFile<'a> {
    dispute: &'a str,
    sections: &'a [EvidenceSection],
}

impl DisputesCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let mut tx = shell.pool.begin().await?;
        let now = shell.clock.now();
        match self.action {
            DisputesAction::List { state } => {
                let state = DisputeFilter::named(&state).unwrap_or(DisputeFilter::Open);
                let rows = queries::list(&mut tx, state).await?;
                let lines: Vec<_> = rows.into_iter().map(DisputeListRow::from).collect();
                output::print_list(&lines, self.json, "no such disputes")?;
            }
            DisputesAction::Show { dispute } => {
                let line = DisputeListRow::from(lookup::dispute(&mut tx, &dispute).await?);
                output::print_list(&[line], self.json, "")?;
            }
            DisputesAction::Evidence { dispute, locale } => {
                let locale = Locale::parse(&locale).unwrap_or_default();
                print_evidence(&mut tx, now, locale, &dispute, self.json).await?;
            }
            DisputesAction::Answered { dispute, undo } => {
                let dispute = lookup::dispute(&mut tx, &dispute).await?.fid;
                let changed = actions::set_answered(&mut tx, now, Actor::CommandLine, &dispute, !undo).await;
                changed.map_err(to_message)?;
                output::print(if undo { "marked as not answered" } else { "marked as answered" })?;
            }
            DisputesAction::Note { dispute, text } => {
                let dispute = lookup::dispute(&mut tx, &dispute).await?.fid;
                actions::set_note(&mut tx, now, Actor::CommandLine, &dispute, &text).await.map_err(to_message)?;
                output::print("note saved")?;
            }
        }
        tx.commit().await?;
        Ok(CommandOutcome::Fine)
    }
}

async fn print_evidence(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    locale: Locale,
    dispute: &str,
    as_json: bool,
) -> anyhow::Result<()> {
    let found = lookup::dispute(conn, dispute).await?;
    let (actor, reading) = (Actor::CommandLine, EvidenceReading::Downloaded);
    let sections = actions::read_evidence(conn, now, actor, locale, &found, reading).await?;
    if as_json {
        return output::print_json(&EvidenceFile { dispute: &found.fid, sections: &sections });
    }
    let title = i18n::t(locale, "dispute.evidence.title", &[("id", &found.fid)]);
    output::print(&evidence::as_text(&title, &sections))
}

/// Converts a rejection to the message that admins see.
fn to_message(error: DisputeError) -> anyhow::Error {
    match error {
        DisputeError::Database(error) => error.into(),
        DisputeError::NotFound => anyhow!("there is no such dispute"),
        rejection => anyhow!(i18n::t(Locale::En, &format!("errors.{}", rejection.code()), &[])),
    }
}
