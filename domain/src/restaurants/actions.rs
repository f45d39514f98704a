//! Writes the settings of a restaurant: `restaurants`, `restaurant_operations`, and the risky columns of `operations`. Each write
//! invalidates the caches of every web server and records an audit event; a write of `restaurants` also updates the search texts. The other
//! writer of `restaurants` is `profile`.

use chrono::{DateTime, Duration, Months, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::model::Visibility;
use super::opening::{OpeningError, find_restaurant, require_recipients};
use super::policy::CancellationPolicy;
use super::queries::touch_settings;
use super::risky::{RiskyChange, RiskySetting, SettingTarget};
use super::search;
use crate::audit::{self, Actor};
use crate::ids::{AdminUserId, RestaurantId, RestaurantOperationId};
use crate::text_enum::text_enum;

/// Changes of a restaurant; a None stays as it is.
#[derive(Clone, Debug, Default)]
pub struct SettingsChange {
    pub visibility: Option<Visibility>,
    /// Yen for each guest.
    pub reservation_fee: Option<i32>,
    pub policy: Option<CancellationPolicy>,
    pub online_starts_at: Option<DateTime<Utc>>,
    pub quarter_hour_calendar: Option<bool>,
    pub phone: Option<String>,
    pub zip_code: Option<String>,
    pub address_ja: Option<String>,
}

impl SettingsChange {
    /// Returns the names of the changed fields. Their values stay out of the audit log: an address and a number are personal data there.
    fn names(&self) -> Vec<&'static str> {
        let named = [
            ("visibility", self.visibility.is_some()),
            ("reservation_fee", self.reservation_fee.is_some()),
            ("cancellation_policy", self.policy.is_some()),
            ("online_starts_at", self.online_starts_at.is_some()),
            ("quarter_hour_calendar", self.quarter_hour_calendar.is_some()),
            ("phone", self.phone.is_some()),
            ("zip_code", self.zip_code.is_some()),
            ("address_ja", self.address_ja.is_some()),
        ];
        named.into_iter().filter_map(|(name, changes)| changes.then_some(name)).collect()
    }
}

/// Changes a restaurant. Existing bookings keep their terms.
pub async fn update(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    changes: &SettingsChange,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE restaurants SET visibility = coalesce($2, visibility), reservation_fee = coalesce($3, reservation_fee),
             cancellation_policy = coalesce($4, cancellation_policy),
             quarter_hour_calendar = coalesce($5, quarter_hour_calendar), phone = coalesce($6, phone),
             zip_code = coalesce($7, zip_code), address_ja = coalesce($8, address_ja)
         WHERE id = $1",
        restaurant.0,
        changes.visibility.map(Visibility::as_str),
        changes.reservation_fee,
        changes.policy.as_ref().map(|policy| json!(policy)),
        changes.quarter_hour_calendar,
        changes.phone,
        changes.zip_code,
        changes.address_ja,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE restaurant_operations SET or_starts_at = coalesce($2, or_starts_at) WHERE restaurant_id = $1",
        restaurant.0,
        changes.online_starts_at,
    )
    .execute(&mut *conn)
    .await?;
    search::write(conn, &[restaurant]).await?;
    record_change(conn, now, actor, restaurant, "restaurant_updated", json!({ "changed": changes.names() })).await
}

text_enum! {
    /// Presets of the online start, by their names in the call (admin §2, §9, gaps G182).
    pub enum StartPreset {
        Now = "future",
        FiveDays = "5days",
        TwoYears = "2years",
        /// The start before the last change.
        Restore = "restore",
    }
}

impl StartPreset {
    /// Returns the new start; None for a start that is restored.
    fn at(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match self {
            Self::Now => Some(now),
            Self::FiveDays => Some(now + Duration::days(5)),
            Self::TwoYears => Some(now + Months::new(24)),
            Self::Restore => None,
        }
    }
}

/// Reports whether a start opens the restaurant. Two years is the start of a restaurant that is not open.
fn opens(starts_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    starts_at < now + Months::new(12)
}

/// The starts that an admin saw before the change, in whole seconds. None expects nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExpectedStart {
    pub starts_at: Option<DateTime<Utc>>,
    /// The start that `Restore` would set.
    pub previous: Option<DateTime<Utc>>,
}

impl ExpectedStart {
    fn matches(self, starts_at: DateTime<Utc>, previous: Option<DateTime<Utc>>) -> bool {
        let is_seen = |seen: Option<DateTime<Utc>>, stored: Option<DateTime<Utc>>| {
            seen.is_none_or(|seen| stored.is_some_and(|stored| stored.timestamp() == seen.timestamp()))
        };
        is_seen(self.starts_at, Some(starts_at)) && is_seen(self.previous, previous)
    }
}

/// Sets the online start of `operation` (an id of `restaurant_operations`), and its author. None if there is no such row, or no earlier
/// start to restore. A restored start can be undone in the same way.
///
/// # Errors
/// `StartChanged` if the stored starts differ from the expected ones; `Incomplete` if the preset opens a restaurant without an owner or a
/// notification address.
pub async fn set_online_start(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    admin: AdminUserId,
    operation: RestaurantOperationId,
    preset: StartPreset,
    expected: ExpectedStart,
) -> Result<Option<RestaurantId>, OpeningError> {
    let Some(restaurant) = find_restaurant(conn, operation).await? else { return Ok(None) };
    let found = sqlx::query!(
        "SELECT or_starts_at, previous_starts_at FROM restaurant_operations WHERE restaurant_id = $1 AND id = $2 FOR UPDATE",
        restaurant.0,
        operation.0
    );
    let Some(found) = found.fetch_optional(&mut *conn).await? else { return Ok(None) };
    if !expected.matches(found.or_starts_at, found.previous_starts_at) {
        return Err(OpeningError::StartChanged);
    }
    let Some(starts_at) = preset.at(now).or(found.previous_starts_at) else { return Ok(None) };
    if opens(starts_at, now) {
        require_recipients(conn, restaurant).await?;
    }
    sqlx::query!(
        "UPDATE restaurant_operations SET previous_starts_at = or_starts_at, or_starts_at = $2, admin_user_id = $3
         WHERE restaurant_id = $1",
        restaurant.0,
        starts_at,
        admin.0,
    )
    .execute(&mut *conn)
    .await?;
    let detail = json!({ "or_starts_at": starts_at, "previous_or_starts_at": found.or_starts_at, "type": preset });
    record_change(conn, now, Actor::Admin(admin), restaurant, "online_start_set", detail).await?;
    Ok(Some(restaurant))
}

/// Sets whether a cancelled booking becomes a cancellation slot, and within how many days before the visit.
pub async fn set_online_cancellation(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    is_enabled: bool,
    within_days: Option<i32>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE restaurant_operations SET enable_online_cancellation = $2, can_create_online_cancellation_within_days = $3
         WHERE restaurant_id = $1",
        restaurant.0,
        is_enabled,
        within_days,
    )
    .execute(&mut *conn)
    .await?;
    let detail = json!({ "enable_online_cancellation": is_enabled, "within_days": within_days });
    record_change(conn, now, actor, restaurant, "online_cancellation_settings_updated", detail).await
}

/// Sets whether maps and search engines receive the free tables (`merchants`).
pub async fn set_availability_feed(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    is_in_availability_feed: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE restaurant_operations SET is_in_availability_feed = $2 WHERE restaurant_id = $1",
        restaurant.0,
        is_in_availability_feed,
    )
    .execute(&mut *conn)
    .await?;
    let detail = json!({ "is_in_availability_feed": is_in_availability_feed });
    record_change(conn, now, actor, restaurant, "availability_feed_set", detail).await
}

/// Sets whether a waiting room is in front of the restaurant's openings (`waiting_rooms`).
pub async fn set_waiting_room(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    has_waiting_room: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE restaurant_operations SET has_waiting_room = $2 WHERE restaurant_id = $1",
        restaurant.0,
        has_waiting_room,
    )
    .execute(&mut *conn)
    .await?;
    let detail = json!({ "has_waiting_room": has_waiting_room });
    record_change(conn, now, actor, restaurant, "waiting_room_set", detail).await
}

/// Writes a risky setting (gaps G187) of the restaurant's own row or of a meal; `inventory` writes the setting of a kind of seats. The
/// audit event contains the old and the new value.
pub async fn change_risky(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    change: &RiskyChange,
    reason: &str,
) -> sqlx::Result<()> {
    match &change.place {
        SettingTarget::Restaurant => set_own(conn, restaurant, change).await?,
        SettingTarget::Operation(name) => {
            sqlx::query!(
                "UPDATE operations SET default_stay_minutes = coalesce($3, default_stay_minutes),
                     cutoff_hours = coalesce($4, cutoff_hours)
                 WHERE restaurant_id = $1 AND name = $2",
                restaurant.0,
                name.as_str(),
                change.number(RiskySetting::DefaultStayMinutes),
                change.number(RiskySetting::CutoffHours),
            )
            .execute(&mut *conn)
            .await?;
        }
        SettingTarget::InventoryGroup(_) => {}
    }
    let detail = json!({
        "setting": change.setting, "of": change.place.key(), "old": change.old.json(), "new": change.new.json(),
        "reason": reason,
    });
    record_change(conn, now, actor, restaurant, "risky_setting_changed", detail).await
}

async fn set_own(conn: &mut PgConnection, restaurant: RestaurantId, change: &RiskyChange) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE restaurants SET reservation_fee = coalesce($2, reservation_fee), visibility = coalesce($3, visibility),
             min_calendar_delay_ms = coalesce($4, min_calendar_delay_ms),
             max_calendar_delay_ms = coalesce($5, max_calendar_delay_ms),
             quarter_hour_calendar = coalesce($6, quarter_hour_calendar), is_noindex = coalesce($7, is_noindex),
             allow_cancellation_waiting = coalesce($8, allow_cancellation_waiting),
             is_delivery_only = coalesce($9, is_delivery_only)
         WHERE id = $1",
        restaurant.0,
        change.number(RiskySetting::ReservationFee),
        change.visibility().map(Visibility::as_str),
        change.number(RiskySetting::MinCalendarDelayMs),
        change.number(RiskySetting::MaxCalendarDelayMs),
        change.switch(RiskySetting::QuarterHourCalendar),
        change.switch(RiskySetting::IsNoindex),
        change.switch(RiskySetting::AllowCancellationWaiting),
        change.switch(RiskySetting::IsDeliveryOnly),
    )
    .execute(&mut *conn)
    .await?;
    search::write(conn, &[restaurant]).await
}

pub(super) async fn record_change(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    action: &str,
    detail: Value,
) -> sqlx::Result<()> {
    touch_settings(conn, restaurant).await?;
    audit::record(conn, now, audit::Event { actor, action, restaurant: Some(restaurant), reservation: None, detail })
        .await
}
