//! Releasing a hold, and cancelling a booking.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::cancellations::{self, CancelTarget};
use domain::reservations::error::ReservationError;
use futures_util::FutureExt;
use serde::Deserialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::booking::retry::retry_deadlocks;
use crate::diner::session::Diner;
use crate::http::error::{ApiError, Problem};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct CancelQuery {
    /// Kind of reservation that the caller expects. The page of a hold may not know that it has become a booking.
    #[param(inline)]
    only: Option<Only>,
}

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Only {
    Hold,
}

/// Releases a hold, or cancels a booking for its fee. 204; 400 with `false` when it is too late; 409 with the path of the booking if the
/// caller expected a hold.
#[utoipa::path(delete, path = "/users/api/reservations/{uid}", tag = "diner", params(("uid" = String, Path), CancelQuery),
    responses((status = 204), (status = 400, body = bool, content_type = "application/json"), (status = 401),
        (status = 404), (status = 409, body = Problem)))]
pub async fn delete(
    State(app): State<App>,
    diner: Diner,
    Path(uid): Path<String>,
    Query(query): Query<CancelQuery>,
) -> Result<Response, ApiError> {
    let (app, diner, uid) = (&app, diner.id, uid.as_str());
    let target = if query.only.is_some() { CancelTarget::Hold } else { CancelTarget::Whatever };
    let cancelled = retry_deadlocks(|| {
        app.transaction(async move |tx| cancellations::cancel(tx, &app.rng, app.clock.now(), diner, uid, target).await)
            .boxed()
    });
    match cancelled.await {
        Ok(()) => Ok(StatusCode::NO_CONTENT.into_response()),
        Err(ReservationError::NotCancellable) => {
            Err(ApiError { bare: Some(json!(false)), ..ReservationError::NotCancellable.into() })
        }
        Err(ReservationError::HoldAccepted) => {
            Err(ApiError::from(ReservationError::HoldAccepted).redirecting_to(format!("/users/reservations/{uid}")))
        }
        Err(error) => Err(error.into()),
    }
}
