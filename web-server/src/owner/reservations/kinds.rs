//! The kinds of reservations that a call accepts, by their names in JSON.

pub const OFFLINE: [&str; 1] = ["offline_reservation"];
pub const INVITED: [&str; 2] = ["invited_reservation", "invited_temporary_reservation"];
pub const EVERY: [&str; 5] = [
    "online_reservation",
    "invited_reservation",
    "invited_temporary_reservation",
    "offline_reservation",
    "offsite_reservation",
];
