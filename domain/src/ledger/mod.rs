//! All movements of money in double entry: payments and refunds of card holders, disputed money, earnings and charges of restaurants, and
//! payouts. A transfer is written once, in the transaction that it books, and never changes.

pub mod model;
pub mod queries;
