//! Feature availability, and the meals of the restaurant (gaps G170).

use axum::Json;
use axum::extract::State;
use domain::restaurants::model::{Operation, OperationName};
use domain::restaurants::queries::list_operations;
use domain::restaurants::stays::{self, Stays};
use domain::settings::features::{self, Features};
use serde::Serialize;
use utoipa::ToSchema;

use super::stays::UsualStay;
use crate::console::{Envelope, FloorStaff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Returns the named flags of the restaurant.
#[utoipa::path(get, path = "/owners/api/restaurant_feature_availability", tag = "owner",
    responses((status = 200, body = Envelope<Features>), (status = 401)))]
pub async fn feature_availability(
    State(app): State<App>,
    staff: FloorStaff,
) -> Result<Json<Envelope<Features>>, ApiError> {
    Ok(Envelope::ok(features::find(&mut *app.pool.acquire().await?, staff.restaurant.id).await?))
}

/// A meal with its hours (HH:mm) and the usual length of a stay.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActiveOperation {
    name: OperationName,
    label: String,
    default_stay_minutes: i32,
    /// The usual stays of larger parties, by party size.
    stays: Vec<UsualStay>,
    from: String,
    till: String,
}

impl ActiveOperation {
    pub fn new(context: &Context, operation: &Operation, stays: &Stays) -> Self {
        Self {
            name: operation.name,
            label: context.t(&format!("operation.{}", operation.name.as_str())),
            default_stay_minutes: operation.stay_minutes(),
            stays: UsualStay::list(stays, operation.name),
            from: operation.opens_at.format("%H:%M").to_string(),
            till: operation.closes_at.to_string(),
        }
    }
}

/// Lists the restaurant's active meals, lunch before dinner.
#[utoipa::path(get, path = "/owners/api/active_operations", tag = "owner",
    responses((status = 200, body = Envelope<Vec<ActiveOperation>>), (status = 401)))]
pub async fn active_operations(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
) -> Result<Json<Envelope<Vec<ActiveOperation>>>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let operations = list_operations(&mut conn, staff.restaurant.id).await?;
    let stays = stays::list(&mut conn, staff.restaurant.id).await?;
    Ok(Envelope::ok(operations.iter().map(|operation| ActiveOperation::new(&context, operation, &stays)).collect()))
}
