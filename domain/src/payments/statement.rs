//! The provider's statement: every movement of the platform's balance is recorded once, and fees and payouts are booked with it. Payments,
//! refunds and disputes are booked by their charges; `verify` compares both.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use super::error::PaymentError;
use super::model::{IntentReference, PaymentContext};
use super::queries as payments;
use crate::clients::stripe::{BalanceKind, BalanceTransaction};
use crate::jobs::{self, PaymentJob};
use crate::ledger::model::{LedgerAccount, PLATFORM, Transfer, TransferKind};
use crate::ledger::queries;
use crate::money::Yen;
use crate::rng::Rng;
use crate::text_enum::text_enum;

text_enum! {
    /// A list of the provider that is read from a cursor on.
    pub enum ProviderList of "provider_cursors.list" {
        Events = "events",
        BalanceTransactions = "balance_transactions",
    }
}

/// Every read begins this much before the cursor, because the provider may list an object later than others of the same second. Also in
/// `verify/statement.rs`.
const OVERLAP: Duration = Duration::minutes(10);
/// The first read of a new installation begins this much before it.
const FIRST_READ: Duration = Duration::days(1);

/// Returns the provider's time from which a list has to be read, and creates its cursor.
pub async fn read_from(
    conn: &mut PgConnection,
    list: ProviderList,
    wall: DateTime<Utc>,
) -> sqlx::Result<DateTime<Utc>> {
    start(conn, list, wall).await?;
    let read_until =
        sqlx::query_scalar!("SELECT read_until FROM provider_cursors WHERE list = $1", list.as_str()).fetch_one(conn);
    Ok(read_until.await? - OVERLAP)
}

/// Returns the provider's time before which every object of a list is read here; `None` before the first read.
pub async fn complete_until(conn: &mut PgConnection, list: ProviderList) -> sqlx::Result<Option<DateTime<Utc>>> {
    let read_until = sqlx::query_scalar!("SELECT read_until FROM provider_cursors WHERE list = $1", list.as_str());
    Ok(read_until.fetch_optional(conn).await?.map(|read_until| read_until - OVERLAP))
}

/// Claims the next read of a list, so that of several workers one reads it. False within `every` of the last read, and on a new
/// installation.
pub async fn claim(
    conn: &mut PgConnection,
    list: ProviderList,
    wall: DateTime<Utc>,
    every: Duration,
) -> sqlx::Result<bool> {
    if start(conn, list, wall).await? {
        return Ok(false);
    }
    let claimed = sqlx::query!(
        "UPDATE provider_cursors SET read_at = $2 WHERE list = $1 AND read_at <= $3",
        list.as_str(),
        wall,
        wall - every
    );
    Ok(claimed.execute(conn).await?.rows_affected() == 1)
}

/// Creates the cursor of a list; false if it exists.
async fn start(conn: &mut PgConnection, list: ProviderList, wall: DateTime<Utc>) -> sqlx::Result<bool> {
    let started = sqlx::query!(
        "INSERT INTO provider_cursors (list, read_until, read_at) VALUES ($1, $2, $3) ON CONFLICT (list) DO NOTHING",
        list.as_str(),
        wall - FIRST_READ,
        wall
    );
    Ok(started.execute(conn).await?.rows_affected() == 1)
}

/// Moves the cursor of a list to the newest object that was read, never back.
pub async fn advance(conn: &mut PgConnection, list: ProviderList, newest: Option<DateTime<Utc>>) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE provider_cursors SET read_until = greatest(read_until, coalesce($2, read_until)) WHERE list = $1",
        list.as_str(),
        newest
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Records the movements since the cursor, and returns the number of new ones.
pub async fn read(cx: PaymentContext<'_>) -> Result<usize, PaymentError> {
    let list = ProviderList::BalanceTransactions;
    let since = read_from(&mut *cx.pool.acquire().await?, list, cx.clock.wall()).await?;
    read_since(cx, since).await
}

/// Records the movements since a time, and returns the number of new ones.
pub async fn read_since(cx: PaymentContext<'_>, since: DateTime<Utc>) -> Result<usize, PaymentError> {
    let mut pages = cx.stripe.list_balance_transactions(since);
    let (mut recorded, mut newest) = (0, None::<i64>);
    while let Some(page) = pages.next_page().await? {
        for moved in page.iter().rev() {
            let mut tx = cx.pool.begin().await?;
            recorded += usize::from(record(&mut tx, cx.rng, cx.clock.now(), moved).await?);
            tx.commit().await?;
        }
        newest = newest.max(page.iter().map(|moved| moved.created).max());
    }
    // The list begins with the newest object, so the cursor moves only after its last page.
    let newest = newest.and_then(|created| DateTime::from_timestamp(created, 0));
    advance(&mut *cx.pool.acquire().await?, ProviderList::BalanceTransactions, newest).await?;
    Ok(recorded)
}

/// Records and books a movement; false if it was recorded before.
async fn record(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    moved: &BalanceTransaction,
) -> sqlx::Result<bool> {
    let source = moved.source.as_ref();
    let inserted = sqlx::query!(
        "INSERT INTO provider_balance_transactions (gateway_fid, kind, amount, fee, net, source_fid, payment_fid, moved_at, recorded_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (gateway_fid) DO NOTHING",
        moved.id,
        kind_of(moved).as_str(),
        moved.amount.to_db()?,
        moved.fee.to_db()?,
        moved.net.to_db()?,
        source.map(|source| source.id.as_str()),
        source.and_then(|source| source.payment_intent.as_deref()),
        DateTime::from_timestamp(moved.created, 0).unwrap_or(now),
        now,
    );
    if inserted.execute(&mut *conn).await?.rows_affected() == 0 {
        return Ok(false);
    }
    for transfer in transfers(moved) {
        queries::post(conn, now, &transfer).await?;
    }
    push_refunds(conn, rng, moved).await?;
    Ok(true)
}

/// Enqueues the job that records a refund of a charge: its event may be lost, or may have been processed before its payment was booked.
async fn push_refunds(conn: &mut PgConnection, rng: &Rng, moved: &BalanceTransaction) -> sqlx::Result<()> {
    let payment = moved.source.as_ref().and_then(|source| source.payment_intent.clone());
    let is_refund = matches!(moved.kind, BalanceKind::Refund | BalanceKind::RefundFailure);
    let Some(payment_fid) = payment.filter(|_| is_refund) else { return Ok(()) };
    let reference = IntentReference { fid: payment_fid.clone(), charge: None };
    let Some(subject) = payments::find_subject(conn, &reference).await? else { return Ok(()) };
    let job = PaymentJob::Refunds {
        subject_kind: subject.kind().as_str().to_owned(),
        restaurant_id: subject.restaurant(),
        subject_id: subject.id(),
        payment_fid,
    };
    jobs::push(conn, rng, &job, Some(&format!("refunds:{}", moved.id))).await
}

/// Returns the kind of a movement. An adjustment without a dispute belongs to no charge.
fn kind_of(moved: &BalanceTransaction) -> BalanceKind {
    let is_dispute = moved.source.as_ref().is_some_and(|source| source.object == "dispute");
    if moved.kind == BalanceKind::Adjustment && !is_dispute { BalanceKind::Other } else { moved.kind }
}

/// Returns the transfers of a movement: its fee, and its amount if no charge books it. A movement of an unknown kind counts as a fee:
/// the balance is then exact, and the reference names the movement.
fn transfers(moved: &BalanceTransaction) -> Vec<Transfer> {
    use LedgerAccount::{Bank, CardProvider, ProviderFees};
    let is_dispute = moved.source.as_ref().is_some_and(|source| source.object == "dispute");
    let charged = if is_dispute { TransferKind::DisputeFee } else { TransferKind::ProcessingFee };
    let fee = |yen: Yen| match yen {
        Yen(yen) if yen < 0 => (TransferKind::FeeReturned, (CardProvider, ProviderFees), Yen(-yen)),
        yen => (charged, (ProviderFees, CardProvider), yen),
    };
    let amount = match kind_of(moved) {
        BalanceKind::Payout => Some((TransferKind::ProviderPayout, (Bank, CardProvider), Yen(-moved.amount.0))),
        BalanceKind::PayoutFailure => Some((TransferKind::ProviderPayoutFailed, (CardProvider, Bank), moved.amount)),
        BalanceKind::StripeFee | BalanceKind::Other => Some(fee(Yen(-moved.amount.0))),
        BalanceKind::Charge | BalanceKind::Refund | BalanceKind::RefundFailure | BalanceKind::Adjustment => None,
    };
    let parts = [("moved", amount), ("fee", Some(fee(moved.fee)))];
    let reference = moved.source.as_ref().map(|source| source.id.clone()).unwrap_or_default();
    let booked = parts.into_iter().filter_map(|(name, part)| Some((name, part?)));
    booked
        .filter(|(_, (_, _, amount))| *amount > Yen::ZERO)
        .map(|(name, (kind, (debit, credit), amount))| Transfer {
            restaurant: PLATFORM,
            key: format!("{name}:{}", moved.id),
            kind,
            debit,
            credit,
            amount,
            charge: None,
            reservation: None,
            reference: reference.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn booked(json: &str) -> Vec<(TransferKind, LedgerAccount, LedgerAccount, i64)> {
        let moved: BalanceTransaction = serde_json::from_str(json).unwrap();
        let transfers = transfers(&moved);
        transfers.iter().map(|one| (one.kind, one.debit, one.credit, one.amount.0)).collect()
    }

    #[test]
    fn fees_and_payouts_are_booked_and_payments_are_not() {
        use LedgerAccount::{Bank, CardProvider, ProviderFees};
        let paid =
            r#"{"id":"txn_1","type":"charge","amount":17600,"fee":633,"net":16967,"created":1,"source":{"id":"ch_1"}}"#;
        assert_eq!(booked(paid), [(TransferKind::ProcessingFee, ProviderFees, CardProvider, 633)]);
        let disputed = r#"{"id":"txn_2","type":"adjustment","amount":-17600,"fee":1500,"net":-19100,"created":1,
            "source":{"id":"dp_1","object":"dispute"}}"#;
        assert_eq!(booked(disputed), [(TransferKind::DisputeFee, ProviderFees, CardProvider, 1_500)]);
        let returned = r#"{"id":"txn_3","type":"adjustment","amount":17600,"fee":-1500,"net":19100,"created":1,"source":{"id":"dp_1","object":"dispute"}}"#;
        assert_eq!(booked(returned), [(TransferKind::FeeReturned, CardProvider, ProviderFees, 1_500)]);
        let payout = r#"{"id":"txn_4","type":"payout","amount":-9000,"fee":0,"net":-9000,"created":1,"source":"po_1"}"#;
        assert_eq!(booked(payout), [(TransferKind::ProviderPayout, Bank, CardProvider, 9_000)]);
        let failed =
            r#"{"id":"txn_5","type":"payout_failure","amount":9000,"fee":0,"net":9000,"created":1,"source":"po_1"}"#;
        assert_eq!(booked(failed), [(TransferKind::ProviderPayoutFailed, CardProvider, Bank, 9_000)]);
        let monthly =
            r#"{"id":"txn_6","type":"stripe_fee","amount":-300,"fee":0,"net":-300,"created":1,"source":null}"#;
        assert_eq!(booked(monthly), [(TransferKind::ProcessingFee, ProviderFees, CardProvider, 300)]);
        let refund =
            r#"{"id":"txn_7","type":"refund","amount":-500,"fee":0,"net":-500,"created":1,"source":{"id":"re_1"}}"#;
        assert!(booked(refund).is_empty());
    }
}
