//! Holding seats for ten minutes.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::availability::token::CalendarToken;
use domain::entitlements::tickets;
use domain::ids::{CourseId, OnlineStockGroupId, OsgTimeId, RestaurantId, UserId};
use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldRequest, SlotSelection};
use domain::restaurants::queries as restaurants;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::booking::{Claim, HoldRefusal};
use crate::diner::availability::find_restaurant;
use crate::diner::session::{Diner, HasSessionCookie};
use crate::diner::signed_in::current_session;
use crate::http::answer::{Done, RedirectWith};
use crate::http::captcha;
use crate::http::cookies::{RETURN_COOKIE, removal};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::limits::past_limit;
use crate::state::App;

#[derive(Deserialize, ToSchema)]
pub struct CreateReservation {
    new_reservation: NewReservation,
    #[serde(default)]
    ticket_code: Option<String>,
    #[serde(default)]
    raffle_round_registration_id: Option<i64>,
    restaurant_slug: String,
    reservation_calendar_token: String,
    #[serde(default)]
    recaptcha_token: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct NewReservation {
    online_stock_group_id: i64,
    guests_count: i32,
    time_selector_option_id: i64,
    course_id: i64,
}

#[derive(Serialize, ToSchema)]
pub struct CreatedReservation {
    uid: String,
    data: ReservationUid,
}

#[derive(Serialize, ToSchema)]
pub struct ReservationUid {
    uid: String,
}

/// Holds seats for ten minutes and leads to the review page. Answers `uid`; a refusal may say `force_reload`.
#[utoipa::path(post, path = "/users/api/reservations", tag = "diner", request_body = CreateReservation,
    responses((status = 201, body = RedirectWith<CreatedReservation>), (status = 303), (status = 400), (status = 401), (status = 403), (status = 409), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    _: HasSessionCookie,
    FormOrJson(body): FormOrJson<CreateReservation>,
) -> Result<Response, ApiError> {
    let token = CalendarToken::open(&app.signer, &body.reservation_calendar_token, app.clock.now());
    let Some((token, diner)) = token.and_then(|token| token.diner.map(|diner| (token, diner))) else {
        return Err(refuse(&app, &context, ReservationError::TokenInvalid).await);
    };
    let slug = body.restaurant_slug.clone();
    let claim = Claim {
        restaurant: token.restaurant,
        slot: OnlineStockGroupId(body.new_reservation.online_stock_group_id),
        diner,
        not_before: token.onr_not_creatable_before,
    };
    let captcha = body.recaptcha_token.clone();
    let prove = async || captcha::require(&app, captcha.as_deref(), "new_reservation").await.map_err(NotHeld::Request);
    let pardon = async |wait| pardon(&app, &context, wait).await.map_err(NotHeld::Request);
    let placed = app.booking.hold(claim, pardon, prove, || request(&app, &context, (&token, diner), body)).await;
    let uid = match placed {
        Ok(placed) => placed.uid,
        Err(NotHeld::Request(error)) => return Err(refuse(&app, &context, error).await),
        Err(NotHeld::Refused(HoldRefusal::Reservation(error @ ReservationError::NotCreatableYet(_)))) => {
            return Err(refuse(&app, &context, error).await);
        }
        Err(NotHeld::Refused(refusal)) => return Err(refusal.into()),
    };
    let done = Done::go(format!("/r/{slug}/reservations/{uid}/review"));
    // The booking that was begun before signing up has come this far: nothing leads back to its beginning any more.
    let begun = context.cookie(RETURN_COOKIE).map(|_| removal(RETURN_COOKIE, &app.config.base_url));
    begun
        .into_iter()
        .fold(done, Done::cookie)
        .status(StatusCode::CREATED)
        .with(CreatedReservation { uid: uid.clone(), data: ReservationUid { uid } })
        .answer(&app, &context)
}

/// Why there is no hold: the request itself was not sound, or it was refused.
enum NotHeld {
    Request(ApiError),
    Refused(HoldRefusal),
}

impl From<HoldRefusal> for NotHeld {
    fn from(refusal: HoldRefusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Whether a diner who has sent too many hold requests goes on.
async fn pardon(app: &App, context: &Context, retry_after_seconds: i64) -> Result<(), ApiError> {
    let mut conn = app.pool.acquire().await?;
    past_limit(app, context, &mut conn, retry_after_seconds).await
}

/// A refusal that is told to signed-in diners only; anybody else is asked to sign in.
async fn refuse(app: &App, context: &Context, error: impl Into<ApiError>) -> ApiError {
    let error = error.into();
    if error.status == StatusCode::SERVICE_UNAVAILABLE {
        return error;
    }
    match Box::pin(Diner::of(app, context)).await {
        Ok(_) => error,
        Err(signed_out) => signed_out,
    }
}

/// What the body asks for. Whether the token's diner is the one who is signed in is looked at with the hold.
async fn request(
    app: &App,
    context: &Context,
    (token, diner): (&CalendarToken, UserId),
    body: CreateReservation,
) -> Result<HoldRequest, NotHeld> {
    let request = async {
        require_restaurant(app, &body.restaurant_slug, token).await?;
        let selection = SlotSelection {
            slot: OnlineStockGroupId(body.new_reservation.online_stock_group_id),
            time: OsgTimeId(body.new_reservation.time_selector_option_id),
            course: CourseId(body.new_reservation.course_id),
            guests: body.new_reservation.guests_count,
            locale: context.locale().as_str(),
            ticket_code: ticket(app, token.restaurant, body.ticket_code.as_deref()).await?,
            win: body.raffle_round_registration_id,
        };
        let session = current_session(context).ok_or_else(ApiError::unauthorized)?;
        Ok(HoldRequest { restaurant: token.restaurant, diner, session, selection })
    };
    request.await.map_err(NotHeld::Request)
}

/// The ticket that was typed in, if any; one that is unknown or over is refused (gaps G071).
async fn ticket(app: &App, restaurant: RestaurantId, typed: Option<&str>) -> Result<Option<String>, ApiError> {
    let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) else { return Ok(None) };
    let today = find_restaurant(app, restaurant).await?.zone.date_of(app.clock.now());
    let ticket = tickets::find(&mut *app.pool.acquire().await?, restaurant, typed).await?;
    let good = ticket.filter(|ticket| ticket.is_good_on(today));
    let unknown = || ApiError::invalid_fields([("ticket_code", "ticket_unknown")]);
    good.map(|ticket| Some(ticket.code)).ok_or_else(unknown)
}

/// The address names the restaurant of the token. Memory may answer that; a hidden restaurant is refused with the hold.
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
