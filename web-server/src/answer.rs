//! Answers to writes: 303 with a flash for a form, a body with `redirect_to` for JSON (design §3).

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::Cookie;
use serde_json::{Value, json};

use crate::context::{Context, FLASH_COOKIE, Flash, cookie};
use crate::error::ApiError;
use crate::state::App;

/// What a successful write answers, before it is known in which shape.
#[derive(Debug)]
pub struct Done {
    redirect_to: String,
    status: StatusCode,
    body: Value,
    flash: Option<Flash>,
    cookies: Vec<Cookie<'static>>,
}

impl Done {
    pub fn go(redirect_to: impl Into<String>) -> Self {
        Self {
            redirect_to: redirect_to.into(),
            status: StatusCode::OK,
            body: json!({}),
            flash: None,
            cookies: Vec::new(),
        }
    }

    /// The status of the JSON answer.
    pub fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// More fields of the JSON answer.
    pub fn with(self, body: Value) -> Self {
        Self { body, ..self }
    }

    pub fn flash(self, flash: Flash) -> Self {
        Self { flash: Some(flash), ..self }
    }

    pub fn cookie(mut self, cookie: Cookie<'static>) -> Self {
        self.cookies.push(cookie);
        self
    }

    pub fn answer(mut self, app: &App, context: &Context) -> Result<Response, ApiError> {
        if let Some(flash) = &self.flash {
            let sealed = app.signer.seal("flash", &[flash]);
            self.cookies.push(cookie(FLASH_COOKIE, sealed, &app.config.base_url, None));
        }
        let mut headers = HeaderMap::new();
        for cookie in &self.cookies {
            headers.append(header::SET_COOKIE, HeaderValue::from_str(&cookie.to_string()).map_err(ApiError::internal)?);
        }
        if context.wants_json() {
            let mut body = self.body;
            if let Value::Object(fields) = &mut body {
                fields.insert("status".into(), json!(self.status.as_u16()));
                fields.insert("redirect_to".into(), json!(self.redirect_to));
                if let Some(flash) = &self.flash {
                    fields.entry("message").or_insert_with(|| json!(flash.message));
                }
            }
            return Ok((self.status, headers, Json(body)).into_response());
        }
        let location = HeaderValue::from_str(&self.redirect_to).map_err(ApiError::internal)?;
        headers.insert(header::LOCATION, location);
        Ok((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// A path of ours to send somebody on to; anything that could lead to another site is refused.
pub fn local_path(path: &str) -> Option<&str> {
    let is_local = path.starts_with('/') && !path.starts_with("//") && !path.contains(['\\', '\n', '\r', '\t']);
    is_local.then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_our_own_are_followed() {
        assert_eq!(local_path("/r/sushi-kagura?x=1"), Some("/r/sushi-kagura?x=1"));
        for bad in ["", "r", "//evil.test", "https://evil.test", "/\\evil.test", "/a\r\nX: y"] {
            assert_eq!(local_path(bad), None, "{bad:?}");
        }
    }
}
