//! Disputed payments for the platform's people: deadlines, evidence, answers, and the mails about them. `payments::disputes` records and
//! books what the bank does (docs/decisions/0014).

pub mod actions;
pub mod error;
pub mod evidence;
pub mod mails;
pub mod model;
pub mod queries;
pub mod sweep;
