//! What a restaurant's staff do with reservations (owner §2 to §7): those written down by hand, invitations, bookings of
//! other channels, memos, lists, and requests to cancel.

pub mod detail;
