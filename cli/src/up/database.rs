//! The private PostgreSQL of `seki up`. It is restarted at the same address when it ends, and is stopped after all programs that
//! use it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::supervisor::shutdown_signal;
use crate::postgres::{Options, Postgres};

const CHECK_INTERVAL: Duration = Duration::from_millis(500);

pub struct Database {
    /// `postgres://seki:PASSWORD@127.0.0.1:PORT/seki`, valid while this value exists.
    pub url: String,
    stopping: watch::Sender<bool>,
    keeper: JoinHandle<anyhow::Result<()>>,
}

impl Database {
    /// Starts the server of `home`, or finds it running, and keeps it running. A `volatile` server does not wait for the disk.
    ///
    /// # Errors
    /// The errors of [`Postgres::start`].
    pub async fn start(home: &Path, volatile: bool) -> anyhow::Result<Self> {
        let options = Options { volatile, ..Options::default() };
        let server = Postgres::start(home, &options).await.context("PostgreSQL")?;
        // The web server and the worker know the address, so it must not change.
        let options = Options { port: server.port(), ..options };
        let (stopping, stopped) = watch::channel(false);
        let url = server.url.clone();
        let keeper = tokio::spawn(keep_running(home.to_owned(), options, server, stopped));
        Ok(Self { url, stopping, keeper })
    }

    /// Stops the server permanently.
    ///
    /// # Errors
    /// The server does not stop.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.stopping.send_replace(true);
        self.keeper.await?
    }
}

async fn keep_running(
    home: PathBuf,
    options: Options,
    mut server: Postgres,
    mut stopping: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    loop {
        tokio::select! {
            () = wait_for_end(&server) => tracing::warn!("PostgreSQL ended; it is started again"),
            () = shutdown_signal(&mut stopping) => return server.stop().await,
        }
        server.leave_running();
        server = tokio::select! {
            again = start_again(&home, &options) => again,
            () = shutdown_signal(&mut stopping) => return Ok(()),
        };
        tracing::warn!("PostgreSQL runs again");
    }
}

async fn wait_for_end(server: &Postgres) {
    while server.is_running() {
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

/// Restarts the server. The killed server's children may need a moment to end, and a full disk takes longer.
async fn start_again(home: &Path, options: &Options) -> Postgres {
    loop {
        match Postgres::start(home, options).await {
            Ok(server) => return server,
            Err(error) => tracing::error!("PostgreSQL cannot be started again: {error:#}"),
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
