//! The floor plan: the positions of the tables, and a day on the plan.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::floor_plans::model::{FloorPlan, PlacedTable, TableShape};
use domain::floor_plans::{actions, queries};
use domain::i18n;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::daily_calendar::{OwnerDailyCalendarPage, parse_date};
use crate::console::Envelope;
use crate::console::{FloorStaff, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(show)).routes(routes!(find, save))
}

/// The position of a table, in squares from the upper left corner of a grid of 72 by 72.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct FloorPlanTable {
    inventory_item_uid: String,
    x: i32,
    y: i32,
    /// 3 to 24.
    width: i32,
    /// 3 to 24.
    height: i32,
    shape: TableShape,
}

/// The placed tables. A plan that was never saved has no tables and the version 0.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[schema(as = FloorPlan)]
pub struct FloorPlanView {
    /// In a save: the version that the writer saw.
    version: i32,
    tables: Vec<FloorPlanTable>,
}

impl From<FloorPlan> for FloorPlanView {
    fn from(FloorPlan { version, tables }: FloorPlan) -> Self {
        let tables = tables.into_iter().map(|table| {
            let PlacedTable { inventory_item_uid, x, y, width, height, shape } = table;
            FloorPlanTable { inventory_item_uid, x, y, width, height, shape }
        });
        Self { version, tables: tables.collect() }
    }
}

impl From<FloorPlanView> for FloorPlan {
    fn from(FloorPlanView { version, tables }: FloorPlanView) -> Self {
        let tables = tables.into_iter().map(|table| {
            let FloorPlanTable { inventory_item_uid, x, y, width, height, shape } = table;
            PlacedTable { inventory_item_uid, x, y, width, height, shape }
        });
        Self { version, tables: tables.collect() }
    }
}

/// A day of the restaurant on the floor plan.
#[derive(Serialize, ToSchema)]
pub struct OwnerFloorPlanPage {
    /// In columns of 15 minutes.
    pub day: OwnerDailyCalendarPage,
    pub plan: FloorPlanView,
}

impl PageData for OwnerFloorPlanPage {
    const NAME: &'static str = "owner_floor_plan";
}

/// Returns a day on the floor plan: the data of the daily calendar, and the positions of the tables.
#[utoipa::path(get, path = "/owners/floor_plans/{date}", tag = "owner", params(("date" = String, Path)),
    responses((status = 200, body = page::ConsolePage<OwnerFloorPlanPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(date): Path<String>,
) -> Result<Response, ApiError> {
    let date = parse_date(&date)?;
    let mut conn = app.reads.connect_for_staff().await?;
    let day = OwnerDailyCalendarPage::load(&mut conn, &app, &context, &staff, date, Some(true)).await?;
    let plan = queries::find(&mut conn, staff.restaurant.id).await?.into();
    drop(conn);
    let title = format!("{} {}", i18n::date(context.locale(), date), context.t("owner.floor_plan.title"));
    page::respond(&app, &context, &staff, &title, OwnerFloorPlanPage { day, plan }).await
}

/// Returns the floor plan.
#[utoipa::path(get, path = "/owners/api/floor_plan", tag = "owner",
    responses((status = 200, body = Envelope<FloorPlanView>), (status = 401)))]
pub async fn find(State(app): State<App>, staff: FloorStaff) -> Result<Json<Envelope<FloorPlanView>>, ApiError> {
    let plan = queries::find(&mut *app.pool.acquire().await?, staff.restaurant.id).await?;
    Ok(Envelope::ok(plan.into()))
}

/// Replaces the plan that has this version, and returns it with the next version. Tables that are left out lose their position.
/// 409 if another user has saved the plan meanwhile. 422 if tables do not fit, overlap, or belong to another restaurant.
#[utoipa::path(put, path = "/owners/api/floor_plan", tag = "owner", request_body = FloorPlanView,
    responses((status = 200, body = Envelope<FloorPlanView>), (status = 401), (status = 403), (status = 409), (status = 422)))]
pub async fn save(
    State(app): State<App>,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<FloorPlanView>,
) -> Result<Json<Envelope<FloorPlanView>>, ApiError> {
    let restaurant = staff.restaurant.id;
    let mut tx = app.pool.begin().await?;
    actions::save(&mut tx, app.clock.now(), staff.actor(), restaurant, &body.into()).await?;
    let saved = queries::find(&mut tx, restaurant).await?;
    tx.commit().await?;
    Ok(Envelope::ok(saved.into()))
}
