//! Pacing: the maximum number of guests and parties that arrive in a quarter of an hour. Web bookings beyond it are rejected.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::db;
use domain::inventory::pacing::{self as limits, PacingChange, PacingError};
use domain::restaurants::model::OperationName;
use domain::restaurants::pacing::{self, MAX_LIMIT, Pacing};
use domain::restaurants::profile;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::number::{Number, present};
use super::stays::MealStays;
use crate::console::{Envelope, Expected, OwnerOrAdmin, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(edit)).routes(routes!(update))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerPacingPage {
    /// The limits of each meal that the restaurant serves, lunch before dinner.
    pub pacing: Vec<MealPacing>,
    /// The largest allowed limit.
    pub most: i32,
    /// The usual stays of each meal that the restaurant serves at seats, lunch before dinner.
    pub stays: Vec<MealStays>,
    /// Whether a waiting room is in front of the restaurant's openings.
    pub has_waiting_room: bool,
}

impl PageData for OwnerPacingPage {
    const NAME: &'static str = "owner_pacing";
}

/// The limits of a meal for one quarter of an hour; null for no limit. All reservations count, and only web bookings are
/// rejected.
#[derive(Debug, Serialize, ToSchema)]
pub struct MealPacing {
    pub operation: OperationName,
    pub label: String,
    pub pacing_max_guests: Option<i32>,
    pub pacing_max_parties: Option<i32>,
}

impl MealPacing {
    fn new(context: &Context, operation: OperationName, pacing: Pacing) -> Self {
        Self {
            operation,
            label: context.t(&format!("operation.{}", operation.as_str())),
            pacing_max_guests: pacing.max_guests,
            pacing_max_parties: pacing.max_parties,
        }
    }
}

/// Returns the page with the limits of a quarter of an hour, the usual stays and the switch of the waiting room.
#[utoipa::path(get, path = "/owners/pacing/edit", tag = "owner",
    responses((status = 200, body = page::ConsolePage<OwnerPacingPage>), (status = 302), (status = 401)))]
pub async fn edit(State(app): State<App>, context: Context, staff: OwnerOrAdmin) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let meals = pacing::list(&mut conn, staff.restaurant.id).await?;
    let pacing = meals.into_iter().map(|(operation, pacing)| MealPacing::new(&context, operation, pacing)).collect();
    let stays = MealStays::list(&mut conn, &context, &staff).await?;
    drop(conn);
    let has_waiting_room = staff.restaurant.has_waiting_room;
    let data = OwnerPacingPage { pacing, most: MAX_LIMIT, stays, has_waiting_room };
    page::respond(&app, &context, &staff, &context.t("owner.pacing.title"), data).await
}

#[derive(Deserialize, ToSchema)]
pub struct PacingBody {
    /// Limits by the name of the meal: lunch, dinner or takeaway.
    pacing: BTreeMap<String, PacingFields>,
    /// The limits that the form showed, by names such as `dinner.pacing_max_guests`.
    #[serde(default)]
    expected: Expected,
}

/// Fields that are left out remain unchanged.
#[derive(Deserialize, ToSchema)]
pub struct PacingFields {
    /// 1 to 999; null or blank for no limit.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Number>)]
    pacing_max_guests: Option<Option<Number>>,
    /// 1 to 999; null or blank for no limit.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Number>)]
    pacing_max_parties: Option<Option<Number>>,
}

/// Changes the limits of some meals. Existing bookings remain, even if they exceed the new limits. 409 with the stored limits if another
/// user has changed one of them since the form showed it (gaps G319).
#[utoipa::path(patch, path = "/owners/api/pacing/{slug}", tag = "owner", params(("slug" = String, Path)),
    request_body = PacingBody,
    responses((status = 200, body = Envelope<Vec<MealPacing>>), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(slug): Path<String>,
    FormOrJson(body): FormOrJson<PacingBody>,
) -> Result<Json<Envelope<Vec<MealPacing>>>, ApiError> {
    // The write recomputes the totals of all days of the restaurant.
    db::extend_for_bulk();
    let mut tx = app.pool.begin().await?;
    let staff = staff.0.at(&mut tx, &slug).await?;
    let restaurant = staff.restaurant.id;
    let changes = read(body.pacing)?;
    profile::lock(&mut tx, restaurant).await?;
    let stored = pacing::list(&mut tx, restaurant).await?;
    let changed = limits::change(&mut tx, app.clock.now(), staff.actor(), restaurant, &changes).await;
    changed.map_err(|error| match error {
        PacingError::UnknownMeal(meal) => unknown_meal(meal.as_str()),
        PacingError::Database(error) => error.into(),
    })?;
    let meals = pacing::list(&mut tx, restaurant).await?;
    body.expected.require(&limits_by_name(&stored), &limits_by_name(&meals))?;
    tx.commit().await?;
    Ok(Envelope::ok(
        meals.into_iter().map(|(operation, pacing)| MealPacing::new(&context, operation, pacing)).collect(),
    ))
}

/// Returns the limits by the names that `expected` has for them.
fn limits_by_name(meals: &[(OperationName, Pacing)]) -> BTreeMap<String, Option<i32>> {
    let of_meal = |(operation, pacing): &(OperationName, Pacing)| {
        let name = operation.as_str();
        let limits = [("pacing_max_guests", pacing.max_guests), ("pacing_max_parties", pacing.max_parties)];
        limits.map(|(limit, max)| (format!("{name}.{limit}"), max))
    };
    meals.iter().flat_map(of_meal).collect()
}

fn unknown_meal(meal: &str) -> ApiError {
    ApiError::invalid_fields([(format!("pacing.{meal}"), "field_invalid")])
}

/// Returns the changes, or the names of all invalid fields.
fn read(body: BTreeMap<String, PacingFields>) -> Result<Vec<(OperationName, PacingChange)>, ApiError> {
    let (mut changes, mut faults) = (Vec::new(), Vec::new());
    for (meal, fields) in body {
        let operation = OperationName::ALL.into_iter().find(|known| known.as_str() == meal);
        let operation = operation.ok_or_else(|| unknown_meal(&meal))?;
        let mut limit = |name: &str, number: Option<Option<Number>>| {
            number.map(|number| {
                parse_limit(number).unwrap_or_else(|()| {
                    faults.push((format!("pacing.{meal}.{name}"), "pacing_limit_invalid"));
                    None
                })
            })
        };
        let max_guests = limit("pacing_max_guests", fields.pacing_max_guests);
        let max_parties = limit("pacing_max_parties", fields.pacing_max_parties);
        changes.push((operation, PacingChange { max_guests, max_parties }));
    }
    if faults.is_empty() { Ok(changes) } else { Err(ApiError::invalid_fields(faults)) }
}

fn parse_limit(number: Option<Number>) -> Result<Option<i32>, ()> {
    let Some(number) = number else { return Ok(None) };
    match number.read("pacing") {
        Ok(Some(number)) if !(1..=MAX_LIMIT).contains(&number) => Err(()),
        Ok(number) => Ok(number),
        Err(_) => Err(()),
    }
}
