//! `seki payments`.

use std::collections::BTreeSet;

use chrono::{Duration, NaiveDate, NaiveTime};
use clap::{Args, Subcommand};
use domain::accounts::admins::AdminFlag;
use domain::adjustments::model::MAX_REASON_LENGTH;
use domain::clients::stripe::Stripe;
use domain::config::Config;
use domain::i18n::Locale;
use domain::money::Yen;
use domain::payments::failures::FailedPayment;
use domain::payments::list::{self, ChargeFilter, ChargeRow};
use domain::payments::model::{ChargeKind, ChargeStatus, DisputeState, PaymentContext, Subject, SubjectKind};
use domain::payments::orphans::{self, OrphanRefund};
use domain::payments::queries;
use domain::zone::Zone;
use domain::{reconciliation, reservations, settlement};
use serde::Serialize;
use sqlx::PgPool;

use super::adjustments::AdjustmentAction;
use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, CommandOutcome, ReportOptions, TableRow, UsageError};
use crate::progress;
use crate::words::{coded, word};

/// Charges, and their reconciliation with the card provider.
#[derive(Debug, Args)]
pub struct PaymentsCommand {
    #[command(flatten)]
    installation: Installation,
    /// Prints JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: PaymentsAction,
}

#[derive(Debug, Subcommand)]
enum PaymentsAction {
    /// Lists charges, latest first.
    List {
        /// Only the charges of this key: an id, uid or provider's id of a payment, refund or dispute, the code, uid or id of a booking, or
        /// the uid, email address or phone number of a diner.
        #[arg(value_name = "KEY", allow_hyphen_values = true, value_parser = lookup::key)]
        of: Option<String>,
        /// Only charges with this status.
        #[arg(long, value_parser = coded("word.charge_status", ChargeStatus::ALL.map(ChargeStatus::as_str)))]
        status: Option<String>,
        /// Only charges that are open or have a refund due.
        #[arg(long)]
        unsettled: bool,
        /// Only fees of ended bookings that wait for their diners.
        #[arg(long)]
        owed: bool,
        /// Maximum number of rows.
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Enqueues the settlement of payments that have not changed for a while, as the worker's sweeper does every few seconds.
    Reconcile {
        /// Settles all unsettled payments in this process, and shows the results. Exit code 1 if one could not be settled.
        #[arg(long)]
        now: bool,
        /// Reports the number, and changes nothing.
        #[arg(long, conflicts_with = "now")]
        dry_run: bool,
    },
    /// Reads the provider's events and balance transactions, as the worker does every minute, and enqueues the processing of events that no
    /// webhook has delivered.
    CatchUp {
        /// YYYY-MM-DD: reads from this day on, instead of from the last read. The provider keeps events for 30 days.
        #[arg(long)]
        since: Option<NaiveDate>,
    },
    #[command(flatten)]
    Adjust(AdjustmentAction),
    /// Refunds an orphaned payment: a payment at the provider without a charge here, as reported by `seki verify --provider`.
    /// Exit code 1 if it is not refunded.
    RefundOrphan {
        /// The provider's id of the payment (pi_…).
        payment: String,
        /// Recorded in the audit log; no mail is sent. At most 500 characters.
        #[arg(long)]
        reason: String,
        /// Email address, id or nickname of the admin in whose name this is done, who needs the permission `refunds`.
        #[arg(long = "as")]
        admin: String,
        #[command(flatten)]
        consent: Consent,
    },
}

#[derive(Serialize)]
struct ChargeListRow {
    id: i64,
    uid: String,
    restaurant: String,
    subject: String,
    #[serde(skip)]
    subject_kind: SubjectKind,
    reservation_code: Option<String>,
    reservation_status: Option<String>,
    kind: ChargeKind,
    amount: Yen,
    status: ChargeStatus,
    attempt: i32,
    failure_code: Option<String>,
    refund_due: Yen,
    refunded_amount: Yen,
    dispute: Option<DisputeState>,
    /// Amount that banks returned in lost disputes.
    lost_amount: Yen,
    gateway_fid: Option<String>,
    /// The action required of its diner: card, authentication or another_card; dispute: its refund waits for the bank's decision.
    waits_for: Option<String>,
    updated_at: String,
}

impl From<ChargeRow> for ChargeListRow {
    fn from(row: ChargeRow) -> Self {
        Self {
            id: row.id.0,
            uid: row.uid,
            restaurant: row.restaurant,
            subject_kind: row.subject_kind,
            reservation_code: row.reservation_code,
            subject: format!("{} {}", row.subject_kind, row.subject_id),
            reservation_status: row.reservation_status,
            kind: row.kind,
            amount: row.amount,
            status: row.status,
            attempt: row.attempt,
            failure_code: row.failure_code,
            refund_due: row.refund_due,
            refunded_amount: row.refunded_amount,
            dispute: row.dispute,
            lost_amount: row.lost_amount,
            gateway_fid: row.gateway_fid,
            waits_for: row.waits_for,
            updated_at: Zone::default().iso(row.updated_at),
        }
    }
}

impl TableRow for ChargeListRow {
    const HEADINGS: &'static [&'static str] = &[
        "id",
        "restaurant",
        "booking",
        "kind",
        "yen",
        "status",
        "waits for",
        "refunded",
        "dispute",
        "payment",
        "last change",
    ];

    fn cells(&self) -> Vec<String> {
        let status = word("word.charge_status", self.status.as_str());
        let status = self
            .failure_code
            .as_ref()
            .map_or(status.clone(), |code| format!("{status} ({})", FailedPayment::Charge.reason(Locale::En, code)));
        let refund = match self.refund_due {
            Yen::ZERO => String::new(),
            due => format!("{} of {}", self.refunded_amount.formatted(), due.formatted()),
        };
        let dispute = match (self.dispute, self.lost_amount) {
            (None, _) => String::new(),
            (Some(state), Yen::ZERO) => word("word.dispute_state", state.as_str()),
            (Some(state), lost) => {
                format!("{} ({} returned)", word("word.dispute_state", state.as_str()), lost.formatted())
            }
        };
        let subject = match (&self.reservation_code, &self.reservation_status) {
            (Some(code), Some(status)) => format!("{code} ({})", word("dispute.evidence.status", status)),
            _ => word("word.job_kind", self.subject_kind.as_str()),
        };
        vec![
            self.id.to_string(),
            self.restaurant.clone(),
            subject,
            word("charge", self.kind.as_str()),
            self.amount.formatted(),
            status,
            self.waits_for.as_deref().map(|what| word("word.waits_for", what)).unwrap_or_default(),
            refund,
            dispute,
            self.gateway_fid.clone().unwrap_or_default(),
            self.updated_at.clone(),
        ]
    }
}

/// The result of settling a subject.
#[derive(Serialize)]
struct SettlementRow {
    subject: String,
    before: String,
    after: String,
    error: Option<String>,
}

impl TableRow for SettlementRow {
    const HEADINGS: &'static [&'static str] = &["subject", "before", "after", "error"];

    fn cells(&self) -> Vec<String> {
        let error = self.error.clone().unwrap_or_default();
        vec![self.subject.clone(), self.before.clone(), self.after.clone(), error]
    }
}

impl PaymentsCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            PaymentsAction::List { of, status, unsettled, owed, limit } => {
                let mut conn = shell.pool.acquire().await?;
                let ids = match &of {
                    Some(key) => Some(lookup::charges(&mut conn, key).await?),
                    None => None,
                };
                let (ids, status) = (ids.as_deref(), status.as_deref());
                let shown = ChargeFilter { ids, status, only_unsettled: unsettled, only_owed: owed };
                let rows = list::list_rows(&mut conn, shown, limit).await?;
                let lines: Vec<_> = rows.into_iter().map(ChargeListRow::from).collect();
                let nothing =
                    of.map_or_else(|| "no such charges".to_owned(), |key| format!("no such charges of {key}"));
                output::print_list(&lines, self.json, &nothing)?;
                Ok(CommandOutcome::Fine)
            }
            PaymentsAction::Reconcile { now: true, .. } => {
                let config = self.installation.config()??;
                let spinner = progress::spinner("settling payments");
                let settled = settle_all(&shell, &config).await;
                spinner.finish_and_clear();
                let settled = settled?;
                output::print_list(&settled, self.json, "no unsettled payments")?;
                Ok(CommandOutcome::found(settled.iter().any(|one| one.error.is_some())))
            }
            PaymentsAction::Reconcile { now: false, dry_run } => {
                let now = shell.clock.now();
                let count = match dry_run {
                    true => settlement::count_due(&mut *shell.pool.acquire().await?, now).await?.count.unsigned_abs(),
                    false => settlement::enqueue_all(&shell.pool, &shell.rng, now).await? as u64,
                };
                ReportOptions { dry_run, json: self.json }.print_count(count, "payments", "enqueued")?;
                Ok(CommandOutcome::Fine)
            }
            PaymentsAction::CatchUp { since } => {
                let config = self.installation.config()??;
                let stripe = Stripe::new(&config.stripe.api_url, &config.stripe.secret_key);
                let cx = PaymentContext { pool: &shell.pool, stripe: &stripe, rng: &shell.rng, clock: &shell.clock };
                let since = since.map(|day| Zone::default().at(day, NaiveTime::MIN));
                if since.is_some_and(|since| since > shell.clock.wall()) {
                    return Err(
                        UsageError("--since is in the future, where the provider has no events".to_owned()).into()
                    );
                }
                let spinner = progress::spinner("reading the provider's lists");
                let found = reconciliation::read_all(cx, since).await;
                spinner.finish_and_clear();
                ReportOptions { dry_run: false, json: self.json }.print_count(found? as u64, "reports", "recorded")?;
                Ok(CommandOutcome::Fine)
            }
            PaymentsAction::Adjust(action) => {
                let config = self.installation.config()??;
                action.run(&shell, &config, self.json).await?;
                Ok(CommandOutcome::Fine)
            }
            PaymentsAction::RefundOrphan { payment, reason, admin, consent } => {
                let config = self.installation.config()??;
                let reason = reason.trim();
                if !(1..=MAX_REASON_LENGTH).contains(&reason.chars().count()) {
                    return Err(UsageError(format!("a reason has 1 to {MAX_REASON_LENGTH} characters")).into());
                }
                let admin =
                    lookup::acting_admin(&mut *shell.pool.acquire().await?, &admin, &[AdminFlag::Refunds]).await?;
                consent.ask(&format!("This refunds {payment} to its card, and cannot be undone."))?;
                refund_orphan(&shell, &config, OrphanRefund { payment: &payment, admin, reason }).await?;
                Ok(CommandOutcome::Fine)
            }
        }
    }
}

async fn refund_orphan(shell: &Shell, config: &Config, wanted: OrphanRefund<'_>) -> anyhow::Result<()> {
    let stripe = Stripe::new(&config.stripe.api_url, &config.stripe.secret_key);
    let given = orphans::refund_orphan(&shell.pool, &stripe, shell.clock.now(), wanted).await?;
    output::print(&format!("{} yen refunded", given.formatted()))
}

/// Settles all unsettled subjects, each once.
async fn settle_all(shell: &Shell, config: &Config) -> anyhow::Result<Vec<SettlementRow>> {
    let stripe = Stripe::new(&config.stripe.api_url, &config.stripe.secret_key);
    let cx = PaymentContext { pool: &shell.pool, stripe: &stripe, rng: &shell.rng, clock: &shell.clock };
    let mut seen = BTreeSet::new();
    let mut settled = Vec::new();
    loop {
        let due: Vec<_> = due(shell).await?.into_iter().filter(|id| seen.insert(*id)).collect();
        if due.is_empty() {
            return Ok(settled);
        }
        for id in due {
            let before = charge_summary(&shell.pool, id).await?;
            let error = settlement::settle_subject(cx, id).await.err();
            let after = charge_summary(&shell.pool, id).await?;
            settled.push(SettlementRow {
                subject: id.to_string(),
                before,
                after,
                error: error.map(|error| error.to_string()),
            });
        }
    }
}

/// Returns the due subjects, longest unchanged first. A settled subject counts as changed.
async fn due(shell: &Shell) -> sqlx::Result<Vec<Subject>> {
    let mut conn = shell.pool.acquire().await?;
    let due = settlement::list_due(&mut conn, shell.clock.now() + Duration::seconds(1)).await?;
    Ok(due.into_iter().map(|one| one.subject).collect())
}

/// Formats the charges: `Confirmed: Reservation fee 390 Paid; Course (prepaid) 24,000 Paid`.
async fn charge_summary(pool: &PgPool, subject: Subject) -> sqlx::Result<String> {
    let mut conn = pool.acquire().await?;
    let status = match subject {
        Subject::Reservation(_, id) => {
            let found = reservations::queries::find(&mut conn, id).await?;
            found.map(|found| word("dispute.evidence.status", found.status.as_str()))
        }
        Subject::Subscription(_) | Subject::Correction(..) => Some(word("word.job_kind", subject.kind().as_str())),
    };
    let status = status.unwrap_or_else(|| "deleted".to_owned());
    let charges = queries::list_charges(&mut conn, subject).await?;
    let charges = charges.iter().map(|charge| {
        let refund = match charge.refund_due.0 {
            0 => String::new(),
            due => format!(", {} of {} refunded", charge.refunded_amount.formatted(), Yen(due).formatted()),
        };
        let kind = word("charge", charge.kind.as_str());
        format!("{kind} {} {}{refund}", charge.amount.formatted(), word("word.charge_status", charge.status.as_str()))
    });
    Ok(format!("{status}: {}", charges.collect::<Vec<_>>().join("; ")))
}
