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

/// What a program says of itself when it is asked.
pub trait Readiness: Send + Sync + 'static {
    /// Whether it can do its work now; within a second.
    fn is_ready(&self) -> BoxedFuture<bool>;
    /// Sets the gauges that are read rather than counted.
    fn measure(&self) -> BoxedFuture<()>;
}

struct ListenerState {
    exporter: Exporter,
    program: Box<dyn Readiness>,
}

/// Answers at `address` from now on, for as long as the process lives. Where it listens: port 0 takes a free one.
///
/// # Errors
/// Nothing can listen there.
pub async fn listen(address: &str, exporter: Exporter, program: impl Readiness) -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind(address).await.with_context(|| format!("SEKI_METRICS_ADDRESS {address}"))?;
    let address = listener.local_addr()?;
    tracing::info!(%address, "metrics and readiness are told");
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
            tracing::error!(%error, "metrics are no longer told");
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
