//! Mails: enqueued in the transaction that they report, rendered from the current data when they are sent, and sent by the worker.

mod actions;
mod error;
mod model;
mod queries;
mod render;
mod transport;

pub use actions::{count_due, count_waiting, deliver, queue, queue_all, queue_dropped, reader_locale, sweep};
pub use error::MailError;
pub(crate) use model::template;
pub use model::{MailTemplate, NewMail};
pub use queries::mark_discarded;
pub use render::{ATTACHMENT, MailAttachment, Rendered, environment};
#[cfg(test)]
pub use render::{rendered, snapshot};
pub use transport::Mailer;
