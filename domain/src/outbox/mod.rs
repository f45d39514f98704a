//! The outbox: mails and text messages, inserted in the transaction that they report and sent by the worker, and the notifications of the
//! owner's bell.
//!
//! A row contains a template's name, the ids of its subject, the recipient and the language. The area that owns the subject renders the
//! text when it is sent (`Registry`).

pub mod failures;
pub mod mails;
pub mod messages;
pub mod notifications;
mod registry;
mod sender;

pub use registry::{
    AfterSend, BoxFuture, FailedDelivery, FailureDefinition, MailDefinition, MessageDefinition, MessageSubject,
    Registry,
};
pub use sender::Outbox;
