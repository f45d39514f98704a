//! `seki payments refund`, `correct` and `adjustments`.

use anyhow::anyhow;
use clap::{Args, Subcommand};
use domain::accounts::admins::AdminFlag;
use domain::adjustments;
use domain::adjustments::error::AdjustmentError;
use domain::adjustments::model::{
    Adjustment, AdjustmentContext, AdjustmentForm, AdjustmentKind, AdjustmentRow, AdjustmentStatus, BorneBy, Requester,
    left_to_refund,
};
use domain::adjustments::queries::{self, Shown};
use domain::audit::Actor;
use domain::config::Config;
use domain::i18n::{self, Locale};
use domain::ids::RestaurantId;
use domain::money::Yen;
use domain::payments::failures::FailedPayment;
use domain::payments::manual_refunds;
use domain::reservations::model::Reservation;
use domain::support::find::records::KeyedCharge;
use domain::zone::Zone;
use serde::Serialize;
use sqlx::PgConnection;

use super::installation::Shell;
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, TableRow, UsageError};
use crate::words::{coded, word};

#[derive(Debug, Subcommand)]
pub enum AdjustmentAction {
    /// Refunds a charge or a part of it manually. Above a set sum another admin must approve it in the console.
    Refund {
        /// The charge's id or uid, the provider's id of its payment or dispute, or the code or uid of a booking with a single charge.
        #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
        charge: String,
        /// Yen. Default: what is left of the charge.
        #[arg(long)]
        amount: Option<i64>,
        #[command(flatten)]
        arguments: AdjustmentArguments,
    },
    /// Charges the diner of a booking manually, off-session. Above a set sum another admin must approve it in the console.
    Correct {
        /// The booking's code, uid or id, or an id of its payment.
        #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
        reservation: String,
        /// Yen.
        #[arg(long)]
        amount: i64,
        #[command(flatten)]
        arguments: AdjustmentArguments,
    },
    /// Lists manual refunds and corrections that await approval, are being made or have failed.
    Adjustments {
        /// Includes finished ones.
        #[arg(long)]
        all: bool,
    },
}

#[derive(Debug, Args)]
pub struct AdjustmentArguments {
    /// Sent to the diner and to the restaurant.
    #[arg(long)]
    reason: String,
    /// Bears the refund, or receives the correction.
    #[arg(long, value_parser = coded("word.borne_by", BorneBy::ALL.map(BorneBy::as_str)))]
    borne_by: String,
    /// Email address, id or nickname of the admin in whose name this is done, who needs the permission `refunds` and gets a mail. Above the set sum this
    /// admin must confirm it in the console before another one approves it.
    #[arg(long = "as")]
    admin: String,
    /// A second command with the same key does nothing: 16 to 64 letters, digits, hyphens and underscores. Default: a new one.
    #[arg(long)]
    key: Option<String>,
    /// Reports the outcome, and changes nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    consent: Consent,
}

/// The outcome of a request.
#[derive(Serialize)]
struct AdjustmentOutcome {
    uid: String,
    kind: AdjustmentKind,
    amount: Yen,
    status: AdjustmentStatus,
    dry_run: bool,
}

#[derive(Serialize)]
struct AdjustmentListRow {
    uid: String,
    kind: AdjustmentKind,
    restaurant: String,
    reservation_code: Option<String>,
    amount: Yen,
    borne_by: BorneBy,
    status: AdjustmentStatus,
    failure_code: Option<String>,
    requested_by: String,
    is_by_command_line: bool,
    decided_by: Option<String>,
    reason: String,
    created_at: String,
}

impl From<AdjustmentRow> for AdjustmentListRow {
    fn from(row: AdjustmentRow) -> Self {
        Self {
            uid: row.uid,
            kind: row.kind,
            restaurant: row.restaurant_en.unwrap_or_default(),
            reservation_code: row.reservation_code,
            amount: row.amount,
            borne_by: row.borne_by,
            status: row.status,
            failure_code: row.failure_code,
            requested_by: row.requested_by_name,
            is_by_command_line: row.is_by_command_line,
            decided_by: row.decided_by_name,
            reason: row.reason,
            created_at: Zone::default().iso(row.created_at),
        }
    }
}

impl TableRow for AdjustmentListRow {
    const HEADINGS: &'static [&'static str] = &[
        "uid",
        "kind",
        "restaurant",
        "reservation",
        "yen",
        "borne by",
        "status",
        "requested by",
        "decided by",
        "reason",
    ];

    fn cells(&self) -> Vec<String> {
        let origin = if self.is_by_command_line { " (command line)" } else { "" };
        let status = word("word.adjustment_status", self.status.as_str());
        let status = self.failure_code.as_ref().map_or(status.clone(), |code| {
            let failed = FailedPayment::Refund;
            format!("{status}: {}. {}", failed.reason(Locale::En, code), failed.action(Locale::En, code))
        });
        vec![
            self.uid.clone(),
            word("word.adjustment_kind", self.kind.as_str()),
            self.restaurant.clone(),
            self.reservation_code.clone().unwrap_or_default(),
            self.amount.formatted(),
            word("word.borne_by", self.borne_by.as_str()),
            status,
            format!("{}{origin}", self.requested_by),
            self.decided_by.clone().unwrap_or_default(),
            self.reason.clone(),
        ]
    }
}

impl AdjustmentAction {
    pub async fn run(self, shell: &Shell, config: &Config, json: bool) -> anyhow::Result<()> {
        match self {
            Self::Refund { charge, amount, arguments } => {
                let mut conn = shell.pool.acquire().await?;
                let KeyedCharge { restaurant, uid, .. } = lookup::charge(&mut conn, &charge).await?;
                let amount = match amount {
                    Some(amount) => Yen(amount),
                    None => left(&mut conn, shell, restaurant, &uid).await?,
                };
                drop(conn);
                arguments.ask(&format!("This refunds {} yen of charge {uid}", amount.formatted()))?;
                refund(shell, config, restaurant, &uid, amount, &arguments, json).await
            }
            Self::Correct { reservation, amount, arguments } => {
                let booking = lookup::booking(&mut *shell.pool.acquire().await?, &reservation).await?;
                let sum = Yen(amount).formatted();
                arguments.ask(&format!("This charges {sum} yen to the diner of {}", booking.reservation_code))?;
                correct(shell, config, &booking, Yen(amount), &arguments, json).await
            }
            Self::Adjustments { all } => {
                let shown = if all { Shown::All } else { Shown::Open };
                let rows = queries::list(&mut *shell.pool.acquire().await?, shown, shell.clock.now()).await?;
                let lines: Vec<_> = rows.into_iter().map(AdjustmentListRow::from).collect();
                output::print_list(
                    &lines,
                    json,
                    if all { "no refunds or corrections" } else { "no open refunds or corrections" },
                )
            }
        }
    }
}

impl AdjustmentArguments {
    fn ask(&self, question: &str) -> anyhow::Result<()> {
        if self.dry_run {
            return Ok(());
        }
        self.consent.ask(&format!("{question}, and cannot be undone."))
    }

    fn form<'a>(&'a self, amount: Yen, key: &'a str) -> AdjustmentForm<'a> {
        AdjustmentForm { amount, borne_by: BorneBy::named(&self.borne_by), reason: &self.reason, idempotency_key: key }
    }

    /// Returns the admin who is responsible, in whose name the command line acts.
    async fn requester(&self, conn: &mut PgConnection) -> anyhow::Result<Requester> {
        let admin = lookup::acting_admin(conn, &self.admin, &[AdminFlag::Refunds]).await?;
        Ok(Requester { admin, actor: Actor::CommandLine })
    }

    fn key(&self, shell: &Shell) -> String {
        self.key.clone().unwrap_or_else(|| shell.rng.uid())
    }
}

async fn refund(
    shell: &Shell,
    config: &Config,
    restaurant: RestaurantId,
    uid: &str,
    amount: Yen,
    arguments: &AdjustmentArguments,
    json: bool,
) -> anyhow::Result<()> {
    let key = arguments.key(shell);
    let mut tx = shell.pool.begin().await?;
    let requester = arguments.requester(&mut tx).await?;
    let form = arguments.form(amount, &key);
    let made = adjustments::request_refund(&mut tx, context(shell, config), restaurant, uid, form, requester).await;
    let made = made.map_err(to_message)?;
    if !arguments.dry_run {
        tx.commit().await?;
    }
    report(&made, arguments.dry_run, json)
}

async fn correct(
    shell: &Shell,
    config: &Config,
    booking: &Reservation,
    amount: Yen,
    arguments: &AdjustmentArguments,
    json: bool,
) -> anyhow::Result<()> {
    let key = arguments.key(shell);
    let mut tx = shell.pool.begin().await?;
    let requester = arguments.requester(&mut tx).await?;
    let form = arguments.form(amount, &key);
    let made = adjustments::request_correction(&mut tx, context(shell, config), booking, form, requester).await;
    let made = made.map_err(to_message)?;
    if !arguments.dry_run {
        tx.commit().await?;
    }
    report(&made, arguments.dry_run, json)
}

fn context<'a>(shell: &'a Shell, config: &Config) -> AdjustmentContext<'a> {
    let approval_above = config.adjustment_approval_above;
    AdjustmentContext { rng: &shell.rng, now: shell.clock.now(), approval_above }
}

fn report(made: &Adjustment, dry_run: bool, json: bool) -> anyhow::Result<()> {
    let (kind, amount, status) = (made.kind, made.amount, made.status);
    if json {
        return output::print_json(&AdjustmentOutcome { uid: made.uid.clone(), kind, amount, status, dry_run });
    }
    let would = if dry_run { "would be " } else { "" };
    let then = match status {
        AdjustmentStatus::AwaitingApproval => {
            "requested; its admin must confirm it in the console, then another admin must approve it"
        }
        _ => "accepted; the worker settles it with the card provider",
    };
    let kind = word("word.adjustment_kind", kind.as_str());
    output::print(&format!("{kind} of {} yen {would}{then}", amount.formatted()))
}

/// Returns the amount left of a charge.
async fn left(conn: &mut PgConnection, shell: &Shell, restaurant: RestaurantId, uid: &str) -> anyhow::Result<Yen> {
    let subject = manual_refunds::find_subject(conn, restaurant, uid).await?;
    let subject = subject.ok_or_else(|| anyhow!("no charge {uid}"))?;
    let charges = domain::payments::queries::list_charges(conn, subject).await?;
    let charge = charges.into_iter().find(|charge| charge.uid == uid).ok_or_else(|| anyhow!("no charge {uid}"))?;
    let rows = queries::list(conn, Shown::Diner(charge.user_id), shell.clock.now()).await?;
    Ok(left_to_refund(uid, charge.refundable(), &rows))
}

/// Names the wrong fields of the form; every other error speaks for itself.
fn to_message(error: AdjustmentError) -> anyhow::Error {
    match error {
        AdjustmentError::Fields(fields) => {
            let fields: Vec<_> = fields
                .into_iter()
                .map(|(field, code)| format!("{field}: {}", i18n::t(Locale::En, &format!("errors.{code}"), &[])))
                .collect();
            UsageError(fields.join(", ")).into()
        }
        other => other.into(),
    }
}
