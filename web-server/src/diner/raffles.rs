//! Raffles for diners: taking part, and what is published of a round (diner §3, §7, gaps G120 to G124).

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::raffles::entries::{self, Asked, Category, OwnEntry};
use domain::raffles::proof::Proof;
use domain::raffles::publication::{self, Progress};
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::form::{FormOrJson, tick};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct EntriesQuery {
    /// How many entries to make: one, since no promotion grants more (gaps G121).
    entries_count: Option<i64>,
}

#[derive(Deserialize, ToSchema)]
pub struct EntryBody {
    /// `normal` when absent.
    category: Option<Category>,
    /// Whether the restaurant may write; of diners outside Japan alone.
    #[serde(default, deserialize_with = "tick::optional")]
    notification_enabled: Option<bool>,
}

#[derive(Serialize, ToSchema)]
pub struct EntriesMade {
    entries: Vec<RaffleEntry>,
    /// When the next entry may be made, in milliseconds since 1970.
    next_release_time_ms: i64,
    /// Entries that can still be made before the close.
    registerable_entries_count: i64,
    is_jp_user: bool,
    /// The restaurant was no favourite of the diner, and is one now.
    favorited: bool,
}

#[derive(Serialize, ToSchema)]
pub struct RaffleEntry {
    code: String,
    /// The head of the chain of entries when this one had been made: to be kept, and looked for in the published list.
    chain_head: String,
    #[schema(required)]
    won_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct RaffleProof {
    progress: Progress,
    closes_at: String,
    /// Winners whom an admin made, beside the draw; 0 before the close.
    made_by_hand: i64,
    #[serde(flatten)]
    proof: Proof,
}

/// Takes part in a raffle, once in 24 hours. The restaurant becomes a favourite (gaps G123).
#[utoipa::path(post, path = "/users/api/raffle_rounds/{uid}/entries", tag = "raffles",
    params(("uid" = String, Path), EntriesQuery), request_body = EntryBody,
    responses((status = 201, body = EntriesMade), (status = 401), (status = 404), (status = 422)))]
pub async fn enter(
    State(app): State<App>,
    diner: Diner,
    Path(uid): Path<String>,
    Query(query): Query<EntriesQuery>,
    FormOrJson(body): FormOrJson<EntryBody>,
) -> Result<Response, ApiError> {
    if query.entries_count.unwrap_or(1) != 1 {
        return Err(ApiError::invalid_fields([("entries_count", "field_invalid")]));
    }
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let is_jp_user = entries::is_in_japan(&mut tx, diner.id).await?;
    let asked = Asked {
        category: body.category.unwrap_or(Category::Normal),
        notification: body.notification_enabled.filter(|_| !is_jp_user),
    };
    let entered = entries::enter(&mut tx, &app.rng, now, &uid, diner.id, asked).await?;
    tx.commit().await?;
    let made = EntriesMade {
        entries: entered.entries.into_iter().map(RaffleEntry::of).collect(),
        next_release_time_ms: entered.rest.next_at.timestamp_millis(),
        registerable_entries_count: entered.rest.left,
        is_jp_user,
        favorited: entered.is_new_favorite,
    };
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// What anybody needs to check a round: its list of entries after the close, and the draw (docs/RAFFLES.md).
#[utoipa::path(get, path = "/raffle/rounds/{uid}/proof", tag = "raffles", params(("uid" = String, Path)),
    responses((status = 200, body = RaffleProof), (status = 404)))]
pub async fn proof(State(app): State<App>, Path(uid): Path<String>) -> Result<Json<RaffleProof>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let found = publication::find(&mut conn, app.clock.now(), &app.config.beacon.public_key, &uid).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    Ok(Json(RaffleProof {
        progress: found.progress,
        closes_at: Zone::default().iso(found.closes_at),
        made_by_hand: found.made_by_hand,
        proof: found.proof,
    }))
}

impl RaffleEntry {
    fn of(entry: OwnEntry) -> Self {
        let won_at = entry.won_at.map(|at| Zone::default().iso(at));
        Self { code: entry.code, chain_head: entry.link, won_at }
    }
}
