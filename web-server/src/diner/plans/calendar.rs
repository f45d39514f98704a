//! The premium calendar by month, and its feed (diner §2, D-070 to D-072; gaps G137, G138).

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::i18n::Locale;
use domain::plans::feed;
use domain::plans::openings::{self, Kind, Opening};
use domain::signing::fingerprint;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::tiers::tiers_of;
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::etag::is_known;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, flag};
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::WriteResponse;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct PremiumCalendarPage {
    month: u32,
    /// The first day of the month that is shown.
    first_day: NaiveDate,
    events: Vec<CalendarEvent>,
    /// The feed's address; null until it is created.
    feed_url: Option<String>,
}

impl PageData for PremiumCalendarPage {
    const NAME: &'static str = "premium_calendar";
}

#[derive(Serialize, ToSchema)]
pub struct CalendarEvent {
    uid: String,
    /// opening or raffle
    kind: &'static str,
    title: String,
    restaurant_name: String,
    slug: String,
    /// ISO 8601.
    starts_at: String,
    ends_at: String,
    /// Last day of the visits that an opening makes bookable; null for a raffle.
    reservable_till: Option<NaiveDate>,
}

impl CalendarEvent {
    fn new(context: &Context, opening: Opening) -> Self {
        Self {
            title: opening.title(context.locale()),
            kind: if matches!(opening.kind, Kind::Raffle) { "raffle" } else { "opening" },
            restaurant_name: context.pick(&opening.restaurant),
            starts_at: opening.zone.iso(opening.starts_at),
            ends_at: opening.zone.iso(opening.ends_at),
            reservable_till: match opening.kind {
                Kind::Opening { till } => Some(till),
                Kind::Raffle => None,
            },
            uid: opening.uid,
            slug: opening.slug,
        }
    }
}

/// Events of a month at the diner's favourites: 1 to 12, the next such month.
#[utoipa::path(get, path = "/users/premium/calendar/{month}", tag = "plans", params(("month" = String, Path)),
    responses((status = 200, body = crate::http::page::Page<PremiumCalendarPage>), (status = 302), (status = 303), (status = 401),
        (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(month): Path<String>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let month: u32 = month.parse().map_err(|_| ApiError::not_found())?;
    let first_day = openings::next_month(month, Zone::default().date_of(now)).ok_or_else(ApiError::not_found)?;
    let mut conn = app.pool.acquire().await?;
    if !tiers_of(&mut conn, &app, Some(diner.id)).await?.is_premium() {
        return WriteResponse::redirect_to("/premium/green").see_other(&app);
    }
    let (from, till) = openings::span(first_day);
    let events = openings::list(&mut conn, now, diner.id, from, till).await?;
    let secret = feed::find_secret(&mut conn, diner.id).await?;
    drop(conn);
    let data = PremiumCalendarPage {
        month,
        first_day,
        events: events.into_iter().map(|opening| CalendarEvent::new(&context, opening)).collect(),
        feed_url: secret.map(|secret| feed_url(&app, &context, &secret)),
    };
    let meta = Meta::private(context.t("pages.premium_calendar.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

fn feed_url(app: &App, context: &Context, secret: &str) -> String {
    format!("{}/users/premium/calendar.ics?s={secret}&l={}", app.config.base_url, context.locale().as_str())
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SecretBody {
    /// Replaces the old secret.
    #[serde(default, deserialize_with = "flag::optional")]
    #[schema(nullable = false)]
    renew: Option<bool>,
}

#[derive(Serialize, ToSchema)]
pub struct SecretResponse {
    /// The secret.
    data: String,
    feed_url: String,
}

/// The secret of the feed: the same each time, until the diner renews it.
#[utoipa::path(post, path = "/users/api/calendar/ical_secret", tag = "plans", request_body = SecretBody,
    responses((status = 200, body = SecretResponse), (status = 401), (status = 403)))]
pub async fn secret(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<SecretBody>,
) -> Result<Response, ApiError> {
    let renew = body.renew.unwrap_or(false);
    let data = app.transaction(async |tx| feed::secret(tx, &app.rng, app.clock.now(), diner.id, renew).await).await?;
    let feed_url = feed_url(&app, &context, &data);
    Ok(Json(SecretResponse { data, feed_url }).into_response())
}

#[derive(Deserialize, IntoParams)]
pub struct FeedQuery {
    /// The secret.
    s: Option<String>,
    /// ja or en
    l: Option<String>,
}

/// The calendar feed: the secret grants access to it while its diner is premium.
#[utoipa::path(get, path = "/users/premium/calendar.ics", tag = "plans", params(FeedQuery),
    responses((status = 200, body = String, content_type = "text/calendar"), (status = 304), (status = 404)))]
pub async fn ics(
    State(app): State<App>,
    headers: HeaderMap,
    Query(query): Query<FeedQuery>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let locale = query.l.as_deref().and_then(Locale::parse).unwrap_or_default();
    let mut tx = app.pool.begin().await?;
    let reader = feed::find_reader(&mut tx, query.s.as_deref().unwrap_or_default(), now).await?;
    let reader = reader.ok_or_else(ApiError::not_found)?;
    let body = feed::read(&mut tx, now, reader, locale, &app.config.base_url).await?;
    tx.commit().await?;
    let print: String = fingerprint(&body).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let etag = HeaderValue::from_str(&format!("\"{print}\"")).map_err(ApiError::internal)?;
    let is_known = is_known(&headers, &etag);
    let shared = [
        (header::ETAG, etag),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
        (header::CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8")),
    ];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, shared).into_response());
    }
    Ok((shared, body).into_response())
}
