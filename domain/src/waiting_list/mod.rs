//! The waiting list of a day: staff add parties, which get seats that become free. An addition to the specification's cancellation slots,
//! for which diners wait themselves.

pub mod actions;
pub mod matches;
pub mod model;
pub mod queries;
