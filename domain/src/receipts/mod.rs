//! Documents of payments: receipts and invoices with the contents of a qualified invoice (diner §4 and §7, gaps G094).

pub mod actions;
mod addressee;
pub mod changes;
pub mod document;
pub mod error;
pub mod history;
pub mod mails;
pub mod refunds;
pub mod tax;
