//! What a restaurant is charged for a reservation.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::ChargeInvoiceError;
use crate::audit::{self, Actor, Event};
use crate::ids::RestaurantId;
use crate::money::Yen;

const MAX_RATE: Yen = Yen(1_000_000);

/// Of one restaurant, from a day on.
#[derive(Clone, Debug)]
pub struct ChargeRate {
    /// Its address.
    pub restaurant: String,
    pub valid_from: NaiveDate,
    /// For each reservation, tax included; 0 charges nothing.
    pub amount: Yen,
}

/// All rates, or those of one restaurant; the latest first.
pub async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<ChargeRate>> {
    sqlx::query_as!(
        ChargeRate,
        r#"SELECT t.slug AS restaurant, c.valid_from, c.amount AS "amount: Yen"
           FROM restaurant_charge_rates c JOIN restaurants t ON t.id = c.restaurant_id
           WHERE $1::bigint IS NULL OR t.id = $1 ORDER BY t.slug, c.valid_from DESC"#,
        restaurant.map(|id| id.0)
    )
    .fetch_all(conn)
    .await
}

/// Sets what a restaurant is charged for each reservation of a day from `rate.1` on.
///
/// # Errors
/// The day has begun already in the past, or the amount is out of range.
pub async fn set(
    conn: &mut PgConnection,
    (now, today): (DateTime<Utc>, NaiveDate),
    restaurant: RestaurantId,
    (amount, valid_from): (Yen, NaiveDate),
) -> Result<(), ChargeInvoiceError> {
    write(conn, (now, today), restaurant, (amount, valid_from)).await?;
    let event = Event {
        actor: Actor::CommandLine,
        action: "restaurant_charge_rate.set",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "amount": amount, "valid_from": valid_from }),
    };
    Ok(audit::record(conn, now, event).await?)
}

/// The same without its row in the audit log, which whoever calls writes.
///
/// # Errors
/// As `set`.
pub async fn write(
    conn: &mut PgConnection,
    (now, today): (DateTime<Utc>, NaiveDate),
    restaurant: RestaurantId,
    (amount, valid_from): (Yen, NaiveDate),
) -> Result<(), ChargeInvoiceError> {
    if !(Yen::ZERO..=MAX_RATE).contains(&amount) {
        return Err(ChargeInvoiceError::RateOutOfRange);
    }
    if valid_from < today {
        return Err(ChargeInvoiceError::RateInThePast);
    }
    sqlx::query!(
        "INSERT INTO restaurant_charge_rates (restaurant_id, valid_from, amount, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (restaurant_id, valid_from) DO UPDATE SET amount = excluded.amount",
        restaurant.0,
        valid_from,
        amount.to_db().map_err(sqlx::Error::from)?,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes a rate back that has not been charged; how many there were.
///
/// # Errors
/// The day has begun already.
pub async fn remove(
    conn: &mut PgConnection,
    today: NaiveDate,
    restaurant: RestaurantId,
    valid_from: NaiveDate,
) -> Result<u64, ChargeInvoiceError> {
    if valid_from < today {
        return Err(ChargeInvoiceError::RateInThePast);
    }
    let gone = sqlx::query!(
        "DELETE FROM restaurant_charge_rates WHERE restaurant_id = $1 AND valid_from = $2",
        restaurant.0,
        valid_from
    );
    Ok(gone.execute(conn).await?.rows_affected())
}
