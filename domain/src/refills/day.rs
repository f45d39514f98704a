//! A day of a refill.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// Reasons to skip a day (gaps G105, G106).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// The schedule excludes its weekday.
    NotFlagged,
    /// It is a national holiday, which the schedule skips.
    Holiday,
    /// The nightly refill has filled it before: stocks that staff removed from the web since then stay removed.
    Filled,
    Closed,
    /// One of the items has a slot at one of the times.
    Slot,
    Reservation,
}

impl SkipReason {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotFlagged => "not_flagged",
            Self::Holiday => "holiday",
            Self::Filled => "filled",
            Self::Closed => "closed",
            Self::Slot => "slot",
            Self::Reservation => "reservation",
        }
    }
}

/// A day of the selection, which gets a slot unless it is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedDay {
    pub date: NaiveDate,
    pub skipped: Option<SkipReason>,
}
