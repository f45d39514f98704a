//! A slot for its dialog (owner §3).

use chrono::{DateTime, Utc};
use domain::inventory::model::{CourseChoice, GoldAllocation, InventoryItem, SlotGroupChoice, StaffSlot, StaffStock};
use domain::inventory::queries;
use domain::inventory::slot_form::{ServiceHours, clock};
use domain::money::Yen;
use domain::restaurants::model::OperationName;
use domain::restaurants::queries::list_operations;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::console::Staff;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;

/// A booking slot, and its options.
#[derive(Debug, Serialize, ToSchema)]
pub struct SlotDetail {
    pub id: i64,
    pub uid: String,
    /// YYYY-MM-DD
    pub date: String,
    pub operation: OperationName,
    pub operation_label: String,
    pub inventory_group: SlotSeats,
    pub max_guests_count: i32,
    /// HH:mm. Start and end of the times that can be chosen.
    pub time_from: String,
    pub time_till: String,
    pub selected_guests_counts: Vec<SelectedGuestsCount>,
    pub always_allow_last_solo: bool,
    pub selected_courses: Vec<SelectedCourse>,
    pub selected_times: Vec<SelectedTime>,
    pub online_stocks: Vec<SlotStock>,
    pub show_end_time_on_title: bool,
    pub custom_title_ja: Option<String>,
    pub custom_title_en: Option<String>,
    pub courses: Vec<SlotCourseOption>,
    pub customer_groups: Vec<SlotGroupOption>,
    pub guests_count_selector_states: Vec<GuestsCountSelectorState>,
    /// Whether the slot is reserved for gold diners.
    pub is_gold: bool,
    /// Its gold round; for admins only.
    pub gold_allocation: Option<SlotGold>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SlotSeats {
    pub uid: String,
    pub title: String,
    pub capacity_per_stock: i32,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SelectedGuestsCount {
    pub guests_count: i32,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SelectedCourse {
    pub course_id: i64,
}

/// HH:mm. An end past midnight continues after 24, as in 25:30.
#[derive(Debug, Serialize, ToSchema)]
pub struct SelectedTime {
    pub start_time: String,
    pub end_time: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SlotStock {
    pub id: i64,
    /// whitelist or blacklist.
    pub access_control: &'static str,
    pub customer_group_ids: Vec<i64>,
    /// The reservation of the stock, which prevents changes and removal.
    pub online_reservable_id: Option<i64>,
    /// It belongs to a cancellation slot, which decides who may book it.
    pub is_freed: bool,
    pub inventory_item: SlotItem,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SlotItem {
    pub id: i64,
    pub uid: String,
    pub label: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SlotCourseOption {
    pub id: i64,
    pub uid: String,
    pub title: String,
    pub price: Yen,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SlotGroupOption {
    pub id: i64,
    pub label: String,
    pub label_short: String,
}

/// The party sizes that a customer group may choose (gaps G172). A null group means customers without a group.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuestsCountSelectorState {
    pub customer_group_id: Option<i64>,
    pub gcss_options: Vec<GuestsCountOption>,
    /// The group is archived.
    pub is_locked: bool,
    pub always_allow_last_solo_for_cg: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GuestsCountOption {
    pub guests_count: i32,
    /// Maximum number of parties of this size in the slot; null for no limit.
    pub max_per_isg: Option<i32>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SlotGold {
    /// Uid of the gold allocation, which has a pane in the admin console.
    pub uid: String,
    pub round_title: String,
    pub round_slug: String,
    pub listed_from: Option<String>,
    pub available_as_second_from: Option<String>,
}

/// The maximum and the remaining number of guests of a course on the slot's day, null without a maximum; locked if the course is not served
/// any more.
#[derive(Debug, Serialize, ToSchema)]
pub struct CourseSelectorState {
    pub course_id: i64,
    pub daily_max: Option<i32>,
    pub daily_remaining: Option<i32>,
    pub is_locked: bool,
}

impl CourseSelectorState {
    pub fn new(course: &CourseChoice) -> Self {
        Self {
            course_id: course.id.0,
            daily_max: course.daily_max,
            daily_remaining: course.daily_max.map(|max| (max - course.booked_guests).max(0)),
            is_locked: !course.is_active,
        }
    }
}

impl SlotCourseOption {
    pub fn new(context: &Context, course: &CourseChoice) -> Self {
        Self { id: course.id.0, uid: course.uid.clone(), title: context.pick(&course.title), price: course.price }
    }
}

impl From<&SlotGroupChoice> for SlotGroupOption {
    fn from(group: &SlotGroupChoice) -> Self {
        Self { id: group.id.0, label: group.label.clone(), label_short: group.label_short.clone() }
    }
}

impl From<InventoryItem> for SlotItem {
    fn from(item: InventoryItem) -> Self {
        Self { id: item.id.0, uid: item.uid, label: item.label }
    }
}

impl From<StaffStock> for SlotStock {
    fn from(stock: StaffStock) -> Self {
        Self {
            id: stock.id.0,
            access_control: stock.access.access_control(),
            customer_group_ids: stock.access.groups.iter().map(|group| group.0).collect(),
            online_reservable_id: stock.online_reservable_id.map(|id| id.0),
            is_freed: stock.is_freed,
            inventory_item: stock.item.into(),
        }
    }
}

/// Returns the start and end of the times that can be chosen, HH:mm.
pub fn window(operations: &[domain::restaurants::model::Operation]) -> (String, String) {
    let window = ServiceHours::covering(operations).unwrap_or(ServiceHours { from: 0, till: 0 });
    (clock(window.from), clock(window.till))
}

impl SlotDetail {
    pub async fn load(
        conn: &mut PgConnection,
        context: &Context,
        staff: &Staff,
        slot: StaffSlot,
    ) -> Result<Self, ApiError> {
        let operations = list_operations(conn, staff.restaurant.id).await?;
        let courses = queries::list_courses(conn, staff.restaurant.id, slot.date).await?;
        let groups = queries::list_groups(conn, staff.restaurant.id).await?;
        let (time_from, time_till) = window(&operations);
        let offered = courses.iter().filter(|course| {
            course.operation == slot.operation && (course.is_active || slot.courses.contains(&course.id))
        });
        let zone = staff.restaurant.zone;
        let iso = |at: Option<DateTime<Utc>>| at.map(|at| zone.iso(at));
        let gold = |gold: &GoldAllocation| SlotGold {
            uid: gold.uid.clone(),
            round_title: gold.round_title.clone(),
            round_slug: gold.round_slug.clone(),
            listed_from: iso(gold.listed_from),
            available_as_second_from: iso(gold.available_as_second_from),
        };
        Ok(Self {
            id: slot.id.0,
            uid: slot.uid.clone(),
            date: slot.date.to_string(),
            operation: slot.operation,
            operation_label: context.t(&format!("operation.{}", slot.operation.as_str())),
            inventory_group: SlotSeats {
                uid: slot.group.uid.clone(),
                title: context.pick(&slot.group.title),
                capacity_per_stock: slot.group.capacity_per_stock,
            },
            max_guests_count: slot.max_guests_count(),
            time_from,
            time_till,
            selected_guests_counts: slot
                .guests_counts
                .iter()
                .map(|count| SelectedGuestsCount { guests_count: *count })
                .collect(),
            always_allow_last_solo: slot.always_allow_last_solo,
            selected_courses: slot.courses.iter().map(|id| SelectedCourse { course_id: id.0 }).collect(),
            selected_times: selected_times(&slot, zone),
            show_end_time_on_title: slot.show_end_time_on_title,
            custom_title_ja: slot.custom_title_ja.clone(),
            custom_title_en: slot.custom_title_en.clone(),
            courses: offered.map(|course| SlotCourseOption::new(context, course)).collect(),
            customer_groups: named_groups(&slot, &groups),
            guests_count_selector_states: selector_states(&slot, &groups),
            is_gold: slot.gold.is_some(),
            gold_allocation: slot.gold.as_ref().filter(|_| staff.admin.is_some()).map(gold),
            online_stocks: slot.stocks.into_iter().map(SlotStock::from).collect(),
        })
    }
}

/// Returns the values of a slot by the names that its form sends.
pub fn form_values(slot: &StaffSlot, zone: domain::zone::Zone) -> Value {
    let limited = slot.stocks.iter().filter(|stock| !stock.access.groups.is_empty());
    let stocks = limited.map(|stock| {
        let groups: Vec<_> = stock.access.groups.iter().map(|group| group.0).collect();
        json!({ "online_stock_id": stock.id.0, "access_control": stock.access.access_control(), "customer_group_ids": groups })
    });
    json!({
        "guests_counts": slot.guests_counts,
        "always_allow_last_solo": slot.always_allow_last_solo,
        "course_ids": slot.courses.iter().map(|course| course.0).collect::<Vec<_>>(),
        "times": selected_times(slot, zone),
        "online_stocks": stocks.collect::<Vec<_>>(),
        "show_end_time_on_title": slot.show_end_time_on_title,
        "custom_title_ja": slot.custom_title_ja,
        "custom_title_en": slot.custom_title_en,
    })
}

fn selected_times(slot: &StaffSlot, zone: domain::zone::Zone) -> Vec<SelectedTime> {
    let time = |(start, end): &(DateTime<Utc>, DateTime<Utc>)| SelectedTime {
        start_time: zone.clock_time(slot.date, *start),
        end_time: zone.clock_time(slot.date, *end),
    };
    slot.times.iter().map(time).collect()
}

/// Returns the groups in use, and archived groups that a stock still lists.
fn named_groups(slot: &StaffSlot, groups: &[SlotGroupChoice]) -> Vec<SlotGroupOption> {
    let is_named = |group: &&SlotGroupChoice| {
        !group.is_archived || slot.stocks.iter().any(|s| s.access.groups.contains(&group.id))
    };
    groups.iter().filter(is_named).map(SlotGroupOption::from).collect()
}

/// Returns the selectors of customers without a group, then of every group. A group uses its own selector, otherwise the general
/// one, otherwise the slot's party sizes.
fn selector_states(slot: &StaffSlot, groups: &[SlotGroupChoice]) -> Vec<GuestsCountSelectorState> {
    let rows_of = |id| {
        let own = slot.selectors.iter().filter(move |row| row.group == id && !row.is_last_solo);
        own.map(|row| GuestsCountOption { guests_count: row.guests_count, max_per_isg: row.max_per_isg })
    };
    let offered = || {
        let counts = slot.guests_counts.iter();
        counts.map(|count| GuestsCountOption { guests_count: *count, max_per_isg: None }).collect::<Vec<_>>()
    };
    let options = |id: Option<domain::ids::CustomerGroupId>| {
        let own: Vec<_> = rows_of(id).collect();
        let common: Vec<_> = rows_of(None).collect();
        [own, common].into_iter().find(|rows| !rows.is_empty()).unwrap_or_else(offered)
    };
    let states = groups.iter().filter(|group| !group.is_archived || rows_of(Some(group.id)).next().is_some());
    let states = states.map(|group| (Some(group.id), group.is_archived));
    let states = std::iter::once((None, false)).chain(states).map(|(id, is_locked)| GuestsCountSelectorState {
        customer_group_id: id.map(|id| id.0),
        gcss_options: options(id),
        is_locked,
        always_allow_last_solo_for_cg: slot.always_allow_last_solo_for(id),
    });
    states.collect()
}
