//! A diner as a restaurant knows them.

pub mod actions;
pub mod favourites;
pub mod queries;
