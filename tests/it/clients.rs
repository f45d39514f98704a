//! The clients of outside services, against the stand-ins and, for cards, also against localstripe.

mod cards;
mod double;
mod mail;
mod payments;
mod stand_in;
mod subscriptions;
mod twilio;
mod webhooks;
