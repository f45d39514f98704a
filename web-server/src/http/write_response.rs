//! Responses to writes: 303 with a flash for a form, a body with `redirect_to` for JSON.

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::Cookie;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::cookies::{FLASH_COOKIE, cookie};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::state::App;

/// Target of a write.
#[derive(Debug, Serialize, ToSchema)]
pub struct RedirectTo {
    status: u16,
    redirect_to: String,
    /// Flash message of the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
}

/// The same, with the call's additional fields.
#[derive(Debug, Serialize, ToSchema)]
pub struct RedirectWith<B> {
    #[serde(flatten)]
    to: RedirectTo,
    #[serde(flatten)]
    body: B,
}

impl<B: Serialize> RedirectWith<B> {
    pub fn new(redirect_to: String, body: B) -> Self {
        Self { to: RedirectTo { status: StatusCode::OK.as_u16(), redirect_to, message: None }, body }
    }
}

/// Message of a write without a specific target.
#[derive(Debug, Serialize, ToSchema)]
pub struct WriteMessage {
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub redirect_to: Option<String>,
}

/// Outcome of a successful write, before its shape is known.
#[derive(Debug)]
pub struct WriteResponse<B = ()> {
    redirect_to: String,
    status: StatusCode,
    body: B,
    flash: Option<Flash>,
    cookies: Vec<Cookie<'static>>,
}

impl WriteResponse {
    pub fn redirect_to(redirect_to: impl Into<String>) -> Self {
        Self { redirect_to: redirect_to.into(), status: StatusCode::OK, body: (), flash: None, cookies: Vec::new() }
    }

    /// Adds fields to the JSON response.
    pub fn with<B: Serialize>(self, body: B) -> WriteResponse<B> {
        let Self { redirect_to, status, body: (), flash, cookies } = self;
        WriteResponse { redirect_to, status, body, flash, cookies }
    }
}

impl<B: Serialize> WriteResponse<B> {
    /// Sets the status of the JSON response.
    pub fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    pub fn flash(self, flash: Flash) -> Self {
        Self { flash: Some(flash), ..self }
    }

    pub fn cookie(mut self, cookie: Cookie<'static>) -> Self {
        self.cookies.push(cookie);
        self
    }

    pub fn respond(self, app: &App, context: &Context) -> Result<Response, ApiError> {
        if !context.wants_json() {
            return self.see_other(app);
        }
        let headers = self.headers(app)?;
        let message = self.flash.map(|flash| flash.message);
        let to = RedirectTo { status: self.status.as_u16(), redirect_to: self.redirect_to, message };
        Ok((self.status, headers, Json(RedirectWith { to, body: self.body })).into_response())
    }

    /// Returns 303 for any accepted type, for a moved page: the page's data is read at its new address.
    pub fn see_other(self, app: &App) -> Result<Response, ApiError> {
        let mut headers = self.headers(app)?;
        let location = HeaderValue::from_str(&self.redirect_to).map_err(ApiError::internal)?;
        headers.insert(header::LOCATION, location);
        Ok((StatusCode::SEE_OTHER, headers).into_response())
    }

    fn headers(&self, app: &App) -> Result<HeaderMap, ApiError> {
        let flash = self.flash.as_ref().map(|flash| app.signer.seal("flash", &[flash]));
        let flash = flash.map(|sealed| cookie(FLASH_COOKIE, sealed, &app.config.base_url, None));
        let mut headers = HeaderMap::new();
        for cookie in self.cookies.iter().chain(&flash) {
            headers.append(header::SET_COOKIE, HeaderValue::from_str(&cookie.to_string()).map_err(ApiError::internal)?);
        }
        Ok(headers)
    }
}

/// Responds to a write without a visible change: a form is redirected to `path` with the text as its flash, JSON contains it as `message`.
pub fn respond_with_notice(app: &App, context: &Context, path: &str, key: &str) -> Result<Response, ApiError> {
    let message = context.t(key);
    if context.wants_json() {
        return Ok(Json(WriteMessage { message, redirect_to: Some(path.to_owned()) }).into_response());
    }
    WriteResponse::redirect_to(path).flash(Flash::notice(message)).respond(app, context)
}

/// Adds a cookie to a response.
pub fn with_cookie(mut response: Response, cookie: &Cookie<'_>) -> Result<Response, ApiError> {
    let value = HeaderValue::from_str(&cookie.to_string()).map_err(ApiError::internal)?;
    response.headers_mut().append(header::SET_COOKIE, value);
    Ok(response)
}
