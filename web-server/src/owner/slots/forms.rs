//! The bodies of a slot's writes (owner §3).

use domain::ids::{CourseId, CustomerGroupId, OnlineStockId};
use domain::inventory::SlotError;
use domain::inventory::model::{NewGold, NewSlot, SlotChange};
use domain::inventory::slot_form::{AccessRow, AccessRowKind, SlotFormError, TimeRow};
use domain::zone::{Zone, parse_day};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::console::Expected;
use crate::http::error::ApiError;
use crate::http::extract::form::tick;

#[derive(Deserialize, ToSchema)]
pub struct CreateSlot {
    pub online_stock_group: NewSlotFields,
}

#[derive(Deserialize, ToSchema)]
pub struct UpdateSlot {
    pub online_stock_group: SlotFields,
    /// The values of these fields that the form showed. Of `online_stocks`, the rows with a group.
    #[serde(default)]
    pub expected: Expected,
}

/// A start and an end time, `HH:mm`; empty if not chosen.
#[derive(Deserialize, ToSchema)]
pub struct TimeFields {
    #[serde(default)]
    start_time: Option<String>,
    #[serde(default)]
    end_time: Option<String>,
}

impl TimeFields {
    fn read(rows: Vec<Self>) -> Vec<TimeRow> {
        let row = |row: Self| TimeRow {
            start_time: row.start_time.unwrap_or_default(),
            end_time: row.end_time.unwrap_or_default(),
        };
        rows.into_iter().map(row).collect()
    }
}

/// A row of the seat matrix of a new slot. Without an item, it applies to the item at the same position in `inventory_item_uids`.
#[derive(Deserialize, ToSchema)]
pub struct NewStockFields {
    #[serde(default)]
    #[schema(nullable = false)]
    inventory_item_uid: Option<String>,
    /// whitelist or blacklist.
    access_control: String,
    #[serde(default)]
    customer_group_ids: Vec<i64>,
}

/// The times at which a gold slot is listed: ISO 8601, or without an offset in the restaurant's zone.
#[derive(Default, Deserialize, ToSchema)]
pub struct GoldFields {
    #[serde(default)]
    listed_from: Option<String>,
    #[serde(default)]
    available_as_second_from: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct NewSlotFields {
    #[serde(default)]
    guests_counts: Vec<i32>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(value_type = Option<tick::CheckboxValue>, nullable = false)]
    always_allow_last_solo: Option<bool>,
    #[serde(default)]
    course_ids: Vec<i64>,
    /// YYYY-MM-DD
    #[serde(default)]
    date: String,
    #[serde(default)]
    inventory_group_uid: String,
    #[serde(default)]
    inventory_item_uids: Vec<String>,
    #[serde(default)]
    times: Vec<TimeFields>,
    #[serde(default)]
    #[schema(required = false)]
    online_stocks: Vec<NewStockFields>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(value_type = Option<tick::CheckboxValue>, nullable = false)]
    show_end_time_on_title: Option<bool>,
    /// The slug of a gold round; for admins only.
    #[serde(default)]
    gold_round: Option<String>,
    /// At most one entry; for admins only.
    #[serde(default)]
    gold_allocations: Option<Vec<GoldFields>>,
}

impl NewSlotFields {
    pub fn read(self, zone: Zone) -> Result<NewSlot, ApiError> {
        let date = parse_day(&self.date).ok_or(SlotError::Invalid(SlotFormError::DateInvalid))?;
        let access = self.online_stocks.into_iter().enumerate().map(|(index, row)| AccessRow {
            row: row
                .inventory_item_uid
                .filter(|uid| !uid.is_empty())
                .map_or(AccessRowKind::Nth(index), AccessRowKind::Item),
            access_control: row.access_control,
            groups: row.customer_group_ids.into_iter().map(CustomerGroupId).collect(),
        });
        Ok(NewSlot {
            date,
            access: access.collect(),
            gold: gold(zone, self.gold_round, self.gold_allocations)?,
            inventory_group_uid: self.inventory_group_uid,
            inventory_item_uids: self.inventory_item_uids,
            guests_counts: self.guests_counts,
            always_allow_last_solo: self.always_allow_last_solo.unwrap_or_default(),
            courses: self.course_ids.into_iter().map(CourseId).collect(),
            times: TimeFields::read(self.times),
            show_end_time_on_title: self.show_end_time_on_title.unwrap_or_default(),
        })
    }
}

/// Returns the gold section if any of its fields was sent.
fn gold(zone: Zone, round: Option<String>, allocations: Option<Vec<GoldFields>>) -> Result<Option<NewGold>, ApiError> {
    let round = round.unwrap_or_default().trim().to_owned();
    let allocation = allocations.and_then(|rows| rows.into_iter().next());
    if round.is_empty() && allocation.is_none() {
        return Ok(None);
    }
    let allocation = allocation.unwrap_or_default();
    let instant = |text: Option<String>| match text.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => zone.parse(text).map(Some).ok_or(SlotError::Invalid(SlotFormError::GoldTimeInvalid)),
        None => Ok(None),
    };
    Ok(Some(NewGold {
        round,
        listed_from: instant(allocation.listed_from)?,
        available_as_second_from: instant(allocation.available_as_second_from)?,
    }))
}

/// A row of the seat matrix of a slot.
#[derive(Deserialize, ToSchema)]
pub struct StockFields {
    online_stock_id: i64,
    /// whitelist or blacklist.
    access_control: String,
    #[serde(default)]
    customer_group_ids: Vec<i64>,
}

/// Changes of a slot. Fields that are left out remain unchanged. If `online_stocks` is sent, stocks without a row open to all
/// groups.
#[derive(Deserialize, ToSchema)]
pub struct SlotFields {
    #[serde(default)]
    guests_counts: Option<Vec<i32>>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(value_type = Option<tick::CheckboxValue>, nullable = false)]
    always_allow_last_solo: Option<bool>,
    #[serde(default)]
    course_ids: Option<Vec<i64>>,
    #[serde(default)]
    times: Option<Vec<TimeFields>>,
    #[serde(default)]
    online_stocks: Option<Vec<StockFields>>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(value_type = Option<tick::CheckboxValue>, nullable = false)]
    show_end_time_on_title: Option<bool>,
    #[serde(default)]
    custom_title_ja: Option<String>,
    #[serde(default)]
    custom_title_en: Option<String>,
}

impl SlotFields {
    pub fn read(self) -> SlotChange {
        let row = |row: StockFields| AccessRow {
            row: AccessRowKind::Stock(OnlineStockId(row.online_stock_id)),
            access_control: row.access_control,
            groups: row.customer_group_ids.into_iter().map(CustomerGroupId).collect(),
        };
        SlotChange {
            guests_counts: self.guests_counts,
            always_allow_last_solo: self.always_allow_last_solo,
            courses: self.course_ids.map(|ids| ids.into_iter().map(CourseId).collect()),
            times: self.times.map(TimeFields::read),
            access: self.online_stocks.map(|rows| rows.into_iter().map(row).collect()),
            show_end_time_on_title: self.show_end_time_on_title,
            custom_title_ja: self.custom_title_ja,
            custom_title_en: self.custom_title_en,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gold_section_exists_if_any_field_is_sent() {
        let zone = Zone::default();
        let section = |round: Option<&str>, rows: Option<Vec<GoldFields>>| {
            gold(zone, round.map(str::to_owned), rows).expect("a valid section").map(|gold| gold.round)
        };
        assert_eq!(section(None, None), None);
        assert_eq!(section(Some(" "), Some(Vec::new())), None);
        assert_eq!(section(None, Some(vec![GoldFields::default()])), Some(String::new()));
        assert_eq!(section(Some("december"), None), Some("december".into()));
    }
}
