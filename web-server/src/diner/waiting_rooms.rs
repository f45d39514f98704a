//! The waiting room in front of an opening (gaps G300): a diner's place, which a page polls, and the published order.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Duration, Utc};
use domain::availability::queries::find_viewer;
use domain::ids::UserId;
use domain::limits;
use domain::restaurants::model::Restaurant;
use domain::signing::fingerprint;
use domain::waiting_rooms::admission::{Turn, estimated_wait};
use domain::waiting_rooms::awaited::keep_openings;
use domain::waiting_rooms::error::WaitingRoomError;
use domain::waiting_rooms::openings::{self, Opening};
use domain::waiting_rooms::places::{self, Place, PlaceState, Room};
use domain::waiting_rooms::proof::{self as published, PublishedOrder};
use domain::waiting_rooms::turns;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::restaurants::find_visible;
use super::session::{Diner, MaybeDiner};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::etag::is_known;
use crate::http::extract::context::Context;
use crate::http::limits::{limit_bucket, limit_client};
use crate::state::App;

/// Requests for a place of a diner in a minute.
const JOINS_PER_MINUTE: i32 = 20;
/// Proofs of a client in a minute: a list may have thousands of codes.
const PROOFS_PER_MINUTE: i32 = 20;
/// Diners with fewer others before them poll more often.
const NEAR: i32 = 50;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(show, join, leave)).routes(routes!(proof))
}

/// The opening whose room is joined or left.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OpeningQuery {
    /// `opens_at` of the waiting room; if left out, `waiting_room` of the status is meant.
    opens_at: Option<String>,
}

impl OpeningQuery {
    fn choose(&self, zone: Zone, openings: &[Opening]) -> Option<Opening> {
        match self.opens_at.as_deref().filter(|text| !text.is_empty()) {
            Some(text) => openings.iter().find(|opening| zone.iso(opening.opens_at) == text).copied(),
            None => openings.first().copied(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct WaitingRoomStatus {
    /// The room of the last opening that has taken place, otherwise of the next one. Null if no opening with a waiting room is near.
    waiting_room: Option<WaitingRoomView>,
    /// Rooms of other openings that are near and have not ended, in the order of the openings.
    others: Vec<WaitingRoomView>,
}

/// A waiting room, and the diner's place in it.
#[derive(Serialize, ToSchema)]
pub struct WaitingRoomView {
    state: PlaceState,
    /// ISO 8601 with +09:00, as all times.
    opens_at: String,
    /// Represents the diner in the published list; null without a place.
    code: Option<String>,
    /// From 1; null before the draw.
    rank: Option<i32>,
    /// Number of diners who wait for their turn before this one; null unless this one waits in the order.
    ahead: Option<i32>,
    /// Estimate from the pace until now; null while it is unknown.
    wait_minutes: Option<i64>,
    /// End of the turn; null before it.
    turn_ends_at: Option<String>,
    /// No seat is free at the moment. A hold that ends makes its seats available again.
    is_sold_out: bool,
    /// Hash of the secret seed, fixed before the first place; null before it.
    seed_hash: Option<String>,
    /// Round of the beacon that draws the order; null before the first place.
    beacon_round: Option<i64>,
    /// Fixes the list of the diners who came before the opening; null until then.
    list_head: Option<String>,
    /// Address of the published order; null before the first place.
    proof_url: Option<String>,
    /// Time after which the page should ask again.
    poll_after_ms: i64,
}

impl WaitingRoomStatus {
    async fn load(
        conn: &mut PgConnection,
        app: &App,
        restaurant: &Restaurant,
        diner: Option<UserId>,
    ) -> sqlx::Result<Self> {
        let now = app.clock.now();
        let mut rooms = Vec::new();
        for opening in list_openings(conn, restaurant, diner, now).await? {
            rooms.push(WaitingRoomView::load(conn, restaurant, &opening, diner, now).await?);
        }
        let mut rooms = rooms.into_iter();
        let waiting_room = rooms.next();
        Ok(Self { waiting_room, others: rooms.filter(|room| room.state != PlaceState::Ended).collect() })
    }

    /// Responds with 304 if the client has this status already.
    fn respond(&self, headers: &HeaderMap) -> Result<Response, ApiError> {
        let body = serde_json::to_string(self).map_err(ApiError::internal)?;
        let print: String = fingerprint(&body).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let etag = HeaderValue::from_str(&format!("\"{print}\"")).map_err(ApiError::internal)?;
        let is_known = is_known(headers, &etag);
        let kept = [
            (header::ETAG, etag),
            (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
            (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        ];
        if is_known {
            return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
        }
        Ok((kept, body).into_response())
    }
}

impl WaitingRoomView {
    /// Loads the room of an opening, and takes the diner's turn up.
    async fn load(
        conn: &mut PgConnection,
        restaurant: &Restaurant,
        opening: &Opening,
        diner: Option<UserId>,
        now: DateTime<Utc>,
    ) -> sqlx::Result<Self> {
        let found = places::find(conn, restaurant.id, opening.opens_at, diner).await?;
        let (room, mut place) = found.map_or((None, None), |(room, place)| (Some(room), place));
        if let Some(place) = place.as_mut()
            && let Some(turn) = place.turn.filter(|turn| turn.taken_up_at.is_none() && turn.is_on(now))
        {
            turns::take_up(conn, now, restaurant.id, place.id).await?;
            place.turn = Some(Turn { taken_up_at: Some(now), ..turn });
        }
        Ok(Self::new(restaurant, opening, room.as_ref(), place.as_ref(), now))
    }

    fn new(
        restaurant: &Restaurant,
        opening: &Opening,
        room: Option<&Room>,
        place: Option<&Place>,
        now: DateTime<Utc>,
    ) -> Self {
        let has_ended = room.is_some_and(|room| room.ended_at.is_some());
        let state = match place {
            _ if has_ended => PlaceState::Ended,
            Some(place) => place.state(now),
            None => PlaceState::Joinable,
        };
        let is_queued = state == PlaceState::Queued;
        let ahead = place.filter(|_| is_queued).and_then(|place| place.ahead);
        // The pace is in ranks, vacant ones included, and so is the distance.
        let rank = place.filter(|_| is_queued).and_then(|place| place.rank);
        let wait = room.zip(rank).and_then(|(room, rank)| {
            let distance = (rank - room.admitted_rank - 1).max(0);
            estimated_wait(i64::from(distance), i64::from(room.admitted_rank), now - room.drawn_at?)
        });
        let turn = place.and_then(|place| place.turn).filter(|_| state == PlaceState::Turn);
        Self {
            state,
            opens_at: restaurant.zone.iso(opening.opens_at),
            code: place.map(|place| place.code.clone()),
            rank: place.and_then(|place| place.rank),
            ahead,
            wait_minutes: wait.map(|wait| wait.num_seconds().unsigned_abs().div_ceil(60).cast_signed()),
            turn_ends_at: turn.map(|turn| restaurant.zone.iso(turn.ends_at())),
            is_sold_out: room.is_some_and(|room| room.free_stocks == Some(0)) && !has_ended,
            seed_hash: room.map(|room| room.seed_hash.clone()),
            beacon_round: room.map(|room| room.beacon_round),
            list_head: room.and_then(|room| room.list_head.clone()),
            proof_url: room.map(|room| format!("/waiting_rooms/{}/proof", room.uid)),
            poll_after_ms: poll_after_ms(state, ahead, opening.opens_at - now),
        }
    }
}

/// Returns the time after which a page should ask again: soon where something may change, so that thousands of waiting pages cost little.
fn poll_after_ms(state: PlaceState, ahead: Option<i32>, until_opening: Duration) -> i64 {
    match state {
        PlaceState::Queued if ahead.is_some_and(|ahead| ahead < NEAR) => 2_000,
        PlaceState::Waiting if until_opening <= Duration::zero() => 3_000,
        PlaceState::Turn => 5_000,
        PlaceState::Queued => 10_000,
        PlaceState::Waiting | PlaceState::Joinable => 15_000,
        PlaceState::Over | PlaceState::Ended => 60_000,
    }
}

/// Returns the openings for which the diner can wait at a restaurant with waiting rooms, the current one first.
async fn list_openings(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    diner: Option<UserId>,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Opening>> {
    if !restaurant.has_waiting_room {
        return Ok(Vec::new());
    }
    Ok(openings::list_current_first(&find_viewer(conn, restaurant.id, diner, now).await?, now))
}

/// Returns the waiting rooms of a restaurant, and the diner's place in each. The response has an entity tag, because pages ask repeatedly. A
/// request during the diner's turn takes it up: otherwise it ends after two minutes.
#[utoipa::path(get, path = "/users/api/waiting_rooms/{slug}", tag = "diner", params(("slug" = String, Path)),
    responses((status = 200, body = WaitingRoomStatus), (status = 304), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    headers: HeaderMap,
    diner: MaybeDiner,
    Path(slug): Path<String>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let restaurant = find_visible(&mut conn, &slug).await?;
    WaitingRoomStatus::load(&mut conn, &app, &restaurant, diner.id()).await?.respond(&headers)
}

/// Takes a place in the waiting room; a diner who has one keeps it. 409 if the phone number has a place with another account, 422 without a
/// verified number or a room.
#[utoipa::path(post, path = "/users/api/waiting_rooms/{slug}", tag = "diner", params(("slug" = String, Path), OpeningQuery),
    responses((status = 201, body = WaitingRoomStatus), (status = 401), (status = 404), (status = 409), (status = 422), (status = 429)))]
pub async fn join(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(slug): Path<String>,
    Query(query): Query<OpeningQuery>,
) -> Result<(StatusCode, Json<WaitingRoomStatus>), ApiError> {
    let bucket = limits::personal_bucket("waiting_room", &diner.id.to_string());
    limit_bucket(&app, &context, &bucket, JOINS_PER_MINUTE).await?;
    let mut tx = app.pool.begin().await?;
    let restaurant = find_visible(&mut tx, &slug).await?;
    // Otherwise an admin could move the opening before the place is visible to the transaction that moves it.
    keep_openings(&mut tx, restaurant.id).await?;
    let openings = list_openings(&mut tx, &restaurant, Some(diner.id), app.clock.now()).await?;
    let opening = query.choose(restaurant.zone, &openings).ok_or(WaitingRoomError::NotOpen)?;
    places::join(&mut tx, &app.rng, &app.clock, &app.signer, restaurant.id, diner.id, &opening).await?;
    let status = WaitingRoomStatus::load(&mut tx, &app, &restaurant, Some(diner.id)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(status)))
}

/// Gives up the diner's place. Without a place it changes nothing.
#[utoipa::path(delete, path = "/users/api/waiting_rooms/{slug}", tag = "diner", params(("slug" = String, Path), OpeningQuery),
    responses((status = 200, body = WaitingRoomStatus), (status = 401), (status = 404)))]
pub async fn leave(
    State(app): State<App>,
    diner: Diner,
    Path(slug): Path<String>,
    Query(query): Query<OpeningQuery>,
) -> Result<Json<WaitingRoomStatus>, ApiError> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let restaurant = find_visible(&mut tx, &slug).await?;
    let openings = list_openings(&mut tx, &restaurant, Some(diner.id), now).await?;
    if let Some(opening) = query.choose(restaurant.zone, &openings) {
        places::leave(&mut tx, now, restaurant.id, diner.id, &opening).await?;
    }
    let status = WaitingRoomStatus::load(&mut tx, &app, &restaurant, Some(diner.id)).await?;
    tx.commit().await?;
    Ok(Json(status))
}

/// Data for verifying the order of a waiting room (docs/WAITING_ROOMS.md): the list after the opening, the seed and the order after the draw.
/// At most twenty a minute for a client.
#[utoipa::path(get, path = "/waiting_rooms/{uid}/proof", tag = "diner", params(("uid" = String, Path)),
    responses((status = 200, body = PublishedOrder), (status = 404), (status = 429)))]
pub async fn proof(
    State(app): State<App>,
    context: Context,
    Path(uid): Path<String>,
) -> Result<Json<PublishedOrder>, ApiError> {
    limit_client(&app, &context, "waiting_room_proof", PROOFS_PER_MINUTE).await?;
    let mut conn = app.pool.acquire().await?;
    let found = published::find(&mut conn, &uid, &app.config.beacon.public_key).await?;
    found.map(Json).ok_or_else(ApiError::not_found)
}
