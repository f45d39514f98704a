//! Feature flags of a restaurant (owner §6, gaps G193).

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor, Event};
use crate::ids::RestaurantId;
use crate::text_enum::text_enum;

text_enum! {
    /// A flag that an admin can change.
    pub enum SwitchableFlag {
        CreateOsgEnabled = "create_osg_enabled",
        AllowReservableOperation = "allow_reservable_operation",
        AllowEmailInvitation = "allow_email_invitation",
        AllowSendIvrSmsByDefault = "allow_send_ivr_sms_by_default",
        EnableCustomerGroupSharing = "enable_customer_group_sharing",
        AllowUseCustomerGroupSharing = "allow_use_customer_group_sharing",
        DeliveryProvider = "delivery_provider",
        ShowGoldUsers = "show_gold_users",
    }
}

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
    /// Whether the calendar marks gold diners.
    pub show_gold_users: bool,
    /// Whether a column of the daily calendar is 15 minutes instead of 30.
    pub quarter_hour: bool,
}

impl Features {
    pub const fn is_on(&self, flag: SwitchableFlag) -> bool {
        match flag {
            SwitchableFlag::CreateOsgEnabled => self.create_osg_enabled,
            SwitchableFlag::AllowReservableOperation => self.allow_reservable_operation,
            SwitchableFlag::AllowEmailInvitation => self.allow_email_invitation,
            SwitchableFlag::AllowSendIvrSmsByDefault => self.allow_send_ivr_sms_by_default,
            SwitchableFlag::EnableCustomerGroupSharing => self.enable_customer_group_sharing,
            SwitchableFlag::AllowUseCustomerGroupSharing => self.allow_use_customer_group_sharing,
            SwitchableFlag::DeliveryProvider => self.delivery_provider,
            SwitchableFlag::ShowGoldUsers => self.show_gold_users,
        }
    }
}

/// Returns the flags of a restaurant; the table's defaults if it has no row.
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

/// Returns the id of the restaurant's record; None if it has no row yet.
pub async fn find_id(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("SELECT id FROM restaurant_feature_availabilities WHERE restaurant_id = $1", restaurant.0)
        .fetch_optional(conn)
        .await
}

/// Changes one flag, and creates the record if it does not exist.
pub async fn switch(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    flag: SwitchableFlag,
    is_on: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO restaurant_feature_availabilities (restaurant_id) VALUES ($1) ON CONFLICT (restaurant_id) DO NOTHING",
        restaurant.0
    )
    .execute(&mut *conn)
    .await?;
    let chosen = |one: SwitchableFlag| (one == flag).then_some(is_on);
    sqlx::query!(
        "UPDATE restaurant_feature_availabilities SET create_osg_enabled = coalesce($2, create_osg_enabled),
             allow_reservable_operation = coalesce($3, allow_reservable_operation),
             allow_email_invitation = coalesce($4, allow_email_invitation),
             allow_send_ivr_sms_by_default = coalesce($5, allow_send_ivr_sms_by_default),
             enable_customer_group_sharing = coalesce($6, enable_customer_group_sharing),
             allow_use_customer_group_sharing = coalesce($7, allow_use_customer_group_sharing),
             delivery_provider = coalesce($8, delivery_provider), show_gold_users = coalesce($9, show_gold_users)
         WHERE restaurant_id = $1",
        restaurant.0,
        chosen(SwitchableFlag::CreateOsgEnabled),
        chosen(SwitchableFlag::AllowReservableOperation),
        chosen(SwitchableFlag::AllowEmailInvitation),
        chosen(SwitchableFlag::AllowSendIvrSmsByDefault),
        chosen(SwitchableFlag::EnableCustomerGroupSharing),
        chosen(SwitchableFlag::AllowUseCustomerGroupSharing),
        chosen(SwitchableFlag::DeliveryProvider),
        chosen(SwitchableFlag::ShowGoldUsers),
    )
    .execute(&mut *conn)
    .await?;
    let detail = json!({ "flag": flag.as_str(), "is_on": is_on });
    let event = Event { actor, action: "feature_switched", restaurant: Some(restaurant), reservation: None, detail };
    audit::record(conn, now, event).await
}
