//! Reservations (diner §4, owner §2 to §7). This module has what all kinds share; `holds`, `bookings`, `invitations` and `requests` (to
//! cancel) have the steps of their life cycle.

pub mod bookings;
pub mod calendar_file;
pub mod charges;
pub mod delivery;
pub mod detail;
pub mod end;
pub mod error;
pub mod gold;
pub mod holds;
pub mod increases;
pub mod invitations;
pub mod list;
pub mod mail_rows;
mod mail_view;
pub mod mails;
pub mod model;
pub mod no_show_fee_rows;
pub mod no_show_fees;
pub mod payment_notifications;
pub mod preferences;
pub mod queries;
pub mod requests;
pub mod seats;
pub mod service;
pub mod staff;
pub mod unpaid_fees;
