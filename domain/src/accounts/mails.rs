//! The mails about an account. Each stores the uid of its token or challenge. The link or code is derived when the mail is sent.

use serde_json::{Value, json};
use sqlx::PgConnection;

use super::alert_kind::{Alert, NUMBER_AFTER, NUMBER_BEFORE};
use super::links::{self, link_token};
use super::person;
use super::queries;
use super::reset_mail::reset_link;
use super::staff_invitation;
use super::staff_links::{console_path, staff};
use crate::i18n;
use crate::ids::{OwnerId, RestaurantId};
use crate::names::masked_email;
use crate::outbox::mails::{MailError, MailTemplate, template};
use crate::outbox::{MailDefinition, MessageSubject};
use crate::restaurants;
use crate::sessions::{AccountId, Side};

pub const EMAIL_CHANGE: MailTemplate = template!("email_change");
pub const EMAIL_CHANGE_NOTICE: MailTemplate = template!("email_change_notice");
pub const EMAIL_CONFIRMATION: MailTemplate = template!("email_confirmation");
pub const OWNER_INVITED: MailTemplate = template!("owner_invited");
pub const OWNER_PROMOTED: MailTemplate = template!("owner_promoted");
pub const PASSWORD_RESET: MailTemplate = template!("password_reset");
pub const PHONE_MOVED: MailTemplate = template!("phone_moved");
pub const SECURITY_ALERT: MailTemplate = template!("security_alert");
pub const STAFF_INVITATION: MailTemplate = template!("staff_invitation");
pub const TWO_FACTOR_CODE: MailTemplate = template!("two_factor_code");

pub const MAILS: &[MailDefinition] = &[
    MailDefinition {
        template: EMAIL_CHANGE,
        context: |_, subject| {
            let link = link(subject, "/users/confirmation?confirmation_token", links::EMAIL_CHANGE);
            Box::pin(async move { Ok(Some(json!({ "link": link, "hours": 24 }))) })
        },
        after: None,
    },
    MailDefinition {
        template: EMAIL_CHANGE_NOTICE,
        context: |conn, subject| Box::pin(email_change_notice(conn, subject)),
        after: None,
    },
    MailDefinition {
        template: EMAIL_CONFIRMATION,
        context: |_, subject| {
            let link = link(subject, "/users/confirmation?confirmation_token", links::EMAIL_CONFIRMATION);
            Box::pin(async move { Ok(Some(json!({ "link": link, "days": 3 }))) })
        },
        after: None,
    },
    MailDefinition {
        template: OWNER_INVITED,
        context: |conn, subject| Box::pin(new_owner(conn, subject)),
        after: None,
    },
    MailDefinition {
        template: OWNER_PROMOTED,
        context: |conn, subject| Box::pin(new_owner(conn, subject)),
        after: None,
    },
    MailDefinition {
        template: PASSWORD_RESET,
        context: |conn, subject| Box::pin(reset_link(conn, subject)),
        after: None,
    },
    MailDefinition {
        template: SECURITY_ALERT,
        context: |conn, subject| Box::pin(security_alert(conn, subject)),
        after: None,
    },
    MailDefinition {
        template: PHONE_MOVED,
        context: |_, subject| {
            let link = format!("{}/users/profile/account/tel/edit", subject.base_url);
            Box::pin(async move { Ok(Some(json!({ "link": link }))) })
        },
        after: None,
    },
    MailDefinition {
        template: STAFF_INVITATION,
        context: |conn, subject| Box::pin(staff_invitation(conn, subject)),
        after: None,
    },
    MailDefinition {
        template: TWO_FACTOR_CODE,
        context: |_, subject| {
            let code = subject.signer.digits(links::TWO_FACTOR_CODE, subject.uid("challenge_uid"));
            Box::pin(async move { Ok(Some(json!({ "code": code, "minutes": 10 }))) })
        },
        after: None,
    },
];

/// Loads the notice of a changed address. Another person may control the previous mailbox by now, so the notice shows only the first
/// letter of the new address.
async fn email_change_notice(
    conn: &mut PgConnection,
    subject: &MessageSubject<'_>,
) -> Result<Option<Value>, MailError> {
    let token = queries::find_mail_token(conn, links::EMAIL_CHANGE, subject.uid("token_uid")).await?;
    let link = format!("{}/users/password/new", subject.base_url);
    Ok(token.map(|token| json!({ "email": masked_email(&token.email), "link": link })))
}

async fn security_alert(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> Result<Option<Value>, MailError> {
    let at = subject.uid("at").parse().unwrap_or_default();
    let mut context = json!({
        "alert": subject.uid("alert"),
        "at": i18n::date_time(subject.locale, at, i18n::zone("Asia/Tokyo")),
        "device": subject.uid("device"),
        "numbers": changed_numbers(subject),
    });
    let who = staff_of(subject);
    // The previous address of an account neither signs in nor gets a link for a new password.
    let page = match Alert::named(subject.uid("alert")) {
        Some(Alert::EmailChanged) => format!("/{}/legal/contact", subject.locale),
        _ => format!("{}/security_settings", who.map_or("/users/profile", console_path)),
    };
    context["link"] = format!("{}{page}", subject.base_url).into();
    let Some(who) = who else { return Ok(Some(context)) };
    let Some(person) = person::find(conn, who).await? else { return Ok(None) };
    context["name"] = person.nickname.into();
    Ok(Some(context))
}

/// Returns the last digits of a changed phone number, before and after; null for other alerts.
fn changed_numbers(subject: &MessageSubject<'_>) -> Value {
    match (subject.uid(NUMBER_BEFORE), subject.uid(NUMBER_AFTER)) {
        ("", _) | (_, "") => Value::Null,
        (before, after) => json!({ "before": before, "after": after }),
    }
}

/// Returns `None` if the invitation was accepted, resent or withdrawn meanwhile.
async fn staff_invitation(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> Result<Option<Value>, MailError> {
    let (restaurant, uid) = (RestaurantId(subject.id("restaurant_id")), subject.uid("uid"));
    let Some(invitation) = staff_invitation::find(conn, restaurant, uid).await? else { return Ok(None) };
    let Some(restaurant) = restaurants::queries::find(conn, invitation.restaurant).await? else { return Ok(None) };
    let token = staff_invitation::link_token(subject.signer, invitation.restaurant, uid);
    let recipient = staff_invitation::recipient(conn, &invitation).await?;
    Ok(Some(json!({
        "recipient": recipient,
        "link": format!("{}/owners/staff_invitation?token={token}", subject.base_url),
        "name": invitation.nickname,
        "restaurant": restaurant.name.get(subject.locale == i18n::Locale::En),
        "until": i18n::date_time(subject.locale, invitation.expires_at, i18n::zone(&restaurant.time_zone)),
    })))
}

/// Loads the notice to an owner about another owner, who was invited or promoted.
async fn new_owner(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> Result<Option<Value>, MailError> {
    let restaurant = RestaurantId(subject.id("restaurant_id"));
    let Some(restaurant) = restaurants::queries::find(conn, restaurant).await? else { return Ok(None) };
    let owner = AccountId::Owner(OwnerId(subject.id("owner_id")));
    let Some(person) = person::find(conn, owner).await? else { return Ok(None) };
    Ok(Some(json!({
        "link": format!("{}/owners/staff?owners_restaurant_slug={}", subject.base_url, restaurant.slug),
        "name": person.nickname,
        "restaurant": restaurant.name.get(subject.locale == i18n::Locale::En),
        "new_owner": subject.uid("new_owner"),
        "by": subject.uid("by"),
    })))
}

/// Returns the owner or admin who receives a mail, if it has one.
fn staff_of(subject: &MessageSubject<'_>) -> Option<AccountId> {
    staff(Side::named(subject.uid("side"))?, subject.id("id"))
}

fn link(subject: &MessageSubject<'_>, place: &str, purpose: &str) -> String {
    let token = link_token(subject.signer, purpose, subject.uid("token_uid"));
    format!("{}{place}={token}", subject.base_url)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Locale;
    use crate::outbox::mails::{rendered, snapshot};

    #[test]
    fn every_mail_renders_in_both_languages() {
        let link = "https://seki.test/users/confirmation?confirmation_token=Uabc.def";
        for locale in Locale::ALL {
            snapshot(EMAIL_CONFIRMATION, locale, json!({ "link": link, "days": 3 }));
            snapshot(EMAIL_CHANGE, locale, json!({ "link": link, "hours": 24 }));
            let reset = "https://seki.test/users/password/new";
            snapshot(EMAIL_CHANGE_NOTICE, locale, json!({ "email": "h•••••@seki.test", "link": reset }));
            snapshot(PASSWORD_RESET, locale, json!({ "link": link, "hours": 2 }));
            snapshot(PHONE_MOVED, locale, json!({ "link": "https://seki.test/users/profile/account/tel/edit" }));
            let invitation = json!({
                "link": "https://seki.test/owners/staff_invitation?token=abc.def",
                "name": "さくら",
                "restaurant": "鮨かぐら",
                "until": i18n::date_time(locale, chrono::DateTime::UNIX_EPOCH, i18n::zone("Asia/Tokyo")),
            });
            snapshot(STAFF_INVITATION, locale, invitation);
            let notice = json!({
                "link": "https://seki.test/owners/staff?owners_restaurant_slug=kagura",
                "name": "さくら",
                "restaurant": "鮨かぐら",
                "new_owner": "t•••••@seki.test",
                "by": "operator",
            });
            snapshot(OWNER_INVITED, locale, notice.clone());
            snapshot(OWNER_PROMOTED, locale, notice);
            snapshot(TWO_FACTOR_CODE, locale, json!({ "code": "0427", "minutes": 10 }));
        }
    }

    #[test]
    fn names_are_escaped_in_html_only() {
        let sample = json!({ "link": "https://seki.test/", "hours": 2, "name": "<b>Hanako</b>" });
        let mail = rendered(PASSWORD_RESET, Locale::En, sample);
        assert!(mail.text.contains("<b>Hanako</b>"));
        assert!(mail.html.contains("&lt;b&gt;Hanako&lt;") && !mail.html.contains("<b>Hanako"));
    }
}
