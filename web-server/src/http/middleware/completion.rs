//! Finishes requests that have begun, and gives rejections of outer layers the common shape.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::config::TimeoutFactor;
use domain::db;

use crate::http::error::ApiError;

/// Finishes a request that has begun even if the client disconnects or its time is over: a half-recorded payment, or a connection returned
/// to the pool in the middle of its BEGIN, would be worse than a response that is not read. Only a request that gets no response from the
/// database ends as it would with its process: uncommitted changes are rolled back.
pub async fn run_to_completion(State(timeout_factor): State<TimeoutFactor>, request: Request, next: Next) -> Response {
    let timeout = db::StatementTimeout::new(timeout_factor);
    let limit = timeout.clone();
    let working = db::with_idle_timeout(move || limit.current(), next.run(request));
    match tokio::spawn(timeout.scope(working)).await {
        Ok(Ok(response)) => response,
        Ok(Err(unresponsive)) => ApiError::service_unavailable(sqlx::Error::from(unresponsive)).into_response(),
        Err(error) => ApiError::internal(error).into_response(),
    }
}

pub fn panic_response(_: Box<dyn std::any::Any + Send>) -> Response {
    ApiError::internal("a handler panicked").into_response()
}

/// Gives rejections of axum's own extractors and layers the common shape.
pub async fn default_problem(response: Response) -> Response {
    let status = response.status();
    let is_shaped =
        response.extensions().get::<ApiError>().is_some() || response.headers().contains_key("content-type");
    let is_plain =
        response.headers().get("content-type").is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !(status.is_client_error() || status.is_server_error()) || (is_shaped && !is_plain) {
        return response;
    }
    if status == StatusCode::SERVICE_UNAVAILABLE {
        return ApiError::service_unavailable("the time of a request was up").into_response();
    }
    let code = if status.is_server_error() { "internal" } else { "invalid_input" };
    ApiError::new(status, code).into_response()
}
