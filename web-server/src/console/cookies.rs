//! The session cookies of the two consoles.

pub const OWNER_COOKIE: &str = "seki_owner";
pub const ADMIN_COOKIE: &str = "seki_admin";
