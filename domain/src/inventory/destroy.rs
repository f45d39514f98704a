//! Removes all unreserved stocks of a date range from the web, for an admin (gaps G109).

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::queries;
use crate::audit::{self, Actor, Event};
use crate::ids::{InventoryGroupId, OnlineStockGroupId};
use crate::restaurants::model::Restaurant;
use crate::text_enum::text_enum;

/// Maximum number of days of one call, the first and the last included.
pub const MAX_DAYS: i64 = 366;

/// The stocks to remove: of a kind of seats, from one day to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockRange {
    pub group: InventoryGroupId,
    pub from: NaiveDate,
    pub till: NaiveDate,
    pub origin: StockOrigin,
}

text_enum! {
    /// The slots whose stocks are removed, by their origin. `LastRefill` undoes a wrong refill: slots that staff created stay.
    #[derive(Default)]
    pub enum StockOrigin {
        #[default]
        All = "all",
        /// Slots that a refill created.
        Refills = "refills",
        /// Slots that the latest refill of these seats created.
        LastRefill = "last_refill",
    }
}

#[derive(Debug, thiserror::Error)]
pub enum DestroyError {
    #[error("the restaurant has no such kind of seats")]
    UnknownGroup,
    #[error("the first day is before today")]
    Past,
    #[error("the last day is before the first, or the range has more than {MAX_DAYS} days")]
    Range,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl DestroyError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownGroup => "inventory_group_unknown",
            Self::Past => "stock_destroy_past",
            Self::Range => "date_range_invalid",
            Self::Database(_) => "internal",
        }
    }
}

/// Stocks in a date range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DestroyPreview {
    /// Slots with a stock that would be removed.
    pub slots: i64,
    /// Stocks that would be removed.
    pub unreserved: i64,
    /// The part of them that is in cancellation slots.
    pub freed: i64,
    /// Stocks that are held or booked, which stay.
    pub reserved: i64,
}

/// Returns what a call would do now.
pub async fn preview(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    range: StockRange,
) -> Result<DestroyPreview, DestroyError> {
    check(conn, now, restaurant, range).await?;
    Ok(sqlx::query_as!(
        DestroyPreview,
        r#"SELECT count(DISTINCT o.id) FILTER (WHERE k.online_reservable_id IS NULL) AS "slots!",
                  count(*) FILTER (WHERE k.online_reservable_id IS NULL) AS "unreserved!",
                  count(*) FILTER (WHERE k.online_reservable_id IS NULL AND EXISTS (
                      SELECT 1 FROM online_cancellation_stocks s JOIN online_cancellations c
                          ON c.restaurant_id = s.restaurant_id AND c.id = s.online_cancellation_id AND c.outcome IS NULL
                      WHERE s.restaurant_id = k.restaurant_id AND s.online_stock_id = k.id)) AS "freed!",
                  count(*) FILTER (WHERE k.online_reservable_id IS NOT NULL) AS "reserved!"
           FROM online_stock_groups o
           JOIN online_stocks k ON k.restaurant_id = o.restaurant_id AND k.online_stock_group_id = o.id
           WHERE o.restaurant_id = $1 AND o.inventory_group_id = $2 AND o.date BETWEEN $3 AND $4 AND o.deleted_at IS NULL
             AND ($5 = 'all' OR o.online_stock_refillment_template_id IS NOT NULL AND ($5 = 'refills' OR o.created_at = (
                 SELECT max(created_at) FROM online_stock_groups
                 WHERE restaurant_id = $1 AND inventory_group_id = $2 AND online_stock_refillment_template_id IS NOT NULL)))"#,
        restaurant.id.0,
        range.group.0,
        range.from,
        range.till,
        range.origin.as_str(),
    )
    .fetch_one(conn)
    .await?)
}

async fn check(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    range: StockRange,
) -> Result<(), DestroyError> {
    let groups = queries::list::list_group_titles(conn, restaurant.id).await?;
    if !groups.iter().any(|(id, _)| *id == range.group) {
        return Err(DestroyError::UnknownGroup);
    }
    if range.from < restaurant.zone.date_of(now) {
        return Err(DestroyError::Past);
    }
    if !(0..MAX_DAYS).contains(&(range.till - range.from).num_days()) {
        return Err(DestroyError::Range);
    }
    Ok(())
}

/// Removes the stocks that are neither held nor booked, and slots with their last stock. Returns the number of removed stocks. Expired
/// holds must have been swept before: their stocks count as reserved.
pub async fn destroy(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: &Restaurant,
    range: StockRange,
) -> Result<u64, DestroyError> {
    check(conn, now, restaurant, range).await?;
    let slots = sqlx::query!(
        r#"SELECT id AS "id: OnlineStockGroupId", date FROM online_stock_groups
           WHERE restaurant_id = $1 AND inventory_group_id = $2 AND date BETWEEN $3 AND $4 AND deleted_at IS NULL
             AND ($5 = 'all' OR online_stock_refillment_template_id IS NOT NULL AND ($5 = 'refills' OR created_at = (
                 SELECT max(created_at) FROM online_stock_groups
                 WHERE restaurant_id = $1 AND inventory_group_id = $2 AND online_stock_refillment_template_id IS NOT NULL)))
           ORDER BY id FOR NO KEY UPDATE"#,
        restaurant.id.0,
        range.group.0,
        range.from,
        range.till,
        range.origin.as_str(),
    );
    let slots = slots.fetch_all(&mut *conn).await?;
    let ids: Vec<_> = slots.iter().map(|slot| slot.id).collect();
    let mut dates: Vec<_> = slots.iter().map(|slot| slot.date).collect();
    dates.sort_unstable();
    dates.dedup();
    let gone = queries::delete_free_stocks(conn, restaurant.id, &ids, now).await?;
    let event = Event {
        actor,
        action: "stocks_destroyed",
        restaurant: Some(restaurant.id),
        reservation: None,
        detail: json!({ "inventory_group_id": range.group, "date_from": range.from, "date_till": range.till,
            "origin": range.origin, "stocks": gone }),
    };
    audit::record(conn, now, event).await?;
    if gone > 0 {
        queries::refresh_days(conn, restaurant.id, &dates).await?;
    }
    Ok(gone)
}
