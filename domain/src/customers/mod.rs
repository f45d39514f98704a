//! Customers: the records of diners and other guests at one restaurant.

pub mod actions;
pub mod blacklist;
pub mod cards;
pub mod contact;
pub mod create;
pub mod detail;
pub mod edit;
pub mod error;
pub mod export;
pub mod groups;
pub mod mail_consent;
pub mod merge;
mod merged_values;
pub mod model;
pub mod no_shows;
pub mod notes;
pub mod notifications;
pub mod offsite;
mod offsite_identity;
pub mod queries;
pub mod search;
pub mod tags;
pub mod unmerge;

pub use error::CustomerError;
