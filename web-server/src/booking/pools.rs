//! The connection pools of the bookings.

use domain::config::TimeoutFactor;
use sqlx::PgPool;

/// The connection pools over which holds are placed.
#[derive(Clone, Debug)]
pub struct BookingPools {
    /// For everything except the booking itself: counts of free stocks, sweeps.
    pub general: PgPool,
    /// For batches that do not wait for locks, one connection per concurrent batch: a connection in constant use has its query plans in the
    /// processor's caches.
    pub batches: PgPool,
    /// For bookings that may wait for a lock.
    pub locking: PgPool,
    /// Database timeouts of all pools.
    pub timeout_factor: TimeoutFactor,
}
