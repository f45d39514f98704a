//! The diners' side: their pages and calls.

pub mod availability;
pub mod cards;
pub mod catalogue;
pub mod home;
pub mod neighbours;
pub mod reservations;
pub mod restaurants;
pub mod review;
