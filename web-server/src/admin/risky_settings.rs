//! The risky settings of a restaurant, changed one at a time (admin §2, §3, §5, §8, gaps G187). A change requires the permission
//! `risky_settings`, a reason and a proof of identity (gaps G220). The spelling in the call's address comes from the specification.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use domain::accounts::admins::AdminFlag;
use domain::inventory::risky::{self, CurrentSetting, RequestedChange};
use domain::restaurants::model::{OperationName, Visibility};
use domain::restaurants::risky::{RiskySetting, SettingScope, SettingTarget, ValueBounds};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::justification::Justification;
use super::restaurant::AdminAt;
use crate::console::{Expected, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::text::operation_label;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(show)).routes(routes!(change))
}

#[derive(Serialize, ToSchema)]
pub struct AdminRiskySettingsPage {
    settings: Vec<ShownSetting>,
}

impl PageData for AdminRiskySettingsPage {
    const NAME: &'static str = "admin_risky_settings";
}

/// A setting with its current value and its allowed values.
#[derive(Serialize, ToSchema)]
pub struct ShownSetting {
    name: RiskySetting,
    scope: SettingScope,
    /// The name of the meal, or the uid of the inventory group; null for a setting of the restaurant.
    of: Option<String>,
    /// Label of the meal or the inventory group; empty for a setting of the restaurant.
    of_label: String,
    /// A boolean, a number, or one of `choices`.
    #[schema(value_type = RiskySettingValue)]
    value: Value,
    /// For numbers only; both ends are allowed.
    min: Option<i32>,
    max: Option<i32>,
    choices: Vec<Visibility>,
}

/// The value of a setting: a boolean, a whole number or a text.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(untagged)]
pub enum RiskySettingValue {
    Switch(bool),
    Number(i32),
    Text(String),
}

#[derive(Deserialize, ToSchema)]
pub struct RiskySettingBody {
    /// One setting's name with its value. A setting of a meal is sent as `{operation, value}`, one of an inventory group as
    /// `{inventory_group_uid, value}`.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Value>)]
    restaurant: BTreeMap<String, Value>,
    /// The setting's name with the value that the page showed.
    #[serde(default)]
    expected: Expected,
    #[serde(flatten)]
    justification: Justification,
}

#[derive(Serialize, ToSchema)]
pub struct RiskySettingChanged {
    status: u16,
    message: String,
    name: RiskySetting,
    #[schema(value_type = RiskySettingValue)]
    old: Value,
    #[schema(value_type = RiskySettingValue)]
    new: Value,
}

/// Returns the page with all risky settings.
#[utoipa::path(get, path = "/admin/r/{slug}/restaurant_dengerous_settings", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminRiskySettingsPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let settings = risky::list(&mut *app.pool.acquire().await?, at.restaurant.id).await?;
    let data = AdminRiskySettingsPage {
        settings: settings.into_iter().map(|current| ShownSetting::new(&context, &at, current)).collect(),
    };
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &context.t("admin.risky_settings.title"), data)
        .await
}

/// Changes one setting, with a reason and a proof of identity. 409 if it does not have the expected value any more.
#[utoipa::path(put, path = "/admin/api/r/{slug}/restaurant_dengerous_settings", tag = "admin", params(("slug" = String, Path)),
    request_body = RiskySettingBody,
    responses((status = 200, body = RiskySettingChanged), (status = 401), (status = 403), (status = 404), (status = 409), (status = 422), (status = 429)))]
pub async fn change(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    FormOrJson(body): FormOrJson<RiskySettingBody>,
) -> Result<Json<RiskySettingChanged>, ApiError> {
    let reason = body.justification.require(&app, &context, &at.admin, AdminFlag::RiskySettings).await?;
    let refused = |code| ApiError::invalid_fields([("restaurant", code)]);
    let mut settings = body.restaurant.into_iter();
    let (Some((name, asked)), None) = (settings.next(), settings.next()) else {
        return Err(refused("one_setting_at_a_time"));
    };
    let setting = RiskySetting::named(&name).ok_or_else(|| refused("setting_unknown"))?;
    let field = format!("restaurant.{name}");
    let (place, value) =
        target_and_value(setting, &asked).ok_or_else(|| ApiError::invalid_fields([(&*field, "field_invalid")]))?;
    let value = setting.read(value).ok_or_else(|| ApiError::invalid_fields([(&*field, "setting_value_invalid")]))?;
    let mut tx = app.pool.begin().await?;
    let asked = RequestedChange { setting, place, value, reason };
    let changed = risky::change(&mut tx, app.clock.now(), at.actor(), at.restaurant.id, asked).await?;
    body.expected.require_one(&name, &changed.old.json(), &changed.new.json())?;
    tx.commit().await?;
    Ok(Json(RiskySettingChanged {
        status: 200,
        message: context.t("admin.updated"),
        name: setting,
        old: changed.old.json(),
        new: changed.new.json(),
    }))
}

/// Returns the target of a setting by its scope, and the value. None if a field is missing or superfluous.
fn target_and_value(setting: RiskySetting, asked: &Value) -> Option<(SettingTarget, &Value)> {
    let scope = setting.scope();
    let Some(fields) = asked.as_object() else {
        return (scope == SettingScope::Restaurant).then_some((SettingTarget::Restaurant, asked));
    };
    let key = fields.get(scope.as_str()).and_then(Value::as_str).filter(|_| fields.len() == 2)?;
    let place = match scope {
        SettingScope::Restaurant => return None,
        SettingScope::Operation => SettingTarget::Operation(OperationName::named(key)?),
        SettingScope::InventoryGroup => SettingTarget::InventoryGroup(key.to_owned()),
    };
    Some((place, fields.get("value")?))
}

impl ShownSetting {
    fn new(context: &Context, at: &AdminAt, current: CurrentSetting) -> Self {
        let (min, max, choices) = match current.setting.bounds() {
            ValueBounds::Switch => (None, None, Vec::new()),
            ValueBounds::Number { min, max } => (Some(min), Some(max), Vec::new()),
            ValueBounds::Visibility => (None, None, Visibility::ALL.to_vec()),
        };
        let of_label = match (&current.place, &current.title) {
            (SettingTarget::Operation(name), _) => operation_label(context, *name, at.restaurant.is_delivery_only),
            (_, Some(title)) => context.pick(title),
            _ => String::new(),
        };
        Self {
            name: current.setting,
            scope: current.place.scope(),
            of: current.place.key().map(str::to_owned),
            of_label,
            value: current.value.json(),
            min,
            max,
            choices,
        }
    }
}
