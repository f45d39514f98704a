//! Who waits for seats of a day: written down by staff, and given what becomes free. Beside the specification's cancellation slots,
//! which diners wait for by themselves.

pub mod actions;
pub mod model;
pub mod queries;
