//! What happens after every sign-in: the session's cookie is set, and the diner goes where they were going.

use axum_extra::extract::cookie::Cookie;
use domain::accounts::local_path;
use domain::customers::actions::add_favorite;
use domain::ids::UserId;
use domain::restaurants::model::Visibility;
use domain::restaurants::queries::find_by_slug;
use domain::sessions::{self, Side, Token, TokenHash};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::diner::session::DINER_COOKIE;
use crate::http::answer::Done;
use crate::http::cookies::{RETURN_COOKIE, cookie, removal};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

const INTENT_COOKIE: &str = "seki_intent";
const INTENT: &str = "intent";
const RETURN: &str = "return_to";

/// What a visitor was about to do when the sign-in page came in between. It waits for the second factor too.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Intent {
    pub restaurant_slug: Option<String>,
    pub user_action: Option<String>,
}

impl Intent {
    /// The intent of a sign-in that waits for its code.
    pub fn waiting(app: &App, context: &Context) -> Self {
        context.cookie(INTENT_COOKIE).and_then(|sealed| app.signer.open(INTENT, sealed)).unwrap_or_default()
    }

    pub fn to_cookie(&self, app: &App) -> Cookie<'static> {
        cookie(INTENT_COOKIE, app.signer.seal(INTENT, self), &app.config.base_url, None)
    }

    /// Does what the visitor intended, and answers the restaurant that it leads to, if any.
    async fn fulfil(&self, conn: &mut PgConnection, app: &App, diner: UserId) -> sqlx::Result<Option<String>> {
        let Some(slug) = &self.restaurant_slug else { return Ok(None) };
        let found = find_by_slug(conn, slug).await?.filter(|found| found.visibility != Visibility::Hidden);
        let Some(restaurant) = found else { return Ok(None) };
        if self.user_action.as_deref() == Some("add_favorite") {
            add_favorite(conn, &app.rng, app.clock.now(), restaurant.id, diner, None).await?;
        }
        Ok(Some(format!("/r/{}", restaurant.slug)))
    }
}

/// The session that this browser has now, valid or not.
pub fn current_session(context: &Context) -> Option<TokenHash> {
    context.cookie(DINER_COOKIE).map(|token| Token::from_cookie(token).hash())
}

pub fn session_cookie(app: &App, token: &Token) -> Cookie<'static> {
    cookie(DINER_COOKIE, token.as_str().to_owned(), &app.config.base_url, Some(sessions::LIFETIME.num_days()))
}

pub fn removed(app: &App, name: &'static str) -> Cookie<'static> {
    removal(name, &app.config.base_url)
}

/// Where a diner goes after signing in: to what they intended, else back to the page that sent them here, else home.
pub async fn destination(
    conn: &mut PgConnection,
    app: &App,
    context: &Context,
    diner: UserId,
    intent: &Intent,
) -> Result<String, ApiError> {
    if let Some(path) = intent.fulfil(conn, app, diner).await? {
        return Ok(path);
    }
    let sealed = context.cookie(RETURN_COOKIE);
    let back: Option<String> = sealed.and_then(|sealed| app.signer.open(RETURN, sealed));
    Ok(back.and_then(|path| local_path(&app.config.base_url, &path)).unwrap_or_else(|| "/".to_owned()))
}

/// The answer that signs a diner in and deletes the cookies of the steps before.
pub fn let_in(app: &App, path: String, token: &Token) -> Done {
    Done::go(path)
        .cookie(session_cookie(app, token))
        .cookie(removed(app, RETURN_COOKIE))
        .cookie(removed(app, INTENT_COOKIE))
}

/// The session that waits for its code, if this browser has one.
pub async fn waiting_session(app: &App, context: &Context) -> Result<Option<sessions::Session>, ApiError> {
    let Some(token) = context.cookie(DINER_COOKIE).map(Token::from_cookie) else { return Ok(None) };
    let mut conn = app.pool.acquire().await?;
    let session = sessions::find_by_token(&mut conn, Side::Diner, &token, app.clock.now()).await?;
    Ok(session.filter(|session| session.awaits_second_factor))
}
