//! Who is signed in where (G043): one row per browser and side, known by the SHA-256 of the cookie's token.

mod actions;
mod model;
mod queries;

pub use actions::{LIFETIME, Start, complete_second_factor, find_by_token, prune, revoke, revoke_all_but, start};
pub use model::{Session, Side, Token, TokenHash, Who};
pub use queries::{find, find_all, set_restaurant};
