//! A gold member's profile for restaurants (gaps G249).

use axum::extract::State;
use axum::response::Response;
use domain::accounts::gold_profile::{self, GoldProfile, GoldProfileForm};
use domain::plans::error::SubscriptionPlanError;
use serde::{Deserialize, Serialize};
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

#[derive(Default, Deserialize, ToSchema)]
pub struct GoldProfileBody {
    #[serde(default)]
    gold_user_profile: GoldProfileInput,
}

/// The whole form: an omitted field is blank.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GoldProfileInput {
    omakase_recommendation: Option<String>,
    birthplace: Option<String>,
    /// YYYY-MM-DD, or blank
    birth_date: Option<String>,
    industry_type: Option<String>,
}

/// Saves the profile of a gold member: 403 for other diners, 404 for agents (gaps G041).
#[utoipa::path(patch, path = "/users/profile/gold_user_profile", tag = "plans", request_body = GoldProfileBody,
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<GoldProfileBody>,
) -> Result<Response, ApiError> {
    let typed = body.gold_user_profile;
    let mut conn = app.pool.acquire().await?;
    let tiers = tiers_of(&mut conn, &app, Some(diner.id)).await?;
    if tiers.is_agent {
        return Err(ApiError::not_found());
    }
    if !tiers.is_gold() {
        return Err(SubscriptionPlanError::NotInvited.into());
    }
    let form = GoldProfileForm {
        omakase_recommendation: typed.omakase_recommendation.as_deref().unwrap_or_default(),
        birthplace: typed.birthplace.as_deref().unwrap_or_default(),
        birth_date: typed.birth_date.as_deref().unwrap_or_default(),
        industry_type: typed.industry_type.as_deref().unwrap_or_default(),
    };
    let profile = GoldProfile::parse(form, app.clock.now())?;
    gold_profile::save(&mut conn, diner.id, &profile).await?;
    drop(conn);
    respond_with_notice(&app, &context, "/users/profile", "flash.settings_updated")
}
