//! Reservations: holds, their completion, cancellation and expiry (diner §4, gaps G049 to G090); invitations and their
//! answers (gaps G150 to G152); what staff do with them is in `office`.

pub mod admission;
pub mod cancel;
pub mod confirm;
pub mod end;
pub mod error;
pub mod expire;
pub mod invitation;
pub mod model;
pub mod office;
pub mod place_hold;
pub mod queries;
pub mod seats;
pub mod try_holds;
pub mod write_holds;
