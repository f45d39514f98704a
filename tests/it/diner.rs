//! The diners' pages and calls over HTTP, with the worker and the services outside.

mod accounts;
mod booking;
mod calendar;
mod catalogue;
pub mod payments;
mod raffles;
