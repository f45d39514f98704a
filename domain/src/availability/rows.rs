//! A slot as one statement returns it: its row, with its related rows as JSON. If there are many rows of a kind, JSON has their fields in
//! an array without names, in the order of the fields here.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use sqlx::types::Json;

use super::day::{MealArrivals, Selector, Slot, SlotCourse, SlotTime, Stock};
use crate::ids::{
    CourseId, CustomerGroupId, InventoryGroupId, InventoryItemId, OnlineStockGroupId, OnlineStockId, OsgTimeId,
    RestaurantId,
};
use crate::money::Yen;
use crate::restaurants::model::{Bilingual, Course, OperationName};
use crate::restaurants::pacing::{Pacing, QuarterCount};

/// Result of an aggregate, which is null if it has no rows.
type JsonRows<T> = Option<Json<Vec<T>>>;

pub(super) struct SlotRow {
    pub restaurant_id: RestaurantId,
    pub id: OnlineStockGroupId,
    pub operation: OperationName,
    pub date: NaiveDate,
    pub guests_counts: Vec<i32>,
    pub always_allow_last_solo: bool,
    pub show_end_time_on_title: bool,
    pub custom_title_ja: Option<String>,
    pub custom_title_en: Option<String>,
    pub inventory_group_id: InventoryGroupId,
    pub title_ja: String,
    pub title_en: String,
    pub capacity_per_stock: i32,
    pub custom_guests_count_label_ja: Option<String>,
    pub custom_guests_count_label_en: Option<String>,
    pub cutoff_hours: i32,
    pub pacing_max_guests: Option<i32>,
    pub pacing_max_parties: Option<i32>,
    pub quarters: JsonRows<QuarterRow>,
    pub day_version: i64,
    pub times: JsonRows<TimeRow>,
    pub courses: JsonRows<CourseRow>,
    pub selectors: JsonRows<SelectorRow>,
    pub stocks: JsonRows<StockRow>,
}

#[derive(Debug, Deserialize)]
pub(super) struct TimeRow {
    id: OsgTimeId,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
}

/// Arrivals in a quarter of an hour.
#[derive(Debug, Deserialize)]
pub(super) struct QuarterRow {
    begins_at: DateTime<Utc>,
    guests: i32,
    parties: i32,
}

#[derive(Debug, Deserialize)]
pub(super) struct StockRow {
    id: OnlineStockId,
    item: InventoryItemId,
    /// Position of the item.
    position: i32,
    is_whitelist: bool,
    listed_groups: Vec<CustomerGroupId>,
    is_taken: bool,
    /// Times at which its item is occupied.
    occupied: Vec<(DateTime<Utc>, DateTime<Utc>)>,
}

#[derive(Debug, Deserialize)]
pub(super) struct SelectorRow {
    customer_group_id: Option<CustomerGroupId>,
    guests_count: i32,
    max_per_isg: Option<i32>,
    is_last_solo: bool,
    booked: i32,
}

#[derive(Debug, Deserialize)]
pub(super) struct CourseRow {
    id: CourseId,
    uid: String,
    operation: OperationName,
    title_ja: String,
    title_en: String,
    description_ja: String,
    description_en: String,
    price: Yen,
    price_description_ja: String,
    price_description_en: String,
    custom_unit_ja: Option<String>,
    custom_unit_en: Option<String>,
    is_prepaid: bool,
    daily_max: Option<i32>,
    booked_guests: i32,
}

impl From<SlotRow> for Slot {
    fn from(row: SlotRow) -> Self {
        let pacing = Pacing::limited(row.pacing_max_guests, row.pacing_max_parties);
        Self {
            restaurant: row.restaurant_id,
            id: row.id,
            operation: row.operation,
            date: row.date,
            day_version: row.day_version,
            group: row.inventory_group_id,
            group_title: Bilingual::new(row.title_ja, row.title_en),
            custom_guests_count_label: bilingual(row.custom_guests_count_label_ja, row.custom_guests_count_label_en),
            custom_title: bilingual(row.custom_title_ja, row.custom_title_en),
            show_end_time_on_title: row.show_end_time_on_title,
            capacity_per_stock: row.capacity_per_stock,
            guests_counts: row.guests_counts,
            always_allow_last_solo: row.always_allow_last_solo,
            cutoff_hours: row.cutoff_hours,
            times: list(row.times),
            stocks: list(row.stocks),
            courses: list(row.courses),
            selectors: list(row.selectors),
            pace: pacing.map(|pacing| MealArrivals { pacing, quarters: list(row.quarters) }),
        }
    }
}

fn list<J, T: From<J>>(found: JsonRows<J>) -> Vec<T> {
    found.map_or_else(Vec::new, |json| json.0.into_iter().map(T::from).collect())
}

fn bilingual(ja: Option<String>, en: Option<String>) -> Option<Bilingual> {
    ja.map(|ja| Bilingual::new(ja, en.unwrap_or_default()))
}

impl From<TimeRow> for SlotTime {
    fn from(row: TimeRow) -> Self {
        Self { id: row.id, starts_at: row.starts_at, ends_at: row.ends_at }
    }
}

impl From<QuarterRow> for QuarterCount {
    fn from(row: QuarterRow) -> Self {
        Self { begins_at: row.begins_at, guests: row.guests, parties: row.parties }
    }
}

impl From<StockRow> for Stock {
    fn from(row: StockRow) -> Self {
        Self {
            id: row.id,
            item: row.item,
            position: row.position,
            is_whitelist: row.is_whitelist,
            listed_groups: row.listed_groups,
            is_taken: row.is_taken,
            occupied: row.occupied,
        }
    }
}

impl From<SelectorRow> for Selector {
    fn from(row: SelectorRow) -> Self {
        Self {
            group: row.customer_group_id,
            guests_count: row.guests_count,
            max_per_isg: row.max_per_isg,
            is_last_solo: row.is_last_solo,
            booked: row.booked,
        }
    }
}

impl From<CourseRow> for SlotCourse {
    fn from(row: CourseRow) -> Self {
        let course = Course {
            id: row.id,
            uid: row.uid,
            operation: row.operation,
            title: Bilingual::new(row.title_ja, row.title_en),
            description: Bilingual::new(row.description_ja, row.description_en),
            price: row.price,
            price_description: Bilingual::new(row.price_description_ja, row.price_description_en),
            custom_unit: bilingual(row.custom_unit_ja, row.custom_unit_en),
            is_prepaid: row.is_prepaid,
            daily_max: row.daily_max,
        };
        Self { course, booked_guests: row.booked_guests }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unnamed_fields_are_read_in_order() {
        let json = r#"[7, 3, 2, true, [5], false, [["2026-12-01T09:00:00Z", "2026-12-01T11:00:00Z"]]]"#;
        let stock = Stock::from(serde_json::from_str::<StockRow>(json).unwrap());
        assert_eq!((stock.id, stock.item, stock.position), (OnlineStockId(7), InventoryItemId(3), 2));
        assert!(stock.is_whitelist && !stock.is_taken);
        assert_eq!((stock.listed_groups, stock.occupied.len()), (vec![CustomerGroupId(5)], 1));
        let json = r#"[2, "u", "dinner", "特選", "Best", "", "", 9000, "", "", null, null, true, 8, 3]"#;
        let SlotCourse { course, booked_guests } = SlotCourse::from(serde_json::from_str::<CourseRow>(json).unwrap());
        assert_eq!((course.id, course.operation, course.price), (CourseId(2), OperationName::Dinner, Yen(9000)));
        assert_eq!((course.is_prepaid, course.daily_max, booked_guests), (true, Some(8), 3));
    }
}
