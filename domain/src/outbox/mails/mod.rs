//! Mails: queued with the deed they tell of, rendered from tables when they are sent, and sent by the worker.

mod actions;
mod announcement;
mod error;
pub mod invitation;
mod model;
mod queries;
mod render;
mod reservation;
#[cfg(test)]
mod samples;
mod standby;
mod transport;

pub use actions::{deliver, queue, queue_for_reservation, sweep};
pub use error::MailError;
pub use model::{NewMail, Template};
pub use render::Rendered;
pub use transport::Mailer;
