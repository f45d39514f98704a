//! A template for its pages, and the options for its fields (admin §3).

use chrono::NaiveTime;
use domain::inventory;
use domain::inventory::slot_form::{ServiceHours, clock};
use domain::refills::model::{GuestsCountSelector, StoredTemplate};
use domain::restaurants::model::{OperationName, Restaurant};
use domain::restaurants::queries::{list_courses, list_operations};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::extract::context::Context;

#[derive(Serialize, ToSchema)]
pub struct RefillTemplate {
    pub id: i64,
    pub title: String,
    pub operation: OperationName,
    pub inventory_group_uid: String,
    pub inventory_item_uids: Vec<String>,
    /// Size of the largest party that its seats take.
    pub max_guests_count: i32,
    pub schedule: RefillSchedule,
    pub guests_count_selectors: Vec<RefillGuestsSelector>,
    pub time_selector: Vec<RefillTime>,
    pub course_selector: Vec<RefillCourse>,
    /// Missing parts of `seats`, `guests`, `times`, `courses`, `operation`. A template that lacks one fills no day.
    pub lacks: Vec<&'static str>,
}

#[derive(Serialize, ToSchema)]
pub struct RefillSchedule {
    pub monday: bool,
    pub tuesday: bool,
    pub wednesday: bool,
    pub thursday: bool,
    pub friday: bool,
    pub saturday: bool,
    pub sunday: bool,
    pub skip_jp_holidays: bool,
    pub fill_jp_holidays: bool,
}

#[derive(Serialize, ToSchema)]
pub struct RefillGuestsSelector {
    pub id: i64,
    /// Null for all groups without their own selector.
    pub customer_group_id: Option<i64>,
    pub always_allow_last_solo: bool,
    pub options: Vec<RefillGuestsOption>,
}

#[derive(Serialize, ToSchema)]
pub struct RefillGuestsOption {
    pub guests_count: i32,
    /// Maximum number of parties of this size in a slot; null for no limit.
    pub max_per_isg: Option<i32>,
}

/// HH:mm
#[derive(Serialize, ToSchema)]
pub struct RefillTime {
    pub start_time: String,
    pub end_time: String,
}

#[derive(Serialize, ToSchema)]
pub struct RefillCourse {
    pub course_id: i64,
    pub daily_max: Option<i32>,
}

/// The restaurant's options for templates.
#[derive(Serialize, ToSchema)]
pub struct RefillChoices {
    pub operations: Vec<RefillOperation>,
    pub inventory_groups: Vec<RefillSeatGroup>,
    pub courses: Vec<RefillCourseChoice>,
    pub customer_groups: Vec<RefillCustomerGroup>,
    /// HH:mm. Start and end of the times that can be chosen.
    pub time_from: String,
    pub time_till: String,
}

#[derive(Serialize, ToSchema)]
pub struct RefillOperation {
    pub name: OperationName,
    pub label: String,
}

#[derive(Serialize, ToSchema)]
pub struct RefillSeatGroup {
    pub uid: String,
    pub title: String,
    pub capacity_per_stock: i32,
    pub items: Vec<RefillSeat>,
}

#[derive(Serialize, ToSchema)]
pub struct RefillSeat {
    pub uid: String,
    pub label: String,
}

#[derive(Serialize, ToSchema)]
pub struct RefillCourseChoice {
    pub id: i64,
    pub title: String,
    pub operation: OperationName,
}

#[derive(Serialize, ToSchema)]
pub struct RefillCustomerGroup {
    pub id: i64,
    pub label: String,
    pub is_archived: bool,
}

impl RefillChoices {
    pub async fn load(conn: &mut PgConnection, context: &Context, restaurant: &Restaurant) -> Result<Self, ApiError> {
        let operations = list_operations(conn, restaurant.id).await?;
        let window = ServiceHours::covering(&operations).unwrap_or(ServiceHours { from: 0, till: 0 });
        let courses = list_courses(conn, restaurant.id).await?;
        let groups = inventory::queries::list_groups(conn, restaurant.id).await?;
        let seats = inventory::queries::list_seat_groups(conn, restaurant.id).await?;
        let label = |name: OperationName| context.t(&format!("operation.{}", name.as_str()));
        let seat_group = |group: inventory::model::SeatGroup| RefillSeatGroup {
            uid: group.uid,
            title: context.pick(&group.title),
            capacity_per_stock: group.capacity_per_stock,
            items: group.items.into_iter().map(|item| RefillSeat { uid: item.uid, label: item.label }).collect(),
        };
        let course = |course: domain::restaurants::model::Course| RefillCourseChoice {
            id: course.id.0,
            title: context.pick(&course.title),
            operation: course.operation,
        };
        let customer_group = |group: inventory::model::SlotGroupChoice| RefillCustomerGroup {
            id: group.id.0,
            label: group.label,
            is_archived: group.is_archived,
        };
        let operation =
            |op: &domain::restaurants::model::Operation| RefillOperation { name: op.name, label: label(op.name) };
        Ok(Self {
            operations: operations.iter().map(operation).collect(),
            inventory_groups: seats.into_iter().map(seat_group).collect(),
            courses: courses.into_iter().map(course).collect(),
            customer_groups: groups.into_iter().map(customer_group).collect(),
            time_from: clock(window.from),
            time_till: clock(window.till),
        })
    }
}

impl RefillTemplate {
    /// `seats` contains all seat groups of the restaurant. The template's seats are among them.
    pub fn new(template: &StoredTemplate, seats: &[inventory::model::SeatGroup]) -> Self {
        let [monday, tuesday, wednesday, thursday, friday, saturday, sunday] = template.schedule.weekdays;
        let group = seats.iter().find(|group| group.id == template.group);
        let items = group.into_iter().flat_map(|group| &group.items);
        let chosen = items.filter(|item| template.items.contains(&item.id)).map(|item| item.uid.clone());
        let time = |time: NaiveTime| time.format("%H:%M").to_string();
        Self {
            id: template.id.0,
            title: template.title.clone(),
            operation: template.operation,
            inventory_group_uid: group.map(|group| group.uid.clone()).unwrap_or_default(),
            inventory_item_uids: chosen.collect(),
            max_guests_count: template.max_guests_count(),
            schedule: RefillSchedule {
                monday,
                tuesday,
                wednesday,
                thursday,
                friday,
                saturday,
                sunday,
                skip_jp_holidays: template.schedule.skip_jp_holidays,
                fill_jp_holidays: template.schedule.fill_jp_holidays,
            },
            guests_count_selectors: template.guests.iter().map(RefillGuestsSelector::new).collect(),
            time_selector: template
                .times
                .iter()
                .map(|(start, end)| RefillTime { start_time: time(*start), end_time: time(*end) })
                .collect(),
            course_selector: template
                .courses
                .iter()
                .filter(|course| course.is_active)
                .map(|course| RefillCourse { course_id: course.course.0, daily_max: course.daily_max })
                .collect(),
            lacks: template.missing_parts().into_iter().map(domain::refills::error::MissingPart::as_str).collect(),
        }
    }
}

impl RefillGuestsSelector {
    fn new(selector: &GuestsCountSelector) -> Self {
        let options = selector.options.iter();
        Self {
            id: selector.id.0,
            customer_group_id: selector.group.map(|group| group.0),
            always_allow_last_solo: selector.always_allow_last_solo,
            options: options
                .map(|option| RefillGuestsOption { guests_count: option.guests_count, max_per_isg: option.max_per_isg })
                .collect(),
        }
    }
}
