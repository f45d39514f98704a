use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::i18n::Locale;
use crate::ids::{ReservationId, RestaurantId, UserId};

/// The template of a mail. Its name is data in `mail_deliveries`, and the folder of its files in `mail-templates`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailTemplate {
    pub name: &'static str,
    /// Its files, by the names that they use to include each other.
    pub(super) sources: &'static [(&'static str, &'static str)],
}

impl MailTemplate {
    pub const fn new(name: &'static str, sources: &'static [(&'static str, &'static str)]) -> Self {
        Self { name, sources }
    }
}

/// The template of a name, with the parts that it includes in addition to the parts that all mails share.
macro_rules! template {
    ($name:literal $(, $part:literal)*) => {
        $crate::outbox::mails::MailTemplate::new($name, &[
            $(($part, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/mail-templates/", $part, ".j2"))),)*
            (
                concat!($name, "/subject.txt"),
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/mail-templates/", $name, "/subject.txt.j2")),
            ),
            (
                concat!($name, "/body.txt"),
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/mail-templates/", $name, "/body.txt.j2")),
            ),
            (
                concat!($name, "/body.html"),
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/mail-templates/", $name, "/body.html.j2")),
            ),
        ])
    };
}
pub(crate) use template;

/// A mail to send. Its subject consists of ids only: the reservation, and the ids in `context`. Names, addresses and amounts are read when
/// it is sent.
#[derive(Clone)]
pub struct NewMail {
    pub template: MailTemplate,
    pub locale: Locale,
    pub recipient: String,
    pub user_id: Option<UserId>,
    pub reservation_id: Option<ReservationId>,
    pub context: Value,
    /// A second mail with the same key is not inserted.
    pub dedup_key: Option<String>,
    /// Bulk mails have a separate queue: mails to one person (codes, confirmations, invitations) do not wait behind them.
    pub is_bulk: bool,
    /// Earliest time of sending; None for immediately.
    pub send_after: Option<DateTime<Utc>>,
    /// The restaurant for which it is sent, if any.
    pub restaurant_id: Option<RestaurantId>,
}

impl NewMail {
    pub fn to_user(template: MailTemplate, locale: Locale, user: UserId, recipient: &str, context: Value) -> Self {
        Self { user_id: Some(user), ..Self::to_staff(template, locale, recipient, context) }
    }

    /// Creates a mail to an owner, a member of staff or an admin, who has no diner's profile.
    pub fn to_staff(template: MailTemplate, locale: Locale, recipient: &str, context: Value) -> Self {
        Self {
            template,
            locale,
            recipient: recipient.to_owned(),
            user_id: None,
            reservation_id: None,
            context,
            dedup_key: None,
            is_bulk: false,
            send_after: None,
            restaurant_id: None,
        }
    }
}
