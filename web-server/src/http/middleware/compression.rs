//! Compresses responses for clients that accept it.

use std::convert::Infallible;
use std::future::ready;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use tower::{ServiceExt, service_fn};
use tower_http::compression::Compression;
use tower_http::compression::predicate::{DefaultPredicate, Predicate};

/// Compresses a response that is large enough, if the client accepts it. A compressed body has kilobytes of state, so only such a response
/// goes through the compression layer.
pub async fn compress(request: Request, next: Next) -> Response {
    let mut accepting = Request::new(Body::empty());
    for encoding in request.headers().get_all(header::ACCEPT_ENCODING) {
        accepting.headers_mut().append(header::ACCEPT_ENCODING, encoding.clone());
    }
    let mut response = next.run(request).await;
    if !DefaultPredicate::new().should_compress(&response) {
        return response;
    }
    if accepting.headers().is_empty() {
        response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
        return response;
    }
    let mut answered = Some(response);
    let answer = service_fn(move |_| ready(Ok::<_, Infallible>(answered.take().unwrap_or_default())));
    let Ok(compressed) = Compression::new(answer).oneshot(accepting).await;
    compressed.map(Body::new)
}
