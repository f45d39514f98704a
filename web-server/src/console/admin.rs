//! The admin behind a request.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;
use domain::ids::AdminUserId;
use domain::sessions::{self, Side, Token, Who};

use crate::console::cookies::ADMIN_COOKIE;
use crate::http::error::ApiError;
use crate::state::App;

/// A signed-in admin; without one the request is refused (302 to `/admin/sign_in` for HTML, 401 for JSON). Owner and
/// diner sessions do not count here (gaps G003).
#[derive(Clone, Copy, Debug)]
pub struct Admin {
    pub id: AdminUserId,
}

impl FromRequestParts<App> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let jar = CookieJar::from_headers(&parts.headers);
        let token = jar.get(ADMIN_COOKIE).map(|cookie| Token::from_cookie(cookie.value()));
        let token = token.ok_or_else(ApiError::unauthorized)?;
        let mut conn = app.pool.acquire().await?;
        let session = sessions::find_by_token(&mut conn, Side::Admin, &token, app.clock.now()).await?;
        match session.map(|session| session.who) {
            Some(Who::Admin(id)) => Ok(Self { id }),
            _ => Err(ApiError::unauthorized()),
        }
    }
}
