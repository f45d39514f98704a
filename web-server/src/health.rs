//! Health checks for supervisors and load balancers: whether the process runs, and whether it can serve requests.

use axum::extract::State;
use axum::http::StatusCode;

use crate::state::App;

async fn status(app: &App) -> StatusCode {
    if app.readiness.is_ready().await { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }
}

/// 200 when bookings can be taken, 503 when the database does not respond, is full or has no connection left; within a second. The same as
/// `/health/ready`.
#[utoipa::path(get, path = "/health", tag = "operations", responses((status = 200), (status = 503)))]
pub async fn health(State(app): State<App>) -> StatusCode {
    status(&app).await
}

/// For load balancers: 200 when bookings can be taken, otherwise 503, within a second.
#[utoipa::path(get, path = "/health/ready", tag = "operations", operation_id = "health_ready",
    responses((status = 200), (status = 503)))]
pub async fn ready(State(app): State<App>) -> StatusCode {
    status(&app).await
}

/// For supervisors: 200 while the process responds, in any state of its database. A restart would not help the database.
#[utoipa::path(get, path = "/health/live", tag = "operations", operation_id = "health_live", responses((status = 200)))]
pub async fn live() -> StatusCode {
    StatusCode::OK
}
