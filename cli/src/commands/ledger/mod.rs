//! `seki ledger`.

mod lines;

use anyhow::Context;
use chrono::{DateTime, NaiveDate, Utc};
use clap::{Args, Subcommand};
use domain::charge_invoices::{bank, close, rates};
use domain::ids::RestaurantId;
use domain::ledger::queries::{self, TransferFilter};
use domain::money::Yen;
use domain::zone::{YearMonth, Zone};
use domain::{restaurants, verify};
use sqlx::PgConnection;

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::output::{self, CommandOutcome, UsageError};
use crate::progress;
use lines::{BalanceRow, ChargeRateRow, FindingRow, PayableRow, TransferRow};

/// Every movement of money, double entry, and what restaurants are owed and charged.
#[derive(Debug, Args)]
pub struct LedgerCommand {
    #[command(flatten)]
    installation: Installation,
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: LedgerAction,
}

#[derive(Debug, Subcommand)]
enum LedgerAction {
    /// Compares the ledger with charges, refunds, disputes, reservations and charge invoices. Exit code 1 when a yen is missing.
    Check,
    /// Transfers, the latest first.
    List {
        #[command(flatten)]
        which: TransferArguments,
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// What went into each account and came out of it.
    Balances {
        #[command(flatten)]
        which: TransferArguments,
    },
    /// What is owed to each restaurant; less than nothing where it owes.
    Owed,
    /// What restaurants are charged for each reservation.
    Rates {
        /// One restaurant by its slug; all of them without.
        restaurant: Option<String>,
    },
    /// Sets what a restaurant is charged for each reservation of a day from a date on.
    Rate {
        /// The restaurant's slug.
        restaurant: String,
        /// Yen a reservation, tax included; 0 charges nothing.
        #[arg(long)]
        yen: i64,
        /// YYYY-MM-DD; today or later.
        #[arg(long)]
        from: NaiveDate,
    },
    /// Books what was earned and is charged, and issues the charge invoices of months that are over, as the worker does nightly.
    Close {
        /// Says how many there are, and changes nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Books a bank transfer that was made to a restaurant.
    PayOut {
        /// The restaurant's slug.
        restaurant: String,
        /// A part of what is owed; all of it without.
        #[arg(long)]
        yen: Option<i64>,
        /// What the bank's statement says; a reference is booked once a restaurant.
        #[arg(long)]
        reference: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Books that a restaurant paid a charge invoice.
    Receive {
        /// The restaurant's slug.
        restaurant: String,
        /// YYYY-MM
        #[arg(long)]
        month: String,
        /// What the bank's statement says; a reference is booked once a restaurant.
        #[arg(long)]
        reference: String,
        #[command(flatten)]
        consent: Consent,
    },
}

/// Which transfers are meant.
#[derive(Debug, Args)]
struct TransferArguments {
    /// One restaurant by its slug; all of them, and the platform itself, without.
    #[arg(long)]
    restaurant: Option<String>,
    /// YYYY-MM: those booked in that month.
    #[arg(long)]
    month: Option<String>,
}

impl LedgerCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        if let LedgerAction::Check = self.action {
            return check(&shell, self.json).await;
        }
        if let LedgerAction::Close { dry_run } = self.action {
            return close(&shell, dry_run, self.json).await;
        }
        let mut tx = shell.pool.begin().await?;
        let now = shell.clock.now();
        match self.action {
            LedgerAction::Check | LedgerAction::Close { .. } => {}
            LedgerAction::List { which, limit } => {
                let shown = shown(&mut tx, &which).await?;
                let rows = queries::list(&mut tx, shown, limit).await?;
                print(rows.into_iter().map(TransferRow::from), self.json, "nothing is booked")?;
            }
            LedgerAction::Balances { which } => {
                let shown = shown(&mut tx, &which).await?;
                let rows = queries::balances(&mut tx, shown).await?;
                print(rows.into_iter().map(BalanceRow::from), self.json, "nothing is booked")?;
            }
            LedgerAction::Owed => {
                let rows = bank::list_payable(&mut tx).await?;
                print(rows.into_iter().map(PayableRow::from), self.json, "nothing is owed")?;
            }
            LedgerAction::Rates { restaurant } => {
                let restaurant = match restaurant {
                    Some(slug) => Some(find(&mut tx, &slug).await?),
                    None => None,
                };
                let rows = rates::list(&mut tx, restaurant).await?;
                print(
                    rows.into_iter().map(ChargeRateRow::from),
                    self.json,
                    "no restaurant is charged for reservations",
                )?;
            }
            LedgerAction::Rate { restaurant, yen, from } => {
                let id = find(&mut tx, &restaurant).await?;
                let today = Zone::default().date_of(now);
                rates::set(&mut tx, (now, today), id, (Yen(yen), from)).await?;
                output::print(&format!(
                    "{restaurant} is charged {} yen a reservation from {from}",
                    Yen(yen).formatted()
                ))?;
            }
            LedgerAction::PayOut { restaurant, yen, reference, consent } => {
                // Nobody is waited for inside a transaction: what is asked about is booked afterwards, no more and no less.
                let id = find(&mut tx, &restaurant).await?;
                let amount = yen.map_or(queries::payable(&mut tx, id).await?, Yen);
                tx.rollback().await?;
                let booked = format!("{} yen are booked as paid to {restaurant}.", amount.formatted());
                consent.ask(&booked)?;
                tx = shell.pool.begin().await?;
                bank::pay_out(&mut tx, now, id, Some(amount), &reference).await?;
                output::print(&booked)?;
            }
            LedgerAction::Receive { restaurant, month, reference, consent } => {
                let id = find(&mut tx, &restaurant).await?;
                let month = parse_month(&month)?;
                tx.rollback().await?;
                consent.ask(&format!("The charge invoice of {month} is booked as paid by {restaurant}."))?;
                tx = shell.pool.begin().await?;
                let paid = bank::record_payment(&mut tx, now, id, month.first_day(), &reference).await?;
                output::print(&format!(
                    "{} yen are booked as received from {restaurant} for {month}.",
                    paid.formatted()
                ))?;
            }
        }
        tx.commit().await?;
        Ok(CommandOutcome::Fine)
    }
}

async fn check(shell: &Shell, as_json: bool) -> anyhow::Result<CommandOutcome> {
    let findings = verify::ledger(&shell.pool).await?;
    print(findings.iter().map(FindingRow::from), as_json, "every yen is where it must be")?;
    Ok(CommandOutcome::found(!findings.is_empty()))
}

async fn close(shell: &Shell, is_dry: bool, as_json: bool) -> anyhow::Result<CommandOutcome> {
    let spinner = progress::spinner("the ledger is closed");
    let closed = close::close(&shell.pool, shell.clock.now(), is_dry).await;
    spinner.finish_and_clear();
    let closed = closed?;
    if as_json {
        output::print_json(&closed)?;
        return Ok(CommandOutcome::Fine);
    }
    let when = if is_dry { "would be booked" } else { "booked" };
    output::print(&format!(
        "{} payments earned, {} reservations charged, {} charge invoices: {when}",
        closed.earned, closed.charged, closed.invoices
    ))?;
    Ok(CommandOutcome::Fine)
}

fn print<T: output::TableRow>(rows: impl Iterator<Item = T>, as_json: bool, nothing: &str) -> anyhow::Result<()> {
    output::print_list(&rows.collect::<Vec<_>>(), as_json, nothing)
}

async fn find(conn: &mut PgConnection, slug: &str) -> anyhow::Result<RestaurantId> {
    let found = restaurants::queries::find_by_slug(conn, slug).await?;
    Ok(found.with_context(|| format!("there is no restaurant {slug}"))?.id)
}

fn parse_month(text: &str) -> Result<YearMonth, UsageError> {
    YearMonth::parse(text).ok_or_else(|| UsageError(format!("{text:?} is no month: write YYYY-MM")))
}

async fn shown(conn: &mut PgConnection, which: &TransferArguments) -> anyhow::Result<TransferFilter> {
    let restaurant = match &which.restaurant {
        Some(slug) => Some(find(conn, slug).await?),
        None => None,
    };
    let month = which.month.as_deref().map(parse_month).transpose()?;
    let begin = |month: YearMonth| -> DateTime<Utc> { Zone::default().at(month.first_day(), chrono::NaiveTime::MIN) };
    Ok(TransferFilter { restaurant, from: month.map(begin), till: month.map(YearMonth::next).map(begin) })
}
