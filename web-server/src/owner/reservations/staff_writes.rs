//! Common parts of staff's writes: the staff context, retries, and the parsing of times.

use chrono::{DateTime, NaiveDate, Utc};
use domain::ids::ReservationId;
use domain::reservations::bookings::queries;
use domain::reservations::bookings::relocate::VisitTime;
use domain::reservations::staff::StaffContext;
use domain::zone::{BusinessTime, Zone};
use futures_util::future::BoxFuture;
use sqlx::PgConnection;

use crate::booking::retry::{ATTEMPTS, Retry, Retryable};
use crate::console::{RecordKey, Staff};
use crate::http::error::ApiError;
use crate::state::App;

impl Staff {
    /// Returns the context of a write by this member of staff at the current time.
    pub fn context<'a>(&'a self, app: &'a App) -> StaffContext<'a> {
        StaffContext {
            restaurant: &self.restaurant,
            owner: self.owner.id,
            actor: self.actor(),
            now: app.clock.now(),
            sms: &app.config.sms,
        }
    }

    /// Writes to this member's restaurant, and retries after a deadlock or a sweep of ended holds.
    ///
    /// # Errors
    /// The error of the last attempt.
    pub async fn retry<'w, T, E: Retryable>(
        &self,
        app: &App,
        mut write: impl FnMut() -> BoxFuture<'w, Result<T, E>>,
    ) -> Result<T, E> {
        let retry = Retry { pool: &app.pool, rng: &app.rng, clock: &app.clock, restaurant: self.restaurant.id };
        retry.run(ATTEMPTS, |_| write()).await
    }
}

/// Returns a reservation of the restaurant that is of one of `kinds`; 404 otherwise.
pub async fn find(
    conn: &mut PgConnection,
    staff: &Staff,
    key: &RecordKey,
    kinds: &[&str],
) -> Result<ReservationId, ApiError> {
    let found =
        queries::find_id(conn, staff.restaurant.id, key.id.map(ReservationId), key.uid.as_deref(), kinds).await?;
    found.ok_or_else(ApiError::not_found)
}

/// Parses an instant from a client: ISO 8601, or a wall-clock time at the restaurant with or without a day.
pub fn parse_time_on(text: &str, zone: Zone, day: Option<NaiveDate>) -> Option<DateTime<Utc>> {
    match parse_time(text, zone)? {
        VisitTime::At(at) => Some(at),
        VisitTime::Clock(time) => Some(zone.at_time(day?, time)),
    }
}

/// Parses a time whose day is not known yet.
pub fn parse_time(text: &str, zone: Zone) -> Option<VisitTime> {
    if let Some(at) = zone.parse(text) {
        return Some(VisitTime::At(at));
    }
    BusinessTime::parse(text.trim()).map(VisitTime::Clock)
}

/// Parses an instant that includes its day.
pub fn parse_instant(text: &str, zone: Zone) -> Option<DateTime<Utc>> {
    parse_time_on(text, zone, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moment_accepts_iso_and_clock_times() {
        let day = "2026-12-08".parse().ok();
        let read = |text| parse_time_on(text, Zone::default(), day);
        let expected: DateTime<Utc> = "2026-12-08T09:00:00Z".parse().unwrap();
        for text in ["2026-12-08T18:00:00+09:00", "2026-12-08T18:00", "2026-12-08 18:00:00", " 18:00 "] {
            assert_eq!(read(text), Some(expected), "{text}");
        }
        assert_eq!(read("25:00"), "2026-12-08T16:00:00Z".parse().ok(), "an hour after midnight, on the evening's day");
        for text in ["", "soon", "48:00", "2026-13-08T18:00"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(parse_time_on("18:00", Zone::default(), None), None, "a time without a day");
    }
}
