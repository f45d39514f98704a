//! The banner about cookies (diner §2, §7).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::legal::agree_to_cookies;
use serde::Serialize;
use utoipa::ToSchema;

use crate::diner::session::MaybeDiner;
use crate::http::cookies::{COOKIE_AGREEMENT_COOKIE, cookie};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::write_response::with_cookie;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct CookieAgreement {
    status: u16,
}

/// Records this browser's agreement; a repetition has no effect.
#[utoipa::path(post, path = "/users/api/cookie_storage_agreements", tag = "accounts",
    responses((status = 201, body = CookieAgreement)))]
pub async fn agree(State(app): State<App>, context: Context, diner: MaybeDiner) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    agree_to_cookies(&mut conn, app.clock.now(), context.visitor(), diner.id()).await?;
    drop(conn);
    let agreed = cookie(COOKIE_AGREEMENT_COOKIE, "1".to_owned(), &app.config.base_url, Some(365));
    with_cookie((StatusCode::CREATED, Json(CookieAgreement { status: 201 })).into_response(), &agreed)
}
