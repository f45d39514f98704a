//! Current values of the risky settings, and the change of one (admin §5, gaps G187): its writes, its conflicts, and the refresh of day
//! summaries.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use sqlx::PgConnection;

use super::queries::refresh_days;
use crate::audit::Actor;
use crate::ids::{InventoryGroupId, RestaurantId};
use crate::restaurants::actions;
use crate::restaurants::model::{Bilingual, Visibility};
use crate::restaurants::opening::{self, OpeningError};
use crate::restaurants::queries::list_operations;
use crate::restaurants::risky::{RiskyChange, RiskySetting, RiskyValue, SettingTarget};

/// Current value of a setting.
#[derive(Clone, Debug)]
pub struct CurrentSetting {
    pub setting: RiskySetting,
    pub place: SettingTarget,
    /// Title of a kind of seats; None for other settings, whose names are in the catalogue.
    pub title: Option<Bilingual>,
    pub value: RiskyValue,
}

/// An admin's request to change a setting.
#[derive(Clone, Debug)]
pub struct RequestedChange<'a> {
    pub setting: RiskySetting,
    pub place: SettingTarget,
    pub value: RiskyValue,
    /// Stored in the audit log (gaps G220).
    pub reason: &'a str,
}

/// Reasons to change nothing.
#[derive(Debug, thiserror::Error)]
pub enum RiskyError {
    #[error("the restaurant has no such meal or kind of seats")]
    UnknownPlace,
    #[error("the calendar's shortest delay is longer than its longest")]
    DelaysCrossed,
    #[error("{0} upcoming parties would not fit their seats any more")]
    SeatsSold(i64),
    #[error(transparent)]
    Opening(OpeningError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl From<OpeningError> for RiskyError {
    fn from(error: OpeningError) -> Self {
        match error {
            OpeningError::Database(error) => Self::Database(error),
            OpeningError::Incomplete | OpeningError::StartChanged => Self::Opening(error),
        }
    }
}

impl RiskyError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownPlace => "setting_place_unknown",
            Self::DelaysCrossed => "calendar_delays_crossed",
            Self::SeatsSold(_) => "capacity_in_use",
            Self::Opening(error) => error.code(),
            Self::Database(_) => "internal",
        }
    }
}

/// Returns all settings of a restaurant in the order of `RiskySetting`, one for each meal that it serves and for each kind of its seats.
pub async fn list(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<CurrentSetting>> {
    let mut settings = of_seats(conn, restaurant).await?;
    settings.extend(of_meals(conn, restaurant).await?);
    settings.extend(own(conn, restaurant).await?);
    settings.sort_by_key(|current| current.setting);
    Ok(settings)
}

async fn of_seats(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<CurrentSetting>> {
    let rows = sqlx::query!(
        "SELECT uid, title_ja, title_en, capacity_per_stock FROM inventory_groups WHERE restaurant_id = $1 ORDER BY position, id",
        restaurant.0
    );
    let current = rows.fetch_all(conn).await?.into_iter().map(|row| CurrentSetting {
        setting: RiskySetting::CapacityPerStock,
        place: SettingTarget::InventoryGroup(row.uid),
        title: Some(Bilingual::new(row.title_ja, row.title_en)),
        value: RiskyValue::Number(row.capacity_per_stock),
    });
    Ok(current.collect())
}

async fn of_meals(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<CurrentSetting>> {
    let current = |setting, name, number| CurrentSetting {
        setting,
        place: SettingTarget::Operation(name),
        title: None,
        value: RiskyValue::Number(number),
    };
    let meals = list_operations(conn, restaurant).await?.into_iter().flat_map(|meal| {
        [
            current(RiskySetting::DefaultStayMinutes, meal.name, meal.default_stay_minutes),
            current(RiskySetting::CutoffHours, meal.name, meal.cutoff_hours),
        ]
    });
    Ok(meals.collect())
}

async fn own(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<CurrentSetting>> {
    let row = sqlx::query!(
        r#"SELECT reservation_fee, min_calendar_delay_ms, max_calendar_delay_ms, quarter_hour_calendar,
                  visibility AS "visibility: Visibility", is_noindex, allow_cancellation_waiting, is_delivery_only
           FROM restaurants WHERE id = $1"#,
        restaurant.0
    );
    let row = row.fetch_one(conn).await?;
    let own = [
        (RiskySetting::ReservationFee, RiskyValue::Number(row.reservation_fee)),
        (RiskySetting::MinCalendarDelayMs, RiskyValue::Number(row.min_calendar_delay_ms)),
        (RiskySetting::MaxCalendarDelayMs, RiskyValue::Number(row.max_calendar_delay_ms)),
        (RiskySetting::QuarterHourCalendar, RiskyValue::Switch(row.quarter_hour_calendar)),
        (RiskySetting::Visibility, RiskyValue::Visibility(row.visibility)),
        (RiskySetting::IsNoindex, RiskyValue::Switch(row.is_noindex)),
        (RiskySetting::AllowCancellationWaiting, RiskyValue::Switch(row.allow_cancellation_waiting)),
        (RiskySetting::IsDeliveryOnly, RiskyValue::Switch(row.is_delivery_only)),
    ];
    let current = |(setting, value)| CurrentSetting { setting, place: SettingTarget::Restaurant, title: None, value };
    Ok(own.map(current).into())
}

/// Changes one setting; every web server receives the change. The value must be within the setting's bounds. Existing bookings keep their
/// terms and their seats.
///
/// # Errors
/// The restaurant has no such meal or kind of seats, or the value conflicts with other settings; nothing is changed.
pub async fn change(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    asked: RequestedChange<'_>,
) -> Result<RiskyChange, RiskyError> {
    let RequestedChange { setting, place, value: new, reason } = asked;
    let group = match &place {
        SettingTarget::InventoryGroup(uid) => lock_seats(conn, now, restaurant, uid).await?,
        _ => None,
    };
    // Serialises changes of admins.
    sqlx::query!("SELECT 1 AS locked FROM restaurants WHERE id = $1 FOR NO KEY UPDATE", restaurant.0)
        .fetch_optional(&mut *conn)
        .await?;
    let settings = list(conn, restaurant).await?;
    let found = settings.iter().find(|current| current.setting == setting && current.place == place);
    let old = found.ok_or(RiskyError::UnknownPlace)?.value;
    check_delays(&settings, setting, new)?;
    let change = RiskyChange { setting, place, old, new };
    if is_shown(&change) && opening::opens_when_shown(conn, now, restaurant).await? {
        opening::require_recipients(conn, restaurant).await?;
    }
    if let (Some(group), RiskyValue::Number(capacity)) = (group, new) {
        set_capacity(conn, now, restaurant, group, capacity).await?;
    }
    actions::change_risky(conn, now, actor, restaurant, &change, reason).await?;
    let dates = dates_with_other_summaries(conn, restaurant, &change).await?;
    if !dates.is_empty() {
        refresh_days(conn, restaurant, &dates).await?;
    }
    Ok(change)
}

/// Reports whether a change shows a hidden restaurant.
fn is_shown(change: &RiskyChange) -> bool {
    let hidden = RiskyValue::Visibility(Visibility::Hidden);
    change.setting == RiskySetting::Visibility && change.old == hidden && change.new != hidden
}

fn check_delays(settings: &[CurrentSetting], setting: RiskySetting, new: RiskyValue) -> Result<(), RiskyError> {
    let number = |wanted: RiskySetting| match settings.iter().find(|current| current.setting == wanted)?.value {
        _ if wanted == setting => match new {
            RiskyValue::Number(number) => Some(number),
            _ => None,
        },
        RiskyValue::Number(number) => Some(number),
        _ => None,
    };
    let is_crossed = number(RiskySetting::MinCalendarDelayMs) > number(RiskySetting::MaxCalendarDelayMs);
    if is_crossed { Err(RiskyError::DelaysCrossed) } else { Ok(()) }
}

/// Locks the slots that offer seats of a kind from yesterday on, then the kind, in the lock order of all writers. A concurrent booking
/// therefore completes before the change or uses the new capacity.
async fn lock_seats(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    uid: &str,
) -> sqlx::Result<Option<InventoryGroupId>> {
    sqlx::query!(
        "SELECT o.id FROM online_stock_groups o JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
         WHERE o.restaurant_id = $1 AND g.uid = $2 AND o.deleted_at IS NULL AND o.date >= ($3::timestamptz AT TIME ZONE 'UTC')::date - 1
         ORDER BY o.id FOR NO KEY UPDATE OF o",
        restaurant.0,
        uid,
        now,
    )
    .fetch_all(&mut *conn)
    .await?;
    sqlx::query_scalar!(
        r#"SELECT id AS "id: InventoryGroupId" FROM inventory_groups WHERE restaurant_id = $1 AND uid = $2 FOR NO KEY UPDATE"#,
        restaurant.0,
        uid
    )
    .fetch_optional(conn)
    .await
}

/// Changes the capacity of a kind of seats. A party with more seats than it now needs keeps them.
///
/// # Errors
/// An upcoming or present party would have too few seats.
pub async fn set_capacity(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    group: InventoryGroupId,
    capacity: i32,
) -> Result<(), RiskyError> {
    let unseated = sqlx::query_scalar!(
        r#"SELECT count(*) AS "unseated!" FROM reservations r
           WHERE r.restaurant_id = $1 AND r.inventory_group_id = $2 AND r.status IN ('pending', 'accepted') AND r.ends_at > $3
             AND r.date >= $5
             AND r.guests_count > $4 * (SELECT count(*) FROM reservation_seats s
                 WHERE s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id AND s.released_at IS NULL)"#,
        restaurant.0,
        group.0,
        now,
        i64::from(capacity),
        // No party stays longer than a day after its business day, in any time zone. The index of the day excludes all past ones.
        (now - Duration::days(3)).date_naive(),
    );
    let unseated = unseated.fetch_one(&mut *conn).await?;
    if unseated > 0 {
        return Err(RiskyError::SeatsSold(unseated));
    }
    sqlx::query!(
        "UPDATE inventory_groups SET capacity_per_stock = $3, capacity_changed_at = $4
         WHERE restaurant_id = $1 AND id = $2 AND capacity_per_stock <> $3",
        restaurant.0,
        group.0,
        capacity,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the days whose summaries a change affects: days with slots of the meal whose cut-off it is, or with seats of the kind.
async fn dates_with_other_summaries(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    change: &RiskyChange,
) -> sqlx::Result<Vec<NaiveDate>> {
    let is_of_days = matches!(change.setting, RiskySetting::CutoffHours | RiskySetting::CapacityPerStock);
    let Some(key) = change.place.key().filter(|_| is_of_days) else { return Ok(Vec::new()) };
    sqlx::query_scalar!(
        "SELECT DISTINCT o.date FROM online_stock_groups o
         JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
         WHERE o.restaurant_id = $1 AND o.deleted_at IS NULL AND $2 IN (o.operation, g.uid) ORDER BY o.date",
        restaurant.0,
        key,
    )
    .fetch_all(conn)
    .await
}
