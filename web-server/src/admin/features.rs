//! The feature availability of a restaurant, changed one flag at a time (admin §2, §7, gaps G193).

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::settings::features::{self, Features, SwitchableFlag};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::restaurant::AdminAt;
use crate::console::page;
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::PageData;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(page)).routes(routes!(show)).routes(routes!(switch))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AdminFeatures {
    /// Id of the record; 0 if the restaurant has the defaults.
    id: i64,
    features: Features,
}

#[derive(Serialize, ToSchema)]
pub struct AdminFeaturesPage {
    /// As in `AdminFeatures`.
    id: i64,
    flags: Vec<FeatureFlag>,
}

impl PageData for AdminFeaturesPage {
    const NAME: &'static str = "admin_features";
}

/// A flag that admins can switch, and its state.
#[derive(Serialize, ToSchema)]
pub struct FeatureFlag {
    name: SwitchableFlag,
    is_on: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct FeatureBody {
    /// One flag's name with its new value.
    #[serde(deserialize_with = "one_flag")]
    #[schema(value_type = BTreeMap<String, bool>)]
    restaurant_feature_availability: BTreeMap<String, bool>,
}

fn one_flag<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, bool>, D::Error> {
    Ok(tick::map(deserializer)?.into_iter().collect())
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FeatureSwitched {
    status: u16,
    message: String,
    features: Features,
}

/// Returns the page with all flags.
#[utoipa::path(get, path = "/admin/r/{slug}/restaurant_feature_availability", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminFeaturesPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn page(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let features = features::find(&mut conn, at.restaurant.id).await?;
    let data = AdminFeaturesPage {
        id: features::find_id(&mut conn, at.restaurant.id).await?.unwrap_or_default(),
        flags: SwitchableFlag::ALL.into_iter().map(|name| FeatureFlag { name, is_on: features.is_on(name) }).collect(),
    };
    drop(conn);
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &context.t("admin.features.title"), data).await
}

/// Returns the flags with the id of their record.
#[utoipa::path(get, path = "/admin/api/r/{slug}/restaurant_feature_availability", tag = "admin",
    params(("slug" = String, Path)), responses((status = 200, body = AdminFeatures), (status = 401), (status = 404)))]
pub async fn show(State(app): State<App>, at: AdminAt) -> Result<Json<AdminFeatures>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let id = features::find_id(&mut conn, at.restaurant.id).await?.unwrap_or_default();
    Ok(Json(AdminFeatures { id, features: features::find(&mut conn, at.restaurant.id).await? }))
}

/// Switches one flag.
#[utoipa::path(put, path = "/admin/api/r/{slug}/restaurant_feature_availabilities/{id}", tag = "admin",
    params(("slug" = String, Path), ("id" = i64, Path)), request_body = FeatureBody,
    responses((status = 200, body = FeatureSwitched), (status = 401), (status = 404), (status = 422)))]
pub async fn switch(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
    FormOrJson(body): FormOrJson<FeatureBody>,
) -> Result<Json<FeatureSwitched>, ApiError> {
    let mut flags = body.restaurant_feature_availability.into_iter();
    let (Some((name, is_on)), None) = (flags.next(), flags.next()) else {
        return Err(ApiError::invalid_fields([("restaurant_feature_availability", "one_setting_at_a_time")]));
    };
    let unknown = || ApiError::invalid_fields([("restaurant_feature_availability", "setting_unknown")]);
    let flag = SwitchableFlag::named(&name).ok_or_else(unknown)?;
    let mut tx = app.pool.begin().await?;
    if features::find_id(&mut tx, at.restaurant.id).await?.unwrap_or_default().to_string() != path.1 {
        return Err(ApiError::not_found());
    }
    features::switch(&mut tx, app.clock.now(), at.actor(), at.restaurant.id, flag, is_on).await?;
    let features = features::find(&mut tx, at.restaurant.id).await?;
    tx.commit().await?;
    Ok(Json(FeatureSwitched { status: 200, message: context.t("admin.updated"), features }))
}
