//! The features of a restaurant: one named flag each (owner §6, gaps G193).

use serde::Serialize;
use sqlx::PgConnection;

use crate::ids::RestaurantId;

/// Flags by their names in the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Features {
    /// Whether staff may create web slots at all.
    pub create_osg_enabled: bool,
    /// Whether the restaurant's operations may be booked online.
    pub allow_reservable_operation: bool,
    pub allow_email_invitation: bool,
    pub allow_send_ivr_sms_by_default: bool,
    pub enable_customer_group_sharing: bool,
    pub allow_use_customer_group_sharing: bool,
    /// Carrier-specific fields of the delivery settings.
    pub delivery_provider: bool,
    /// Whether the calendar shows who is a gold diner.
    pub show_gold_users: bool,
    /// Whether a column of the daily calendar is 15 minutes instead of 30.
    pub quarter_hour: bool,
}

/// The flags of a restaurant; one without a row has the table's defaults.
pub async fn find(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Features> {
    sqlx::query_as!(
        Features,
        r#"SELECT coalesce(f.create_osg_enabled, true) AS "create_osg_enabled!",
                  coalesce(f.allow_reservable_operation, true) AS "allow_reservable_operation!",
                  coalesce(f.allow_email_invitation, true) AS "allow_email_invitation!",
                  coalesce(f.allow_send_ivr_sms_by_default, false) AS "allow_send_ivr_sms_by_default!",
                  coalesce(f.enable_customer_group_sharing, false) AS "enable_customer_group_sharing!",
                  coalesce(f.allow_use_customer_group_sharing, false) AS "allow_use_customer_group_sharing!",
                  coalesce(f.delivery_provider, false) AS "delivery_provider!",
                  coalesce(f.show_gold_users, false) AS "show_gold_users!",
                  r.quarter_hour_calendar AS quarter_hour
           FROM restaurants r LEFT JOIN restaurant_feature_availabilities f ON f.restaurant_id = r.id
           WHERE r.id = $1"#,
        restaurant.0
    )
    .fetch_one(conn)
    .await
}
