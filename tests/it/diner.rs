//! The diners' pages and calls over HTTP, with the worker and the outside services.

mod accounts;
mod booking;
mod calendar;
mod catalogue;
pub mod payments;
mod plans;
mod raffle_wins;
mod raffles;
mod waiting_rooms;
