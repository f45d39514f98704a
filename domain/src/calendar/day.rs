//! Items of the daily calendar (owner §3, "Calendar item"): a pure mapping from rows of several kinds to one kind.

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use serde::Serialize;
use sqlx::types::Json;

use super::columns::{self, Column};
use crate::cancellations::model::OpenCancellationSlot;
use crate::customers::notes::merge_lines;
use crate::customers::tags::in_order;
use crate::ids::InventoryItemId;
use crate::inventory::seating::joined_items;
use crate::money::Yen;
use crate::reservations::delivery::Delivery;
use crate::reservations::model::{InviteType, Kind, Status};
use crate::reservations::preferences::AnswerSet;
use crate::reservations::service::ServiceTimes;
use crate::restaurants::model::{Bilingual, OperationName};
use crate::zone::Zone;

/// Type of an item, which decides the pane that opens for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub enum CalendarItemType {
    OnlineReservation,
    /// A diner holds the seats and has not booked yet.
    Pending,
    OfflineReservation,
    OffsiteReservation,
    /// A guest without an account was invited by mail or text message.
    ReservationInvite,
    OnlineCancellation,
    OffsiteCancellation,
    OnlineStockGroup,
    InvitedReservation,
    GoldAllocatedSlot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CalendarItemStatus {
    Accepted,
    Pending,
    /// Cancelled, by the guest, the restaurant or an admin.
    Void,
}

/// A reservation as stored.
#[derive(Clone, Debug)]
pub struct ReservationRow {
    pub uid: String,
    pub kind: Kind,
    pub status: Status,
    pub operation: OperationName,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub guests_count: i32,
    pub version: i32,
    pub extra_items: i32,
    pub capacity_per_stock: i32,
    pub course_title_ja: String,
    pub course_title_en: String,
    pub is_course_chosen: bool,
    pub prepaid_price: Yen,
    pub special_request: String,
    pub delivery: Option<Json<Delivery>>,
    pub preferences: Json<Vec<AnswerSet>>,
    pub internal_memo: String,
    pub is_walk_in: bool,
    pub group_uid: String,
    pub item_uids: Vec<String>,
    /// Later than its start if the party was moved during its stay to seats that other parties had before.
    pub seats_from: DateTime<Utc>,
    /// Earlier than its end if the party has left or did not come.
    pub seats_until: DateTime<Utc>,
    pub name: String,
    pub name_kana: String,
    pub phone_country: String,
    pub phone_local_number: String,
    pub customer_internal_memo: String,
    pub customer_group_label: Option<String>,
    pub visit_count: i64,
    /// Earlier no-shows of the guest.
    pub no_show_count: i64,
    /// The diner's own text.
    pub allergy_description: String,
    pub dislikes: String,
    pub noted_allergies: String,
    pub noted_dislikes: String,
    pub customer_tags: Vec<String>,
    pub invite_type: Option<InviteType>,
    pub is_gold_allocated: bool,
    pub is_gold_user: bool,
    pub has_cancel_request: bool,
    pub is_blacklisted: bool,
    pub service: Json<ServiceTimes>,
}

/// A web slot with the items that are not taken yet.
#[derive(Clone, Debug)]
pub struct CalendarSlotRow {
    pub uid: String,
    pub operation: OperationName,
    pub group_uid: String,
    pub item_uids: Vec<String>,
    pub guests_counts: Vec<i32>,
    pub custom_title_ja: Option<String>,
    pub custom_title_en: Option<String>,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    /// The last start time on offer.
    pub last_start_at: DateTime<Utc>,
    pub cutoff_hours: i32,
    pub has_effective_course: bool,
    pub has_whitelist: bool,
    /// Whether it offers seats that are not restricted to groups.
    pub has_open: bool,
    pub group_labels: Vec<String>,
    pub is_gold: bool,
}

/// One block of the calendar. Fields that do not apply to its type are empty.
#[derive(Clone, Debug)]
pub struct CalendarBlock {
    pub uid: String,
    /// Version of the reservation's place; 0 for slots.
    pub version: i32,
    pub item_type: CalendarItemType,
    pub status: CalendarItemStatus,
    pub operation: Option<OperationName>,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    /// Time until which other parties cannot take the seats: before its end if the party has left or did not come.
    pub seats_until: DateTime<Utc>,
    /// Minutes from the day's midnight, between which the block is drawn.
    pub rendered_from: u32,
    pub rendered_till: u32,
    pub group_uid: String,
    pub item_uids: Vec<String>,
    pub guest: GuestOnCalendar,
    pub slot: SlotOnCalendar,
}

/// The guest; empty while a diner only holds seats.
#[derive(Clone, Debug, Default)]
pub struct GuestOnCalendar {
    pub name: String,
    /// The reading of the name; empty without one.
    pub name_kana: String,
    /// Country, and the digits as stored; empty without a number.
    pub phone: (String, String),
    /// The party came without a booking.
    pub is_walk_in: bool,
    pub guests_count: Option<i32>,
    /// Number of tables joined to the party beyond the number that it needs.
    pub extra_items: i32,
    pub course: Bilingual,
    /// The party has not chosen its course yet.
    pub is_course_open: bool,
    pub customer_group_label: Option<String>,
    pub invite_type: Option<InviteType>,
    pub visit_count: i64,
    /// Earlier no-shows of the guest.
    pub no_show_count: i64,
    pub prepaid_price: Yen,
    pub is_prepaid: bool,
    pub special_request: String,
    pub delivery: Option<Delivery>,
    /// The guests' answers to the preference questions.
    pub preferences: Vec<AnswerSet>,
    pub internal_memo: String,
    pub customer_internal_memo: String,
    /// Texts of the diner and of staff, without duplicates.
    pub allergy_description: String,
    pub dislikes: String,
    pub customer_tags: Vec<String>,
    pub is_gold_candidate: bool,
    pub has_cancel_request: bool,
    /// The guest's number is on the restaurant's blacklist.
    pub is_blacklisted: bool,
    pub service: ServiceTimes,
}

/// Offer of a slot.
#[derive(Clone, Debug, Default)]
pub struct SlotOnCalendar {
    pub custom_title: Option<Bilingual>,
    pub guests_counts: Vec<i32>,
    pub has_whitelist: bool,
    pub has_open: bool,
    pub is_past_cutoff: bool,
    pub has_effective_course: bool,
    pub group_labels: Vec<String>,
}

/// The day on which items are placed.
#[derive(Clone, Copy, Debug)]
pub struct CalendarDay<'a> {
    pub date: NaiveDate,
    pub zone: Zone,
    pub columns: &'a [Column],
    pub now: DateTime<Utc>,
    /// Whether gold diners are marked (owner §6).
    pub shows_gold_users: bool,
}

impl CalendarDay<'_> {
    fn minutes(&self, at: DateTime<Utc>) -> u32 {
        let midnight = self.date.and_time(NaiveTime::MIN);
        let minutes = (at.with_timezone(&self.zone.tz()).naive_local() - midnight).num_minutes();
        u32::try_from(minutes.max(0)).unwrap_or(u32::MAX)
    }

    /// Returns the minutes between which a block is drawn; None on a day without columns, which has no place for it.
    fn rendered(&self, from: DateTime<Utc>, till: DateTime<Utc>) -> Option<(u32, u32)> {
        columns::widen_to_columns(self.columns, self.minutes(from), self.minutes(till))
    }

    pub fn reservation(&self, row: ReservationRow) -> Option<CalendarBlock> {
        let (rendered_from, rendered_till) = self.rendered(row.seats_from, row.seats_until)?;
        let (kind, status) = (row.kind, row.status);
        Some(CalendarBlock {
            item_type: type_of(kind, status),
            status: match status {
                Status::Accepted => CalendarItemStatus::Accepted,
                Status::Pending => CalendarItemStatus::Pending,
                _ => CalendarItemStatus::Void,
            },
            operation: Some(row.operation),
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            seats_until: row.seats_until,
            rendered_from,
            rendered_till,
            uid: row.uid.clone(),
            version: row.version,
            group_uid: row.group_uid.clone(),
            item_uids: row.item_uids.clone(),
            guest: self.guest(kind, status, row),
            slot: SlotOnCalendar::default(),
        })
    }

    fn guest(&self, kind: Kind, status: Status, row: ReservationRow) -> GuestOnCalendar {
        let course = Bilingual::new(row.course_title_ja, row.course_title_en);
        let guests_count = Some(row.guests_count);
        if kind == Kind::OnlineReservation && status == Status::Pending {
            return GuestOnCalendar { course, guests_count, ..GuestOnCalendar::default() };
        }
        GuestOnCalendar {
            name: row.name,
            name_kana: row.name_kana,
            phone: (row.phone_country, row.phone_local_number),
            guests_count,
            extra_items: joined_items(row.extra_items, row.item_uids.len(), row.guests_count, row.capacity_per_stock),
            course,
            is_course_open: !row.is_course_chosen,
            customer_group_label: row.customer_group_label,
            invite_type: row.invite_type,
            visit_count: row.visit_count,
            no_show_count: row.no_show_count,
            prepaid_price: row.prepaid_price,
            is_prepaid: status.is_prepaid(row.prepaid_price),
            special_request: row.special_request,
            delivery: row.delivery.map(|Json(delivery)| delivery),
            preferences: row.preferences.0,
            internal_memo: row.internal_memo,
            customer_internal_memo: row.customer_internal_memo,
            is_walk_in: row.is_walk_in,
            allergy_description: merge_lines(&row.allergy_description, &row.noted_allergies),
            dislikes: merge_lines(&row.dislikes, &row.noted_dislikes),
            customer_tags: in_order(row.customer_tags),
            is_gold_candidate: row.is_gold_allocated || (self.shows_gold_users && row.is_gold_user),
            has_cancel_request: row.has_cancel_request,
            is_blacklisted: row.is_blacklisted,
            service: row.service.0,
        }
    }

    pub fn slot(&self, row: CalendarSlotRow) -> Option<CalendarBlock> {
        let (rendered_from, rendered_till) = self.rendered(row.starts_at, row.ends_at)?;
        let bookable_until = row.last_start_at - Duration::hours(row.cutoff_hours.into());
        Some(CalendarBlock {
            uid: row.uid,
            version: 0,
            item_type: if row.is_gold {
                CalendarItemType::GoldAllocatedSlot
            } else {
                CalendarItemType::OnlineStockGroup
            },
            status: CalendarItemStatus::Accepted,
            operation: Some(row.operation),
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            seats_until: row.ends_at,
            rendered_from,
            rendered_till,
            group_uid: row.group_uid,
            item_uids: row.item_uids,
            guest: GuestOnCalendar::default(),
            slot: SlotOnCalendar {
                custom_title: row.custom_title_ja.map(|ja| Bilingual::new(ja, row.custom_title_en.unwrap_or_default())),
                guests_counts: row.guests_counts,
                has_whitelist: row.has_whitelist,
                has_open: row.has_open,
                is_past_cutoff: bookable_until <= self.now,
                has_effective_course: row.has_effective_course,
                group_labels: row.group_labels,
            },
        })
    }

    /// Returns the block of a cancellation slot on `seats` (ids).
    pub fn freed<'s>(
        &self,
        slot: OpenCancellationSlot,
        seats: impl Iterator<Item = (InventoryItemId, &'s str, &'s str)>,
    ) -> Option<CalendarBlock> {
        let (rendered_from, rendered_till) = self.rendered(slot.starts_at, slot.ends_at)?;
        let own: Vec<_> = seats.filter(|(id, ..)| slot.items.contains(id)).collect();
        Some(CalendarBlock {
            uid: slot.uid,
            version: 0,
            item_type: match slot.is_offsite {
                true => CalendarItemType::OffsiteCancellation,
                false => CalendarItemType::OnlineCancellation,
            },
            status: CalendarItemStatus::Accepted,
            operation: None,
            starts_at: slot.starts_at,
            ends_at: slot.ends_at,
            seats_until: slot.ends_at,
            rendered_from,
            rendered_till,
            group_uid: own.first().map(|(_, _, group)| (*group).to_owned())?,
            item_uids: own.iter().map(|(_, uid, _)| (*uid).to_owned()).collect(),
            guest: GuestOnCalendar::default(),
            slot: SlotOnCalendar {
                has_effective_course: true,
                group_labels: slot.released_to,
                ..SlotOnCalendar::default()
            },
        })
    }
}

fn type_of(kind: Kind, status: Status) -> CalendarItemType {
    match kind {
        Kind::OnlineReservation if status == Status::Pending => CalendarItemType::Pending,
        Kind::OnlineReservation => CalendarItemType::OnlineReservation,
        Kind::InvitedReservation => CalendarItemType::InvitedReservation,
        Kind::InvitedTemporaryReservation => CalendarItemType::ReservationInvite,
        Kind::OfflineReservation => CalendarItemType::OfflineReservation,
        Kind::OffsiteReservation => CalendarItemType::OffsiteReservation,
    }
}

#[cfg(test)]
#[path = "day_tests.rs"]
mod tests;
