//! The plan of the floor: where the tables stand, and a day seen on it.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::floor_plans::model::{FloorPlan, PlacedTable, TableShape};
use domain::floor_plans::{actions, queries};
use domain::i18n;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::daily_calendar::{OwnerDailyCalendarPage, parse_date};
use crate::console::Envelope;
use crate::console::{FloorStaff, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show)).routes(routes!(find, save))
}

/// Where a table stands: squares from the upper left corner of a sheet of 72 by 72.
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

/// The tables that have a place. A plan that nobody has saved has none, and the version 0.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[schema(as = FloorPlan)]
pub struct FloorPlanView {
    /// The one that was seen, in a save.
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

/// A day of the restaurant on its floor.
#[derive(Serialize, ToSchema)]
pub struct OwnerFloorPlanPage {
    /// In columns of 15 minutes.
    pub day: OwnerDailyCalendarPage,
    pub plan: FloorPlanView,
}

impl PageData for OwnerFloorPlanPage {
    const NAME: &'static str = "owner_floor_plan";
}

/// A day on the floor: the data of the daily calendar, and where the tables stand.
#[utoipa::path(get, path = "/owners/floor_plans/{date}", tag = "owner", params(("date" = String, Path)),
    responses((status = 200, body = page::ConsolePage<OwnerFloorPlanPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(date): Path<String>,
) -> Result<Response, ApiError> {
    let date = parse_date(&date)?;
    let mut conn = app.pool.acquire().await?;
    let day = OwnerDailyCalendarPage::load(&mut conn, &app, &context, &staff, date, Some(true)).await?;
    let plan = queries::find(&mut conn, staff.restaurant.id).await?.into();
    drop(conn);
    let title = format!("{} {}", i18n::date(context.locale(), date), context.t("owner.floor_plan.title"));
    page::answer(&app, &context, &staff, &title, OwnerFloorPlanPage { day, plan }).await
}

/// The plan of the floor.
#[utoipa::path(get, path = "/owners/api/floor_plan", tag = "owner",
    responses((status = 200, body = Envelope<FloorPlanView>), (status = 401)))]
pub async fn find(State(app): State<App>, staff: FloorStaff) -> Result<Json<Envelope<FloorPlanView>>, ApiError> {
    let plan = queries::find(&mut *app.pool.acquire().await?, staff.restaurant.id).await?;
    Ok(Envelope::ok(plan.into()))
}

/// Saves the whole plan in the place of the one with this version, and answers it with the next. Tables that are left out have no
/// place. 409 where somebody else has saved it meanwhile, 422 where tables do not fit, stand on each other or are none of the
/// restaurant's.
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
