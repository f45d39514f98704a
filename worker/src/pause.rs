//! The pause between two runs of repeated work.

use std::time::Duration;

use tokio::sync::watch;

/// Waits for `length`. Returns false if the worker stops first.
pub async fn pause(stopped: &mut watch::Receiver<bool>, length: Duration) -> bool {
    tokio::select! {
        () = tokio::time::sleep(length) => true,
        _ = stopped.wait_for(|stopped| *stopped) => false,
    }
}
