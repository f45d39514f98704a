//! `seki cancel-requests`.

use anyhow::anyhow;
use clap::{Args, Subcommand};
use domain::audit::Actor;
use domain::cancellations;
use domain::i18n::Locale;
use domain::reservations::model::{EndCause, Kind};
use domain::reservations::requests::{self as cancel_request, CancelDecision, CancelRequest};
use domain::reservations::staff::StaffError;
use domain::zone::Zone;
use serde::Serialize;

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, CommandOutcome, TableRow};
use crate::words::word;

/// Restaurants' requests to cancel bookings without a fee.
#[derive(Debug, Args)]
pub struct CancelRequestsCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: CancelRequestsAction,
}

#[derive(Debug, Subcommand)]
enum CancelRequestsAction {
    /// Lists the requests that wait for a decision.
    List {
        /// Includes decided requests.
        #[arg(long)]
        all: bool,
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Cancels the booking without a fee, notifies its diner and refunds the price of the course.
    Approve {
        /// The request's id or uid, or the code, uid or id of its booking.
        #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
        request: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Rejects the request; the booking remains.
    Reject {
        /// The request's id or uid, or the code, uid or id of its booking.
        #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
        request: String,
    },
}

#[derive(Serialize)]
struct CancelRequestRow {
    id: i64,
    uid: String,
    restaurant: String,
    reservation_uid: String,
    reservation_code: String,
    kind: Kind,
    starts_at: String,
    guests_count: i32,
    reason: EndCause,
    delete_os: bool,
    status: String,
    created_at: String,
}

impl From<CancelRequest> for CancelRequestRow {
    fn from(request: CancelRequest) -> Self {
        let zone = Zone::default();
        Self {
            id: request.id.0,
            uid: request.uid,
            restaurant: request.restaurant,
            reservation_uid: request.reservation_uid,
            reservation_code: request.reservation_code,
            kind: request.kind,
            starts_at: zone.iso(request.starts_at),
            guests_count: request.guests_count,
            reason: request.reason,
            delete_os: request.delete_os,
            status: request.status,
            created_at: zone.iso(request.created_at),
        }
    }
}

impl TableRow for CancelRequestRow {
    const HEADINGS: &'static [&'static str] =
        &["id", "restaurant", "reservation", "kind", "visit", "guests", "reason", "slot", "status"];

    fn cells(&self) -> Vec<String> {
        let slot = if self.delete_os { "deleted" } else { "reopened" };
        vec![
            self.id.to_string(),
            self.restaurant.clone(),
            self.reservation_code.clone(),
            word("owner.reservation_type", self.kind.as_str()),
            self.starts_at.clone(),
            self.guests_count.to_string(),
            word("word.end_cause", self.reason.as_str()),
            slot.to_owned(),
            word("word.cancel_request_status", &self.status),
        ]
    }
}

impl CancelRequestsCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            CancelRequestsAction::List { all, json } => {
                let requests = cancel_request::list(&mut *shell.pool.acquire().await?, all).await?;
                let lines: Vec<_> = requests.into_iter().map(CancelRequestRow::from).collect();
                output::print_list(&lines, json, if all { "no cancel requests" } else { "no open cancel requests" })?;
            }
            CancelRequestsAction::Approve { request, consent } => {
                let uid = find(&shell, &request).await?;
                let question = format!(
                    "This cancels the booking of request {request} and refunds its course, and cannot be undone."
                );
                consent.ask(&question)?;
                decide(&shell, &uid, true).await?;
            }
            CancelRequestsAction::Reject { request } => {
                decide(&shell, &find(&shell, &request).await?, false).await?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

async fn find(shell: &Shell, key: &str) -> anyhow::Result<String> {
    lookup::cancel_request(&mut *shell.pool.acquire().await?, key).await
}

async fn decide(shell: &Shell, request: &str, is_approved: bool) -> anyhow::Result<()> {
    let decision = CancelDecision { now: shell.clock.now(), actor: Actor::CommandLine, reason: None };
    let mut tx = shell.pool.begin().await?;
    let decided = match is_approved {
        true => cancellations::approve_request(&mut tx, &shell.rng, decision, request).await,
        false => cancel_request::reject(&mut tx, decision, request).await,
    };
    decided.map_err(to_message)?;
    tx.commit().await?;
    output::print(if is_approved { "approved: the booking is cancelled" } else { "rejected: the booking remains" })
}

/// Converts a rejection to the message that staff see.
fn to_message(error: StaffError) -> anyhow::Error {
    match error {
        StaffError::Database(error) => error.into(),
        refusal => anyhow!(domain::i18n::t(Locale::En, &format!("errors.{}", refusal.code()), &[])),
    }
}
