//! Paid tiers over HTTP, with the card provider's stand-in.

mod calendar;
mod club;
mod gold;
mod gold_rounds;
mod money;
mod premium;
mod quotes;
mod search;
mod trials;
