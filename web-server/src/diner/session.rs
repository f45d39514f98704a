//! The signed-in diner of a request.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::ids::UserId;
use domain::sessions::{self, AccountId, Side, Token, TokenHash};

use crate::account_security::{AccountHolder, SecurityCaller};
use crate::http::cookies::DINER_COOKIE;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// A signed-in diner; otherwise the request is rejected (302 to the sign-in page for HTML, 401 for JSON).
#[derive(Clone, Debug)]
pub struct Diner {
    pub id: UserId,
    pub session: TokenHash,
}

impl Diner {
    /// Returns the diner of a request, for a handler that must inspect the request first.
    pub async fn require(app: &App, context: &Context) -> Result<Self, ApiError> {
        let token = context.cookie(DINER_COOKIE).ok_or_else(ApiError::unauthorized)?;
        find_diner(app, token).await?.ok_or_else(ApiError::unauthorized)
    }

    /// Returns the caller of a form that redirects to another page of the account than the security settings.
    pub fn caller_at<'a>(&self, app: &'a App, context: &'a Context, home: &'static str) -> SecurityCaller<'a> {
        SecurityCaller { app, context, who: AccountId::Diner(self.id), session: self.session.clone(), home }
    }
}

impl AccountHolder for Diner {
    const SETTINGS: &'static str = "/users/profile/security_settings";

    fn caller<'a>(&self, app: &'a App, context: &'a Context) -> Result<SecurityCaller<'a>, ApiError> {
        Ok(self.caller_at(app, context, Self::SETTINGS))
    }
}

/// A request with a diner's session cookie, valid or not. A request without one is rejected before its body is parsed.
#[derive(Clone, Copy, Debug)]
pub struct HasSessionCookie;

impl FromRequestParts<App> for HasSessionCookie {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let context = Context::from_request_parts(parts, app).await?;
        context.cookie(DINER_COOKIE).map(|_| Self).ok_or_else(ApiError::unauthorized)
    }
}

/// The diner, if any.
#[derive(Clone, Debug)]
pub struct MaybeDiner(pub Option<Diner>);

impl MaybeDiner {
    pub fn id(&self) -> Option<UserId> {
        self.0.as_ref().map(|diner| diner.id)
    }
}

/// Returns the diner of a cookie's token; `None` while the second factor is missing.
pub async fn find_diner(app: &App, token: &str) -> sqlx::Result<Option<Diner>> {
    let token = Token::from_cookie(token);
    let mut conn = app.pool.acquire().await?;
    let session = sessions::find_by_token(&mut conn, Side::Diner, &token, app.clock.now()).await?;
    Ok(session.and_then(|session| match session.who {
        AccountId::Diner(id) => Some(Diner { id, session: session.hash }),
        _ => None,
    }))
}

impl FromRequestParts<App> for MaybeDiner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let context = Context::from_request_parts(parts, app).await?;
        match context.cookie(DINER_COOKIE) {
            Some(token) => Ok(Self(find_diner(app, token).await?)),
            None => Ok(Self(None)),
        }
    }
}

impl FromRequestParts<App> for Diner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        MaybeDiner::from_request_parts(parts, app).await?.0.ok_or_else(ApiError::unauthorized)
    }
}
