//! The pause between two turns of what a worker repeats.

use std::time::Duration;

use tokio::sync::watch;

/// Waits; false when the worker stops first.
pub async fn pause(stopped: &mut watch::Receiver<bool>, length: Duration) -> bool {
    tokio::select! {
        () = tokio::time::sleep(length) => true,
        _ = stopped.wait_for(|stopped| *stopped) => false,
    }
}
