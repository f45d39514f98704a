//! Premium features that interest diners without premium (diner §2, D-076).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::plans::teasers::{self, Source};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

#[derive(Deserialize, ToSchema)]
pub struct TeaserBody {
    #[serde(default)]
    teaser_users: TeaserUser,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct TeaserUser {
    /// advanced_search, vacant_seat_label, premium_calendar or priority_email
    #[serde(default)]
    source: String,
}

#[derive(Serialize, ToSchema)]
pub struct TeaserRecorded {
    status: u16,
    /// The plan's page.
    redirect_to: String,
}

/// Records a diner's interest in a feature for subscribers.
#[utoipa::path(post, path = "/users/api/teaser_users", tag = "plans", request_body = TeaserBody,
    responses((status = 201, body = TeaserRecorded), (status = 401), (status = 422)))]
pub async fn record(
    State(app): State<App>,
    diner: Diner,
    FormOrJson(body): FormOrJson<TeaserBody>,
) -> Result<Response, ApiError> {
    let source = Source::named(&body.teaser_users.source);
    let source = source.ok_or_else(|| ApiError::invalid_fields([("teaser_users.source", "field_invalid")]))?;
    teasers::record(&mut *app.pool.acquire().await?, app.clock.now(), diner.id, source).await?;
    let redirect_to = format!("/premium/green?position=teasermodal&type={source}");
    Ok((StatusCode::CREATED, Json(TeaserRecorded { status: 201, redirect_to })).into_response())
}
