//! A day that a refill looks at.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// Why a day is not filled (gaps G105, G106).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// The schedule leaves out its weekday.
    NotFlagged,
    /// A national holiday, which the schedule skips.
    Holiday,
    /// The night has filled it before: what staff took off the web since stays off.
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

/// What becomes of a day: a slot, unless it is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedDay {
    pub date: NaiveDate,
    pub skipped: Option<SkipReason>,
}
