//! Requests are worked off to their end, and whatever refuses them on the way takes the one shape.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::http::error::ApiError;

/// A request that has begun is finished although the client hangs up or the time is up: a payment half recorded, or a
/// connection given back in the middle of its BEGIN, would be worse than an answer that nobody reads.
pub async fn to_the_end(request: Request, next: Next) -> Response {
    let working = tokio::spawn(next.run(request));
    working.await.unwrap_or_else(|error| ApiError::internal(error).into_response())
}

pub fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    ApiError::internal("a handler panicked").into_response()
}

/// Refusals of axum's own extractors and layers take the one shape too.
pub async fn default_problem(response: Response) -> Response {
    let status = response.status();
    let is_shaped =
        response.extensions().get::<ApiError>().is_some() || response.headers().contains_key("content-type");
    let is_plain =
        response.headers().get("content-type").is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !(status.is_client_error() || status.is_server_error()) || (is_shaped && !is_plain) {
        return response;
    }
    let code = if status.is_server_error() { "internal" } else { "invalid_input" };
    ApiError::new(status, code).into_response()
}
