//! Booking a slot over HTTP: what is held, what is refused, and that nothing else changes.

mod hold;
