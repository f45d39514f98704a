//! `/dev`, in the demo and in tests only: the clock, accounts without verification, and the inbox, the phone and the cards of the
//! stand-ins.

mod accounts;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Duration, FixedOffset, Utc};
use domain::clock::{self, Pace};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// The calls, documented always, served in the demo and in tests only.
pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(inbox))
        .routes(routes!(call))
        .routes(routes!(confirm_card))
        .routes(routes!(read_clock, change_clock))
        .routes(routes!(accounts::create_diner))
        .routes(routes!(accounts::create_owner))
        .routes(routes!(accounts::create_admin))
}

/// `now` is in Tokyo's time; `offset_seconds` is its offset from the machine's clock, or the offset at the moment the demo's clock was
/// stopped.
#[derive(Serialize, ToSchema)]
pub struct ClockReading {
    now: String,
    offset_seconds: i64,
    stopped: bool,
}

/// Changes of the clock, applied in this order; at least one of the three.
#[derive(Deserialize, ToSchema)]
pub struct ClockChange {
    /// Sets the clock to an instant, earlier or later, to the second.
    now: Option<DateTime<FixedOffset>>,
    /// Moves the clock forward.
    advance_seconds: Option<i64>,
    /// Stops the clock, or lets it continue from its current time.
    stopped: Option<bool>,
}

/// Returns the mails, messages and calls that the demo sent or received, newest first: as JSON, or as a page for people. Times are by the
/// demo's clock.
#[utoipa::path(get, path = "/dev/inbox", tag = "dev", params(("to" = Option<String>, Query)),
    responses((status = 200, body = Vec<Object>)))]
pub async fn inbox(State(app): State<App>, context: Context, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let (_, messages) = call_stand_ins(&app, reqwest::Method::GET, &format!("/inbox{query}"), None).await?;
    if context.wants_json() {
        return Ok(Json(messages).into_response());
    }
    let mut environment = minijinja::Environment::new();
    environment.add_filter("linked", with_links);
    let html = environment
        .render_named_str(
            "inbox.html",
            include_str!("../../templates/inbox.html.j2"),
            minijinja::context! {
                now => domain::zone::Zone::default().iso(app.clock.now()),
                messages => minijinja::value::Serde(messages),
            },
        )
        .map_err(ApiError::internal)?;
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response())
}

/// Returns a text with its addresses turned into links.
fn with_links(text: &str) -> minijinja::Value {
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

/// `outcome` applies to cards that require 3-D Secure: `success`, `fail` or `leave`.
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
    let (status, answer) = call_stand_ins(&app, reqwest::Method::POST, "/telephone/calls", Some(json!(body))).await?;
    Ok((status, Json(answer)).into_response())
}

/// Confirms an intent by its secret, as the card script in the browser does.
#[utoipa::path(post, path = "/dev/cards/confirm", tag = "dev", request_body = CardConfirmation,
    responses((status = 200, body = Object), (status = 404, body = Object), (status = 422, body = Object)))]
pub async fn confirm_card(State(app): State<App>, Json(body): Json<CardConfirmation>) -> Result<Response, ApiError> {
    let (status, answer) = call_stand_ins(&app, reqwest::Method::POST, "/cards/confirm", Some(json!(body))).await?;
    Ok((status, Json(answer)).into_response())
}

#[utoipa::path(get, path = "/dev/clock", tag = "dev", responses((status = 200, body = ClockReading)))]
pub async fn read_clock(State(app): State<App>) -> Result<Json<ClockReading>, ApiError> {
    let before = app.clock.pace();
    let pace = clock::demo_pace(&mut *app.pool.acquire().await?).await?;
    app.clock.follow(before, pace);
    Ok(Json(reading(&app, pace)))
}

/// Sets, advances, stops or restarts the demo's clock; every process follows within a second.
#[utoipa::path(post, path = "/dev/clock", tag = "dev", request_body = ClockChange,
    responses((status = 200, body = ClockReading), (status = 422)))]
pub async fn change_clock(
    State(app): State<App>,
    Json(change): Json<ClockChange>,
) -> Result<Json<ClockReading>, ApiError> {
    let wall = app.clock.wall();
    check(&change, wall)?;
    let mut tx = app.pool.begin().await?;
    let mut pace = clock::demo_pace(&mut tx).await?;
    if let Some(instant) = change.now.map(|instant| instant.to_utc()) {
        pace = match pace.stopped_at {
            Some(_) => Pace::stopped(instant, wall),
            None => Pace::showing(instant, wall),
        };
        clock::set_demo(&mut tx, pace).await?;
    }
    if let Some(seconds) = change.advance_seconds {
        pace = clock::advance_demo(&mut tx, seconds).await?;
    }
    match (change.stopped, pace.stopped_at) {
        (Some(true), None) => {
            pace.stopped_at = Some(wall + Duration::seconds(pace.offset_seconds));
            clock::set_demo(&mut tx, pace).await?;
        }
        (Some(false), Some(instant)) => {
            pace = Pace::showing(instant, wall);
            clock::set_demo(&mut tx, pace).await?;
        }
        _ => {}
    }
    tx.commit().await?;
    app.clock.set_pace(pace);
    Ok(Json(reading(&app, pace)))
}

/// Rejects an empty change, and times beyond the accepted range.
fn check(change: &ClockChange, wall: DateTime<Utc>) -> Result<(), ApiError> {
    let furthest = clock::MAX_ADVANCE_SECONDS;
    if change.now.is_some_and(|instant| (instant.to_utc() - wall).num_seconds().abs() > furthest) {
        return Err(ApiError::invalid_fields([("now", "field_invalid")]));
    }
    let is_nothing = change.now.is_none() && change.stopped.is_none() && change.advance_seconds.is_none();
    if is_nothing || change.advance_seconds.is_some_and(|seconds| !(0..=furthest).contains(&seconds)) {
        return Err(ApiError::invalid_fields([("advance_seconds", "field_invalid")]));
    }
    Ok(())
}

fn reading(app: &App, pace: Pace) -> ClockReading {
    ClockReading {
        now: domain::zone::Zone::default().iso(app.clock.now()),
        offset_seconds: pace.offset_seconds,
        stopped: pace.stopped_at.is_some(),
    }
}

async fn call_stand_ins(
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
        tracing::warn!(%error, "the stand-ins do not respond");
        ApiError::new(StatusCode::BAD_GATEWAY, "stand_ins_unreachable")
    };
    let response = request.send().await.map_err(unreachable)?;
    let status = StatusCode::from_u16(response.status().as_u16()).unwrap_or(StatusCode::BAD_GATEWAY);
    Ok((status, response.json().await.map_err(unreachable)?))
}
