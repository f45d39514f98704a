//! Changes by staff, with one call for each kind of reservation (owner §7, gaps G010, G023, G154).

use axum::Json;
use axum::extract::{Query, State};
use domain::ids::{CustomerGroupId, CustomerId, ReservationId, RestaurantId};
use domain::reservations::bookings::edit::{self, ChangedPart, CustomerChange, OfflineChange};
use domain::reservations::bookings::relocate::{ExpectedPlace, Relocation};
use domain::reservations::bookings::restore::restore;
use domain::reservations::invitations::{self, guests};
use domain::reservations::staff::StaffError;
use domain::zone::{Zone, parse_day};
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::detail::{self, ReservationDetail};
use super::kinds::{EVERY, INVITED, OFFLINE};
use super::staff_writes::{find, parse_instant, parse_time};
use crate::console::{ConsoleWriteResult, Envelope};
use crate::console::{FloorStaff, RecordKey, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, Texts, tick};
use crate::state::App;

/// The guest's nickname, phone number, group and memo.
#[derive(Default, Deserialize, ToSchema)]
pub struct CustomerAttributes {
    id: Option<i64>,
    restaurant_id: Option<i64>,
    /// A group's id; null or empty for no group. Unchanged if left out.
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Option<i64>)]
    customer_group_id: Option<Texts>,
    /// The group as its writer saw it, as the other expected values.
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Option<i64>)]
    expected_customer_group_id: Option<Texts>,
    #[serde(default)]
    profile_attributes: ProfileAttributes,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct ProfileAttributes {
    #[serde(rename = "id")]
    _id: Option<i64>,
    nickname: Option<String>,
    internal_memo: Option<String>,
    /// The memo as its writer saw it: 409 if another user has changed it meanwhile. Without it, the memo is overwritten.
    expected_internal_memo: Option<String>,
    phone_local_number: Option<String>,
    /// Name and number as their writer saw them, like the memo.
    expected_nickname: Option<String>,
    expected_phone_local_number: Option<String>,
}

/// Parses the group; None if the field is empty.
fn group(choice: &Texts) -> Result<Option<CustomerGroupId>, ApiError> {
    match choice.first().map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => text
            .parse()
            .map(|id| Some(CustomerGroupId(id)))
            .map_err(|_| ApiError::invalid_fields([("customer_attributes.customer_group_id", "field_invalid")])),
        None => Ok(None),
    }
}

impl CustomerAttributes {
    fn into_change(self) -> Result<CustomerChange, ApiError> {
        let seen_group = self.expected_customer_group_id.as_ref().map(group).transpose()?;
        let group = self.customer_group_id.as_ref().map(group).transpose()?;
        Ok(CustomerChange {
            id: self.id.map(CustomerId),
            restaurant_id: self.restaurant_id.map(RestaurantId),
            group,
            nickname: self.profile_attributes.nickname,
            internal_memo: self.profile_attributes.internal_memo,
            seen_internal_memo: self.profile_attributes.expected_internal_memo,
            phone_local_number: self.profile_attributes.phone_local_number,
            seen_nickname: self.profile_attributes.expected_nickname,
            seen_phone_local_number: self.profile_attributes.expected_phone_local_number,
            seen_group,
        })
    }
}

#[derive(Default, Deserialize, ToSchema)]
pub struct OfflineBody {
    #[serde(default)]
    offline_reservation: OfflineFields,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct OfflineFields {
    #[serde(default)]
    customer_attributes: CustomerAttributes,
    internal_memo: Option<String>,
    /// The memo as shown, like the expected values of guest and place.
    #[schema(required = false)]
    expected_internal_memo: Option<String>,
    new_guests_count: Option<i32>,
    /// Another day, YYYY-MM-DD. Times that are left out keep their clock time.
    #[schema(required = false)]
    date: Option<String>,
    /// HH:mm of the reservation's day, or ISO 8601.
    starts_at: Option<String>,
    ends_at: Option<String>,
    /// Another course. The reservation moves to the course's meal.
    #[schema(required = false)]
    course_uid: Option<String>,
    /// Staff have confirmed a day in the past, or a day on which the restaurant is closed.
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    is_day_confirmed: Option<bool>,
    /// Other seats, all of one group. If it is another group, the party moves to it. More than the party
    /// needs join further tables to it, up to one for each guest.
    inventory_item_uids: Option<Vec<String>>,
    /// The shown version: 409 if another user has changed the reservation's place, or ended it, meanwhile.
    #[schema(required = false)]
    expected_version: Option<i32>,
    /// The shown time, ISO 8601, and the shown seats, for clients that do not know the version: 409 if another user has moved the
    /// reservation meanwhile. Without version and place, it is moved from its current place.
    #[schema(required = false)]
    expected_starts_at: Option<String>,
    #[schema(required = false)]
    expected_ends_at: Option<String>,
    #[schema(required = false)]
    expected_guests_count: Option<i32>,
    #[schema(required = false)]
    expected_inventory_item_uids: Option<Vec<String>>,
}

impl OfflineFields {
    fn into_change(self, zone: Zone) -> Result<OfflineChange, ApiError> {
        let wrong = |name: &'static str| ApiError::invalid_fields([(name, "field_invalid")]);
        let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let time = |name, text| filled(text).map(|text| parse_time(&text, zone).ok_or_else(|| wrong(name))).transpose();
        let seen =
            |name, text| filled(text).map(|text| parse_instant(&text, zone).ok_or_else(|| wrong(name))).transpose();
        let date = filled(self.date).map(|text| parse_day(text.trim()).ok_or_else(|| wrong("date")));
        Ok(OfflineChange {
            internal_memo: self.internal_memo,
            seen_internal_memo: self.expected_internal_memo,
            customer: self.customer_attributes.into_change()?,
            place: Relocation {
                date: date.transpose()?,
                starts_at: time("starts_at", self.starts_at)?,
                ends_at: time("ends_at", self.ends_at)?,
                guests: self.new_guests_count,
                course_uid: filled(self.course_uid),
                item_uids: self.inventory_item_uids,
                is_day_confirmed: self.is_day_confirmed.unwrap_or(false),
                seen: ExpectedPlace {
                    version: self.expected_version,
                    starts_at: seen("expected_starts_at", self.expected_starts_at)?,
                    ends_at: seen("expected_ends_at", self.expected_ends_at)?,
                    guests: self.expected_guests_count,
                    item_uids: self.expected_inventory_item_uids,
                },
            },
        })
    }
}

/// Changes an in-person reservation. A changed number of guests reassigns the seats; 400 if no seats are available, 409 if
/// another write was faster.
#[utoipa::path(put, path = "/owners/api/offline_reservations/{uid}", tag = "owner", params(("uid" = String, Path)),
    request_body = OfflineBody,
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 400), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn offline(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<OfflineBody>,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    let id = find(&mut *app.pool.acquire().await?, &staff, &key, &OFFLINE).await?;
    let change = body.offline_reservation.into_change(staff.restaurant.zone)?;
    let (app, staff, change) = (&app, &staff, &change);
    let write =
        || app.transaction(async move |tx| edit::change_in_person(tx, staff.context(app), id, change).await).boxed();
    match staff.retry(app, write).await {
        Ok(()) => respond_changed(app, &context, staff, id).await,
        Err(error) => Err(with_current(app, &context, staff, id, error).await),
    }
}

/// The reservation that differs from the one that the writer saw, and its latest change.
#[derive(Serialize)]
struct ChangedReservation {
    #[serde(flatten)]
    reservation: ReservationDetail,
    /// The nickname of the member of staff who changed it last; null if another side changed it, or a guest's field has changed.
    changed_by: Option<String>,
    changed_at: Option<String>,
}

/// Adds the current reservation to the rejection of an edit conflict, with the member of staff who changed it last.
pub(super) async fn with_current(
    app: &App,
    context: &Context,
    staff: &Staff,
    id: ReservationId,
    error: StaffError,
) -> ApiError {
    let changed = match error {
        // Guests' fields have another history.
        StaffError::GuestChanged => None,
        StaffError::ReservationMoved => Some(ChangedPart::Place),
        StaffError::NoteChanged => Some(ChangedPart::Memo),
        _ => return error.into(),
    };
    let rejected = ApiError::from(error);
    // Without it, the rejection is still correct.
    match current(app, context, staff, id, changed).await {
        Ok(current) => ApiError { current: Some(current), ..rejected },
        Err(_) => rejected,
    }
}

async fn current(
    app: &App,
    context: &Context,
    staff: &Staff,
    id: ReservationId,
    changed: Option<ChangedPart>,
) -> Result<serde_json::Value, ApiError> {
    let key = RecordKey { id: Some(id.0), uid: None };
    let mut conn = app.pool.acquire().await?;
    let reservation = detail::load(&mut conn, app, context, staff, &key, &EVERY).await?;
    let last = match changed {
        None => None,
        Some(part) => edit::find_last_change(&mut conn, staff.restaurant.id, id, part).await?,
    };
    let changed_at = last.as_ref().map(|last| staff.restaurant.zone.iso(last.at));
    let changed_by = last.map(|last| last.by).filter(|name| !name.is_empty());
    serde_json::to_value(ChangedReservation { reservation, changed_by, changed_at }).map_err(ApiError::internal)
}

#[derive(Default, Deserialize, ToSchema)]
pub struct MemoFields {
    internal_memo: Option<String>,
    /// The memo as its writer saw it: 409 if another user has changed it meanwhile. Without it, the memo is overwritten.
    #[schema(required = false)]
    expected_internal_memo: Option<String>,
    #[serde(default)]
    customer_attributes: CustomerAttributes,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct InvitedBody {
    #[serde(default)]
    invited_reservation: MemoFields,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct OnlineBody {
    #[serde(default)]
    online_reservation: MemoFields,
}

/// The fields of an off-site reservation. The specification's client sends them in `offline_reservation`, which is accepted too.
#[derive(Default, Deserialize, ToSchema)]
pub struct OffsiteBody {
    offline_reservation: Option<OffsiteFields>,
    offsite_reservation: Option<OffsiteFields>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct OffsiteFields {
    internal_memo: Option<String>,
    /// As in `MemoFields`.
    #[schema(required = false)]
    expected_internal_memo: Option<String>,
}

/// Changes the memos of an invitation, and the customer group of a diner with an account.
#[utoipa::path(put, path = "/owners/api/invited_reservations/{uid}", tag = "owner", params(("uid" = String, Path)),
    request_body = InvitedBody,
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn invited(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<InvitedBody>,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    write_memos(&app, &context, &staff, &key, &INVITED, body.invited_reservation).await
}

/// Changes the memos of an online reservation, and its customer's group.
#[utoipa::path(put, path = "/owners/api/online_reservations/{uid}", tag = "owner", params(("uid" = String, Path)),
    request_body = OnlineBody,
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn online(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<OnlineBody>,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    write_memos(&app, &context, &staff, &key, &["online_reservation"], body.online_reservation).await
}

/// Changes the memo of an off-site reservation.
#[utoipa::path(put, path = "/owners/api/offsite_reservations/{uid}", tag = "owner", params(("uid" = String, Path)),
    request_body = OffsiteBody,
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn offsite(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<OffsiteBody>,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    let fields = body.offsite_reservation.or(body.offline_reservation).unwrap_or_default();
    let OffsiteFields { internal_memo, expected_internal_memo } = fields;
    let memo = MemoFields { internal_memo, expected_internal_memo, ..MemoFields::default() };
    write_memos(&app, &context, &staff, &key, &["offsite_reservation"], memo).await
}

async fn write_memos(
    app: &App,
    context: &Context,
    staff: &Staff,
    key: &RecordKey,
    kinds: &[&str],
    fields: MemoFields,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    let change = OfflineChange {
        internal_memo: fields.internal_memo,
        seen_internal_memo: fields.expected_internal_memo,
        customer: fields.customer_attributes.into_change()?,
        ..OfflineChange::default()
    };
    let id = find(&mut *app.pool.acquire().await?, staff, key, kinds).await?;
    match app.transaction(async |tx| edit::change_memos(tx, staff.context(app), id, &change).await).await {
        Ok(()) => respond_changed(app, context, staff, id).await,
        Err(error) => Err(with_current(app, context, staff, id, error).await),
    }
}

/// Returns the reservation after a change.
pub(super) async fn respond_changed(
    app: &App,
    context: &Context,
    staff: &Staff,
    id: ReservationId,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    let key = RecordKey { id: Some(id.0), uid: None };
    let mut conn = app.pool.acquire().await?;
    Ok(Envelope::ok(detail::load(&mut conn, app, context, staff, &key, &EVERY).await?))
}

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SeenVersion {
    /// The shown version: 409 if another user has changed the reservation's place, or ended it, meanwhile.
    expected_version: Option<i32>,
}

/// Deletes an in-person reservation; 400 if it is deleted already.
#[utoipa::path(delete, path = "/owners/api/offline_reservations/{uid}", tag = "owner",
    params(("uid" = String, Path), SeenVersion),
    responses((status = 200, body = ConsoleWriteResult), (status = 400), (status = 401), (status = 404), (status = 409)))]
pub async fn delete_offline(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    Query(seen): Query<SeenVersion>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let id = find(&mut *app.pool.acquire().await?, &staff, &key, &OFFLINE).await?;
    let (app, staff, seen) = (&app, &staff, seen.expected_version);
    let write =
        || app.transaction(async move |tx| edit::delete(tx, &app.rng, staff.context(app), id, seen).await).boxed();
    match staff.retry(app, write).await {
        Ok(()) => Ok(ConsoleWriteResult::no_content(context.t("owner.flash.reservation_deleted"))),
        Err(error) => Err(with_current(app, &context, staff, id, error).await),
    }
}

/// Restores a deleted in-person reservation on its previous seats. 400 if another party occupies them, if its course is full, or
/// if it is not deleted.
#[utoipa::path(post, path = "/owners/api/offline_reservations/{uid}/restore", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = ConsoleWriteResult), (status = 400), (status = 401), (status = 404)))]
pub async fn restore_offline(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let id = find(&mut *app.pool.acquire().await?, &staff, &key, &OFFLINE).await?;
    let (app, staff) = (&app, &staff);
    let write = || app.transaction(async move |tx| restore(tx, staff.context(app), id).await).boxed();
    staff.retry(app, write).await?;
    Ok(ConsoleWriteResult::ok(context.t("owner.flash.reservation_restored")))
}

/// Withdraws an unanswered invitation and notifies its guest; 400 if it was accepted or has ended.
#[utoipa::path(delete, path = "/owners/api/invited_reservations/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = ConsoleWriteResult), (status = 400), (status = 401), (status = 404)))]
pub async fn withdraw(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let id = find(&mut *app.pool.acquire().await?, &staff, &key, &INVITED).await?;
    let (app, staff) = (&app, &staff);
    let write =
        || app.transaction(async move |tx| invitations::withdraw(tx, &app.rng, staff.context(app), id).await).boxed();
    staff.retry(app, write).await?;
    Ok(ConsoleWriteResult::no_content(context.t("owner.flash.invitation_withdrawn")))
}

/// Opens the seats of an invitation that was declined, withdrawn or not answered in time on the web again (gaps G308); 400 if it waits for
/// its answer or became a booking.
#[utoipa::path(post, path = "/owners/api/invited_reservations/{uid}/web_seats", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = ConsoleWriteResult), (status = 400), (status = 401), (status = 404)))]
pub async fn open_web_seats(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let id = find(&mut *app.pool.acquire().await?, &staff, &key, &INVITED).await?;
    let (app, staff) = (&app, &staff);
    let write = || app.transaction(async move |tx| invitations::open_on_web(tx, staff.context(app), id).await).boxed();
    let opened = staff.retry(app, write).await?;
    let key = if opened > 0 { "owner.flash.web_seats_opened" } else { "owner.flash.web_seats_none" };
    Ok(ConsoleWriteResult::ok(context.t(key)))
}

#[derive(Deserialize, ToSchema)]
pub struct DecisionBody {
    #[serde(deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    granted: bool,
}

/// Decides on an invited diner's guest count request (gaps G093); 400 if none is pending.
#[utoipa::path(patch, path = "/owners/api/invited_reservations/{uid}/guest_count_request", tag = "owner",
    params(("uid" = String, Path)), request_body = DecisionBody,
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 400), (status = 401), (status = 404)))]
pub async fn decide_guests(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<DecisionBody>,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    let id = find(&mut *app.pool.acquire().await?, &staff, &key, &INVITED).await?;
    let (app, staff, is_granted) = (&app, &staff, body.granted);
    let write = || {
        app.transaction(async move |tx| {
            match guests::decide(tx, &app.rng, app.clock.now(), id, is_granted, staff.actor()).await? {
                true => Ok(()),
                false => Err(StaffError::NoRequest),
            }
        })
        .boxed()
    };
    staff.retry(app, write).await?;
    respond_changed(app, &context, staff, id).await
}
