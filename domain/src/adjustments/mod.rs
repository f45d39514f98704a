//! Adjustments: refunds and corrections that an admin makes manually, before or after the visit (gaps G205).
//!
//! A request is a row. Above a sum that the operator sets, another admin approves it. An approved refund raises the charge's `refund_due`, an
//! approved correction plans a charge; both are then reconciled with the card provider like any other (`settlement`).

mod actions;
mod admin_mails;
pub mod error;
pub mod mails;
pub mod model;
pub mod queries;
mod settle;
mod view;

pub use actions::{approve, reject, request_correction, request_refund, withdraw};
pub use settle::{list_due, settle};
