//! The waiting list: staff enter parties that wait for seats of a day, and give them seats that become free.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use domain::reports::home::fortnight;
use domain::reservations::bookings::propose::{self, SeatingArea};
use domain::reservations::model::EndKind;
use domain::restaurants;
use domain::restaurants::model::Operation;
use domain::restaurants::stays::{self, Stays};
use domain::waiting_list::actions::{self, Choice, ChosenSeats, DEADLINE_MINUTES, SeatOffer};
use domain::waiting_list::matches::{WaitingDay, list_days};
use domain::waiting_list::model::{NewWaitingParty, WaitingParty, WaitingState};
use domain::waiting_list::queries;
use domain::zone::{Zone, parse_day};
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::reservations::detail::display_phone;
use super::reservations::staff_writes::parse_time_on;
use super::reservations::walk_ins::SeatProposal;
use crate::console::{ConsoleWriteResult, Envelope};
use crate::console::{FloorStaff, Staff};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(list, add))
        .routes(routes!(matches))
        .routes(routes!(remove))
        .routes(routes!(restore))
        .routes(routes!(give_seats))
}

/// A party that waits for seats.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingListEntry {
    uid: String,
    state: WaitingState,
    customer_uid: String,
    customer_name: String,
    phone_display: String,
    /// The address that staff entered for invitations.
    invitation_email: Option<String>,
    /// Whether an invitation can reach them by mail or text message.
    is_reachable: bool,
    /// Whether the guest has an account. Others register before they accept an offer.
    has_account: bool,
    guests_count: i32,
    /// HH:mm of the day: the earliest and the latest acceptable start.
    from_time: String,
    till_time: String,
    /// ISO 8601.
    waits_until: String,
    internal_memo: String,
    /// The reservation that they were given, while it is active.
    reservation_uid: Option<String>,
    /// HH:mm of its start.
    reservation_time: Option<String>,
    /// ISO 8601. Deadline of an unanswered offer.
    offer_ends_at: Option<String>,
    /// The last offer or reservation, if it ended. The party waits again.
    last_offer: Option<EndedOffer>,
    /// The best seats that are free for them now; null unless they are waiting, and if no seats are free.
    seat: Option<SeatProposal>,
    /// Whether they can be seated together with the earlier parties that fit, on these seats or others.
    fits_with_earlier: bool,
}

/// An offer or reservation of a waiting party that ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct EndedOffer {
    reservation_uid: String,
    /// HH:mm of its start.
    start_time: String,
    /// The labels of its seats.
    labels: Vec<String>,
    end: EndKind,
    /// ISO 8601.
    offered_at: String,
    /// ISO 8601.
    ended_at: String,
    /// Whether its seats can be opened on the web again.
    may_open_web_seats: bool,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WaitingListDay {
    /// YYYY-MM-DD.
    date: String,
}

/// A day's list: its restaurant, date and moment.
pub struct DayList<'a> {
    pub context: &'a Context,
    pub staff: &'a Staff,
    pub operations: &'a [Operation],
    pub stays: &'a Stays,
    pub date: NaiveDate,
    pub now: DateTime<Utc>,
}

impl DayList<'_> {
    /// Lists the parties in order of entry, with the free seats for each. Entries that have ended are omitted.
    pub async fn list_open(&self, conn: &mut PgConnection) -> sqlx::Result<Vec<WaitingListEntry>> {
        let mut entries = queries::list(conn, self.staff.restaurant.id, self.date).await?;
        entries.retain(|entry| entry.state(self.now) != WaitingState::Over);
        self.views(conn, entries).await
    }

    async fn views(&self, conn: &mut PgConnection, entries: Vec<WaitingParty>) -> sqlx::Result<Vec<WaitingListEntry>> {
        if entries.is_empty() {
            return Ok(Vec::new());
        }
        let restaurant = &self.staff.restaurant;
        let areas = propose::list_areas(conn, restaurant.id, restaurant.zone, self.date, self.now).await?;
        let mut left = areas.clone();
        Ok(entries.into_iter().map(|entry| self.view(&areas, &mut left, entry)).collect())
    }

    fn last_offer(&self, entry: &WaitingParty) -> Option<EndedOffer> {
        let zone = self.staff.restaurant.zone;
        let ended_at = entry.reservation_ended_at.or(entry.held_until).or(entry.offered_at)?;
        Some(EndedOffer {
            end: entry.last_end(self.now)?,
            reservation_uid: entry.reservation_uid.clone()?,
            start_time: zone.clock_time(self.date, entry.reservation_starts_at?),
            labels: entry.reservation_labels.clone(),
            offered_at: zone.iso(entry.offered_at?),
            ended_at: zone.iso(ended_at),
            may_open_web_seats: entry.may_open_web_seats(self.now),
        })
    }

    /// Returns a party with its free seats. `left` has no free seats that an earlier party gets.
    fn view(&self, areas: &[SeatingArea], left: &mut [SeatingArea], entry: WaitingParty) -> WaitingListEntry {
        let zone = self.staff.restaurant.zone;
        let clock = |at: DateTime<Utc>| zone.clock_time(self.date, at);
        let state = entry.state(self.now);
        let is_given = matches!(state, WaitingState::Offered | WaitingState::Seated);
        let seat = |areas: &[SeatingArea]| {
            let is_waiting = state == WaitingState::Waiting;
            is_waiting.then(|| entry.seat(areas, self.operations, self.stays, zone, self.now)).flatten()
        };
        let together = seat(left);
        if let Some(together) = &together {
            propose::take(left, together);
        }
        let seat = seat(areas).map(|found| SeatProposal::new(self.context, self.staff, areas, self.date, found));
        WaitingListEntry {
            state,
            seat,
            last_offer: self.last_offer(&entry),
            fits_with_earlier: together.is_some(),
            phone_display: display_phone(&entry.phone.0, &entry.phone.1),
            invitation_email: entry.invitation_email,
            from_time: clock(entry.starts_from),
            till_time: clock(entry.starts_till),
            waits_until: zone.iso(entry.waits_until),
            reservation_time: entry.reservation_starts_at.filter(|_| is_given).map(clock),
            offer_ends_at: entry.held_until.filter(|_| state == WaitingState::Offered).map(|at| zone.iso(at)),
            reservation_uid: entry.reservation_uid.filter(|_| is_given),
            uid: entry.uid,
            customer_uid: entry.customer_uid,
            customer_name: entry.customer_name,
            is_reachable: entry.is_reachable,
            has_account: entry.has_account,
            guests_count: entry.guests_count,
            internal_memo: entry.internal_memo,
        }
    }
}

/// Lists the parties that wait for seats of a day in order of entry, with the free seats for each. Ended entries are included.
#[utoipa::path(get, path = "/owners/api/waiting_list", tag = "owner", params(WaitingListDay),
    responses((status = 200, body = Envelope<Vec<WaitingListEntry>>), (status = 401), (status = 422)))]
pub async fn list(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Query(day): Query<WaitingListDay>,
) -> Result<Json<Envelope<Vec<WaitingListEntry>>>, ApiError> {
    let date = parse_day(&day.date).ok_or_else(|| ApiError::invalid_fields([("date", "field_invalid")]))?;
    let restaurant = staff.restaurant.id;
    let mut conn = app.pool.acquire().await?;
    let entries = queries::list(&mut conn, restaurant, date).await?;
    let operations = restaurants::queries::list_operations(&mut conn, restaurant).await?;
    let stays = stays::list(&mut conn, restaurant).await?;
    let now = app.clock.now();
    let list = DayList { context: &context, staff: &staff, operations: &operations, stays: &stays, date, now };
    Ok(Envelope::ok(list.views(&mut conn, entries).await?))
}

/// A day on which parties wait for seats.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingListMatches {
    /// YYYY-MM-DD.
    date: String,
    parties_count: usize,
    /// Number of the parties that can be seated together, in order of entry.
    fitting_count: usize,
    /// The first of those in order of entry.
    first: Option<WaitingListMatch>,
}

/// A waiting party for which seats are free.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingListMatch {
    customer_name: String,
    guests_count: i32,
    /// HH:mm of the day.
    start_time: String,
    /// The labels of the seats.
    labels: Vec<String>,
}

impl WaitingListMatches {
    fn new(zone: Zone, day: WaitingDay) -> Self {
        let WaitingDay { date, parties, fitting, first } = day;
        let first = first.map(|(party, seat)| WaitingListMatch {
            customer_name: party.customer_name,
            guests_count: party.guests_count,
            start_time: zone.clock_time(date, seat.span.from),
            labels: seat.labels,
        });
        Self { date: date.to_string(), parties_count: parties, fitting_count: fitting, first }
    }
}

/// Lists the days of a period on which parties wait.
pub async fn list_matches(
    conn: &mut PgConnection,
    staff: &Staff,
    first: NaiveDate,
    last: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<WaitingListMatches>> {
    let days = list_days(conn, &staff.restaurant, first, last, now).await?;
    Ok(days.into_iter().map(|day| WaitingListMatches::new(staff.restaurant.zone, day)).collect())
}

/// Lists the days from today to the end of the next two weeks on which parties wait, with the parties for which seats are free.
#[utoipa::path(get, path = "/owners/api/waiting_list/matches", tag = "owner",
    responses((status = 200, body = Envelope<Vec<WaitingListMatches>>), (status = 401)))]
pub async fn matches(
    State(app): State<App>,
    staff: FloorStaff,
) -> Result<Json<Envelope<Vec<WaitingListMatches>>>, ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let (first, last) = fortnight(restaurants::queries::today(&mut conn, &staff.restaurant, now).await?);
    Ok(Envelope::ok(list_matches(&mut conn, &staff, first, last, now).await?))
}

/// The party, the seats that it waits for, and until when.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct WaitingListBody {
    customer_uid: String,
    /// YYYY-MM-DD.
    date: String,
    /// HH:mm of that day: the earliest and the latest acceptable start.
    starts_from: String,
    starts_till: String,
    guests_count: i32,
    /// ISO 8601, or HH:mm of the day; default: the latest acceptable start.
    #[schema(required = false)]
    waits_until: Option<String>,
    #[schema(required = false)]
    internal_memo: Option<String>,
}

/// The created entry.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingListAdded {
    uid: String,
    message: String,
}

/// Adds a party to the waiting list of a day.
#[utoipa::path(post, path = "/owners/api/waiting_list", tag = "owner", request_body = WaitingListBody,
    responses((status = 201, body = Envelope<WaitingListAdded>), (status = 400), (status = 401), (status = 422)))]
pub async fn add(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<WaitingListBody>,
) -> Result<(StatusCode, Json<Envelope<WaitingListAdded>>), ApiError> {
    let invalid = |name: &'static str| ApiError::invalid_fields([(name, "field_invalid")]);
    let date = parse_day(&body.date).ok_or_else(|| invalid("date"))?;
    let at = |name, text: &str| parse_time_on(text, staff.restaurant.zone, Some(date)).ok_or_else(|| invalid(name));
    let until = body.waits_until.filter(|text| !text.trim().is_empty());
    let new = NewWaitingParty {
        customer_uid: body.customer_uid,
        date,
        starts_from: at("starts_from", &body.starts_from)?,
        starts_till: at("starts_till", &body.starts_till)?,
        guests_count: body.guests_count,
        waits_until: until.map(|text| at("waits_until", &text)).transpose()?,
        internal_memo: body.internal_memo.unwrap_or_default(),
    };
    let uid = app.transaction(async |tx| actions::add(tx, &app.rng, staff.context(&app), new).await).await?;
    let added = WaitingListAdded { uid, message: context.t("owner.flash.waiting_added") };
    Ok((StatusCode::CREATED, Json(Envelope { status: 201, data: added })))
}

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SeenState {
    /// The shown state: 409 if the party has an offer or a reservation meanwhile. Without it, 409 if the party has an offer.
    expected_state: Option<WaitingState>,
}

/// Removes a party from the list. Its open offer remains, so it must be expected.
#[utoipa::path(delete, path = "/owners/api/waiting_list/{uid}", tag = "owner",
    params(("uid" = String, Path), SeenState),
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 404), (status = 409)))]
pub async fn remove(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(uid): Path<String>,
    Query(seen): Query<SeenState>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    app.transaction(async |tx| actions::remove(tx, staff.context(&app), &uid, seen.expected_state).await).await?;
    Ok(ConsoleWriteResult::no_content(context.t("owner.flash.waiting_removed")))
}

/// Restores a removed party.
#[utoipa::path(post, path = "/owners/api/waiting_list/{uid}/restore", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 404)))]
pub async fn restore(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(uid): Path<String>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    app.transaction(async |tx| actions::restore(tx, staff.context(&app), &uid).await).await?;
    Ok(ConsoleWriteResult::ok(context.t("owner.flash.waiting_put_back")))
}

/// The way in which the seats are given.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GivenBy {
    /// By mail or text message; the seats are held until a deadline.
    #[default]
    Invitation,
    /// The party accepted by phone.
    Telephone,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct GivenSeats {
    by: GivenBy,
    /// Minutes for which an invitation holds the seats: 5 to 1,440; default: 30.
    #[schema(required = false)]
    deadline_minutes: Option<i64>,
    /// Default: the least expensive course without prepayment that takes the party, if there is one.
    #[schema(required = false)]
    course_uid: Option<String>,
    /// HH:mm of the day, within the times that the party accepts. Default: the best free seats at the earliest acceptable time.
    #[schema(required = false)]
    start_time: Option<String>,
    /// The seats of one group, with `start_time`.
    #[schema(required = false)]
    inventory_group_uid: Option<String>,
    #[schema(required = false)]
    inventory_item_uids: Vec<String>,
}

/// Gives a party the chosen seats, or the best free seats at the earliest acceptable time. 400 if the seats are not free, if the guest
/// cannot be reached, or if the meal has no such course; 409 if the party does not wait any more; 422 if the time does not suit the party.
#[utoipa::path(post, path = "/owners/api/waiting_list/{uid}/seats", tag = "owner", params(("uid" = String, Path)),
    request_body = GivenSeats,
    responses((status = 200, body = ConsoleWriteResult), (status = 400), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn give_seats(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<GivenSeats>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let minutes = body.deadline_minutes.unwrap_or(30);
    if !DEADLINE_MINUTES.contains(&minutes) {
        return Err(ApiError::invalid_fields([("deadline_minutes", "field_invalid")]));
    }
    let (offer, key) = match body.by {
        GivenBy::Invitation => (SeatOffer::Invitation { deadline: Duration::minutes(minutes) }, "waiting_offered"),
        GivenBy::Telephone => (SeatOffer::Phone, "waiting_seated"),
    };
    let (app, staff, uid) = (&app, &staff, uid.as_str());
    let starts_at = match body.start_time.as_deref().filter(|time| !time.is_empty()) {
        Some(time) => Some(find_start(app, staff, uid, time).await?),
        None => None,
    };
    let choice = Choice {
        course: body.course_uid.as_deref().filter(|uid| !uid.is_empty()),
        seats: starts_at.map(|starts_at| ChosenSeats {
            starts_at,
            group_uid: body.inventory_group_uid.as_deref().unwrap_or_default(),
            item_uids: &body.inventory_item_uids,
        }),
    };
    let write = || {
        app.transaction(async move |tx| actions::give_seats(tx, &app.rng, staff.context(app), uid, offer, choice).await)
            .boxed()
    };
    let created = staff.retry(app, write).await?;
    let given = domain::reservations::queries::find(&mut *app.pool.acquire().await?, created.id).await?;
    let at = given.and_then(|given| given.held_until.or(Some(given.starts_at)));
    let time = at.map(|at| staff.restaurant.zone.time_of(at).format("%H:%M").to_string()).unwrap_or_default();
    Ok(ConsoleWriteResult::ok(context.t_with(&format!("owner.flash.{key}"), &[("time", &time)])))
}

/// Returns the instant of a time on the day of an entry.
async fn find_start(app: &App, staff: &Staff, uid: &str, time: &str) -> Result<DateTime<Utc>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let date = queries::find_date(&mut conn, staff.restaurant.id, uid).await?.ok_or_else(ApiError::not_found)?;
    let starts_at = parse_time_on(time, staff.restaurant.zone, Some(date));
    starts_at.ok_or_else(|| ApiError::invalid_fields([("start_time", "field_invalid")]))
}
