//! What the writes of staff share: who writes where and when, when a refusal is worth another try, and how times are read.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use domain::db;
use domain::ids::ReservationId;
use domain::reservations::bookings::create::Desk;
use domain::reservations::bookings::queries;
use domain::reservations::holds::expire;
use domain::reservations::staff::OfficeError;
use domain::zone::Zone;
use sqlx::PgConnection;

use crate::console::{RecordKey, Staff};
use crate::http::error::ApiError;
use crate::state::App;

/// A request that lost a race, a deadlock, or found a dead hold in its way is tried again this often.
pub const TRIES: usize = 3;

impl Staff {
    /// Where this member of staff writes things down, now.
    pub fn desk(&self, app: &App) -> Desk<'_> {
        Desk { restaurant: &self.restaurant, owner: self.owner.id, actor: self.actor(), now: app.clock.now() }
    }
}

/// Whether a refused write may succeed when it is tried again: after a deadlock, or when dead holds were in its way and are
/// swept now.
pub async fn is_worth_another_try(app: &App, staff: &Staff, error: &OfficeError) -> Result<bool, ApiError> {
    match error {
        OfficeError::Database(error) => Ok(db::is_transient(error)),
        error if error.may_rest_on_a_dead_hold() => {
            let now = app.clock.now();
            Ok(expire::sweep_restaurant(&app.pool, &app.rng, now, staff.restaurant.id).await? > 0)
        }
        _ => Ok(false),
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
    let text = text.trim();
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some(at.with_timezone(&Utc));
    }
    let formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S"];
    if let Some(wall) = formats.iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok()) {
        return Some(zone.at(wall.date(), wall.time()));
    }
    Some(zone.at(day?, NaiveTime::parse_from_str(text, "%H:%M").ok()?))
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
