//! Sessions (G043): one row for each browser and side, identified by the SHA-256 of the cookie's token.

mod actions;
mod model;
mod queries;
mod user_agent;

pub use actions::{
    LIFETIME, SessionStart, complete_second_factor, find_by_token, find_pending, prune, revoke, revoke_all_but,
    revoke_own, start,
};
pub use model::{AccountId, Session, Side, Token, TokenHash};
pub use queries::{find, list, set_restaurant};
pub use user_agent::device_name;
