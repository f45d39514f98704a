//! Cancellation slots (owner §2): their pane, and their settings.

use axum::Json;
use axum::extract::{Query, State};
use domain::cancellations::model::{CancellationSlotRow, Release};
use domain::cancellations::{actions, queries};
use domain::ids::OnlineCancellationId;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use crate::console::{ConsoleWriteResult, Envelope};
use crate::console::{FloorStaff, RecordKey, Staff};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

mod settings;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(show, decide))
        .routes(routes!(settings::edit))
        .routes(routes!(settings::update_operation))
        .routes(routes!(settings::update_group))
}

/// A slot freed by a cancellation; the cancelled booking may be of another channel (gaps G104).
#[derive(Debug, Serialize, ToSchema)]
pub struct CancellationSlot {
    /// Always online_cancellation.
    #[serde(rename = "type")]
    kind: &'static str,
    uid: String,
    is_offsite: bool,
    /// YYYY-MM-DD
    date: String,
    reservation: FreedSpan,
    inventory_group_title: String,
    inventory_item_labels: Vec<String>,
    /// The releases, with the time for each customer group. An empty list means that recruitment is stopped (gaps G102).
    releases: Vec<SlotRelease>,
    /// Whether any customer may still book it. If no group is listed, staff can turn it into an ordinary web slot or remove it
    /// from the web.
    is_open: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FreedSpan {
    starts_at: String,
    ends_at: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SlotRelease {
    customer_group_id: i64,
    customer_group_label: String,
    customer_group_label_short: String,
    releasable_at: String,
    released_at: Option<String>,
}

async fn find(conn: &mut PgConnection, staff: &Staff, key: &RecordKey) -> Result<CancellationSlotRow, ApiError> {
    let id = key.id.map(OnlineCancellationId);
    let found = queries::find(conn, staff.restaurant.id, id, key.uid.as_deref()).await?;
    found.ok_or_else(ApiError::not_found)
}

/// Returns the cancellation slot for a pane.
#[utoipa::path(get, path = "/owners/api/online_cancellations/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = Envelope<CancellationSlot>), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Json<Envelope<CancellationSlot>>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let slot = find(&mut conn, &staff, &key).await?;
    let releases = queries::list_releases(&mut conn, slot.restaurant_id, slot.id).await?;
    let (title, labels) = queries::find_seats(&mut conn, slot.restaurant_id, slot.id).await?;
    let zone = staff.restaurant.zone;
    let release = |release: Release| SlotRelease {
        customer_group_id: release.group.0,
        customer_group_label: release.group_label,
        customer_group_label_short: release.group_label_short,
        releasable_at: zone.iso(release.releasable_at),
        released_at: release.released_at.map(|at| zone.iso(at)),
    };
    Ok(Envelope::ok(CancellationSlot {
        kind: "online_cancellation",
        is_open: actions::is_open(&mut conn, app.clock.now(), &slot).await?,
        uid: slot.uid,
        is_offsite: slot.is_offsite,
        date: slot.date.to_string(),
        reservation: FreedSpan { starts_at: zone.iso(slot.starts_at), ends_at: zone.iso(slot.ends_at) },
        inventory_group_title: context.pick(&title),
        inventory_item_labels: labels,
        releases: releases.into_iter().map(release).collect(),
    }))
}

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Decision {
    /// `release`: turn it into an ordinary web slot for all customers. `delete`: remove it from the web.
    #[serde(rename = "type")]
    #[param(required = true)]
    kind: Option<String>,
    /// Ends the offer to the listed customer groups first. Their release times lapse, and no more mails are sent.
    end_offer: Option<bool>,
}

/// Turns a cancellation slot into an ordinary web slot, or removes it from the web; 422 while it is offered to customer groups, unless
/// `end_offer` is true.
#[utoipa::path(delete, path = "/owners/api/online_cancellations/{uid}", tag = "owner",
    params(("uid" = String, Path), Decision),
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 404), (status = 422)))]
pub async fn decide(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    Query(decision): Query<Decision>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let slot = find(&mut tx, &staff, &key).await?;
    let ends_offer = decision.end_offer.unwrap_or(false);
    let key = match decision.kind.as_deref() {
        Some("release") => {
            actions::release(&mut tx, now, staff.actor(), staff.restaurant.id, &slot, ends_offer).await?;
            "owner.flash.cancellation_slot_released"
        }
        Some("delete") => {
            actions::delete(&mut tx, now, staff.actor(), staff.restaurant.id, &slot, ends_offer).await?;
            "owner.flash.cancellation_slot_deleted"
        }
        _ => return Err(ApiError::invalid_fields([("type", "field_invalid")])),
    };
    tx.commit().await?;
    Ok(ConsoleWriteResult::ok(context.t(key)))
}
