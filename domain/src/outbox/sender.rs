//! Resources with which a worker sends.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::mails::Mailer;
use super::registry::{MessageSubject, Registry};
use crate::clients::twilio::Twilio;
use crate::config::Config;
use crate::i18n::Locale;
use crate::ids::{MailDeliveryId, ReservationId};
use crate::signing::Signer;

/// The mail server, the phone provider, the configuration for links, and the registry of mails.
#[derive(Clone)]
pub struct Outbox {
    pub(super) mailer: Mailer,
    pub(super) twilio: Twilio,
    pub(super) registry: Arc<Registry>,
    base_url: String,
    sender: String,
    signer: Signer,
}

impl Outbox {
    /// # Errors
    /// `SMTP_URL` or `MAIL_FROM` is invalid.
    pub fn new(config: &Config, registry: Registry) -> anyhow::Result<Self> {
        Ok(Self {
            mailer: Mailer::new(config)?,
            twilio: Twilio::new(&config.twilio),
            registry: Arc::new(registry),
            base_url: config.base_url.clone(),
            sender: config.mail_address().to_owned(),
            signer: Signer::new(&config.secret),
        })
    }

    pub(super) fn subject<'a>(
        &'a self,
        locale: Locale,
        reservation: Option<ReservationId>,
        ids: &'a serde_json::Value,
        now: DateTime<Utc>,
    ) -> MessageSubject<'a> {
        let (base_url, sender, signer) = (self.base_url.as_str(), self.sender.as_str(), &self.signer);
        let mail = MailDeliveryId(0);
        MessageSubject { reservation, mail, recipient: "", ids, locale, now, base_url, sender, signer }
    }

    pub(super) fn base_url(&self) -> &str {
        &self.base_url
    }
}
