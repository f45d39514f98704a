//! Earnings and charges of restaurants: booked in the ledger as they arise, charged in a monthly invoice (gaps G167), and settled by bank
//! transfer.

pub mod bank;
pub mod close;
pub mod error;
pub mod list;
mod losses;
pub mod rates;
pub mod statement;
