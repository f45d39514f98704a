//! Requests of staff to cancel a booking without a fee (owner §4, §5; gaps G088, G089).

use axum::extract::{Query, State};
use axum::response::Response;
use domain::ids::ReservationId;
use domain::money::Yen;
use domain::payments;
use domain::payments::model::{Charge, ChargeStatus, Subject};
use domain::reservations::charges::refund_on_cancelling;
use domain::reservations::model::EndCause;
use domain::reservations::model::Status;
use domain::reservations::requests::{self as cancel_request, CancelRequestForm};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::detail::{self, ReservationDetail};
use super::kinds::INVITED;
use super::staff_writes::find;
use crate::console::{FloorStaff, RecordKey, page};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

/// Kinds that end by a request. Staff delete in-person reservations; other channels cancel their own.
const KINDS: [&str; 3] = ["online_reservation", INVITED[0], INVITED[1]];

#[derive(Deserialize, IntoParams)]
pub struct NewQuery {
    uid: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct OwnerCancelRequestPage {
    reservation: ReservationDetail,
    /// The reservation is accepted and has no open request.
    can_file: bool,
    /// Whether the form offers to reopen the seats. An invitation is never reopened.
    asks_reopening: bool,
    /// The guest's payments, less what was refunded before or is due for a refund, and less `returned_by_bank`.
    paid: Yen,
    /// Amount that banks returned in lost disputes; no part of `refund` (gaps G305).
    returned_by_bank: Yen,
    /// The part of them that an approval refunds.
    refund: Yen,
    /// The part that is not refunded.
    kept: Yen,
}

impl PageData for OwnerCancelRequestPage {
    const NAME: &'static str = "owner_cancel_request";
}

/// Returns the form of a cancel request.
#[utoipa::path(get, path = "/owners/reservation_cancel_requests/new", tag = "owner", params(NewQuery),
    responses((status = 200, body = page::ConsolePage<OwnerCancelRequestPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn new_page(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Query(query): Query<NewQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let key = RecordKey::parse(&query.uid.ok_or_else(ApiError::not_found)?);
    let reservation = detail::load(&mut conn, &app, &context, &staff, &key, &KINDS).await?;
    let subject = Subject::Reservation(staff.restaurant.id, ReservationId(reservation.id));
    let mut charges = payments::queries::list_charges(&mut conn, subject).await?;
    drop(conn);
    charges.retain(|charge| charge.status == ChargeStatus::Succeeded);
    let paid: Yen = charges.iter().map(Charge::left).sum();
    let refund = refund_on_cancelling(&charges, Yen::ZERO);
    let data = OwnerCancelRequestPage {
        paid,
        returned_by_bank: charges.iter().map(|charge| charge.lost_amount).sum(),
        refund,
        kept: paid - refund,
        can_file: reservation.status == Status::Accepted && reservation.cancel_request.is_none(),
        asks_reopening: !reservation.kind.is_invited(),
        reservation,
    };
    page::respond(&app, &context, &staff, &context.t("owner.cancel_request.title"), data).await
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CancelRequestBody {
    /// Uid of the reservation.
    uid: String,
    /// customer or restaurant.
    reason: String,
    /// Whether the stocks are removed from the web; not required for an invitation.
    #[serde(deserialize_with = "tick::answer")]
    delete_os: Option<bool>,
    #[serde(deserialize_with = "tick::deserialize")]
    fee_waived: bool,
    #[serde(alias = "agreement_with_customer", deserialize_with = "tick::deserialize")]
    agreed_with_customer: bool,
}

/// Files a cancel request. 422 names missing fields; 400 if the reservation is not active or a request is open.
#[utoipa::path(post, path = "/owners/reservation_cancel_requests", tag = "owner", request_body = CancelRequestBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 400), (status = 401), (status = 404), (status = 422)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<CancelRequestBody>,
) -> Result<Response, ApiError> {
    let form = CancelRequestForm {
        fee_waived: body.fee_waived,
        agreed_with_customer: body.agreed_with_customer,
        cause: EndCause::named(&body.reason),
        delete_os: body.delete_os,
    };
    let mut tx = app.pool.begin().await?;
    let id = find(&mut tx, &staff, &RecordKey::parse(&body.uid), &KINDS).await?;
    cancel_request::create(&mut tx, &app.rng, staff.context(&app), id, &form).await?;
    tx.commit().await?;
    let back = format!("/owners/reservations/{}", body.uid);
    WriteResponse::redirect_to(back)
        .flash(Flash::notice(context.t("owner.flash.cancel_request_filed")))
        .respond(&app, &context)
}
