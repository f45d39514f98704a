//! The one source of time. Rules take `now`; only a handler, a job or a command asks the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Duration, TimeZone, Utc};
use sqlx::PgConnection;

/// A clock that every part of a process shares. In the demo it can be set ahead; in tests it stands still.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Source>);

#[derive(Debug)]
enum Source {
    System { offset_seconds: AtomicI64 },
    Fixed { micros: AtomicI64 },
}

impl Clock {
    pub fn system() -> Self {
        Self(Arc::new(Source::System { offset_seconds: AtomicI64::new(0) }))
    }

    /// A clock that stands at `instant` until it is advanced.
    pub fn fixed(instant: DateTime<Utc>) -> Self {
        Self(Arc::new(Source::Fixed { micros: AtomicI64::new(instant.timestamp_micros()) }))
    }

    /// The time that business rules go by.
    pub fn now(&self) -> DateTime<Utc> {
        match &*self.0 {
            Source::System { offset_seconds } => wall() + Duration::seconds(offset_seconds.load(Ordering::Relaxed)),
            Source::Fixed { micros } => from_micros(micros.load(Ordering::Relaxed)),
        }
    }

    /// The time the outside world goes by (signatures, a provider's records); no demo clock moves it.
    pub fn wall(&self) -> DateTime<Utc> {
        wall()
    }

    pub fn advance(&self, by: Duration) {
        match &*self.0 {
            Source::System { offset_seconds } => offset_seconds.fetch_add(by.num_seconds(), Ordering::Relaxed),
            Source::Fixed { micros } => micros.fetch_add(by.num_microseconds().unwrap_or(i64::MAX), Ordering::Relaxed),
        };
    }

    /// Sets how far a system clock runs ahead; a fixed clock does not move.
    pub fn set_offset(&self, seconds: i64) {
        if let Source::System { offset_seconds } = &*self.0 {
            offset_seconds.store(seconds, Ordering::Relaxed);
        }
    }

    /// How far a system clock runs ahead, in seconds; a fixed clock does not.
    pub fn offset(&self) -> i64 {
        match &*self.0 {
            Source::System { offset_seconds } => offset_seconds.load(Ordering::Relaxed),
            Source::Fixed { .. } => 0,
        }
    }

    /// Sets the offset that was read after `before` was the clock's, unless somebody has set it meanwhile: what was read is older.
    pub fn follow_offset(&self, before: i64, seconds: i64) {
        if let Source::System { offset_seconds } = &*self.0 {
            let _set_meanwhile = offset_seconds.compare_exchange(before, seconds, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

/// Ten years: further ahead nothing in the demo means anything.
pub const FURTHEST_ADVANCE_SECONDS: i64 = 10 * 366 * 24 * 3600;

/// How far the demo's clock is set ahead, in seconds; every process of a playground asks several times a second.
pub async fn demo_offset(conn: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!("SELECT offset_seconds FROM demo_clock").fetch_one(conn).await
}

/// Sets the demo's clock further ahead; the new offset.
pub async fn advance_demo(conn: &mut PgConnection, by_seconds: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "UPDATE demo_clock SET offset_seconds = offset_seconds + $1 RETURNING offset_seconds",
        by_seconds
    )
    .fetch_one(conn)
    .await
}

/// Sets the demo's clock back to the time outside.
pub async fn reset_demo(conn: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("UPDATE demo_clock SET offset_seconds = 0").execute(conn).await?;
    Ok(())
}

fn from_micros(micros: i64) -> DateTime<Utc> {
    Utc.timestamp_micros(micros).single().unwrap_or_default()
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
fn wall() -> DateTime<Utc> {
    Utc::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_that_was_read_too_early_does_not_turn_the_clock_back() {
        let clock = Clock::system();
        let before = clock.offset();
        clock.set_offset(60);
        clock.follow_offset(before, 0);
        assert_eq!(clock.offset(), 60);
        clock.follow_offset(60, 90);
        assert_eq!(clock.offset(), 90);
    }

    #[test]
    fn a_fixed_clock_moves_only_when_told() {
        let start = Utc.with_ymd_and_hms(2026, 12, 31, 14, 59, 59).unwrap();
        let clock = Clock::fixed(start);
        assert_eq!(clock.now(), start);
        clock.advance(Duration::seconds(1));
        assert_eq!(clock.now(), start + Duration::seconds(1));
        clock.set_offset(3600);
        assert_eq!(clock.now(), start + Duration::seconds(1));
    }

    #[test]
    fn a_system_clock_runs_ahead_by_its_offset() {
        let clock = Clock::system();
        clock.set_offset(86_400);
        assert!(clock.now() - clock.wall() > Duration::seconds(86_399));
    }
}
