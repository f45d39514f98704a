//! The ledger's transfers: all of them, the refunds, and the payouts and receipts by bank.

use chrono::NaiveDate;
use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use super::RESTAURANT_NAME;
use crate::ledger::model::{LedgerAccount, TransferKind};
use crate::listing::{Field, ListRow, ListedTime, Listing};
use crate::money::Yen;

// The `only` of each list repeats its kinds, as SQL. Transfers get their ids when they are booked, so the index of a list's ids serves its
// sort by `booked_at`.
const REFUNDS: &[&str] = &["charge_refunded", "provider_refund", "refund_failed", "dispute_refund", "orphan_refunded"];
const PAYOUTS: &[&str] = &["payout", "restaurant_receipt", "provider_payout", "provider_payout_failed"];

/// A transfer of the ledger.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct TransferEntry {
    pub id: i64,
    /// Identifies what is booked.
    pub key: String,
    pub kind: TransferKind,
    /// Destination of the money.
    pub debit_account: LedgerAccount,
    /// Origin of the money.
    pub credit_account: LedgerAccount,
    pub amount: Yen,
    /// Null if the platform itself is paid.
    pub restaurant_slug: Option<String>,
    /// In the reader's language.
    pub restaurant_name: Option<String>,
    pub charge_id: Option<i64>,
    pub reservation_id: Option<i64>,
    /// The first day of the invoiced month.
    pub invoice_month: Option<NaiveDate>,
    /// Reference on the bank's statement.
    pub reference: String,
    pub booked_at: ListedTime,
}

impl ListRow for TransferEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "l.id"),
            Field::text("key", "l.key").unsorted(),
            Field::choice("kind", "l.kind", TransferKind::NAMES),
            Field::choice("debit_account", "l.debit_account", LedgerAccount::NAMES).unsorted(),
            Field::choice("credit_account", "l.credit_account", LedgerAccount::NAMES).unsorted(),
            Field::number("amount", "l.amount"),
            Field::text("restaurant_slug", "t.slug").unsorted(),
            Field::shown("restaurant_name", RESTAURANT_NAME),
            Field::number("charge_id", "l.charge_id").unsorted(),
            Field::number("reservation_id", "l.reservation_id").unsorted(),
            Field::day("invoice_month", "l.invoice_month").unsorted(),
            Field::text("reference", "l.reference").unsorted(),
            Field::time("booked_at", "l.booked_at"),
        ],
        tables: "ledger_transfers l LEFT JOIN restaurants t ON t.id = l.restaurant_id",
        only: "true",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}

/// A refund that is booked: by the rules, by an admin, by a bank, or in the provider's dashboard; and money of one that came back.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct RefundEntry {
    pub id: i64,
    pub kind: TransferKind,
    pub amount: Yen,
    /// Null if the platform itself was paid.
    pub restaurant_slug: Option<String>,
    /// In the reader's language.
    pub restaurant_name: Option<String>,
    pub charge_uid: Option<String>,
    /// The provider's id of the payment.
    pub gateway_fid: Option<String>,
    pub user_uid: Option<String>,
    pub reservation_uid: Option<String>,
    pub reservation_code: Option<String>,
    pub booked_at: ListedTime,
}

impl ListRow for RefundEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "l.id"),
            Field::choice("kind", "l.kind", REFUNDS),
            Field::number("amount", "l.amount"),
            Field::text("restaurant_slug", "t.slug").nullable(),
            Field::words("restaurant_name", RESTAURANT_NAME).nullable(),
            Field::text("charge_uid", "c.uid").unsorted(),
            Field::text("gateway_fid", "c.gateway_fid").unsorted(),
            Field::text("user_uid", "u.uid").unsorted(),
            Field::text("reservation_uid", "r.uid").unsorted(),
            Field::text("reservation_code", "r.reservation_code").unsorted(),
            Field::time("booked_at", "l.booked_at").sorted_by("l.id"),
        ],
        tables: "ledger_transfers l
            LEFT JOIN restaurants t ON t.id = l.restaurant_id
            LEFT JOIN charges c ON c.restaurant_id = l.restaurant_id AND c.id = l.charge_id
            LEFT JOIN users u ON u.id = c.user_id
            LEFT JOIN reservations r ON r.restaurant_id = l.restaurant_id AND r.id = l.reservation_id",
        only: "l.kind IN ('charge_refunded', 'provider_refund', 'refund_failed', 'dispute_refund', 'orphan_refunded')",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}

/// A bank transfer: to or from a restaurant, or of the card provider.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct PayoutEntry {
    pub id: i64,
    pub kind: TransferKind,
    pub amount: Yen,
    /// Null for a transfer of the card provider.
    pub restaurant_slug: Option<String>,
    /// In the reader's language.
    pub restaurant_name: Option<String>,
    /// Reference on the bank's statement.
    pub reference: String,
    pub booked_at: ListedTime,
}

impl ListRow for PayoutEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "l.id"),
            Field::choice("kind", "l.kind", PAYOUTS),
            Field::number("amount", "l.amount"),
            Field::text("restaurant_slug", "t.slug").nullable(),
            Field::words("restaurant_name", RESTAURANT_NAME).nullable(),
            Field::words("reference", "l.reference"),
            Field::time("booked_at", "l.booked_at").sorted_by("l.id"),
        ],
        tables: "ledger_transfers l LEFT JOIN restaurants t ON t.id = l.restaurant_id",
        only: "l.kind IN ('payout', 'restaurant_receipt', 'provider_payout', 'provider_payout_failed')",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_consist_of_the_kinds_of_their_filter() {
        for (kinds, listing) in [(REFUNDS, RefundEntry::LISTING), (PAYOUTS, PayoutEntry::LISTING)] {
            let listed: Vec<_> = kinds.iter().map(|kind| format!("'{kind}'")).collect();
            assert_eq!(listing.only, format!("l.kind IN ({})", listed.join(", ")));
            assert!(kinds.iter().all(|kind| TransferKind::NAMES.contains(kind)), "{kinds:?}");
        }
    }
}
