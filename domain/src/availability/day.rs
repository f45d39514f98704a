//! A day's slots as one diner may book them: pure rules over the day's rows. The SQL function `refresh_availability_days` summarises the
//! same rules for the month.

use chrono::{DateTime, Duration, NaiveDate, Utc};

use super::access::Access;
use crate::ids::{
    CourseId, CustomerGroupId, InventoryGroupId, InventoryItemId, OnlineStockGroupId, OnlineStockId, OsgTimeId,
    RestaurantId,
};
use crate::inventory::seating::{FreeStock, stocks_needed};
use crate::restaurants::model::{Bilingual, Course, OperationName};
use crate::restaurants::pacing::{Pacing, QuarterCount, quarter_of};

/// A slot with all data that its rules need.
#[derive(Clone, Debug)]
pub struct Slot {
    pub restaurant: RestaurantId,
    pub id: OnlineStockGroupId,
    pub operation: OperationName,
    pub date: NaiveDate,
    /// The version of its day when it was read. While an expired hold waits to be swept, it is a version that never existed: the hold's
    /// seats are free here and taken in the day summary, so the summary must be read again.
    pub day_version: i64,
    pub group: InventoryGroupId,
    pub group_title: Bilingual,
    pub custom_guests_count_label: Option<Bilingual>,
    pub custom_title: Option<Bilingual>,
    pub show_end_time_on_title: bool,
    pub capacity_per_stock: i32,
    pub guests_counts: Vec<i32>,
    pub always_allow_last_solo: bool,
    pub cutoff_hours: i32,
    pub times: Vec<SlotTime>,
    pub stocks: Vec<Stock>,
    pub courses: Vec<SlotCourse>,
    pub selectors: Vec<Selector>,
    /// None if the meal has no pacing.
    pub pace: Option<MealArrivals>,
}

#[derive(Clone, Debug)]
pub struct SlotTime {
    pub id: OsgTimeId,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

#[derive(Clone, Debug)]
pub struct Stock {
    pub id: OnlineStockId,
    pub item: InventoryItemId,
    pub position: i32,
    pub is_whitelist: bool,
    pub listed_groups: Vec<CustomerGroupId>,
    /// Taken by a reservation of this slot.
    pub is_taken: bool,
    /// Times at which its item is occupied, by a reservation of any kind.
    pub occupied: Vec<(DateTime<Utc>, DateTime<Utc>)>,
}

#[derive(Clone, Debug)]
pub struct SlotCourse {
    pub course: Course,
    /// Guests of held and accepted reservations with the course on that day.
    pub booked_guests: i32,
}

impl SlotCourse {
    pub fn id(&self) -> CourseId {
        self.course.id
    }

    /// Returns the number of guests that still fit; None for no limit.
    pub fn daily_remaining(&self) -> Option<i32> {
        self.course.daily_max.map(|max| (max - self.booked_guests).max(0))
    }

    pub fn takes(&self, guests: i32) -> bool {
        self.daily_remaining().is_none_or(|remaining| remaining >= guests)
    }
}

/// One row of a guests-count selector, with the number of parties of that size in the slot.
#[derive(Clone, Debug)]
pub struct Selector {
    pub group: Option<CustomerGroupId>,
    pub guests_count: i32,
    pub max_per_isg: Option<i32>,
    /// Whether one guest may take the last seat, which larger parties may not.
    pub is_last_solo: bool,
    pub booked: i32,
}

/// Pacing limits of the slot's meal, and the arrivals of its day.
#[derive(Clone, Debug)]
pub struct MealArrivals {
    pub pacing: Pacing,
    /// Quarters of an hour with arrivals.
    pub quarters: Vec<QuarterCount>,
}

impl MealArrivals {
    pub fn takes(&self, starts_at: DateTime<Utc>, guests: i32) -> bool {
        let begins_at = quarter_of(starts_at);
        let quarter = self.quarters.iter().find(|quarter| quarter.begins_at == begins_at);
        let (counted, parties) = quarter.map_or((0, 0), |quarter| (quarter.guests, quarter.parties));
        self.pacing.takes(counted, parties, guests)
    }

    /// Removes a party's arrival. The party still fits afterwards, even if the limits were lowered since it booked.
    fn without(&mut self, starts_at: DateTime<Utc>, guests: i32) {
        let begins_at = quarter_of(starts_at);
        for quarter in self.quarters.iter_mut().filter(|quarter| quarter.begins_at == begins_at) {
            self.pacing = self.pacing.at_least(quarter.guests, quarter.parties);
            quarter.guests -= guests;
            quarter.parties -= 1;
        }
    }
}

impl Stock {
    pub fn admits(&self, access: Access) -> bool {
        let is_listed = access.group.is_some_and(|group| self.listed_groups.contains(&group));
        is_listed == self.is_whitelist
    }

    fn is_free_at(&self, time: &SlotTime) -> bool {
        !self.is_taken && self.occupied.iter().all(|(from, till)| *till <= time.starts_at || time.ends_at <= *from)
    }
}

impl Slot {
    pub fn free_at(&self, time: &SlotTime, access: Access) -> Vec<FreeStock> {
        let open = self.stocks.iter().filter(|stock| stock.admits(access) && stock.is_free_at(time));
        open.map(|s| FreeStock { stock: s.id, item: s.item, position: s.position, is_whitelisted: s.is_whitelist })
            .collect()
    }

    pub fn is_before_cutoff(&self, time: &SlotTime, now: DateTime<Utc>) -> bool {
        now < self.bookable_until(time)
    }

    pub fn bookable_until(&self, time: &SlotTime) -> DateTime<Utc> {
        time.starts_at - Duration::hours(i64::from(self.cutoff_hours))
    }

    /// Whether the slot, with `seats` free seats, accepts one more party of this size. The group's own selector decides if there is one,
    /// otherwise the general selector.
    fn offers_party(&self, guests: i32, access: Access, seats: i32) -> bool {
        if self.selectors.is_empty() {
            return true;
        }
        let own = access.group.filter(|group| self.selectors.iter().any(|s| s.group == Some(*group)));
        let mut rows = self.selectors.iter().filter(|s| s.group == own).peekable();
        rows.peek().is_none()
            || rows.any(|s| {
                s.guests_count == guests
                    && (!s.is_last_solo || seats == 1)
                    && s.max_per_isg.is_none_or(|max| s.booked < max)
            })
    }

    /// Whether only free seats decide about a party of this size: neither the number of other parties nor the rule for the last seat.
    pub fn is_limited_by_seats_only(&self, guests: i32) -> bool {
        self.selectors.is_empty() && self.pace.is_none() && self.guests_counts.contains(&guests)
    }

    /// Whether the quarter of an hour accepts one more party of this size.
    pub fn has_pacing_for(&self, time: &SlotTime, guests: i32) -> bool {
        self.pace.as_ref().is_none_or(|pace| pace.takes(time.starts_at, guests))
    }

    /// Removes the stocks that a party takes from the slot. Does not recount other parties: where they count, no later request is decided
    /// from this state.
    pub fn occupy(&mut self, stocks: &[FreeStock], course: CourseId, guests: i32) {
        for stock in self.stocks.iter_mut().filter(|own| stocks.iter().any(|taken| taken.stock == own.id)) {
            stock.is_taken = true;
        }
        for course in self.courses.iter_mut().filter(|own| own.id() == course) {
            course.booked_guests += guests;
        }
    }

    /// Returns the slot without a party that arrives at this time and occupies these items.
    pub fn without(mut self, time: &SlotTime, items: &[InventoryItemId], course: CourseId, guests: i32) -> Self {
        if let Some(pace) = &mut self.pace {
            pace.without(time.starts_at, guests);
        }
        for stock in self.stocks.iter_mut().filter(|stock| items.contains(&stock.item)) {
            stock.is_taken = false;
        }
        for course in self.courses.iter_mut().filter(|own| own.id() == course) {
            course.booked_guests -= guests;
        }
        self
    }

    /// Whether one more party would change no day summary: the largest party still finds stocks open to all diners at every start time, and
    /// nothing else limits the parties.
    pub fn has_ample_stock(&self) -> bool {
        let is_limited = !self.selectors.is_empty()
            || self.pace.is_some()
            || self.courses.iter().any(|c| c.course.daily_max.is_some());
        let largest = self.guests_counts.iter().map(|guests| stocks_needed(*guests, self.capacity_per_stock)).max();
        let open = |time| {
            let general = self.stocks.iter().filter(|stock| !stock.is_whitelist && stock.listed_groups.is_empty());
            general.filter(|stock| stock.is_free_at(time)).count()
        };
        !is_limited && largest.is_some_and(|largest| self.times.iter().all(|time| open(time) >= largest))
    }

    /// Returns the bookable party sizes at one start time (gaps G058), smallest first.
    pub fn guests_options_at(&self, time: &SlotTime, access: Access) -> Vec<i32> {
        let free = self.free_at(time, access).len();
        let seats = i32::try_from(free).unwrap_or(i32::MAX).saturating_mul(self.capacity_per_stock);
        let mut options = self.guests_counts.clone();
        if self.always_allow_last_solo && seats == 1 {
            options.push(1);
        }
        options.retain(|guests| {
            stocks_needed(*guests, self.capacity_per_stock) <= free
                && self.offers_party(*guests, access, seats)
                && self.has_pacing_for(time, *guests)
                && self.courses.iter().any(|course| course.takes(*guests))
        });
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Returns the number of parties of an offered size that fit at a start time. If other rules than seats apply (other parties, pacing, a
    /// course's guests), only the next party is known to fit.
    pub fn spots_at(&self, time: &SlotTime, guests: i32, access: Access) -> Spots {
        let needed = stocks_needed(guests, self.capacity_per_stock).max(1);
        let is_limited =
            !self.is_limited_by_seats_only(guests) || self.courses.iter().any(|slot| slot.course.daily_max.is_some());
        let free = self.free_at(time, access).len() / needed;
        let all = self.stocks.iter().filter(|stock| stock.admits(access)).count() / needed;
        Spots { open: if is_limited { free.min(1) } else { free }, total: all }
    }
}

/// Parties of one size at one start time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spots {
    pub open: usize,
    pub total: usize,
}

/// A slot on offer: its bookable start times, and the party sizes that fit at one or more of them.
#[derive(Clone, Debug)]
pub struct DayOffer<'a> {
    pub slot: &'a Slot,
    pub times: Vec<OfferedTime<'a>>,
    pub guests_options: Vec<i32>,
}

/// A start time, and the party sizes that fit at it.
#[derive(Clone, Debug)]
pub struct OfferedTime<'a> {
    pub time: &'a SlotTime,
    pub guests_options: Vec<i32>,
}

/// Returns the part of a day's slots that the diner may book now.
pub fn offers(slots: &[Slot], access: Access, now: DateTime<Utc>) -> Vec<DayOffer<'_>> {
    if access.is_refused {
        return Vec::new();
    }
    let offers = slots.iter().map(|slot| {
        let open = slot.times.iter().filter(|time| slot.is_before_cutoff(time, now));
        let offered = open.map(|time| OfferedTime { time, guests_options: slot.guests_options_at(time, access) });
        let times: Vec<_> = offered.filter(|offered| !offered.guests_options.is_empty()).collect();
        let mut guests_options: Vec<_> = times.iter().flat_map(|offered| offered.guests_options.clone()).collect();
        guests_options.sort_unstable();
        guests_options.dedup();
        DayOffer { slot, times, guests_options }
    });
    offers.filter(|offer| !offer.times.is_empty()).collect()
}

#[cfg(test)]
#[path = "day_tests.rs"]
mod tests;
