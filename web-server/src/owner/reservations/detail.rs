//! One reservation as the panes and pages of the back office show it (owner §3, calendar attributes).

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use domain::customers::model::CustomerType;
use domain::money::Yen;
use domain::phone;
use domain::reservations::detail::{self, Detail, Key};
use domain::reservations::model::{Cause, InviteType, Kind, Status};
use domain::restaurants::model::{Bilingual, Operation, OperationName};
use domain::restaurants::queries::list_operations;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::console::{RecordKey, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::owner::settings::Envelope;
use crate::state::App;

const TIME_STEP_MINUTES: i64 = 5;

/// A reservation of any kind. What does not apply to its kind is null. While a diner still holds an online slot
/// (`is_holding`), nothing tells who it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReservationDetail {
    pub id: i64,
    pub uid: String,
    pub reservation_code: String,
    #[serde(rename = "type")]
    pub kind: Kind,
    pub status: Status,
    /// confirmed, invited, sms_inviting, email_inviting, holding, cancelled or expired.
    pub shown_status: &'static str,
    /// The same in the reader's language (owner §4).
    pub status_label: String,
    pub is_holding: bool,
    pub operation: OperationName,
    /// YYYY-MM-DD
    pub date: String,
    pub starts_at: String,
    pub ends_at: String,
    /// HH:mm in the restaurant's zone.
    pub start_time: String,
    pub end_time: String,
    #[schema(required)]
    pub accepted_at: Option<String>,
    /// When it ended without a visit, or when an unanswered invitation or hold will.
    #[schema(required)]
    pub expired_at: Option<String>,
    pub created_at: String,
    pub guests_count: i32,
    #[schema(required)]
    pub course_uid: Option<String>,
    pub course_name: String,
    pub course_price: Yen,
    pub prepaid_price: Yen,
    #[schema(required)]
    pub cancellation_fee: Option<Yen>,
    pub special_request: String,
    pub internal_memo: String,
    pub restaurant_id: i64,
    pub gold_allocated: bool,
    #[schema(required)]
    pub invite_type: Option<&'static str>,
    /// The uid of the invitation.
    #[schema(required)]
    pub invite_uid: Option<String>,
    #[schema(required)]
    pub invite_sent_at: Option<String>,
    pub inventory_group: DetailGroup,
    pub inventory_items: Vec<DetailItem>,
    /// Times of the day an in-person reservation may be moved to, HH:mm in steps of five minutes.
    pub operation_times: Vec<String>,
    /// inbound or inbound_hotel.
    #[schema(required)]
    pub offsite_source: Option<String>,
    #[schema(required)]
    pub full_name_string: Option<String>,
    /// An open request to cancel locks every other change.
    #[schema(required)]
    pub cancel_request: Option<OpenCancelRequest>,
    #[serde(flatten)]
    pub guest: Guest,
    /// The guests an invited diner asks to come down to.
    #[schema(required)]
    pub requested_guests_count: Option<i32>,
}

/// Who comes: as much as staff know of them.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct Guest {
    pub customer_internal_memo: String,
    #[schema(required)]
    pub customer_group_id: Option<i64>,
    #[schema(required)]
    pub customer_group_label: Option<String>,
    #[schema(required)]
    pub default_customer_group_label_short: Option<String>,
    pub visit_count: i64,
    pub customer_fullname: String,
    pub customer_fullname_kana: String,
    pub nickname: String,
    #[schema(required)]
    pub customer_id: Option<i64>,
    #[schema(required)]
    pub customer_uid: Option<String>,
    #[schema(required)]
    pub customer_type: Option<&'static str>,
    #[schema(required)]
    pub customer_profile_id: Option<i64>,
    pub is_blacklisted: bool,
    #[schema(required)]
    pub email: Option<String>,
    #[schema(required)]
    pub invitation_email: Option<String>,
    pub display_phone_number: String,
    /// The country of the number, and its digits as staff edit them.
    pub country_code: String,
    pub phone_local_number: String,
    pub allergy_description: String,
    pub dislikes: String,
    /// Entries `label:value`.
    pub formated_preferences: Vec<String>,
    #[schema(required)]
    pub gold_user_profile: Option<GoldProfile>,
    #[schema(required)]
    pub gold_reservation_preference: Option<GoldPreference>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GoldProfile {
    pub omakase_recommendation: String,
    pub birthplace: String,
    #[schema(required)]
    pub birth_date: Option<String>,
    pub industry_type: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GoldPreference {
    pub is_first_visit: bool,
    pub last_visit_period: String,
    pub usage_scene: String,
    pub food_amount: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DetailGroup {
    pub id: i64,
    pub uid: String,
    pub title: String,
    pub capacity_per_stock: i32,
    /// How many seats the group has: guests may be up to `daily_cap` times `capacity_per_stock`.
    pub daily_cap: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DetailItem {
    pub id: i64,
    pub uid: String,
    pub label: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OpenCancelRequest {
    pub uid: String,
    /// customer or restaurant.
    pub reason: &'static str,
    pub delete_os: bool,
}

/// The online reservation of a pane.
#[utoipa::path(get, path = "/owners/api/online_reservations/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 401), (status = 404)))]
pub async fn online(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    key: RecordKey,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    answer(&app, &context, &staff, &key, &["online_reservation"]).await
}

/// The in-person reservation of a pane.
#[utoipa::path(get, path = "/owners/api/offline_reservations/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 401), (status = 404)))]
pub async fn offline(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    key: RecordKey,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    answer(&app, &context, &staff, &key, &OFFLINE).await
}

/// The booking of another channel, for its pane.
#[utoipa::path(get, path = "/owners/api/offsite_reservations/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 401), (status = 404)))]
pub async fn offsite(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    key: RecordKey,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    answer(&app, &context, &staff, &key, &["offsite_reservation"]).await
}

/// The invitation of a diner, for its pane.
#[utoipa::path(get, path = "/owners/api/invited_reservations/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 401), (status = 404)))]
pub async fn invited(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    key: RecordKey,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    answer(&app, &context, &staff, &key, &INVITED).await
}

/// The invitation by mail or text message, for its pane. The uid may be the reservation's or the invitation's.
#[utoipa::path(get, path = "/owners/api/reservation_invites/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = Envelope<ReservationDetail>), (status = 401), (status = 404)))]
pub async fn invite(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    key: RecordKey,
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    answer(&app, &context, &staff, &key, &INVITED).await
}

pub const OFFLINE: [&str; 1] = ["offline_reservation"];
pub const INVITED: [&str; 2] = ["invited_reservation", "invited_temporary_reservation"];
pub const EVERY: [&str; 5] = [
    "online_reservation",
    "invited_reservation",
    "invited_temporary_reservation",
    "offline_reservation",
    "offsite_reservation",
];

async fn answer(
    app: &App,
    context: &Context,
    staff: &Staff,
    key: &RecordKey,
    kinds: &[&str],
) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    Ok(Envelope::ok(load(&mut conn, app, context, staff, key, kinds).await?))
}

/// A reservation of the restaurant, 404 when there is none of these kinds.
pub async fn load(
    conn: &mut PgConnection,
    app: &App,
    context: &Context,
    staff: &Staff,
    key: &RecordKey,
    kinds: &[&str],
) -> Result<ReservationDetail, ApiError> {
    let key = Key { id: key.id, uid: key.uid.as_deref() };
    let found = detail::find(conn, staff.restaurant.id, key, kinds, app.clock.now()).await?;
    let operations = list_operations(conn, staff.restaurant.id).await?;
    Ok(ReservationDetail::of(context, staff, &operations, found.ok_or_else(ApiError::not_found)?))
}

impl ReservationDetail {
    fn of(context: &Context, staff: &Staff, operations: &[Operation], found: Detail) -> Self {
        let (kind, status) = (found.kind, found.status);
        let is_holding = kind == Kind::OnlineReservation && status == Status::Pending;
        let mut detail = Self::named(context, staff, kind, status, &found);
        detail.is_holding = is_holding;
        if is_holding {
            detail.guest = Guest::default();
        }
        if kind == Kind::OfflineReservation {
            detail.operation_times = operation_times(operations);
        }
        detail
    }

    fn named(context: &Context, staff: &Staff, kind: Kind, status: Status, found: &Detail) -> Self {
        let zone = staff.restaurant.zone;
        let iso = |at: Option<DateTime<Utc>>| at.map(|at| zone.iso(at));
        let shown_status = shown_status(kind, status, found.invite_type);
        let pick = |ja: &str, en: &str| context.pick(&Bilingual::new(ja, en));
        Self {
            id: found.id.0,
            uid: found.uid.clone(),
            reservation_code: found.reservation_code.clone(),
            kind,
            status,
            shown_status,
            status_label: context.t(&format!("owner.reservation_status.{shown_status}")),
            is_holding: false,
            operation: found.operation,
            date: found.date.to_string(),
            starts_at: zone.iso(found.starts_at),
            ends_at: zone.iso(found.ends_at),
            start_time: zone.clock_time(found.date, found.starts_at),
            end_time: zone.clock_time(found.date, found.ends_at),
            accepted_at: iso(found.accepted_at),
            expired_at: iso(found.ended_at.or(found.held_until)),
            created_at: zone.iso(found.created_at),
            guests_count: found.guests_count,
            course_uid: found.course_uid.clone(),
            course_name: pick(&found.course_title_ja, &found.course_title_en),
            course_price: found.course_price,
            prepaid_price: found.prepaid_price,
            cancellation_fee: found.cancellation_fee,
            special_request: found.special_request.clone(),
            internal_memo: found.internal_memo.clone(),
            restaurant_id: staff.restaurant.id.0,
            gold_allocated: found.gold_allocated,
            invite_type: found.invite_type.map(InviteType::as_str),
            invite_uid: found.invite_uid.clone(),
            invite_sent_at: iso(found.invite_sent_at),
            inventory_group: DetailGroup {
                id: found.group_id,
                uid: found.group_uid.clone(),
                title: pick(&found.group_title_ja, &found.group_title_en),
                capacity_per_stock: found.capacity_per_stock,
                daily_cap: found.daily_cap,
            },
            inventory_items: items(found),
            operation_times: Vec::new(),
            offsite_source: found.offsite_source.clone(),
            full_name_string: found.full_name_string.clone(),
            cancel_request: OpenCancelRequest::of(found),
            guest: Guest::of(context, found),
            requested_guests_count: found.wanted_guest_count,
        }
    }
}

/// Accepted is confirmed, an unanswered invitation is named by its way, what has ended is cancelled (owner §4).
pub fn shown_status(kind: Kind, status: Status, invite_type: Option<InviteType>) -> &'static str {
    match (status, invite_type) {
        (Status::Accepted, _) => "confirmed",
        (Status::Pending, Some(InviteType::SmsInvited)) => "sms_inviting",
        (Status::Pending, Some(InviteType::EmailInvited)) => "email_inviting",
        (Status::Pending, _) if kind == Kind::OnlineReservation => "holding",
        (Status::Pending, _) => "invited",
        (Status::Expired, _) => "expired",
        _ => "cancelled",
    }
}

fn items(found: &Detail) -> Vec<DetailItem> {
    let named = found.item_ids.iter().zip(&found.item_uids).zip(&found.item_labels);
    named.map(|((id, uid), label)| DetailItem { id: *id, uid: uid.clone(), label: label.clone() }).collect()
}

/// The diner's name, else what staff call the guest, else what the other channel calls them.
fn full_name(found: &Detail) -> String {
    let name = joined(found.name_last.as_deref(), found.name_first.as_deref());
    let known = [name, found.nickname.clone(), found.full_name_string.clone().unwrap_or_default()];
    known.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

pub fn joined(last: Option<&str>, first: Option<&str>) -> String {
    format!("{} {}", last.unwrap_or_default(), first.unwrap_or_default()).trim().to_owned()
}

pub fn display_phone(country: &str, local: &str) -> String {
    if local.is_empty() { String::new() } else { phone::display(country, local) }
}

/// All steps from the first meal's opening to the last one's end.
pub fn operation_times(operations: &[Operation]) -> Vec<String> {
    let from = operations.iter().map(|operation| operation.opens_at).min();
    let till = operations.iter().map(|operation| operation.closes_at).max();
    let (Some(from), Some(till)) = (from, till) else { return Vec::new() };
    let minutes = |time: NaiveTime| (time - NaiveTime::MIN).num_minutes();
    let steps = (minutes(from)..=minutes(till)).filter(|minute| minute % TIME_STEP_MINUTES == 0);
    steps.map(|minute| (NaiveTime::MIN + Duration::minutes(minute)).format("%H:%M").to_string()).collect()
}

impl Guest {
    fn of(context: &Context, found: &Detail) -> Self {
        let preference = GoldPreference::of(found);
        Self {
            allergy_description: found.allergy_description.clone().unwrap_or_default(),
            dislikes: found.dislikes.clone().unwrap_or_default(),
            formated_preferences: preference.as_ref().map(|p| p.formatted(context)).unwrap_or_default(),
            customer_internal_memo: found.customer_internal_memo.clone(),
            customer_group_id: found.customer_group_id,
            customer_group_label: found.customer_group_label.clone(),
            default_customer_group_label_short: found.customer_group_label_short.clone(),
            visit_count: found.visit_count,
            customer_fullname: full_name(found),
            customer_fullname_kana: joined(found.kana_last.as_deref(), found.kana_first.as_deref()),
            nickname: found.nickname.clone(),
            customer_id: found.customer_id,
            customer_uid: found.customer_uid.clone(),
            customer_type: found.customer_type.map(CustomerType::as_str),
            customer_profile_id: found.customer_profile_id,
            is_blacklisted: found.is_blacklisted,
            email: found.email.clone(),
            invitation_email: found.invitation_email.clone(),
            display_phone_number: display_phone(&found.phone_country, &found.phone_local_number),
            country_code: found.phone_country.clone(),
            phone_local_number: found.phone_local_number.clone(),
            gold_user_profile: GoldProfile::of(found),
            gold_reservation_preference: preference,
        }
    }
}

impl GoldProfile {
    fn of(found: &Detail) -> Option<Self> {
        Some(Self {
            omakase_recommendation: found.omakase_recommendation.clone()?,
            birthplace: found.birthplace.clone().unwrap_or_default(),
            birth_date: found.birth_date.map(|date: NaiveDate| date.to_string()),
            industry_type: found.industry_type.clone().unwrap_or_default(),
        })
    }
}

impl GoldPreference {
    fn of(found: &Detail) -> Option<Self> {
        Some(Self {
            is_first_visit: found.is_first_visit?,
            last_visit_period: found.last_visit_period.clone().unwrap_or_default(),
            usage_scene: found.usage_scene.clone().unwrap_or_default(),
            food_amount: found.food_amount.clone().unwrap_or_default(),
        })
    }

    fn formatted(&self, context: &Context) -> Vec<String> {
        let answers = [
            ("last_visit_period", &self.last_visit_period),
            ("usage_scene", &self.usage_scene),
            ("food_amount", &self.food_amount),
        ];
        let given = answers.into_iter().filter(|(_, answer)| !answer.is_empty());
        given.map(|(key, answer)| format!("{}:{answer}", context.t(&format!("owner.preference.{key}")))).collect()
    }
}

impl OpenCancelRequest {
    fn of(found: &Detail) -> Option<Self> {
        Some(Self {
            uid: found.cancel_request_uid.clone()?,
            reason: found.cancel_request_reason.map(Cause::as_str).unwrap_or_default(),
            delete_os: found.cancel_request_delete_os.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_shown_by_kind_and_way() {
        let shown = |kind, status, way| shown_status(kind, status, way);
        assert_eq!(shown(Kind::OfflineReservation, Status::Accepted, None), "confirmed");
        assert_eq!(shown(Kind::OnlineReservation, Status::Pending, None), "holding");
        assert_eq!(shown(Kind::InvitedReservation, Status::Pending, Some(InviteType::Omakase)), "invited");
        assert_eq!(
            shown(Kind::InvitedTemporaryReservation, Status::Pending, Some(InviteType::SmsInvited)),
            "sms_inviting"
        );
        assert_eq!(
            shown(Kind::InvitedTemporaryReservation, Status::Pending, Some(InviteType::EmailInvited)),
            "email_inviting"
        );
        assert_eq!(shown(Kind::OfflineReservation, Status::OwnerDelete, None), "cancelled");
        assert_eq!(shown(Kind::InvitedReservation, Status::Expired, Some(InviteType::Omakase)), "expired");
    }
}
