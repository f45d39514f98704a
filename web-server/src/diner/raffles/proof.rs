//! The published data of a round, as JSON and as a page whose script checks it (docs/RAFFLES.md).

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use domain::raffles::proof::PublishedProof;
use domain::raffles::publication::{self, PublishedRound, RoundProgress};
use domain::zone::Zone;
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use crate::diner::session::MaybeDiner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::limits::limit_client;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

/// Limits of a client in a minute.
const ROUNDS_PER_MINUTE: i32 = 60;
const PROOFS_PER_MINUTE: i32 = 20;
/// Proofs that are read concurrently: a large raffle has megabytes of entries.
static PROOF_SLOTS: Semaphore = Semaphore::const_new(2);

const CACHED: HeaderValue = HeaderValue::from_static("public, max-age=300");
const UNCACHED: HeaderValue = HeaderValue::from_static("private, no-store");

#[derive(Serialize, ToSchema)]
pub struct RaffleProof {
    progress: RoundProgress,
    /// Number of winners that an admin added in addition to the draw; 0 before the close.
    manual_winners: i64,
    #[serde(flatten)]
    proof: PublishedProof,
}

/// A round's page: its state, and the number of participants. The page's verifier fetches the list itself.
#[derive(Serialize, ToSchema)]
pub struct RaffleRoundPage {
    uid: String,
    restaurant_slug: String,
    restaurant_name: String,
    progress: RoundProgress,
    /// ISO 8601 with +09:00: the first instant at which entries are rejected.
    closes_at: String,
    winners_count: i32,
    /// Entries in the published list; 0 before the close.
    entries_count: i64,
    manual_winners: i64,
    /// Winners who were drawn in addition, one for each drawn winner who cannot book.
    replacements: i32,
    /// 2 if the first link contains the close, in seconds since 1970.
    chain_version: i16,
    beacon_round: i64,
    /// The last link of the chain; the first one before the close.
    chain_head: String,
    /// The heads that the signed-in diner received with their entries.
    own_heads: Vec<String>,
    proof_url: String,
}

impl PageData for RaffleRoundPage {
    const NAME: &'static str = "raffle_round";
}

/// The page that checks a round in the reader's browser. At most sixty a minute for a client.
#[utoipa::path(get, path = "/raffle/rounds/{uid}", tag = "raffles", params(("uid" = String, Path)),
    responses((status = 200, body = crate::http::page::Page<RaffleRoundPage>), (status = 404), (status = 429)))]
pub async fn round(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "raffle_round", ROUNDS_PER_MINUTE).await?;
    let found = find(&app, &uid).await?;
    let own_heads = match diner.id() {
        Some(diner) => found.list_heads_of(&mut *app.pool.acquire().await?, diner).await?,
        None => Vec::new(),
    };
    let PublishedRound { progress, closes_at, slug, restaurant, entries_count, proof, manual_winners, .. } = found;
    let data = RaffleRoundPage {
        restaurant_slug: slug,
        restaurant_name: context.pick(&restaurant),
        progress,
        closes_at: Zone::default().iso(closes_at),
        winners_count: proof.winners_count,
        entries_count,
        manual_winners,
        replacements: proof.replacements,
        chain_version: proof.chain_version,
        own_heads,
        beacon_round: proof.beacon_round,
        chain_head: proof.chain_head,
        proof_url: format!("/raffle/rounds/{uid}/proof.json"),
        uid,
    };
    let meta = Meta { is_noindex: true, ..Meta::titled(context.t("pages.raffle_round.title")) };
    PageOf::new(meta, data).respond(&app, &context, diner.id()).await
}

/// Data for checking a round: its list of entries after the close, and the draw (docs/RAFFLES.md). At most twenty a minute for a client,
/// because the list is long, and two at a time. Caches may keep it once the round is drawn.
#[utoipa::path(get, path = "/raffle/rounds/{uid}/proof", tag = "raffles", params(("uid" = String, Path)),
    responses((status = 200, body = RaffleProof), (status = 303, description = "a browser is led to the round's page"), (status = 404),
        (status = 429)))]
pub async fn proof(State(app): State<App>, context: Context, Path(uid): Path<String>) -> Result<Response, ApiError> {
    limit_client(&app, &context, "raffle_proof", PROOFS_PER_MINUTE).await?;
    if !context.wants_json() {
        find(&app, &uid).await?;
        return Ok(Redirect::to(&format!("/raffle/rounds/{uid}")).into_response());
    }
    let _turn = PROOF_SLOTS.acquire().await.map_err(ApiError::internal)?;
    let mut conn = app.pool.acquire().await?;
    let found = publication::find_with_entries(&mut conn, app.clock.now(), &app.config.beacon.public_key, &uid).await?;
    drop(conn);
    let found = found.ok_or_else(ApiError::not_found)?;
    // A winner that an admin adds, and the restaurant's visibility, may still change: not for ever.
    let cached = if found.progress == RoundProgress::Drawn { CACHED } else { UNCACHED };
    let proof = RaffleProof { progress: found.progress, manual_winners: found.manual_winners, proof: found.proof };
    // The same address redirects browsers.
    let headers = [(header::CACHE_CONTROL, cached), (header::VARY, HeaderValue::from_static("accept"))];
    Ok((headers, Json(proof)).into_response())
}

async fn find(app: &App, uid: &str) -> Result<PublishedRound, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let found = publication::find(&mut conn, app.clock.now(), &app.config.beacon.public_key, uid).await?;
    found.ok_or_else(ApiError::not_found)
}
