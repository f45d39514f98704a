//! Positions of a restaurant's tables: a grid on which staff place them once. An addition to the specification, whose calendar is a grid of
//! seats and hours.

pub mod actions;
pub mod error;
pub mod model;
pub mod queries;

pub use error::FloorPlanError;
