//! The allocation of a slot to gold diners, which an admin changes or removes (gaps G191).

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::error::SlotError;
use super::model::GoldRound;
use super::queries;
use super::slot_form::SlotFormError;
use crate::audit::{self, Actor, Event};
use crate::ids::{GoldAllocationId, GoldRoundId, OnlineStockGroupId, RestaurantId};

/// An allocation and its slot.
#[derive(Clone, Debug)]
pub struct GoldSlotAllocation {
    pub id: GoldAllocationId,
    pub uid: String,
    pub slot: OnlineStockGroupId,
    pub date: NaiveDate,
    pub gold_round_id: GoldRoundId,
    pub listed_from: Option<DateTime<Utc>>,
    pub available_as_second_from: Option<DateTime<Utc>>,
}

/// The new round of an allocation, and the time from which its slot is listed; None for immediately.
#[derive(Clone, Copy, Debug)]
pub struct GoldAllocationChange {
    pub round: GoldRoundId,
    pub listed_from: Option<DateTime<Utc>>,
}

/// Returns the allocation of a slot that is not deleted, by the uids of both; None for another restaurant's or another slot's.
pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: &str,
    uid: &str,
) -> sqlx::Result<Option<GoldSlotAllocation>> {
    sqlx::query_as!(
        GoldSlotAllocation,
        r#"SELECT g.id AS "id: GoldAllocationId", g.uid, o.id AS "slot: OnlineStockGroupId", o.date,
                  g.gold_round_id AS "gold_round_id: GoldRoundId", g.listed_from, g.available_as_second_from
           FROM gold_allocations g
           JOIN online_stock_groups o ON o.restaurant_id = g.restaurant_id AND o.id = g.online_stock_group_id
           WHERE g.restaurant_id = $1 AND o.uid = $2 AND g.uid = $3 AND o.deleted_at IS NULL"#,
        restaurant.0,
        slot,
        uid,
    )
    .fetch_optional(conn)
    .await
}

/// Returns the rounds in which the restaurant has allocations, between which a slot can be moved.
pub async fn list_rounds(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<GoldRound>> {
    sqlx::query_as!(
        GoldRound,
        r#"SELECT id AS "id: GoldRoundId", title, slug FROM gold_rounds
         WHERE id IN (SELECT gold_round_id FROM gold_allocations WHERE restaurant_id = $1) ORDER BY id DESC"#,
        restaurant.0
    )
    .fetch_all(conn)
    .await
}

/// As `find`, after locking the slot. All writes of allocations lock their slot first.
///
/// # Errors
/// The restaurant has no such allocation.
pub async fn lock(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: &str,
    uid: &str,
) -> Result<GoldSlotAllocation, SlotError> {
    let found = find(conn, restaurant, slot, uid).await?.ok_or(SlotError::NotFound)?;
    queries::lock_slots(conn, restaurant, &[found.slot]).await?;
    find(conn, restaurant, slot, uid).await?.ok_or(SlotError::NotFound)
}

/// Moves the slot of a locked allocation to another round of the restaurant, or changes the time from which it is listed.
pub async fn change(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    found: &GoldSlotAllocation,
    change: GoldAllocationChange,
) -> Result<(), SlotError> {
    let GoldAllocationChange { round, listed_from } = change;
    let rounds = list_rounds(conn, restaurant).await?;
    if !rounds.iter().any(|known| known.id == round) {
        return Err(SlotFormError::GoldRoundUnknown.into());
    }
    let second = found.available_as_second_from;
    if listed_from.zip(second).is_some_and(|(listed, second)| listed > second) {
        return Err(SlotFormError::GoldTimeInvalid.into());
    }
    sqlx::query!(
        "UPDATE gold_allocations SET gold_round_id = $3, listed_from = $4 WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        found.id.0,
        round.0,
        listed_from,
    )
    .execute(&mut *conn)
    .await?;
    let detail = audit::change_detail(ids_of(found), found.audit_fields(&rounds), change.audit_fields(&rounds));
    finish(conn, now, actor, restaurant, found, "gold_allocation_changed", detail).await
}

impl GoldSlotAllocation {
    /// Returns the stored fields for the audit log.
    fn audit_fields(&self, rounds: &[GoldRound]) -> Value {
        GoldAllocationChange { round: self.gold_round_id, listed_from: self.listed_from }.audit_fields(rounds)
    }
}

impl GoldAllocationChange {
    /// Returns the fields for the audit log, which has the name of the round.
    fn audit_fields(self, rounds: &[GoldRound]) -> Value {
        let round = rounds.iter().find(|known| known.id == self.round).map(|round| &round.title);
        json!({ "gold_round": round, "listed_from": self.listed_from })
    }
}

/// Makes the slot an ordinary one. Rejected while one of its stocks is held or booked.
pub async fn remove(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    slot: &str,
    uid: &str,
) -> Result<(), SlotError> {
    let found = lock(conn, restaurant, slot, uid).await?;
    let slot = queries::find_slot(conn, restaurant, found.slot, now).await?;
    if slot.stocks.iter().any(|stock| stock.online_reservable_id.is_some()) {
        return Err(SlotError::Reserved);
    }
    let rounds = list_rounds(conn, restaurant).await?;
    sqlx::query!("DELETE FROM gold_allocations WHERE restaurant_id = $1 AND id = $2", restaurant.0, found.id.0)
        .execute(&mut *conn)
        .await?;
    let detail = audit::change_detail(ids_of(&found), found.audit_fields(&rounds), Value::Null);
    finish(conn, now, actor, restaurant, &found, "gold_allocation_removed", detail).await
}

fn ids_of(found: &GoldSlotAllocation) -> Value {
    json!({ "online_stock_group_id": found.slot, "gold_allocation_id": found.id })
}

async fn finish(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    found: &GoldSlotAllocation,
    action: &str,
    detail: Value,
) -> Result<(), SlotError> {
    let event = Event { actor, action, restaurant: Some(restaurant), reservation: None, detail };
    audit::record(conn, now, event).await?;
    Ok(queries::refresh_days(conn, restaurant, &[found.date]).await?)
}
