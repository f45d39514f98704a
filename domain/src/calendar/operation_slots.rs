//! Planned slots of a restaurant's calendars: the rows behind the circles, for the admin's editor (admin §3, §5, gaps G107, G108).

use chrono::{DateTime, NaiveTime, Timelike, Utc};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;

use super::marks::CircleSource;
use crate::audit::{self, Actor, Event};
use crate::ids::{InventoryGroupId, OperationSlotId, RestaurantId};
use crate::restaurants::model::{Bilingual, OperationName};

/// Maximum number of circles of a period; more than fit on a screen.
pub const MAX_CIRCLES: i32 = 999;

/// Number of slots of a kind of seats in a period of the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedSlotsRow {
    /// None for a row that is not saved yet.
    pub id: Option<OperationSlotId>,
    pub inventory_group: InventoryGroupId,
    pub start_time: NaiveTime,
    pub end_time: NaiveTime,
    /// Monday to Sunday, then national holidays.
    pub counts: [i32; 8],
}

/// Planned slots of a meal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedSlotsTable {
    pub operation: OperationName,
    pub source: CircleSource,
    /// A visit counts only in the period in which it starts, not in all that it overlaps.
    pub is_spot_detection_by_starts_at: bool,
    pub rows: Vec<PlannedSlotsRow>,
}

/// Reasons to save nothing.
#[derive(Debug, thiserror::Error)]
pub enum OperationSlotsError {
    #[error("the restaurant does not serve that meal")]
    UnknownOperation,
    #[error("the restaurant has no such kind of seats")]
    UnknownGroup,
    #[error("the restaurant has no such row")]
    UnknownRow,
    /// Times must be multiples of five minutes and in order, counts 0 to 999.
    #[error("row {0} of a table is invalid")]
    Invalid(usize),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl OperationSlotsError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownOperation => "operation_unknown",
            Self::UnknownGroup => "inventory_group_unknown",
            Self::UnknownRow => "operation_slot_unknown",
            Self::Invalid(_) => "operation_slot_invalid",
            Self::Database(_) => "internal",
        }
    }
}

impl PlannedSlotsRow {
    fn is_valid(&self) -> bool {
        let is_in_steps = |time: NaiveTime| time.minute().is_multiple_of(5) && time.second() == 0;
        let is_whole = self.start_time < self.end_time && is_in_steps(self.start_time) && is_in_steps(self.end_time);
        is_whole && self.counts.iter().all(|count| (0..=MAX_CIRCLES).contains(count))
    }

    fn audit_fields(&self) -> Value {
        let [monday, tuesday, wednesday, thursday, friday, saturday, sunday, holiday] = self.counts;
        json!({
            "inventory_group_id": self.inventory_group,
            "start_time": self.start_time.format("%H:%M").to_string(),
            "end_time": self.end_time.format("%H:%M").to_string(),
            "monday": monday,
            "tuesday": tuesday,
            "wednesday": wednesday,
            "thursday": thursday,
            "friday": friday,
            "saturday": saturday,
            "sunday": sunday,
            "holiday": holiday,
        })
    }
}

/// Returns for the audit log, by meal, the settings and the rows that differ from `other`.
fn audit_fields(tables: &[PlannedSlotsTable], other: &[PlannedSlotsTable]) -> Value {
    let changed = tables.iter().filter_map(|table| {
        let other = other.iter().find(|other| other.operation == table.operation);
        let is_same = |row: &&PlannedSlotsRow| other.is_some_and(|other| other.rows.contains(row));
        let rows: Vec<_> = table.rows.iter().filter(|row| !is_same(row)).map(PlannedSlotsRow::audit_fields).collect();
        let mut fields = Map::new();
        if other.is_none_or(|other| other.source != table.source) {
            fields.insert("cos_type".to_owned(), json!(table.source.as_str()));
        }
        let by_start = table.is_spot_detection_by_starts_at;
        if other.is_none_or(|other| other.is_spot_detection_by_starts_at != by_start) {
            fields.insert("is_spot_detection_by_starts_at".to_owned(), json!(by_start));
        }
        if !rows.is_empty() {
            fields.insert("rows".to_owned(), json!(rows));
        }
        (!fields.is_empty()).then(|| (table.operation.as_str().to_owned(), Value::Object(fields)))
    });
    Value::Object(changed.collect())
}

/// Returns all tables of a restaurant, each with its rows by time.
pub async fn list(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<PlannedSlotsTable>> {
    let settings = sqlx::query!(
        r#"SELECT operation AS "operation: OperationName", cos_type AS "source: CircleSource", is_spot_detection_by_starts_at
           FROM calendar_operation_settings WHERE restaurant_id = $1 ORDER BY operation"#,
        restaurant.0
    )
    .fetch_all(&mut *conn)
    .await?;
    let rows = sqlx::query!(
        r#"SELECT id, operation AS "operation: OperationName", inventory_group_id, start_time, end_time,
                  ARRAY[monday, tuesday, wednesday, thursday, friday, saturday, sunday, holiday] AS "counts!"
           FROM calendar_operation_slots WHERE restaurant_id = $1 ORDER BY start_time, id"#,
        restaurant.0
    )
    .fetch_all(conn)
    .await?;
    let table = |setting: OperationName| {
        let own = rows.iter().filter(|row| row.operation == setting);
        own.map(|row| PlannedSlotsRow {
            id: Some(OperationSlotId(row.id)),
            inventory_group: InventoryGroupId(row.inventory_group_id),
            start_time: row.start_time,
            end_time: row.end_time,
            counts: row.counts.clone().try_into().unwrap_or_default(),
        })
        .collect()
    };
    let tables = settings.iter().map(|setting| PlannedSlotsTable {
        operation: setting.operation,
        source: setting.source,
        is_spot_detection_by_starts_at: setting.is_spot_detection_by_starts_at,
        rows: table(setting.operation),
    });
    Ok(tables.collect())
}

/// A kind of seats for which slots can be planned.
#[derive(Clone, Debug)]
pub struct PlannedSlotsGroup {
    pub id: InventoryGroupId,
    pub title: Bilingual,
    /// Number of seats of this kind.
    pub items: i64,
}

/// Returns the kinds of seats of a restaurant, in their order.
pub async fn list_groups(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<PlannedSlotsGroup>> {
    let rows = sqlx::query!(
        r#"SELECT g.id AS "id: InventoryGroupId", g.title_ja, g.title_en, (SELECT count(*) FROM inventory_items i
               WHERE i.restaurant_id = g.restaurant_id AND i.inventory_group_id = g.id) AS "items!"
           FROM inventory_groups g WHERE g.restaurant_id = $1 ORDER BY g.position, g.id"#,
        restaurant.0
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows
        .map(|row| PlannedSlotsGroup {
            id: row.id,
            title: Bilingual::new(row.title_ja, row.title_en),
            items: row.items,
        })
        .collect())
}

/// Saves tables: updates rows with an id, adds rows without one, and deletes `removed` rows. Other tables and rows do not change.
///
/// # Errors
/// A row is invalid, and nothing is written; or a referenced meal, row or kind of seats is not the restaurant's, and the caller must roll
/// back.
pub async fn save(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    tables: &[PlannedSlotsTable],
    removed: &[OperationSlotId],
) -> Result<(), OperationSlotsError> {
    let invalid = tables.iter().find_map(|table| table.rows.iter().position(|row| !row.is_valid()));
    if let Some(index) = invalid {
        return Err(OperationSlotsError::Invalid(index));
    }
    let before = list(conn, restaurant).await?;
    remove(conn, restaurant, removed).await?;
    for table in tables {
        put_setting(conn, restaurant, table).await?;
        for row in &table.rows {
            put_row(conn, restaurant, table.operation, row).await?;
        }
    }
    let rows: usize = tables.iter().map(|table| table.rows.len()).sum();
    let after = list(conn, restaurant).await?;
    let counts = json!({ "tables": tables.len(), "rows": rows, "removed": removed.len() });
    let detail = audit::change_detail(counts, audit_fields(&before, &after), audit_fields(&after, &before));
    record(conn, now, actor, restaurant, "operation_slots_saved", detail).await?;
    Ok(())
}

/// Deletes the planned slots of a meal, or of all meals. Returns the number of meals that had a table.
pub async fn reset(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    operation: Option<OperationName>,
) -> sqlx::Result<u64> {
    let mut before = list(conn, restaurant).await?;
    before.retain(|table| operation.is_none_or(|operation| operation == table.operation));
    let reset = sqlx::query!(
        "DELETE FROM calendar_operation_settings WHERE restaurant_id = $1 AND operation = coalesce($2, operation)",
        restaurant.0,
        operation.map(OperationName::as_str),
    )
    .execute(&mut *conn)
    .await?
    .rows_affected();
    let counts = json!({ "operation": operation.map(OperationName::as_str), "tables": reset });
    let detail = audit::change_detail(counts, audit_fields(&before, &[]), Value::Null);
    record(conn, now, actor, restaurant, "operation_slots_reset", detail).await?;
    Ok(reset)
}

async fn remove(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    removed: &[OperationSlotId],
) -> Result<(), OperationSlotsError> {
    let ids: Vec<_> = removed.iter().map(|id| id.0).collect();
    let gone = sqlx::query!(
        "DELETE FROM calendar_operation_slots WHERE restaurant_id = $1 AND id = ANY ($2)",
        restaurant.0,
        &ids
    );
    let gone = gone.execute(conn).await?.rows_affected();
    if usize::try_from(gone) == Ok(removed.len()) { Ok(()) } else { Err(OperationSlotsError::UnknownRow) }
}

async fn put_setting(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    table: &PlannedSlotsTable,
) -> Result<(), OperationSlotsError> {
    let put = sqlx::query!(
        "INSERT INTO calendar_operation_settings (restaurant_id, operation, cos_type, is_spot_detection_by_starts_at)
         SELECT o.restaurant_id, o.name, $3, $4 FROM operations o WHERE o.restaurant_id = $1 AND o.name = $2
         ON CONFLICT (restaurant_id, operation) DO UPDATE SET cos_type = excluded.cos_type,
             is_spot_detection_by_starts_at = excluded.is_spot_detection_by_starts_at",
        restaurant.0,
        table.operation.as_str(),
        table.source.as_str(),
        table.is_spot_detection_by_starts_at,
    );
    match put.execute(conn).await?.rows_affected() {
        0 => Err(OperationSlotsError::UnknownOperation),
        _ => Ok(()),
    }
}

async fn put_row(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    operation: OperationName,
    row: &PlannedSlotsRow,
) -> Result<(), OperationSlotsError> {
    let known = sqlx::query_scalar!(
        "SELECT id FROM inventory_groups WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        row.inventory_group.0
    );
    known.fetch_optional(&mut *conn).await?.ok_or(OperationSlotsError::UnknownGroup)?;
    let [monday, tuesday, wednesday, thursday, friday, saturday, sunday, holiday] = row.counts;
    let Some(id) = row.id else {
        sqlx::query!(
            "INSERT INTO calendar_operation_slots (restaurant_id, operation, inventory_group_id, start_time, end_time, monday, tuesday,
                 wednesday, thursday, friday, saturday, sunday, holiday)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
            restaurant.0,
            operation.as_str(),
            row.inventory_group.0,
            row.start_time,
            row.end_time,
            monday,
            tuesday,
            wednesday,
            thursday,
            friday,
            saturday,
            sunday,
            holiday,
        )
        .execute(conn)
        .await?;
        return Ok(());
    };
    let changed = sqlx::query!(
        "UPDATE calendar_operation_slots SET inventory_group_id = $4, start_time = $5, end_time = $6, monday = $7, tuesday = $8,
             wednesday = $9, thursday = $10, friday = $11, saturday = $12, sunday = $13, holiday = $14
         WHERE restaurant_id = $1 AND operation = $2 AND id = $3",
        restaurant.0,
        operation.as_str(),
        id.0,
        row.inventory_group.0,
        row.start_time,
        row.end_time,
        monday,
        tuesday,
        wednesday,
        thursday,
        friday,
        saturday,
        sunday,
        holiday,
    );
    if changed.execute(conn).await?.rows_affected() == 0 { Err(OperationSlotsError::UnknownRow) } else { Ok(()) }
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    action: &str,
    detail: Value,
) -> sqlx::Result<()> {
    audit::record(conn, now, Event { actor, action, restaurant: Some(restaurant), reservation: None, detail }).await
}
