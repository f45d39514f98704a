//! Money between diners, restaurants and the card provider (gaps G080 to G086).
//!
//! A charge is written before the provider is asked, and is collected outside any transaction. Whatever a crash leaves
//! behind, `settle` brings our rows and the provider to agree.

pub mod actions;
pub mod cards;
pub mod disputes;
pub mod error;
pub mod events;
mod ledger_entries;
pub mod list;
pub mod model;
pub mod orphans;
pub mod queries;
pub mod settle;
pub mod subscriptions;
