//! Invoices that the provider collects for a subscription. The only place where they become charges.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::ledger_entries::{self, ChargePart};
use super::model::{ChargeKind, Subject};
use crate::ids::{ChargeId, SubscriptionId, UserId};
use crate::money::Yen;

/// A paid invoice.
#[derive(Clone, Copy, Debug)]
pub struct Taken<'a> {
    pub subscription: SubscriptionId,
    pub diner: UserId,
    /// The provider's id of it, used as the charge's uid, so that it is booked once.
    pub invoice: &'a str,
    /// The provider's id of the payment.
    pub payment: Option<&'a str>,
    pub amount: Yen,
}

/// Books a paid invoice; None if it was booked before. The caller must lock the subscription's row.
pub async fn record_paid_invoice(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    taken: &Taken<'_>,
) -> sqlx::Result<Option<ChargeId>> {
    let charge = sqlx::query_scalar!(
        r#"INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, user_id, kind, position, amount, status, gateway_fid,
               succeeded_at, created_at, updated_at)
           SELECT $1, 0, 'subscription', $2, $3, 'subscription_fee',
                  (SELECT count(*) FROM charges WHERE restaurant_id = 0 AND subject_kind = 'subscription' AND subject_id = $2),
                  $4, 'succeeded', $5, $6, $6, $6
           ON CONFLICT (restaurant_id, uid) DO NOTHING RETURNING id AS "id: ChargeId""#,
        taken.invoice,
        taken.subscription.0,
        taken.diner.0,
        taken.amount.to_db()?,
        taken.payment,
        now,
    );
    let Some(id) = charge.fetch_optional(&mut *conn).await? else { return Ok(None) };
    let subject = Subject::Subscription(taken.subscription);
    let part = ChargePart { id, uid: taken.invoice, subject, kind: ChargeKind::SubscriptionFee, amount: taken.amount };
    ledger_entries::paid(conn, now, &part).await?;
    Ok(Some(id))
}
