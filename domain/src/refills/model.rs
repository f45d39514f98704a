//! Stored templates, and the result of a refill.

use chrono::NaiveTime;
use serde::Deserialize;
use serde_json::{Value, json};

use super::day::PlannedDay;
use super::error::MissingPart;
use super::schedule::WeeklySchedule;
use crate::ids::{
    CourseId, CustomerGroupId, GuestsCountSelectorId, InventoryGroupId, InventoryItemId, RefillTemplateId, RestaurantId,
};
use crate::restaurants::model::OperationName;

/// A refill template with its selectors (admin §3).
#[derive(Clone, Debug)]
pub struct StoredTemplate {
    pub restaurant: RestaurantId,
    pub id: RefillTemplateId,
    pub title: String,
    pub group: InventoryGroupId,
    pub capacity_per_stock: i32,
    pub operation: OperationName,
    /// Whether the meal is served.
    pub is_operation_active: bool,
    /// In the order of their positions.
    pub items: Vec<InventoryItemId>,
    pub schedule: WeeklySchedule,
    /// The general one first.
    pub guests: Vec<GuestsCountSelector>,
    /// Start and end, in order.
    pub times: Vec<(NaiveTime, NaiveTime)>,
    pub courses: Vec<CourseOption>,
}

/// The party sizes of a customer group, or of all groups without their own selector.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GuestsCountSelector {
    pub id: GuestsCountSelectorId,
    #[serde(rename = "customer_group_id")]
    pub group: Option<CustomerGroupId>,
    pub is_archived: bool,
    pub always_allow_last_solo: bool,
    pub options: Vec<GuestsCountOption>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct GuestsCountOption {
    pub guests_count: i32,
    /// Maximum number of parties of this size in a slot; None for any number (gaps G059).
    pub max_per_isg: Option<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct CourseOption {
    #[serde(rename = "course_id")]
    pub course: CourseId,
    /// Maximum number of guests a day; None for no limit.
    pub daily_max: Option<i32>,
    /// Whether the course is served.
    pub is_active: bool,
}

impl StoredTemplate {
    pub fn max_guests_count(&self) -> i32 {
        i32::try_from(self.items.len()).unwrap_or(i32::MAX).saturating_mul(self.capacity_per_stock)
    }

    /// Returns the missing parts. A slot without a served course is shown to no diner (gaps G073).
    pub fn missing_parts(&self) -> Vec<MissingPart> {
        let lacks = [
            (MissingPart::Seats, self.items.is_empty()),
            (MissingPart::Guests, !self.guests.iter().any(|selector| selector.group.is_none())),
            (MissingPart::Times, self.times.is_empty()),
            (MissingPart::Courses, !self.courses.iter().any(|course| course.is_active)),
            (MissingPart::Operation, !self.is_operation_active),
        ];
        lacks.into_iter().filter(|(_, is_missing)| *is_missing).map(|(lack, _)| lack).collect()
    }

    /// Returns the fields for the audit log, with the guests selectors that `other` lacks.
    pub(super) fn audit_fields(&self, other: Option<&Self>) -> Value {
        let [monday, tuesday, wednesday, thursday, friday, saturday, sunday] = self.schedule.weekdays;
        let is_same = |selector: &GuestsCountSelector| other.is_some_and(|other| other.guests.contains(selector));
        let guests: Vec<_> =
            self.guests.iter().filter(|own| !is_same(own)).map(GuestsCountSelector::audit_fields).collect();
        let time = |time: NaiveTime| time.format("%H:%M").to_string();
        let span = |&(start, end): &(NaiveTime, NaiveTime)| json!({ "start_time": time(start), "end_time": time(end) });
        let course = |course: &CourseOption| json!({ "course_id": course.course, "daily_max": course.daily_max });
        json!({
            "title": self.title,
            "operation": self.operation.as_str(),
            "inventory_group_id": self.group,
            "inventory_item_ids": self.items,
            "monday": monday,
            "tuesday": tuesday,
            "wednesday": wednesday,
            "thursday": thursday,
            "friday": friday,
            "saturday": saturday,
            "sunday": sunday,
            "skip_jp_holidays": self.schedule.skip_jp_holidays,
            "fill_jp_holidays": self.schedule.fill_jp_holidays,
            "guests_count_selectors": (!guests.is_empty()).then_some(guests),
            "time_selector": self.times.iter().map(span).collect::<Vec<_>>(),
            "course_selector": self.courses.iter().map(course).collect::<Vec<_>>(),
        })
    }

    /// Whether both would put a slot on the same item at the same time.
    pub fn blocks(&self, other: &Self) -> bool {
        let shares_item = || self.items.iter().any(|item| other.items.contains(item));
        let overlaps =
            |(start, end): &(NaiveTime, NaiveTime)| other.times.iter().any(|(from, till)| start < till && from < end);
        self.restaurant == other.restaurant && shares_item() && self.times.iter().any(overlaps)
    }
}

impl GuestsCountSelector {
    fn audit_fields(&self) -> Value {
        let option = |option: &GuestsCountOption| json!({ "guests_count": option.guests_count, "max_per_isg": option.max_per_isg });
        json!({
            "customer_group_id": self.group,
            "always_allow_last_solo": self.always_allow_last_solo,
            "options": self.options.iter().map(option).collect::<Vec<_>>(),
        })
    }
}

/// The days of a template that a refill fills, or would fill.
#[derive(Clone, Debug)]
pub struct RefilledDays {
    pub restaurant: RestaurantId,
    pub template: RefillTemplateId,
    pub days: Vec<PlannedDay>,
}

impl RefilledDays {
    /// Counts the days that get a slot.
    pub fn count_created(&self) -> usize {
        self.days.iter().filter(|day| day.skipped.is_none()).count()
    }

    pub fn count_skipped(&self) -> usize {
        self.days.len() - self.count_created()
    }
}
