//! A diner's rights about their data: the data in one file, and the deletion of the account.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::db;
use domain::privacy::{self, DeletionObstacle};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::intent::removal_cookies;
use super::proof::{self, Proof, ProofWay};
use super::signed_in::removal_cookie;
use crate::diner::session::Diner;
use crate::http::cookies::{ACCOUNT_LOCALE_COOKIE, DINER_COOKIE};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

/// Returns all personal data that Seki stores about the diner, as one JSON file. Restaurants' own notes are not included.
#[utoipa::path(get, path = "/users/profile/export", tag = "accounts",
    responses((status = 200, body = serde_json::Value), (status = 302), (status = 401), (status = 429)))]
pub async fn export(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    limit_client(&app, &context, "export", 10).await?;
    db::extend_for_bulk();
    let mut tx = app.pool.begin().await?;
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").execute(&mut *tx).await?;
    let file = privacy::export(&mut tx, diner.id, app.clock.now()).await?;
    tx.commit().await?;
    let text = serde_json::to_string_pretty(&file).map_err(ApiError::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"seki-account.json\""),
        (header::CACHE_CONTROL, "private, no-store"),
    ];
    Ok((headers, text).into_response())
}

#[derive(Serialize, ToSchema)]
pub struct AccountDeletionPage {
    /// Obstacles that must end first.
    obstacles: Vec<ObstacleView>,
    /// The proofs of identity that the deletion accepts.
    proof_ways: Vec<ProofWay>,
}

impl PageData for AccountDeletionPage {
    const NAME: &'static str = "account_deletion";
}

#[derive(Serialize, ToSchema)]
pub struct ObstacleView {
    kind: DeletionObstacle,
    text: String,
}

/// Returns the obstacles, the data that is retained, and the required proof of identity.
#[utoipa::path(get, path = "/users/profile/deletion", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<AccountDeletionPage>), (status = 302), (status = 401)))]
pub async fn page(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let obstacles = privacy::list_obstacles(&mut conn, diner.id, app.clock.now()).await?;
    let proof_ways = proof::ways(&app, &context, &mut conn, &diner).await?;
    drop(conn);
    let view = |kind: DeletionObstacle| ObstacleView { kind, text: context.t(&format!("errors.{}", kind.text_code())) };
    let data = AccountDeletionPage { obstacles: obstacles.into_iter().map(view).collect(), proof_ways };
    let meta = Meta::private(context.t("pages.account_deletion.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct DeletionBody {
    current_password: Option<String>,
    /// A code of the authenticator app, or a recovery code.
    code: Option<String>,
    /// For an account with neither a password nor an app.
    mailed_code: Option<String>,
}

/// Deletes the account; requires the password or a fresh code. 409 names the obstacles; the account is unchanged then.
#[utoipa::path(delete, path = "/users/profile", tag = "accounts", request_body = DeletionBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 409), (status = 422), (status = 429)))]
pub async fn delete(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<DeletionBody>,
) -> Result<Response, ApiError> {
    let proof = Proof { current_password: body.current_password, code: body.code, mailed_code: body.mailed_code };
    proof::require(&app, &context, &diner, proof).await?;
    db::extend_for_bulk();
    let now = app.clock.now();
    app.transaction(async |tx| privacy::delete_account(tx, &app.rng, now, diner.id).await).await?;
    let done = WriteResponse::redirect_to("/")
        .cookie(removal_cookie(&app, DINER_COOKIE))
        .cookie(removal_cookie(&app, ACCOUNT_LOCALE_COOKIE));
    let done = removal_cookies(&app).into_iter().fold(done, WriteResponse::cookie);
    done.flash(Flash::notice(context.t("flash.account_deleted")).sticky()).respond(&app, &context)
}
