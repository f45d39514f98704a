//! The shutdown signal of a program.

use std::io::Read;

use tokio::sync::oneshot;

/// If this variable is set, to any value, the program reads its standard input. The starting program holds the other end; when that closes,
/// it has exited for any reason.
pub const PARENT_PIPE_VARIABLE: &str = "SEKI_HELD_BY_STDIN";

/// Resolves at the first SIGTERM or Ctrl-C, and when the program that started this one has exited.
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
        () = parent_exited() => tracing::warn!("the parent program has exited: stopping"),
    }
}

async fn parent_exited() {
    if std::env::var_os(PARENT_PIPE_VARIABLE).is_none() {
        return std::future::pending().await;
    }
    let (closed, is_closed) = oneshot::channel();
    // A separate thread: a waiting read would prevent the runtime from ending.
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        while input.read(&mut [0; 64]).is_ok_and(|count| count > 0) {}
        let _ = closed.send(());
    });
    let _ = is_closed.await;
}
