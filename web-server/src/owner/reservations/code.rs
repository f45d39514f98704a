//! A reservation by its code, which the guest reads out.

use axum::Json;
use axum::extract::{Path, State};
use domain::reservations::queries;

use super::detail::{self, ReservationDetail};
use super::kinds::EVERY;
use crate::console::Envelope;
use crate::console::{FloorStaff, RecordKey};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Returns the reservation with a code, regardless of case. A hold that was never booked has no code (gaps G063).
#[utoipa::path(get, path = "/owners/api/reservations/by_code/{code}", tag = "owner", params(("code" = String, Path)),
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 401), (status = 404)))]
pub async fn by_code(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(code): Path<String>,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let found = queries::find_by_code(&mut conn, staff.restaurant.id, &code.trim().to_uppercase()).await?;
    let key = RecordKey { id: Some(found.ok_or_else(ApiError::not_found)?.0), uid: None };
    Ok(Envelope::ok(detail::load(&mut conn, &app, &context, &staff, &key, &EVERY).await?))
}
