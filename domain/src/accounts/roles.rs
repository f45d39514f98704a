//! Roles at a restaurant: owners and staff have all rights, unless the owner limits a role (owner §6, gaps G044).

use crate::text_enum::text_enum;

text_enum! {
    /// The role of an account at one restaurant. It may differ at another restaurant.
    pub enum Role of "restaurant_owners.role", "staff_invitations.role" {
        Owner = "owner",
        /// The owner's rights, except for adding and removing owners.
        Staff = "staff",
        /// Service: the calendar, reservations, slots and customers.
        Floor = "floor",
        /// Reads everything, and writes only to the account itself.
        ReadOnly = "read_only",
    }
}

/// The subject of a call of the owner console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The account itself, and everything that all signed-in people see.
    Account,
    /// Service: the calendar, reservations, slots and customers.
    Floor,
    /// Settings, announcements, exports, invoices and staff.
    Management,
}

/// The right that a call requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    pub section: Section,
    pub writes: bool,
}

impl Role {
    pub const fn has(self, right: Right) -> bool {
        match (self, right.section) {
            (Self::Owner | Self::Staff, _) | (_, Section::Account) => true,
            (Self::Floor, section) => matches!(section, Section::Floor),
            (Self::ReadOnly, _) => !right.writes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G044
    #[test]
    fn limited_roles_have_fewer_rights_than_owner_and_staff() {
        let rights = [Section::Account, Section::Floor, Section::Management]
            .map(|section| [false, true].map(|writes| Right { section, writes }));
        let table = Role::ALL.map(|role| rights.map(|pair| pair.map(|right| role.has(right))));
        let (all, none) = ([true, true], [false, false]);
        assert_eq!(table, [[all; 3], [all; 3], [all, all, none], [all, [true, false], [true, false]]]);
    }
}
