//! Ledger entries of a charge, in the transaction that records its status.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{Charge, ChargeKind, Subject, is_settled_without_loss};
use crate::ids::ChargeId;
use crate::ledger::model::{LedgerAccount, Transfer, TransferKind};
use crate::ledger::queries;
use crate::money::Yen;

/// A charge, or a part of its amount.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChargePart<'a> {
    pub id: ChargeId,
    pub uid: &'a str,
    pub subject: Subject,
    pub kind: ChargeKind,
    pub amount: Yen,
}

impl<'a> ChargePart<'a> {
    pub fn all_of(charge: &'a Charge) -> Self {
        Self { id: charge.id, uid: &charge.uid, subject: charge.subject, kind: charge.kind, amount: charge.amount }
    }

    fn transfer(&self, kind: TransferKind, key: String, debit: LedgerAccount, credit: LedgerAccount) -> Transfer {
        Transfer {
            restaurant: self.subject.restaurant(),
            key,
            kind,
            debit,
            credit,
            amount: self.amount,
            charge: Some(self.id),
            reservation: self.subject.reservation(),
            reference: String::new(),
        }
    }
}

/// Returns the ledger account for the money of a charge.
pub(super) const fn account(kind: ChargeKind) -> LedgerAccount {
    match kind {
        ChargeKind::ReservationFee => LedgerAccount::ReservationFees,
        ChargeKind::PrepaidCourse => LedgerAccount::PrepaidCourses,
        ChargeKind::CancellationFee => LedgerAccount::CancellationFees,
        ChargeKind::SubscriptionFee => LedgerAccount::SubscriptionFees,
        ChargeKind::Correction => LedgerAccount::Corrections,
    }
}

/// Books a payment by card.
pub(super) async fn paid(conn: &mut PgConnection, now: DateTime<Utc>, part: &ChargePart<'_>) -> sqlx::Result<()> {
    let (kind, key) = (TransferKind::ChargePaid, format!("paid:{}", part.uid));
    let transfer = part.transfer(kind, key, LedgerAccount::CardProvider, account(part.kind));
    queries::post(conn, now, &transfer).await?;
    Ok(())
}

/// Origin of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefundSource {
    /// Our call, for a refund that was due.
    Here,
    /// An operator in the provider's dashboard.
    Provider,
}

/// Books a refund to the card; `total` is the sum of all refunds of the charge, failed ones too. If the restaurant has earned the money
/// already, it is deducted from the amount owed to the restaurant, and true is returned. The charge must be locked.
pub(super) async fn refunded(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    part: &ChargePart<'_>,
    total: Yen,
    source: RefundSource,
) -> sqlx::Result<bool> {
    let from = holder(conn, part).await?;
    let (kind, name) = match source {
        RefundSource::Here => (TransferKind::ChargeRefunded, "refunded"),
        RefundSource::Provider => (TransferKind::ProviderRefund, "provider_refund"),
    };
    let key = format!("{name}:{}:{}", part.uid, total.0);
    queries::post(conn, now, &part.transfer(kind, key, from, LedgerAccount::CardProvider)).await?;
    Ok(from == LedgerAccount::RestaurantPayable)
}

/// Books a failed refund, whose money came back to the provider; `total` is the sum of all failed refunds of the charge. The charge must be
/// locked.
pub(super) async fn refund_failed(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    part: &ChargePart<'_>,
    total: Yen,
) -> sqlx::Result<()> {
    let to = holder(conn, part).await?;
    let key = format!("refund_failed:{}:{}", part.uid, total.0);
    queries::post(conn, now, &part.transfer(TransferKind::RefundFailed, key, LedgerAccount::CardProvider, to)).await?;
    Ok(())
}

/// Compensates the restaurant for a refund of earned money that the operator bears; `total` grows with each such refund. The nightly close
/// books it for money that is not earned yet.
pub(super) async fn goodwill(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    part: &ChargePart<'_>,
    total: Yen,
) -> sqlx::Result<()> {
    let (kind, key) = (TransferKind::Goodwill, format!("goodwill:{}:{}", part.uid, total.0));
    let transfer = part.transfer(kind, key, LedgerAccount::Goodwill, LedgerAccount::RestaurantPayable);
    queries::post(conn, now, &transfer).await?;
    Ok(())
}

/// Whether the restaurant has earned the money of a charge.
pub(super) async fn is_earned(conn: &mut PgConnection, part: &ChargePart<'_>) -> sqlx::Result<bool> {
    queries::is_posted(conn, part.subject.restaurant(), &format!("earned:{}", part.uid)).await
}

/// Returns the account that holds the money of a charge: the restaurant's, once it has earned it.
async fn holder(conn: &mut PgConnection, part: &ChargePart<'_>) -> sqlx::Result<LedgerAccount> {
    Ok(if is_earned(conn, part).await? { LedgerAccount::RestaurantPayable } else { account(part.kind) })
}

/// Books the state of a dispute. A bank withdraws the money when it opens a dispute, not when it only inquires, and returns it if the dispute
/// is settled without a loss.
pub(super) async fn disputed(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    part: &ChargePart<'_>,
    fid: &str,
    status: &str,
) -> sqlx::Result<()> {
    if status.starts_with("warning") {
        return Ok(());
    }
    let (kind, key) = (TransferKind::DisputeOpened, format!("dispute_opened:{fid}"));
    let transfer = part.transfer(kind, key, LedgerAccount::Disputes, LedgerAccount::CardProvider);
    queries::post(conn, now, &transfer).await?;
    let (kind, name, debit) = match status {
        "lost" => (TransferKind::DisputeLost, "lost", LedgerAccount::DisputeLosses),
        status if is_settled_without_loss(status) => (TransferKind::DisputeWon, "won", LedgerAccount::CardProvider),
        _ => return Ok(()),
    };
    let transfer = part.transfer(kind, format!("dispute_{name}:{fid}"), debit, LedgerAccount::Disputes);
    queries::post(conn, now, &transfer).await?;
    Ok(())
}
