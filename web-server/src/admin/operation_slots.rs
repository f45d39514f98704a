//! Planned slots of a restaurant's calendar, "red circles" (admin §2 to §5, §7, gaps G107, G108).

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::Response;
use chrono::NaiveTime;
use domain::calendar::marks::CircleSource;
use domain::calendar::operation_slots::{self, PlannedSlotsRow, PlannedSlotsTable};
use domain::ids::{InventoryGroupId, OperationSlotId};
use domain::restaurants::model::{Operation, OperationName};
use domain::restaurants::profile;
use domain::restaurants::queries::list_operations;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::restaurant::AdminAt;
use crate::console::{Expected, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::PageData;
use crate::http::text::operation_label;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(page)).routes(routes!(index, save, reset))
}

#[derive(Deserialize, ToSchema)]
pub struct OperationSlotsBody {
    /// Tables by the name of the meal.
    #[serde(default)]
    calendar_operation_slots: BTreeMap<String, OperationSlotsTable>,
    /// Ids of stored rows that are to be deleted.
    #[serde(default)]
    delete_slot_ids: Vec<i64>,
    /// The changed tables as the editor showed them, by the name of the meal; null for a meal without a table.
    #[serde(default)]
    expected: Expected,
}

#[derive(Deserialize, Serialize, ToSchema)]
pub struct OperationSlotsTable {
    /// Null if the meal has neither header nor its own way of counting.
    #[serde(default)]
    #[schema(required)]
    header: Option<OperationSlotsHeader>,
    #[serde(default)]
    rows: Vec<OperationSlotsRow>,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct OperationSlotsHeader {
    /// A visit counts for the slot in which it starts, and not for every slot that it overlaps.
    #[serde(default, deserialize_with = "tick::deserialize")]
    is_spot_detection_by_starts_at: bool,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct OperationSlotsRow {
    /// Null for a new row.
    #[serde(default)]
    #[schema(required)]
    id: Option<i64>,
    inventory_group_id: i64,
    /// HH:mm, in steps of five minutes.
    start_time: String,
    end_time: String,
    #[serde(default)]
    monday: i32,
    #[serde(default)]
    tuesday: i32,
    #[serde(default)]
    wednesday: i32,
    #[serde(default)]
    thursday: i32,
    #[serde(default)]
    friday: i32,
    #[serde(default)]
    saturday: i32,
    #[serde(default)]
    sunday: i32,
    #[serde(default)]
    holiday: i32,
}

#[derive(Serialize, ToSchema)]
pub struct OperationSlots {
    calendar_operation_slots: BTreeMap<String, OperationSlotsTable>,
    /// `manual`, `header_none` or `v1`, by the name of the meal.
    cos_types: BTreeMap<String, CircleSource>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminOperationSlotsPage {
    /// The meals that the restaurant serves.
    operations: Vec<OperationSpan>,
    inventory_groups: Vec<OperationSlotsGroup>,
    #[serde(flatten)]
    slots: OperationSlots,
}

impl PageData for AdminOperationSlotsPage {
    const NAME: &'static str = "admin_operation_slots";
}

/// A meal with its start and end.
#[derive(Serialize, ToSchema)]
pub struct OperationSpan {
    name: OperationName,
    label: String,
    /// HH:mm
    start: String,
    end: String,
}

/// An inventory group.
#[derive(Serialize, ToSchema)]
pub struct OperationSlotsGroup {
    id: i64,
    title: String,
    /// Number of seats in the group.
    items: i64,
}

#[derive(Serialize, ToSchema)]
pub struct OperationSlotsSaved {
    status: u16,
    message: String,
    calendar_operation_slots: BTreeMap<String, OperationSlotsTable>,
}

#[derive(Deserialize, IntoParams)]
pub struct ResetQuery {
    /// The name of a meal, or `all`.
    #[serde(default)]
    operation: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OperationSlotsReset {
    status: u16,
    message: String,
}

/// Returns the page with the editor.
#[utoipa::path(get, path = "/admin/r/{slug}/calendar_operation_slots", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminOperationSlotsPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn page(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let restaurant = at.restaurant.id;
    let tables = operation_slots::list(&mut conn, restaurant).await?;
    let operations = list_operations(&mut conn, restaurant).await?;
    let groups = operation_slots::list_groups(&mut conn, restaurant).await?;
    drop(conn);
    let data = AdminOperationSlotsPage {
        operations: operations.iter().map(|operation| OperationSpan::new(&context, &at, operation)).collect(),
        inventory_groups: groups
            .into_iter()
            .map(|group| OperationSlotsGroup { id: group.id.0, title: context.pick(&group.title), items: group.items })
            .collect(),
        slots: OperationSlots::from_tables(tables),
    };
    page::respond_to_admin_at(
        &app,
        &context,
        &at.admin,
        &at.restaurant,
        &context.t("admin.operation_slots.title"),
        data,
    )
    .await
}

/// Returns the planned slots by meal.
#[utoipa::path(get, path = "/admin/api/r/{slug}/calendar_operation_slots", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = OperationSlots), (status = 401), (status = 404)))]
pub async fn index(State(app): State<App>, at: AdminAt) -> Result<Json<OperationSlots>, ApiError> {
    let tables = operation_slots::list(&mut *app.pool.acquire().await?, at.restaurant.id).await?;
    Ok(Json(OperationSlots::from_tables(tables)))
}

/// Saves all edits in one transaction. 409 if a table is not the expected one any more.
#[utoipa::path(post, path = "/admin/api/r/{slug}/calendar_operation_slots", tag = "admin", params(("slug" = String, Path)),
    request_body = OperationSlotsBody,
    responses((status = 200, body = OperationSlotsSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn save(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    FormOrJson(body): FormOrJson<OperationSlotsBody>,
) -> Result<Json<OperationSlotsSaved>, ApiError> {
    let tables = body.calendar_operation_slots.into_iter().map(|(name, table)| table.read(&name));
    let tables = tables.collect::<Result<Vec<_>, _>>()?;
    let mut tx = app.pool.begin().await?;
    let (now, restaurant) = (app.clock.now(), at.restaurant.id);
    profile::lock(&mut tx, restaurant).await?;
    body.expected.require_unchanged(&tables_by_operation(operation_slots::list(&mut tx, restaurant).await?))?;
    let removed: Vec<_> = body.delete_slot_ids.into_iter().map(OperationSlotId).collect();
    operation_slots::save(&mut tx, now, at.actor(), restaurant, &tables, &removed).await?;
    let calendar_operation_slots = tables_by_operation(operation_slots::list(&mut tx, restaurant).await?);
    tx.commit().await?;
    let message = context.t("admin.operation_slots.saved");
    Ok(Json(OperationSlotsSaved { status: 200, message, calendar_operation_slots }))
}

/// Deletes the planned slots of a meal, or of all meals. This cannot be undone.
#[utoipa::path(delete, path = "/admin/api/r/{slug}/calendar_operation_slots", tag = "admin",
    params(("slug" = String, Path), ResetQuery),
    responses((status = 200, body = OperationSlotsReset), (status = 401), (status = 404), (status = 422)))]
pub async fn reset(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Query(query): Query<ResetQuery>,
) -> Result<Json<OperationSlotsReset>, ApiError> {
    let operation = match query.operation.as_str() {
        "all" => None,
        name => Some(meal(name, "operation")?),
    };
    let (now, actor, restaurant) = (app.clock.now(), at.actor(), at.restaurant.id);
    app.transaction(async |tx| operation_slots::reset(tx, now, actor, restaurant, operation).await).await?;
    Ok(Json(OperationSlotsReset { status: 200, message: context.t("admin.operation_slots.reset") }))
}

fn meal(name: &str, field: &str) -> Result<OperationName, ApiError> {
    OperationName::named(name).ok_or_else(|| ApiError::invalid_fields([(field, "operation_unknown")]))
}

fn tables_by_operation(tables: Vec<PlannedSlotsTable>) -> BTreeMap<String, OperationSlotsTable> {
    tables
        .into_iter()
        .map(|table| (table.operation.as_str().to_owned(), OperationSlotsTable::from_table(table)))
        .collect()
}

impl OperationSlots {
    fn from_tables(tables: Vec<PlannedSlotsTable>) -> Self {
        let cos_types = tables.iter().map(|table| (table.operation.as_str().to_owned(), table.source)).collect();
        Self { calendar_operation_slots: tables_by_operation(tables), cos_types }
    }
}

impl OperationSpan {
    fn new(context: &Context, at: &AdminAt, operation: &Operation) -> Self {
        Self {
            name: operation.name,
            label: operation_label(context, operation.name, at.restaurant.is_delivery_only),
            start: operation.opens_at.format("%H:%M").to_string(),
            end: operation.closes_at.to_string(),
        }
    }
}

impl OperationSlotsTable {
    fn read(self, name: &str) -> Result<PlannedSlotsTable, ApiError> {
        let rows = self.rows.into_iter().enumerate().map(|(index, row)| {
            row.read().ok_or_else(|| ApiError::invalid_fields([(format!("rows[{index}]"), "operation_slot_invalid")]))
        });
        Ok(PlannedSlotsTable {
            operation: meal(name, "calendar_operation_slots")?,
            source: if self.header.is_some() { CircleSource::Manual } else { CircleSource::HeaderNone },
            is_spot_detection_by_starts_at: self.header.is_some_and(|header| header.is_spot_detection_by_starts_at),
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    fn from_table(table: PlannedSlotsTable) -> Self {
        let is_spot_detection_by_starts_at = table.is_spot_detection_by_starts_at;
        let header = OperationSlotsHeader { is_spot_detection_by_starts_at };
        Self {
            header: (table.source != CircleSource::HeaderNone).then_some(header),
            rows: table.rows.into_iter().map(OperationSlotsRow::from_row).collect(),
        }
    }
}

impl OperationSlotsRow {
    fn read(self) -> Option<PlannedSlotsRow> {
        let time = |text: &str| NaiveTime::parse_from_str(text, "%H:%M").ok();
        let counts = [
            self.monday,
            self.tuesday,
            self.wednesday,
            self.thursday,
            self.friday,
            self.saturday,
            self.sunday,
            self.holiday,
        ];
        let (start_time, end_time) = (time(&self.start_time)?, time(&self.end_time)?);
        let (id, inventory_group) = (self.id.map(OperationSlotId), InventoryGroupId(self.inventory_group_id));
        Some(PlannedSlotsRow { id, inventory_group, start_time, end_time, counts })
    }

    fn from_row(row: PlannedSlotsRow) -> Self {
        let [monday, tuesday, wednesday, thursday, friday, saturday, sunday, holiday] = row.counts;
        let time = |time: NaiveTime| time.format("%H:%M").to_string();
        Self {
            id: row.id.map(|id| id.0),
            inventory_group_id: row.inventory_group.0,
            start_time: time(row.start_time),
            end_time: time(row.end_time),
            monday,
            tuesday,
            wednesday,
            thursday,
            friday,
            saturday,
            sunday,
            holiday,
        }
    }
}
