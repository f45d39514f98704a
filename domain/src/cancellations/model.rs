use chrono::{DateTime, NaiveDate, Utc};

use crate::ids::{
    CustomerGroupId, InventoryItemId, OnlineCancellationId, OnlineStockGroupId, ReservationId, RestaurantId,
};
use crate::text_enum::text_enum;

text_enum! {
    /// How a freed slot came to its end.
    pub enum CancellationSlotOutcome of "online_cancellations.outcome" {
        /// All its stocks are booked; it is open again should that change.
        Booked = "booked",
        /// The restaurant made it an ordinary web slot.
        Released = "released",
        /// The restaurant took it off the web.
        Deleted = "deleted",
        /// Its time has come.
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

/// When it opens to one group. A slot without any is one whose recruitment is stopped (gaps G102).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    pub group: CustomerGroupId,
    pub group_label: String,
    pub group_label_short: String,
    pub releasable_at: DateTime<Utc>,
    pub released_at: Option<DateTime<Utc>>,
}

/// A freed slot as a calendar draws it: with the items that nobody has taken yet.
#[derive(Clone, Debug)]
pub struct OpenCancellationSlot {
    pub id: OnlineCancellationId,
    pub uid: String,
    pub is_offsite: bool,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub items: Vec<InventoryItemId>,
    /// Short labels of the groups it is open to already.
    pub released_to: Vec<String>,
}
