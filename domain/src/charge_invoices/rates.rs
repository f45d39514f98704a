//! Charge rates: the platform's charge to a restaurant for a reservation.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::ChargeInvoiceError;
use crate::audit::{self, Actor, Event};
use crate::ids::RestaurantId;
use crate::money::Yen;

const MAX_RATE: Yen = Yen(1_000_000);

/// Rate of one restaurant, from a day on.
#[derive(Clone, Debug)]
pub struct ChargeRate {
    /// Slug of the restaurant.
    pub restaurant: String,
    pub valid_from: NaiveDate,
    /// Amount for each reservation, tax included; 0 charges nothing.
    pub amount: Yen,
}

/// Returns the rates of all restaurants or of one, by slug, then newest first.
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

/// Sets the charge for each reservation from the day `valid_from` on, and writes an audit row.
///
/// # Errors
/// The day is before `today`, or the amount is not within 0 to 1,000,000 yen.
pub async fn set(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    today: NaiveDate,
    restaurant: RestaurantId,
    amount: Yen,
    valid_from: NaiveDate,
) -> Result<(), ChargeInvoiceError> {
    write(conn, now, today, restaurant, amount, valid_from).await?;
    let event = Event {
        actor: Actor::CommandLine,
        action: "restaurant_charge_rate.set",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "amount": amount, "valid_from": valid_from }),
    };
    Ok(audit::record(conn, now, event).await?)
}

/// As `set`, but without a row in the audit log, which the caller writes.
///
/// # Errors
/// As `set`.
pub async fn write(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    today: NaiveDate,
    restaurant: RestaurantId,
    amount: Yen,
    valid_from: NaiveDate,
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

/// Deletes the rate of a day that is not past. Returns the number of deleted rates.
///
/// # Errors
/// The day is before `today`.
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
