//! For load balancers: the process answers, and so does its database.

use axum::extract::State;
use axum::http::StatusCode;

use crate::state::App;

/// 200 when bookings can be taken, 503 when the database does not answer.
#[utoipa::path(get, path = "/health", tag = "operations", responses((status = 200), (status = 503)))]
pub async fn health(State(app): State<App>) -> StatusCode {
    match sqlx::query("SELECT 1").execute(&app.pool).await {
        Ok(_) => StatusCode::OK,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}
