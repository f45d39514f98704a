//! The data of a reservation's pane.

use chrono::{DateTime, Utc};
use domain::money::Yen;
use domain::payments::model::DisputeState;
use domain::reservations::detail::ReservationDetails;
use domain::reservations::model::{EndCause, EndKind, InviteType, Kind, Status};
use domain::restaurants::model::{Bilingual, Course, Operation, OperationName};
use domain::zone::BusinessTime;
use serde::Serialize;
use utoipa::ToSchema;

use super::delivery::StaffDelivery;
use super::guest::Guest;
use crate::console::Staff;
use crate::http::extract::context::Context;
use crate::owner::reservations::no_show_fees::NoShowFeeInfo;
use crate::owner::reservations::service::ServiceInfo;

const TIME_STEP_MINUTES: i64 = 5;

/// A reservation of any kind. Fields that do not apply to its kind are null. While a diner holds an online slot (`is_holding`),
/// the diner is not shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReservationDetail {
    pub id: i64,
    pub uid: String,
    /// Increases with each change of its day, time, seats, party size or course, with its end and with its restoration. A change may name
    /// the version that was shown: 409 if it is another.
    pub version: i32,
    pub reservation_code: String,
    #[serde(rename = "type")]
    pub kind: Kind,
    pub status: Status,
    /// confirmed, invited, sms_inviting, email_inviting, holding, cancelled or expired.
    pub shown_status: &'static str,
    /// Label of the status in the reader's language (owner §4).
    pub status_label: String,
    /// How a booking or an invitation ended. Null for a live one, and for a hold.
    pub ended_as: Option<EndKind>,
    pub is_holding: bool,
    pub operation: OperationName,
    /// YYYY-MM-DD
    pub date: String,
    pub starts_at: String,
    pub ends_at: String,
    /// HH:mm in the restaurant's zone.
    pub start_time: String,
    pub end_time: String,
    pub accepted_at: Option<String>,
    /// The time at which it ended without a visit, or at which an unanswered invitation or a hold expires.
    pub expired_at: Option<String>,
    pub created_at: String,
    pub guests_count: i32,
    /// The number of guests that a change of an in-person reservation starts from: 1 to `daily_cap` times `capacity_per_stock`. Null for other kinds.
    pub new_guests_count: Option<i32>,
    pub course_uid: Option<String>,
    pub course_name: String,
    pub course_price: Yen,
    pub prepaid_price: Yen,
    /// It is paid. False for an unanswered invitation, and for a cancelled booking.
    pub is_prepaid: bool,
    pub cancellation_fee: Option<Yen>,
    /// `open`: a bank decides about a payment, and its refund waits. `lost`: the bank returned it.
    pub payment_dispute: Option<DisputeState>,
    /// Amount that banks returned in lost disputes.
    pub lost_amount: Yen,
    pub special_request: String,
    pub delivery: Option<StaffDelivery>,
    pub internal_memo: String,
    pub restaurant_id: i64,
    pub gold_allocated: bool,
    pub invite_type: Option<&'static str>,
    /// The uid of the invitation.
    pub invite_uid: Option<String>,
    pub invite_sent_at: Option<String>,
    /// Since when an open invitation is known not to have reached its guest.
    pub invite_undelivered_at: Option<String>,
    pub inventory_group: DetailGroup,
    pub inventory_items: Vec<DetailItem>,
    /// Number of these that staff joined to the party beyond the number that it needs.
    pub extra_items: i32,
    /// Times to which an in-person reservation can be moved on the same day, HH:mm in steps of five minutes.
    pub operation_times: Vec<String>,
    /// Courses to which an in-person reservation can be changed, including its current course while that is sold.
    pub course_choices: Vec<DetailCourse>,
    /// inbound or inbound_hotel.
    pub offsite_source: Option<String>,
    pub full_name_string: Option<String>,
    /// An open cancel request, which locks all other changes.
    pub cancel_request: Option<OpenCancelRequest>,
    #[serde(flatten)]
    pub guest: Guest,
    /// The reduced number of guests that an invited diner requests.
    pub requested_guests_count: Option<i32>,
    /// The party came without a booking.
    pub is_walk_in: bool,
    pub service: ServiceInfo,
    /// The fee of a recorded no-show; null without one.
    pub no_show_fee: Option<NoShowFeeInfo>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DetailGroup {
    pub id: i64,
    pub uid: String,
    pub title: String,
    pub capacity_per_stock: i32,
    /// Number of seats in the group. A party has at most `daily_cap` times `capacity_per_stock` guests.
    pub daily_cap: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DetailItem {
    pub id: i64,
    pub uid: String,
    pub label: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DetailCourse {
    pub uid: String,
    pub title: String,
    pub price: Yen,
    pub operation: OperationName,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OpenCancelRequest {
    pub uid: String,
    /// customer or restaurant.
    pub reason: &'static str,
    pub delete_os: bool,
}

impl ReservationDetail {
    pub fn new(
        context: &Context,
        staff: &Staff,
        operations: &[Operation],
        courses: &[Course],
        found: ReservationDetails,
    ) -> Self {
        let (kind, status) = (found.kind, found.status);
        let is_holding = kind == Kind::OnlineReservation && status == Status::Pending;
        let mut detail = Self::named(context, staff, kind, status, &found);
        detail.is_holding = is_holding;
        if is_holding {
            detail.guest = Guest::default();
            detail.delivery = None;
            detail.special_request = String::new();
        }
        if kind == Kind::OfflineReservation {
            detail.operation_times = operation_times(operations);
            detail.course_choices = course_choices(context, operations, courses);
        }
        detail
    }

    fn named(context: &Context, staff: &Staff, kind: Kind, status: Status, found: &ReservationDetails) -> Self {
        let zone = staff.restaurant.zone;
        let iso = |at: Option<DateTime<Utc>>| at.map(|at| zone.iso(at));
        let shown_status = shown_status(kind, status, found.invite_type);
        let pick = |ja: &str, en: &str| context.pick(&Bilingual::new(ja, en));
        let was_accepted = found.accepted_at.is_some();
        let ended_as = EndKind::of(status, was_accepted).filter(|_| was_accepted || kind.is_invited());
        Self {
            id: found.id.0,
            uid: found.uid.clone(),
            version: found.version,
            reservation_code: found.reservation_code.clone(),
            kind,
            status,
            shown_status,
            status_label: context.t(&format!("owner.reservation_status.{shown_status}")),
            ended_as,
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
            new_guests_count: (found.kind == Kind::OfflineReservation).then_some(found.guests_count),
            course_uid: found.course_uid.clone(),
            course_name: pick(&found.course_title_ja, &found.course_title_en),
            course_price: found.course_price,
            prepaid_price: found.prepaid_price,
            is_prepaid: status.is_prepaid(found.prepaid_price),
            cancellation_fee: found.cancellation_fee,
            payment_dispute: found.payment_dispute,
            lost_amount: found.lost_amount,
            special_request: found.special_request.clone(),
            delivery: found.delivery.as_ref().map(|delivery| StaffDelivery::new(context, delivery)),
            internal_memo: found.internal_memo.clone(),
            restaurant_id: staff.restaurant.id.0,
            gold_allocated: found.gold_allocated,
            invite_type: found.invite_type.map(InviteType::as_str),
            invite_uid: found.invite_uid.clone(),
            invite_sent_at: iso(found.invite_sent_at),
            invite_undelivered_at: iso(found.invite_undelivered_at.filter(|_| status == Status::Pending)),
            inventory_group: DetailGroup {
                id: found.group_id.0,
                uid: found.group_uid.clone(),
                title: pick(&found.group_title_ja, &found.group_title_en),
                capacity_per_stock: found.capacity_per_stock,
                daily_cap: found.daily_cap,
            },
            inventory_items: items(found),
            extra_items: found.joined_items(),
            operation_times: Vec::new(),
            course_choices: Vec::new(),
            offsite_source: found.offsite_source.clone(),
            full_name_string: found.full_name_string.clone(),
            cancel_request: OpenCancelRequest::from_details(found),
            guest: Guest::new(context, found),
            requested_guests_count: found.wanted_guest_count,
            is_walk_in: found.is_walk_in,
            service: ServiceInfo::new(zone, found.date, &found.service),
            no_show_fee: None,
        }
    }
}

/// Returns the shown status: accepted is confirmed, an unanswered invitation is named after its channel, a hold is holding, an ended
/// reservation is expired or cancelled (owner §4).
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

fn items(found: &ReservationDetails) -> Vec<DetailItem> {
    let named = found.item_ids.iter().zip(&found.item_uids).zip(&found.item_labels);
    named.map(|((id, uid), label)| DetailItem { id: id.0, uid: uid.clone(), label: label.clone() }).collect()
}

/// Returns the courses of the meals that are served.
fn course_choices(context: &Context, operations: &[Operation], courses: &[Course]) -> Vec<DetailCourse> {
    let is_served = |course: &&Course| operations.iter().any(|operation| operation.name == course.operation);
    let choice = |course: &Course| DetailCourse {
        uid: course.uid.clone(),
        title: context.pick(&course.title),
        price: course.price,
        operation: course.operation,
    };
    courses.iter().filter(is_served).map(choice).collect()
}

/// Returns all steps from the first meal's opening to the last meal's end.
pub fn operation_times(operations: &[Operation]) -> Vec<String> {
    let from = operations.iter().map(|operation| operation.opens_at).min();
    let till = operations.iter().map(|operation| operation.closes_at).max();
    let (Some(from), Some(till)) = (from.map(BusinessTime::from), till) else { return Vec::new() };
    let steps = (from.minutes()..=till.minutes()).filter(|minute| i64::from(*minute) % TIME_STEP_MINUTES == 0);
    steps.map(|minute| BusinessTime::of_minutes(minute).to_string()).collect()
}

impl OpenCancelRequest {
    fn from_details(found: &ReservationDetails) -> Option<Self> {
        Some(Self {
            uid: found.cancel_request_uid.clone()?,
            reason: found.cancel_request_reason.map(EndCause::as_str).unwrap_or_default(),
            delete_os: found.cancel_request_delete_os.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_status_depends_on_kind_and_channel() {
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
