//! Giving a hold back, and cancelling a booking.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::cancellations;
use domain::reservations::error::ReservationError;
use futures_util::FutureExt;
use serde_json::json;

use crate::booking::retry::after_a_deadlock;
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::state::App;

/// Gives back a hold, or cancels a booking for its fee. 204; 400 with `false` when it is too late.
#[utoipa::path(delete, path = "/users/api/reservations/{uid}", tag = "diner", params(("uid" = String, Path)),
    responses((status = 204), (status = 400, body = bool, content_type = "application/json"), (status = 401),
        (status = 404)))]
pub async fn delete(State(app): State<App>, diner: Diner, Path(uid): Path<String>) -> Result<Response, ApiError> {
    let (app, uid) = (&app, uid.as_str());
    let cancelled = after_a_deadlock(|| {
        async move {
            let mut tx = app.pool.begin().await?;
            cancellations::cancel(&mut tx, &app.rng, app.clock.now(), diner.id, uid).await?;
            Ok(tx.commit().await?)
        }
        .boxed()
    });
    match cancelled.await {
        Ok(()) => Ok(StatusCode::NO_CONTENT.into_response()),
        Err(ReservationError::NotCancellable) => {
            Err(ApiError { bare: Some(json!(false)), ..ReservationError::NotCancellable.into() })
        }
        Err(error) => Err(error.into()),
    }
}
