//! The one shape of every rejection: `application/problem+json`, or an error page for a browser.
//!
//! A handler returns an `ApiError` without knowing the reader's language; the response middleware renders it. The file of an area of
//! `domain` maps that area's rejections to responses.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::db;
use domain::i18n::{self, Locale};
use serde::Serialize;
use utoipa::ToSchema;

mod accounts;
mod adjustments;
mod announcements;
mod calendar;
mod cancellations;
mod customers;
mod disputes;
mod floor_plans;
mod inventory;
mod offsite;
mod payments;
mod phone;
mod plans;
mod privacy;
mod raffles;
mod refills;
mod reservations;
mod restaurants;
mod reviews;
mod rounds;
mod settings;
mod waiting_rooms;

/// Retry delay: a failover takes a few seconds, a lock less.
const RETRY_AFTER_SECONDS: i64 = 2;

/// A rejection. `code` is stable and names the text `errors.<code>` of the catalogue.
#[derive(Clone, Debug)]
pub struct ApiError {
    pub status: StatusCode,
    pub code: &'static str,
    /// Fields by name, each with the code of its text.
    pub fields: BTreeMap<String, &'static str>,
    pub arguments: Vec<(&'static str, String)>,
    pub redirect_to: Option<String>,
    pub force_reload: bool,
    pub error_type: Option<&'static str>,
    pub retry_after_seconds: Option<i64>,
    /// The database is out of resources for every request; readiness is notified.
    pub is_out_of_resources: bool,
    /// The state that differs from the one on which the request was based, as the page has it.
    pub current: Option<serde_json::Value>,
    /// A JSON body that the specification defines instead of the problem.
    pub bare: Option<serde_json::Value>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str) -> Self {
        Self {
            status,
            code,
            fields: BTreeMap::new(),
            arguments: Vec::new(),
            redirect_to: None,
            force_reload: false,
            error_type: None,
            retry_after_seconds: None,
            is_out_of_resources: false,
            current: None,
            bare: None,
        }
    }

    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found")
    }

    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "sign_in_required")
    }

    pub fn bad_request(code: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code)
    }

    pub fn unprocessable(code: &'static str) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code)
    }

    pub fn invalid_fields<N: Into<String>>(fields: impl IntoIterator<Item = (N, &'static str)>) -> Self {
        let fields = fields.into_iter().map(|(name, code)| (name.into(), code)).collect();
        Self { fields, ..Self::unprocessable("invalid_input") }
    }

    pub fn too_many(retry_after_seconds: i64) -> Self {
        Self {
            retry_after_seconds: Some(retry_after_seconds),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests")
        }
    }

    /// Returns a 500. Logs the error, which the response does not reveal.
    pub fn internal(error: impl std::fmt::Display) -> Self {
        tracing::error!(error = %error, "a request failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal")
    }

    /// Returns a 503: the database is unavailable, full or locked, and may recover soon. Logs the error, which is not logged elsewhere.
    pub fn service_unavailable(error: impl std::fmt::Display) -> Self {
        tracing::warn!(error = %error, "the database is not available to a request");
        Self {
            retry_after_seconds: Some(RETRY_AFTER_SECONDS),
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "try_again")
        }
    }

    /// Returns a 502: an external service failed or did not respond, and may recover soon. The caller has logged the reason.
    pub fn bad_gateway(code: &'static str) -> Self {
        Self { retry_after_seconds: Some(RETRY_AFTER_SECONDS), ..Self::new(StatusCode::BAD_GATEWAY, code) }
    }

    /// PostgreSQL rejects texts with a NUL, as text and in JSON; no name, address or id contains one.
    fn from_database(error: &sqlx::Error) -> Self {
        match error.as_database_error().and_then(|error| error.code()).as_deref() {
            Some("22021" | "22P05") => Self::unprocessable("invalid_input"),
            _ if db::is_unavailable(error) => {
                Self { is_out_of_resources: db::is_out_of_resources(error), ..Self::service_unavailable(error) }
            }
            _ => Self::internal(error),
        }
    }

    pub fn redirecting_to(self, path: impl Into<String>) -> Self {
        Self { redirect_to: Some(path.into()), ..self }
    }

    /// Sets the field that the rejection is about; the field gets the same text.
    pub fn about(self, field: &str) -> Self {
        Self { fields: [(field.to_owned(), self.code)].into(), ..self }
    }

    pub fn message(&self, locale: Locale) -> String {
        text(locale, self.code, &self.arguments(locale))
    }

    /// Returns the arguments of the texts; the wait is formatted in the reader's language.
    fn arguments(&self, locale: Locale) -> Vec<(&'static str, String)> {
        let wait = self.retry_after_seconds.map(|seconds| ("wait", i18n::duration(locale, seconds)));
        self.arguments.iter().cloned().chain(wait).collect()
    }

    pub fn problem(&self, locale: Locale) -> Problem {
        let message = self.message(locale);
        let arguments = self.arguments(locale);
        let fields: BTreeMap<_, _> =
            self.fields.iter().map(|(name, code)| (name.clone(), text(locale, code, &arguments))).collect();
        let errors = if fields.is_empty() { vec![message.clone()] } else { fields.values().cloned().collect() };
        Problem {
            kind: "about:blank".to_owned(),
            title: self.status.canonical_reason().unwrap_or("Error").to_owned(),
            status: self.status.as_u16(),
            detail: message.clone(),
            code: self.code.to_owned(),
            error: message.clone(),
            error_message: message.clone(),
            message,
            errors,
            fields: (!fields.is_empty()).then_some(fields),
            error_type: self.error_type.map(str::to_owned),
            redirect_to: self.redirect_to.clone(),
            force_reload: self.force_reload.then_some(true),
            current: self.current.clone(),
        }
    }
}

fn text(locale: Locale, code: &str, arguments: &[(&'static str, String)]) -> String {
    let arguments: Vec<_> = arguments.iter().map(|(name, value)| (*name, value as &dyn std::fmt::Display)).collect();
    i18n::t(locale, &format!("errors.{code}"), &arguments)
}

/// Body of every error response. `message`, `error`, `error_message` and `detail` contain the same localised text.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub status: u16,
    pub detail: String,
    pub code: String,
    pub message: String,
    pub error: String,
    pub error_message: String,
    pub errors: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fields: Option<BTreeMap<String, String>>,
    #[serde(rename = "errorType", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub error_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub redirect_to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub force_reload: Option<bool>,
    /// With a 409: what the page must show before the request is sent again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Object)]
    pub current: Option<serde_json::Value>,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        Self::from_database(&error)
    }
}
