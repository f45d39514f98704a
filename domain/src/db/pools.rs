//! Connection pools, with the timeouts of each kind of work for a connection, a lock and a statement.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection, PgPool};

use super::liveness::{PING_TIMEOUT, Watch};
use super::tls;
use crate::config::TimeoutFactor;

/// Timeout for a connection, including a new one, and for a lock: a person waits and must get a response within three seconds.
const CONNECTION: Duration = Duration::from_millis(2500);
const LOCK: Duration = Duration::from_secs(2);
/// Jobs, sweeps and commands are retried if they fail, and no person waits for them on a page.
const JOB_CONNECTION_TIMEOUT: Duration = Duration::from_secs(25);
const JOB_LOCK_TIMEOUT: Duration = Duration::from_secs(15);

/// Timeouts of a pool's sessions.
#[derive(Clone, Debug)]
struct PoolTimeouts {
    /// For a connection, including a new one.
    connection: Duration,
    /// For the ping of an idle connection.
    ping: Duration,
    /// Settings for the server.
    session: Vec<(&'static str, String)>,
}

impl PoolTimeouts {
    fn for_requests(factor: TimeoutFactor) -> Self {
        let (connection, ping) = (factor.times(CONNECTION), factor.times(PING_TIMEOUT));
        Self { connection, ping, session: limits(factor.times(LOCK)) }
    }

    fn for_jobs() -> Self {
        Self { connection: JOB_CONNECTION_TIMEOUT, ping: PING_TIMEOUT, session: limits(JOB_LOCK_TIMEOUT) }
    }

    fn for_bulk() -> Self {
        Self { connection: JOB_CONNECTION_TIMEOUT, ping: PING_TIMEOUT, session: Vec::new() }
    }
}

/// Limits of a session at the server: waiting for a lock, running a statement, idling in a transaction, and the interval at which a running
/// statement checks that the client is still connected.
fn limits(lock: Duration) -> Vec<(&'static str, String)> {
    vec![
        ("statement_timeout", "30s".to_owned()),
        ("lock_timeout", format!("{}ms", lock.as_millis())),
        ("idle_in_transaction_session_timeout", "30s".to_owned()),
        ("client_connection_check_interval", "2s".to_owned()),
    ]
}

/// Session settings of `connect_planned`. The URL's own options win: a Citus cluster needs `plan_cache_mode=auto`, because it sends a statement
/// to a node by the values of its parameters.
pub const PLANNED: [(&str, &str); 2] = [("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off")];

/// Opens a pool for jobs and commands, whose sessions time out: on a lock after 15 s, on a statement after 30 s.
///
/// # Errors
/// No connection within 25 s, or the server rejects it.
pub async fn connect(url: &str, application: &str, max_connections: u32) -> sqlx::Result<PgPool> {
    let timeouts = PoolTimeouts::for_jobs();
    open(options(url, application, &timeouts)?, max_connections, &timeouts).await
}

/// Opens a pool for requests: a connection within 2.5 s and a lock within 2 s, each multiplied by `factor`, otherwise an error for which
/// `is_unavailable` is true. The web server limits the time of one statement of a request (`with_idle_timeout`); the `statement_timeout`
/// of 30 s is for bulk work.
///
/// # Errors
/// As `connect`.
pub async fn connect_for_requests(
    url: &str,
    application: &str,
    max_connections: u32,
    factor: TimeoutFactor,
) -> sqlx::Result<PgPool> {
    let timeouts = PoolTimeouts::for_requests(factor);
    open(options(url, application, &timeouts)?, max_connections, &timeouts).await
}

/// Opens a pool for requests whose statements are planned once per connection: for bookings and pages whose queries find their rows by keys
/// for any parameters. With other settings PostgreSQL plans such a query at each execution if a day, a diner or a change is few rows of a
/// large table. A plan made while a table was small must still be good when it has grown, so no plan may read a whole table.
///
/// # Errors
/// As `connect`.
pub async fn connect_planned(
    url: &str,
    application: &str,
    max_connections: u32,
    factor: TimeoutFactor,
) -> sqlx::Result<PgPool> {
    let timeouts = PoolTimeouts::for_requests(factor);
    open(planned(options(url, application, &timeouts)?), max_connections, &timeouts).await
}

/// As `connect_planned`, without connecting first: for a replica, without which a web server starts and runs.
///
/// # Errors
/// The URL is invalid.
pub fn connect_planned_lazily(
    url: &str,
    application: &str,
    max_connections: u32,
    factor: TimeoutFactor,
) -> sqlx::Result<PgPool> {
    let timeouts = PoolTimeouts::for_requests(factor);
    let options = planned(options(url, application, &timeouts)?);
    Ok(pool(max_connections, &timeouts).connect_lazy_with(options))
}

/// Opens a pool with the options of another one and none of its connections, to abandon connections that do not respond any more. These
/// stay with the other pool, and count there, until TCP closes them.
pub fn reconnect(pool: &PgPool) -> PgPool {
    pool.options().clone().connect_lazy_with(PgConnectOptions::clone(&pool.connect_options()))
}

/// Opens a pool without lock and statement timeouts for long work: migrations, data loads, verification.
///
/// # Errors
/// As `connect`.
pub async fn connect_without_timeouts(url: &str, application: &str, max_connections: u32) -> sqlx::Result<PgPool> {
    let timeouts = PoolTimeouts::for_bulk();
    open(options(url, application, &timeouts)?, max_connections, &timeouts).await
}

/// Opens one connection. Fails immediately, where a pool would retry, and with the reason.
///
/// # Errors
/// The server is unreachable or rejects the connection.
pub async fn connect_once(url: &str) -> sqlx::Result<PgConnection> {
    PgConnection::connect(url).await.map_err(tls::explain)
}

fn options(url: &str, application: &str, timeouts: &PoolTimeouts) -> sqlx::Result<PgConnectOptions> {
    let options = url.parse::<PgConnectOptions>()?.application_name(application);
    Ok(options.options(timeouts.session.iter().map(|(name, value)| (*name, value))))
}

fn planned(options: PgConnectOptions) -> PgConnectOptions {
    let given = options.get_options().unwrap_or_default().to_owned();
    options.options(PLANNED.into_iter().filter(|(name, _)| !given.contains(*name)))
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
            Box::pin(async move { watch.check_returned(conn, state).await })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_the_url_win_over_planned_settings() {
        let planned_options = |query: &str| {
            let url = format!("postgres://user@host/seki{query}");
            let options = options(&url, "test", &PoolTimeouts::for_bulk()).expect("a URL");
            planned(options).get_options().unwrap_or_default().to_owned()
        };
        assert_eq!(planned_options(""), "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off");
        assert_eq!(
            planned_options("?options=-c%20plan_cache_mode%3Dauto"),
            "-c plan_cache_mode=auto -c enable_seqscan=off"
        );
    }
}
