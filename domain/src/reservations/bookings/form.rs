//! What staff fill in to write a booking down or to send an invitation, and the rules it must pass (owner §5): pure.

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};

use crate::ids::InventoryItemId;
use crate::inventory::seating::stocks_needed;
use crate::names::too_long;
use crate::reservations::staff::StaffError;
use crate::restaurants::model::{Course, Operation};
use crate::zone::Zone;

/// The deadline option is offered for visits further ahead than this, and then ends an invitation so long before (G151).
pub const DEADLINE_BEFORE_VISIT: Duration = Duration::hours(72);
/// Start and end are on the five minutes.
pub const TIME_STEP_MINUTES: i64 = 5;
const MAX_MEMO_LENGTH: usize = 5_000;

/// The form as it came; what was left out is empty.
#[derive(Clone, Debug, Default)]
pub struct InPersonForm {
    pub guests_count: i32,
    pub course_uid: String,
    pub inventory_group_uid: String,
    pub inventory_item_uids: Vec<String>,
    pub operation: String,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub internal_memo: String,
    pub can_ivr_expire_by_default: bool,
    /// When an offer ends that is held for somebody who waits.
    pub deadline: Option<DateTime<Utc>>,
    pub customer: CustomerUids,
}

/// Exactly one of them is filled in (owner §3).
#[derive(Clone, Debug, Default)]
pub struct CustomerUids {
    pub offline: String,
    pub invited: String,
    pub online: String,
}

impl CustomerUids {
    /// The uid, and the types of customer that may go by it.
    pub fn only(&self) -> Result<(&str, &'static [&'static str]), StaffError> {
        let keys: [(&str, &'static [&'static str]); 3] = [
            (&self.offline, &["OfflineCustomer", "OffsiteCustomer"]),
            (&self.invited, &["InvitedCustomer"]),
            (&self.online, &["OnlineCustomer"]),
        ];
        let mut given = keys.into_iter().filter(|(uid, _)| !uid.trim().is_empty());
        match (given.next(), given.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(StaffError::OneCustomer),
        }
    }
}

/// A group of seats and its items, in the order of the room.
#[derive(Clone, Debug)]
pub struct FormSeatGroup {
    pub id: i64,
    pub capacity: i32,
    pub items: Vec<FormSeatItem>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormSeatItem {
    pub id: InventoryItemId,
    pub uid: String,
    pub position: i32,
}

impl FormSeatGroup {
    /// Guests of an in-person reservation: `daily_cap` times `capacity_per_stock` (owner §4).
    pub fn most_guests(&self) -> i32 {
        i32::try_from(self.items.len()).unwrap_or(i32::MAX).saturating_mul(self.capacity)
    }
}

/// What the restaurant has to offer for the form.
#[derive(Clone, Debug)]
pub struct FormOffer {
    pub operations: Vec<Operation>,
    pub course: Option<Course>,
    pub group: Option<FormSeatGroup>,
    pub zone: Zone,
}

/// A sound form.
#[derive(Clone, Debug)]
pub struct InPersonDraft {
    pub guests: i32,
    pub course: Course,
    pub group: FormSeatGroup,
    pub items: Vec<InventoryItemId>,
    pub operation: Operation,
    pub date: NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub memo: String,
}

impl InPersonForm {
    /// # Errors
    /// The first thing that is missing or does not fit, by the name of its field.
    pub fn check(&self, offer: FormOffer) -> Result<InPersonDraft, StaffError> {
        let missing = StaffError::Incomplete;
        let operation = offer.operations.iter().find(|operation| operation.name.as_str() == self.operation.trim());
        let operation = operation.cloned().ok_or(missing("operation"))?;
        if self.guests_count <= 0 {
            return Err(missing("guests_count"));
        }
        let course = offer.course.filter(|course| course.operation == operation.name).ok_or(missing("course_uid"))?;
        let group = offer.group.ok_or(missing("inventory_group_uid"))?;
        let items = self.items(&group)?;
        let (Some(starts_at), Some(ends_at)) = (self.starts_at, self.ends_at) else { return Err(missing("starts_at")) };
        let date = check_hours(&offer.operations, offer.zone, starts_at, ends_at)?;
        if self.internal_memo.chars().count() > MAX_MEMO_LENGTH {
            return Err(StaffError::Field("internal_memo", too_long(MAX_MEMO_LENGTH)));
        }
        let memo = self.internal_memo.trim().to_owned();
        Ok(InPersonDraft { guests: self.guests_count, course, group, items, operation, date, starts_at, ends_at, memo })
    }

    /// The chosen items: as many as the party fills, no more and no fewer.
    fn items(&self, group: &FormSeatGroup) -> Result<Vec<InventoryItemId>, StaffError> {
        let wrong = StaffError::Incomplete("inventory_item_uids");
        let known: Option<Vec<_>> =
            self.inventory_item_uids.iter().map(|uid| group.items.iter().find(|item| item.uid == *uid)).collect();
        let Some(known) = known else { return Err(wrong) };
        let mut items: Vec<_> = known.into_iter().map(|item| item.id).collect();
        items.sort_unstable();
        items.dedup();
        if fits(self.guests_count, items.len(), group) { Ok(items) } else { Err(wrong) }
    }

    /// Until when an invitation waits for its answer: the deadline that was named; 72 hours before the visit where that was asked
    /// for and is ahead, else its start (G151).
    pub fn deadline(&self, starts_at: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        let usual = if self.ends_early(starts_at, now) { starts_at - DEADLINE_BEFORE_VISIT } else { starts_at };
        self.deadline.map_or(usual, |named| named.min(starts_at))
    }

    pub fn ends_early(&self, starts_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        self.can_ivr_expire_by_default && starts_at - now > DEADLINE_BEFORE_VISIT
    }
}

/// The three rules of owner §5 on guests and seats, which together ask for exactly as many items as the party fills.
pub fn fits(guests: i32, selected: usize, group: &FormSeatGroup) -> bool {
    let selected = i64::try_from(selected).unwrap_or(i64::MAX);
    let (guests, capacity) = (i64::from(guests), i64::from(group.capacity));
    let item_count = i64::try_from(group.items.len()).unwrap_or(i64::MAX);
    let needed = i64::try_from(stocks_needed(i32::try_from(guests).unwrap_or(i32::MAX), group.capacity));
    selected > 0
        && selected <= capacity.saturating_mul(item_count)
        && guests > capacity * (selected - 1)
        && needed.is_ok_and(|needed| selected >= needed)
}

/// The business day of a visit that lies on the five minutes and within the restaurant's hours.
pub fn check_hours(
    operations: &[Operation],
    zone: Zone,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
) -> Result<NaiveDate, StaffError> {
    let date = zone.date_of(starts_at);
    let opens = operations.iter().map(|operation| operation.opens_at).min().unwrap_or(NaiveTime::MIN);
    let closes = operations.iter().map(|operation| operation.closes_at).max().unwrap_or(NaiveTime::MIN);
    let is_stepped = |at: DateTime<Utc>| at.timestamp() % (60 * TIME_STEP_MINUTES) == 0;
    let is_within = zone.at(date, opens) <= starts_at && ends_at <= zone.at(date, closes);
    let is_sound = starts_at < ends_at && is_stepped(starts_at) && is_stepped(ends_at) && is_within;
    if is_sound { Ok(date) } else { Err(StaffError::OutsideHours) }
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
