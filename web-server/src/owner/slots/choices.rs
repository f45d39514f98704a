//! Options for a new slot.

use axum::Json;
use axum::extract::{Query, State};
use domain::accounts::admins::AdminFlag;
use domain::inventory::queries;
use domain::restaurants::model::OperationName;
use domain::restaurants::queries::list_operations;
use domain::zone::parse_day;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::views::{SlotCourseOption, SlotGroupOption, SlotItem, SlotSeats, window};
use crate::console::Envelope;
use crate::console::FloorStaff;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ChoicesQuery {
    /// YYYY-MM-DD
    #[param(value_type = String, format = Date)]
    date: String,
    /// lunch, dinner or takeaway.
    operation: String,
    inventory_group_uid: String,
}

/// The data of the dialog for a new slot.
#[derive(Debug, Serialize, ToSchema)]
pub struct SlotChoices {
    pub date: String,
    pub operation: OperationName,
    pub operation_label: String,
    pub default_stay_minutes: i32,
    /// HH:mm. Start and end of the times that can be chosen.
    pub time_from: String,
    pub time_till: String,
    pub inventory_group: SlotSeats,
    pub inventory_items: Vec<SlotItem>,
    pub courses: Vec<SlotCourseOption>,
    pub customer_groups: Vec<SlotGroupOption>,
    /// Whether the gold section is available; for admins only (gaps G172b).
    pub can_make_gold: bool,
    pub gold_rounds: Vec<GoldRoundOption>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GoldRoundOption {
    pub id: i64,
    pub title: String,
    pub slug: String,
}

/// Returns the courses, groups and times for a new slot on a day, for a meal and an inventory group.
#[utoipa::path(get, path = "/owners/api/online_stock_groups/new", tag = "owner", params(ChoicesQuery),
    responses((status = 200, body = Envelope<SlotChoices>), (status = 400), (status = 401), (status = 404)))]
pub async fn choices(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    query: Result<Query<ChoicesQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Envelope<SlotChoices>>, ApiError> {
    let invalid = || ApiError::bad_request("invalid_input");
    let Query(asked) = query.map_err(|_| invalid())?;
    let date = parse_day(&asked.date).ok_or_else(invalid)?;
    let restaurant = staff.restaurant.id;
    let mut conn = app.pool.acquire().await?;
    let operations = list_operations(&mut conn, restaurant).await?;
    let operation = operations.iter().find(|operation| operation.name.as_str() == asked.operation);
    let operation = operation.ok_or_else(ApiError::not_found)?;
    let group = queries::find_group_id(&mut conn, restaurant, &asked.inventory_group_uid).await?;
    let group = queries::find_group(&mut conn, restaurant, group.ok_or_else(ApiError::not_found)?).await?;
    let courses = queries::list_courses(&mut conn, restaurant, date).await?;
    let courses = courses.iter().filter(|course| course.is_active && course.operation == operation.name);
    let groups = queries::list_groups(&mut conn, restaurant).await?;
    let (time_from, time_till) = window(&operations);
    let can_make_gold = staff.is_admin_with(AdminFlag::Osg);
    let rounds = if can_make_gold { queries::list_gold_rounds(&mut conn).await? } else { Vec::new() };
    Ok(Envelope::ok(SlotChoices {
        date: date.to_string(),
        operation: operation.name,
        operation_label: context.t(&format!("operation.{}", operation.name.as_str())),
        default_stay_minutes: operation.stay_minutes(),
        time_from,
        time_till,
        inventory_group: SlotSeats {
            uid: group.uid,
            title: context.pick(&group.title),
            capacity_per_stock: group.capacity_per_stock,
        },
        inventory_items: group.items.into_iter().map(SlotItem::from).collect(),
        courses: courses.map(|course| SlotCourseOption::new(&context, course)).collect(),
        customer_groups: groups.iter().filter(|group| !group.is_archived).map(SlotGroupOption::from).collect(),
        can_make_gold,
        gold_rounds: rounds
            .into_iter()
            .map(|round| GoldRoundOption { id: round.id.0, title: round.title, slug: round.slug })
            .collect(),
    }))
}
