//! Signing in and out (diner §2, gaps G037).

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::Cookie;
use domain::accounts::{self, Origin, authenticators, password};
use domain::ids::UserId;
use domain::limits;
use domain::names::email_key;
use domain::sessions::{self, AccountId, SessionStart, Side};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::intent::{Intent, PendingIntent, removal_cookies};
use super::signed_in::{
    account_language, complete_sign_in, current_session, destination, kind, removal_cookie, session_cookie,
};
use crate::diner::session::MaybeDiner;
use crate::http::cookies::{ACCOUNT_LOCALE_COOKIE, DINER_COOKIE};
use crate::http::device::{device, note_sign_in};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::limits::{limit_bucket, limit_client};
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

/// `sapm` is always empty (its spelling is the specification's); the others describe the visitor's intent.
#[derive(Deserialize, IntoParams)]
pub struct SignInQuery {
    #[serde(rename = "sapm")]
    _sapm: Option<String>,
    restaurant_slug: Option<String>,
    user_action: Option<String>,
    /// Page that the visitor came from; a path on this site. Without it, the page that redirected the visitor.
    after_sign_in_url: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct SignInPage {
    restaurant_slug: Option<String>,
    user_action: Option<String>,
    restaurant_name: Option<String>,
    /// Target after signing in. The form contains it, so another tab cannot change it.
    after_sign_in_url: Option<String>,
    continuing: Option<PendingIntent>,
    /// For visitors without an account.
    sign_up_path: String,
}

impl PageData for SignInPage {
    const NAME: &'static str = "sign_in";
}

/// The form. A signed-in diner is redirected.
#[utoipa::path(get, path = "/users/sign_in", tag = "accounts", params(SignInQuery),
    responses((status = 200, body = crate::http::page::Page<SignInPage>), (status = 303)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Query(query): Query<SignInQuery>,
) -> Result<Response, ApiError> {
    let after = query.after_sign_in_url.as_deref();
    let intent = Intent::from_request(&app, &context, query.restaurant_slug, query.user_action, after);
    let mut conn = app.pool.acquire().await?;
    if diner.id().is_some() {
        return Ok(Redirect::to(&intent.place(&mut conn).await?).into_response());
    }
    let restaurant = intent.restaurant(&mut conn).await?;
    let data = SignInPage {
        restaurant_name: restaurant.as_ref().map(|restaurant| context.pick(&restaurant.name)),
        restaurant_slug: restaurant.map(|restaurant| restaurant.slug),
        user_action: intent.user_action.clone(),
        after_sign_in_url: intent.path.clone(),
        continuing: intent.pending_intent(&mut conn, &app, &context).await?,
        sign_up_path: intent.sign_up_path(),
    };
    drop(conn);
    let meta = Meta::private(context.t("pages.sign_in.title"));
    PageOf::new(meta, data).respond(&app, &context, None).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SignInBody {
    #[serde(default)]
    user: Credentials,
    restaurant_slug: Option<String>,
    user_action: Option<String>,
    /// Target after signing in; a path on this site.
    after_sign_in_url: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct Credentials {
    email: Option<String>,
    password: Option<String>,
}

/// Signs a diner in, or redirects to the mailed code. 422 when address and password do not match, 429 after ten failures in a row.
#[utoipa::path(post, path = "/users/sign_in", tag = "accounts", request_body = SignInBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<SignInBody>,
) -> Result<Response, ApiError> {
    let email = body.user.email.unwrap_or_default();
    limit_client(&app, &context, "sign_in", 300).await?;
    let bucket = limits::personal_bucket("sign_in_as", &format!("{} {}", context.client(), email_key(&email)));
    let turn = password::verification_permit(Side::Diner).await?;
    let now = app.clock.now();
    limit_bucket(&app, &context, &bucket, 30).await?;
    let mut conn = app.pool.acquire().await?;
    let given = body.user.password.unwrap_or_default();
    let device = device(&app, &context);
    let origin = Origin { address: context.client(), device: device.as_ref() };
    let signed_in = accounts::authenticate(&mut conn, now, origin, &email, &given).await?;
    drop((conn, turn));
    let after = body.after_sign_in_url.as_deref();
    let intent = Intent::from_request(&app, &context, body.restaurant_slug, body.user_action, after);
    admit(&app, &context, &intent, signed_in.id, signed_in.needs_second_factor, Vec::new()).await
}

/// Signs in an authenticated diner, or redirects to the second factor; the response includes `cookies`.
pub async fn admit(
    app: &App,
    context: &Context,
    intent: &Intent,
    id: UserId,
    needs_second_factor: bool,
    cookies: Vec<Cookie<'static>>,
) -> Result<Response, ApiError> {
    let has_app = has_app(app, id).await?;
    if has_app || needs_second_factor {
        let done = start_second_factor(app, context, intent, id, has_app).await?;
        return cookies.into_iter().fold(done, WriteResponse::cookie).respond(app, context);
    }
    let mut tx = app.pool.begin().await?;
    let previous = current_session(context);
    let who = AccountId::Diner(id);
    let token = sessions::start(&mut tx, &app.rng, app.clock.now(), who, previous.as_ref(), kind(app, context)).await?;
    let device = note_sign_in(&mut tx, app, context, who).await?;
    let path = destination(&mut tx, app, id, intent).await?;
    let locale = accounts::queries::locale_of(&mut tx, id).await?;
    tx.commit().await?;
    let done = complete_sign_in(app, path, &token, device).cookie(account_language(app, locale));
    let done = cookies.into_iter().fold(done, WriteResponse::cookie);
    done.flash(Flash::notice(context.t("flash.signed_in"))).respond(app, context)
}

/// Reports whether a diner signs in with an authenticator app, which replaces the mailed code.
pub async fn has_app(app: &App, id: UserId) -> Result<bool, ApiError> {
    let mut conn = app.pool.acquire().await?;
    Ok(authenticators::find_enabled(&mut conn, AccountId::Diner(id)).await?.is_some())
}

/// Starts a pending session; without an app, mails the code that it waits for.
async fn start_second_factor(
    app: &App,
    context: &Context,
    intent: &Intent,
    id: UserId,
    has_app: bool,
) -> Result<WriteResponse, ApiError> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let kind = SessionStart { awaits_second_factor: true, ..kind(app, context) };
    let previous = current_session(context);
    let token = sessions::start(&mut tx, &app.rng, now, AccountId::Diner(id), previous.as_ref(), kind).await?;
    if !has_app {
        accounts::issue_challenge(&mut tx, &app.rng, now, &token.hash(), id).await?;
    }
    tx.commit().await?;
    let done = WriteResponse::redirect_to("/users/two_factor_authentication").cookie(session_cookie(app, &token));
    Ok(done.cookie(intent.to_cookie(app)))
}

/// Signs out; harmless without a session.
#[utoipa::path(delete, path = "/users/sign_out", tag = "accounts", responses((status = 200, body = RedirectTo), (status = 303)))]
pub async fn destroy(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    if let Some(session) = current_session(&context) {
        sessions::revoke(&mut *app.pool.acquire().await?, app.clock.now(), &session).await?;
    }
    let done = WriteResponse::redirect_to("/").cookie(removal_cookie(&app, DINER_COOKIE));
    let done = done.cookie(removal_cookie(&app, ACCOUNT_LOCALE_COOKIE));
    let done = removal_cookies(&app).into_iter().fold(done, WriteResponse::cookie);
    done.flash(Flash::notice(context.t("flash.signed_out"))).respond(&app, &context)
}
