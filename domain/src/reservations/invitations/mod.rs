//! Invitations: the restaurant reserves seats for a guest, who answers before the deadline (gaps G042, G150 to G152).

pub mod answer;
pub mod claim;
mod create;
pub mod guests;
pub mod messages;
pub mod queries;
pub mod send;
mod token;
mod web_seats;
mod withdraw;

pub use answer::{accept, decline};
pub use claim::{claim, claim_with_token};
pub use create::{invite, invite_once};
pub use queries::{Invitation, find_for};
pub use send::{NewInvite, send};
pub use token::invite_uid_of;
pub use web_seats::open_on_web;
pub use withdraw::withdraw;
