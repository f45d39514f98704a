//! The mail with the link for a new password. The worker creates it, and only then looks up the requested address. The mail goes to the
//! stored address of the account.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::links::{PASSWORD_RESET, link_token};
use super::person;
use super::queries::{self, MailToken};
use super::staff_links::{console_path, reset_token, staff};
use crate::i18n::Locale;
use crate::ids::{MailDeliveryId, UserId};
use crate::outbox::MessageSubject;
use crate::outbox::mails::MailError;
use crate::sessions::Side;

pub(super) const RESET_LINK_LIFETIME: Duration = Duration::hours(2);

/// Returns the fields of the requested mail, and sets its recipient to the account's stored address. Returns `None` if no account has
/// the address, which is then deleted from the mail.
pub(super) async fn reset_link(
    conn: &mut PgConnection,
    subject: &MessageSubject<'_>,
) -> Result<Option<Value>, MailError> {
    let side = Side::named(subject.uid("side")).unwrap_or(Side::Diner);
    let found = match side {
        Side::Diner => diner_reset_link(conn, subject).await?,
        Side::Owner | Side::Admin => staff_reset_link(conn, subject, side).await?,
    };
    if found.is_none() {
        clear_recipient(conn, subject.mail).await?;
    }
    Ok(found)
}

/// Creates a diner's link. Its token invalidates earlier links.
async fn diner_reset_link(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> Result<Option<Value>, MailError> {
    let Some(user) = queries::addressee_by_email(conn, subject.recipient).await? else { return Ok(None) };
    let expires_at = DateTime::from_timestamp(subject.id("expires_at"), 0).unwrap_or_default();
    let token = MailToken {
        uid: subject.uid("token_uid").to_owned(),
        purpose: PASSWORD_RESET.to_owned(),
        user_id: user.id,
        email: user.email.clone(),
        expires_at,
        used_at: None,
    };
    end_older_links(conn, &token, subject.now).await?;
    queries::insert_mail_token(conn, &token, expires_at - RESET_LINK_LIFETIME).await?;
    address_mail(conn, subject.mail, Some(user.id), &user.email).await?;
    let locale = Locale::parse(&user.locale).unwrap_or_default();
    let (last, first) = (&user.name_last, &user.name_first);
    let link = link_token(subject.signer, PASSWORD_RESET, &token.uid);
    Ok(Some(json!({
        "locale": locale,
        "name": locale.pick(&format!("{last} {first}"), &format!("{first} {last}")).trim(),
        "recipient": user.email,
        "link": format!("{}/users/password/edit?reset_password_token={link}", subject.base_url),
        "hours": RESET_LINK_LIFETIME.num_hours(),
    })))
}

/// Creates the link of an owner or admin. The link contains the account.
async fn staff_reset_link(
    conn: &mut PgConnection,
    subject: &MessageSubject<'_>,
    side: Side,
) -> Result<Option<Value>, MailError> {
    let id = person::find_staff_by_email(conn, side, subject.recipient).await?;
    let Some(who) = id.and_then(|id| staff(side, id)) else { return Ok(None) };
    let Some(person) = person::find(conn, who).await? else { return Ok(None) };
    address_mail(conn, subject.mail, None, &person.email).await?;
    let token = reset_token(subject.signer, &person, subject.id("expires_at"));
    Ok(Some(json!({
        "name": person.nickname,
        "recipient": person.email,
        "link": format!("{}{}/password/edit?reset_password_token={token}", subject.base_url, console_path(who)),
        "hours": RESET_LINK_LIFETIME.num_hours(),
    })))
}

/// Invalidates earlier links of the same purpose.
async fn end_older_links(conn: &mut PgConnection, newer: &MailToken, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE mail_tokens SET used_at = $5
         WHERE user_id = $2 AND purpose = $1 AND used_at IS NULL AND expires_at <= $3 AND uid <> $4",
        newer.purpose,
        newer.user_id.0,
        newer.expires_at,
        newer.uid,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Sets the account and the stored address of a mail that was requested by address.
async fn address_mail(
    conn: &mut PgConnection,
    mail: MailDeliveryId,
    diner: Option<UserId>,
    email: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE mail_deliveries SET user_id = $2, recipient = $3::text WHERE id = $1 AND user_id IS NULL",
        mail.0,
        diner.map(|id| id.0),
        email,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes the address of a mail without a recipient.
async fn clear_recipient(conn: &mut PgConnection, mail: MailDeliveryId) -> sqlx::Result<()> {
    sqlx::query!("UPDATE mail_deliveries SET recipient = '' WHERE id = $1 AND sent_at IS NULL", mail.0)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes the rows of a template whose mail was dropped for lack of a recipient, and returns their number.
pub(super) async fn delete_dropped_mails(
    conn: &mut PgConnection,
    template: &str,
    before: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let done = sqlx::query!(
        "DELETE FROM mail_deliveries
         WHERE sent_at IS NULL AND created_at < $2 AND template = $1 AND dropped_at IS NOT NULL AND user_id IS NULL",
        template,
        before,
    );
    Ok(done.execute(conn).await?.rows_affected())
}
