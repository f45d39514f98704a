use chrono::{DateTime, NaiveDate, Utc};

use super::slot_form::{AccessRow, StockAccess, TimeRow};
use crate::ids::{
    CourseId, CustomerGroupId, GoldRoundId, InventoryGroupId, InventoryItemId, OnlineStockGroupId, OnlineStockId,
    ReservationId,
};
use crate::money::Yen;
use crate::restaurants::model::{Bilingual, OperationName};

/// A slot as staff see and change it.
#[derive(Clone, Debug)]
pub struct StaffSlot {
    pub id: OnlineStockGroupId,
    pub uid: String,
    pub date: NaiveDate,
    pub operation: OperationName,
    pub group: SeatGroup,
    pub guests_counts: Vec<i32>,
    pub always_allow_last_solo: bool,
    pub show_end_time_on_title: bool,
    pub custom_title_ja: Option<String>,
    pub custom_title_en: Option<String>,
    pub is_deleted: bool,
    pub times: Vec<(DateTime<Utc>, DateTime<Utc>)>,
    pub courses: Vec<CourseId>,
    pub stocks: Vec<StaffStock>,
    pub selectors: Vec<SelectorRow>,
    pub gold: Option<GoldAllocation>,
}

impl StaffSlot {
    /// Returns the largest party that all its stocks take together.
    pub fn max_guests_count(&self) -> i32 {
        self.group.capacity_of(self.stocks.len())
    }

    /// Whether one guest of a customer group may take the last seat. The group's own selector decides if there is one, otherwise the
    /// general selector, otherwise the slot.
    pub fn always_allow_last_solo_for(&self, group: Option<CustomerGroupId>) -> bool {
        let own = group.filter(|_| self.selectors.iter().any(|row| row.group == group));
        let mut rows = self.selectors.iter().filter(|row| row.group == own).peekable();
        self.always_allow_last_solo && (rows.peek().is_none() || rows.any(|row| row.guests_count == 1))
    }
}

/// A kind of seats, with its items in order.
#[derive(Clone, Debug)]
pub struct SeatGroup {
    pub id: InventoryGroupId,
    pub uid: String,
    pub title: Bilingual,
    pub capacity_per_stock: i32,
    pub items: Vec<InventoryItem>,
}

impl SeatGroup {
    pub fn capacity_of(&self, items: usize) -> i32 {
        i32::try_from(items).unwrap_or(i32::MAX).saturating_mul(self.capacity_per_stock)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InventoryItem {
    pub id: InventoryItemId,
    pub uid: String,
    pub label: String,
}

/// A stock of a slot: an item with its access control.
#[derive(Clone, Debug)]
pub struct StaffStock {
    pub id: OnlineStockId,
    pub item: InventoryItem,
    pub access: StockAccess,
    /// The live reservation that occupies it.
    pub online_reservable_id: Option<ReservationId>,
    /// Whether it is in a cancellation slot, which then decides who may book it.
    pub is_freed: bool,
}

/// One row of a guests-count selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectorRow {
    pub group: Option<CustomerGroupId>,
    pub guests_count: i32,
    pub max_per_isg: Option<i32>,
    /// Whether one guest may take the last seat, which larger parties may not.
    pub is_last_solo: bool,
}

/// Allocation of a slot to gold diners.
#[derive(Clone, Debug)]
pub struct GoldAllocation {
    pub uid: String,
    pub round_title: String,
    pub round_slug: String,
    pub listed_from: Option<DateTime<Utc>>,
    pub available_as_second_from: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub struct GoldRound {
    pub id: GoldRoundId,
    pub title: String,
    pub slug: String,
}

/// A customer group to choose from.
#[derive(Clone, Debug)]
pub struct SlotGroupChoice {
    pub id: CustomerGroupId,
    pub label: String,
    pub label_short: String,
    pub is_archived: bool,
}

/// A course to choose from, with its remaining quantity on a day.
#[derive(Clone, Debug)]
pub struct CourseChoice {
    pub id: CourseId,
    pub uid: String,
    pub operation: OperationName,
    pub title: Bilingual,
    pub price: Yen,
    pub is_active: bool,
    pub daily_max: Option<i32>,
    pub booked_guests: i32,
}

/// Form of a new slot.
#[derive(Clone, Debug)]
pub struct NewSlot {
    pub date: NaiveDate,
    pub inventory_group_uid: String,
    pub inventory_item_uids: Vec<String>,
    pub guests_counts: Vec<i32>,
    pub always_allow_last_solo: bool,
    pub courses: Vec<CourseId>,
    pub times: Vec<TimeRow>,
    pub access: Vec<AccessRow>,
    pub show_end_time_on_title: bool,
    pub gold: Option<NewGold>,
}

/// The gold section of a new slot.
#[derive(Clone, Debug)]
pub struct NewGold {
    /// Slug of the round; empty if none was chosen.
    pub round: String,
    pub listed_from: Option<DateTime<Utc>>,
    pub available_as_second_from: Option<DateTime<Utc>>,
}

/// Changes of a slot; a None stays as it is.
#[derive(Clone, Debug, Default)]
pub struct SlotChange {
    pub guests_counts: Option<Vec<i32>>,
    pub always_allow_last_solo: Option<bool>,
    pub courses: Option<Vec<CourseId>>,
    pub times: Option<Vec<TimeRow>>,
    pub access: Option<Vec<AccessRow>>,
    pub show_end_time_on_title: Option<bool>,
    pub custom_title_ja: Option<String>,
    pub custom_title_en: Option<String>,
}

/// Access control of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemAccess {
    pub item: InventoryItemId,
    pub access: StockAccess,
}

/// A validated slot, ready to be saved.
#[derive(Clone, Debug)]
pub struct ValidSlot {
    pub group: InventoryGroupId,
    pub operation: OperationName,
    pub date: NaiveDate,
    pub guests_counts: Vec<i32>,
    pub always_allow_last_solo: bool,
    pub show_end_time_on_title: bool,
    pub times: Vec<(DateTime<Utc>, DateTime<Utc>)>,
    pub courses: Vec<CourseId>,
    pub items: Vec<ItemAccess>,
}
