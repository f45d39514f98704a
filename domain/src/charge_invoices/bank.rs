//! Bank transfers between the platform and a restaurant. The person who made or saw a transfer books it.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::ChargeInvoiceError;
use crate::audit::{self, Actor, Event};
use crate::ids::RestaurantId;
use crate::ledger::model::{LedgerAccount, Transfer, TransferKind};
use crate::ledger::queries;
use crate::money::Yen;

/// The amount owed to a restaurant; negative if the restaurant owes it.
#[derive(Clone, Debug)]
pub struct PayableBalance {
    /// Slug of the restaurant.
    pub restaurant: String,
    pub name: String,
    pub amount: Yen,
}

/// Returns every restaurant with an open balance, by slug.
pub async fn list_payable(conn: &mut PgConnection) -> sqlx::Result<Vec<PayableBalance>> {
    let rows = sqlx::query!(
        r#"SELECT t.slug, t.name_ja, sum(CASE WHEN l.credit_account = 'restaurant_payable' THEN l.amount ELSE -l.amount END)::bigint AS "amount!"
           FROM ledger_transfers l JOIN restaurants t ON t.id = l.restaurant_id
           WHERE 'restaurant_payable' IN (l.debit_account, l.credit_account)
           GROUP BY t.id
           HAVING sum(CASE WHEN l.credit_account = 'restaurant_payable' THEN l.amount ELSE -l.amount END) <> 0
           ORDER BY t.slug"#
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows
        .into_iter()
        .map(|row| PayableBalance { restaurant: row.slug, name: row.name_ja, amount: Yen(row.amount) })
        .collect())
}

/// Books a bank transfer to a restaurant, of the whole amount owed to it or of a part. Returns the amount.
pub async fn pay_out(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    part: Option<Yen>,
    reference: &str,
) -> Result<Yen, ChargeInvoiceError> {
    lock(conn, restaurant).await?;
    let owed = queries::payable(conn, restaurant).await?;
    if owed <= Yen::ZERO {
        return Err(ChargeInvoiceError::NothingOwed);
    }
    let amount = part.unwrap_or(owed);
    if amount > owed || amount <= Yen::ZERO {
        return Err(ChargeInvoiceError::MoreThanOwed(owed));
    }
    record_transfer(conn, now, restaurant, TransferKind::Payout, amount, reference).await?;
    Ok(amount)
}

/// Books a restaurant's payment of the charge invoice of a month, which must be issued and unpaid. Returns the invoice's amount.
pub async fn record_payment(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    month: NaiveDate,
    reference: &str,
) -> Result<Yen, ChargeInvoiceError> {
    let amount = sqlx::query_scalar!(
        r#"UPDATE restaurant_charge_invoices SET status = 'paid' WHERE restaurant_id = $1 AND month = $2 AND status = 'issued'
           RETURNING amount AS "amount: Yen""#,
        restaurant.0,
        month
    );
    let amount = amount.fetch_optional(&mut *conn).await?.ok_or(ChargeInvoiceError::NoSuchInvoice)?;
    record_transfer(conn, now, restaurant, TransferKind::RestaurantReceipt, amount, reference).await?;
    Ok(amount)
}

/// Serialises payouts to a restaurant: concurrent calls would pay twice.
async fn lock(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<()> {
    sqlx::query!("SELECT 1 AS locked FROM restaurants WHERE id = $1 FOR NO KEY UPDATE", restaurant.0)
        .fetch_one(conn)
        .await?;
    Ok(())
}

/// Books a transfer from our bank (`Payout`) or to it, and writes an audit row.
async fn record_transfer(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    kind: TransferKind,
    amount: Yen,
    reference: &str,
) -> Result<(), ChargeInvoiceError> {
    let reference = reference.trim();
    if reference.is_empty() {
        return Err(ChargeInvoiceError::NoReference);
    }
    let (action, debit, credit) = match kind {
        TransferKind::Payout => ("ledger.paid_out", LedgerAccount::RestaurantPayable, LedgerAccount::Bank),
        _ => ("ledger.received", LedgerAccount::Bank, LedgerAccount::RestaurantPayable),
    };
    let transfer = Transfer {
        restaurant,
        key: format!("{kind}:{reference}"),
        kind,
        debit,
        credit,
        amount,
        charge: None,
        reservation: None,
        reference: reference.to_owned(),
    };
    if !queries::post(conn, now, &transfer).await? {
        return Err(ChargeInvoiceError::BookedBefore);
    }
    let detail = json!({ "amount": amount, "reference": reference });
    let event = Event { actor: Actor::CommandLine, action, restaurant: Some(restaurant), reservation: None, detail };
    Ok(audit::record(conn, now, event).await?)
}
