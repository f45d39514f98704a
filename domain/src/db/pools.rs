//! Connections, and how long each kind of work waits for one, for a lock and for an answer.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection, PgPool};

use super::liveness::{PING_TIMEOUT, Watch};
use super::tls;
use crate::config::DatabasePatience;

/// For a connection, a new one included, and for a lock: a person waits, and whatever is in the way, they are told within three seconds.
const CONNECTION: Duration = Duration::from_millis(2500);
const LOCK: Duration = Duration::from_secs(2);
/// Jobs, sweeps and commands are repeated when they fail, and nobody waits in front of a screen.
const CONNECTION_OF_WORK: Duration = Duration::from_secs(25);
const LOCK_OF_WORK: Duration = Duration::from_secs(15);

/// How long the sessions of a pool wait.
#[derive(Clone, Debug)]
struct PoolTimeouts {
    /// For a connection, a new one included.
    connection: Duration,
    /// For the answer of a connection that is asked for nothing.
    ping: Duration,
    /// What the server is told.
    session: Vec<(&'static str, String)>,
}

impl PoolTimeouts {
    fn of_requests(patience: DatabasePatience) -> Self {
        let (connection, ping) = (patience.times(CONNECTION), patience.times(PING_TIMEOUT));
        Self { connection, ping, session: limits(patience.times(LOCK)) }
    }

    fn of_work() -> Self {
        Self { connection: CONNECTION_OF_WORK, ping: PING_TIMEOUT, session: limits(LOCK_OF_WORK) }
    }

    fn of_bulk() -> Self {
        Self { connection: CONNECTION_OF_WORK, ping: PING_TIMEOUT, session: Vec::new() }
    }
}

/// How long the server lets a session wait for a lock, take for a statement and think between the statements of a transaction, and how
/// often it looks during a statement whether the client is still there.
fn limits(lock: Duration) -> Vec<(&'static str, String)> {
    vec![
        ("statement_timeout", "30s".to_owned()),
        ("lock_timeout", format!("{}ms", lock.as_millis())),
        ("idle_in_transaction_session_timeout", "30s".to_owned()),
        ("client_connection_check_interval", "2s".to_owned()),
    ]
}

/// How the sessions of `connect_planned` are set up.
pub const PLANNED: [(&str, &str); 2] = [("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off")];

/// A pool for jobs and commands, whose sessions give up rather than hang: on a lock after 15 s, on a statement after 30 s.
///
/// # Errors
/// No connection within 25 s, or the server refuses.
pub async fn connect(url: &str, application: &str, max_connections: u32) -> sqlx::Result<PgPool> {
    let timeouts = PoolTimeouts::of_work();
    open(options(url, application, &timeouts)?, max_connections, &timeouts).await
}

/// A pool for requests: a connection within 2.5 s, a lock within 2 s, or as many times as long as `patience` says, or `is_unavailable`.
/// What a request waits for in one statement is bounded by the web server (`until_silent`); the 30 s of `statement_timeout` are for
/// bulk work.
///
/// # Errors
/// As `connect`.
pub async fn connect_for_requests(
    url: &str,
    application: &str,
    max_connections: u32,
    patience: DatabasePatience,
) -> sqlx::Result<PgPool> {
    let timeouts = PoolTimeouts::of_requests(patience);
    open(options(url, application, &timeouts)?, max_connections, &timeouts).await
}

/// A pool for requests whose statements are planned once for each connection: for bookings, whose queries find their rows by keys
/// whatever the keys are. A plan that was made while a table was small must serve when it has grown, so no plan may
/// read a whole table.
///
/// # Errors
/// As `connect`.
pub async fn connect_planned(
    url: &str,
    application: &str,
    max_connections: u32,
    patience: DatabasePatience,
) -> sqlx::Result<PgPool> {
    let timeouts = PoolTimeouts::of_requests(patience);
    open(options(url, application, &timeouts)?.options(PLANNED), max_connections, &timeouts).await
}

/// The same, without a look whether the server is there: for a replica, without which a web server starts and goes on.
///
/// # Errors
/// The URL cannot be read.
pub fn connect_planned_lazily(
    url: &str,
    application: &str,
    max_connections: u32,
    patience: DatabasePatience,
) -> sqlx::Result<PgPool> {
    let timeouts = PoolTimeouts::of_requests(patience);
    let options = options(url, application, &timeouts)?.options(PLANNED);
    Ok(pool(max_connections, &timeouts).connect_lazy_with(options))
}

/// A pool like another, with none of its connections: for whoever leaves behind those on which nothing comes any more. They stay
/// with the other pool, and count there, until TCP gives them up.
pub fn connect_anew(pool: &PgPool) -> PgPool {
    pool.options().clone().connect_lazy_with(PgConnectOptions::clone(&pool.connect_options()))
}

/// A pool for work that takes as long as it takes: migrations, loads, checks of everything.
///
/// # Errors
/// As `connect`.
pub async fn connect_patiently(url: &str, application: &str, max_connections: u32) -> sqlx::Result<PgPool> {
    let timeouts = PoolTimeouts::of_bulk();
    open(options(url, application, &timeouts)?, max_connections, &timeouts).await
}

/// One connection, which fails at once where a pool tries again, and says why.
///
/// # Errors
/// The server is not there, or refuses.
pub async fn connect_once(url: &str) -> sqlx::Result<PgConnection> {
    PgConnection::connect(url).await.map_err(tls::explain)
}

fn options(url: &str, application: &str, timeouts: &PoolTimeouts) -> sqlx::Result<PgConnectOptions> {
    let options = url.parse::<PgConnectOptions>()?.application_name(application);
    Ok(options.options(timeouts.session.iter().map(|(name, value)| (*name, value))))
}

async fn open(options: PgConnectOptions, max_connections: u32, timeouts: &PoolTimeouts) -> sqlx::Result<PgPool> {
    pool(max_connections, timeouts).connect_with(options).await.map_err(tls::explain)
}

fn pool(max_connections: u32, timeouts: &PoolTimeouts) -> PgPoolOptions {
    let watch = Arc::new(Watch::new(timeouts.ping));
    let released = watch.clone();
    PgPoolOptions::new()
        .max_connections(max_connections)
        .acquire_timeout(timeouts.connection)
        .test_before_acquire(false)
        .before_acquire(move |conn, state| {
            let watch = watch.clone();
            Box::pin(async move { watch.admits(conn, state).await })
        })
        .after_release(move |conn, state| {
            let watch = released.clone();
            Box::pin(async move { watch.takes_back(conn, state).await })
        })
}
