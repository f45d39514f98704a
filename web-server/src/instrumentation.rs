//! Metrics that this server exports: requests by route, and values that are read on each scrape.

use std::future::Future;
use std::pin::Pin;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use metrics::{counter, gauge, histogram};
use sqlx::PgPool;
use telemetry::Readiness;
use tokio::time::Instant;
use tracing::{Instrument, field};

use crate::state::App;

/// The template of the matched route, `/r/{slug}`.
#[derive(Clone)]
struct Route(MatchedPath);

/// Adds the route to the response for the metrics. A request that is rejected before routing, or for a file in a folder, has none.
pub async fn name_route(request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().cloned();
    let mut response = next.run(request).await;
    if let Some(path) = path {
        response.extensions_mut().insert(Route(path));
    }
    response
}

/// Counts and times a response.
pub async fn measure(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = method_label(request.method());
    let response = next.run(request).await;
    let route = response.extensions().get::<Route>().map_or("other", |route| route.0.as_str()).to_owned();
    let status = response.status().as_u16().to_string();
    counter!("seki_http_requests_total", "method" => method, "route" => route.clone(), "status" => status).increment(1);
    histogram!("seki_http_request_seconds", "route" => route).record(began.elapsed().as_secs_f64());
    response
}

/// Creates the span of a request, named after its route.
pub async fn trace(request: Request, next: Next) -> Response {
    let method = method_label(request.method());
    let span = tracing::info_span!(
        target: telemetry::SPANS, "request", otel.name = field::Empty, otel.kind = "server", http.request.method = method,
        http.route = field::Empty, http.response.status_code = field::Empty
    );
    let response = next.run(request).instrument(span.clone()).await;
    let route = response.extensions().get::<Route>().map_or("other", |route| route.0.as_str());
    span.record("otel.name", format!("{method} {route}"));
    span.record("http.route", route);
    span.record("http.response.status_code", i64::from(response.status().as_u16()));
    response
}

/// Returns the label of a method. A client may send any method; only known methods become a label.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        _ => "other",
    }
}

/// Readiness of the server at its private address.
pub struct ServerReadiness(pub App);

impl Readiness for ServerReadiness {
    fn is_ready(&self) -> Pin<Box<dyn Future<Output = bool> + Send>> {
        let app = self.0.clone();
        Box::pin(async move { app.readiness.is_ready().await })
    }

    fn measure(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let app = self.0.clone();
        Box::pin(async move {
            for (name, pool) in app.booking.pools() {
                measure_pool(name, pool);
            }
            measure_pool("staff", &app.staff_pool);
            if let Some(replica) = app.reads.replica() {
                measure_pool("replica", replica);
            }
            if let Some(at) = app.cache.pulled_at() {
                gauge!("seki_changes_age_seconds").set(at.elapsed().as_secs_f64());
            }
            gauge!("seki_ready").set(if app.readiness.is_ready().await { 1.0 } else { 0.0 });
        })
    }
}

fn measure_pool(name: &'static str, pool: &PgPool) {
    let idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
    let used = pool.size().saturating_sub(idle);
    gauge!("seki_pool_connections", "pool" => name, "state" => "idle").set(f64::from(idle));
    gauge!("seki_pool_connections", "pool" => name, "state" => "used").set(f64::from(used));
    gauge!("seki_pool_most", "pool" => name).set(f64::from(pool.options().get_max_connections()));
}
