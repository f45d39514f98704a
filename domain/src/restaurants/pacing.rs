//! Pacing: the maximum number of guests and parties that arrive in a quarter of an hour of a meal. All reservations count; only web
//! bookings are rejected.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::actions::record_change;
use super::model::OperationName;
use crate::audit::Actor;
use crate::ids::RestaurantId;

/// Maximum value of a limit.
pub const MAX_LIMIT: i32 = 999;

/// The limits of a meal; None for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pacing {
    pub max_guests: Option<i32>,
    pub max_parties: Option<i32>,
}

/// Arrivals in a quarter of an hour of a meal: bookings, and live holds and invitations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuarterCount {
    pub begins_at: DateTime<Utc>,
    pub guests: i32,
    pub parties: i32,
}

impl Pacing {
    /// Creates the limits; None if neither is limited.
    pub fn limited(max_guests: Option<i32>, max_parties: Option<i32>) -> Option<Self> {
        (max_guests.is_some() || max_parties.is_some()).then_some(Self { max_guests, max_parties })
    }

    /// Returns limits that are not below these numbers.
    #[must_use]
    pub fn at_least(self, guests: i32, parties: i32) -> Self {
        Self {
            max_guests: self.max_guests.map(|max| max.max(guests)),
            max_parties: self.max_parties.map(|max| max.max(parties)),
        }
    }

    /// Whether a quarter of an hour with these arrivals accepts one more party of this size. Counterpart: the SQL function `quarter_takes`.
    pub fn takes(self, guests: i32, parties: i32, party: i32) -> bool {
        self.max_guests.is_none_or(|max| guests + party <= max) && self.max_parties.is_none_or(|max| parties < max)
    }
}

/// Returns the start of the quarter of an hour of an instant: every zone differs from UTC by whole quarters. Counterpart: the SQL function
/// `quarter_of`.
pub fn quarter_of(at: DateTime<Utc>) -> DateTime<Utc> {
    const QUARTER: i64 = 15 * 60;
    let within = at.timestamp().rem_euclid(QUARTER);
    at - TimeDelta::seconds(within) - TimeDelta::nanoseconds(at.timestamp_subsec_nanos().into())
}

/// Returns the limits of each served meal, lunch before dinner.
pub async fn list(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<(OperationName, Pacing)>> {
    let rows = sqlx::query!(
        r#"SELECT name AS "name: OperationName", pacing_max_guests, pacing_max_parties FROM operations
           WHERE restaurant_id = $1 AND is_active ORDER BY array_position('{lunch,dinner,takeaway}', name)"#,
        restaurant.0,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|r| (r.name, Pacing { max_guests: r.pacing_max_guests, max_parties: r.pacing_max_parties })).collect())
}

/// Returns a day's arrivals by quarter of an hour for the meals with limits, and the quarters that their web slots offer.
pub async fn list_quarters(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    date: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<(OperationName, Pacing, QuarterCount)>> {
    let rows = sqlx::query!(
        r#"WITH quarters AS (
               SELECT r.operation, quarter_of(r.starts_at) AS quarter, r.guests_count AS guests, 1 AS parties
               FROM reservations r
               WHERE r.restaurant_id = $1 AND r.date = $2
                 AND (r.status = 'accepted' OR r.status = 'pending' AND (r.held_until IS NULL OR r.held_until > $3))
               UNION ALL
               SELECT o.operation, quarter_of(t.starts_at), 0, 0
               FROM online_stock_groups o
               JOIN osg_times t ON t.restaurant_id = o.restaurant_id AND t.online_stock_group_id = o.id
               WHERE o.restaurant_id = $1 AND o.date = $2 AND o.deleted_at IS NULL)
           SELECT op.name AS "name: OperationName", op.pacing_max_guests, op.pacing_max_parties, q.quarter AS "quarter!",
                  sum(q.guests)::integer AS "guests!", sum(q.parties)::integer AS "parties!"
           FROM operations op JOIN quarters q ON q.operation = op.name
           WHERE op.restaurant_id = $1 AND op.is_active
             AND (op.pacing_max_guests IS NOT NULL OR op.pacing_max_parties IS NOT NULL)
           GROUP BY op.name, op.pacing_max_guests, op.pacing_max_parties, q.quarter
           ORDER BY q.quarter, array_position('{lunch,dinner,takeaway}', op.name)"#,
        restaurant.0,
        date,
        now,
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let pacing = Pacing { max_guests: row.pacing_max_guests, max_parties: row.pacing_max_parties };
        (row.name, pacing, QuarterCount { begins_at: row.quarter, guests: row.guests, parties: row.parties })
    });
    Ok(rows.collect())
}

/// Sets the limits of a meal. The caller must refresh the summaries of the meal's days.
pub async fn set(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    operation: OperationName,
    pacing: Pacing,
) -> sqlx::Result<()> {
    let Pacing { max_guests, max_parties } = pacing;
    sqlx::query!(
        "UPDATE operations SET pacing_max_guests = $3, pacing_max_parties = $4 WHERE restaurant_id = $1 AND name = $2",
        restaurant.0,
        operation.as_str(),
        max_guests,
        max_parties,
    )
    .execute(&mut *conn)
    .await?;
    let detail = json!({ "operation": operation, "pacing_max_guests": max_guests, "pacing_max_parties": max_parties });
    record_change(conn, now, actor, restaurant, "pacing_updated", detail).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_starts_at_whole_quarter_hour() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        for (from, begins) in [
            ("2026-12-08T10:00:00Z", "2026-12-08T10:00:00Z"),
            ("2026-12-08T10:14:59.999Z", "2026-12-08T10:00:00Z"),
            ("2026-12-08T10:15:00Z", "2026-12-08T10:15:00Z"),
            ("1969-12-31T23:59:00.5Z", "1969-12-31T23:45:00Z"),
        ] {
            assert_eq!(quarter_of(at(from)), at(begins), "{from}");
        }
    }

    #[test]
    fn each_limit_rejects_and_absent_limits_allow_all() {
        let eight = Pacing { max_guests: Some(8), max_parties: None };
        assert!(eight.takes(6, 90, 2) && !eight.takes(6, 0, 3) && !eight.takes(9, 0, 1), "too many arrivals");
        let two = Pacing { max_guests: None, max_parties: Some(2) };
        assert!(two.takes(90, 1, 30) && !two.takes(0, 2, 1));
        let both = Pacing { max_guests: Some(8), max_parties: Some(2) };
        assert!(both.takes(2, 1, 6) && !both.takes(2, 1, 7) && !both.takes(2, 2, 1));
        assert!(Pacing::default().takes(1_000, 1_000, 1_000));
        assert_eq!((Pacing::limited(None, None), Pacing::limited(Some(8), None)), (None, Some(eight)));
    }
}
