//! Starting the web server from its configuration, and stopping it.

use std::future::Future;
use std::time::Duration;

use domain::clock::{self, Clock};
use domain::config::Config;
use domain::db;
use domain::rng::Rng;
use tokio::net::TcpListener;

use crate::changes::{self, streams};
use crate::connections;
use crate::instrumentation::ServerReadiness;
use crate::router::router;
use crate::state::{App, Pools};

/// File descriptors for files of the sites, sockets to external services, and logs.
const OTHER_FILES: usize = 512;
/// Maximum wait for the demo's clock.
const CLOCK_READ_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves on `listener` until `stop` resolves, then finishes the requests in flight.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static) {
    let mut helpers = tokio::task::JoinSet::new();
    helpers.spawn(follow_changes(app.clone()));
    helpers.spawn(watch_streams(app.clone()));
    let booking = app.clone();
    helpers.spawn(async move { booking.booking.run().await });
    let reads = app.clone();
    helpers.spawn(async move { reads.reads.follow().await });
    if app.config.environment.is_playground() {
        helpers.spawn(follow_demo_clock(app.clone()));
    }
    let stopping = app.clone();
    helpers.spawn(async move {
        stop.await;
        stopping.events.close();
        stopping.stopping.cancel();
    });
    connections::serve(&app, listener, &router(app.clone())).await;
}

/// Runs the binary: reads the environment, connects, and serves until the shutdown signal.
pub async fn run(config: Config) -> anyhow::Result<()> {
    raise_open_files_limit(&config);
    // Metric handles that are created before the recorder record nothing.
    let exporter = config.metrics_address.as_ref().map(|_| telemetry::install()).transpose()?;
    let pools = connect(&config).await?;
    db::warn_of_old_schema(&pools.general).await?;
    let listener = TcpListener::bind(&config.address).await?;
    tracing::info!(address = %listener.local_addr()?, "the web server listens");
    let app = App::new(config, pools, Clock::system(), Rng::from_machine());
    if let (Some(exporter), Some(address)) = (exporter, &app.config.metrics_address) {
        telemetry::listen(address, exporter, ServerReadiness(app.clone())).await?;
    }
    if app.config.environment.is_playground() {
        // Before the first request, whose response would otherwise show another day by the machine's time.
        read_demo_clock(&app).await;
    }
    serve(app, listener, telemetry::shutdown_signal()).await;
    Ok(())
}

/// Raises the limit of open files: each connection is one, and the default limit is often a thousand.
fn raise_open_files_limit(config: &Config) {
    let to_database = config.database_connections as usize + config.staff_connections as usize;
    let wanted = config.connections.max + to_database + OTHER_FILES;
    match rlimit::increase_nofile_limit(wanted as u64) {
        Ok(allowed) if allowed < wanted as u64 => {
            tracing::warn!(allowed, wanted, "the limit of open files is lower than SEKI_CONNECTIONS may need");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "cannot raise the limit of open files"),
    }
}

/// Opens the connections of a web server. Few serve the bookings and the pages whose statements are always the same, and fewest the hold
/// batcher: each keeps its plans in the processor's caches, and none waits for a diner. The screens of staff and admins have others.
///
/// # Errors
/// The primary does not accept a connection within 2.5 s, or the configured multiple of it, or rejects it.
pub async fn connect(config: &Config) -> sqlx::Result<Pools> {
    let few = config.database_connections.div_ceil(4).max(2);
    let fewest = u32::try_from(config.hold_batches).unwrap_or(few);
    let rest = config.database_connections.saturating_sub(few + fewest).max(1);
    let timeouts = config.database_timeout_factor;
    let batches = db::connect_planned(&config.database_url, "seki web-server batches", fewest, timeouts).await?;
    let booking = db::connect_planned(&config.database_url, "seki web-server bookings", few, timeouts).await?;
    let replica = match config.database_read_url == config.database_url {
        true => None,
        // Lazily: while the replica is unavailable, everything is read from the primary.
        false => Some(db::connect_planned_lazily(&config.database_read_url, "seki web-server reads", few, timeouts)?),
    };
    let general = db::connect_for_requests(&config.database_url, "seki web-server", rest, timeouts).await?;
    let staff_connections = config.staff_connections;
    let staff =
        db::connect_for_requests(&config.database_url, "seki web-server staff", staff_connections, timeouts).await?;
    Ok(Pools { general, staff, batches, booking, replica })
}

async fn follow_changes(app: App) {
    let timeouts = app.config.database_timeout_factor;
    changes::follow(&app.pool, &app.cache, &app.booking, &app.events, &app.vacancies, timeouts).await;
}

async fn watch_streams(app: App) {
    streams::watch(&app.streams, &app.pool, &app.clock).await;
}

async fn follow_demo_clock(app: App) {
    loop {
        read_demo_clock(&app).await;
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}

async fn read_demo_clock(app: &App) {
    let before = app.clock.pace();
    let read = async { clock::demo_pace(&mut *app.pool.acquire().await?).await };
    match db::with_timeout(CLOCK_READ_TIMEOUT, read).await.unwrap_or_else(|unresponsive| Err(unresponsive.into())) {
        Ok(pace) => app.clock.follow(before, pace),
        Err(error) => tracing::warn!(%error, "cannot read the demo clock"),
    }
}
