//! The registry of mails and text messages by area. The outbox stores and sends and does not depend on any area; a program that sends
//! passes this list to it.

use std::future::Future;
use std::pin::Pin;

use chrono::{DateTime, Utc};
use minijinja::Environment;
use serde_json::Value;
use sqlx::PgConnection;

use super::mails::{MailError, MailTemplate, environment};
use crate::i18n::Locale;
use crate::ids::{MailDeliveryId, ReservationId};
use crate::signing::Signer;

pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The subject of a mail or message, and the data for its links.
pub struct MessageSubject<'a> {
    pub reservation: Option<ReservationId>,
    /// Id of the mail's row, and its recipient; 0 and blank for a text message.
    pub mail: MailDeliveryId,
    pub recipient: &'a str,
    /// Other ids, as stored.
    pub ids: &'a Value,
    pub locale: Locale,
    /// The time of rendering.
    pub now: DateTime<Utc>,
    pub base_url: &'a str,
    /// Address from which mails are sent.
    pub sender: &'a str,
    pub signer: &'a Signer,
}

impl MessageSubject<'_> {
    /// Returns a number from the stored ids; 0 if it is missing.
    pub fn id(&self, key: &str) -> i64 {
        self.ids[key].as_i64().unwrap_or_default()
    }

    /// Returns a uid from the stored ids; blank if it is missing.
    pub fn uid(&self, key: &str) -> &str {
        self.ids[key].as_str().unwrap_or_default()
    }
}

pub type MakeContext =
    for<'a> fn(&'a mut PgConnection, &'a MessageSubject<'a>) -> BoxFuture<'a, Result<Option<Value>, MailError>>;
pub type MakeText =
    for<'a> fn(&'a mut PgConnection, &'a MessageSubject<'a>) -> BoxFuture<'a, sqlx::Result<Option<String>>>;

/// Runs after a mail or message about a reservation was sent.
pub type AfterSend = for<'a> fn(&'a mut PgConnection, ReservationId, DateTime<Utc>) -> BoxFuture<'a, sqlx::Result<()>>;

/// A mail or text message that did not reach its recipient.
#[derive(Clone, Debug)]
pub struct FailedDelivery {
    pub reservation: Option<ReservationId>,
    /// Other ids, as stored with a mail; null for a text message.
    pub ids: Value,
}

impl FailedDelivery {
    /// Returns a uid from the stored ids; blank if it is missing.
    pub fn uid(&self, key: &str) -> &str {
        self.ids[key].as_str().unwrap_or_default()
    }

    /// Returns a number from the stored ids; 0 if it is missing.
    pub fn id(&self, key: &str) -> i64 {
        self.ids[key].as_i64().unwrap_or_default()
    }
}

/// Records since when a delivery is undelivered; None once an operator's replay has sent it.
pub type SetUndelivered =
    for<'a> fn(&'a mut PgConnection, &'a FailedDelivery, Option<DateTime<Utc>>) -> BoxFuture<'a, sqlx::Result<()>>;

/// The consequence of a failed mail or text message of an area.
pub struct FailureDefinition {
    /// Name of the template, in `mail_deliveries` and `sms_deliveries`.
    pub name: &'static str,
    pub set_undelivered: SetUndelivered,
}

/// A mail of an area.
pub struct MailDefinition {
    pub template: MailTemplate,
    /// Returns the template's context in addition to the reader's name and language, read from the tables when the mail is sent. Links and
    /// codes are derived here and stored nowhere else. None if the mail's subject has ended.
    pub context: MakeContext,
    pub after: Option<AfterSend>,
}

/// A text message of an area.
pub struct MessageDefinition {
    /// Name in `sms_deliveries`.
    pub name: &'static str,
    /// Returns its text; None if its subject has ended.
    pub text: MakeText,
    pub after: Option<AfterSend>,
}

/// All mails and text messages, and the consequences of failed ones.
pub struct Registry {
    mails: Vec<&'static MailDefinition>,
    messages: Vec<&'static MessageDefinition>,
    failures: Vec<&'static FailureDefinition>,
    pub(super) environment: Environment<'static>,
}

impl Registry {
    pub fn new(
        mails: &[&'static [MailDefinition]],
        messages: &[&'static [MessageDefinition]],
        failures: &[&'static [FailureDefinition]],
    ) -> Self {
        let mails: Vec<_> = mails.iter().copied().flatten().collect();
        let environment = environment(mails.iter().map(|mail| mail.template));
        let messages = messages.iter().copied().flatten().collect();
        Self { mails, messages, failures: failures.iter().copied().flatten().collect(), environment }
    }

    pub fn mail(&self, name: &str) -> Option<&'static MailDefinition> {
        self.mails.iter().find(|mail| mail.template.name == name).copied()
    }

    pub fn message(&self, name: &str) -> Option<&'static MessageDefinition> {
        self.messages.iter().find(|message| message.name == name).copied()
    }

    pub(super) fn failure(&self, name: &str) -> Option<&'static FailureDefinition> {
        self.failures.iter().find(|failure| failure.name == name).copied()
    }

    /// Returns the names of the templates whose failure has a consequence.
    pub(super) fn failure_names(&self) -> Vec<String> {
        self.failures.iter().map(|failure| failure.name.to_owned()).collect()
    }

    /// Returns the names of all mails.
    pub fn mail_names(&self) -> Vec<&'static str> {
        self.mails.iter().map(|mail| mail.template.name).collect()
    }
}
