//! Completing a booking: the diner's confirmations, the card, and 3-D Secure (diner §4, gaps G080 to G085).

use std::collections::HashMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::accounts::local_path;
use domain::names::too_long;
use domain::payments;
use domain::payments::model::{Charge, ChargeStatus, Outcome};
use domain::reservations::bookings::change::MAX_REQUEST_LENGTH;
use domain::reservations::bookings::confirm::{self, Confirmation, ConfirmedReservation};
use domain::reservations::error::ReservationError;
use domain::reservations::holds::on_payment::{BookingState, on_payment};
use domain::reservations::model::{Reservation, Status};
use domain::reservations::unpaid_fees::decline_message;
use domain::restaurants::model::Restaurant;
use domain::restaurants::queries as restaurants;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::card_limits;
use super::delivery::{self, Arrival, DeliveryAddress};
use super::preferences::{GivenAnswers, GoldPreferenceBody, answer_inputs};
use super::restaurants::{find_own, path_after_end};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::write_response::{RedirectWith, WriteResponse};
use crate::state::App;

#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
pub struct ConfirmBody {
    #[serde(deserialize_with = "tick::deserialize")]
    date_confirmed: bool,
    #[serde(deserialize_with = "tick::deserialize")]
    no_proxy: bool,
    #[serde(deserialize_with = "tick::deserialize")]
    policy_agreed: bool,
    #[serde(deserialize_with = "tick::deserialize")]
    travel_law_agreed: bool,
    #[serde(deserialize_with = "tick::map")]
    #[schema(value_type = HashMap<String, tick::CheckboxValue>)]
    reservation_review_page_items: HashMap<String, bool>,
    reservation: SpecialRequest,
    /// Required by restaurants that only deliver, like the next field.
    delivery_address: Option<DeliveryAddress>,
    arrival: Option<Arrival>,
    /// One set for each guest, if the restaurant has questions with the booking.
    #[schema(required = false)]
    preferences: Vec<GivenAnswers>,
    /// Required where the slot is reserved for gold members.
    #[schema(required = false)]
    gold_reservation_preference: GoldPreferenceBody,
    customer: HideFromUser,
}

#[derive(Serialize, Deserialize, Default, ToSchema)]
#[serde(default)]
pub struct SpecialRequest {
    special_request: String,
}

#[derive(Serialize, Deserialize, Default, ToSchema)]
#[serde(default)]
pub struct HideFromUser {
    #[serde(deserialize_with = "tick::deserialize")]
    hide_from_user: bool,
}

/// State of a payment: the authentication that the browser must still complete before it goes to `redirect_to`.
#[derive(Serialize, ToSchema)]
pub struct PaymentState {
    requires_action: bool,
    payment_intents: Vec<IntentInfo>,
    payment_method: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct IntentInfo {
    id: String,
    client_secret: String,
    status: ChargeStatus,
}

/// The provider's code while the bank waits for the cardholder.
const AUTHENTICATION_REQUIRED: &str = "authentication_required";

/// Accepts the confirmations and charges the card. Every missing box is named in `fields`.
#[utoipa::path(post, path = "/r/{slug}/reservations/{uid}/confirm.json", tag = "diner", request_body = ConfirmBody,
    params(("slug" = String, Path), ("uid" = String, Path)),
    responses((status = 200, body = RedirectWith<PaymentState>), (status = 303), (status = 404), (status = 422),
        (status = 429)))]
pub async fn submit(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path((slug, uid)): Path<(String, String)>,
    FormOrJson(body): FormOrJson<ConfirmBody>,
) -> Result<Response, ApiError> {
    if body.reservation.special_request.chars().count() > MAX_REQUEST_LENGTH {
        return Err(ApiError::invalid_fields([("reservation.special_request", too_long(MAX_REQUEST_LENGTH))]));
    }
    let confirmation = Confirmation {
        date_confirmed: body.date_confirmed,
        no_proxy: body.no_proxy,
        policy_agreed: body.policy_agreed,
        travel_law_agreed: body.travel_law_agreed,
        items: body.reservation_review_page_items,
        special_request: body.reservation.special_request,
        delivery: delivery::form(body.delivery_address.unwrap_or_default(), body.arrival.unwrap_or_default()),
        preferences: answer_inputs(&body.preferences),
        gold: body.gold_reservation_preference.form(),
        hide_from_user: body.customer.hide_from_user,
    };
    let mut tx = app.pool.begin().await?;
    let restaurant = restaurants::find_by_slug(&mut tx, &slug).await?.ok_or_else(ApiError::not_found)?;
    let confirmed =
        confirm::submit(&mut tx, &app.rng, app.clock.now(), &restaurant, diner.id, &uid, &confirmation).await;
    let next_steps = NextSteps::of_hold(&restaurant, &uid);
    let confirmed = confirmed.map_err(|error| next_steps.rejection(error))?;
    tx.commit().await?;
    pay_for(&app, &context, &diner, &confirmed, &next_steps).await
}

/// Charges the card for the confirmed, unpaid amount.
pub async fn pay_for(
    app: &App,
    context: &Context,
    diner: &Diner,
    confirmed: &ConfirmedReservation,
    next_steps: &NextSteps,
) -> Result<Response, ApiError> {
    match confirmed {
        ConfirmedReservation::Booked(reservation) => respond_booked(app, context, reservation),
        ConfirmedReservation::Unpaid(reservation) => {
            card_limits::count_call(app, diner.id).await?;
            let outcome = payments::actions::collect(app.payments(), reservation.subject(), None).await?;
            apply_outcome(app, context, diner, reservation, outcome, next_steps).await
        }
    }
}

/// Targets when the payment makes no booking.
pub struct NextSteps {
    /// Page for another attempt.
    pub again: String,
    /// Page after the end of the hold.
    pub over: String,
}

impl NextSteps {
    fn of_hold(restaurant: &Restaurant, uid: &str) -> Self {
        let again = format!("/r/{}/reservations/{uid}/review", restaurant.slug);
        Self { again, over: path_after_end(restaurant, uid) }
    }

    pub fn rejection(&self, error: ReservationError) -> ApiError {
        let is_over = matches!(error, ReservationError::HoldEnded | ReservationError::InvitationEnded);
        let refusal = ApiError::from(error);
        if is_over { refusal.redirecting_to(self.over.clone()) } else { refusal }
    }
}

fn respond_booked(app: &App, context: &Context, reservation: &Reservation) -> Result<Response, ApiError> {
    let what = if reservation.is_order() { "order" } else { "reservation" };
    let thanks = Flash::notice(context.t(&format!("flash.{what}_accepted")));
    WriteResponse::redirect_to(reservation_page(reservation))
        .with(PaymentState::settled())
        .flash(thanks)
        .respond(app, context)
}

/// Applies the outcome of a payment to its reservation and its diner.
async fn apply_outcome(
    app: &App,
    context: &Context,
    diner: &Diner,
    reservation: &Reservation,
    outcome: Outcome,
    next_steps: &NextSteps,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let (restaurant, id) = (reservation.restaurant_id, reservation.id);
    let state = on_payment(&mut tx, &app.rng, app.clock.now(), restaurant, id, &outcome).await?;
    let is_booked = state == BookingState::Booked;
    if matches!(outcome, Outcome::Paid) && !is_booked {
        // The hold ended before it was paid: the settling job seats the party again or refunds the payment.
        payments::actions::push_settle(&mut tx, &app.rng, reservation.subject(), None).await?;
    }
    tx.commit().await?;
    let review = next_steps.again.clone();
    match outcome {
        Outcome::Paid if is_booked => respond_booked(app, context, reservation),
        Outcome::Paid => WriteResponse::redirect_to("/users/upcoming_reservations")
            .with(PaymentState::settled())
            .flash(Flash::notice(context.t("flash.payment_being_settled")).sticky())
            .respond(app, context),
        Outcome::RequiresAction(charges) => {
            let state = awaiting_authentication(app, diner, &charges).await?;
            Ok(Json(RedirectWith::new(review, state)).into_response())
        }
        Outcome::Processing => WriteResponse::redirect_to("/users/upcoming_reservations")
            .with(PaymentState::settled())
            .flash(Flash::notice(context.t("flash.payment_processing")).sticky())
            .respond(app, context),
        Outcome::Cancelled => Err(next_steps.rejection(ReservationError::HoldEnded)),
        Outcome::Declined(code) => Err(payment_failed(context, &code).redirecting_to(review)),
    }
}

/// Returns the payment state with the intents that the browser must authenticate with the bank.
pub async fn awaiting_authentication(app: &App, diner: &Diner, charges: &[Charge]) -> Result<PaymentState, ApiError> {
    let card = payments::queries::find_card(&mut *app.pool.acquire().await?, diner.id).await?;
    Ok(PaymentState {
        requires_action: true,
        payment_intents: charges.iter().filter_map(IntentInfo::from_charge).collect(),
        payment_method: card.map(|card| card.gateway_fid),
    })
}

impl PaymentState {
    /// Returns the state without any step for the browser.
    pub fn settled() -> Self {
        Self { requires_action: false, payment_intents: Vec::new(), payment_method: None }
    }
}

impl IntentInfo {
    /// Returns `None` for a charge that the provider does not know.
    fn from_charge(charge: &Charge) -> Option<Self> {
        let (id, client_secret) = (charge.gateway_fid.clone()?, charge.client_secret.clone()?);
        Some(Self { id, client_secret, status: charge.status })
    }
}

/// Outcome of the bank's authentication as the browser sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BrowserResult {
    Succeeded,
    Failed,
}

#[derive(Deserialize, ToSchema)]
pub struct ThreeDSecureResult {
    /// Outcome that the browser reports. The provider is queried in any case.
    #[schema(value_type = BrowserResult)]
    #[serde(default)]
    result: String,
    #[serde(default)]
    #[expect(dead_code, reason = "part of the call; the provider's word counts instead")]
    confirm_payment_intent_ids: Vec<String>,
}

impl ThreeDSecureResult {
    pub fn check(&self) -> Result<(), ApiError> {
        let is_known = ["succeeded", "failed"].contains(&self.result.as_str());
        if is_known { Ok(()) } else { Err(ApiError::invalid_fields([("result", "field_invalid")])) }
    }
}

/// Continues after the bank's authentication. Responds with `redirect_to`; 422 unless the provider reports the payment as paid or in
/// processing.
#[utoipa::path(post, path = "/r/{slug}/reservations/{uid}/confirm_with_three_d_secure_result", tag = "diner",
    params(("slug" = String, Path), ("uid" = String, Path)), request_body = ThreeDSecureResult,
    responses((status = 200, body = RedirectWith<PaymentState>), (status = 303), (status = 404), (status = 422),
        (status = 429)))]
pub async fn three_d_secure_result(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path((slug, uid)): Path<(String, String)>,
    FormOrJson(body): FormOrJson<ThreeDSecureResult>,
) -> Result<Response, ApiError> {
    body.check()?;
    let (restaurant, reservation) = find_own(&mut *app.pool.acquire().await?, &slug, &uid, diner.id).await?;
    resume_after_authentication(&app, &context, &diner, &reservation, &NextSteps::of_hold(&restaurant, &uid)).await
}

/// Queries the provider's status after the browser has returned.
pub async fn resume_after_authentication(
    app: &App,
    context: &Context,
    diner: &Diner,
    reservation: &Reservation,
    next_steps: &NextSteps,
) -> Result<Response, ApiError> {
    let charges = payments::queries::list_charges(&mut *app.pool.acquire().await?, reservation.subject()).await?;
    if reservation.status == Status::Accepted && !has_open_difference(&charges) {
        return respond_booked(app, context, reservation);
    }
    card_limits::count_call(app, diner.id).await?;
    let outcome = payments::actions::refresh_intents(app.payments(), reservation.subject()).await?;
    if reservation.accepted_at.is_some() {
        return apply_fee_outcome(app, context, reservation, outcome).await;
    }
    if !reservation.is_held_at(app.clock.now()) && !matches!(outcome, Outcome::Paid) {
        return Err(next_steps.rejection(ReservationError::HoldEnded));
    }
    if !has_intent(app, reservation).await? {
        return Err(ApiError::from(ReservationError::PaymentNotStarted).redirecting_to(next_steps.again.clone()));
    }
    if let Outcome::RequiresAction(_) = outcome {
        return Err(payment_failed(context, AUTHENTICATION_REQUIRED).redirecting_to(next_steps.again.clone()));
    }
    apply_outcome(app, context, diner, reservation, outcome, next_steps).await
}

/// Reports whether the provider knows a payment.
async fn has_intent(app: &App, reservation: &Reservation) -> sqlx::Result<bool> {
    let charges = payments::queries::list_charges(&mut *app.pool.acquire().await?, reservation.subject()).await?;
    Ok(charges.iter().any(|charge| charge.gateway_fid.is_some()))
}

/// Applies the provider's state of the remaining amount after a booking has grown or has ended (gaps G084).
async fn apply_fee_outcome(
    app: &App,
    context: &Context,
    reservation: &Reservation,
    outcome: Outcome,
) -> Result<Response, ApiError> {
    let page = reservation_page(reservation);
    let done = |text: &str| {
        WriteResponse::redirect_to(page.clone()).with(PaymentState::settled()).flash(Flash::notice(context.t(text)))
    };
    match outcome {
        Outcome::Paid => done("flash.payment_completed").respond(app, context),
        Outcome::Processing if has_intent(app, reservation).await? => {
            done("flash.payment_processing").respond(app, context)
        }
        Outcome::Processing | Outcome::Cancelled => {
            Err(ApiError::from(ReservationError::PaymentNotStarted).redirecting_to(page))
        }
        Outcome::RequiresAction(_) => Err(payment_failed(context, AUTHENTICATION_REQUIRED).redirecting_to(page)),
        Outcome::Declined(code) => Err(payment_failed(context, &code).redirecting_to(page)),
    }
}

/// Returns a 422 with a message for the diner, by the provider's code.
pub fn payment_failed(context: &Context, code: &str) -> ApiError {
    let mut refusal = ApiError::from(ReservationError::PaymentFailed);
    refusal.arguments.push(("reason", decline_message(context.locale(), code)));
    refusal
}

fn reservation_page(reservation: &Reservation) -> String {
    format!("/users/reservations/{}", reservation.uid)
}

#[derive(Deserialize, ToSchema)]
pub struct RetryBody {
    #[serde(default)]
    pub redirect_to: Option<String>,
}

/// Charges the card again for open amounts, including a fee; returns the intents that then wait for the bank. 422 when the card is declined
/// or the hold has ended.
#[utoipa::path(post, path = "/r/{slug}/reservations/{uid}/retry_3ds", tag = "diner", request_body = RetryBody,
    params(("slug" = String, Path), ("uid" = String, Path)),
    responses((status = 200, body = RedirectWith<PaymentState>), (status = 404), (status = 422), (status = 429)))]
pub async fn retry(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path((slug, uid)): Path<(String, String)>,
    FormOrJson(body): FormOrJson<RetryBody>,
) -> Result<Json<RedirectWith<PaymentState>>, ApiError> {
    let (restaurant, reservation) = find_own(&mut *app.pool.acquire().await?, &slug, &uid, diner.id).await?;
    let next_steps = NextSteps::of_hold(&restaurant, &uid);
    retry_payment(&app, &context, &diner, &reservation, body.redirect_to.as_deref(), &next_steps).await
}

/// Charges the card again for the open amount of a reservation.
pub async fn retry_payment(
    app: &App,
    context: &Context,
    diner: &Diner,
    reservation: &Reservation,
    wanted: Option<&str>,
    next_steps: &NextSteps,
) -> Result<Json<RedirectWith<PaymentState>>, ApiError> {
    let is_open = reservation.is_held_at(app.clock.now()) || reservation.accepted_at.is_some();
    if !is_open {
        return Err(next_steps.rejection(ReservationError::HoldEnded));
    }
    card_limits::count_call(app, diner.id).await?;
    // A failed authentication removed the card from its intent, so the intent must be collected again; a refresh is not enough.
    let outcome = payments::actions::collect(app.payments(), reservation.subject(), None).await?;
    if let Outcome::Declined(code) = &outcome {
        return Err(payment_failed(context, code));
    }
    if let Outcome::Paid = outcome {
        let (now, restaurant, id) = (app.clock.now(), reservation.restaurant_id, reservation.id);
        app.transaction(async |tx| on_payment(tx, &app.rng, now, restaurant, id, &outcome).await).await?;
    }
    let card = payments::queries::find_card(&mut *app.pool.acquire().await?, diner.id).await?;
    let payment_intents: Vec<_> = match &outcome {
        Outcome::RequiresAction(charges) => charges.iter().filter_map(IntentInfo::from_charge).collect(),
        _ => Vec::new(),
    };
    let wanted = wanted.and_then(|path| local_path(&app.config.base_url, path));
    let state = PaymentState {
        requires_action: !payment_intents.is_empty(),
        payment_intents,
        payment_method: card.map(|card| card.gateway_fid),
    };
    Ok(Json(RedirectWith::new(wanted.unwrap_or_else(|| "/users/upcoming_reservations".to_owned()), state)))
}

/// Reports whether a difference is open and not in processing.
fn has_open_difference(charges: &[Charge]) -> bool {
    charges.iter().any(|charge| charge.is_difference() && charge.is_open() && charge.status != ChargeStatus::Processing)
}
