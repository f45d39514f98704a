//! A gold member's profile for restaurants (gaps G249).

use axum::extract::State;
use axum::response::Response;
use domain::accounts::gold_profile::{self, GoldProfile, GoldProfileForm};
use domain::plans::error::SubscriptionPlanError;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::tiers::tiers_of;
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::write_response::{WriteMessage, respond_with_notice};
use crate::state::App;

/// The member's own profile; blank texts if nothing is stored.
#[derive(Serialize, ToSchema)]
pub struct GoldProfileFields {
    omakase_recommendation: String,
    birthplace: String,
    /// YYYY-MM-DD
    birth_date: Option<String>,
    industry_type: String,
}

impl GoldProfileFields {
    pub fn new(profile: GoldProfile) -> Self {
        Self {
            omakase_recommendation: profile.omakase_recommendation,
            birthplace: profile.birthplace,
            birth_date: profile.birth_date.map(|date| date.to_string()),
            industry_type: profile.industry_type,
        }
    }
}

/// The form is required, because an omitted one would be read as blank and delete the profile.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GoldProfileBody {
    gold_user_profile: GoldProfileInput,
    /// Fields of an HTML form.
    #[serde(default)]
    #[schema(ignore)]
    _method: IgnoredAny,
    #[serde(default, rename = "authenticity_token")]
    #[schema(ignore)]
    _authenticity_token: IgnoredAny,
}

/// The whole form: each field is required, and may be null or blank.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GoldProfileInput {
    #[serde(deserialize_with = "text")]
    omakase_recommendation: String,
    #[serde(deserialize_with = "text")]
    birthplace: String,
    /// YYYY-MM-DD, or blank
    #[serde(deserialize_with = "text")]
    birth_date: String,
    #[serde(deserialize_with = "text")]
    industry_type: String,
}

/// A text; null is blank.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Saves the profile of a gold member: 403 for other diners, 404 for agents (gaps G041). Diners who have a profile from an earlier
/// membership delete it with the blank form.
#[utoipa::path(patch, path = "/users/profile/gold_user_profile", tag = "plans", request_body = GoldProfileBody,
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<GoldProfileBody>,
) -> Result<Response, ApiError> {
    let typed = body.gold_user_profile;
    let form = GoldProfileForm {
        omakase_recommendation: &typed.omakase_recommendation,
        birthplace: &typed.birthplace,
        birth_date: &typed.birth_date,
        industry_type: &typed.industry_type,
    };
    let profile = GoldProfile::parse(form, app.clock.now());
    let mut conn = app.pool.acquire().await?;
    let tiers = tiers_of(&mut conn, &app, Some(diner.id)).await?;
    let is_blank = profile.as_ref().is_ok_and(|profile| *profile == GoldProfile::default());
    let deletes = is_blank && gold_profile::find(&mut conn, diner.id).await?.is_some();
    if tiers.is_agent && !deletes {
        return Err(ApiError::not_found());
    }
    if !tiers.is_gold() && !deletes {
        return Err(SubscriptionPlanError::NotInvited.into());
    }
    let profile = profile?;
    gold_profile::save(&mut conn, diner.id, &profile).await?;
    drop(conn);
    respond_with_notice(&app, &context, "/users/profile", "flash.settings_updated")
}
