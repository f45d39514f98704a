//! A delivery for the staff who send it.

use domain::reservations::delivery::Delivery;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::context::Context;

/// Destination and arrival of the delivery.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffDelivery {
    /// In one line. In Japanese the postal code comes first.
    pub address: String,
    pub name: String,
    /// 10 or 11 digits.
    pub phone_number: String,
    /// Day and hours.
    pub arrival: String,
}

impl StaffDelivery {
    pub fn new(context: &Context, delivery: &Delivery) -> Self {
        Self {
            address: delivery.format_address(context.locale()),
            name: delivery.name.clone(),
            phone_number: delivery.phone_number.clone(),
            arrival: delivery.format_arrival(context.locale()),
        }
    }
}
