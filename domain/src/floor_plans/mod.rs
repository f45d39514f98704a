//! Where a restaurant's tables stand: a sheet of squares on which staff place them once by hand. Beside the specification, whose
//! calendar is a grid of seats and hours.

pub mod actions;
pub mod error;
pub mod model;
pub mod queries;

pub use error::FloorPlanError;
