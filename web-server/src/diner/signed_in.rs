//! Steps after every sign-in: sets the session's cookie, and redirects the diner to their target.

use axum_extra::extract::cookie::Cookie;
use domain::i18n::Locale;
use domain::ids::UserId;
use domain::sessions::{self, SessionStart, Side, Token, TokenHash};
use sqlx::PgConnection;

use super::intent::{Intent, removal_cookies};
use crate::http::cookies::{ACCOUNT_LOCALE_COOKIE, DINER_COOKIE, cookie, removal};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::write_response::WriteResponse;
use crate::state::App;

/// Returns the session that this browser has now, valid or not.
pub fn current_session(context: &Context) -> Option<TokenHash> {
    context.cookie(DINER_COOKIE).map(|token| Token::from_cookie(token).hash())
}

pub fn session_cookie(app: &App, token: &Token) -> Cookie<'static> {
    cookie(DINER_COOKIE, token.as_str().to_owned(), &app.config.base_url, Some(sessions::LIFETIME.num_days()))
}

pub fn removal_cookie(app: &App, name: &'static str) -> Cookie<'static> {
    removal(name, &app.config.base_url)
}

/// Carries out the intent, and returns the target after signing in: the intent's restaurant, otherwise the page that redirected the diner,
/// otherwise home.
pub async fn destination(
    conn: &mut PgConnection,
    app: &App,
    diner: UserId,
    intent: &Intent,
) -> Result<String, ApiError> {
    let done = intent.fulfil(conn, app, diner).await?;
    Ok(done.or_else(|| intent.path.clone()).unwrap_or_else(|| "/".to_owned()))
}

/// Returns the cookie that sets the account's language in a browser without a chosen one (gaps G020).
pub fn account_language(app: &App, locale: Locale) -> Cookie<'static> {
    cookie(ACCOUNT_LOCALE_COOKIE, locale.as_str().to_owned(), &app.config.base_url, Some(365))
}

/// Returns the kind of session that a diner starts in this browser.
pub fn kind<'a>(app: &App, context: &'a Context) -> SessionStart<'a> {
    let idle_end = Some(app.config.sign_in.diner_idle_end);
    SessionStart { idle_end, user_agent: context.user_agent(), ..SessionStart::default() }
}

/// Returns the response that signs a diner in and deletes the cookies of the steps before; `device` is the browser's.
pub fn complete_sign_in(app: &App, path: String, token: &Token, device: Cookie<'static>) -> WriteResponse {
    let done = WriteResponse::redirect_to(path).cookie(session_cookie(app, token)).cookie(device);
    removal_cookies(app).into_iter().fold(done, WriteResponse::cookie)
}

/// Returns the session that waits for its code, if this browser has one.
pub async fn find_pending_session(app: &App, context: &Context) -> Result<Option<sessions::Session>, ApiError> {
    let Some(token) = context.cookie(DINER_COOKIE).map(Token::from_cookie) else { return Ok(None) };
    let mut conn = app.pool.acquire().await?;
    Ok(sessions::find_pending(&mut conn, Side::Diner, &token, app.clock.now()).await?)
}
