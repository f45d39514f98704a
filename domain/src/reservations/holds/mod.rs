//! Holds: seats that are a diner's for ten minutes (diner §4, gaps G050 to G068).

pub mod expire;
pub mod place;
pub mod place_batch;
pub mod rules;
pub mod write;
