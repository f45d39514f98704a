//! One connection, from its first byte to its last.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;
use tower::Service;

use super::in_flight::{InFlightRequests, TrackedBody};
use crate::router::RootService;
use crate::state::App;

/// Longer than the minute for which proxies keep idle connections, so that they do not send a request into a closing connection.
const IDLE_TIMEOUT: Duration = Duration::from_secs(75);
/// Timeout after which a client that reads nothing of its response counts as gone. Event streams send more often.
const WRITE_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum size of a request head, with its cookies and the longest query.
const MAX_HEAD_BYTES: usize = 64 * 1024;
/// Time after the stop in which a connection without a request in flight may send the rest of its response.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

/// Serves a connection until either side ends it. A client has `request_seconds` for each head, including the wait for it; a trusted proxy
/// has `IDLE_TIMEOUT`.
pub async fn serve(app: App, front: RootService, stream: TcpStream, peer: SocketAddr) {
    let head_timeout = match app.config.is_trusted_proxy(peer.ip()) {
        true => IDLE_TIMEOUT,
        false => Duration::from_secs(app.config.connections.request_seconds.into()),
    };
    let in_flight = InFlightRequests::default();
    let counted = in_flight.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        let held = counted.begin();
        let answer = front.clone().call(request.map(Body::new));
        async move { Ok::<_, Infallible>(answer.await?.map(|body| TrackedBody::new(body, held))) }
    });
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head_timeout).max_buf_size(MAX_HEAD_BYTES);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(Box::pin(stream)), service));
    tokio::select! {
        ended = connection.as_mut() => return log_end(ended),
        () = app.stopping.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    tokio::select! {
        ended = connection => log_end(ended),
        () = wait_until_idle(&in_flight) => {}
    }
}

/// Logs at debug level only: clients disconnect at any time, which matters only during a diagnosis.
fn log_end(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended with an error");
    }
}

async fn wait_until_idle(in_flight: &InFlightRequests) {
    loop {
        let was_empty = in_flight.is_empty();
        tokio::time::sleep(FLUSH_TIMEOUT).await;
        if was_empty && in_flight.is_empty() {
            return;
        }
    }
}
