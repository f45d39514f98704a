//! The form for an in-person booking or an invitation, and its rules (owner §5). Pure.

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use serde::Serialize;

use crate::ids::{InventoryGroupId, InventoryItemId};
use crate::inventory::seating::stocks_needed;
use crate::names::too_long;
use crate::reservations::staff::StaffError;
use crate::restaurants::model::{Course, Operation, business_day};
use crate::zone::Zone;

/// The deadline option is offered for visits further ahead than this duration. It ends an invitation this long before the visit (G151).
pub const DEADLINE_BEFORE_VISIT: Duration = Duration::hours(72);
/// Start and end are multiples of five minutes.
pub const TIME_STEP_MINUTES: i64 = 5;
const MAX_MEMO_LENGTH: usize = 5_000;

/// The submitted form. Omitted fields are empty.
#[derive(Clone, Debug, Default, Serialize)]
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
    /// Staff have confirmed a day in the past, or a day on which the restaurant is closed.
    #[serde(skip)]
    pub is_day_confirmed: bool,
    /// The end of an offer to a party on the waiting list.
    pub deadline: Option<DateTime<Utc>>,
    pub customer: CustomerUids,
}

/// The customer of the form. Exactly one field is filled in (owner §3).
#[derive(Clone, Debug, Default, Serialize)]
pub struct CustomerUids {
    pub offline: String,
    pub invited: String,
    pub online: String,
}

impl CustomerUids {
    /// Returns the uid, and the customer types that it may refer to.
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

/// A seat group and its items, in the order of their positions.
#[derive(Clone, Debug)]
pub struct FormSeatGroup {
    pub id: InventoryGroupId,
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
    /// Maximum number of guests of an in-person reservation: `daily_cap` times `capacity_per_stock` (owner §4).
    pub fn max_guests(&self) -> i32 {
        i32::try_from(self.items.len()).unwrap_or(i32::MAX).saturating_mul(self.capacity)
    }
}

/// The restaurant's data that the form refers to.
#[derive(Clone, Debug)]
pub struct FormOffer {
    pub operations: Vec<Operation>,
    pub course: Option<Course>,
    pub group: Option<FormSeatGroup>,
    pub zone: Zone,
}

/// A validated form.
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
    /// Validates the form.
    ///
    /// # Errors
    /// The name of the first field that is missing or invalid.
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

    /// Returns the chosen items. Their number must be exactly what the party fills.
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

    /// Returns the deadline of an invitation: the given one; else 72 hours before the visit if that option was chosen and the visit is
    /// further ahead; else the start of the visit (G151).
    pub fn deadline(&self, starts_at: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        let usual = if self.ends_early(starts_at, now) { starts_at - DEADLINE_BEFORE_VISIT } else { starts_at };
        self.deadline.map_or(usual, |named| named.min(starts_at))
    }

    pub fn ends_early(&self, starts_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        self.can_ivr_expire_by_default && starts_at - now > DEADLINE_BEFORE_VISIT
    }
}

impl InPersonDraft {
    /// Requires a start in the hours of the chosen meal. A party may stay after its meal ends, until the last meal does. A walk-in may come
    /// before its meal.
    pub fn require_own_hours(&self, zone: Zone) -> Result<(), StaffError> {
        let meal = zone.at(self.date, self.operation.opens_at)..zone.at_time(self.date, self.operation.closes_at);
        if meal.contains(&self.starts_at) { Ok(()) } else { Err(StaffError::OutsideHours) }
    }
}

/// Checks the three rules of owner §5 on guests and seats. Together they require exactly as many items as the party fills.
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

/// Checks the seats to which staff move a party. They may join further tables to it, up to one for each guest.
pub fn seats_party(guests: i32, selected: usize, group: &FormSeatGroup) -> bool {
    let most = usize::try_from(guests).unwrap_or_default().min(group.items.len());
    (stocks_needed(guests, group.capacity)..=most).contains(&selected)
}

/// Returns the business day of a visit. Its times must be multiples of five minutes within the restaurant's hours.
pub fn check_hours(
    operations: &[Operation],
    zone: Zone,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
) -> Result<NaiveDate, StaffError> {
    let date = business_day(operations, zone, starts_at);
    let opens = operations.iter().map(|operation| operation.opens_at).min().unwrap_or(NaiveTime::MIN);
    let closes = operations.iter().map(|operation| operation.closes_at).max().unwrap_or_default();
    let is_stepped = |at: DateTime<Utc>| at.timestamp() % (60 * TIME_STEP_MINUTES) == 0;
    let is_within = zone.at(date, opens) <= starts_at && ends_at <= zone.at_time(date, closes);
    let is_valid = starts_at < ends_at && is_stepped(starts_at) && is_stepped(ends_at) && is_within;
    if is_valid { Ok(date) } else { Err(StaffError::OutsideHours) }
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
