//! Bank transfers between the platform and a restaurant, booked by whoever made or saw them.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::ChargeInvoiceError;
use crate::audit::{self, Actor, Event};
use crate::ids::RestaurantId;
use crate::ledger::model::{LedgerAccount, Transfer, TransferKind};
use crate::ledger::queries;
use crate::money::Yen;

/// What is owed to a restaurant; negative where it owes.
#[derive(Clone, Debug)]
pub struct PayableBalance {
    /// Its address.
    pub restaurant: String,
    pub name: String,
    pub amount: Yen,
}

/// Every restaurant with which money is open, by address.
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

/// Books a bank transfer to a restaurant: of all that is owed to it, or of a part. What was paid.
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
    let accounts = (LedgerAccount::RestaurantPayable, LedgerAccount::Bank);
    record_transfer(conn, now, restaurant, (TransferKind::Payout, accounts, amount), reference).await?;
    Ok(amount)
}

/// Books that a restaurant paid the charge invoice of a month. How much it was.
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
    let accounts = (LedgerAccount::Bank, LedgerAccount::RestaurantPayable);
    record_transfer(conn, now, restaurant, (TransferKind::RestaurantReceipt, accounts, amount), reference).await?;
    Ok(amount)
}

/// Two who pay at the same time would pay twice.
async fn lock(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<()> {
    sqlx::query!("SELECT 1 AS locked FROM restaurants WHERE id = $1 FOR NO KEY UPDATE", restaurant.0)
        .fetch_one(conn)
        .await?;
    Ok(())
}

async fn record_transfer(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    (kind, (debit, credit), amount): (TransferKind, (LedgerAccount, LedgerAccount), Yen),
    reference: &str,
) -> Result<(), ChargeInvoiceError> {
    let reference = reference.trim();
    if reference.is_empty() {
        return Err(ChargeInvoiceError::NoReference);
    }
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
    let action = match kind {
        TransferKind::Payout => "ledger.paid_out",
        _ => "ledger.received",
    };
    let detail = json!({ "amount": amount, "reference": reference });
    let event = Event { actor: Actor::CommandLine, action, restaurant: Some(restaurant), reservation: None, detail };
    Ok(audit::record(conn, now, event).await?)
}
