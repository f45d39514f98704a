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
        /// Reads everything except exports of guests' data, and writes only to the account itself.
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
    /// Settings, announcements, invoices, reports and staff.
    Management,
    /// Files with the data of many guests, which leave the system (G258).
    Export,
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
            (Self::ReadOnly, section) => !right.writes && !matches!(section, Section::Export),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G044
    #[test]
    fn limited_roles_have_fewer_rights_than_owner_and_staff() {
        let rights = [Section::Account, Section::Floor, Section::Management, Section::Export]
            .map(|section| [false, true].map(|writes| Right { section, writes }));
        let table = Role::ALL.map(|role| rights.map(|pair| pair.map(|right| role.has(right))));
        let (all, none) = ([true, true], [false, false]);
        assert_eq!(table, [[all; 4], [all; 4], [all, all, none, none], [all, [true, false], [true, false], none]]);
    }
}
