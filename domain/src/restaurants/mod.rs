//! The catalogue: the restaurants' data for diners.

pub mod actions;
pub mod admin_list;
pub mod facilities;
pub mod map;
pub mod merchants;
pub mod model;
pub mod opening;
pub mod pacing;
pub mod pins;
pub mod policy;
pub mod profile;
pub mod queries;
pub mod risky;
pub mod search;
pub mod stays;
pub mod subscriptions;
