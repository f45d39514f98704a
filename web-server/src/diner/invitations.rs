//! Invitations for their guests: list, page, acceptance, decline and smaller party (diner §2 and §4, gaps G042, G093, G152).

use std::slice;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::i18n;
use domain::ids::UserId;
use domain::money::Yen;
use domain::payments;
use domain::reservations::error::ReservationError;
use domain::reservations::invitations::guests::{self, GuestCountRequestOutcome};
use domain::reservations::invitations::{self, Invitation, invite_uid_of};
use domain::reservations::model::Reservation;
use domain::reservations::queries;
use domain::restaurants::queries as restaurants;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::cards::SavedCard;
use super::completion::{
    NextSteps, PaymentState, RetryBody, ThreeDSecureResult, pay_for, resume_after_authentication, retry_payment,
};
use super::intent::return_cookie;
use super::pagination::{PER_PAGE, page_of, page_within, pages};
use super::reservations::summary::{Related, ReservationSummary, RestaurantInfo};
use super::review::{ChargeLine, LabelledValue, PolicyInfo, charge_lines, final_confirmation, problem};
use crate::booking::retry::retry_deadlocks;
use crate::diner::session::{Diner, MaybeDiner};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, RedirectWith, WriteResponse, with_cookie};
use crate::state::App;

const LIST: &str = "/users/invited_reservations";

/// An invitation in the list.
#[derive(Serialize, ToSchema)]
pub struct InvitationSummary {
    #[serde(flatten)]
    reservation: ReservationSummary,
    /// Whether the invitation can be answered.
    is_open: bool,
    /// Deadline for the answer, YYYY年MM月DD日 HH:mm.
    deadline: Option<String>,
    /// The same instant. ISO 8601.
    deadline_at: Option<String>,
}

impl InvitationSummary {
    /// `None` when the invitation was deleted before `related` was read.
    fn of(app: &App, context: &Context, reservation: &Reservation, related: &Related) -> Option<Self> {
        let zone = reservation.zone;
        let deadline = reservation.held_until.map(|until| i18n::date_time(context.locale(), until, zone.tz()));
        Some(Self {
            reservation: ReservationSummary::of(app, context, reservation, related)?,
            is_open: reservation.is_held_at(app.clock.now()),
            deadline,
            deadline_at: reservation.held_until.map(|until| zone.iso(until)),
        })
    }
}

#[derive(Serialize, ToSchema)]
pub struct InvitedReservationsPage {
    invitations: Vec<InvitationSummary>,
    total_pages: i64,
    current_page: i64,
}

impl PageData for InvitedReservationsPage {
    const NAME: &'static str = "invited_reservations";
}

#[derive(Deserialize, IntoParams)]
pub struct ListQuery {
    page: Option<String>,
}

/// Returns a diner's invitations, 20 per page, unanswered ones first.
#[utoipa::path(get, path = "/users/invited_reservations", tag = "diner", params(ListQuery),
    responses((status = 200, body = crate::http::page::Page<InvitedReservationsPage>), (status = 302)))]
pub async fn list(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let total = queries::count_invitations_for_diner(&mut conn, diner.id).await?;
    let current_page = page_within(page_of(query.page.as_deref()), total);
    let offset = (current_page - 1) * PER_PAGE;
    let listed = queries::list_invitations_for_diner(&mut conn, diner.id, PER_PAGE, offset).await?;
    let related = Related::load_all(&mut conn, &listed).await?;
    drop(conn);
    let summary = |reservation| InvitationSummary::of(&app, &context, reservation, &related);
    let data = InvitedReservationsPage {
        invitations: listed.iter().filter_map(summary).collect(),
        total_pages: pages(total).max(1),
        current_page,
    };
    let meta = Meta::private(context.t("pages.invited_reservations.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Deserialize, IntoParams)]
pub struct InvitationQuery {
    /// Token of the link in the mail or text message, for guests without an account.
    invited_token: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct InvitedReservationPage {
    invitation: InvitationSummary,
    restaurant: RestaurantInfo,
    /// True for a visitor who must sign in before accepting.
    needs_sign_in: bool,
    invited_token: Option<String>,
    policy: PolicyInfo,
    charges: Vec<ChargeLine>,
    total: Yen,
    pay_at_restaurant: Yen,
    card: Option<SavedCard>,
    needs_card: bool,
    /// Data that the law requires on the last screen before a payment.
    final_confirmation: Vec<LabelledValue>,
    payment_problem: Option<String>,
    /// Whether the guest may request a smaller party, and the requested number that is not decided yet.
    can_reduce_guests: bool,
    requested_guests_count: Option<i32>,
}

impl PageData for InvitedReservationPage {
    const NAME: &'static str = "invited_reservation";
}

/// An invitation, for its diner or the holder of its link. It is not found for other diners; a visitor without the link is sent to the
/// sign-in page first.
#[utoipa::path(get, path = "/users/invited_reservations/{uid}", tag = "diner",
    params(("uid" = String, Path), InvitationQuery),
    responses((status = 200, body = crate::http::page::Page<InvitedReservationPage>), (status = 302), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Path(uid): Path<String>,
    Query(query): Query<InvitationQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let found = find(&mut conn, &app, &uid, diner.id(), query.invited_token.as_deref()).await?;
    let data = page_data(&mut conn, &app, &context, diner.id(), &found, query.invited_token).await?;
    drop(conn);
    let meta = Meta::private(context.t("pages.invited_reservation.title"));
    let response = PageOf::new(meta, data).respond(&app, &context, diner.id()).await?;
    match diner.id() {
        Some(_) => Ok(response),
        // After signing in, the guest returns here with the link.
        None => with_cookie(response, &return_cookie(&app, context.path_and_query())),
    }
}

async fn page_data(
    conn: &mut PgConnection,
    app: &App,
    context: &Context,
    diner: Option<UserId>,
    found: &Invitation,
    token: Option<String>,
) -> Result<InvitedReservationPage, ApiError> {
    let reservation = &found.reservation;
    let restaurant = restaurants::find(conn, reservation.restaurant_id).await?.ok_or_else(ApiError::not_found)?;
    let related = Related::load_all(conn, slice::from_ref(reservation)).await?;
    let invitation = InvitationSummary::of(app, context, reservation, &related).ok_or_else(ApiError::not_found)?;
    let card = match diner {
        Some(diner) => payments::queries::find_card(conn, diner).await?,
        None => None,
    };
    let paid = payments::queries::list_charges(conn, reservation.subject()).await?;
    let charges = charge_lines(context, reservation);
    let total: Yen = charges.iter().map(|line| line.amount).sum();
    let now = app.clock.now();
    let is_ahead = now < reservation.starts_at;
    let can_reduce = diner.is_some() && reservation.status.is_live() && is_ahead && reservation.guests_count > 1;
    Ok(InvitedReservationPage {
        restaurant: RestaurantInfo::new(context, &restaurant),
        needs_sign_in: diner.is_none(),
        invited_token: token.filter(|_| found.is_unclaimed),
        policy: PolicyInfo::new(context, reservation, restaurant.zone.date_of(now)),
        pay_at_restaurant: reservation.course_total() - reservation.prepaid_price,
        needs_card: reservation.needs_card() && card.is_none() && diner.is_some(),
        card: card.map(SavedCard::from_card),
        final_confirmation: final_confirmation(context, reservation, &invitation.reservation, total),
        payment_problem: problem(context, &paid),
        can_reduce_guests: can_reduce && !found.is_unclaimed,
        requested_guests_count: guests::find_open(conn, reservation.restaurant_id, reservation.id).await?,
        invitation,
        charges,
        total,
    })
}

/// Returns the invitation; 401 for a visitor who may find it after signing in.
async fn find(
    conn: &mut PgConnection,
    app: &App,
    uid: &str,
    diner: Option<UserId>,
    token: Option<&str>,
) -> Result<Invitation, ApiError> {
    let link = token.and_then(|token| invite_uid_of(&app.signer, token));
    let found = invitations::find_for(conn, uid, diner, link).await?;
    found.ok_or_else(|| if diner.is_some() { ApiError::not_found() } else { ApiError::unauthorized() })
}

fn next_steps(uid: &str) -> NextSteps {
    NextSteps { again: format!("{LIST}/{uid}"), over: LIST.to_owned() }
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct AcceptBody {
    #[serde(deserialize_with = "tick::deserialize")]
    policy_agreed: bool,
    invited_token: Option<String>,
}

/// Accepts an invitation. An advance payment is charged to the diner's card, as for an online booking.
#[utoipa::path(post, path = "/users/invited_reservations/{uid}/accept", tag = "diner", params(("uid" = String, Path)),
    request_body = AcceptBody,
    responses((status = 200, body = RedirectWith<PaymentState>), (status = 303), (status = 401), (status = 404), (status = 422), (status = 429)))]
pub async fn accept(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<AcceptBody>,
) -> Result<Response, ApiError> {
    let next_steps = next_steps(&uid);
    let token = body.invited_token.as_deref();
    let found = find(&mut *app.pool.acquire().await?, &app, &uid, Some(diner.id), token).await?;
    let (app, found, diner_id, agrees) = (&app, &found, diner.id, body.policy_agreed);
    let accepted = retry_deadlocks(|| {
        app.transaction(async move |tx| {
            invitations::accept(tx, &app.rng, app.clock.now(), diner_id, found, agrees).await
        })
        .boxed()
    });
    let accepted = accepted.await.map_err(|error: ReservationError| next_steps.rejection(error))?;
    pay_for(app, &context, &diner, &accepted, &next_steps).await
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct DeclineBody {
    invited_token: Option<String>,
}

/// Declines an invitation; the link is sufficient.
#[utoipa::path(post, path = "/users/invited_reservations/{uid}/decline", tag = "diner", params(("uid" = String, Path)),
    request_body = DeclineBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422)))]
pub async fn decline(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<DeclineBody>,
) -> Result<Response, ApiError> {
    let token = body.invited_token.as_deref();
    let found = find(&mut *app.pool.acquire().await?, &app, &uid, diner.id(), token).await?;
    let (app, found, diner_id) = (&app, &found, diner.id());
    let declined = retry_deadlocks(|| {
        app.transaction(async move |tx| invitations::decline(tx, &app.rng, app.clock.now(), diner_id, found).await)
            .boxed()
    });
    declined.await.map_err(|error: ReservationError| next_steps(&uid).rejection(error))?;
    let path = if diner.id().is_some() { LIST } else { "/" };
    WriteResponse::redirect_to(path).flash(Flash::notice(context.t("flash.invitation_declined"))).respond(app, &context)
}

/// Continues after the bank's authentication. Responds with `redirect_to`; 422 unless the provider reports the payment as paid or in
/// processing.
#[utoipa::path(post, path = "/users/invited_reservations/{uid}/confirm_with_three_d_secure_result", tag = "diner",
    params(("uid" = String, Path)), request_body = ThreeDSecureResult,
    responses((status = 200, body = RedirectWith<PaymentState>), (status = 303), (status = 401), (status = 404), (status = 422), (status = 429)))]
pub async fn three_d_secure_result(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<ThreeDSecureResult>,
) -> Result<Response, ApiError> {
    body.check()?;
    let reservation = find_own(&app, &diner, &uid).await?;
    resume_after_authentication(&app, &context, &diner, &reservation, &next_steps(&uid)).await
}

/// Charges the card again for the open amounts of an invitation; returns the intents that then wait for the bank. 422 when the card is
/// declined or the hold has ended.
#[utoipa::path(post, path = "/users/invited_reservations/{uid}/retry_3ds", tag = "diner", params(("uid" = String, Path)),
    request_body = RetryBody,
    responses((status = 200, body = RedirectWith<PaymentState>), (status = 401), (status = 404), (status = 422), (status = 429)))]
pub async fn retry(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<RetryBody>,
) -> Result<Json<RedirectWith<PaymentState>>, ApiError> {
    let reservation = find_own(&app, &diner, &uid).await?;
    retry_payment(&app, &context, &diner, &reservation, body.redirect_to.as_deref(), &next_steps(&uid)).await
}

async fn find_own(app: &App, diner: &Diner, uid: &str) -> Result<Reservation, ApiError> {
    let found = queries::find_own(&mut *app.pool.acquire().await?, uid, diner.id).await?;
    found.filter(|reservation| reservation.kind.is_invited()).ok_or_else(ApiError::not_found)
}

#[derive(Default, Deserialize, ToSchema)]
pub struct FewerGuestsBody {
    #[serde(default)]
    ivr_guest_count_alter_request: NewGuestCount,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct NewGuestCount {
    #[serde(default)]
    new_guest_count: i32,
}

/// Reduces the party of an invited diner: immediately while online bookings could be changed, otherwise when the restaurant agrees. 422
/// when the number is not smaller.
#[utoipa::path(post, path = "/users/reservations/{uid}/ivr_guest_count_alter_requests", tag = "diner",
    params(("uid" = String, Path)), request_body = FewerGuestsBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 400), (status = 401), (status = 404), (status = 422)))]
pub async fn request_fewer_guests(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<FewerGuestsBody>,
) -> Result<Response, ApiError> {
    let guests = body.ivr_guest_count_alter_request.new_guest_count;
    let (app, diner_id, uid) = (&app, diner.id, uid.as_str());
    let asked = retry_deadlocks(|| {
        app.transaction(async move |tx| {
            guests::request_fewer_guests(tx, &app.rng, app.clock.now(), diner_id, uid, guests).await
        })
        .boxed()
    });
    let asked = asked.await?;
    let text = match asked {
        GuestCountRequestOutcome::Applied => "flash.guests_reduced",
        GuestCountRequestOutcome::Waiting => "flash.guests_requested",
    };
    WriteResponse::redirect_to(format!("{LIST}/{uid}")).flash(Flash::notice(context.t(text))).respond(app, &context)
}
