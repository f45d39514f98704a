//! Walk-ins, and seat proposals for parties. Staff use both during service.

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use chrono::{DateTime, NaiveDate, Utc};
use domain::reservations::bookings::guest::{self, GuestChoice};
use domain::reservations::bookings::propose::{self, Proposal, ProposalReason, SeatingArea};
use domain::reservations::bookings::queries::StayRange;
use domain::reservations::bookings::walk_in::{self, WalkIn};
use domain::reservations::staff::StaffError;
use domain::restaurants;
use domain::restaurants::stays;
use domain::zone::parse_day;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::detail::ReservationDetail;
use super::edit::respond_changed;
use super::kinds::OFFLINE;
use super::service::present;
use super::staff_writes::{find, parse_time_on};
use crate::console::Envelope;
use crate::console::{FloorStaff, RecordKey, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

/// The party and its seats.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct WalkInBody {
    guests_count: i32,
    inventory_group_uid: String,
    /// The seats that the party fills.
    inventory_item_uids: Vec<String>,
    /// Default: the least expensive course of the meal that still takes the party.
    #[schema(required = false)]
    course_uid: Option<String>,
    #[schema(required = false)]
    internal_memo: Option<String>,
    /// Time of arrival if it is not now: ISO 8601, within the last day.
    #[schema(required = false)]
    happened_at: Option<String>,
    /// Idempotency key: a repeated request with this key seats the party once and gets the stored response. 16 to 64 letters,
    /// digits, hyphens and underscores.
    #[schema(required = false)]
    idempotency_key: Option<String>,
}

/// The seated party.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatedWalkIn {
    uid: String,
    /// HH:mm of the restaurant's day.
    start_time: String,
    /// The end of the usual stay of the meal and party size, or the start of the next party on these seats.
    end_time: String,
    message: String,
}

/// Seats a walk-in without a name, now or at its time of arrival: an in-person reservation with the service state "seated". 400
/// names the party that occupies the seats, or the missing field.
#[utoipa::path(post, path = "/owners/api/walk_ins", tag = "owner", request_body = WalkInBody,
    responses((status = 201, body = Envelope<SeatedWalkIn>), (status = 400), (status = 401), (status = 422)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<WalkInBody>,
) -> Result<(StatusCode, Json<Envelope<SeatedWalkIn>>), ApiError> {
    let happened_at = match body.happened_at.as_deref().map(|text| parse_time_on(text, staff.restaurant.zone, None)) {
        Some(None) => return Err(ApiError::invalid_fields([("happened_at", "field_invalid")])),
        at => at.flatten(),
    };
    let key = body.idempotency_key.as_deref();
    let walk_in = WalkIn {
        guests_count: body.guests_count,
        inventory_group_uid: body.inventory_group_uid,
        inventory_item_uids: body.inventory_item_uids,
        course_uid: body.course_uid.filter(|uid| !uid.trim().is_empty()),
        internal_memo: body.internal_memo.unwrap_or_default(),
        happened_at,
    };
    let (app, staff, walk_in) = (&app, &staff, &walk_in);
    let write = || {
        app.transaction(async move |tx| match key {
            Some(key) => walk_in::seat_once(tx, &app.rng, staff.context(app), walk_in, key).await,
            None => walk_in::seat(tx, &app.rng, staff.context(app), walk_in).await,
        })
        .boxed()
    };
    let seated = staff.retry(app, write).await?;
    let clock = |at| staff.restaurant.zone.clock_time(seated.date, at);
    let (start_time, end_time) = (clock(seated.span.from), clock(seated.span.till));
    let message = context.t_with("owner.flash.walk_in_seated", &[("time", &end_time)]);
    let body = SeatedWalkIn { uid: seated.uid, start_time, end_time, message };
    Ok((StatusCode::CREATED, Json(Envelope { status: 201, data: body })))
}

/// The guest of an in-person reservation.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct WalkInCustomer {
    /// The customer's uid; null removes the guest of a walk-in.
    #[serde(deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    customer_uid: Option<Option<String>>,
    /// The customer that was shown, null for none: 409 if another user has chosen another one meanwhile. Without it, the reservation must
    /// have no customer.
    #[serde(deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false)]
    expected_customer_uid: Option<Option<String>>,
}

/// Sets, replaces or removes the customer of a walk-in, or replaces the customer of another in-person reservation. 422 if it has one and the
/// request names no shown customer; 409 if another write was faster.
#[utoipa::path(put, path = "/owners/api/walk_ins/{uid}/customer", tag = "owner", params(("uid" = String, Path)),
    request_body = WalkInCustomer,
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 400), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn name(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<WalkInCustomer>,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    let customer_uid = body.customer_uid.as_ref().ok_or(StaffError::Incomplete("customer_uid"))?.as_deref();
    let choice = GuestChoice { customer_uid, seen: body.expected_customer_uid.as_ref().map(Option::as_deref) };
    let mut tx = app.pool.begin().await?;
    let id = find(&mut tx, &staff, &key, &OFFLINE).await?;
    guest::choose_guest(&mut tx, staff.context(&app), id, choice).await?;
    tx.commit().await?;
    respond_changed(&app, &context, &staff, id).await
}

/// Party size, time and group.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WantedSeats {
    /// YYYY-MM-DD.
    date: String,
    guests_count: i32,
    /// HH:mm of that day, or ISO 8601.
    starts_at: String,
    /// Default: the start plus the usual stay of the meal and party size.
    ends_at: Option<String>,
    /// Proposes seats of this group only.
    inventory_group_uid: Option<String>,
}

/// Proposed seats for a party, and the reasons for the choice.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatProposal {
    inventory_group_uid: String,
    inventory_group_title: String,
    inventory_item_uids: Vec<String>,
    labels: Vec<String>,
    /// HH:mm of the day.
    start_time: String,
    end_time: String,
    /// Number of places that remain empty.
    leftover: i32,
    reasons: Vec<ProposalReason>,
    /// HH:mm starts of the web turns that lose one of the seats.
    web_times: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SeatProposals {
    /// Proposals at the requested time, best first.
    seats: Vec<SeatProposal>,
    /// If there are none: the nearest other times, with the best seats of each.
    other_times: Vec<SeatProposal>,
}

/// Proposes seats for a party at a time. Seats together come before seats apart. Then proposals that leave the fewest places empty come
/// first, then those closest together, then those with the least loss for online booking.
#[utoipa::path(get, path = "/owners/api/seat_proposals", tag = "owner", params(WantedSeats),
    responses((status = 200, body = Envelope<SeatProposals>), (status = 401), (status = 422)))]
pub async fn propose(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Query(wanted): Query<WantedSeats>,
) -> Result<Json<Envelope<SeatProposals>>, ApiError> {
    let zone = staff.restaurant.zone;
    let invalid = |name: &'static str| ApiError::invalid_fields([(name, "field_invalid")]);
    let date = parse_day(&wanted.date).ok_or_else(|| invalid("date"))?;
    if wanted.guests_count < 1 {
        return Err(invalid("guests_count"));
    }
    let from = parse_time_on(&wanted.starts_at, zone, Some(date)).ok_or_else(|| invalid("starts_at"))?;
    let mut conn = app.pool.acquire().await?;
    let operations = restaurants::queries::list_operations(&mut conn, staff.restaurant.id).await?;
    let till = match wanted.ends_at.as_deref() {
        Some(text) => {
            parse_time_on(text, zone, Some(date)).filter(|till| from < *till).ok_or_else(|| invalid("ends_at"))?
        }
        None => {
            let stays = stays::list(&mut conn, staff.restaurant.id).await?;
            let usual = walk_in::usual_stay(&operations, &stays, zone, from, wanted.guests_count);
            usual.ok_or_else(|| invalid("starts_at"))?.1.till
        }
    };
    let now = app.clock.now();
    let mut areas = propose::list_areas(&mut conn, staff.restaurant.id, zone, date, now).await?;
    if let Some(uid) = &wanted.inventory_group_uid {
        areas.retain(|area| area.group_uid == *uid);
    }
    let span = StayRange { from, till };
    let seats = propose::propose(&areas, wanted.guests_count, span);
    let other_times = match seats.is_empty() {
        true => propose::propose_other_times(&areas, wanted.guests_count, span, &operations, zone, now),
        false => Vec::new(),
    };
    let shown =
        |found: Vec<Proposal>| found.into_iter().map(|one| SeatProposal::new(&context, &staff, &areas, date, one));
    Ok(Envelope::ok(SeatProposals { seats: shown(seats).collect(), other_times: shown(other_times).collect() }))
}

impl SeatProposal {
    pub fn new(context: &Context, staff: &Staff, areas: &[SeatingArea], date: NaiveDate, found: Proposal) -> Self {
        let area = &areas[found.group];
        let clock = |at: DateTime<Utc>| staff.restaurant.zone.clock_time(date, at);
        Self {
            inventory_group_uid: area.group_uid.clone(),
            inventory_group_title: context.pick(&area.title),
            inventory_item_uids: found.item_uids,
            labels: found.labels,
            start_time: clock(found.span.from),
            end_time: clock(found.span.till),
            leftover: found.leftover,
            reasons: found.reasons,
            web_times: found.web_turns.iter().map(|turn| clock(turn.from)).collect(),
        }
    }
}
