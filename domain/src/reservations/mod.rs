//! Reservations: holds, their completion, cancellation and expiry (diner §4, gaps G049 to G090).

pub mod cancel;
pub mod confirm;
pub mod end;
pub mod error;
pub mod expire;
pub mod model;
pub mod office;
pub mod place_hold;
pub mod queries;
pub mod seats;
