//! The connections of one web server: their number, the timeouts of clients, and the shutdown.

mod connection;
mod in_flight;
mod limiter;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use crate::router::RootService;
use crate::state::App;
use limiter::ConnectionLimiter;

/// Time that a stopping server waits for its requests in flight.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(20);
/// Pause after the machine rejected a connection, for lack of file descriptors for example.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(200);
/// Maximum number of excess clients that get a 503 response at the same time; further ones are closed silently.
const MAX_BUSY_REPLIES: usize = 64;
const BUSY_REPLY_TIMEOUT: Duration = Duration::from_secs(1);
const BUSY_REPLY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 21\r\n\
    retry-after: 5\r\nconnection: close\r\n\r\nToo many connections\n";

/// Serves every connection until the server is stopped (`App::stopping`), then finishes the requests in flight. A connection without one is
/// closed after the time to flush its last response, however slowly its client sends.
pub async fn serve(app: &App, listener: TcpListener, front: &RootService) {
    let limiter = ConnectionLimiter::new(&app.config.connections);
    let (tasks, reply_permits) = (TaskTracker::new(), Arc::new(Semaphore::new(MAX_BUSY_REPLIES)));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = app.stopping.cancelled() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                backoff_after(&error).await;
                continue;
            }
        };
        match limiter.acquire(peer.ip(), app.config.is_trusted_proxy(peer.ip())) {
            Some(place) => {
                let line = connection::serve(app.clone(), front.clone(), stream, peer);
                tasks.spawn(async move {
                    line.await;
                    drop(place);
                });
            }
            None => send_busy_reply(stream, &reply_permits),
        }
    }
    drop(listener);
    tasks.close();
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, tasks.wait()).await.is_err() {
        tracing::warn!(connections = tasks.len(), "aborting requests that exceeded the shutdown timeout");
    }
}

/// Waits after a failed accept. A client that disconnected before it was accepted needs no wait; any other error concerns the machine.
async fn backoff_after(error: &io::Error) {
    let is_of_client = matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionReset
    );
    if !is_of_client {
        tracing::error!(%error, "cannot accept connections");
        tokio::time::sleep(ACCEPT_BACKOFF).await;
    }
}

/// Sends the 503 response, and waits a moment for the client to read it: data that the client sends after the close would reset the
/// connection and discard the response.
fn send_busy_reply(mut stream: TcpStream, reply_permits: &Arc<Semaphore>) {
    let Ok(turn) = reply_permits.clone().try_acquire_owned() else { return };
    tokio::spawn(async move {
        let reply = async {
            stream.write_all(BUSY_REPLY).await?;
            stream.shutdown().await?;
            let mut ignored = [0; 1024];
            while stream.read(&mut ignored).await? > 0 {}
            io::Result::Ok(())
        };
        // The client may have disconnected, or may never close.
        let _ = tokio::time::timeout(BUSY_REPLY_TIMEOUT, reply).await;
        drop(turn);
    });
}
