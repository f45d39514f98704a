//! Bookings: confirmed and paid holds of diners, and in-person reservations of staff (diner §4, owner §3 to §7).

pub mod cancel;
pub mod change;
pub mod confirm;
pub mod create;
pub mod edit;
pub mod form;
pub mod guest;
pub mod lapse;
pub mod move_seats;
mod move_stocks;
pub mod offsite;
pub mod propose;
pub mod queries;
pub mod relocate;
pub mod remind;
pub mod reseat;
pub mod restore;
pub mod stay;
pub mod visit;
pub mod walk_in;
