//! Usual stays by party size (G299). Staff see and set them on the page of the pacing.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use domain::restaurants::model::{Operation, OperationName};
use domain::restaurants::queries::list_operations;
use domain::restaurants::stays::{self, FROM_GUESTS, Stays, StaysBySize, StaysError, is_at_seats, is_stay};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::number::Number;
use crate::console::{Envelope, OwnerOrAdmin, Staff};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(replace))
}

/// The usual stay of parties from a size on.
#[derive(Debug, Serialize, ToSchema)]
pub struct UsualStay {
    from_guests: i32,
    stay_minutes: i32,
}

impl UsualStay {
    /// Returns the usual stays of a meal by party size.
    pub fn list(stays: &Stays, operation: OperationName) -> Vec<Self> {
        let sizes = stays.of(operation).into_iter();
        sizes.map(|(from_guests, stay_minutes)| Self { from_guests, stay_minutes }).collect()
    }
}

/// The usual stays of a meal that the restaurant serves at seats.
#[derive(Debug, Serialize, ToSchema)]
pub struct MealStays {
    operation: OperationName,
    label: String,
    /// The stay of parties that reach no size of `stays`.
    default_stay_minutes: i32,
    stays: Vec<UsualStay>,
}

impl MealStays {
    fn new(context: &Context, operation: &Operation, stays: &Stays) -> Self {
        Self {
            operation: operation.name,
            label: context.t(&format!("operation.{}", operation.name.as_str())),
            default_stay_minutes: operation.stay_minutes(),
            stays: UsualStay::list(stays, operation.name),
        }
    }

    /// Lists the active meals at seats, lunch before dinner.
    pub async fn list(conn: &mut PgConnection, context: &Context, staff: &Staff) -> sqlx::Result<Vec<Self>> {
        let operations = list_operations(conn, staff.restaurant.id).await?;
        let stays = stays::list(conn, staff.restaurant.id).await?;
        let meals = operations.iter().filter(|operation| is_at_seats(operation.name));
        Ok(meals.map(|operation| Self::new(context, operation, &stays)).collect())
    }
}

#[derive(Deserialize, ToSchema)]
pub struct StaysBody {
    /// Usual stays by the name of the meal: lunch or dinner. An empty list removes the stays of the meal. Meals that are left out
    /// keep their stays.
    stays: BTreeMap<String, Vec<UsualStayFields>>,
    /// The stays that the writer saw, in the same form.
    #[serde(default)]
    expected_stays: BTreeMap<String, Vec<UsualStayFields>>,
}

#[derive(Deserialize, ToSchema)]
pub struct UsualStayFields {
    /// 2 to 99; each size once for a meal.
    from_guests: Number,
    /// 15 to 1440, a multiple of 5.
    stay_minutes: Number,
}

/// Replaces the usual stays of some meals. Proposals of staff follow them from now on; web slots and existing reservations remain. 409 with
/// the current stays if another user has changed them meanwhile.
#[utoipa::path(put, path = "/owners/api/stays/{slug}", tag = "owner", params(("slug" = String, Path)),
    request_body = StaysBody,
    responses((status = 200, body = Envelope<Vec<MealStays>>), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn replace(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(slug): Path<String>,
    FormOrJson(body): FormOrJson<StaysBody>,
) -> Result<Json<Envelope<Vec<MealStays>>>, ApiError> {
    let mut tx = app.pool.begin().await?;
    let staff = staff.0.at(&mut tx, &slug).await?;
    let (wanted, seen) = (read("stays", body.stays)?, read("expected_stays", body.expected_stays)?);
    let replaced = stays::replace(&mut tx, app.clock.now(), staff.actor(), staff.restaurant.id, &wanted, &seen).await;
    match replaced {
        Ok(()) => {}
        Err(StaysError::UnknownMeal(meal)) => return Err(unknown_meal("stays", meal.as_str())),
        Err(StaysError::Changed) => {
            let current = MealStays::list(&mut tx, &context, &staff).await?;
            return Err(ApiError {
                current: Some(json!({ "stays": current })),
                ..ApiError::new(StatusCode::CONFLICT, "stays_changed")
            });
        }
        Err(StaysError::Database(error)) => return Err(error.into()),
    }
    let meals = MealStays::list(&mut tx, &context, &staff).await?;
    tx.commit().await?;
    Ok(Envelope::ok(meals))
}

fn unknown_meal(list: &str, meal: &str) -> ApiError {
    ApiError::invalid_fields([(format!("{list}.{meal}"), "field_invalid")])
}

/// Returns the stays of a list by meal, or the names of all invalid fields.
fn read(
    list: &str,
    meals: BTreeMap<String, Vec<UsualStayFields>>,
) -> Result<BTreeMap<OperationName, StaysBySize>, ApiError> {
    let (mut stays, mut faults) = (BTreeMap::new(), Vec::new());
    for (meal, fields) in meals {
        let operation = OperationName::named(&meal).ok_or_else(|| unknown_meal(list, &meal))?;
        let mut sizes = StaysBySize::new();
        for (place, UsualStayFields { from_guests, stay_minutes }) in fields.into_iter().enumerate() {
            let mut refuse = |field: &str, code| faults.push((format!("{list}.{meal}[{place}].{field}"), code));
            let from = whole(from_guests).filter(|from| FROM_GUESTS.contains(from));
            let minutes = whole(stay_minutes).filter(|minutes| is_stay(*minutes));
            if minutes.is_none() {
                refuse("stay_minutes", "stay_minutes_invalid");
            }
            let Some(from) = from else {
                refuse("from_guests", "stay_guests_invalid");
                continue;
            };
            if sizes.insert(from, minutes.unwrap_or_default()).is_some() {
                refuse("from_guests", "stay_guests_taken");
            }
        }
        stays.insert(operation, sizes);
    }
    if faults.is_empty() { Ok(stays) } else { Err(ApiError::invalid_fields(faults)) }
}

fn whole(number: Number) -> Option<i32> {
    number.read("stays").ok().flatten()
}
