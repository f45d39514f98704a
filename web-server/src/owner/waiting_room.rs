//! The switch of the waiting room in front of a restaurant's openings (gaps G300).

use axum::Json;
use axum::extract::{Path, State};
use domain::restaurants::actions::set_waiting_room;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::{Envelope, OwnerOrAdmin};
use crate::http::error::ApiError;
use crate::http::extract::form::{FormOrJson, flag};
use crate::state::App;

#[derive(Deserialize, ToSchema)]
pub struct WaitingRoomChange {
    waiting_room: WaitingRoomFields,
}

#[derive(Deserialize, ToSchema)]
pub struct WaitingRoomFields {
    #[serde(deserialize_with = "flag::deserialize")]
    has_waiting_room: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingRoomSetting {
    has_waiting_room: bool,
}

/// Changes whether a waiting room is in front of the restaurant's openings. Switched off during an opening, booking is free immediately.
#[utoipa::path(patch, path = "/owners/api/waiting_rooms/{slug}", tag = "owner", params(("slug" = String, Path)),
    request_body = WaitingRoomChange,
    responses((status = 200, body = Envelope<WaitingRoomSetting>), (status = 401), (status = 404), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    staff: OwnerOrAdmin,
    Path(slug): Path<String>,
    FormOrJson(body): FormOrJson<WaitingRoomChange>,
) -> Result<Json<Envelope<WaitingRoomSetting>>, ApiError> {
    let has_waiting_room = body.waiting_room.has_waiting_room;
    let mut tx = app.pool.begin().await?;
    let staff = staff.0.at(&mut tx, &slug).await?;
    set_waiting_room(&mut tx, app.clock.now(), staff.actor(), staff.restaurant.id, has_waiting_room).await?;
    tx.commit().await?;
    Ok(Envelope::ok(WaitingRoomSetting { has_waiting_room }))
}
