//! The openings for which diners have places. A room belongs to the instant of its opening, so a change of a round plan or of the online start
//! must keep these openings: a moved one would have a new room without places. A lock on the openings of a restaurant makes joins and such
//! changes follow each other.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::error::WaitingRoomError;
use super::openings::{self, LIFETIME};
use crate::availability::access::Access;
use crate::availability::viewer::Viewer;
use crate::ids::{CustomerGroupId, RestaurantId};
use crate::rounds;
use crate::rounds::window::EffectiveRoundPlan;
use crate::zone::Zone;

/// The awaited openings of a restaurant, by the customer group of their round plan; `None` is the plan of all groups without their own.
#[derive(Clone, Debug)]
pub struct AwaitedOpenings {
    restaurant: RestaurantId,
    by_group: BTreeMap<Option<CustomerGroupId>, BTreeSet<DateTime<Utc>>>,
}

/// Keeps the openings of a restaurant until the end of the transaction, together with other transactions that keep them. Waits for a change
/// in progress, and makes later changes wait. It must precede the read of the openings.
pub async fn keep_openings(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<()> {
    sqlx::query!("SELECT pg_advisory_xact_lock_shared(hashtextextended('openings', $1))", restaurant.0)
        .execute(conn)
        .await?;
    Ok(())
}

impl AwaitedOpenings {
    /// Locks the openings of a restaurant for a change, until the end of the transaction, and returns the awaited ones. Waits for joins that
    /// have read the openings. It must be the first lock of the transaction, as in joins.
    pub async fn lock(conn: &mut PgConnection, restaurant: RestaurantId, now: DateTime<Utc>) -> sqlx::Result<Self> {
        sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('openings', $1))", restaurant.0)
            .execute(&mut *conn)
            .await?;
        Self::list(conn, restaurant, now).await
    }

    async fn list(conn: &mut PgConnection, restaurant: RestaurantId, now: DateTime<Utc>) -> sqlx::Result<Self> {
        let rooms = list_rooms(conn, restaurant, now).await?;
        let mut by_group = BTreeMap::new();
        if let Some(room) = rooms.first() {
            let online_starts_at = room.online_starts_at;
            let plans = rounds::queries::list(conn, restaurant, now).await?;
            for plan in plans.into_iter().filter(|plan| !plan.key.is_preferred) {
                let rounds = plan.rounds.into_iter().map(|(_, round)| round).collect();
                let viewer = visitor(EffectiveRoundPlan { kind: plan.kind, rounds }, online_starts_at);
                let instants = openings::list(&viewer, now).into_iter().map(|opening| opening.opens_at);
                let awaited = instants.filter(|at| rooms.iter().any(|room| room.opens_at == *at));
                by_group.insert(plan.key.group, awaited.collect());
            }
        }
        Ok(Self { restaurant, by_group })
    }

    /// Requires that a change in this transaction has kept the openings of each group. A group with a new plan had the openings of the general
    /// plan.
    ///
    /// # Errors
    /// `OpeningAwaited` with the first one that is missing.
    pub async fn require(&self, conn: &mut PgConnection, now: DateTime<Utc>) -> Result<(), WaitingRoomError> {
        if self.by_group.values().all(BTreeSet::is_empty) {
            return Ok(());
        }
        let kept = Self::list(conn, self.restaurant, now).await?;
        let missing = kept.by_group.iter().filter_map(|(group, kept)| {
            let before = self.by_group.get(group).or_else(|| self.by_group.get(&None))?;
            before.difference(kept).next()
        });
        let Some(opens_at) = missing.min() else { return Ok(()) };
        let zone = find_zone(conn, self.restaurant).await?;
        let opening = format!("{} {}", zone.date_of(*opens_at), zone.time_of(*opens_at).format("%H:%M"));
        Err(WaitingRoomError::OpeningAwaited(opening))
    }
}

async fn find_zone(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Zone> {
    sqlx::query_scalar!(r#"SELECT time_zone AS "zone: Zone" FROM restaurants WHERE id = $1"#, restaurant.0)
        .fetch_one(conn)
        .await
}

struct AwaitedRoom {
    opens_at: DateTime<Utc>,
    online_starts_at: DateTime<Utc>,
}

/// Returns the rooms that may exist at `now` and in which diners have places, with the start of online booking. A hidden restaurant counts:
/// its places remain until it is shown again.
async fn list_rooms(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<AwaitedRoom>> {
    sqlx::query_as!(
        AwaitedRoom,
        "SELECT w.opens_at, o.or_starts_at AS online_starts_at
         FROM waiting_rooms w
         JOIN restaurant_operations o ON o.restaurant_id = w.restaurant_id AND o.has_waiting_room
         WHERE w.restaurant_id = $1 AND w.ended_at IS NULL AND w.opens_at > $2 AND EXISTS (
             SELECT 1 FROM waiting_room_places p
             WHERE p.restaurant_id = w.restaurant_id AND p.waiting_room_id = w.id AND p.left_at IS NULL)",
        restaurant.0,
        now - LIFETIME,
    )
    .fetch_all(conn)
    .await
}

/// A diner to whom a plan applies.
fn visitor(plan: EffectiveRoundPlan, online_starts_at: DateTime<Utc>) -> Viewer {
    Viewer {
        access: Access::default(),
        plan: Some(plan),
        won: Vec::new(),
        online_starts_at: Some(online_starts_at),
        stale_at: None,
    }
}
