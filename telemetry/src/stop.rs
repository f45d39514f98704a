//! When a program is to stop.

use std::io::Read;

use tokio::sync::oneshot;

/// A program that was started with this name set, whatever its value, reads its standard input. Whoever started it holds the other
/// end: when that closes, they are gone, however they ended.
pub const PARENT_PIPE_VARIABLE: &str = "SEKI_HELD_BY_STDIN";

/// Resolves at the first SIGTERM or Ctrl-C, and when whoever started this program is gone.
pub async fn shutdown_signal() {
    let interrupted = tokio::signal::ctrl_c();
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await.unwrap_or_default(),
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = interrupted => {}
        () = terminated => {}
        () = let_go() => tracing::warn!("whoever started this program is gone: it stops"),
    }
}

async fn let_go() {
    if std::env::var_os(PARENT_PIPE_VARIABLE).is_none() {
        return std::future::pending().await;
    }
    let (closed, is_closed) = oneshot::channel();
    // A thread of its own: a read that waits would keep the runtime from ending.
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        while input.read(&mut [0; 64]).is_ok_and(|count| count > 0) {}
        let _ = closed.send(());
    });
    let _ = is_closed.await;
}
