use chrono::{DateTime, NaiveDate, Utc};

use crate::ids::{
    CustomerGroupId, InventoryItemId, OnlineCancellationId, OnlineStockGroupId, ReservationId, RestaurantId,
};
use crate::text_enum::text_enum;

text_enum! {
    /// Outcome of a cancellation slot.
    pub enum CancellationSlotOutcome of "online_cancellations.outcome" {
        /// All its stocks are booked; it reopens if one of them becomes free.
        Booked = "booked",
        /// The restaurant made it an ordinary web slot.
        Released = "released",
        /// The restaurant removed it from the web.
        Deleted = "deleted",
        /// Its time has passed.
        Past = "past",
    }
}

/// A slot freed by a cancellation.
#[derive(Clone, Debug)]
pub struct CancellationSlotRow {
    pub id: OnlineCancellationId,
    pub uid: String,
    pub restaurant_id: RestaurantId,
    pub reservation_id: ReservationId,
    pub online_stock_group_id: OnlineStockGroupId,
    pub date: NaiveDate,
    pub is_offsite: bool,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub outcome: Option<CancellationSlotOutcome>,
}

/// The time at which it opens to one group. A cancellation slot without releases is not offered to groups (gaps G102).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    pub group: CustomerGroupId,
    pub group_label: String,
    pub group_label_short: String,
    pub releasable_at: DateTime<Utc>,
    pub released_at: Option<DateTime<Utc>>,
}

/// A cancellation slot as a calendar draws it, with the items that are not taken yet.
#[derive(Clone, Debug)]
pub struct OpenCancellationSlot {
    pub id: OnlineCancellationId,
    pub uid: String,
    pub is_offsite: bool,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub items: Vec<InventoryItemId>,
    /// Short labels of the groups to which it has opened.
    pub released_to: Vec<String>,
}
