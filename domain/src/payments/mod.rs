//! Payments between diners, restaurants and the card provider (gaps G080 to G086).
//!
//! A charge is written before the provider is called, and is collected outside any transaction. `settle` reconciles our rows with the
//! provider after a crash at any point.

pub mod actions;
pub mod cards;
pub mod disputes;
pub mod error;
pub mod event_retention;
pub mod events;
pub mod failures;
mod ledger_entries;
pub mod list;
pub mod manual_refunds;
pub mod model;
pub mod orphans;
pub mod queries;
pub mod refunds;
pub mod settle;
pub mod statement;
pub mod subscriptions;
