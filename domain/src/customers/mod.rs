//! A diner as a restaurant knows them.

pub mod actions;
pub mod queries;
pub mod favourites;
