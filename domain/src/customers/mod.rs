//! A diner as a restaurant knows them.

pub mod actions;
pub mod model;
pub mod queries;
