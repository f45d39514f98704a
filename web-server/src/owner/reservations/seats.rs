//! Seats to which an in-person reservation can be moved (owner §7), and the call that moves a party of any kind.

use axum::Json;
use axum::extract::{Query, State};
use domain::reservations::bookings::move_seats::move_seats;
use domain::reservations::bookings::queries::{GroupedSeatChoice, StayRange, find_group_of, list_all_seat_choices};
use domain::reservations::bookings::relocate::ExpectedPlace;
use domain::reservations::bookings::stay::remaining_stay;
use domain::reservations::queries;
use domain::restaurants::model::Bilingual;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::detail::ReservationDetail;
use super::edit::{respond_changed, with_current};
use super::kinds::{EVERY, OFFLINE};
use super::staff_writes::{find, parse_time_on};
use crate::console::Envelope;
use crate::console::{FloorStaff, RecordKey};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

/// The time of the visit (default: the reservation's own times), and the groups whose seats are listed.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WantedVisit {
    /// HH:mm of the reservation's day, or ISO 8601.
    starts_at: Option<String>,
    ends_at: Option<String>,
    /// Lists the seats of all groups. Default: the reservation's own group only.
    all_groups: Option<bool>,
}

/// A seat. It is free if no other party occupies it during the visit.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReservationSeat {
    uid: String,
    label: String,
    is_free: bool,
    inventory_group_uid: String,
    inventory_group_title: String,
    /// The number of guests that one seat of the group takes.
    capacity_per_stock: i32,
}

impl ReservationSeat {
    fn new(context: &Context, seat: GroupedSeatChoice) -> Self {
        Self {
            uid: seat.uid,
            label: seat.label,
            is_free: seat.is_free,
            inventory_group_uid: seat.group_uid,
            inventory_group_title: context.pick(&Bilingual::new(seat.group_title_ja, seat.group_title_en)),
            capacity_per_stock: seat.capacity_per_stock,
        }
    }
}

/// Lists the seats to which an in-person reservation can be moved, the seats of its group first, and reports which are free for
/// it during a visit.
#[utoipa::path(get, path = "/owners/api/offline_reservations/{uid}/seats", tag = "owner",
    params(("uid" = String, Path), WantedVisit),
    responses((status = 200, body = Envelope<Vec<ReservationSeat>>), (status = 401), (status = 404), (status = 422)))]
pub async fn choices(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    Query(visit): Query<WantedVisit>,
) -> Result<Json<Envelope<Vec<ReservationSeat>>>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let id = find(&mut conn, &staff, &key, &OFFLINE).await?;
    let found = queries::find(&mut conn, id).await?.ok_or_else(ApiError::not_found)?;
    let group = find_group_of(&mut conn, id).await?.ok_or_else(ApiError::not_found)?;
    let zone = staff.restaurant.zone;
    let read = |name: &'static str, text: Option<&str>, own| match text {
        Some(text) => parse_time_on(text, zone, Some(found.date))
            .ok_or_else(|| ApiError::invalid_fields([(name, "field_invalid")])),
        None => Ok(own),
    };
    let from = read("starts_at", visit.starts_at.as_deref(), found.starts_at)?;
    let till = read("ends_at", visit.ends_at.as_deref(), found.ends_at)?;
    if till <= from {
        return Err(ApiError::invalid_fields([("ends_at", "field_invalid")]));
    }
    let span = remaining_stay(StayRange { from, till }, app.clock.now());
    let seats = list_all_seat_choices(&mut conn, staff.restaurant.id, group.id, span, id).await?;
    let is_listed = |seat: &GroupedSeatChoice| visit.all_groups.unwrap_or(false) || seat.group_id == group.id;
    let listed = seats.into_iter().filter(is_listed).map(|seat| ReservationSeat::new(&context, seat));
    Ok(Envelope::ok(listed.collect()))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct SeatsBody {
    /// Seats of the party's group, as many as the party has now.
    inventory_item_uids: Vec<String>,
    /// The shown version: 409 if another user has changed the reservation's place, or ended it, meanwhile.
    #[schema(required = false)]
    expected_version: Option<i32>,
    /// The shown seats, for clients that do not know the version: 409 if another user has moved the party meanwhile. Without version
    /// and seats, it is moved from its current seats.
    #[schema(required = false)]
    expected_inventory_item_uids: Option<Vec<String>>,
}

/// Moves a party of any kind to other seats of the same group at the same time. The agreement with the guest does not change. 400
/// if a seat is occupied, and for a diner's hold; 409 if another write was faster.
#[utoipa::path(put, path = "/owners/api/reservations/{uid}/seats", tag = "owner", params(("uid" = String, Path)),
    request_body = SeatsBody,
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 400), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<SeatsBody>,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    let id = find(&mut *app.pool.acquire().await?, &staff, &key, &EVERY).await?;
    let seen = ExpectedPlace {
        version: body.expected_version,
        item_uids: body.expected_inventory_item_uids,
        ..ExpectedPlace::default()
    };
    let (app, staff, items, seen) = (&app, &staff, &body.inventory_item_uids, &seen);
    let write = || app.transaction(async move |tx| move_seats(tx, staff.context(app), id, items, seen).await).boxed();
    match staff.retry(app, write).await {
        Ok(()) => respond_changed(app, &context, staff, id).await,
        Err(error) => Err(with_current(app, &context, staff, id, error).await),
    }
}
