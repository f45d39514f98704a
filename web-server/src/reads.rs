//! Connections for reads whose statements are always the same, and therefore planned once per connection. Availability comes from a replica
//! while it responds and has replayed all changes that the caches have received, otherwise from the primary.

use std::ops::{Deref, DerefMut, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use chrono::NaiveDate;
use domain::availability::changes;
use domain::db;
use domain::ids::RestaurantId;
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Time that a request waits for the replica before it uses the primary.
const REPLICA_TIMEOUT: Duration = Duration::from_millis(500);
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Reads {
    primary: PgPool,
    /// The part of the primary's connections that the staff's day may use.
    staff: Arc<Semaphore>,
    replica: Option<Replica>,
}

/// A connection of the staff's part. Returns to it when it is dropped.
#[derive(Debug)]
pub struct StaffConnection {
    conn: PoolConnection<Postgres>,
    _permit: OwnedSemaphorePermit,
}

impl Deref for StaffConnection {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.conn
    }
}

impl DerefMut for StaffConnection {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.conn
    }
}

#[derive(Debug)]
struct Replica {
    pool: PgPool,
    /// The replica did not respond to the last check; requests skip it until it does.
    is_unavailable: AtomicBool,
}

impl Reads {
    pub fn new(primary: PgPool, replica: Option<PgPool>) -> Self {
        let replica = replica.map(|pool| Replica { pool, is_unavailable: AtomicBool::new(false) });
        let staff = (primary.options().get_max_connections() / 2).max(1);
        Self { staff: Arc::new(Semaphore::new(staff as usize)), primary, replica }
    }

    /// Returns the replica's own connections, for checks of its state.
    pub fn replica(&self) -> Option<&PgPool> {
        self.replica.as_ref().map(|replica| &replica.pool)
    }

    /// Detects, while the future is polled, that the replica becomes unavailable or has recovered.
    pub async fn follow(&self) {
        let Some(replica) = &self.replica else { return };
        loop {
            replica.record_availability(db::answers_ping(&replica.pool, CHECK_INTERVAL).await);
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }

    /// Returns a connection to the primary, for a page that must show its reader's own last change. Its plans are for any parameters
    /// (`db::connect_planned`): every statement must find its rows by keys, and none may have filters that users type.
    pub async fn connect_primary(&self) -> sqlx::Result<PoolConnection<Postgres>> {
        self.primary.acquire().await
    }

    /// As `connect_primary`, for the staff's day, which may use half of the connections: bookings need the others. The wait for a turn has
    /// the timeout of a connection.
    pub async fn connect_for_staff(&self) -> sqlx::Result<StaffConnection> {
        let connect = async {
            let permit = self.staff.clone().acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
            Ok(StaffConnection { conn: self.primary.acquire().await?, _permit: permit })
        };
        let limit = self.primary.options().get_acquire_timeout();
        tokio::time::timeout(limit, connect).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// Returns a connection that sees every change of the restaurant's settings, and of its stock on `days`, that was committed before this
    /// call. An answer read over it may therefore be cached under an epoch taken before: a replica that lags behind the pulled changes
    /// would give an old answer to a new epoch, and is skipped.
    pub async fn connect(
        &self,
        restaurant: RestaurantId,
        days: Option<RangeInclusive<NaiveDate>>,
    ) -> sqlx::Result<PoolConnection<Postgres>> {
        let mut primary = self.primary.acquire().await?;
        let Some(replica) = self.replica.as_ref().filter(|replica| !replica.is_unavailable.load(Relaxed)) else {
            return Ok(primary);
        };
        let needed = changes::version(&mut primary, restaurant, days.clone()).await?;
        let read = async {
            let mut conn = replica.pool.acquire().await?;
            let version = changes::version(&mut conn, restaurant, days).await?;
            Ok::<_, sqlx::Error>((version >= needed).then_some(conn))
        };
        match db::with_timeout(REPLICA_TIMEOUT, read).await.unwrap_or_else(|unresponsive| Err(unresponsive.into())) {
            Ok(Some(conn)) => Ok(conn),
            Ok(None) => Ok(primary),
            Err(error) => {
                tracing::debug!(%error, "availability is read from the primary");
                replica.record_availability(false);
                Ok(primary)
            }
        }
    }
}

impl Replica {
    fn record_availability(&self, is_there: bool) {
        match (self.is_unavailable.swap(!is_there, Relaxed), is_there) {
            (false, false) => tracing::warn!("the replica does not respond; availability is read from the primary"),
            (true, true) => tracing::info!("the replica responds again"),
            _ => {}
        }
    }
}
