//! Accounts, and the transfers between them.

use chrono::{DateTime, NaiveDate, Utc};

use crate::ids::{ChargeId, ReservationId, RestaurantId};
use crate::money::Yen;
use crate::text_enum::text_enum;

/// In the place of a restaurant where the platform itself is paid.
pub const PLATFORM: RestaurantId = RestaurantId(0);

text_enum! {
    /// Where money is, or whose it is. A debit makes what the platform has and lacks larger (`card_provider`, `bank`,
    /// `disputes`, `dispute_losses`); a credit what it owes and earns (all others).
    pub enum LedgerAccount of "ledger_transfers.debit_account", "ledger_transfers.credit_account" {
        /// What the card provider keeps for the platform.
        CardProvider = "card_provider",
        Bank = "bank",
        /// What a card holder's bank took away until the dispute is decided.
        Disputes = "disputes",
        /// Courses paid in advance, until the restaurant has earned them.
        PrepaidCourses = "prepaid_courses",
        /// Cancellation fees, until the booking is closed. They are damages: no tax is in them.
        CancellationFees = "cancellation_fees",
        /// What is owed to restaurants; negative where they owe.
        RestaurantPayable = "restaurant_payable",
        ReservationFees = "reservation_fees",
        SubscriptionFees = "subscription_fees",
        /// What restaurants are charged for reservations.
        RestaurantCharges = "restaurant_charges",
        Corrections = "corrections",
        DisputeLosses = "dispute_losses",
    }
}

text_enum! {
    /// What a transfer books.
    pub enum TransferKind of "ledger_transfers.kind" {
        ChargePaid = "charge_paid",
        ChargeRefunded = "charge_refunded",
        DisputeOpened = "dispute_opened",
        DisputeWon = "dispute_won",
        DisputeLost = "dispute_lost",
        /// A course that was paid in advance was served.
        CourseEarned = "course_earned",
        /// What a cancelled booking keeps, or a fee for one.
        CancellationFeeEarned = "cancellation_fee_earned",
        /// A charge made by hand for a restaurant.
        CorrectionEarned = "correction_earned",
        /// What the restaurant is charged for a reservation.
        RestaurantCharge = "restaurant_charge",
        /// A bank transfer to the restaurant.
        Payout = "payout",
        /// A bank transfer from the restaurant.
        RestaurantReceipt = "restaurant_receipt",
    }
}

/// A transfer to be booked.
#[derive(Clone, Debug)]
pub struct Transfer {
    pub restaurant: RestaurantId,
    /// What is booked; a second transfer of the same key is left out.
    pub key: String,
    pub kind: TransferKind,
    /// Where the money goes.
    pub debit: LedgerAccount,
    /// Where it comes from.
    pub credit: LedgerAccount,
    /// More than nothing.
    pub amount: Yen,
    pub charge: Option<ChargeId>,
    pub reservation: Option<ReservationId>,
    /// What the bank's statement says of a bank transfer.
    pub reference: String,
}

/// A transfer as it stands in the ledger.
#[derive(Clone, Debug)]
pub struct LedgerEntry {
    pub id: i64,
    /// The address of its restaurant; empty where the platform itself is paid.
    pub restaurant: String,
    pub kind: TransferKind,
    pub debit: LedgerAccount,
    pub credit: LedgerAccount,
    pub amount: Yen,
    pub charge: Option<ChargeId>,
    pub reservation: Option<ReservationId>,
    /// The first day of the month in whose charge invoice it stands.
    pub invoice_month: Option<NaiveDate>,
    pub reference: String,
    pub booked_at: DateTime<Utc>,
}

/// What went into an account and came out of it.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    pub account: LedgerAccount,
    pub debits: i64,
    pub credits: i64,
}
