use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::i18n::Locale;
use crate::ids::{ReservationId, RestaurantId, UserId};

/// A mail of ours. Its name is data in `mail_deliveries`, and the folder of its templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Template {
    EmailConfirmation,
    PasswordReset,
    TwoFactorCode,
    ReservationAccepted,
    ReservationCancelled,
    /// A payment came after the hold had ended and the seats were gone: it was given back.
    ReservationExpiredRefunded,
    /// A payment came after the hold had ended, and seats could still be had: the booking stands.
    ReservationReseated,
    /// A slot freed by a cancellation has opened to the reader's group.
    StandbyReleased,
    /// A restaurant writes to its customers.
    Announcement,
    /// A restaurant keeps seats for the reader, who may have no account yet.
    Invitation,
    /// The restaurant took its invitation back, of which the reader had been told.
    InvitationWithdrawn,
}

impl Template {
    pub const ALL: [Self; 11] = [
        Self::EmailConfirmation,
        Self::PasswordReset,
        Self::TwoFactorCode,
        Self::ReservationAccepted,
        Self::ReservationCancelled,
        Self::ReservationExpiredRefunded,
        Self::ReservationReseated,
        Self::StandbyReleased,
        Self::Announcement,
        Self::Invitation,
        Self::InvitationWithdrawn,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::EmailConfirmation => "email_confirmation",
            Self::PasswordReset => "password_reset",
            Self::TwoFactorCode => "two_factor_code",
            Self::ReservationAccepted => "reservation_accepted",
            Self::ReservationCancelled => "reservation_cancelled",
            Self::ReservationExpiredRefunded => "reservation_expired_refunded",
            Self::ReservationReseated => "reservation_reseated",
            Self::StandbyReleased => "standby_released",
            Self::Announcement => "announcement",
            Self::Invitation => "invitation",
            Self::InvitationWithdrawn => "invitation_withdrawn",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|template| template.name() == name)
    }
}

/// A mail to be sent. `context` holds ids only; names, addresses and amounts are read when it is sent.
#[derive(Clone)]
pub struct NewMail {
    pub template: Template,
    pub locale: Locale,
    pub recipient: String,
    pub user_id: Option<UserId>,
    pub reservation_id: Option<ReservationId>,
    pub context: Value,
    /// A second mail of the same key is no mail.
    pub dedup_key: Option<String>,
    /// Not before then; at once without.
    pub send_after: Option<DateTime<Utc>>,
    /// The restaurant on whose behalf it goes out, if any.
    pub restaurant_id: Option<RestaurantId>,
}

impl NewMail {
    pub fn to_user(template: Template, locale: Locale, user: UserId, recipient: &str, context: Value) -> Self {
        Self {
            template,
            locale,
            recipient: recipient.to_owned(),
            user_id: Some(user),
            reservation_id: None,
            context,
            dedup_key: None,
            send_after: None,
            restaurant_id: None,
        }
    }

    /// What a reservation's diner is told about it, once.
    pub fn about_reservation(
        template: Template,
        locale: Locale,
        user: UserId,
        recipient: &str,
        id: ReservationId,
    ) -> Self {
        Self {
            reservation_id: Some(id),
            dedup_key: Some(format!("{}:{id}", template.name())),
            ..Self::to_user(template, locale, user, recipient, json!({}))
        }
    }
}
