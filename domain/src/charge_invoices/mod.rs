//! What restaurants earn and owe: booked in the ledger as it arises, charged in an invoice a month (gaps G167), and settled by
//! bank transfer.

pub mod bank;
pub mod close;
pub mod error;
pub mod list;
pub mod rates;
