//! Booking over HTTP: what is held, for whom, how it becomes a booking and ends; and what is refused, with nothing changed.

mod access;
mod batches;
mod by_keys;
mod cancel;
mod change;
mod course;
mod delivery;
mod hold;
mod invitations;
mod list;
mod preferences;
mod rejected;
mod replace;
mod review;
mod sql_counterparts;
mod terms;
mod token;
