//! What is told to people: mails and text messages, written down in the transaction of what they tell of and sent by the
//! worker, and the notifications of the owners' bell.

pub mod mails;
pub mod messages;
pub mod notifications;
