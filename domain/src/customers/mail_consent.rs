//! The unsubscribe link at the end of every mail that requires consent: its holder decides whether the restaurant may continue to send
//! mails (RFC 8058). The view `mail_audience` has the allowed recipients.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::error::CustomerError;
use crate::accounts::{link_token, uid_of};
use crate::audit::{self, Actor, Event};
use crate::i18n::Locale;
use crate::ids::{RestaurantId, UserId};
use crate::restaurants::model::Bilingual;
use crate::signing::Signer;

/// The kind of mails that a link unsubscribes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailKind {
    Announcements,
    Standby,
}

impl MailKind {
    const ALL: [Self; 2] = [Self::Announcements, Self::Standby];

    const fn purpose(self) -> &'static str {
        match self {
            Self::Announcements => "announcement_subscription",
            Self::Standby => "standby_subscription",
        }
    }
}

/// The two unsubscribe links of a mail.
#[derive(Clone, Debug, Serialize)]
pub struct UnsubscribeLinks {
    /// A page in the mail's language.
    pub unsubscribe_link: String,
    /// For the unsubscribe button of the mail client (RFC 8058).
    pub one_click_link: String,
}

impl UnsubscribeLinks {
    pub fn new(signer: &Signer, base_url: &str, locale: Locale, kind: MailKind, customer_uid: &str) -> Self {
        let token = link_token(signer, kind.purpose(), customer_uid);
        Self {
            unsubscribe_link: format!("{base_url}/{locale}/announcement_subscription?token={token}"),
            one_click_link: format!("{base_url}/webhooks/announcement_unsubscription?token={token}"),
        }
    }
}

/// The subscription that a link belongs to.
#[derive(Clone, Debug)]
pub struct MailSubscription {
    pub kind: MailKind,
    pub restaurant: Bilingual,
    pub is_subscribed: bool,
}

fn read<'a>(signer: &Signer, token: &'a str) -> Result<(MailKind, &'a str), CustomerError> {
    let known = MailKind::ALL.into_iter().find_map(|kind| Some((kind, uid_of(signer, kind.purpose(), token)?)));
    known.ok_or(CustomerError::LinkInvalid)
}

pub async fn find(conn: &mut PgConnection, signer: &Signer, token: &str) -> Result<MailSubscription, CustomerError> {
    let (kind, uid) = read(signer, token)?;
    let row = sqlx::query!(
        r#"SELECT r.name_ja, r.name_en, coalesce(m.wants_announcements, false) AS "wants_announcements!",
                  coalesce(m.wants_standby, false) AS "wants_standby!"
           FROM customers c JOIN restaurants r ON r.id = c.restaurant_id
           LEFT JOIN mail_audience m ON m.restaurant_id = c.restaurant_id AND m.customer_id = c.id
           WHERE c.uid = $1"#,
        uid
    );
    let row = row.fetch_optional(conn).await?.ok_or(CustomerError::LinkInvalid)?;
    let is_subscribed = match kind {
        MailKind::Announcements => row.wants_announcements,
        MailKind::Standby => row.wants_standby,
    };
    Ok(MailSubscription { kind, restaurant: Bilingual::new(row.name_ja, row.name_en), is_subscribed })
}

/// Starts or ends the mails of the link. Starting them also counts as consent to the restaurant's mails.
pub async fn set(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    token: &str,
    is_subscribed: bool,
) -> Result<(), CustomerError> {
    let (kind, uid) = read(signer, token)?;
    let row = sqlx::query!(
        r#"UPDATE customers SET
               subscribe_to_announcements = CASE WHEN $3 THEN $2 ELSE subscribe_to_announcements END,
               subscribe_to_standby = CASE WHEN $3 THEN subscribe_to_standby ELSE $2 END,
               shop_notification = CASE WHEN $2 THEN true ELSE shop_notification END
           WHERE uid = $1
           RETURNING id, restaurant_id AS "restaurant_id: RestaurantId", user_id AS "user_id: UserId""#,
        uid,
        is_subscribed,
        kind == MailKind::Announcements,
    );
    let row = row.fetch_optional(&mut *conn).await?.ok_or(CustomerError::LinkInvalid)?;
    let event = Event {
        actor: row.user_id.map_or(Actor::System, Actor::Diner),
        action: if is_subscribed { "announcements.subscribed" } else { "announcements.unsubscribed" },
        restaurant: Some(row.restaurant_id),
        reservation: None,
        detail: json!({ "customer_id": row.id, "kind": kind }),
    };
    Ok(audit::record(conn, now, event).await?)
}
