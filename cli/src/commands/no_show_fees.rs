//! `seki no-show-fees`.

use anyhow::anyhow;
use clap::{Args, Subcommand};
use domain::audit::Actor;
use domain::i18n::Locale;
use domain::money::Yen;
use domain::payments::model::ChargeStatus;
use domain::reservations::model::Reservation;
use domain::reservations::no_show_fee_rows::{self, NoShowFeeFilter, NoShowFeeRow, NoShowFeeStatus};
use domain::reservations::no_show_fees::{self, NoShowFeeWaiver};
use domain::reservations::staff::StaffError;
use domain::zone::Zone;
use serde::Serialize;

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, CommandOutcome, TableRow, UsageError};
use crate::words::word;

/// Fees of no-shows that restaurants have requested.
#[derive(Debug, Args)]
pub struct NoShowFeesCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: NoShowFeesAction,
}

#[derive(Debug, Subcommand)]
enum NoShowFeesAction {
    /// Lists the fees that are not charged yet.
    List {
        /// Includes charged, withdrawn and waived fees.
        #[arg(long)]
        all: bool,
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Refuses a fee, cancels or refunds its charge, and notifies the guest.
    Waive {
        /// The booking's code, uid or id, or an id of its payment.
        #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
        reservation: String,
        /// Stored with the fee and in the audit log.
        #[arg(long)]
        reason: String,
        /// Reports the outcome, and changes nothing.
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        consent: Consent,
    },
}

#[derive(Serialize)]
struct FeeRow {
    restaurant: String,
    reservation_uid: String,
    reservation_code: String,
    /// The diner's account.
    user_uid: Option<String>,
    starts_at: String,
    guests_count: i32,
    amount: i64,
    status: NoShowFeeStatus,
    charge_status: Option<ChargeStatus>,
    requested_at: String,
    charge_due_at: String,
    reason: String,
}

impl From<NoShowFeeRow> for FeeRow {
    fn from(row: NoShowFeeRow) -> Self {
        let zone = Zone::default();
        Self {
            restaurant: row.restaurant,
            reservation_uid: row.reservation_uid,
            reservation_code: row.reservation_code,
            user_uid: row.user_uid,
            starts_at: zone.iso(row.starts_at),
            guests_count: row.guests_count,
            amount: row.amount.0,
            status: row.status,
            charge_status: row.charge_status,
            requested_at: zone.iso(row.requested_at),
            charge_due_at: zone.iso(row.charge_due_at),
            reason: row.reason,
        }
    }
}

impl TableRow for FeeRow {
    const HEADINGS: &'static [&'static str] =
        &["restaurant", "reservation", "code", "diner", "visit", "guests", "yen", "status", "charge", "charged at"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.restaurant.clone(),
            self.reservation_uid.clone(),
            self.reservation_code.clone(),
            self.user_uid.clone().unwrap_or_default(),
            self.starts_at.clone(),
            self.guests_count.to_string(),
            Yen(self.amount).formatted(),
            word("word.no_show_fee_status", self.status.as_str()),
            self.charge_status.map(|status| word("word.charge_status", status.as_str())).unwrap_or_default(),
            self.charge_due_at.clone(),
        ]
    }
}

impl NoShowFeesCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            NoShowFeesAction::List { all, json } => {
                let filter = if all { NoShowFeeFilter::All } else { NoShowFeeFilter::Open };
                let fees = no_show_fee_rows::list(&mut *shell.pool.acquire().await?, filter).await?;
                let rows: Vec<_> = fees.into_iter().map(FeeRow::from).collect();
                output::print_list(&rows, json, if all { "no no-show fees" } else { "no open no-show fees" })?;
            }
            NoShowFeesAction::Waive { reservation, reason, dry_run, consent } => {
                let reason = reason.trim();
                if reason.is_empty() {
                    return Err(UsageError("--reason must not be blank".to_owned()).into());
                }
                let found = lookup::booking(&mut *shell.pool.acquire().await?, &reservation).await?;
                if !dry_run {
                    let code = &found.reservation_code;
                    consent.ask(&format!("This refuses the no-show fee of {code}, and cannot be undone."))?;
                }
                waive(&shell, &found, reason, dry_run).await?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

async fn waive(shell: &Shell, found: &Reservation, reason: &str, dry_run: bool) -> anyhow::Result<()> {
    let waiver = NoShowFeeWaiver { now: shell.clock.now(), actor: Actor::CommandLine, reason };
    let mut tx = shell.pool.begin().await?;
    let waived = no_show_fees::waive(&mut tx, &shell.rng, waiver, found.restaurant_id, found.id).await;
    waived.map_err(to_message)?;
    if dry_run {
        return output::print("would be waived: the guest is notified, and a charge is cancelled or refunded");
    }
    tx.commit().await?;
    output::print("waived: the guest is notified, and a charge is cancelled or refunded")
}

/// Converts a rejection to the message that staff see.
fn to_message(error: StaffError) -> anyhow::Error {
    match error {
        StaffError::Database(error) => error.into(),
        refusal => anyhow!(domain::i18n::t(Locale::En, &format!("errors.{}", refusal.code()), &[])),
    }
}
