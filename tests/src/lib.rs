//! What the black-box tests share: a whole Seki (web server, worker, stand-ins) over a database of its own, and visitors
//! who use it by HTTP.

mod database;
mod places;
mod visitor;
mod world;

pub use places::{Place, place};
pub use visitor::{Answer, Visitor};
pub use world::World;
