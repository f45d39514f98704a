//! Waiting rooms: the queue in front of an opening, in a random order that can be verified (docs/WAITING_ROOMS.md, gaps G300).

pub mod admission;
pub mod awaited;
pub mod error;
pub mod openings;
pub mod order;
pub mod places;
pub mod proof;
pub mod rehearsal;
pub mod retention;
pub mod sweep;
pub mod turns;
