//! Shared code of the black-box tests: a complete Seki on real ports over its own PostgreSQL database, the stand-ins, personas with
//! browsers, and restaurants.

mod app;
mod authenticator;
mod booking;
mod crowd;
mod database_proxy;
mod failure;
mod jobs;
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
mod sign_in;
mod staff;
mod stopwatch;
mod template;
mod variables;
mod verify;

pub use app::{DAY, HOUR, Options, PASSWORD, TestApp, WAIT_TIMEOUT, allowed, eventually};
pub use authenticator::Authenticator;
pub use booking::{RESERVATIONS, all_ticked, card_of, waiting_intents};
pub use crowd::Contender;
pub use database_proxy::{DatabaseProxy, password_of};
pub use failure::{Failure, Result};
pub use jobs::RunningWorker;
pub use outside::{Outside, cards};
pub use owner::{GuestSpec, INVITED_RESERVATIONS, OFFLINE_RESERVATIONS, VisitSpec};
pub use persona::{Call, Csrf, JSON, Persona};
pub use places::{TestRestaurant, place};
pub use plans::{PLANS, shown_quote};
pub use programs::{Program, Ran, free_port, run_seki, seki, seki_command};
pub use refill::{ALL_WEEK, TemplateSpec, templates_path};
pub use reply::Reply;
pub use restaurant::{CourseSpec, Restaurant, RestaurantSpec, Slot, SlotSpec, TestPlan, usual_policy};
pub use security_key::SecurityKey;
pub use staff::justified;
pub use template::TestDatabase;
pub use variables::variables;
pub use verify::{BOOKED, INVOICED};
