//! The stream of an open daily calendar: one event whenever something on its day has changed.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use super::parse_date;
use crate::changes::events::Place;
use crate::console::Staff;
use crate::http::error::ApiError;
use crate::state::App;

/// A stream ends now and then. Its reader reconnects by itself and is authorised again.
const LASTS: Duration = Duration::from_secs(600);
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Server-sent events of a day: `change` whenever the page would show something else. They carry no more than the date,
/// since a browser passes no event on that carries nothing: the reader asks for the page again.
#[utoipa::path(get, path = "/owners/api/daily_calendars/{date}/events", tag = "owner", params(("date" = String, Path)),
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 401), (status = 404)))]
pub async fn events(State(app): State<App>, staff: Staff, Path(date): Path<String>) -> Result<Response, ApiError> {
    let place = (staff.restaurant.id, Some(parse_date(&date)?));
    let stopping = || ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "internal");
    let changes = app.events.listen().ok_or_else(stopping)?;
    let stream = Sse::new(tidings(changes, place)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    // A proxy that buffers an answer would delay it.
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((headers, stream).into_response())
}

fn tidings(changes: Receiver<Place>, place: Place) -> impl Stream<Item = Result<Event, Infallible>> {
    let date = place.1.map(|date| date.to_string()).unwrap_or_default();
    let hello = Event::default().event("hello").retry(Duration::from_secs(2)).data(&date);
    let until = Instant::now() + LASTS;
    let news = Event::default().event("change").data(&date);
    let greeting = stream::once(std::future::ready(Ok(hello)));
    greeting.chain(stream::unfold((changes, news), move |(mut changes, news)| async move {
        let is_news = tokio::time::timeout_at(until, wait_for(&mut changes, place)).await;
        is_news.unwrap_or(false).then(|| (Ok(news.clone()), (changes, news)))
    }))
}

/// Whether the day has changed; false when the stream ends.
async fn wait_for(changes: &mut Receiver<Place>, (restaurant, date): Place) -> bool {
    loop {
        match changes.recv().await {
            Ok((changed, day)) if changed == restaurant && (day.is_none() || day == date) => return true,
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => return true,
            Err(RecvError::Closed) => return false,
        }
    }
}
