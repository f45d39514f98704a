//! The captcha challenge for clients that limits have rejected repeatedly (diner §2, §5, gaps G034).

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::limits::challenges;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::diner::session::MaybeDiner;
use crate::http::captcha;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

const ACTION: &str = "captcha_challenge";

#[derive(Serialize, ToSchema)]
pub struct CaptchaChallengePage {
    uniq_key: String,
    /// Return address; a path on this site.
    referrer: String,
}

impl PageData for CaptchaChallengePage {
    const NAME: &'static str = "captcha_challenge";
}

fn invalid_url() -> ApiError {
    ApiError { code: "captcha_invalid_url", ..ApiError::not_found() }
}

/// The page with the captcha; 404 once the key is used or expired.
#[utoipa::path(get, path = "/captcha_challenge/{uniq_key}", tag = "accounts", params(("uniq_key" = String, Path)),
    responses((status = 200, body = crate::http::page::Page<CaptchaChallengePage>), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Path(uniq_key): Path<String>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let referrer = challenges::find_open(&mut conn, &uniq_key, app.clock.now()).await?.ok_or_else(invalid_url)?;
    drop(conn);
    let meta = Meta::private(context.t("pages.captcha_challenge.title"));
    let data = CaptchaChallengePage { uniq_key, referrer };
    PageOf::new(meta, data).respond(&app, &context, diner.id()).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct ChallengeBody {
    recaptcha_token: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct ChallengePassed {
    message: String,
    /// Page that the rejected request came from; a path on this site.
    redirect_to: String,
}

/// Verifies the captcha's token. The limits of the client are lifted for an hour; the key is valid once.
#[utoipa::path(post, path = "/captcha_challenge/{uniq_key}/verify", tag = "accounts", params(("uniq_key" = String, Path)),
    request_body = ChallengeBody, responses((status = 200, body = ChallengePassed), (status = 404), (status = 422), (status = 502)))]
pub async fn verify(
    State(app): State<App>,
    context: Context,
    Path(uniq_key): Path<String>,
    FormOrJson(body): FormOrJson<ChallengeBody>,
) -> Result<Json<ChallengePassed>, ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    challenges::find_open(&mut conn, &uniq_key, now).await?.ok_or_else(invalid_url)?;
    drop(conn);
    captcha::require(&app, body.recaptcha_token.as_deref(), ACTION).await?;
    let mut tx = app.pool.begin().await?;
    let redirect_to = challenges::pass(&mut tx, &uniq_key, now).await?.ok_or_else(invalid_url)?;
    tx.commit().await?;
    Ok(Json(ChallengePassed { message: context.t("flash.captcha_passed"), redirect_to }))
}
