//! A block in the grid of the daily calendar (owner §3, "Calendar item").

use domain::calendar::columns::clock;
use domain::calendar::day::{
    CalendarBlock, CalendarDay, CalendarItemStatus, CalendarItemType, GuestOnCalendar, SlotOnCalendar,
};
use domain::customers::tags;
use domain::money::Yen;
use domain::reservations::model::InviteType;
use domain::restaurants::model::OperationName;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::context::Context;
use crate::owner::reservations::detail::{StaffDelivery, display_phone, formatted_answers};
use crate::owner::reservations::service::ServiceInfo;

/// A reservation, a web slot or a freed slot. Fields that do not apply to the type are empty. The diner of a hold is not shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalendarItem {
    /// Uid of the reservation, the slot or the freed slot, with which its pane is requested.
    pub uid: String,
    /// Version of the reservation's place, which a change of the place may name; 0 for slots.
    pub version: i32,
    pub calendar_item_type: CalendarItemType,
    pub status: CalendarItemStatus,
    pub operation: Option<OperationName>,
    pub title: String,
    pub subtitle: String,
    /// The reading of the guest's name; empty without one.
    pub customer_fullname_kana: String,
    /// The guest's formatted phone number; empty without one.
    pub phone_display: String,
    pub customer_group_label: Option<String>,
    pub is_sms_invite: bool,
    pub is_invitation_email: bool,
    pub visit_count: i64,
    /// Earlier reservations to which the guest did not come.
    pub no_show_count: i64,
    /// The party came without a booking.
    pub is_walk_in: bool,
    pub guests_count: Option<i32>,
    /// Number of tables that staff joined to the party beyond the number that it needs.
    pub extra_items: i32,
    pub course_name: String,
    /// The party has not chosen its course yet.
    pub is_course_open: bool,
    pub prepaid_price: Yen,
    /// The course is paid. False for an invitation without an answer, and for a cancelled booking.
    pub is_prepaid: bool,
    pub special_request: String,
    pub delivery: Option<StaffDelivery>,
    /// The guests' answers, one per line.
    pub formated_preferences: Vec<String>,
    pub internal_memo: String,
    pub customer_internal_memo: String,
    pub has_allergy: bool,
    /// The diner's own texts, and the staff's notes.
    pub allergy_description: String,
    pub dislikes: String,
    /// Labels of the guest's tags.
    pub customer_tags: Vec<String>,
    pub is_gold_candidate: bool,
    /// A cancel request is pending.
    pub has_cancel_request: bool,
    /// The guest's number is on the restaurant's blacklist.
    pub is_blacklisted: bool,
    pub service: ServiceInfo,
    pub starts_at: String,
    pub ends_at: String,
    /// HH:mm of the restaurant's day; hours past midnight continue after 24.
    pub start_time: String,
    pub end_time: String,
    /// HH:mm until which its seats are reserved: before its end if the party has left or did not come.
    pub seats_until: String,
    /// HH:mm. First and last time at which the columns show it.
    pub rendered_from: String,
    pub rendered_till: String,
    pub inventory_group_uid: String,
    pub inventory_item_uids: Vec<String>,
    pub has_whitelist_online_stock: bool,
    /// The slot also offers seats that are not restricted to groups.
    pub has_open_online_stock: bool,
    pub is_past_cutoff: bool,
    pub has_effective_course: bool,
    /// Short labels of the groups that the slot is restricted to, or is already open to.
    pub online_stock_customer_group_labels: Vec<String>,
}

impl CalendarItem {
    pub fn new(context: &Context, day: &CalendarDay<'_>, item: CalendarBlock) -> Self {
        let (start_time, end_time) =
            (day.zone.clock_time(day.date, item.starts_at), day.zone.clock_time(day.date, item.ends_at));
        let (title, subtitle) = texts(context, &item, &format!("{start_time}–{end_time}"));
        let CalendarBlock { guest, slot, .. } = item;
        let GuestOnCalendar { guests_count, customer_group_label, visit_count, prepaid_price, is_prepaid, .. } = guest;
        let SlotOnCalendar { has_whitelist, has_open, is_past_cutoff, has_effective_course, group_labels, .. } = slot;
        Self {
            uid: item.uid,
            version: item.version,
            calendar_item_type: item.item_type,
            status: item.status,
            operation: item.operation,
            title,
            subtitle,
            customer_fullname_kana: guest.name_kana,
            phone_display: display_phone(&guest.phone.0, &guest.phone.1),
            customer_group_label,
            is_sms_invite: guest.invite_type == Some(InviteType::SmsInvited),
            is_invitation_email: guest.invite_type == Some(InviteType::EmailInvited),
            visit_count,
            no_show_count: guest.no_show_count,
            is_walk_in: guest.is_walk_in,
            guests_count,
            extra_items: guest.extra_items,
            course_name: context.pick(&guest.course),
            is_course_open: guest.is_course_open,
            prepaid_price,
            is_prepaid,
            formated_preferences: formatted_answers(context, &guest.preferences),
            special_request: guest.special_request,
            delivery: guest.delivery.as_ref().map(|delivery| StaffDelivery::new(context, delivery)),
            internal_memo: guest.internal_memo,
            customer_internal_memo: guest.customer_internal_memo,
            has_allergy: !guest.allergy_description.is_empty(),
            allergy_description: guest.allergy_description,
            dislikes: guest.dislikes,
            customer_tags: guest.customer_tags.iter().map(|tag| tags::label(context.locale(), tag)).collect(),
            is_gold_candidate: guest.is_gold_candidate,
            has_cancel_request: guest.has_cancel_request,
            is_blacklisted: guest.is_blacklisted,
            service: ServiceInfo::new(day.zone, day.date, &guest.service),
            starts_at: day.zone.iso(item.starts_at),
            ends_at: day.zone.iso(item.ends_at),
            start_time,
            end_time,
            seats_until: day.zone.clock_time(day.date, item.seats_until),
            rendered_from: clock(item.rendered_from),
            rendered_till: clock(item.rendered_till),
            inventory_group_uid: item.group_uid,
            inventory_item_uids: item.item_uids,
            has_whitelist_online_stock: has_whitelist,
            has_open_online_stock: has_open,
            is_past_cutoff,
            has_effective_course,
            online_stock_customer_group_labels: group_labels,
        }
    }
}

/// Returns the two text lines of a block: the guest, the party size and the course, or the offer of a slot.
fn texts(context: &Context, item: &CalendarBlock, times: &str) -> (String, String) {
    match item.item_type {
        CalendarItemType::Pending => (context.t("owner.daily_calendar.holding"), party(context, &item.guest)),
        CalendarItemType::OnlineStockGroup | CalendarItemType::GoldAllocatedSlot => {
            let custom = item.slot.custom_title.as_ref().map(|title| context.pick(title)).filter(|t| !t.is_empty());
            (custom.unwrap_or_else(|| times.to_owned()), sizes(context, &item.slot.guests_counts))
        }
        CalendarItemType::OnlineCancellation | CalendarItemType::OffsiteCancellation => {
            (context.t("owner.daily_calendar.freed"), times.to_owned())
        }
        _ if item.guest.name.is_empty() => {
            let what = if item.guest.is_walk_in { "walk_in" } else { "no_name" };
            (context.t(&format!("owner.daily_calendar.{what}")), party(context, &item.guest))
        }
        _ => (item.guest.name.clone(), party(context, &item.guest)),
    }
}

fn party(context: &Context, guest: &GuestOnCalendar) -> String {
    let noun = if guest.delivery.is_some() { "portions" } else { "guests" };
    let counted = |count| context.t_with(&format!("owner.daily_calendar.{noun}"), &[("count", &count)]);
    let guests = guest.guests_count.map(counted);
    let course = Some(context.pick(&guest.course)).filter(|course| !course.is_empty());
    [guests, course].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Formats party sizes: as a range such as 1–4 without gaps, otherwise one by one.
fn sizes(context: &Context, counts: &[i32]) -> String {
    let mut counts = counts.to_vec();
    counts.sort_unstable();
    counts.dedup();
    let text = match (counts.first(), counts.last()) {
        (Some(first), Some(last)) if last - first > 1 && usize::try_from(last - first + 1) == Ok(counts.len()) => {
            format!("{first}–{last}")
        }
        _ => counts.iter().map(ToString::to_string).collect::<Vec<_>>().join("・"),
    };
    context.t_with("owner.daily_calendar.guests", &[("count", &text)])
}
