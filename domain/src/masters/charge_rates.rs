//! What the platform charges a restaurant for each reservation, from a day on.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met};
use super::error::MasterError;
use crate::charge_invoices::error::ChargeInvoiceError;
use crate::charge_invoices::rates;
use crate::ids::RestaurantId;
use crate::money::Yen;
use crate::zone::Zone;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ChargeRateRecord {
    /// The first day names the rate.
    #[serde(default)]
    pub id: String,
    /// The first day of the reservations that it is charged for; a past one stays.
    pub valid_from: NaiveDate,
    /// Yen for each reservation, tax included; 0 charges nothing.
    pub amount: i32,
}

impl Edit<'_> {
    fn today(&self) -> NaiveDate {
        Zone::default().date_of(self.now)
    }
}

fn refused(error: ChargeInvoiceError) -> MasterError {
    match error {
        ChargeInvoiceError::RateInThePast => MasterError::field("valid_from", "charge_rate_in_the_past"),
        ChargeInvoiceError::Database(error) => MasterError::Database(error),
        _ => MasterError::field("amount", "master_out_of_range"),
    }
}

/// The first day of the rate that a key names.
fn day_of(key: &str) -> Result<NaiveDate, MasterError> {
    key.parse().map_err(|_| MasterError::NotFound)
}

impl Master for ChargeRateRecord {
    const NAME: &'static str = "charge_rates";

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            r#"SELECT valid_from::text AS "id!", valid_from, amount FROM restaurant_charge_rates
               WHERE restaurant_id = $1 ORDER BY valid_from DESC"#,
            restaurant.map_or(0, |id| id.0)
        )
        .fetch_all(conn)
        .await
    }

    fn key(&self) -> String {
        self.valid_from.to_string()
    }

    /// One of a day that has a rate replaces it.
    async fn write(self, conn: &mut PgConnection, edit: &Edit<'_>, key: Option<&str>) -> Result<String, MasterError> {
        let restaurant = edit.restaurant.ok_or(MasterError::NotFound)?;
        let valid_from = key.map_or(Ok(self.valid_from), day_of)?;
        if key.is_some() && !Self::list(conn, edit.restaurant).await?.iter().any(|rate| rate.valid_from == valid_from) {
            return Err(MasterError::NotFound);
        }
        let rate = (Yen(self.amount.into()), valid_from);
        rates::write(conn, (edit.now, edit.today()), restaurant, rate).await.map_err(refused)?;
        Ok(valid_from.to_string())
    }

    /// One that has been charged stays.
    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let restaurant = edit.restaurant.ok_or(MasterError::NotFound)?;
        match rates::remove(conn, edit.today(), restaurant, day_of(key)?).await {
            Ok(rows) => met(rows),
            Err(ChargeInvoiceError::RateInThePast) => Err(MasterError::InUse),
            Err(error) => Err(refused(error)),
        }
    }
}
