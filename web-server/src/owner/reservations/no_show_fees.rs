//! The fee of a no-show: staff request it with one press, and may withdraw it until the card is charged (gaps G086).

use axum::Json;
use axum::extract::State;
use domain::ids::ReservationId;
use domain::money::Yen;
use domain::reservations::no_show_fee_rows::{NoShowFee, NoShowFeeStatus};
use domain::reservations::no_show_fees;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::kinds::EVERY;
use super::staff_writes::find;
use crate::console::{ConsoleWriteResult, FloorStaff, RecordKey, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// The fee of a no-show, requested or on offer.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoShowFeeInfo {
    pub amount: Yen,
    /// Null while the fee can be requested.
    pub status: Option<NoShowFeeStatus>,
    /// Whether it is charged, and the payment is not made yet: the card has declined.
    pub is_owed: bool,
    /// ISO 8601. The last time at which it can be requested; null if it cannot.
    pub request_until: Option<String>,
    /// ISO 8601. The time of the charge, until which the request can be withdrawn; null while it is not requested.
    pub charge_due_at: Option<String>,
    /// The operator's reason for refusing the fee.
    pub waiver_reason: Option<String>,
}

impl NoShowFeeInfo {
    pub async fn load(
        conn: &mut PgConnection,
        app: &App,
        staff: &Staff,
        id: ReservationId,
    ) -> Result<Option<Self>, ApiError> {
        let view = no_show_fees::view(conn, app.clock.now(), app.config.no_show_fee, id).await?;
        let zone = staff.restaurant.zone;
        Ok(match (view.offer, view.fee) {
            (Some(offer), _) => Some(Self {
                amount: offer.amount,
                status: None,
                is_owed: false,
                request_until: Some(zone.iso(offer.until)),
                charge_due_at: None,
                waiver_reason: None,
            }),
            (None, Some(fee)) => Some(Self::of_fee(staff, fee)),
            (None, None) => None,
        })
    }

    fn of_fee(staff: &Staff, fee: NoShowFee) -> Self {
        Self {
            amount: fee.amount,
            status: Some(fee.status),
            is_owed: fee.is_owed,
            request_until: None,
            charge_due_at: Some(staff.restaurant.zone.iso(fee.charge_due_at)),
            waiver_reason: Some(fee.reason).filter(|reason| !reason.is_empty()),
        }
    }
}

/// Requests the fee of a recorded no-show. Its guest is notified by mail, and the saved card is charged after the time to withdraw it. 422 if no
/// fee can be requested (any more); 409 if it was charged or refused.
#[utoipa::path(post, path = "/owners/api/reservations/{uid}/no_show_fee", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = ConsoleWriteResult), (status = 400), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn request(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let mut tx = app.pool.begin().await?;
    let id = find(&mut tx, &staff, &key, &EVERY).await?;
    no_show_fees::request(&mut tx, &app.rng, staff.context(&app), app.config.no_show_fee, id).await?;
    tx.commit().await?;
    Ok(ConsoleWriteResult::ok(context.t("owner.no_show_fee.requested")))
}

/// Withdraws a requested fee before it is charged. 400 without a request; 409 if it was charged or refused.
#[utoipa::path(delete, path = "/owners/api/reservations/{uid}/no_show_fee", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = ConsoleWriteResult), (status = 400), (status = 401), (status = 404), (status = 409)))]
pub async fn withdraw(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let mut tx = app.pool.begin().await?;
    let id = find(&mut tx, &staff, &key, &EVERY).await?;
    no_show_fees::withdraw(&mut tx, &app.rng, staff.context(&app), id).await?;
    tx.commit().await?;
    Ok(ConsoleWriteResult::ok(context.t("owner.no_show_fee.withdrawn")))
}
