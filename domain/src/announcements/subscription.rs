//! The link at the end of every announcement: whoever has it decides whether the restaurant may go on writing to them.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::AnnouncementError;
use crate::accounts::uid_of;
use crate::audit::{self, Actor, Event};
use crate::ids::{RestaurantId, UserId};
use crate::restaurants::model::Bilingual;
use crate::signing::Signer;

pub const PURPOSE: &str = "announcement_subscription";

/// Whose mails a link is about.
#[derive(Clone, Debug)]
pub struct Subscription {
    pub restaurant: Bilingual,
    pub is_subscribed: bool,
}

pub async fn find(conn: &mut PgConnection, signer: &Signer, token: &str) -> Result<Subscription, AnnouncementError> {
    let uid = uid_of(signer, PURPOSE, token).ok_or(AnnouncementError::LinkInvalid)?;
    let row = sqlx::query!(
        "SELECT r.name_ja, r.name_en, c.subscribe_to_announcements
         FROM customers c JOIN restaurants r ON r.id = c.restaurant_id WHERE c.uid = $1",
        uid
    );
    let row = row.fetch_optional(conn).await?.ok_or(AnnouncementError::LinkInvalid)?;
    Ok(Subscription {
        restaurant: Bilingual::new(row.name_ja, row.name_en),
        is_subscribed: row.subscribe_to_announcements,
    })
}

/// Starts or ends the mails of the restaurant that the link is about.
pub async fn set(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    token: &str,
    is_subscribed: bool,
) -> Result<(), AnnouncementError> {
    let uid = uid_of(signer, PURPOSE, token).ok_or(AnnouncementError::LinkInvalid)?;
    let row = sqlx::query!(
        r#"UPDATE customers SET subscribe_to_announcements = $2 WHERE uid = $1
           RETURNING id, restaurant_id AS "restaurant_id: RestaurantId", user_id AS "user_id: UserId""#,
        uid,
        is_subscribed,
    );
    let row = row.fetch_optional(&mut *conn).await?.ok_or(AnnouncementError::LinkInvalid)?;
    let event = Event {
        actor: row.user_id.map_or(Actor::System, Actor::Diner),
        action: if is_subscribed { "announcements.subscribed" } else { "announcements.unsubscribed" },
        restaurant: Some(row.restaurant_id),
        reservation: None,
        detail: json!({ "customer_id": row.id }),
    };
    Ok(audit::record(conn, now, event).await?)
}
