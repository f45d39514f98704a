//! The signed-in admin of a request.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum_extra::extract::cookie::{Cookie, CookieJar};
use domain::accounts::admins::{self, AdminFlag, AdminUser};
use domain::ids::AdminUserId;
use domain::sessions::{self, AccountId, Side, Token, TokenHash};

use crate::account_security::{AccountHolder, SecurityCaller};
use crate::http::cookies::ADMIN_COOKIE;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// A signed-in admin. A request without an admin session is rejected: 302 to `/admin/sign_in` for HTML, 401 for JSON. Sessions of
/// owners and diners do not count (gaps G003).
#[derive(Clone, Debug)]
pub struct Admin {
    pub id: AdminUserId,
    pub user: AdminUser,
    pub session: TokenHash,
}

impl Admin {
    /// Rejects an admin without the permission flag of a section (403; gaps G186).
    pub fn require(&self, flag: AdminFlag) -> Result<(), ApiError> {
        if self.user.flags.has(flag) { Ok(()) } else { Err(ApiError::new(StatusCode::FORBIDDEN, "admin_flag_missing")) }
    }
}

impl FromRequestParts<App> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let jar = CookieJar::from_headers(&parts.headers);
        Self::find(app, jar.get(ADMIN_COOKIE).map(Cookie::value)).await
    }
}

impl AccountHolder for Admin {
    const SETTINGS: &'static str = "/admin/security_settings";

    fn caller<'a>(&self, app: &'a App, context: &'a Context) -> Result<SecurityCaller<'a>, ApiError> {
        let (who, session) = (AccountId::Admin(self.id), self.session.clone());
        Ok(SecurityCaller { app, context, who, session, home: Self::SETTINGS })
    }
}

impl Admin {
    /// Returns the admin of the session cookie, whatever the request's address. `None` without a valid session, and when the database
    /// fails.
    pub async fn of_cookies(app: &App, context: &Context) -> Option<Self> {
        Self::find(app, context.cookie(ADMIN_COOKIE)).await.ok()
    }

    async fn find(app: &App, cookie: Option<&str>) -> Result<Self, ApiError> {
        let token = cookie.map(Token::from_cookie).ok_or_else(ApiError::unauthorized)?;
        let mut conn = app.pool.acquire().await?;
        let session = sessions::find_by_token(&mut conn, Side::Admin, &token, app.clock.now()).await?;
        let session = session.ok_or_else(ApiError::unauthorized)?;
        let AccountId::Admin(id) = session.who else { return Err(ApiError::unauthorized()) };
        let user = admins::find(&mut conn, id).await?.ok_or_else(ApiError::unauthorized)?;
        Ok(Self { id, user, session: session.hash })
    }
}
