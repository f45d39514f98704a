//! Which area makes which mail and text message. The outbox stores and sends, and knows no area; a program that sends
//! hands it this list.

use std::future::Future;
use std::pin::Pin;

use chrono::{DateTime, Utc};
use minijinja::Environment;
use serde_json::Value;
use sqlx::PgConnection;

use super::mails::{MailError, MailTemplate, environment};
use crate::i18n::Locale;
use crate::ids::ReservationId;
use crate::signing::Signer;

pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The subject of a mail or message, and what its links need.
pub struct MessageSubject<'a> {
    pub reservation: Option<ReservationId>,
    /// The row of the mail, and where it goes; 0 and blank for a text message.
    pub mail: i64,
    pub recipient: &'a str,
    /// Other ids, as they were stored.
    pub ids: &'a Value,
    pub locale: Locale,
    /// When the mail is made.
    pub now: DateTime<Utc>,
    pub base_url: &'a str,
    pub signer: &'a Signer,
}

impl MessageSubject<'_> {
    /// A number among the stored ids; 0 when it is not there.
    pub fn id(&self, key: &str) -> i64 {
        self.ids[key].as_i64().unwrap_or_default()
    }

    /// A uid among the stored ids; blank when it is not there.
    pub fn uid(&self, key: &str) -> &str {
        self.ids[key].as_str().unwrap_or_default()
    }
}

pub type MakeContext =
    for<'a> fn(&'a mut PgConnection, &'a MessageSubject<'a>) -> BoxFuture<'a, Result<Option<Value>, MailError>>;
pub type MakeText =
    for<'a> fn(&'a mut PgConnection, &'a MessageSubject<'a>) -> BoxFuture<'a, sqlx::Result<Option<String>>>;

/// What is noted once a mail or message about a reservation has gone out.
pub type AfterSend = for<'a> fn(&'a mut PgConnection, ReservationId, DateTime<Utc>) -> BoxFuture<'a, sqlx::Result<()>>;

/// A mail of an area.
pub struct MailDefinition {
    pub template: MailTemplate,
    /// What the template is filled with besides the reader's name and language: read from the tables when it is sent.
    /// Links and codes are derived here, and live nowhere else. Nothing when the mail's subject is over.
    pub context: MakeContext,
    pub after: Option<AfterSend>,
}

/// A text message of an area.
pub struct MessageDefinition {
    /// Data in `sms_deliveries`.
    pub name: &'static str,
    /// Its text; nothing when its subject is over.
    pub text: MakeText,
    pub after: Option<AfterSend>,
}

/// All mails and messages there are.
pub struct Registry {
    mails: Vec<&'static MailDefinition>,
    messages: Vec<&'static MessageDefinition>,
    pub(super) environment: Environment<'static>,
}

impl Registry {
    pub fn new(mails: &[&'static [MailDefinition]], messages: &[&'static [MessageDefinition]]) -> Self {
        let mails: Vec<_> = mails.iter().copied().flatten().collect();
        let environment = environment(mails.iter().map(|mail| mail.template));
        Self { mails, messages: messages.iter().copied().flatten().collect(), environment }
    }

    pub fn mail(&self, name: &str) -> Option<&'static MailDefinition> {
        self.mails.iter().find(|mail| mail.template.name == name).copied()
    }

    pub fn message(&self, name: &str) -> Option<&'static MessageDefinition> {
        self.messages.iter().find(|message| message.name == name).copied()
    }

    /// The names of all mails.
    pub fn mail_names(&self) -> Vec<&'static str> {
        self.mails.iter().map(|mail| mail.template.name).collect()
    }
}
