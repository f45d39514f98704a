//! `seki ledger`.

mod rows;

use anyhow::Context;
use chrono::{DateTime, NaiveDate, Utc};
use clap::{Args, Subcommand};
use domain::charge_invoices::statement::{self, StatementKey};
use domain::charge_invoices::{bank, close, rates};
use domain::ids::RestaurantId;
use domain::ledger::queries::{self, TransferFilter};
use domain::money::Yen;
use domain::verify;
use domain::zone::{YearMonth, Zone};
use sqlx::PgConnection;

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, CommandOutcome, UsageError};
use crate::progress;
use rows::{BalanceRow, ChargeRateRow, FindingRow, PayableRow, StatementRow, TransferRow};

/// All movements of money in double entry, and the restaurants' earnings and charges.
#[derive(Debug, Args)]
pub struct LedgerCommand {
    #[command(flatten)]
    installation: Installation,
    /// Prints JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: LedgerAction,
}

#[derive(Debug, Subcommand)]
enum LedgerAction {
    /// Compares the ledger with charges, refunds, disputes, reservations and charge invoices. Exit code 1 if they differ.
    Check,
    /// Lists transfers, latest first.
    List {
        #[command(flatten)]
        which: TransferArguments,
        /// Maximum number of rows.
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Shows debits and credits of each account.
    Balances {
        #[command(flatten)]
        which: TransferArguments,
    },
    /// Shows the amount owed to each restaurant; negative if the restaurant owes it.
    Owed,
    /// Lists the charge rates of restaurants for each reservation.
    Rates {
        /// Restaurant slug (default: all).
        restaurant: Option<String>,
    },
    /// Sets a restaurant's charge rate for each reservation, from a date on.
    Rate {
        /// Restaurant slug.
        restaurant: String,
        /// Yen per reservation, tax included; 0 for no charge.
        #[arg(long)]
        yen: i64,
        /// YYYY-MM-DD; today or later.
        #[arg(long)]
        from: NaiveDate,
    },
    /// Books earnings and charges, and issues the charge invoices of past months, as the worker does nightly.
    Close {
        /// Reports the number, and changes nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Shows the charge invoice of a month: charges for visits and no-shows, the tax within them, and the no-show fees.
    Statement {
        /// Restaurant slug.
        restaurant: String,
        /// YYYY-MM
        #[arg(long)]
        month: String,
    },
    /// Books a bank transfer to a restaurant.
    PayOut {
        /// Restaurant slug.
        restaurant: String,
        /// A part of the amount owed (default: all of it).
        #[arg(long)]
        yen: Option<i64>,
        /// Reference on the bank statement. A restaurant's reference is booked only once.
        #[arg(long)]
        reference: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Books a restaurant's payment of a charge invoice.
    Receive {
        /// Restaurant slug.
        restaurant: String,
        /// YYYY-MM
        #[arg(long)]
        month: String,
        /// Reference on the bank statement. A restaurant's reference is booked only once.
        #[arg(long)]
        reference: String,
        #[command(flatten)]
        consent: Consent,
    },
}

/// The filter of transfers.
#[derive(Debug, Args)]
struct TransferArguments {
    /// Restaurant slug (default: all restaurants, and the platform itself).
    #[arg(long)]
    restaurant: Option<String>,
    /// YYYY-MM: transfers booked in that month.
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
                let shown = read_filter(&mut tx, &which).await?;
                let rows = queries::list(&mut tx, shown, limit).await?;
                print(rows.into_iter().map(TransferRow::from), self.json, "no transfers")?;
            }
            LedgerAction::Balances { which } => {
                let shown = read_filter(&mut tx, &which).await?;
                let rows = queries::balances(&mut tx, shown).await?;
                print(rows.into_iter().map(BalanceRow::from), self.json, "no transfers")?;
            }
            LedgerAction::Owed => {
                let rows = bank::list_payable(&mut tx).await?;
                print(rows.into_iter().map(PayableRow::from), self.json, "nothing is owed")?;
            }
            LedgerAction::Rates { restaurant } => {
                let restaurant =
                    lookup::optional_restaurant(&mut tx, restaurant.as_deref()).await?.map(|found| found.id);
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
                rates::set(&mut tx, now, today, id, Yen(yen), from).await?;
                output::print(&format!(
                    "{restaurant} is charged {} yen per reservation from {from}",
                    Yen(yen).formatted()
                ))?;
            }
            LedgerAction::Statement { restaurant, month } => {
                let (id, month) = (find(&mut tx, &restaurant).await?, parse_month(&month)?);
                let found = statement::find(&mut tx, id, StatementKey::Month(month)).await?;
                let found = found.with_context(|| format!("{restaurant} has no charge invoice of {month}"))?;
                print(StatementRow::of(&found).into_iter(), self.json, "nothing is charged")?;
            }
            LedgerAction::PayOut { restaurant, yen, reference, consent } => {
                // The prompt must not block a transaction. The amount shown here is the amount booked afterwards.
                let id = find(&mut tx, &restaurant).await?;
                let amount = yen.map_or(queries::payable(&mut tx, id).await?, Yen);
                tx.rollback().await?;
                let yen = amount.formatted();
                consent.ask(&format!("This books {yen} yen as paid to {restaurant}."))?;
                tx = shell.pool.begin().await?;
                bank::pay_out(&mut tx, now, id, Some(amount), &reference).await?;
                output::print(&format!("{yen} yen booked as paid to {restaurant}."))?;
            }
            LedgerAction::Receive { restaurant, month, reference, consent } => {
                let id = find(&mut tx, &restaurant).await?;
                let month = parse_month(&month)?;
                tx.rollback().await?;
                consent.ask(&format!("This books the charge invoice of {month} as paid by {restaurant}."))?;
                tx = shell.pool.begin().await?;
                let paid = bank::record_payment(&mut tx, now, id, month.first_day(), &reference).await?;
                output::print(&format!("{} yen booked as received from {restaurant} for {month}.", paid.formatted()))?;
            }
        }
        tx.commit().await?;
        Ok(CommandOutcome::Fine)
    }
}

async fn check(shell: &Shell, as_json: bool) -> anyhow::Result<CommandOutcome> {
    let findings = verify::ledger(&shell.pool).await?;
    print(findings.iter().map(FindingRow::from), as_json, "the ledger balances to the yen")?;
    Ok(CommandOutcome::found(!findings.is_empty()))
}

async fn close(shell: &Shell, is_dry: bool, as_json: bool) -> anyhow::Result<CommandOutcome> {
    let spinner = progress::spinner("closing the ledger");
    let closed = close::close(&shell.pool, shell.clock.now(), is_dry).await;
    spinner.finish_and_clear();
    let closed = closed?;
    if as_json {
        output::print_json(&closed)?;
        return Ok(CommandOutcome::Fine);
    }
    let when = if is_dry { "would be booked" } else { "booked" };
    output::print(&format!(
        "{} payments earned, {} parts of lost disputes, {} reservations charged, {} charge invoices: {when}",
        closed.earned, closed.lost, closed.charged, closed.invoices
    ))?;
    Ok(CommandOutcome::Fine)
}

fn print<T: output::TableRow>(rows: impl Iterator<Item = T>, as_json: bool, nothing: &str) -> anyhow::Result<()> {
    output::print_list(&rows.collect::<Vec<_>>(), as_json, nothing)
}

async fn find(conn: &mut PgConnection, key: &str) -> anyhow::Result<RestaurantId> {
    Ok(lookup::restaurant(conn, key).await?.id)
}

fn parse_month(text: &str) -> Result<YearMonth, UsageError> {
    YearMonth::parse(text).ok_or_else(|| UsageError(format!("{text:?} is not a month such as YYYY-MM")))
}

async fn read_filter(conn: &mut PgConnection, which: &TransferArguments) -> anyhow::Result<TransferFilter> {
    let restaurant = lookup::optional_restaurant(conn, which.restaurant.as_deref()).await?.map(|found| found.id);
    let month = which.month.as_deref().map(parse_month).transpose()?;
    let begin = |month: YearMonth| -> DateTime<Utc> { Zone::default().at(month.first_day(), chrono::NaiveTime::MIN) };
    Ok(TransferFilter { restaurant, from: month.map(begin), till: month.map(YearMonth::next).map(begin) })
}
