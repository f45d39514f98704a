//! The access class of a diner: their customer group, and whether the restaurant silently hides its availability from them.

use crate::ids::{CustomerGroupId, CustomerId};

/// A diner's access at one restaurant. An unknown diner has no group and is not refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    pub customer: Option<CustomerId>,
    pub group: Option<CustomerGroupId>,
    /// The diner's group is disallowed or their number is blacklisted: all slots are shown as full (gaps G056, G057).
    pub is_refused: bool,
    pub is_phone_confirmed: bool,
}

impl Access {
    /// Returns the key of the day summaries: the group's id, or 0 without a group.
    pub fn class(self) -> i64 {
        self.group.map_or(0, |group| group.0)
    }
}
