//! What the black-box tests share: a whole Seki on real ports over a PostgreSQL of its own, the services outside, people
//! with browsers, and restaurants to book at.

mod app;
mod authenticator;
mod booking;
mod crowd;
mod failure;
mod line;
mod outside;
mod owner;
mod persona;
mod places;
mod plans;
mod programs;
mod refill;
mod reply;
mod restaurant;
mod security_key;
mod staff;
mod stopwatch;
mod template;
mod variables;
mod verify;
mod visitor;
mod world;

pub use app::{DINER_PASSWORD, Options, PATIENCE, RunningWorker, TestApp, allowed, eventually};
pub use authenticator::Authenticator;
pub use booking::{RESERVATIONS, all_ticked, card_of, waiting_intents};
pub use crowd::Contender;
pub use failure::{Failure, Result};
pub use line::Line;
pub use outside::{Outside, cards};
pub use owner::{GuestSpec, INVITED_RESERVATIONS, OFFLINE_RESERVATIONS, VisitSpec};
pub use persona::{Call, Csrf, JSON, Persona};
pub use places::{Place, place};
pub use plans::PLANS;
pub use programs::{Program, Ran, free_port, run_seki, seki};
pub use refill::{ALL_WEEK, TemplateSpec, templates_path};
pub use reply::Reply;
pub use restaurant::{CourseSpec, Plan, Restaurant, RestaurantSpec, Slot, SlotSpec, usual_policy};
pub use security_key::SecurityKey;
pub use staff::STAFF_PASSWORD;
pub use template::TestDatabase;
pub use variables::variables;
pub use verify::{BOOKED, INVOICED};
pub use visitor::{Answer, Visitor};
pub use world::World;
