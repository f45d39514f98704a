//! The private address: `/metrics`, `/health/live`, `/health/ready`.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;

use super::Exporter;

type BoxedFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A program's state, read on request.
pub trait Readiness: Send + Sync + 'static {
    /// Whether it can work now; responds within a second.
    fn is_ready(&self) -> BoxedFuture<bool>;
    /// Sets the gauges that are read rather than counted.
    fn measure(&self) -> BoxedFuture<()>;
}

struct ListenerState {
    exporter: Exporter,
    program: Box<dyn Readiness>,
}

/// Serves `address` from now on, until the process ends. Returns the bound address: port 0 selects a free port.
///
/// # Errors
/// The address cannot be bound.
pub async fn listen(address: &str, exporter: Exporter, program: impl Readiness) -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind(address).await.with_context(|| format!("SEKI_METRICS_ADDRESS {address}"))?;
    let address = listener.local_addr()?;
    tracing::info!(%address, "serving metrics and readiness");
    let folding = exporter.clone();
    tokio::spawn(async move { folding.fold().await });
    let shared = Arc::new(ListenerState { exporter, program: Box::new(program) });
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/health/live", get(async || StatusCode::OK))
        .route("/health/ready", get(ready))
        .with_state(shared);
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "stopped serving metrics");
        }
    });
    Ok(address)
}

async fn metrics(State(shared): State<Arc<ListenerState>>) -> impl IntoResponse {
    shared.program.measure().await;
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], shared.exporter.render())
}

async fn ready(State(shared): State<Arc<ListenerState>>) -> StatusCode {
    if shared.program.is_ready().await { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }
}
