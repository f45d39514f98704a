//! A reservation and its payments for admins, read-only (owner §2, §6). `adjustments` has the manual refunds and corrections.

use axum::extract::State;
use axum::response::Response;
use domain::accounts;
use domain::adjustments;
use domain::adjustments::model::left_to_refund;
use domain::adjustments::queries::Shown;
use domain::disputes;
use domain::i18n;
use domain::money::Yen;
use domain::payments;
use domain::payments::model::{ChargeKind, ChargeStatus, DisputeState};
use domain::reservations::model::{Kind, Reservation, Status};
use domain::reservations::no_show_fee_rows::{self, NoShowFeeFilter};
use domain::reservations::requests as cancel_request;
use domain::restaurants;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::adjustments::AdminAdjustment;
use super::cancel_requests::{AdminCancelRequest, find};
use super::no_show_fees::AdminNoShowFee;
use crate::console::page;
use crate::console::{Admin, RecordKey};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

/// Fields that both pages share.
#[derive(Serialize, ToSchema)]
pub struct AdminReservation {
    uid: String,
    reservation_code: String,
    #[serde(rename = "type")]
    kind: Kind,
    status: Status,
    restaurant_slug: String,
    restaurant_name: String,
    /// YYYY年MM月DD日 HH:mm
    display_time: String,
    guests_count: i32,
    course_name: String,
    prepaid_price: Yen,
    reservation_fee: Yen,
    cancellation_fee: Option<Yen>,
    created_at: String,
    accepted_at: Option<String>,
    ended_at: Option<String>,
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
}

impl PageData for AdminReservationPage {
    const NAME: &'static str = "admin_reservation";
}

#[derive(Serialize, ToSchema)]
pub struct AdminReservationChargesPage {
    reservation: AdminReservation,
    charges: Vec<AdminCharge>,
    /// Manual refunds and corrections, newest first.
    adjustments: Vec<AdminAdjustment>,
    /// Uid of the diner's account, if any.
    user_uid: Option<String>,
    /// Whether a correction can be charged: the booking was confirmed and has an account.
    is_correctable: bool,
    /// A sum above it needs a second admin.
    approval_above: Yen,
}

impl PageData for AdminReservationChargesPage {
    const NAME: &'static str = "admin_reservation_charges";
}

/// A payment of a reservation.
#[derive(Serialize, ToSchema)]
pub struct AdminCharge {
    uid: String,
    kind: ChargeKind,
    label: String,
    amount: Yen,
    status: ChargeStatus,
    refund_due: Yen,
    refunded_amount: Yen,
    dispute: Option<DisputeState>,
    /// Amount that banks returned in lost disputes.
    lost_amount: Yen,
    /// Id of its latest dispute.
    dispute_id: Option<String>,
    /// Amount left for a manual refund, less the refunds that await approval.
    refundable: Yen,
    /// Id of the payment at the card provider.
    gateway_fid: Option<String>,
}

/// Returns a reservation of any restaurant.
#[utoipa::path(get, path = "/admin/reservations/{uid}", tag = "admin", params(("uid" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminReservationPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    key: RecordKey,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let found = find(&mut conn, &key).await?;
    let requests = cancel_request::list_of(&mut conn, found.restaurant_id, found.id).await?;
    let charges = payments::queries::list_charges(&mut conn, found.subject()).await?;
    let disputes: Vec<_> = charges.iter().filter_map(|charge| charge.dispute).collect();
    let fees = no_show_fee_rows::list(&mut conn, NoShowFeeFilter::Of(found.restaurant_id, found.id)).await?;
    let data = AdminReservationPage {
        no_show_fee: fees.into_iter().next().map(|fee| AdminNoShowFee::new(&context, fee)),
        reservation: AdminReservation::load(&mut conn, &context, &found).await?,
        cancel_requests: requests.into_iter().map(|request| AdminCancelRequest::new(&context, request)).collect(),
        payment_dispute: DisputeState::most_urgent(&disputes),
        lost_amount: charges.iter().map(|charge| charge.lost_amount).sum(),
    };
    drop(conn);
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
    let charges = payments::queries::list_charges(&mut conn, found.subject()).await?;
    let shown = Shown::Reservation(found.restaurant_id, found.id);
    let adjustments = adjustments::queries::list(&mut conn, shown, app.clock.now()).await?;
    let user_uid = match found.user_id {
        Some(id) => accounts::queries::find(&mut conn, id).await?.map(|account| account.uid),
        None => None,
    };
    let is_booked = found.accepted_at.is_some();
    let disputes = disputes::queries::list_ids_of(&mut conn, found.restaurant_id, found.id).await?;
    let charges = charges.into_iter().map(|charge| AdminCharge {
        label: context.t(&format!("charge.{}", charge.kind.as_str())),
        refundable: match is_booked {
            true => left_to_refund(&charge.uid, charge.refundable(), &adjustments),
            false => Yen::ZERO,
        },
        uid: charge.uid,
        kind: charge.kind,
        amount: charge.amount,
        status: charge.status,
        refund_due: charge.refund_due,
        refunded_amount: charge.refunded_amount,
        dispute: charge.dispute,
        lost_amount: charge.lost_amount,
        dispute_id: disputes.get(&charge.id).cloned(),
        gateway_fid: charge.gateway_fid,
    });
    let data = AdminReservationChargesPage {
        reservation: AdminReservation::load(&mut conn, &context, &found).await?,
        charges: charges.collect(),
        user_uid,
        is_correctable: is_booked && found.user_id.is_some(),
        approval_above: app.config.adjustment_approval_above,
        adjustments: AdminAdjustment::list(&context, &admin, adjustments),
    };
    drop(conn);
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.charges.title"), data).await
}

impl AdminReservation {
    async fn load(conn: &mut PgConnection, context: &Context, found: &Reservation) -> Result<Self, ApiError> {
        let restaurant =
            restaurants::queries::find(conn, found.restaurant_id).await?.ok_or_else(ApiError::not_found)?;
        let zone = found.zone;
        Ok(Self {
            uid: found.uid.clone(),
            reservation_code: found.reservation_code.clone(),
            kind: found.kind,
            status: found.status,
            restaurant_name: context.pick(&restaurant.name),
            restaurant_slug: restaurant.slug,
            display_time: i18n::date_time(context.locale(), found.starts_at, zone.tz()),
            guests_count: found.guests_count,
            course_name: context.pick(&found.course_title),
            prepaid_price: found.prepaid_price,
            reservation_fee: found.reservation_fee,
            cancellation_fee: found.cancellation_fee,
            created_at: zone.iso(found.created_at),
            accepted_at: found.accepted_at.map(|at| zone.iso(at)),
            ended_at: found.ended_at.map(|at| zone.iso(at)),
        })
    }
}
