//! `/dev`, in the demo and in tests only: the inbox, the telephone, the clock and the cards, which live in the stand-ins.

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::clock;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Documented always, served in the demo and in tests only.
pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(inbox))
        .routes(routes!(call))
        .routes(routes!(confirm_card))
        .routes(routes!(read_clock, advance_clock))
}

#[derive(Serialize, ToSchema)]
pub struct ClockReading {
    now: String,
    offset_seconds: i64,
}

#[derive(Deserialize, ToSchema)]
pub struct ClockAdvance {
    advance_seconds: i64,
}

/// The mails, messages and calls that left or reached the demo, newest first: JSON, or a page for people.
#[utoipa::path(get, path = "/dev/inbox", tag = "dev", params(("to" = Option<String>, Query)),
    responses((status = 200, body = Vec<Object>)))]
pub async fn inbox(State(app): State<App>, context: Context, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let (_, messages) = ask(&app, reqwest::Method::GET, &format!("/inbox{query}"), None).await?;
    if context.wants_json() {
        return Ok(Json(messages).into_response());
    }
    let mut environment = minijinja::Environment::new();
    environment.add_filter("linked", linked);
    let html = environment
        .render_named_str(
            "inbox.html",
            include_str!("../templates/inbox.html.j2"),
            minijinja::context! { messages => minijinja::value::Serde(messages) },
        )
        .map_err(ApiError::internal)?;
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response())
}

/// A text with its addresses made into links.
fn linked(text: &str) -> minijinja::Value {
    let escaped =
        |word: &str| word.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let parts = text.split_inclusive(char::is_whitespace).map(|part| {
        let word = escaped(part.trim_end());
        let space = &part[part.trim_end().len()..];
        if word.starts_with("http://") || word.starts_with("https://") {
            format!("<a href=\"{word}\">{word}</a>{space}")
        } else {
            word + space
        }
    });
    minijinja::Value::from_safe_string(parts.collect())
}

/// A person's call, both numbers in E.164.
#[derive(Deserialize, Serialize, ToSchema)]
pub struct NewCall {
    from: String,
    to: String,
}

/// `outcome` counts for cards that ask for 3-D Secure: `success`, `fail` or `leave`.
#[derive(Deserialize, Serialize, ToSchema)]
pub struct CardConfirmation {
    client_secret: String,
    card_number: String,
    outcome: CardOutcome,
}

#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardOutcome {
    Success,
    Fail,
    Leave,
}

/// Places a call from one number to another, both in E.164.
#[utoipa::path(post, path = "/dev/telephone/calls", tag = "dev", request_body = NewCall,
    responses((status = 201, body = Object), (status = 422, body = Object)))]
pub async fn call(State(app): State<App>, Json(body): Json<NewCall>) -> Result<Response, ApiError> {
    let (status, answer) = ask(&app, reqwest::Method::POST, "/telephone/calls", Some(json!(body))).await?;
    Ok((status, Json(answer)).into_response())
}

/// Does what the card script in the browser would with an intent's secret.
#[utoipa::path(post, path = "/dev/cards/confirm", tag = "dev", request_body = CardConfirmation,
    responses((status = 200, body = Object), (status = 404, body = Object), (status = 422, body = Object)))]
pub async fn confirm_card(State(app): State<App>, Json(body): Json<CardConfirmation>) -> Result<Response, ApiError> {
    let (status, answer) = ask(&app, reqwest::Method::POST, "/cards/confirm", Some(json!(body))).await?;
    Ok((status, Json(answer)).into_response())
}

#[utoipa::path(get, path = "/dev/clock", tag = "dev", responses((status = 200, body = ClockReading)))]
pub async fn read_clock(State(app): State<App>) -> Result<Json<ClockReading>, ApiError> {
    let before = app.clock.offset();
    let offset_seconds = clock::demo_offset(&mut *app.pool.acquire().await?).await?;
    app.clock.follow_offset(before, offset_seconds);
    Ok(Json(reading(&app, offset_seconds)))
}

/// Sets the demo's clock ahead; every process follows within a second.
#[utoipa::path(post, path = "/dev/clock", tag = "dev", request_body = ClockAdvance,
    responses((status = 200, body = ClockReading), (status = 422)))]
pub async fn advance_clock(
    State(app): State<App>,
    Json(body): Json<ClockAdvance>,
) -> Result<Json<ClockReading>, ApiError> {
    if !(0..=clock::FURTHEST_ADVANCE_SECONDS).contains(&body.advance_seconds) {
        return Err(ApiError::invalid_fields([("advance_seconds", "field_invalid")]));
    }
    let offset_seconds = clock::advance_demo(&mut *app.pool.acquire().await?, body.advance_seconds).await?;
    app.clock.set_offset(offset_seconds);
    Ok(Json(reading(&app, offset_seconds)))
}

fn reading(app: &App, offset_seconds: i64) -> ClockReading {
    ClockReading { now: domain::zone::Zone::default().iso(app.clock.now()), offset_seconds }
}

async fn ask(
    app: &App,
    method: reqwest::Method,
    path: &str,
    body: Option<Value>,
) -> Result<(StatusCode, Value), ApiError> {
    let base = app.config.stand_ins_url.as_deref().ok_or_else(ApiError::not_found)?;
    let mut request = app.http.request(method, format!("{base}{path}"));
    if let Some(body) = body {
        request = request.json(&body);
    }
    let unreachable = |error: reqwest::Error| {
        tracing::warn!(%error, "the stand-ins do not answer");
        ApiError::new(StatusCode::BAD_GATEWAY, "stand_ins_unreachable")
    };
    let response = request.send().await.map_err(unreachable)?;
    let status = StatusCode::from_u16(response.status().as_u16()).unwrap_or(StatusCode::BAD_GATEWAY);
    Ok((status, response.json().await.map_err(unreachable)?))
}
