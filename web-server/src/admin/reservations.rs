//! A reservation for admins: its page, its payments, its cancellation and its confirmation (owner §2, §6, gaps G212). `adjustments` has the
//! manual refunds and corrections.

use axum::extract::State;
use axum::response::Response;
use domain::accounts::admins::AdminFlag;
use domain::audit::Actor;
use domain::i18n;
use domain::money::Yen;
use domain::payments::model::DisputeState;
use domain::reservations::no_show_fee_rows::{self, NoShowFeeFilter};
use domain::reservations::requests as cancel_request;
use domain::support::bookings;
use serde::Serialize;
use utoipa::ToSchema;

use super::audit_events::AuditEvent;
use super::cancel_requests::{AdminCancelRequest, find};
use super::guests;
use super::justification::Justification;
use super::no_show_fees::AdminNoShowFee;
use super::reservation_view::{
    AdminReservation, AdminReservationGuest, AdminReservationMessage, AdminReservationPayments, seats,
};
use crate::console::page;
use crate::console::{Admin, RecordKey};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(show)).routes(routes!(charges)).routes(routes!(cancel)).routes(routes!(confirm_again))
}

#[derive(Serialize, ToSchema)]
pub struct AdminReservationPage {
    reservation: AdminReservation,
    /// The restaurant's cancel requests, oldest first; at most one is pending.
    cancel_requests: Vec<AdminCancelRequest>,
    /// State of the most urgent dispute of its payments. While one is open, refunds wait for the decision.
    payment_dispute: Option<DisputeState>,
    /// Amount that banks returned in lost disputes.
    lost_amount: Yen,
    /// The fee of its no-show, if the restaurant has requested one.
    no_show_fee: Option<AdminNoShowFee>,
    /// Null for an admin without the permission for the guests of its kind.
    guest: Option<AdminReservationGuest>,
    /// The group of its seats and their labels: カウンター C1 C2.
    seats: String,
    /// YYYY年MM月DD日 HH:mm
    display_end: String,
    #[serde(flatten)]
    payments: AdminReservationPayments,
    /// Mails and text messages, newest first.
    messages: Vec<AdminReservationMessage>,
    /// Oldest first.
    history: Vec<AuditEvent>,
    /// Whether this admin may cancel it now.
    can_cancel: bool,
    /// Whether its confirmation can be sent again.
    can_confirm_again: bool,
}

impl PageData for AdminReservationPage {
    const NAME: &'static str = "admin_reservation";
}

#[derive(Serialize, ToSchema)]
pub struct AdminReservationChargesPage {
    reservation: AdminReservation,
    #[serde(flatten)]
    payments: AdminReservationPayments,
}

impl PageData for AdminReservationChargesPage {
    const NAME: &'static str = "admin_reservation_charges";
}

/// Returns a reservation of any restaurant with its guest, payments, messages and history.
#[utoipa::path(get, path = "/admin/reservations/{uid}", tag = "admin", params(("uid" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminReservationPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    key: RecordKey,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let found = find(&mut tx, &key).await?;
    let requests = cancel_request::list_of(&mut tx, found.restaurant_id, found.id).await?;
    let fees = no_show_fee_rows::list(&mut tx, NoShowFeeFilter::Of(found.restaurant_id, found.id)).await?;
    let details = bookings::view_booking(&mut tx, now, Actor::Admin(admin.id), &found).await?;
    let payments = AdminReservationPayments::load(&mut tx, &app, &context, &admin, &found).await?;
    let reservation = AdminReservation::load(&mut tx, &context, &found).await?;
    tx.commit().await?;
    let is_visible = guests::is_visible(admin.user.flags, found.kind, found.user_id.is_some());
    let is_current = bookings::is_current(&found, now);
    let is_locked = requests.iter().any(|request| request.status == "pending");
    let message = |message| AdminReservationMessage::new(message, is_visible, now);
    let data = AdminReservationPage {
        reservation,
        cancel_requests: requests.into_iter().map(|request| AdminCancelRequest::new(&context, request)).collect(),
        payment_dispute: payments.most_urgent_dispute(),
        lost_amount: payments.lost_amount(),
        no_show_fee: fees.into_iter().next().map(|fee| AdminNoShowFee::new(&context, fee)),
        guest: is_visible.then(|| AdminReservationGuest::new(&details.row)),
        seats: seats(&context, &details.row),
        display_end: i18n::date_time(context.locale(), found.ends_at, found.zone.tz()),
        payments,
        messages: details.messages.into_iter().map(message).collect(),
        history: details.history.into_iter().map(|entry| AuditEvent::new(&context, entry)).collect(),
        can_cancel: is_current && !is_locked && admin.user.flags.has(AdminFlag::Refunds),
        can_confirm_again: is_current,
    };
    page::respond_to_admin(&app, &context, &admin, &context.t("console.reservation.title"), data).await
}

/// Returns the payments of a reservation.
#[utoipa::path(get, path = "/admin/reservations/{uid}/reservation_charges", tag = "admin", params(("uid" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminReservationChargesPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn charges(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    key: RecordKey,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let found = find(&mut conn, &key).await?;
    bookings::record_view(&mut conn, app.clock.now(), Actor::Admin(admin.id), &found).await?;
    let data = AdminReservationChargesPage {
        reservation: AdminReservation::load(&mut conn, &context, &found).await?,
        payments: AdminReservationPayments::load(&mut conn, &app, &context, &admin, &found).await?,
    };
    drop(conn);
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.charges.title"), data).await
}

/// Cancels a diner's booking without a fee, for an admin with the permission `refunds`, a reason and a proof of identity (gaps G220): its
/// prepayment is refunded. 400 if it is not confirmed or over, or while a cancel request is open.
#[utoipa::path(post, path = "/admin/reservations/{uid}/cancel", tag = "admin", params(("uid" = String, Path)),
    request_body = Justification,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 400), (status = 401), (status = 403), (status = 404),
        (status = 422), (status = 429)))]
pub async fn cancel(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    key: RecordKey,
    FormOrJson(justification): FormOrJson<Justification>,
) -> Result<Response, ApiError> {
    let reason = justification.require(&app, &context, &admin, AdminFlag::Refunds).await?;
    let mut tx = app.pool.begin().await?;
    let found = find(&mut tx, &key).await?;
    let actor = Actor::Admin(admin.id);
    bookings::cancel_booking(&mut tx, &app.rng, app.clock.now(), actor, &found, reason).await?;
    tx.commit().await?;
    done(&app, &context, &found.uid, "admin.reservation.cancelled")
}

/// Sends the confirmation of a diner's booking again, at most once a minute. 400 if it is not confirmed or over.
#[utoipa::path(post, path = "/admin/reservations/{uid}/confirmation", tag = "admin", params(("uid" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 400), (status = 401), (status = 404)))]
pub async fn confirm_again(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    key: RecordKey,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let found = find(&mut tx, &key).await?;
    bookings::resend_confirmation(&mut tx, &app.rng, app.clock.now(), Actor::Admin(admin.id), &found).await?;
    tx.commit().await?;
    done(&app, &context, &found.uid, "admin.reservation.confirmation_sent")
}

fn done(app: &App, context: &Context, uid: &str, key: &str) -> Result<Response, ApiError> {
    let done = WriteResponse::redirect_to(format!("/admin/reservations/{uid}"));
    done.flash(Flash::notice(context.t(key))).respond(app, context)
}
