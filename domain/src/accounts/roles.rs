//! What somebody may do at a restaurant whose console they sign in to: owners and staff everything, unless the owner narrows the
//! log-in (owner §6, gaps G044).

use crate::text_enum::text_enum;

text_enum! {
    /// Somebody's part at one restaurant. At another one theirs may be a different one.
    pub enum Role of "restaurant_owners.role", "staff_invitations.role" {
        Owner = "owner",
        /// The owner's rights, but for making and removing owners.
        Staff = "staff",
        /// The service: the calendar, reservations, slots, customers.
        Floor = "floor",
        /// Sees everything, and writes nothing but what is of the own account.
        ReadOnly = "read_only",
    }
}

/// What a call of the owner's console is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The own account, and what everybody sees who is signed in.
    Account,
    /// The service: the calendar, reservations, slots, customers.
    Floor,
    /// Settings, announcements, tables to take along, invoices, staff.
    Office,
}

/// The right that a call asks for.
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
    fn a_narrowed_log_in_has_less_and_an_owner_and_staff_have_the_same() {
        let rights = [Section::Account, Section::Floor, Section::Office]
            .map(|section| [false, true].map(|writes| Right { section, writes }));
        let table = Role::ALL.map(|role| rights.map(|pair| pair.map(|right| role.has(right))));
        let (all, none) = ([true, true], [false, false]);
        assert_eq!(table, [[all; 3], [all; 3], [all, all, none], [all, [true, false], [true, false]]]);
    }
}
