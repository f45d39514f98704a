//! Feeds for maps and search engines: the restaurants whose owners enable it, the bookable service, and the availability for a visitor
//! without an account. The shapes follow the Actions Center's feeds for reservations (docs/REACH.md).

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::restaurants::merchants::{self as listed, Merchant};
use domain::signing::fingerprint;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::etag::is_known;
use crate::state::App;

pub mod availability;
pub mod merchants;
mod metadata;

use availability::AvailabilityFeed;
use merchants::{MerchantFeed, ServiceFeed};
use metadata::FeedMetadata;

/// Restaurants of one shard of the availability.
const RESTAURANTS_PER_SHARD: usize = 10;
const ONE_MINUTE: HeaderValue = HeaderValue::from_static("public, max-age=60");

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(merchant_feed))
        .routes(routes!(service_feed))
        .routes(routes!(availability_feed))
        .routes(routes!(restaurant_feed))
}

#[derive(Deserialize, IntoParams)]
pub struct ShardQuery {
    /// 0 to `total_shards` - 1; 0 without it.
    shard: Option<String>,
}

/// The restaurants of the feeds.
#[utoipa::path(get, path = "/feeds/merchants", tag = "feeds",
    responses((status = 200, body = MerchantFeed), (status = 304)))]
pub async fn merchant_feed(State(app): State<App>, headers: HeaderMap) -> Result<Response, ApiError> {
    let listed = listed::list(&mut *app.pool.acquire().await?).await?;
    let merchant = listed.iter().map(|one| merchants::merchant(&app.config.base_url, one)).collect::<Vec<_>>();
    let content = serde_json::to_string(&merchant).map_err(ApiError::internal)?;
    respond(&headers, &FeedMetadata::new(&app, 0, 1), "merchant", &content)
}

/// The service that can be booked at each of them: a table.
#[utoipa::path(get, path = "/feeds/services", tag = "feeds",
    responses((status = 200, body = ServiceFeed), (status = 304)))]
pub async fn service_feed(State(app): State<App>, headers: HeaderMap) -> Result<Response, ApiError> {
    let listed = listed::list(&mut *app.pool.acquire().await?).await?;
    let service = listed.iter().map(merchants::service).collect::<Vec<_>>();
    let content = serde_json::to_string(&service).map_err(ApiError::internal)?;
    respond(&headers, &FeedMetadata::new(&app, 0, 1), "service", &content)
}

/// Availability for a visitor without an account, ten restaurants per shard.
#[utoipa::path(get, path = "/feeds/availability", tag = "feeds", params(ShardQuery),
    responses((status = 200, body = AvailabilityFeed), (status = 304), (status = 400), (status = 404)))]
pub async fn availability_feed(
    State(app): State<App>,
    headers: HeaderMap,
    Query(query): Query<ShardQuery>,
) -> Result<Response, ApiError> {
    let listed = listed::list(&mut *app.pool.acquire().await?).await?;
    let shard = query.shard.as_deref().unwrap_or("0").parse::<u32>();
    let shard = shard.map_err(|_| ApiError::bad_request("shard_invalid"))? as usize;
    let total = listed.len().div_ceil(RESTAURANTS_PER_SHARD).max(1);
    if shard >= total {
        return Err(ApiError::not_found());
    }
    let members = listed.chunks(RESTAURANTS_PER_SHARD).nth(shard).unwrap_or_default();
    feed_answer(&app, &headers, &FeedMetadata::new(&app, shard, total), members).await
}

/// The availability of one restaurant; 404 for a restaurant that is in no feed.
#[utoipa::path(get, path = "/feeds/availability/{slug}", tag = "feeds", params(("slug" = String, Path)),
    responses((status = 200, body = AvailabilityFeed), (status = 304), (status = 404)))]
pub async fn restaurant_feed(
    State(app): State<App>,
    headers: HeaderMap,
    Path(slug): Path<String>,
) -> Result<Response, ApiError> {
    let found = listed::find(&mut *app.pool.acquire().await?, &slug).await?.ok_or_else(ApiError::not_found)?;
    feed_answer(&app, &headers, &FeedMetadata::new(&app, 0, 1), &[found]).await
}

async fn feed_answer(
    app: &App,
    headers: &HeaderMap,
    metadata: &FeedMetadata,
    members: &[Merchant],
) -> Result<Response, ApiError> {
    let mut services = Vec::with_capacity(members.len());
    for member in members {
        services.push(format!("{{\"availability\":{}}}", availability::text_of(app, member).await?));
    }
    respond(headers, metadata, "service_availability", &format!("[{}]", services.join(",")))
}

/// Returns the feed, or 304 if the client has its content; the metadata of the feed changes each second and does not count.
fn respond(headers: &HeaderMap, metadata: &FeedMetadata, name: &str, content: &str) -> Result<Response, ApiError> {
    let place = format!("{}/{}", metadata.shard_number, metadata.total_shards);
    let print = fingerprint(&format!("{name} {place} {} {content}", metadata.nonce));
    let print = print.iter().take(12).map(|byte| format!("{byte:02x}")).collect::<String>();
    let etag = HeaderValue::from_str(&format!("W/\"{print}\"")).map_err(ApiError::internal)?;
    let is_known = is_known(headers, &etag);
    let kept = [(header::ETAG, etag), (header::CACHE_CONTROL, ONE_MINUTE)];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    let metadata = serde_json::to_string(metadata).map_err(ApiError::internal)?;
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((kept, kind, format!("{{\"metadata\":{metadata},\"{name}\":{content}}}")).into_response())
}
