//! The admin behind a request.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;
use domain::accounts::admins::{self, AdminFlag, AdminUser};
use domain::ids::AdminUserId;
use domain::sessions::{self, Side, Token, Who};

use crate::console::cookies::ADMIN_COOKIE;
use crate::http::error::ApiError;
use crate::state::App;

/// A signed-in admin; without one the request is refused (302 to `/admin/sign_in` for HTML, 401 for JSON). Owner and
/// diner sessions do not count here (gaps G003).
#[derive(Clone, Debug)]
pub struct Admin {
    pub id: AdminUserId,
    pub user: AdminUser,
}

impl Admin {
    /// Refuses a section that is not open to the admin (403; gaps G186).
    pub fn require(&self, flag: AdminFlag) -> Result<(), ApiError> {
        if self.user.flags.has(flag) { Ok(()) } else { Err(ApiError::new(StatusCode::FORBIDDEN, "admin_flag_missing")) }
    }
}

impl FromRequestParts<App> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let jar = CookieJar::from_headers(&parts.headers);
        let token = jar.get(ADMIN_COOKIE).map(|cookie| Token::from_cookie(cookie.value()));
        let token = token.ok_or_else(ApiError::unauthorized)?;
        let mut conn = app.pool.acquire().await?;
        let session = sessions::find_by_token(&mut conn, Side::Admin, &token, app.clock.now()).await?;
        let Some(Who::Admin(id)) = session.map(|session| session.who) else { return Err(ApiError::unauthorized()) };
        let user = admins::find(&mut conn, id).await?.ok_or_else(ApiError::unauthorized)?;
        Ok(Self { id, user })
    }
}
