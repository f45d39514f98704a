//! Accounts, and the transfers between them.

use chrono::{DateTime, NaiveDate, Utc};

use crate::ids::{ChargeId, LedgerTransferId, ReservationId, RestaurantId};
use crate::money::Yen;
use crate::text_enum::text_enum;

/// In place of a restaurant, if the platform itself is paid.
pub const PLATFORM: RestaurantId = RestaurantId(0);

text_enum! {
    /// The location or the owner of money. A debit increases assets and losses of the platform (`card_provider`, `bank`, `disputes`,
    /// `dispute_losses`, `goodwill`, `provider_fees`); a credit increases its liabilities and earnings (all others).
    pub enum LedgerAccount of "ledger_transfers.debit_account", "ledger_transfers.credit_account" {
        /// Money that the card provider holds for the platform.
        CardProvider = "card_provider",
        Bank = "bank",
        /// Money that a card holder's bank withdrew until the dispute is decided.
        Disputes = "disputes",
        /// Prepaid courses, until the restaurant has earned them.
        PrepaidCourses = "prepaid_courses",
        /// Cancellation fees, until the booking is closed. They are damages and contain no tax.
        CancellationFees = "cancellation_fees",
        /// Money owed to restaurants; negative if they owe.
        RestaurantPayable = "restaurant_payable",
        ReservationFees = "reservation_fees",
        SubscriptionFees = "subscription_fees",
        /// Charges to restaurants for reservations.
        RestaurantCharges = "restaurant_charges",
        Corrections = "corrections",
        DisputeLosses = "dispute_losses",
        /// Fees of the card provider for payments and disputes.
        ProviderFees = "provider_fees",
        /// The operator's expense for manual refunds that it bears for a restaurant.
        Goodwill = "goodwill",
        /// Payments at the provider that no charge accounts for, until they are refunded.
        OrphanedPayments = "orphaned_payments",
    }
}

text_enum! {
    /// Reason of a transfer.
    pub enum TransferKind of "ledger_transfers.kind" {
        ChargePaid = "charge_paid",
        ChargeRefunded = "charge_refunded",
        /// A refund that an operator made in the provider's dashboard.
        ProviderRefund = "provider_refund",
        /// A refund that did not reach the card: the money came back.
        RefundFailed = "refund_failed",
        DisputeOpened = "dispute_opened",
        DisputeWon = "dispute_won",
        DisputeLost = "dispute_lost",
        /// A refund that was due, and that the bank made by a lost dispute.
        DisputeRefund = "dispute_refund",
        /// The part of a lost dispute that the restaurant bears.
        DisputeRecovered = "dispute_recovered",
        /// A prepaid course was served.
        CourseEarned = "course_earned",
        /// Money kept of a cancelled booking or of a no-show, or a fee for one.
        CancellationFeeEarned = "cancellation_fee_earned",
        /// A manual charge for a restaurant.
        CorrectionEarned = "correction_earned",
        /// The operator compensates the restaurant for a manual refund.
        Goodwill = "goodwill",
        /// A payment without a charge, and its refund.
        OrphanPaid = "orphan_paid",
        OrphanRefunded = "orphan_refunded",
        /// The platform's charge to the restaurant for a reservation.
        RestaurantCharge = "restaurant_charge",
        /// A bank transfer to the restaurant.
        Payout = "payout",
        /// A bank transfer from the restaurant.
        RestaurantReceipt = "restaurant_receipt",
        /// The provider's fee for a payment, or a fee without one.
        ProcessingFee = "processing_fee",
        DisputeFee = "dispute_fee",
        /// A fee that the provider returned.
        FeeReturned = "fee_returned",
        /// The provider's transfer to the platform's bank.
        ProviderPayout = "provider_payout",
        /// A transfer of the provider that the bank rejected.
        ProviderPayoutFailed = "provider_payout_failed",
    }
}

/// A transfer to book.
#[derive(Clone, Debug)]
pub struct Transfer {
    pub restaurant: RestaurantId,
    /// Identifies what is booked; a second transfer with the same key is ignored.
    pub key: String,
    pub kind: TransferKind,
    /// Destination of the money.
    pub debit: LedgerAccount,
    /// Origin of the money.
    pub credit: LedgerAccount,
    /// Greater than zero.
    pub amount: Yen,
    pub charge: Option<ChargeId>,
    pub reservation: Option<ReservationId>,
    /// Reference of a bank transfer on the bank's statement.
    pub reference: String,
}

/// A transfer as booked in the ledger.
#[derive(Clone, Debug)]
pub struct LedgerEntry {
    pub id: LedgerTransferId,
    /// Slug of its restaurant; empty if the platform itself is paid.
    pub restaurant: String,
    pub kind: TransferKind,
    pub debit: LedgerAccount,
    pub credit: LedgerAccount,
    pub amount: Yen,
    pub charge: Option<ChargeId>,
    pub reservation: Option<ReservationId>,
    /// First day of the month of the charge invoice that contains it.
    pub invoice_month: Option<NaiveDate>,
    pub reference: String,
    pub booked_at: DateTime<Utc>,
}

/// Debits and credits of an account.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    pub account: LedgerAccount,
    pub debits: i64,
    pub credits: i64,
}
