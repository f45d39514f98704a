//! The lists of `seki ledger`.

use domain::charge_invoices::bank::PayableBalance;
use domain::charge_invoices::rates::ChargeRate;
use domain::charge_invoices::statement::{RATE, Statement};
use domain::ledger::model::{Balance, LedgerAccount, LedgerEntry, TransferKind};
use domain::money::Yen;
use domain::verify::{CHECKS, Finding};
use domain::zone::Zone;
use serde::Serialize;

use crate::output::TableRow;
use crate::words::{with_words, word};

#[derive(Serialize)]
pub struct TransferRow {
    id: i64,
    booked_at: String,
    /// Empty for payments to the platform itself.
    restaurant: String,
    kind: TransferKind,
    debit_account: LedgerAccount,
    credit_account: LedgerAccount,
    amount: Yen,
    charge_id: Option<i64>,
    reservation_id: Option<i64>,
    /// YYYY-MM
    invoice_month: Option<String>,
    reference: String,
}

impl From<LedgerEntry> for TransferRow {
    fn from(row: LedgerEntry) -> Self {
        Self {
            id: row.id.0,
            booked_at: Zone::default().iso(row.booked_at),
            restaurant: row.restaurant,
            kind: row.kind,
            debit_account: row.debit,
            credit_account: row.credit,
            amount: row.amount,
            charge_id: row.charge.map(|id| id.0),
            reservation_id: row.reservation.map(|id| id.0),
            invoice_month: row.invoice_month.map(|month| month.format("%Y-%m").to_string()),
            reference: row.reference,
        }
    }
}

impl TableRow for TransferRow {
    const HEADINGS: &'static [&'static str] = &["id", "booked", "restaurant", "kind", "debit", "credit", "yen", "of"];

    fn cells(&self) -> Vec<String> {
        let of = [
            self.charge_id.map(|id| format!("charge {id}")),
            self.reservation_id.map(|id| format!("reservation {id}")),
            self.invoice_month.as_ref().map(|month| format!("invoice {month}")),
            Some(self.reference.clone()).filter(|reference| !reference.is_empty()),
        ];
        vec![
            self.id.to_string(),
            self.booked_at.clone(),
            self.restaurant.clone(),
            word("word.transfer_kind", self.kind.as_str()),
            word("word.ledger_account", self.debit_account.as_str()),
            word("word.ledger_account", self.credit_account.as_str()),
            self.amount.formatted(),
            of.into_iter().flatten().collect::<Vec<_>>().join(", "),
        ]
    }
}

#[derive(Serialize)]
pub struct BalanceRow {
    account: LedgerAccount,
    debits: i64,
    credits: i64,
    /// Debits minus credits.
    balance: i64,
}

impl From<Balance> for BalanceRow {
    fn from(row: Balance) -> Self {
        Self { account: row.account, debits: row.debits, credits: row.credits, balance: row.debits - row.credits }
    }
}

impl TableRow for BalanceRow {
    const HEADINGS: &'static [&'static str] = &["account", "debits", "credits", "balance"];

    fn cells(&self) -> Vec<String> {
        let yen = [self.debits, self.credits, self.balance].map(|yen| Yen(yen).formatted());
        std::iter::once(word("word.ledger_account", self.account.as_str())).chain(yen).collect()
    }
}

#[derive(Serialize)]
pub struct PayableRow {
    restaurant: String,
    name: String,
    amount: Yen,
}

impl From<PayableBalance> for PayableRow {
    fn from(row: PayableBalance) -> Self {
        Self { restaurant: row.restaurant, name: row.name, amount: row.amount }
    }
}

impl TableRow for PayableRow {
    const HEADINGS: &'static [&'static str] = &["restaurant", "name", "yen owed"];

    fn cells(&self) -> Vec<String> {
        vec![self.restaurant.clone(), self.name.clone(), self.amount.formatted()]
    }
}

#[derive(Serialize)]
pub struct ChargeRateRow {
    restaurant: String,
    valid_from: String,
    amount: Yen,
}

impl From<ChargeRate> for ChargeRateRow {
    fn from(row: ChargeRate) -> Self {
        Self { restaurant: row.restaurant, valid_from: row.valid_from.to_string(), amount: row.amount }
    }
}

impl TableRow for ChargeRateRow {
    const HEADINGS: &'static [&'static str] = &["restaurant", "from", "yen per reservation"];

    fn cells(&self) -> Vec<String> {
        vec![self.restaurant.clone(), self.valid_from.clone(), self.amount.formatted()]
    }
}

#[derive(Serialize)]
pub struct FindingRow {
    check: &'static str,
    detail: String,
    action: &'static str,
}

impl From<&Finding> for FindingRow {
    fn from(finding: &Finding) -> Self {
        Self { check: finding.check, detail: finding.detail.clone(), action: finding.action }
    }
}

impl TableRow for FindingRow {
    const HEADINGS: &'static [&'static str] = &["check", "rule", "violation", "next step"];

    fn cells(&self) -> Vec<String> {
        let rule = CHECKS.iter().find(|check| check.name == self.check).map_or("", |check| check.description);
        vec![self.check.to_owned(), rule.to_owned(), with_words(&self.detail), self.action.to_owned()]
    }
}

/// A line of a charge invoice.
#[derive(Serialize)]
pub struct StatementRow {
    number: String,
    /// visits, no_shows, tax or no_show_fees.
    line: &'static str,
    count: Option<i64>,
    /// Percent; null without tax.
    rate: Option<i64>,
    amount: Yen,
}

impl StatementRow {
    pub fn of(statement: &Statement) -> [Self; 4] {
        let content = &statement.content;
        let rate = RATE.percent();
        let row = |line, count, rate, amount| Self { number: statement.number.clone(), line, count, rate, amount };
        [
            row("visits", Some(content.visits.count), rate, content.visits.amount),
            row("no_shows", Some(content.no_shows.count), rate, content.no_shows.amount),
            row("tax", None, rate, content.tax),
            row("no_show_fees", Some(content.no_show_fees.count), None, content.no_show_fees.amount),
        ]
    }
}

impl TableRow for StatementRow {
    const HEADINGS: &'static [&'static str] = &["number", "line", "count", "tax", "yen"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.number.clone(),
            word("word.statement_line", self.line),
            self.count.map(|count| count.to_string()).unwrap_or_default(),
            self.rate.map_or_else(|| "none".to_owned(), |rate| format!("{rate} %")),
            self.amount.formatted(),
        ]
    }
}
