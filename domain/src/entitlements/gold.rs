//! Slots set aside for gold diners: which round is current, and who may book in it when (G069, gaps G131).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::{GoldRoundId, OnlineStockGroupId, RestaurantId, UserId};

/// Maximum number of a diner's bookings in a round.
const MAX_BOOKINGS: i64 = 2;

#[derive(Clone, Debug)]
pub struct GoldRoundSummary {
    pub id: GoldRoundId,
    pub title: String,
    pub slug: String,
}

/// A slot of a round.
#[derive(Clone, Copy, Debug)]
pub struct Allocation {
    pub restaurant: RestaurantId,
    pub slot: OnlineStockGroupId,
    pub round: GoldRoundId,
    /// Hidden before this time; listed immediately without one.
    pub listed_from: Option<DateTime<Utc>>,
    /// From this time it may be a diner's second booking; never without one.
    pub available_as_second_from: Option<DateTime<Utc>>,
}

/// Why a gold diner may not book a slot now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoldRejection {
    NotListed,
    /// It would be a second booking, which opens later or never.
    SecondNotYet(Option<DateTime<Utc>>),
    /// The diner has two bookings, the maximum of a round.
    Limit,
}

impl Allocation {
    /// Whether a diner with `bookings` bookings in the round may book it (G069).
    pub fn admits(&self, bookings: i64, now: DateTime<Utc>) -> Result<(), GoldRejection> {
        if self.listed_from.is_some_and(|from| now < from) {
            return Err(GoldRejection::NotListed);
        }
        match bookings {
            0 => Ok(()),
            1 if self.available_as_second_from.is_some_and(|from| from <= now) => Ok(()),
            1 => Err(GoldRejection::SecondNotYet(self.available_as_second_from)),
            MAX_BOOKINGS.. => Err(GoldRejection::Limit),
            _ => Ok(()),
        }
    }
}

/// Returns the latest round with a listed slot.
pub async fn current_round(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Option<GoldRoundSummary>> {
    sqlx::query_as!(
        GoldRoundSummary,
        r#"SELECT r.id AS "id: GoldRoundId", r.title, r.slug FROM gold_rounds r
         WHERE r.id = (SELECT max(a.gold_round_id) FROM gold_allocations a WHERE coalesce(a.listed_from <= $1, true))"#,
        now
    )
    .fetch_optional(conn)
    .await
}

/// Returns the listed slots of a round that are not past, of restaurants that are not hidden; at most 200.
pub async fn list(conn: &mut PgConnection, round: GoldRoundId, now: DateTime<Utc>) -> sqlx::Result<Vec<Allocation>> {
    sqlx::query_as!(
        Allocation,
        r#"SELECT a.restaurant_id AS "restaurant: RestaurantId", a.online_stock_group_id AS "slot: OnlineStockGroupId",
                  a.gold_round_id AS "round: GoldRoundId", a.listed_from, a.available_as_second_from
           FROM gold_allocations a
           JOIN online_stock_groups o ON o.restaurant_id = a.restaurant_id AND o.id = a.online_stock_group_id
           JOIN restaurants t ON t.id = a.restaurant_id
           WHERE a.gold_round_id = $1 AND coalesce(a.listed_from <= $2, true) AND o.deleted_at IS NULL
             AND o.date >= ($2 AT TIME ZONE t.time_zone)::date AND t.visibility <> 'hidden'
           ORDER BY o.date, a.restaurant_id, o.id LIMIT 200"#,
        round.0,
        now
    )
    .fetch_all(conn)
    .await
}

pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: OnlineStockGroupId,
) -> sqlx::Result<Option<Allocation>> {
    sqlx::query_as!(
        Allocation,
        r#"SELECT restaurant_id AS "restaurant: RestaurantId", online_stock_group_id AS "slot: OnlineStockGroupId",
                  gold_round_id AS "round: GoldRoundId", listed_from, available_as_second_from
           FROM gold_allocations WHERE restaurant_id = $1 AND online_stock_group_id = $2"#,
        restaurant.0,
        slot.0
    )
    .fetch_optional(conn)
    .await
}

/// Counts a diner's bookings and live holds in a round. A hold at `replaced` does not count, because a new one replaces it.
pub async fn count_bookings(
    conn: &mut PgConnection,
    diner: UserId,
    round: GoldRoundId,
    replaced: Option<RestaurantId>,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM reservations r
           JOIN gold_allocations a ON a.restaurant_id = r.restaurant_id AND a.online_stock_group_id = r.online_stock_group_id
           WHERE r.user_id = $1 AND a.gold_round_id = $2
             AND (r.status = 'accepted' OR r.status = 'pending' AND r.held_until > $4 AND r.restaurant_id IS DISTINCT FROM $3)"#,
        diner.0,
        round.0,
        replaced.map(|id| id.0),
        now,
    )
    .fetch_one(conn)
    .await
}

/// Serialises a diner's bookings in a round until the transaction ends.
pub async fn lock_bookings(conn: &mut PgConnection, diner: UserId, round: GoldRoundId) -> sqlx::Result<()> {
    let key = format!("gold:{diner}:{round}");
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) IS NULL AS locked", key)
        .fetch_one(conn)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F105, G069
    #[test]
    fn gold_allows_two_bookings_the_second_later() {
        let at = |hour: i64| DateTime::UNIX_EPOCH + chrono::Duration::hours(hour);
        let slot = Allocation {
            restaurant: RestaurantId(1),
            slot: OnlineStockGroupId(1),
            round: GoldRoundId(1),
            listed_from: Some(at(1)),
            available_as_second_from: Some(at(5)),
        };
        assert_eq!(slot.admits(0, at(0)), Err(GoldRejection::NotListed));
        assert_eq!(slot.admits(0, at(1)), Ok(()));
        assert_eq!(slot.admits(1, at(4)), Err(GoldRejection::SecondNotYet(Some(at(5)))));
        assert_eq!(slot.admits(1, at(5)), Ok(()));
        assert_eq!(slot.admits(2, at(9)), Err(GoldRejection::Limit));
        let open = Allocation { listed_from: None, available_as_second_from: None, ..slot };
        assert_eq!(open.admits(0, at(0)), Ok(()));
        assert_eq!(open.admits(1, at(9)), Err(GoldRejection::SecondNotYet(None)));
    }
}
