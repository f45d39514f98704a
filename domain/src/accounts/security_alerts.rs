//! Security alerts: mails about changes of an account, so the person notices an attacker.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::alert_kind::{Alert, NUMBER_AFTER, NUMBER_BEFORE};
use super::audit_trail;
use super::device::Device;
use super::mails;
use super::person::{self, Person};
use crate::i18n::Locale;
use crate::ids::UserId;
use crate::outbox::mails::{NewMail, queue};
use crate::phone::digits;
use crate::rng::Rng;
use crate::sessions::{AccountId, device_name};

const SHOWN_DIGITS: usize = 4;

/// The browser that makes a change: its user agent and its language.
#[derive(Clone, Copy, Debug)]
pub struct Browser<'a> {
    pub user_agent: &'a str,
    pub locale: Locale,
}

/// Mails an alert to the person, in their language if known, and records it in the audit log.
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

/// Mails an alert whose audit event is recorded elsewhere.
pub(super) async fn mail(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    person: &Person,
    what: Alert,
    device: Browser<'_>,
) -> sqlx::Result<()> {
    let context = context(now, person.who, what, device);
    queue_mail(conn, rng, now, person, device.locale, context).await
}

/// Returns the context of an alert's mail.
fn context(now: DateTime<Utc>, who: AccountId, what: Alert, device: Browser<'_>) -> Value {
    json!({
        "alert": what, "side": who.side(), "id": who.id(), "at": now, "device": device_name(device.user_agent),
    })
}

async fn queue_mail(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    person: &Person,
    fallback: Locale,
    context: Value,
) -> sqlx::Result<()> {
    let locale = person.locale.unwrap_or(fallback);
    let mail = match person.who {
        AccountId::Diner(id) => NewMail::to_user(mails::SECURITY_ALERT, locale, id, &person.email, context),
        AccountId::Owner(_) | AccountId::Admin(_) => {
            NewMail::to_staff(mails::SECURITY_ALERT, locale, &person.email, context)
        }
    };
    queue(conn, rng, now, mail).await
}

/// Mails an alert to a diner, by id.
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

/// Mails a diner that the phone number was changed, with the last digits of both numbers, by which the diner recognises them.
pub(super) async fn alert_phone_changed(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: UserId,
    [before, after]: [&str; 2],
    device: Browser<'_>,
) -> sqlx::Result<()> {
    let who = AccountId::Diner(id);
    let Some(person) = person::find(conn, who).await? else { return Ok(()) };
    audit_trail::record_own_action(conn, now, who, &format!("account.{}", Alert::PhoneChanged)).await?;
    let mut context = context(now, who, Alert::PhoneChanged, device);
    context[NUMBER_BEFORE] = last_digits(before).into();
    context[NUMBER_AFTER] = last_digits(after).into();
    queue_mail(conn, rng, now, &person, device.locale, context).await
}

fn last_digits(number: &str) -> String {
    let digits = digits(number);
    digits.chars().skip(digits.len().saturating_sub(SHOWN_DIGITS)).collect()
}

/// Stores the browser of a completed sign-in. Mails an alert if the person has signed in before, but not with this browser.
pub async fn note_sign_in(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    who: AccountId,
    device: &Device,
    browser: Browser<'_>,
) -> sqlx::Result<()> {
    audit_trail::record_own_action(conn, now, who, audit_trail::SIGNED_IN).await?;
    person::set_console_locale(conn, who, browser.locale, false).await?;
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

    /// The previous address of an account can neither sign in nor request a new password.
    #[test]
    fn notice_to_previous_address_advises_to_contact_the_operator() {
        for (locale, contact, password) in [
            (Locale::En, "please contact us", "change your password"),
            (Locale::Ja, "お問い合わせください", "パスワードを変更"),
        ] {
            let link = "https://seki.test/en/legal/contact";
            let sample = json!({ "alert": Alert::EmailChanged, "at": "", "device": "", "numbers": null, "link": link });
            let mail = rendered(mails::SECURITY_ALERT, locale, sample);
            for body in [&mail.text, &mail.html] {
                assert!(body.contains(contact) && !body.contains(password), "{body}");
            }
        }
    }

    #[test]
    fn every_alert_renders_in_both_languages() {
        for locale in Locale::ALL {
            for alert in Alert::ALL {
                let sample = json!({
                    "alert": alert, "at": "2026年11月21日 18:00", "device": "Chrome, Windows", "numbers": null,
                    "link": "https://seki.test/users/profile/security_settings",
                });
                let is_kept = alert == Alert::NewBrowser;
                let render = if is_kept { snapshot } else { rendered };
                assert!(!render(mails::SECURITY_ALERT, locale, sample).subject.is_empty());
            }
        }
    }
}
