//! The catalogue: what a diner reads about a restaurant.

pub mod actions;
pub mod model;
pub mod policy;
pub mod queries;
pub mod risky;
pub mod search;
