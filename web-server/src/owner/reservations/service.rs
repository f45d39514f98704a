//! The service state of a party, which staff record during service.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use domain::reservations::bookings::visit;
use domain::reservations::queries;
use domain::reservations::service::{ServiceState, ServiceStep, ServiceTimes};
use domain::zone::Zone;
use futures_util::FutureExt;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::kinds::EVERY;
use super::staff_writes::{find, parse_time_on};
use crate::console::Envelope;
use crate::console::{FloorStaff, RecordKey};
use crate::http::error::ApiError;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

/// The current step of a party, and the time of each step, HH:mm of the visit's day.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ServiceInfo {
    /// Null while no step is recorded.
    pub state: Option<ServiceState>,
    pub arrived_at: Option<String>,
    pub seated_at: Option<String>,
    pub bill_at: Option<String>,
    pub left_at: Option<String>,
}

impl ServiceInfo {
    pub fn new(zone: Zone, date: NaiveDate, times: &ServiceTimes) -> Self {
        let clock = |at: Option<DateTime<Utc>>| at.map(|at| zone.clock_time(date, at));
        Self {
            state: times.state(),
            arrived_at: clock(times.arrived_at),
            seated_at: clock(times.seated_at),
            bill_at: clock(times.bill_at),
            left_at: clock(times.left_at),
        }
    }
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct ServiceStateBody {
    /// The step that the party has reached; null removes all steps.
    state: Option<ServiceState>,
    /// The step that was shown: 409 if another user has recorded another step meanwhile. Without it, the check is skipped.
    #[serde(deserialize_with = "present")]
    #[schema(value_type = Option<ServiceState>, required = false)]
    from: Option<Option<ServiceState>>,
    /// Time of the step if it is not now: HH:mm of the visit's day, or ISO 8601, within the last day.
    #[schema(required = false)]
    at: Option<String>,
    /// Idempotency key: a repeated request with this key is not executed again and gets the stored response. 16 to 64 letters,
    /// digits, hyphens and underscores.
    #[schema(required = false)]
    idempotency_key: Option<String>,
}

/// Reads a present field, which may be null. An absent one is `None`.
pub fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Records the service state of a reservation of any kind. Going back to an earlier step removes the later ones. A party that has
/// left or did not come releases its seats, and reserves them again if the step is removed. 422 before the day of the visit, and
/// for a no-show before its time; 409 if another write was faster; 400 if other parties occupy the seats meanwhile.
#[utoipa::path(put, path = "/owners/api/reservations/{uid}/service_state", tag = "owner", params(("uid" = String, Path)),
    request_body = ServiceStateBody,
    responses((status = 200, body = Envelope<ServiceInfo>), (status = 400), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<ServiceStateBody>,
) -> Result<Json<Envelope<ServiceInfo>>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let id = find(&mut conn, &staff, &key, &EVERY).await?;
    let found = queries::find(&mut conn, id).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    let at = match body.at.as_deref().map(|text| parse_time_on(text, found.zone, Some(found.date))) {
        Some(None) => return Err(ApiError::invalid_fields([("at", "field_invalid")])),
        at => at.flatten(),
    };
    let step = ServiceStep { from: body.from, to: body.state, at };
    let (app, staff, key) = (&app, &staff, body.idempotency_key.as_deref());
    let write = || {
        app.transaction(async move |tx| match key {
            Some(key) => visit::step_once(tx, &app.rng, staff.context(app), id, step, key).await,
            None => visit::step(tx, &app.rng, staff.context(app), id, step).await,
        })
        .boxed()
    };
    let times = staff.retry(app, write).await?;
    Ok(Envelope::ok(ServiceInfo::new(found.zone, found.date, &times)))
}
