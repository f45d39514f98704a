//! Which class of seats a diner sees: their customer group, and whether they are softly refused.

use crate::ids::{CustomerGroupId, CustomerId};

/// A diner as one restaurant sees them. A stranger has no group and is not refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    pub customer: Option<CustomerId>,
    pub group: Option<CustomerGroupId>,
    /// A softly disallowed group or a blacklisted number: everything looks full (gaps G056, G057).
    pub is_refused: bool,
    pub is_phone_confirmed: bool,
}

impl Access {
    /// The key of the summaries: the group's id, 0 without one.
    pub fn class(self) -> i64 {
        self.group.map_or(0, |group| group.0)
    }
}
