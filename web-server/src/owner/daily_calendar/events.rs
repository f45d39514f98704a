//! The event stream of an open daily calendar, with an event for each change of its day.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use domain::accounts::owners::Reader;
use futures_util::{Stream, StreamExt, stream};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{Instant, Interval};

use super::date::parse_date;
use crate::changes::events::EventKey;
use crate::changes::streams::StreamGuard;
use crate::console::FloorStaff;
use crate::http::error::ApiError;
use crate::state::App;

/// Maximum lifetime of a stream. The client then reconnects automatically, and is authorised again.
const STREAM_LIFETIME: Duration = Duration::from_secs(600);
/// Delay before a retry when the maximum number of streams is open.
const FULL_FOR_SECONDS: i64 = 30;
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// The browser treats three missing heartbeats in a row as a lost connection:
/// `admin-ui/src/owner/daily-calendar/live/connection.ts` depends on this interval.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// Returns the server-sent events of a day: `change` when the data of the page has changed, and `heartbeat` every two seconds while this
/// server receives changes. The stream ends within seconds of a sign-out or of a removal from the staff. A session or an account with too
/// many open streams gets 429, and a request to a stopping server 503. Events contain only the date, because browsers ignore events without
/// data; the client reads the page again.
#[utoipa::path(get, path = "/owners/api/daily_calendars/{date}/events", tag = "owner", params(("date" = String, Path)),
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 401), (status = 404), (status = 429)))]
pub async fn events(State(app): State<App>, staff: FloorStaff, Path(date): Path<String>) -> Result<Response, ApiError> {
    let place = (staff.restaurant.id, Some(parse_date(&date)?));
    let stopping = || ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "internal");
    let changes = app.events.listen().ok_or_else(stopping)?;
    let reader = Reader { session: staff.session.clone(), restaurant: staff.restaurant.id };
    let stay = app.streams.open(staff.owner.id, reader).ok_or_else(|| ApiError::too_many(FULL_FOR_SECONDS))?;
    let until = Instant::now() + STREAM_LIFETIME;
    let source = StreamSource { changes, pulls: app.events.subscribe_pulls(), beats: heartbeats(), until, stay };
    let stream = Sse::new(change_events(source, place)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    // Prevents a proxy from buffering the response, which would delay events.
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((headers, stream).into_response())
}

/// The inputs of a stream.
struct StreamSource {
    changes: Receiver<EventKey>,
    pulls: watch::Receiver<()>,
    beats: Interval,
    until: Instant,
    stay: StreamGuard,
}

fn heartbeats() -> Interval {
    tokio::time::interval_at(Instant::now() + HEARTBEAT, HEARTBEAT)
}

fn change_events(source: StreamSource, place: EventKey) -> impl Stream<Item = Result<Event, Infallible>> {
    let date = place.1.map(|date| date.to_string()).unwrap_or_default();
    let hello = Event::default().event("hello").retry(Duration::from_secs(2)).data(&date);
    let greeting = stream::once(std::future::ready(Ok(hello)));
    greeting.chain(stream::unfold((source, date), move |(mut source, date)| async move {
        let name = source.next(place).await?;
        Some((Ok(Event::default().event(name).data(&date)), (source, date)))
    }))
}

impl StreamSource {
    /// Returns the name of the next event; None when the stream ends. A heartbeat without a pull of changes since the last one is
    /// skipped: it would claim that the page is current.
    async fn next(&mut self, place: EventKey) -> Option<&'static str> {
        loop {
            tokio::select! {
                has_changed = wait_for(&mut self.changes, place) => return has_changed.then_some("change"),
                () = tokio::time::sleep_until(self.until) => return None,
                () = self.stay.ended.cancelled() => return None,
                _ = self.beats.tick() => {
                    if self.pulls.has_changed().unwrap_or(false) {
                        self.pulls.mark_unchanged();
                        return Some("heartbeat");
                    }
                }
            }
        }
    }
}

/// Waits until the day changes. Returns false when the stream ends.
async fn wait_for(changes: &mut Receiver<EventKey>, (restaurant, date): EventKey) -> bool {
    loop {
        match changes.recv().await {
            Ok((changed, day)) if changed == restaurant && (day.is_none() || day == date) => return true,
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => return true,
            Err(RecvError::Closed) => return false,
        }
    }
}
