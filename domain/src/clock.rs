//! The only source of time. Rules take `now` as a parameter; only a handler, a job or a command reads the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Duration, TimeZone, Utc};
use sqlx::PgConnection;

/// A clock that all parts of a process share. The demo's clock can be moved and stopped; in tests it is fixed.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Source>);

#[derive(Debug)]
enum Source {
    /// The machine's time at a [`Pace`], encoded as one number so that reading it takes no lock.
    System {
        pace: AtomicI64,
    },
    Fixed {
        micros: AtomicI64,
    },
}

/// How the demo's clock runs: ahead of the machine's by an offset (behind it if the offset is negative), or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How far the clock is ahead of the machine's. For a stopped clock, how far it was ahead when it stopped.
    pub offset_seconds: i64,
    /// The time of a stopped clock.
    pub stopped_at: Option<DateTime<Utc>>,
}

impl Pace {
    /// The real time.
    pub const REAL: Self = Self { offset_seconds: 0, stopped_at: None };

    /// Returns the pace of a running clock that shows `instant` (to the second) when the machine's clock shows `wall`.
    pub fn showing(instant: DateTime<Utc>, wall: DateTime<Utc>) -> Self {
        Self { offset_seconds: (instant - wall).num_seconds(), stopped_at: None }
    }

    /// Returns the pace of a clock stopped at `instant`.
    pub fn stopped(instant: DateTime<Utc>, wall: DateTime<Utc>) -> Self {
        Self { stopped_at: Some(instant), ..Self::showing(instant, wall) }
    }

    /// Encodes the pace: the lowest bit is set if the clock is stopped; the others are microseconds since 1970, or the offset in seconds.
    fn encode(self) -> i64 {
        match self.stopped_at {
            Some(instant) => (instant.timestamp_micros() << 1) | 1,
            None => self.offset_seconds << 1,
        }
    }

    fn decode(encoded: i64) -> Self {
        match encoded & 1 {
            1 => Self { offset_seconds: 0, stopped_at: Some(from_micros(encoded >> 1)) },
            _ => Self { offset_seconds: encoded >> 1, stopped_at: None },
        }
    }

    fn moved_on(self, by: Duration) -> Self {
        Self {
            offset_seconds: self.offset_seconds + by.num_seconds(),
            stopped_at: self.stopped_at.map(|instant| instant + by),
        }
    }
}

impl Clock {
    pub fn system() -> Self {
        Self(Arc::new(Source::System { pace: AtomicI64::new(Pace::REAL.encode()) }))
    }

    /// Creates a clock that shows `instant` until it is advanced.
    pub fn fixed(instant: DateTime<Utc>) -> Self {
        Self(Arc::new(Source::Fixed { micros: AtomicI64::new(instant.timestamp_micros()) }))
    }

    /// Returns the time for business rules.
    pub fn now(&self) -> DateTime<Utc> {
        match &*self.0 {
            Source::System { pace } => {
                let Pace { offset_seconds, stopped_at } = Pace::decode(pace.load(Ordering::Relaxed));
                stopped_at.unwrap_or_else(|| wall() + Duration::seconds(offset_seconds))
            }
            Source::Fixed { micros } => from_micros(micros.load(Ordering::Relaxed)),
        }
    }

    /// Returns the real time, for signatures and a provider's records; a demo clock does not move it.
    pub fn wall(&self) -> DateTime<Utc> {
        wall()
    }

    pub fn advance(&self, by: Duration) {
        match &*self.0 {
            Source::System { pace } => {
                let moved_on = Pace::decode(pace.load(Ordering::Relaxed)).moved_on(by);
                pace.store(moved_on.encode(), Ordering::Relaxed);
            }
            Source::Fixed { micros } => {
                micros.fetch_add(by.num_microseconds().unwrap_or(i64::MAX), Ordering::Relaxed);
            }
        }
    }

    /// Sets the pace of a system clock; a fixed clock does not change.
    pub fn set_pace(&self, wanted: Pace) {
        if let Source::System { pace } = &*self.0 {
            pace.store(wanted.encode(), Ordering::Relaxed);
        }
    }

    /// Returns the pace of a system clock. A stopped clock has no offset here, and a fixed clock has none.
    pub fn pace(&self) -> Pace {
        match &*self.0 {
            Source::System { pace } => Pace::decode(pace.load(Ordering::Relaxed)),
            Source::Fixed { .. } => Pace::REAL,
        }
    }

    /// Sets the pace that was read, unless the clock's pace has changed since `before`: then the read one is older.
    pub fn follow(&self, before: Pace, read: Pace) {
        if let Source::System { pace } = &*self.0 {
            let _set_meanwhile =
                pace.compare_exchange(before.encode(), read.encode(), Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

/// Ten years: the demo has no data further ahead.
pub const MAX_ADVANCE_SECONDS: i64 = 10 * 366 * 24 * 3600;

/// Returns the pace of the demo's clock, which every process of a playground reads several times a second.
pub async fn demo_pace(conn: &mut PgConnection) -> sqlx::Result<Pace> {
    sqlx::query_as!(Pace, "SELECT offset_seconds, stopped_at FROM demo_clock").fetch_one(conn).await
}

/// Moves the demo's clock forward, stopped or not. Returns the new pace.
pub async fn advance_demo(conn: &mut PgConnection, by_seconds: i64) -> sqlx::Result<Pace> {
    sqlx::query_as!(
        Pace,
        "UPDATE demo_clock
         SET offset_seconds = offset_seconds + $1::bigint,
             stopped_at = (stopped_at AT TIME ZONE 'UTC' + make_interval(secs => $1::bigint)) AT TIME ZONE 'UTC'
         RETURNING offset_seconds, stopped_at",
        by_seconds
    )
    .fetch_one(conn)
    .await
}

/// Sets the pace of the demo's clock; [`Pace::REAL`] is the real time.
pub async fn set_demo(conn: &mut PgConnection, pace: Pace) -> sqlx::Result<()> {
    sqlx::query!("UPDATE demo_clock SET offset_seconds = $1, stopped_at = $2", pace.offset_seconds, pace.stopped_at)
        .execute(conn)
        .await?;
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
    fn outdated_pace_does_not_turn_clock_back() {
        let clock = Clock::system();
        let ahead = |offset_seconds| Pace { offset_seconds, stopped_at: None };
        let before = clock.pace();
        clock.set_pace(ahead(60));
        clock.follow(before, ahead(0));
        assert_eq!(clock.pace(), ahead(60));
        clock.follow(ahead(60), ahead(90));
        assert_eq!(clock.pace(), ahead(90));
    }

    #[test]
    fn a_fixed_clock_moves_only_when_advanced() {
        let start = Utc.with_ymd_and_hms(2026, 12, 31, 14, 59, 59).unwrap();
        let clock = Clock::fixed(start);
        assert_eq!(clock.now(), start);
        clock.advance(Duration::seconds(1));
        assert_eq!(clock.now(), start + Duration::seconds(1));
        clock.set_pace(Pace { offset_seconds: 3600, stopped_at: None });
        assert_eq!(clock.now(), start + Duration::seconds(1));
    }

    #[test]
    fn a_system_clock_runs_by_its_offset() {
        let clock = Clock::system();
        clock.set_pace(Pace { offset_seconds: 86_400, stopped_at: None });
        assert!(clock.now() - clock.wall() > Duration::seconds(86_399));
        clock.set_pace(Pace { offset_seconds: -86_400, stopped_at: None });
        assert!(clock.wall() - clock.now() > Duration::seconds(86_399));
        assert_eq!(clock.pace().offset_seconds, -86_400);
    }

    #[test]
    fn stopped_clock_resumes_from_its_instant() {
        let instant = Utc.with_ymd_and_hms(2026, 12, 1, 0, 0, 0).unwrap() + Duration::microseconds(7);
        let clock = Clock::system();
        clock.set_pace(Pace::stopped(instant, clock.wall()));
        assert_eq!(clock.now(), instant);
        clock.advance(Duration::seconds(90));
        assert_eq!(clock.now(), instant + Duration::seconds(90));
        let before = clock.pace();
        clock.follow(before, Pace::showing(instant, clock.wall()));
        let since = clock.now() - instant;
        assert!(since >= Duration::seconds(-1) && since < Duration::seconds(60), "{since}");
    }
}
