//! What the writes of staff share: who writes where and when, how often a write is tried, and how times are read.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use domain::ids::ReservationId;
use domain::reservations::bookings::queries;
use domain::reservations::bookings::relocate::VisitTime;
use domain::reservations::staff::StaffContext;
use domain::zone::Zone;
use sqlx::PgConnection;

use crate::booking::retry::Retry;
use crate::console::{RecordKey, Staff};
use crate::http::error::ApiError;
use crate::state::App;

impl Staff {
    /// Where this member of staff writes things down, now.
    pub fn context<'a>(&'a self, app: &'a App) -> StaffContext<'a> {
        StaffContext {
            restaurant: &self.restaurant,
            owner: self.owner.id,
            actor: self.actor(),
            now: app.clock.now(),
            sms: &app.config.sms,
        }
    }

    /// Attempts at a write to this member's restaurant.
    pub fn retry<'a>(&self, app: &'a App) -> Retry<'a> {
        Retry { pool: &app.pool, rng: &app.rng, clock: &app.clock, restaurant: self.restaurant.id }
    }
}

/// A reservation of the restaurant, of one of `kinds`; 404 else.
pub async fn find(
    conn: &mut PgConnection,
    staff: &Staff,
    key: &RecordKey,
    kinds: &[&str],
) -> Result<ReservationId, ApiError> {
    let found = queries::find_id(conn, staff.restaurant.id, key.id, key.uid.as_deref(), kinds).await?;
    found.ok_or_else(ApiError::not_found)
}

/// An instant as clients write it: ISO 8601, or a wall-clock time of the restaurant's with or without its day.
pub fn moment(text: &str, zone: Zone, day: Option<NaiveDate>) -> Option<DateTime<Utc>> {
    match typed_time(text, zone)? {
        VisitTime::At(at) => Some(at),
        VisitTime::Clock(time) => Some(zone.at(day?, time)),
    }
}

/// The same for a day that is not known yet.
pub fn typed_time(text: &str, zone: Zone) -> Option<VisitTime> {
    if let Some(at) = zone.parse(text) {
        return Some(VisitTime::At(at));
    }
    NaiveTime::parse_from_str(text.trim(), "%H:%M").ok().map(VisitTime::Clock)
}

/// The same with its day.
pub fn instant(text: &str, zone: Zone) -> Option<DateTime<Utc>> {
    moment(text, zone, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_read_in_whatever_form_it_comes() {
        let day = "2026-12-08".parse().ok();
        let read = |text| moment(text, Zone::default(), day);
        let expected: DateTime<Utc> = "2026-12-08T09:00:00Z".parse().unwrap();
        for text in ["2026-12-08T18:00:00+09:00", "2026-12-08T18:00", "2026-12-08 18:00:00", " 18:00 "] {
            assert_eq!(read(text), Some(expected), "{text}");
        }
        for text in ["", "soon", "25:00", "2026-13-08T18:00"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(moment("18:00", Zone::default(), None), None, "a time without a day");
    }
}
