//! The connections of the bookings.

use domain::config::DatabasePatience;
use sqlx::PgPool;

/// The connections that holds are placed over.
#[derive(Clone, Debug)]
pub struct BookingPools {
    /// For everything beside the booking itself: counts of free stocks, sweeps.
    pub general: PgPool,
    /// For the batches that wait for no lock, as many as are under way at once: a connection that is always in use has its
    /// plans in the processor's caches.
    pub batches: PgPool,
    /// For bookings that may wait for a lock.
    pub patient: PgPool,
    /// How long all of them wait.
    pub patience: DatabasePatience,
}
