//! SQL of the ledger.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{Balance, LedgerAccount, LedgerEntry, Transfer, TransferKind};
use crate::ids::{ChargeId, LedgerTransferId, ReservationId, RestaurantId};
use crate::money::Yen;

/// Books a transfer; false if it was booked before.
pub async fn post(conn: &mut PgConnection, now: DateTime<Utc>, transfer: &Transfer) -> sqlx::Result<bool> {
    let posted = sqlx::query!(
        "INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, charge_id, reservation_id,
             reference, booked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (restaurant_id, key) DO NOTHING",
        transfer.restaurant.0,
        transfer.key,
        transfer.kind.as_str(),
        transfer.debit.as_str(),
        transfer.credit.as_str(),
        transfer.amount.to_db()?,
        transfer.charge.map(|id| id.0),
        transfer.reservation.map(|id| id.0),
        transfer.reference,
        now,
    );
    Ok(posted.execute(conn).await?.rows_affected() == 1)
}

/// Whether a transfer of this key is booked.
pub async fn is_posted(conn: &mut PgConnection, restaurant: RestaurantId, key: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM ledger_transfers WHERE restaurant_id = $1 AND key = $2) AS "any!""#,
        restaurant.0,
        key
    )
    .fetch_one(conn)
    .await
}

/// Filter of transfers.
#[derive(Clone, Copy, Debug, Default)]
pub struct TransferFilter {
    /// One restaurant; None for all.
    pub restaurant: Option<RestaurantId>,
    /// Inclusive start.
    pub from: Option<DateTime<Utc>>,
    /// Exclusive end.
    pub till: Option<DateTime<Utc>>,
}

/// Returns transfers, newest first.
pub async fn list(conn: &mut PgConnection, shown: TransferFilter, limit: i64) -> sqlx::Result<Vec<LedgerEntry>> {
    sqlx::query_as!(
        LedgerEntry,
        r#"SELECT l.id AS "id: LedgerTransferId", coalesce(t.slug, '') AS "restaurant!", l.kind AS "kind: TransferKind",
                  l.debit_account AS "debit: LedgerAccount", l.credit_account AS "credit: LedgerAccount",
                  l.amount AS "amount: Yen", l.charge_id AS "charge: ChargeId",
                  l.reservation_id AS "reservation: ReservationId", l.invoice_month, l.reference, l.booked_at
           FROM ledger_transfers l LEFT JOIN restaurants t ON t.id = l.restaurant_id
           WHERE ($1::bigint IS NULL OR l.restaurant_id = $1) AND ($2::timestamptz IS NULL OR l.booked_at >= $2)
             AND ($3::timestamptz IS NULL OR l.booked_at < $3)
           ORDER BY l.id DESC LIMIT $4"#,
        shown.restaurant.map(|id| id.0),
        shown.from,
        shown.till,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Returns the debits and credits of each account that has any.
pub async fn balances(conn: &mut PgConnection, shown: TransferFilter) -> sqlx::Result<Vec<Balance>> {
    sqlx::query_as!(
        Balance,
        r#"SELECT account AS "account!: LedgerAccount", sum(debit)::bigint AS "debits!", sum(credit)::bigint AS "credits!"
           FROM ledger_transfers l
           CROSS JOIN LATERAL (VALUES (l.debit_account, l.amount::bigint, 0::bigint), (l.credit_account, 0, l.amount))
               AS side (account, debit, credit)
           WHERE ($1::bigint IS NULL OR l.restaurant_id = $1) AND ($2::timestamptz IS NULL OR l.booked_at >= $2)
             AND ($3::timestamptz IS NULL OR l.booked_at < $3)
           GROUP BY account ORDER BY account"#,
        shown.restaurant.map(|id| id.0),
        shown.from,
        shown.till,
    )
    .fetch_all(conn)
    .await
}

/// Returns the amount owed to a restaurant; negative if the restaurant owes.
pub async fn payable(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Yen> {
    let owed = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(CASE WHEN credit_account = 'restaurant_payable' THEN amount ELSE -amount END), 0)::bigint AS "owed!"
           FROM ledger_transfers
           WHERE restaurant_id = $1 AND 'restaurant_payable' IN (debit_account, credit_account)"#,
        restaurant.0
    );
    Ok(Yen(owed.fetch_one(conn).await?))
}
