//! Changing a booking: special request, guests, and the guests' answers (diner §4, gaps G088 to G091).

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::ids::AnswerSetId;
use domain::money::Yen;
use domain::names::too_long;
use domain::payments;
use domain::payments::model::Outcome;
use domain::reservations::bookings::change::{self, BookingChange, BookingChanged};
use domain::reservations::charges;
use domain::reservations::error::ReservationError;
use domain::reservations::preferences;
use domain::reservations::queries;
use domain::restaurants::queries as restaurants;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::summary::{ReservationSummary, RestaurantInfo};
use crate::booking::retry::retry_deadlocks;
use crate::diner::card_limits;
use crate::diner::completion::{PaymentState, awaiting_authentication, payment_failed};
use crate::diner::preferences::{AnswerGroups, GivenAnswers, QuestionInfo, added_sets, answer_inputs};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, RedirectWith, WriteResponse};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct ReservationEditPage {
    reservation: ReservationSummary,
    restaurant: RestaurantInfo,
    /// Reason why the booking cannot be changed, as a sentence; the fields are disabled then.
    locked_reason: Option<String>,
    /// Party sizes to choose from, each with its additional price and its refund. Contains only the current size for an invitation, where
    /// the number is not shown.
    guests_options: Vec<GuestsOption>,
    is_invited: bool,
    /// The guests' answers; a smaller party drops some of them.
    preferences: AnswerGroups,
    /// Questions to the additional guests of a larger party.
    questions: Vec<QuestionInfo>,
    longest_request: usize,
    /// Why the party cannot become smaller, as a sentence; null if it can.
    fewer_refused: Option<String>,
}

impl PageData for ReservationEditPage {
    const NAME: &'static str = "reservation_edit";
}

#[derive(Serialize, ToSchema)]
pub struct GuestsOption {
    guests_count: i32,
    /// Amount to be paid in addition.
    difference: Yen,
    /// Amount to be refunded to the card.
    refund: Yen,
}

/// The form that changes a booking.
#[utoipa::path(get, path = "/users/reservations/{uid}/edit", tag = "diner", params(("uid" = String, Path)),
    responses((status = 200, body = crate::http::page::Page<ReservationEditPage>), (status = 302), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let reservation = queries::find_own(&mut conn, &uid, diner.id).await?.ok_or_else(ApiError::not_found)?;
    let restaurant = restaurants::find(&mut conn, reservation.restaurant_id).await?.ok_or_else(ApiError::not_found)?;
    let locked_reason = match change::require_editable(&mut conn, &reservation, now).await {
        Ok(()) => None,
        Err(ReservationError::Database(error)) => return Err(error.into()),
        Err(refusal) => Some(ApiError::from(refusal).message(context.locale())),
    };
    let paid = payments::queries::list_charges(&mut conn, reservation.subject()).await?;
    let options = change::guests_options(&mut conn, &reservation, now).await?.into_iter();
    let options = options.map(|guests_count| {
        let costs = charges::ReservationPrices::for_guests(&reservation, guests_count);
        let (difference, refund) =
            (charges::outstanding_amount(&paid, costs), charges::refundable_amount(&paid, costs));
        GuestsOption { guests_count, difference, refund }
    });
    let is_fewer_late = reservation.guests_count > 1 && change::is_fewer_too_late(&reservation, now);
    let sets = preferences::list(&mut conn, reservation.restaurant_id, reservation.id).await?;
    let questions = preferences::list_questions(&mut conn, reservation.restaurant_id).await?;
    let data = ReservationEditPage {
        reservation: ReservationSummary::load(&mut conn, &app, &context, &reservation).await?,
        restaurant: RestaurantInfo::new(&context, &restaurant),
        locked_reason,
        guests_options: options.collect(),
        is_invited: reservation.kind.is_invited(),
        preferences: AnswerGroups::new(&context, &sets),
        questions: questions.iter().map(|question| QuestionInfo::new(&context, question)).collect(),
        longest_request: change::MAX_REQUEST_LENGTH,
        fewer_refused: is_fewer_late.then(|| ApiError::from(ReservationError::FewerTooLate).message(context.locale())),
    };
    drop(conn);
    let meta = Meta::private(context.t("pages.reservation_edit.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ChangeBody {
    reservation: ChangedFields,
    /// Sets of answers that a smaller party drops.
    delete_preference_ids: Vec<i64>,
    /// Answer sets of the additional guests.
    preferences: Vec<GivenAnswers>,
}

#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ChangedFields {
    #[schema(nullable = false, required = false)]
    guests_count: Option<i32>,
    #[schema(nullable = false, required = false)]
    special_request: Option<String>,
    #[schema(required = false)]
    delete_preference_ids: Vec<i64>,
}

/// Changes the special request and the number of guests. A larger party pays the difference: if the bank requires authentication, the
/// payment waits, and if the card is declined, nothing changes. 422 when seats are not free, or the first day of a fee has passed.
#[utoipa::path(patch, path = "/users/reservations/{uid}", tag = "diner", params(("uid" = String, Path)), request_body = ChangeBody,
    responses((status = 200, body = RedirectWith<PaymentState>), (status = 303), (status = 400), (status = 401), (status = 404), (status = 409), (status = 422),
        (status = 429)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<ChangeBody>,
) -> Result<Response, ApiError> {
    let request = body.reservation.special_request;
    if request.as_ref().is_some_and(|text| text.chars().count() > change::MAX_REQUEST_LENGTH) {
        return Err(ApiError::invalid_fields([("reservation.special_request", too_long(change::MAX_REQUEST_LENGTH))]));
    }
    card_limits::count_call(&app, diner.id).await?;
    let dropped = [body.delete_preference_ids, body.reservation.delete_preference_ids].concat();
    let dropped = dropped.into_iter().map(AnswerSetId).collect();
    let wanted = BookingChange {
        special_request: request,
        guests: body.reservation.guests_count,
        preferences: preferences::AnswerChange { dropped, added: added_sets(&body.preferences)? },
    };
    let (app, wanted, diner_id, own) = (&app, &wanted, diner.id, uid.as_str());
    let changed = retry_deadlocks(|| {
        app.transaction(async move |tx| change::change(tx, &app.rng, app.clock.now(), diner_id, own, wanted).await)
            .boxed()
    });
    let changed = changed.await?;
    let page = format!("/users/reservations/{uid}");
    let done = |text: &str| {
        WriteResponse::redirect_to(page.clone()).with(PaymentState::settled()).flash(Flash::notice(context.t(text)))
    };
    if changed.planned.is_empty() {
        return done("flash.reservation_changed").respond(app, &context);
    }
    match payments::actions::collect(app.payments(), changed.reservation.subject(), Some(changed.planned.as_slice()))
        .await
    {
        Ok(Outcome::Declined(code)) => revert_and_reject(app, &context, &changed, &code).await,
        Ok(Outcome::RequiresAction(waiting)) if context.wants_json() => {
            let state = awaiting_authentication(app, &diner, &waiting).await?;
            Ok(Json(RedirectWith::new(page, state)).into_response())
        }
        Ok(Outcome::RequiresAction(_)) => done("flash.difference_to_authenticate").respond(app, &context),
        Ok(_) => done("flash.reservation_changed").respond(app, &context),
        // The worker charges the card once the provider responds.
        Err(error) => {
            tracing::warn!(%error, "the worker charges a difference later");
            done("flash.reservation_changed").respond(app, &context)
        }
    }
}

/// Restores the previous party size after the card has declined the additional amount, and returns the 422. If the size can no longer be
/// restored, the 422 redirects to the booking.
async fn revert_and_reject(
    app: &App,
    context: &Context,
    changed: &BookingChanged,
    code: &str,
) -> Result<Response, ApiError> {
    let is_undone = retry_deadlocks(|| {
        app.transaction(async move |tx| change::revert_growth(tx, &app.rng, app.clock.now(), changed).await).boxed()
    });
    let refusal = payment_failed(context, code);
    let page = format!("/users/reservations/{}", changed.reservation.uid);
    Err(if is_undone.await? { refusal } else { refusal.redirecting_to(page) })
}

#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct AnswersBody {
    /// One set for each guest.
    preferences: Vec<GivenAnswers>,
}

/// Saves the guests' answers to the questions after the booking. 422 names missing answers.
#[utoipa::path(post, path = "/users/reservations/{uid}/preferences", tag = "diner", params(("uid" = String, Path)),
    request_body = AnswersBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 400), (status = 401), (status = 404), (status = 422)))]
pub async fn answer(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<AnswersBody>,
) -> Result<Response, ApiError> {
    let (now, answers) = (app.clock.now(), answer_inputs(&body.preferences));
    app.transaction(async |tx| change::answer(tx, now, diner.id, &uid, &answers).await).await?;
    let notice = Flash::notice(context.t("flash.preferences_answered"));
    WriteResponse::redirect_to(format!("/users/reservations/{uid}")).flash(notice).respond(&app, &context)
}
