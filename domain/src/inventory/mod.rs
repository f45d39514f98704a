//! Seats, and the slots in which they are offered online: the rules of a slot's form (owner §2 to §5), and how slots are created, changed
//! and removed from the web.

pub mod actions;
pub mod destroy;
pub mod error;
pub mod gold;
pub mod model;
pub mod pacing;
pub mod queries;
pub mod risky;
pub mod seating;
pub mod slot_form;

pub use error::SlotError;
