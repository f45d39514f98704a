//! Booking a slot, and a diner's own reservations.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::accounts::queries::is_phone_confirmed;
use domain::availability::token::CalendarToken;
use domain::cancellations;
use domain::i18n;
use domain::ids::{CourseId, OnlineStockGroupId, OsgTimeId, UserId};
use domain::money::Yen;
use domain::payments;
use domain::payments::model::{ChargeKind, ChargeStatus};
use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldRequest, SlotSelection};
use domain::reservations::model::{Reservation, Status};
use domain::reservations::queries;
use domain::restaurants::model::{OperationName, Restaurant};
use domain::restaurants::queries as restaurants;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::catalogue::{RestaurantDetail, picture, policy_text, unit};
use super::restaurants::{CalendarBoot, find_visible};
use super::signed_in::current_session;
use crate::booking::admission_gate::Permit;
use crate::booking::holds;
use crate::diner::session::{Diner, Knock};
use crate::http::answer::{Done, RedirectWith};
use crate::http::captcha;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

const PER_PAGE: i64 = 20;
const LONGEST_TICKET_CODE: usize = 100;

#[derive(Deserialize, IntoParams)]
pub struct NewReservationQuery {
    /// YYYY-MM-DD
    date: Option<String>,
    raffle_round_registration_id: Option<i64>,
    ticket_code: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct NewReservationPage {
    restaurant: RestaurantDetail,
    calendar: CalendarBoot,
    #[schema(required)]
    initial_date: Option<String>,
    #[schema(required)]
    raffle_round_registration_id: Option<i64>,
    #[schema(required)]
    ticket_code: Option<String>,
    needs: Needs,
}

impl PageData for NewReservationPage {
    const NAME: &'static str = "new_reservation";
}

/// What the diner still has to give before a booking can be completed.
#[derive(Serialize, ToSchema)]
pub struct Needs {
    phone: bool,
    card: bool,
}

/// The page on which a diner picks date, seats, guests, time and course.
#[utoipa::path(get, path = "/r/{slug}/reservations/new", tag = "diner", params(("slug" = String, Path), NewReservationQuery),
    responses((status = 200, body = crate::http::page::Page<NewReservationPage>), (status = 302), (status = 404)))]
pub async fn new_page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(slug): Path<String>,
    Query(query): Query<NewReservationQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let restaurant = find_visible(&mut conn, &slug).await?;
    let detail = RestaurantDetail::load(&mut conn, &context, &restaurant, app.clock.now()).await?;
    let charges_something = detail.reservation_fee > 0 || detail.courses.iter().any(|course| course.is_prepaid);
    let has_card = payments::queries::find_card(&mut conn, diner.id).await?.is_some();
    let data = NewReservationPage {
        calendar: CalendarBoot::load(&mut conn, &app, &restaurant, Some(diner.id)).await?,
        initial_date: query.date.filter(|date| date.parse::<chrono::NaiveDate>().is_ok()),
        raffle_round_registration_id: query.raffle_round_registration_id,
        ticket_code: query.ticket_code,
        needs: Needs { phone: !is_phone_confirmed(&mut conn, diner.id).await?, card: charges_something && !has_card },
        restaurant: detail,
    };
    drop(conn);
    let meta = Meta::private(format!("{} | Seki", data.restaurant.restaurant_name));
    PageOf::new(meta, data).answer(&app, &context, Some(diner.id)).await
}

#[derive(Deserialize, ToSchema)]
pub struct CreateReservation {
    new_reservation: NewReservation,
    #[serde(default)]
    ticket_code: Option<String>,
    #[serde(default)]
    #[expect(dead_code, reason = "part of the call; a win is not needed where the ordinary window reaches")]
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
    _: Knock,
    FormOrJson(body): FormOrJson<CreateReservation>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let token = CalendarToken::open(&app.signer, &body.reservation_calendar_token, now);
    let slot = OnlineStockGroupId(body.new_reservation.online_stock_group_id);
    let full = || ApiError::from(ReservationError::Full);
    let Some((token, holder)) = token.and_then(|token| token.diner.map(|holder| (token, holder))) else {
        return Err(refuse_diner(&app, &context, ReservationError::TokenInvalid).await);
    };
    // The token is proof enough of who waits in line, and a crowd is told from memory that there is nothing left.
    app.bursts.hit(holder, tokio::time::Instant::now())?;
    if now < token.onr_not_creatable_before {
        let error = ReservationError::NotCreatableYet(token.onr_not_creatable_before);
        return Err(refuse_diner(&app, &context, error).await);
    }
    let permit = app.gate.enter(&app.pool, token.restaurant, slot, holder, &app.clock).await?.ok_or_else(full)?;
    // Boxed: thousands may be waiting at the gate, and few come here.
    Box::pin(create_admitted(app, context, (token, holder), body, permit)).await
}

/// The refusal, for those who are signed in.
async fn refuse_diner(app: &App, context: &Context, error: impl Into<ApiError>) -> ApiError {
    match Box::pin(Diner::of(app, context)).await {
        Ok(_) => error.into(),
        Err(signed_out) => signed_out,
    }
}

async fn create_admitted(
    app: App,
    context: Context,
    (token, holder): (CalendarToken, UserId),
    body: CreateReservation,
    permit: Permit,
) -> Result<Response, ApiError> {
    let wish = match wish_of(&app, &context, (&token, holder), body).await {
        Ok(wish) => wish,
        Err(error) => return Err(refuse_diner(&app, &context, error).await),
    };
    let uid = holds::win(&app, permit, &wish).await?;
    let review = format!("/r/{}/reservations/{uid}/review", wish.restaurant.slug);
    Done::go(review)
        .status(StatusCode::CREATED)
        .with(CreatedReservation { uid: uid.clone(), data: ReservationUid { uid } })
        .answer(&app, &context)
}

/// Whether the token's holder is who is signed in is looked at where the wish is.
async fn wish_of(
    app: &App,
    context: &Context,
    (token, holder): (&CalendarToken, UserId),
    body: CreateReservation,
) -> Result<HoldRequest, ApiError> {
    captcha::require(app, body.recaptcha_token.as_deref(), "new_reservation").await?;
    let restaurant = find_asked(app, &body.restaurant_slug, token).await?;
    let selection = SlotSelection {
        slot: OnlineStockGroupId(body.new_reservation.online_stock_group_id),
        time: OsgTimeId(body.new_reservation.time_selector_option_id),
        course: CourseId(body.new_reservation.course_id),
        guests: body.new_reservation.guests_count,
        locale: context.locale().as_str(),
        ticket_code: body.ticket_code.filter(|code| !code.is_empty()),
    };
    if selection.ticket_code.as_ref().is_some_and(|code| code.len() > LONGEST_TICKET_CODE) {
        return Err(ApiError::invalid_fields([("ticket_code", "field_too_long")]));
    }
    let session = current_session(context).ok_or_else(ApiError::unauthorized)?;
    Ok(HoldRequest { restaurant, diner: holder, session, selection })
}

/// The restaurant of the token. Hidden ones are found too: whether it can be booked is decided with the booking.
async fn find_asked(app: &App, slug: &str, token: &CalendarToken) -> Result<Arc<Restaurant>, ApiError> {
    let restaurant = super::availability::find_restaurant(app, token.restaurant).await?;
    if restaurant.slug == slug {
        return Ok(restaurant);
    }
    let another = match slug.contains('\0') {
        false => restaurants::find_by_slug(&mut *app.pool.acquire().await?, slug).await?,
        true => None,
    };
    Err(another.map_or_else(ApiError::not_found, |_| ReservationError::TokenInvalid.into()))
}

/// Gives back a hold, or cancels a booking for its fee. 204; 400 with `false` when it is too late.
#[utoipa::path(delete, path = "/users/api/reservations/{uid}", tag = "diner", params(("uid" = String, Path)),
    responses((status = 204), (status = 400, body = bool), (status = 401), (status = 404)))]
pub async fn delete(State(app): State<App>, diner: Diner, Path(uid): Path<String>) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    match cancellations::cancel(&mut tx, &app.rng, app.clock.now(), diner.id, &uid).await {
        Ok(()) => tx.commit().await?,
        Err(ReservationError::NotCancellable) => {
            return Err(ApiError { bare: Some(json!(false)), ..ReservationError::NotCancellable.into() });
        }
        Err(error) => return Err(error.into()),
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A reservation as its diner sees it.
#[derive(Serialize, ToSchema)]
pub struct ReservationSummary {
    pub uid: String,
    pub reservation_code: String,
    pub status: Status,
    pub date: String,
    pub starts_at: String,
    pub ends_at: String,
    /// YYYY年MM月DD日 HH:mm
    pub display_time: String,
    pub operation: OperationName,
    pub guests_count: i32,
    pub course_title: String,
    pub course_price: i64,
    pub custom_unit: String,
    pub seat_title: String,
    pub special_request: String,
    pub can_cancel: bool,
    pub needs_3ds: bool,
    pub restaurant: RestaurantInfo,
}

#[derive(Serialize, ToSchema)]
pub struct RestaurantInfo {
    pub slug: String,
    pub restaurant_name: String,
    pub image_url: String,
    pub address: String,
    pub phone: String,
    pub is_delivery_only: bool,
}

impl RestaurantInfo {
    pub fn of(context: &Context, restaurant: &Restaurant) -> Self {
        Self {
            slug: restaurant.slug.clone(),
            restaurant_name: context.pick(&restaurant.name),
            image_url: picture(restaurant.pictures.first()),
            address: context.pick(&restaurant.address),
            phone: restaurant.phone.clone(),
            is_delivery_only: restaurant.is_delivery_only,
        }
    }
}

impl ReservationSummary {
    pub async fn load(
        conn: &mut PgConnection,
        app: &App,
        context: &Context,
        reservation: &Reservation,
    ) -> Result<Self, ApiError> {
        let now = app.clock.now();
        let restaurant = restaurants::find(conn, reservation.restaurant_id).await?.ok_or_else(ApiError::not_found)?;
        let seat = queries::find_seat_title(conn, reservation.id).await?;
        let charges = payments::queries::list_charges(conn, reservation.id).await?;
        let zone = reservation.zone;
        let is_open = charges.iter().any(|charge| charge.status == ChargeStatus::RequiresAction);
        let course_unit = queries::find_course_unit(conn, reservation.id).await?;
        Ok(Self {
            uid: reservation.uid.clone(),
            reservation_code: reservation.reservation_code.clone(),
            status: reservation.status,
            date: reservation.date.to_string(),
            starts_at: zone.iso(reservation.starts_at),
            ends_at: zone.iso(reservation.ends_at),
            display_time: i18n::date_time(context.locale(), reservation.starts_at, zone.tz()),
            operation: reservation.operation,
            guests_count: reservation.guests_count,
            course_title: context.pick(&reservation.course_title),
            course_price: reservation.course_price.0,
            custom_unit: unit(context, course_unit.as_ref()),
            seat_title: context.pick(&seat),
            special_request: reservation.special_request.clone(),
            can_cancel: reservation.is_cancellable_at(now),
            needs_3ds: is_open && (reservation.is_held_at(now) || reservation.accepted_at.is_some()),
            restaurant: RestaurantInfo::of(context, &restaurant),
        })
    }
}

#[derive(Deserialize, IntoParams)]
pub struct ListQuery {
    page: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub struct UpcomingReservationsPage {
    reservations: Vec<ReservationSummary>,
    past: Vec<ReservationSummary>,
    total_pages: i64,
    current_page: i64,
}

impl PageData for UpcomingReservationsPage {
    const NAME: &'static str = "upcoming_reservations";
}

/// A diner's reservations: those to come, 20 a page, and the latest past ones.
#[utoipa::path(get, path = "/users/upcoming_reservations", tag = "diner", params(ListQuery),
    responses((status = 200, body = crate::http::page::Page<UpcomingReservationsPage>), (status = 302)))]
pub async fn upcoming(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let current_page = query.page.unwrap_or(1).clamp(1, 10_000);
    let mut conn = app.pool.acquire().await?;
    let offset = (current_page - 1) * PER_PAGE;
    let upcoming = queries::list_for_diner(&mut conn, diner.id, false, now, PER_PAGE, offset).await?;
    let past = queries::list_for_diner(&mut conn, diner.id, true, now, PER_PAGE, 0).await?;
    let count = queries::count_for_diner(&mut conn, diner.id, now).await?;
    let data = UpcomingReservationsPage {
        reservations: summaries(&mut conn, &app, &context, &upcoming).await?,
        past: summaries(&mut conn, &app, &context, &past).await?,
        total_pages: count.max(1).unsigned_abs().div_ceil(PER_PAGE.unsigned_abs()).cast_signed(),
        current_page,
    };
    drop(conn);
    let meta = Meta::private(context.t("pages.upcoming_reservations.title"));
    PageOf::new(meta, data).answer(&app, &context, Some(diner.id)).await
}

async fn summaries(
    conn: &mut PgConnection,
    app: &App,
    context: &Context,
    reservations: &[Reservation],
) -> Result<Vec<ReservationSummary>, ApiError> {
    let mut summaries = Vec::with_capacity(reservations.len());
    for reservation in reservations {
        summaries.push(ReservationSummary::load(conn, app, context, reservation).await?);
    }
    Ok(summaries)
}

#[derive(Serialize, ToSchema)]
pub struct ReservationPage {
    reservation: ReservationSummary,
    restaurant: RestaurantInfo,
    charges: Vec<ChargeInfo>,
    cancellation: CancellationInfo,
    policy_text: String,
    history: Vec<HistoryEntry>,
}

impl PageData for ReservationPage {
    const NAME: &'static str = "reservation";
}

#[derive(Serialize, ToSchema)]
pub struct ChargeInfo {
    kind: ChargeKind,
    label: String,
    amount: i64,
    status: ChargeStatus,
    refunded_amount: i64,
}

/// What cancelling now would mean, in yen.
#[derive(Serialize, ToSchema)]
pub struct CancellationInfo {
    fee: i64,
    refund: i64,
    text: String,
    allowed: bool,
}

#[derive(Serialize, ToSchema)]
pub struct HistoryEntry {
    at: String,
    label: String,
}

/// One reservation with its charges, and what cancelling it would cost.
#[utoipa::path(get, path = "/users/reservations/{uid}", tag = "diner", params(("uid" = String, Path)),
    responses((status = 200, body = crate::http::page::Page<ReservationPage>), (status = 302), (status = 404)))]
pub async fn detail(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let reservation = queries::find_own(&mut conn, &uid, diner.id).await?.ok_or_else(ApiError::not_found)?;
    let restaurant = restaurants::find(&mut conn, reservation.restaurant_id).await?.ok_or_else(ApiError::not_found)?;
    let charges = payments::queries::list_charges(&mut conn, reservation.id).await?;
    let data = ReservationPage {
        reservation: ReservationSummary::load(&mut conn, &app, &context, &reservation).await?,
        restaurant: RestaurantInfo::of(&context, &restaurant),
        charges: charges.iter().map(|charge| ChargeInfo::of(&context, charge)).collect(),
        cancellation: CancellationInfo::of(&app, &context, &reservation, &charges),
        policy_text: policy_text(context.locale(), &reservation.policy),
        history: history(&context, &reservation),
    };
    drop(conn);
    let meta = Meta::private(context.t("pages.reservation.title"));
    PageOf::new(meta, data).answer(&app, &context, Some(diner.id)).await
}

impl ChargeInfo {
    pub fn of(context: &Context, charge: &payments::model::Charge) -> Self {
        Self {
            kind: charge.kind,
            label: context.t(&format!("charge.{}", charge.kind.as_str())),
            amount: charge.amount.0,
            status: charge.status,
            refunded_amount: charge.refunded_amount.0,
        }
    }
}

impl CancellationInfo {
    fn of(app: &App, context: &Context, reservation: &Reservation, charges: &[payments::model::Charge]) -> Self {
        let now = app.clock.now();
        let allowed = reservation.is_cancellable_at(now);
        let (fee, refund) = match reservation.status {
            Status::Accepted => {
                let fee = reservation.cancellation_fee_at(now);
                (fee, payments::actions::refund_on_cancelling(charges, fee))
            }
            _ => {
                let fee = reservation.cancellation_fee.unwrap_or(Yen::ZERO);
                (fee, payments::actions::refund_of_course(charges))
            }
        };
        let locale = context.locale();
        let (fee_text, refund_text) = (i18n::yen(locale, fee), i18n::yen(locale, refund));
        let text = context.t_with("cancellation.summary", &[("fee", &fee_text), ("refund", &refund_text)]);
        Self { fee: fee.0, refund: refund.0, text, allowed }
    }
}

fn history(context: &Context, reservation: &Reservation) -> Vec<HistoryEntry> {
    let ended = format!("history.{}", reservation.status.as_str());
    let moments = [
        (Some(reservation.created_at), "history.held".to_owned()),
        (reservation.accepted_at, "history.accepted".to_owned()),
        (reservation.ended_at, ended),
    ];
    let entry = |(at, key): (Option<_>, String)| {
        at.map(|at| HistoryEntry { at: reservation.zone.iso(at), label: context.t(&key) })
    };
    moments.into_iter().filter_map(entry).collect()
}
