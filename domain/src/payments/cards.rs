//! Diners' cards. Card numbers go from the browser to the provider; we store the provider's id and the printed details.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use super::actions::push_settle;
use super::error::PaymentError;
use super::model::{PaymentCard, PaymentContext, Subject, SubjectKind};
use super::queries;
use crate::accounts::{Alert, Browser, alert_diner};
use crate::clients::stripe::{Stripe, StripeError};
use crate::ids::{RestaurantId, SubscriptionId, UserId};
use crate::jobs::{self, PaymentJob};
use crate::rng::Rng;

/// Starts the registration of a card. Returns the client secret with which the browser confirms it.
pub async fn begin_setup(cx: PaymentContext<'_>, user: UserId) -> Result<String, PaymentError> {
    let customer = ensure_customer(cx.pool, cx.stripe, user).await?;
    let intent = cx.stripe.create_setup_intent(&customer, &cx.rng.uid()).await?;
    Ok(intent.client_secret.unwrap_or_default())
}

/// Makes a confirmed card the diner's card, and enqueues the collection of fees, differences and declined renewals. Rejects a card that belongs to
/// another customer of the provider, or that the provider does not know. With a `device`, alerts the diner which one registered it.
pub async fn register(
    cx: PaymentContext<'_>,
    user: UserId,
    payment_method: &str,
    device: Option<Browser<'_>>,
) -> Result<PaymentCard, PaymentError> {
    let method = match cx.stripe.retrieve_payment_method(payment_method).await {
        Err(StripeError::InvalidRequest { .. }) => return Err(PaymentError::ForeignCard),
        answer => answer?,
    };
    let mut conn = cx.pool.acquire().await?;
    let customer = queries::find_customer(&mut conn, user).await?.ok_or(PaymentError::NoCard)?;
    if method.customer.as_deref() != Some(customer.as_str()) {
        return Err(PaymentError::ForeignCard);
    }
    let printed = method.card.ok_or(PaymentError::NoCard)?;
    let card = PaymentCard {
        gateway_fid: method.id,
        brand: printed.brand,
        last4: printed.last4,
        exp_month: printed.exp_month,
        exp_year: printed.exp_year,
        holder_name: method.billing_details.name.unwrap_or_default(),
        fingerprint: printed.fingerprint,
    };
    drop(conn);
    // Renewals of subscriptions use this card as well.
    cx.stripe.set_default_card(&customer, &card.gateway_fid).await?;
    let mut tx = cx.pool.begin().await?;
    let now = cx.clock.now();
    let has_replaced = replace_card(&mut tx, user, &card, now).await?;
    if let Some(device) = device {
        let alert = if has_replaced { Alert::CardReplaced } else { Alert::CardAdded };
        alert_diner(&mut tx, cx.rng, now, user, alert, device).await?;
    }
    let past_due = list_past_due(&mut tx, user).await?;
    for owing in list_unpaid(&mut tx, user).await?.into_iter().chain(past_due) {
        push_settle(&mut tx, cx.rng, owing, None).await?;
    }
    tx.commit().await?;
    Ok(card)
}

/// Retrieves the fingerprint of a card that was registered before fingerprints were stored.
pub async fn ensure_fingerprint(cx: PaymentContext<'_>, card: &PaymentCard) -> Result<(), PaymentError> {
    if card.fingerprint.is_some() {
        return Ok(());
    }
    let method = cx.stripe.retrieve_payment_method(&card.gateway_fid).await?;
    let fingerprint = method.card.and_then(|printed| printed.fingerprint);
    sqlx::query!(
        "UPDATE payment_methods SET fingerprint = $2 WHERE gateway_fid = $1 AND fingerprint IS NULL",
        card.gateway_fid,
        fingerprint
    )
    .execute(&mut *cx.pool.acquire().await?)
    .await?;
    Ok(())
}

/// Returns a diner's subscriptions whose renewal was declined: they need another card.
async fn list_past_due(conn: &mut PgConnection, user: UserId) -> sqlx::Result<Vec<Subject>> {
    let ids = sqlx::query_scalar!(
        r#"SELECT id AS "id: SubscriptionId" FROM subscriptions WHERE user_id = $1 AND status = 'past_due'"#,
        user.0
    );
    Ok(ids.fetch_all(conn).await?.into_iter().map(Subject::Subscription).collect())
}

/// Returns subjects with unfinished charges that the worker collects off-session (`Charge::is_charged_off_session`), void ones included.
async fn list_unpaid(conn: &mut PgConnection, user: UserId) -> sqlx::Result<Vec<Subject>> {
    let rows = sqlx::query!(
        r#"SELECT restaurant_id AS "restaurant: RestaurantId", subject_kind AS "kind: SubjectKind", subject_id FROM charges
           WHERE user_id = $1 AND (kind IN ('cancellation_fee', 'subscription_fee', 'correction') OR position > 2)
             AND status NOT IN ('succeeded', 'canceled')"#,
        user.0
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| Subject::from_parts(row.kind, row.restaurant, row.subject_id)).collect())
}

/// Enqueues the deletion of the cards of an erased account at the provider, in the transaction of the erasure.
pub async fn push_detach(conn: &mut PgConnection, rng: &Rng, cards: Vec<String>) -> sqlx::Result<()> {
    for payment_method_fid in cards {
        let key = format!("detach:{payment_method_fid}");
        jobs::push(conn, rng, &PaymentJob::DetachCard { payment_method_fid }, Some(&key)).await?;
    }
    Ok(())
}

/// Deletes a card at the provider. One that the provider does not know, or that was deleted before, is deleted.
pub async fn detach(stripe: &Stripe, payment_method: &str) -> Result<(), PaymentError> {
    match stripe.detach_payment_method(payment_method).await {
        Ok(_) | Err(StripeError::InvalidRequest { status: 400 | 404, .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Returns the provider's customer for a diner. Repeated or concurrent calls create only one. The uid is the key, because an id is used
/// again after a restore: within a day, the provider would return the customer and the cards of the lost account.
pub async fn ensure_customer(pool: &PgPool, stripe: &Stripe, user: UserId) -> Result<String, PaymentError> {
    if let Some(customer) = queries::find_customer(&mut *pool.acquire().await?, user).await? {
        return Ok(customer);
    }
    let uid = sqlx::query_scalar!("SELECT uid FROM users WHERE id = $1", user.0);
    let uid = uid.fetch_one(&mut *pool.acquire().await?).await?;
    let created = stripe.create_customer(&[("user_id", &user.to_string())], &format!("customer:{uid}")).await?;
    Ok(set_customer(&mut *pool.acquire().await?, user, &created.id).await?)
}

/// Stores the provider's customer id. The first one written remains.
async fn set_customer(conn: &mut PgConnection, user: UserId, fid: &str) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        r#"UPDATE users SET gateway_customer_fid = coalesce(gateway_customer_fid, $2) WHERE id = $1
           RETURNING gateway_customer_fid AS "fid!""#,
        user.0,
        fid,
    )
    .fetch_one(conn)
    .await
}

/// Makes a card the diner's current one. Of concurrent calls, the last one wins. Reports whether it replaced another card.
async fn replace_card(
    conn: &mut PgConnection,
    user: UserId,
    card: &PaymentCard,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    sqlx::query!("SELECT 1 AS locked FROM users WHERE id = $1 FOR NO KEY UPDATE", user.0).fetch_one(&mut *conn).await?;
    let replaced = sqlx::query!(
        "UPDATE payment_methods SET replaced_at = $3 WHERE user_id = $1 AND replaced_at IS NULL AND gateway_fid <> $2",
        user.0,
        card.gateway_fid,
        now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO payment_methods (user_id, gateway_fid, brand, last4, exp_month, exp_year, holder_name, created_at, fingerprint)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (gateway_fid) DO UPDATE SET replaced_at = NULL, fingerprint = excluded.fingerprint",
        user.0,
        card.gateway_fid,
        card.brand,
        card.last4,
        card.exp_month,
        card.exp_year,
        card.holder_name,
        now,
        card.fingerprint,
    )
    .execute(conn)
    .await?;
    Ok(replaced.rows_affected() > 0)
}
