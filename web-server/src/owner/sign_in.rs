//! Signing in to the owner's console.

use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::Cookie;
use domain::accounts::{Origin, authenticators, local_path, owners, password};
use domain::limits;
use domain::sessions::{self, Start, Token, TokenHash, Who};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::console::Staff;
use crate::console::cookies::OWNER_COOKIE;
use crate::console::page;
use crate::http::answer::{Done, RedirectTo};
use crate::http::cookies::{RETURN_COOKIE, cookie};
use crate::http::device::{device, note_sign_in};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::http::page::PageData;
use crate::state::App;

const HOME: &str = "/owners";

#[derive(Serialize, ToSchema)]
pub struct OwnerSignInPage {}

impl PageData for OwnerSignInPage {
    const NAME: &'static str = "owner_sign_in";
}

/// The form. A signed-in owner is sent to the first page.
#[utoipa::path(get, path = "/owners/sign_in", tag = "owner",
    responses((status = 200, body = page::OwnerPage<OwnerSignInPage>), (status = 303)))]
pub async fn page(State(app): State<App>, context: Context, staff: Option<SignedIn>) -> Result<Response, ApiError> {
    if staff.is_some() {
        return Ok(Redirect::to(HOME).into_response());
    }
    page::answer_stranger(&app, &context, &context.t("owner.sign_in.title"), OwnerSignInPage {})
}

/// Whether an owner is signed in.
pub struct SignedIn;

impl OptionalFromRequestParts<App> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Self::Rejection> {
        Ok(Staff::from_request_parts(parts, app).await.ok().map(|_| Self))
    }
}

#[derive(Default, Deserialize, ToSchema)]
pub struct OwnerSignInBody {
    #[serde(default)]
    owner: OwnerCredentials,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct OwnerCredentials {
    email: Option<String>,
    password: Option<String>,
}

/// Signs an owner or a member of staff in, or sends them on to their second factor. 422 when address and password do not belong together, 429 after ten failures
/// in a row.
#[utoipa::path(post, path = "/owners/sign_in", tag = "owner", request_body = OwnerSignInBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<OwnerSignInBody>,
) -> Result<Response, ApiError> {
    let email = body.owner.email.unwrap_or_default();
    limit_client(&app, &context, "owner_sign_in", 300).await?;
    let bucket = limits::personal_bucket("owner_sign_in_as", &format!("{} {}", context.client(), email.to_lowercase()));
    let _turn = password::turn().await.map_err(ApiError::internal)?;
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    limits::hit(&mut conn, &bucket, 30, chrono::Duration::minutes(1), now).await?;
    let device = device(&app, &context);
    let origin = Origin { address: context.client(), device: device.as_ref() };
    let id = owners::authenticate(&mut conn, now, origin, &email, &body.owner.password.unwrap_or_default()).await?;
    let who = Who::Owner(id);
    let has_factor = authenticators::find_enabled(&mut conn, who).await?.is_some();
    drop(conn);
    let awaits_second_factor = has_factor || app.config.sign_in.staff_needs_second_factor;
    let idle_end = Some(app.config.sign_in.staff_idle_end);
    let kind = Start { awaits_second_factor, idle_end, user_agent: context.user_agent(), ..Start::default() };
    let mut tx = app.pool.begin().await?;
    let previous = current_session(&context);
    let token = sessions::start(&mut tx, &app.rng, now, who, previous.as_ref(), kind).await?;
    let done = if awaits_second_factor {
        Done::go("/owners/second_factor").cookie(session_cookie(&app, &token))
    } else {
        let_in(&mut tx, &app, &context, who, &token).await?
    };
    tx.commit().await?;
    done.answer(&app, &context)
}

/// The answer that completes a sign-in: back to the page that sent the owner here. A new browser is told by mail.
pub async fn let_in(
    conn: &mut PgConnection,
    app: &App,
    context: &Context,
    who: Who,
    token: &Token,
) -> Result<Done, ApiError> {
    let device = note_sign_in(conn, app, context, who).await?;
    Ok(Done::go(way_back(app, context))
        .cookie(session_cookie(app, token))
        .cookie(device)
        .cookie(removed(app, RETURN_COOKIE)))
}

/// The cookie of a session that may wait for its second factor.
pub fn waiting_token(context: &Context) -> Option<&str> {
    context.cookie(OWNER_COOKIE)
}

/// Signs out; harmless when nobody is signed in.
#[utoipa::path(delete, path = "/owners/sign_out", tag = "owner", responses((status = 200, body = RedirectTo), (status = 303)))]
pub async fn destroy(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    if let Some(session) = current_session(&context) {
        sessions::revoke(&mut *app.pool.acquire().await?, &session).await?;
    }
    let done = Done::go("/owners/sign_in").cookie(removed(&app, OWNER_COOKIE));
    done.flash(Flash::notice(context.t("flash.signed_out"))).answer(&app, &context)
}

/// Back to the page that sent the owner here.
fn way_back(app: &App, context: &Context) -> String {
    let sealed = context.cookie(RETURN_COOKIE);
    let back: Option<String> = sealed.and_then(|sealed| app.signer.open("return_to", sealed));
    let back = back.and_then(|path| local_path(&app.config.base_url, &path));
    back.filter(|path| path.starts_with(HOME)).unwrap_or_else(|| HOME.to_owned())
}

fn current_session(context: &Context) -> Option<TokenHash> {
    context.cookie(OWNER_COOKIE).map(|token| Token::from_cookie(token).hash())
}

fn session_cookie(app: &App, token: &Token) -> Cookie<'static> {
    cookie(OWNER_COOKIE, token.as_str().to_owned(), &app.config.base_url, Some(sessions::LIFETIME.num_days()))
}

fn removed(app: &App, name: &'static str) -> Cookie<'static> {
    let mut gone = cookie(name, String::new(), &app.config.base_url, None);
    gone.make_removal();
    gone
}
