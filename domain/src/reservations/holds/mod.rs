//! Holds: seats reserved for a diner for ten minutes (diner §4, gaps G050 to G068).

pub mod expire;
pub mod gold;
pub mod model;
pub mod on_payment;
pub mod pause;
mod place;
pub mod place_batch;
pub mod place_hold;
pub mod rules;
pub mod write;

pub use gold::place_gold;
pub use model::{HoldAttempt, HoldRequest, Locks, PlacedHold, Quote, RequestedWin};
pub use place_batch::place_batch;
pub use place_hold::place_hold;
pub use write::{HoldRequestRow, write};
