//! Reports on days and periods: totals of reservations by the day of the visit, for a restaurant's staff and for the operator.
//!
//! The worker writes the totals. Every few seconds it queries the days that have changed, by the marks that every change of a day's stock
//! and every action set anyway, and recomputes their totals. A booking therefore has no extra work for reports, and totals are at most
//! seconds old.

pub mod home;
pub mod model;
pub mod period;
pub mod platform;
pub mod queries;
pub mod sweep;
pub mod totals;
pub mod turn_times;
