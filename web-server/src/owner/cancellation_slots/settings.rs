//! Settings of cancellation slots: whether cancelled bookings create them, and when they open to each customer group
//! (owner §4, §5, G165).

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::cancellations::queries::find_policy;
use domain::cancellations::release::CancellationSlotPolicy;
use domain::cancellations::settings::{self, GroupStandby, StandbyChange};
use domain::ids::CustomerGroupId;
use domain::restaurants::profile;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::{Envelope, Expected, OwnerOrAdmin, RecordKey, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::PageData;
use crate::owner::number::{Number, present};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerRestaurantOperationPage {
    pub restaurant_operation: OnlineCancellationSettings,
    pub customer_groups: Vec<StandbySettings>,
}

impl PageData for OwnerRestaurantOperationPage {
    const NAME: &'static str = "owner_restaurant_operation";
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OnlineCancellationSettings {
    pub enable_online_cancellation: bool,
    /// Only visits within this number of days create a slot; null for no limit.
    pub can_create_online_cancellation_within_days: Option<i32>,
}

/// The time at which a customer group is notified of freed slots.
#[derive(Debug, Serialize, ToSchema)]
pub struct StandbySettings {
    pub id: i64,
    pub label: String,
    pub label_short: String,
    pub allow_standby: bool,
    pub standby_notify_immediate: bool,
    pub standby_notify_before_days: i32,
    pub standby_notify_before_hours: i32,
}

impl From<CancellationSlotPolicy> for OnlineCancellationSettings {
    fn from(policy: CancellationSlotPolicy) -> Self {
        Self {
            enable_online_cancellation: policy.is_enabled,
            can_create_online_cancellation_within_days: policy.within_days,
        }
    }
}

impl From<GroupStandby> for StandbySettings {
    fn from(group: GroupStandby) -> Self {
        Self {
            id: group.id.0,
            label: group.label,
            label_short: group.label_short,
            allow_standby: group.allow_standby,
            standby_notify_immediate: group.is_immediate,
            standby_notify_before_days: group.before_days,
            standby_notify_before_hours: group.before_hours,
        }
    }
}

/// Returns the page with the settings of cancellation slots.
#[utoipa::path(get, path = "/owners/restaurant_operation/edit", tag = "owner",
    responses((status = 200, body = page::ConsolePage<OwnerRestaurantOperationPage>), (status = 302), (status = 401)))]
pub async fn edit(State(app): State<App>, context: Context, staff: OwnerOrAdmin) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let policy = find_policy(&mut conn, staff.restaurant.id).await?;
    let groups = settings::list_group_standby(&mut conn, staff.restaurant.id).await?;
    drop(conn);
    let data = OwnerRestaurantOperationPage {
        restaurant_operation: policy.into(),
        customer_groups: groups.into_iter().map(StandbySettings::from).collect(),
    };
    page::respond(&app, &context, &staff, &context.t("owner.restaurant_operation.title"), data).await
}

#[derive(Deserialize, ToSchema)]
pub struct OperationChange {
    restaurant_operation: OperationFields,
    /// The values of these fields that the form showed.
    #[serde(default)]
    expected: Expected,
}

/// Fields that are left out remain unchanged.
#[derive(Deserialize, ToSchema)]
pub struct OperationFields {
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(value_type = Option<tick::CheckboxValue>, nullable = false)]
    enable_online_cancellation: Option<bool>,
    /// 0 to 2147483647; null or blank for no limit.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Number>)]
    can_create_online_cancellation_within_days: Option<Option<Number>>,
}

/// Changes whether cancelled bookings create cancellation slots. Switching off resets the number of days. 409 with the stored values if
/// another user has changed one of the fields since the form showed it (gaps G319).
#[utoipa::path(patch, path = "/owners/api/restaurant_operations/{slug}", tag = "owner", params(("slug" = String, Path)),
    request_body = OperationChange,
    responses((status = 200, body = Envelope<OnlineCancellationSettings>), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update_operation(
    State(app): State<App>,
    staff: OwnerOrAdmin,
    Path(slug): Path<String>,
    FormOrJson(body): FormOrJson<OperationChange>,
) -> Result<Json<Envelope<OnlineCancellationSettings>>, ApiError> {
    const DAYS: &str = "can_create_online_cancellation_within_days";
    let staff = staff.0.at(&mut *app.pool.acquire().await?, &slug).await?;
    let restaurant = staff.restaurant.id;
    let fields = body.restaurant_operation;
    let days = match fields.can_create_online_cancellation_within_days {
        Some(Some(number)) => Some(number.read(DAYS)?),
        Some(None) => Some(None),
        None => None,
    };
    let (now, actor, enabled) = (app.clock.now(), staff.actor(), fields.enable_online_cancellation);
    let mut tx = app.pool.begin().await?;
    profile::lock(&mut tx, restaurant).await?;
    let stored = OnlineCancellationSettings::from(find_policy(&mut tx, restaurant).await?);
    let policy = settings::set_policy(&mut tx, now, actor, restaurant, enabled, days).await?;
    let saved = OnlineCancellationSettings::from(policy);
    body.expected.require(&stored, &saved)?;
    tx.commit().await?;
    Ok(Envelope::ok(saved))
}

#[derive(Deserialize, ToSchema)]
pub struct GroupStandbyChange {
    customer_group: GroupStandbyFields,
    /// The values of these fields that the form showed.
    #[serde(default)]
    expected: Expected,
}

/// Fields that are left out remain unchanged. The numbers are 0 for a group without standby.
#[derive(Deserialize, ToSchema)]
pub struct GroupStandbyFields {
    #[serde(default)]
    standby_notify_before_days: Option<Number>,
    #[serde(default)]
    standby_notify_before_hours: Option<Number>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(value_type = Option<tick::CheckboxValue>, nullable = false)]
    standby_notify_immediate: Option<bool>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(value_type = Option<tick::CheckboxValue>, nullable = false)]
    allow_standby: Option<bool>,
}

/// Changes the time at which cancellation slots open to a customer group. 409 with the stored values if another user has changed one of the
/// fields since the form showed it (gaps G319).
#[utoipa::path(patch, path = "/owners/api/customer_groups/{id}", tag = "owner", params(("id" = String, Path)),
    request_body = GroupStandbyChange,
    responses((status = 200, body = Envelope<StandbySettings>), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update_group(
    State(app): State<App>,
    staff: OwnerOrAdmin,
    key: RecordKey,
    FormOrJson(body): FormOrJson<GroupStandbyChange>,
) -> Result<Json<Envelope<StandbySettings>>, ApiError> {
    let fields = body.customer_group;
    let number = |number: Option<Number>, field| match number {
        Some(number) => number.read(field).map(|number| Some(number.unwrap_or(0))),
        None => Ok(None),
    };
    let change = StandbyChange {
        allow_standby: fields.allow_standby,
        is_immediate: fields.standby_notify_immediate,
        before_days: number(fields.standby_notify_before_days, "standby_notify_before_days")?,
        before_hours: number(fields.standby_notify_before_hours, "standby_notify_before_hours")?,
    };
    let mut tx = app.pool.begin().await?;
    let (now, id, uid) = (app.clock.now(), key.id.map(CustomerGroupId), key.uid.as_deref());
    let changed =
        settings::set_group_standby(&mut tx, now, staff.actor(), staff.restaurant.id, id, uid, change).await?;
    let (stored, saved) = changed.ok_or_else(ApiError::not_found)?;
    let (stored, saved) = (StandbySettings::from(stored), StandbySettings::from(saved));
    body.expected.require(&stored, &saved)?;
    tx.commit().await?;
    Ok(Envelope::ok(saved))
}
