//! All movements of money in double entry: payments and refunds of card holders, disputed money, earnings and charges of restaurants, and
//! payouts. A transfer is written once and never changes. Payments and refunds are booked in the transaction that records them.

pub mod model;
pub mod queries;
