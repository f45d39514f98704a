//! The platform's charge to a restaurant for each reservation, from a day on.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Master, MasterEdit, Written};
use super::error::MasterError;
use super::fields::FieldChecks;
use super::statements::select;
use crate::charge_invoices::error::ChargeInvoiceError;
use crate::charge_invoices::rates;
use crate::money::Yen;
use crate::zone::Zone;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ChargeRateRecord {
    /// The first day identifies the rate.
    #[serde(default)]
    pub id: String,
    /// The first day of the reservations to which it applies; a past rate cannot change.
    pub valid_from: NaiveDate,
    /// Yen for each reservation, tax included; 0 charges nothing.
    pub amount: i32,
}

impl MasterEdit<'_> {
    fn today(&self) -> NaiveDate {
        Zone::default().date_of(self.now)
    }
}

fn to_master_error(error: ChargeInvoiceError) -> MasterError {
    match error {
        ChargeInvoiceError::RateInThePast => MasterError::field("valid_from", "charge_rate_in_the_past"),
        ChargeInvoiceError::Database(error) => MasterError::Database(error),
        _ => MasterError::field("amount", "master_out_of_range"),
    }
}

impl Master for ChargeRateRecord {
    const NAME: &'static str = "charge_rates";

    select!(of_restaurant "restaurant_charge_rates", "t.valid_from": NaiveDate;
        r#"valid_from::text AS "id!", valid_from, amount"#; order "valid_from DESC");

    /// Checks nothing: `rates` validates the fields when it writes them.
    fn check(&mut self, _: &mut FieldChecks, _: Option<&str>) {}

    /// Writes the rate. A rate on a day that already has one replaces it.
    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, day: Option<NaiveDate>) -> Written<NaiveDate> {
        let restaurant = edit.restaurant.ok_or(MasterError::NotFound)?;
        if day.is_some() && Self::select(conn, edit.restaurant, day).await?.is_empty() {
            return Ok(None);
        }
        let valid_from = day.unwrap_or(self.valid_from);
        let amount = Yen(self.amount.into());
        rates::write(conn, edit.now, edit.today(), restaurant, amount, valid_from).await.map_err(to_master_error)?;
        Ok(Some(valid_from))
    }

    /// Deletes the rate, unless its first day is in the past.
    async fn delete(conn: &mut PgConnection, edit: &MasterEdit<'_>, day: NaiveDate) -> Result<u64, MasterError> {
        let restaurant = edit.restaurant.ok_or(MasterError::NotFound)?;
        rates::remove(conn, edit.today(), restaurant, day).await.map_err(|error| match error {
            ChargeInvoiceError::RateInThePast => MasterError::InUse,
            error => to_master_error(error),
        })
    }
}
