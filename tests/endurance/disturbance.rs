//! A command that runs again and again while the clients write: for example, one that moves the primary of a cluster.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Result, ensure};
use tokio::process::Command;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

#[derive(Clone, Debug)]
pub struct Disturbance {
    /// A command line of `sh`.
    pub command: String,
    /// Time before each run of the command.
    pub pause: Duration,
}

impl Disturbance {
    async fn repeat(self, mut stopped: oneshot::Receiver<()>) -> Result<u32> {
        let mut runs = 0;
        while tokio::time::timeout(self.pause, &mut stopped).await.is_err() {
            self.run().await?;
            runs += 1;
        }
        Ok(runs)
    }

    async fn run(&self) -> Result<()> {
        let status = Command::new("sh").args(["-c", &self.command]).stdin(Stdio::null()).status().await?;
        ensure!(status.success(), "`{}` failed: {status}", self.command);
        Ok(())
    }
}

/// The runs of a command in one part of the run. Each part ends with `end`: the next one needs its database.
pub struct Disturbing(Option<(oneshot::Sender<()>, JoinHandle<Result<u32>>)>);

impl Disturbing {
    pub fn start(disturbance: Option<&Disturbance>) -> Self {
        Self(disturbance.map(|disturbance| {
            let (stop, stopped) = oneshot::channel();
            (stop, tokio::spawn(disturbance.clone().repeat(stopped)))
        }))
    }

    /// Waits until the command has ended, and returns the number of its runs.
    ///
    /// # Errors
    /// A run of the command failed; no further one was started.
    pub async fn end(self) -> Result<u32> {
        let Some((stop, runs)) = self.0 else { return Ok(0) };
        drop(stop);
        runs.await?
    }
}
