//! Sign-in of a console: signing in and out, the second step, password reset. The same rules apply to owners and admins; each
//! side has its own session and addresses (gaps G037, G043).

mod calls;
pub mod password;
pub mod second_factor;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::Cookie;
use domain::accounts::{Origin, authenticate_staff, authenticators, local_path, owners, password as passwords};
use domain::limits;
use domain::names::email_key;
use domain::sessions::{self, AccountId, Session, SessionStart, Side, Token};
use sqlx::PgConnection;

pub(crate) use calls::calls_of;

use crate::console::{AccountStaff, page};
use crate::http::cookies::{ADMIN_COOKIE, OWNER_COOKIE, RETURN_COOKIE, cookie, removal};
use crate::http::device::{device, note_sign_in};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::limits::limit_client;
use crate::http::page::{FrontEnd, PageData};
use crate::http::write_response::WriteResponse;
use crate::state::App;

/// The addresses and the cookie of one side's sign-in.
#[derive(Debug)]
pub struct ConsoleSignIn {
    pub side: Side,
    pub front: FrontEnd,
    cookie: &'static str,
    /// Prefix of all addresses of the console.
    pub root: &'static str,
    /// Target of a sign-in that did not start from another page.
    pub home: &'static str,
    pub sign_in: &'static str,
    second_factor: &'static str,
}

pub const OWNERS: ConsoleSignIn = ConsoleSignIn {
    side: Side::Owner,
    front: FrontEnd::Owner,
    cookie: OWNER_COOKIE,
    root: "/owners",
    home: "/owners",
    sign_in: "/owners/sign_in",
    second_factor: "/owners/second_factor",
};

pub const ADMINS: ConsoleSignIn = ConsoleSignIn {
    side: Side::Admin,
    front: FrontEnd::Admin,
    cookie: ADMIN_COOKIE,
    root: "/admin",
    home: "/admin/home",
    sign_in: "/admin/sign_in",
    second_factor: "/admin/second_factor",
};

impl ConsoleSignIn {
    /// Responds with a page outside the console's frame to a user who is not signed in.
    pub fn page<D: PageData>(&self, app: &App, context: &Context, name: &str, data: D) -> Result<Response, ApiError> {
        let title = context.t(&format!("{}.{name}.title", self.side));
        page::respond_to_visitor(app, context, self.front, &title, data)
    }

    /// Responds with the sign-in form, or redirects a signed-in user to the first page of the console.
    pub async fn sign_in_page<D: PageData>(
        &self,
        app: &App,
        context: &Context,
        parts: Parts,
        data: D,
    ) -> Result<Response, ApiError> {
        match self.is_signed_in(app, context, parts).await? {
            true => Ok(Redirect::to(self.home).into_response()),
            false => self.page(app, context, "sign_in", data),
        }
    }

    /// For staff the request's address counts too: it may name a restaurant.
    async fn is_signed_in(&self, app: &App, context: &Context, mut parts: Parts) -> Result<bool, ApiError> {
        match self.side {
            Side::Owner => Ok(AccountStaff::from_request_parts(&mut parts, app).await.is_ok()),
            Side::Admin | Side::Diner => Ok(self.find_session(app, context).await?.is_some()),
        }
    }

    /// Signs a user in, or redirects to the second step. 422 if email address and password do not match, 403 for an owner without a
    /// restaurant, 429 after ten failures in a row.
    pub async fn sign_in(
        &self,
        app: &App,
        context: &Context,
        email: Option<String>,
        password: Option<String>,
    ) -> Result<Response, ApiError> {
        let email = email.unwrap_or_default();
        limit_client(app, context, &format!("{}_sign_in", self.side), 300).await?;
        let asked = format!("{} {}", context.client(), email_key(&email));
        let bucket = limits::personal_bucket(&format!("{}_sign_in_as", self.side), &asked);
        let _turn = passwords::verification_permit(self.side).await?;
        let now = app.clock.now();
        let mut conn = app.pool.acquire().await?;
        limits::hit(&mut conn, &bucket, 30, chrono::Duration::minutes(1), now).await?;
        let device = device(app, context);
        let origin = Origin { address: context.client(), device: device.as_ref() };
        let given = password.unwrap_or_default();
        let who = authenticate_staff(&mut conn, now, origin, self.side, &email, &given).await?;
        if let AccountId::Owner(owner) = who
            && owners::list_restaurants(&mut conn, owner).await?.is_empty()
        {
            return Err(ApiError::new(StatusCode::FORBIDDEN, "no_restaurant"));
        }
        let has_factor = authenticators::find_enabled(&mut conn, who).await?.is_some();
        drop(conn);
        let awaits_second_factor = has_factor || app.config.sign_in.staff_needs_second_factor;
        let idle_end = Some(app.config.sign_in.staff_idle_end);
        let kind = SessionStart {
            awaits_second_factor,
            idle_end,
            user_agent: context.user_agent(),
            ..SessionStart::default()
        };
        let mut tx = app.pool.begin().await?;
        let previous = self.token(context).map(|token| token.hash());
        let token = sessions::start(&mut tx, &app.rng, now, who, previous.as_ref(), kind).await?;
        let done = match awaits_second_factor {
            true => WriteResponse::redirect_to(self.second_factor).cookie(self.session_cookie(app, &token)),
            false => self.finish_sign_in(&mut tx, app, context, who, &token).await?,
        };
        tx.commit().await?;
        done.respond(app, context)
    }

    /// Returns the response that completes a sign-in: a redirect to the page that required it. A sign-in from a new browser is
    /// reported by mail.
    async fn finish_sign_in(
        &self,
        conn: &mut PgConnection,
        app: &App,
        context: &Context,
        who: AccountId,
        token: &Token,
    ) -> Result<WriteResponse, ApiError> {
        let device = note_sign_in(conn, app, context, who).await?;
        Ok(WriteResponse::redirect_to(self.return_path(app, context))
            .cookie(self.session_cookie(app, token))
            .cookie(device)
            .cookie(removal(RETURN_COOKIE, &app.config.base_url)))
    }

    /// Signs out. Has no effect without a session. An admin's sign-out also ends the impersonation.
    pub async fn sign_out(&self, app: &App, context: &Context) -> Result<Response, ApiError> {
        let mut done = WriteResponse::redirect_to(self.sign_in).cookie(removal(self.cookie, &app.config.base_url));
        let mut tx = app.pool.begin().await?;
        if let Some(token) = self.token(context) {
            sessions::revoke(&mut tx, app.clock.now(), &token.hash()).await?;
        }
        if self.side == Side::Admin
            && let Some(token) = OWNERS.token(context)
            && let Some(session) = sessions::find(&mut tx, &token.hash(), app.clock.now()).await?
            && session.impersonator.is_some()
        {
            sessions::revoke(&mut tx, app.clock.now(), &session.hash).await?;
            done = done.cookie(removal(OWNERS.cookie, &app.config.base_url));
        }
        tx.commit().await?;
        done.flash(Flash::notice(context.t("flash.signed_out"))).respond(app, context)
    }

    /// Returns the browser's session of this side if its second step is complete.
    async fn find_session(&self, app: &App, context: &Context) -> Result<Option<Session>, ApiError> {
        let Some(token) = self.token(context) else { return Ok(None) };
        let mut conn = app.pool.acquire().await?;
        Ok(sessions::find_by_token(&mut conn, self.side, &token, app.clock.now()).await?)
    }

    fn token(&self, context: &Context) -> Option<Token> {
        context.cookie(self.cookie).map(Token::from_cookie)
    }

    /// Returns the page of this console that required the sign-in, otherwise the first page.
    fn return_path(&self, app: &App, context: &Context) -> String {
        let sealed = context.cookie(RETURN_COOKIE);
        let back: Option<String> = sealed.and_then(|sealed| app.signer.open("return_to", sealed));
        let back = back.and_then(|path| local_path(&app.config.base_url, &path));
        back.filter(|path| path.starts_with(self.root)).unwrap_or_else(|| self.home.to_owned())
    }

    pub fn session_cookie(&self, app: &App, token: &Token) -> Cookie<'static> {
        cookie(self.cookie, token.as_str().to_owned(), &app.config.base_url, Some(sessions::LIFETIME.num_days()))
    }
}
