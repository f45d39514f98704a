//! Holding seats for ten minutes.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::availability::token::CalendarToken;
use domain::entitlements::tickets;
use domain::ids::{
    CourseId, OnlineStockGroupId, OsgTimeId, RaffleRegistrationId, RestaurantId, UserId, WaitingRoomPlaceId,
};
use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldRequest, PlacedHold, RequestedWin};
use domain::restaurants::queries as restaurants;
use domain::waiting_rooms::error::WaitingRoomError;
use domain::waiting_rooms::turns::{self, TurnCheck};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::booking::SlotClaim;
use crate::booking::steps::{JoinQueueError, QueuePlace};
use crate::diner::availability::find_restaurant;
use crate::diner::session::{Diner, HasSessionCookie};
use crate::diner::signed_in::current_session;
use crate::http::captcha;
use crate::http::cookies::{RETURN_COOKIE, removal};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::limits::reject_unless_lifted;
use crate::http::write_response::{RedirectWith, WriteResponse};
use crate::state::App;

// A `HoldRequest` over HTTP. The calendar token contains diner and restaurant.
#[derive(Deserialize, ToSchema)]
pub struct HoldRequestBody {
    new_reservation: HoldRequestFields,
    #[serde(default)]
    ticket_code: Option<String>,
    #[serde(default)]
    raffle_round_registration_id: Option<i64>,
    restaurant_slug: String,
    reservation_calendar_token: String,
    #[serde(default)]
    recaptcha_token: Option<String>,
}

// The fields of a `HoldRequestBody` that the specification puts below `new_reservation`.
#[derive(Deserialize, ToSchema)]
pub struct HoldRequestFields {
    online_stock_group_id: i64,
    guests_count: i32,
    time_selector_option_id: i64,
    course_id: i64,
}

// A `PlacedHold` over HTTP: its uid at both places where the specification's clients read it.
#[derive(Serialize, ToSchema)]
pub struct PlacedHoldResponse {
    uid: String,
    data: PlacedHoldUid,
}

#[derive(Serialize, ToSchema)]
pub struct PlacedHoldUid {
    uid: String,
}

/// Holds seats for ten minutes and leads to the review page. Responds with `uid`; a rejection may contain `force_reload`.
#[utoipa::path(post, path = "/users/api/reservations", tag = "diner", request_body = HoldRequestBody,
    responses((status = 201, body = RedirectWith<PlacedHoldResponse>), (status = 303), (status = 400), (status = 401), (status = 403), (status = 409), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    _: HasSessionCookie,
    FormOrJson(body): FormOrJson<HoldRequestBody>,
) -> Result<Response, ApiError> {
    let token = CalendarToken::open(&app.signer, &body.reservation_calendar_token, app.clock.now());
    let Some((token, diner)) = token.and_then(|token| token.diner.map(|diner| (token, diner))) else {
        return Err(reject(&app, &context, ReservationError::TokenInvalid).await);
    };
    let slug = body.restaurant_slug.clone();
    let PlacedHold { uid, has_replaced, .. } = match hold(&app, &context, &token, diner, body).await {
        Ok(placed) => placed,
        Err(HoldRejection::ToDiner(error)) => return Err(reject(&app, &context, error).await),
        Err(HoldRejection::ToAnyone(error)) => return Err(error),
    };
    let done = WriteResponse::redirect_to(format!("/r/{slug}/reservations/{uid}/review"));
    let done = match has_replaced {
        true => done.flash(Flash::notice(context.t("flash.hold_replaced"))),
        false => done,
    };
    // The booking from before the sign-up has come this far: its return path is not needed any more.
    let begun = context.cookie(RETURN_COOKIE).map(|_| removal(RETURN_COOKIE, &app.config.base_url));
    begun
        .into_iter()
        .fold(done, WriteResponse::cookie)
        .status(StatusCode::CREATED)
        .with(PlacedHoldResponse { uid: uid.clone(), data: PlacedHoldUid { uid } })
        .respond(&app, &context)
}

/// Joins the queue, checks the captcha, enters the admission gate and holds the seats. The steps that few requests of a crowd reach are
/// boxed: thousands of requests wait, and each future would reserve memory for them.
async fn hold(
    app: &App,
    context: &Context,
    token: &CalendarToken,
    diner: UserId,
    body: HoldRequestBody,
) -> Result<PlacedHold, HoldRejection> {
    let claim = SlotClaim {
        restaurant: token.restaurant,
        slot: OnlineStockGroupId(body.new_reservation.online_stock_group_id),
        diner,
        not_before: token.onr_not_creatable_before,
    };
    let place = join_queue(app, context, claim).await?;
    let check = require_turn(app, claim, body.raffle_round_registration_id).await?;
    // Before the gate, so that a slow response keeps no other diner from a seat, and only while seats are left.
    Box::pin(captcha::require(app, body.recaptcha_token.as_deref(), "new_reservation")).await?;
    let begun = Instant::now();
    let permit = place.enter().await?;
    let request = Box::pin(read_request(app, context, token, diner, body, check)).await?;
    let placed = permit.hold(&request).await;
    if let TurnCheck::Turn(turn) = check {
        Box::pin(record_answer(app, token.restaurant, turn, begun.elapsed(), placed.is_ok())).await;
    }
    Ok(placed?)
}

/// Checks that the slot is behind no waiting room, or that it is the diner's turn (gaps G300). A restaurant without waiting rooms costs one
/// look-up in memory.
async fn require_turn(app: &App, claim: SlotClaim, win: Option<i64>) -> Result<TurnCheck, ApiError> {
    if app.cache.restaurant(claim.restaurant).is_some_and(|restaurant| !restaurant.has_waiting_room) {
        return Ok(TurnCheck::NotNeeded);
    }
    Box::pin(find_turn(app, claim, win.map(RaffleRegistrationId))).await
}

async fn find_turn(app: &App, claim: SlotClaim, win: Option<RaffleRegistrationId>) -> Result<TurnCheck, ApiError> {
    let restaurant = find_restaurant(app, claim.restaurant).await?;
    if !restaurant.has_waiting_room {
        return Ok(TurnCheck::NotNeeded);
    }
    let mut conn = app.pool.acquire().await?;
    let now = app.clock.now();
    match turns::require(&mut conn, claim.restaurant, claim.diner, claim.slot, win, now).await {
        Err(error @ WaitingRoomError::PlaceNeeded) => {
            Err(ApiError::from(error).redirecting_to(format!("/r/{}/reservations/new", restaurant.slug)))
        }
        check => Ok(check?),
    }
}

/// Records how long the hold took, from which the rate of admissions follows. The diner's answer does not depend on it.
async fn record_answer(
    app: &App,
    restaurant: RestaurantId,
    place: WaitingRoomPlaceId,
    duration: Duration,
    is_held: bool,
) {
    let duration_ms = i32::try_from(duration.as_millis()).unwrap_or(i32::MAX);
    let recorded = async {
        let mut conn = app.pool.acquire().await?;
        turns::record_answer(&mut conn, app.clock.now(), restaurant, place, duration_ms, is_held).await
    };
    if let Err(error) = recorded.await {
        tracing::warn!(%error, "the answer to a hold could not be recorded");
    }
}

/// Puts a diner into the queue; past the rate limit only after a captcha (gaps G034).
async fn join_queue<'a>(app: &'a App, context: &Context, claim: SlotClaim) -> Result<QueuePlace<'a>, HoldRejection> {
    match app.booking.join_queue(claim).await {
        Err(JoinQueueError::OverLimit(over)) => {
            Box::pin(captcha_after_limit(app, context, over.retry_after_seconds())).await?;
            Ok(over.join_queue().await?)
        }
        place => Ok(place?),
    }
}

/// Reason why there is no hold.
enum HoldRejection {
    /// Contains information about the diner or the restaurant: shown to the diner only.
    ToDiner(ApiError),
    /// Shown to all holders of the calendar token: a full slot, for example.
    ToAnyone(ApiError),
}

impl From<ApiError> for HoldRejection {
    fn from(error: ApiError) -> Self {
        Self::ToDiner(error)
    }
}

impl From<ReservationError> for HoldRejection {
    fn from(error: ReservationError) -> Self {
        match error {
            ReservationError::NotCreatableYet(_) => Self::ToDiner(error.into()),
            error => Self::ToAnyone(error.into()),
        }
    }
}

impl From<JoinQueueError<'_>> for HoldRejection {
    fn from(error: JoinQueueError<'_>) -> Self {
        match error {
            JoinQueueError::Rejected(error) => error.into(),
            error => Self::ToAnyone(error.into()),
        }
    }
}

/// Lets a diner past the rate limit continue after a captcha.
async fn captcha_after_limit(app: &App, context: &Context, retry_after_seconds: i64) -> Result<(), ApiError> {
    let mut conn = app.pool.acquire().await?;
    reject_unless_lifted(app, context, &mut conn, retry_after_seconds).await
}

/// Returns a rejection to signed-in diners only; others must sign in. A 503 is returned to all.
async fn reject(app: &App, context: &Context, error: impl Into<ApiError>) -> ApiError {
    let error = error.into();
    if error.status == StatusCode::SERVICE_UNAVAILABLE {
        return error;
    }
    match Box::pin(Diner::require(app, context)).await {
        Ok(_) => error,
        Err(signed_out) => signed_out,
    }
}

/// Reads the hold request from the body. The hold checks whether the token belongs to the signed-in diner.
async fn read_request(
    app: &App,
    context: &Context,
    token: &CalendarToken,
    diner: UserId,
    body: HoldRequestBody,
    check: TurnCheck,
) -> Result<HoldRequest, ApiError> {
    require_restaurant(app, &body.restaurant_slug, token).await?;
    let ticket_code = ticket(app, token.restaurant, diner, body.ticket_code.as_deref()).await?;
    Ok(HoldRequest {
        restaurant: token.restaurant,
        diner,
        session: current_session(context).ok_or_else(ApiError::unauthorized)?,
        slot: OnlineStockGroupId(body.new_reservation.online_stock_group_id),
        time: OsgTimeId(body.new_reservation.time_selector_option_id),
        course: CourseId(body.new_reservation.course_id),
        guests: body.new_reservation.guests_count,
        locale: context.locale().as_str(),
        ticket_code,
        win: body.raffle_round_registration_id.map(|registration| RequestedWin {
            registration: RaffleRegistrationId(registration),
            has_replaced_turn: check == TurnCheck::Win,
        }),
    })
}

/// Returns the code of the entered ticket, if any; an unknown or expired one is rejected (gaps G071).
async fn ticket(
    app: &App,
    restaurant: RestaurantId,
    diner: UserId,
    typed: Option<&str>,
) -> Result<Option<String>, ApiError> {
    let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) else { return Ok(None) };
    let today = find_restaurant(app, restaurant).await?.zone.date_of(app.clock.now());
    let ticket = tickets::find(&mut *app.pool.acquire().await?, restaurant, diner, typed).await?;
    let good = ticket.filter(|ticket| ticket.is_valid_on(today));
    let unknown = || ApiError::invalid_fields([("ticket_code", "ticket_unknown")]);
    good.map(|ticket| Some(ticket.code)).ok_or_else(unknown)
}

/// Checks that `slug`, of the body, names the restaurant of the token: 404 for an unknown slug, 400 for another restaurant. Memory may
/// answer that; a hidden restaurant is rejected with the hold.
async fn require_restaurant(app: &App, slug: &str, token: &CalendarToken) -> Result<(), ApiError> {
    if find_restaurant(app, token.restaurant).await?.slug == slug {
        return Ok(());
    }
    let another = match slug.contains('\0') {
        false => restaurants::find_by_slug(&mut *app.pool.acquire().await?, slug).await?,
        true => None,
    };
    Err(another.map_or_else(ApiError::not_found, |_| ReservationError::TokenInvalid.into()))
}
