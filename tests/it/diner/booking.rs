//! Booking over HTTP: holds, their diners, how they become bookings and end; and rejections that change nothing.

mod access;
mod batches;
mod by_keys;
mod cancel;
mod change;
mod course;
mod delivery;
mod hold;
mod increases;
mod invitations;
mod list;
mod preferences;
mod rejected;
mod replace;
mod review;
mod sql_counterparts;
mod terms;
mod token;
