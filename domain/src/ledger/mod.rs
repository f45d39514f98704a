//! Every movement of money, double entry: what card holders pay and get back, what banks take away, what restaurants earn, are
//! charged and are paid. A transfer is written in the transaction of what it books, once, and is never changed.

pub mod model;
pub mod queries;
