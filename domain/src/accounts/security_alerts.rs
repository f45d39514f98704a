//! What somebody is told about their account by mail, so that a stranger cannot change it unnoticed.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::audit_trail;
use super::device::Device;
use super::mails;
use super::person::{self, Person};
use crate::i18n::Locale;
use crate::ids::UserId;
use crate::outbox::mails::{NewMail, queue};
use crate::rng::Rng;
use crate::sessions::{AccountId, device_name};
use crate::text_enum::text_enum;

text_enum! {
    /// What happened; the mail's texts are `mail.security_alert.<alert>`.
    pub enum Alert {
        PasswordChanged = "password_changed",
        EmailChanged = "email_changed",
        PhoneChanged = "phone_changed",
        NewBrowser = "new_browser",
        CardAdded = "card_added",
        FactorAdded = "factor_added",
        MailedCodeAdded = "mailed_code_added",
        FactorRemoved = "factor_removed",
        PasskeyAdded = "passkey_added",
        PasskeyRemoved = "passkey_removed",
        RecoveryCodesRenewed = "recovery_codes_renewed",
        RecoveryCodeUsed = "recovery_code_used",
    }
}

/// What a change is made with: the browser's name for itself, and the language that it reads.
#[derive(Clone, Copy, Debug)]
pub struct Browser<'a> {
    pub user_agent: &'a str,
    pub locale: Locale,
}

/// Mails an alert to the person whom it is about, in their own language where they have one. The audit keeps it.
pub async fn alert(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    person: &Person,
    what: Alert,
    device: Browser<'_>,
) -> sqlx::Result<()> {
    audit_trail::record_own_action(conn, now, person.who, &format!("account.{what}")).await?;
    mail(conn, rng, now, person, what, device).await
}

/// Only the mail, for what the audit keeps in another way.
pub(super) async fn mail(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    person: &Person,
    what: Alert,
    device: Browser<'_>,
) -> sqlx::Result<()> {
    let who = person.who;
    let context = json!({
        "alert": what, "side": who.side(), "id": who.id(), "at": now, "device": device_name(device.user_agent),
    });
    let locale = person.locale.unwrap_or(device.locale);
    let mail = match who {
        AccountId::Diner(id) => NewMail::to_user(mails::SECURITY_ALERT, locale, id, &person.email, context),
        AccountId::Owner(_) | AccountId::Admin(_) => {
            NewMail::to_staff(mails::SECURITY_ALERT, locale, &person.email, context)
        }
    };
    queue(conn, rng, now, mail).await
}

/// The same for a diner of whom only the id is at hand.
pub async fn alert_diner(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: UserId,
    what: Alert,
    device: Browser<'_>,
) -> sqlx::Result<()> {
    match person::find(conn, AccountId::Diner(id)).await? {
        Some(person) => alert(conn, rng, now, &person, what, device).await,
        None => Ok(()),
    }
}

/// Notes the browser of a completed sign-in. Somebody who signed in before, but not with this one, is told by mail.
pub async fn note_sign_in(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    who: AccountId,
    device: &Device,
    browser: Browser<'_>,
) -> sqlx::Result<()> {
    audit_trail::record_own_action(conn, now, who, audit_trail::SIGNED_IN).await?;
    if !device.remember(conn, now, who).await? {
        return Ok(());
    }
    match person::find(conn, who).await? {
        Some(person) => alert(conn, rng, now, &person, Alert::NewBrowser, browser).await,
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::mails::{rendered, snapshot};

    #[test]
    fn every_alert_renders_in_both_languages() {
        for locale in Locale::ALL {
            for alert in Alert::ALL {
                let sample = json!({
                    "alert": alert, "at": "2026年11月21日 18:00", "device": "Chrome, Windows",
                    "link": "https://seki.test/users/profile/security_settings",
                });
                let is_kept = alert == Alert::NewBrowser;
                let render = if is_kept { snapshot } else { rendered };
                assert!(!render(mails::SECURITY_ALERT, locale, sample).subject.is_empty());
            }
        }
    }
}
