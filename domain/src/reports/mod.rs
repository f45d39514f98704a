//! What staff read of days and periods: sums of a restaurant's reservations by the day of the visit.
//!
//! The worker writes them. It asks every few seconds which days have changed, by the marks that every change of a day's stock and every
//! action raises anyway, and sums those days up anew. So a booking does nothing for a report, and a sum is seconds old at most.

pub mod home;
pub mod model;
pub mod period;
pub mod queries;
pub mod sweep;
pub mod totals;
