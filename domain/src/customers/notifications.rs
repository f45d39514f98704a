//! A diner's notification settings for a restaurant, in the dialog of the favourites list (diner §3, §6).

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::cards::CustomerLookup;
use super::error::CustomerError;
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerId, RestaurantId, UserId};

/// The effective settings: without the diner's consent to the restaurant's mails the first two are off, and standby is also off if the
/// restaurant does not offer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notifications {
    pub subscribe_to_announcements: bool,
    pub subscribe_to_standby: bool,
    pub show_in_premium_calendar: bool,
    /// Whether the restaurant offers notifications of freed slots.
    pub allow_cancellation_waiting: bool,
}

/// Changes to the settings. `None` leaves a setting unchanged.
#[derive(Clone, Copy, Debug, Default)]
pub struct NotificationChange {
    pub subscribe_to_announcements: Option<bool>,
    pub subscribe_to_standby: Option<bool>,
    pub show_in_premium_calendar: Option<bool>,
}

/// A statement over the records of the diner $1. A diner who gave no answer consents as in the view `mail_audience`.
macro_rules! settings {
    ($rest:literal $(, $arg:expr)* $(,)?) => {
        sqlx::query!(
            r#"SELECT c.id, c.restaurant_id AS "restaurant_id: RestaurantId", c.shop_notification, c.subscribe_to_announcements,
                      c.subscribe_to_standby, c.show_in_premium_calendar, r.allow_cancellation_waiting,
                      coalesce(c.shop_notification, p.phone_country = 'JP' AND (c.customer_group_id IS NOT NULL OR EXISTS (
                          SELECT 1 FROM reservations v
                          WHERE v.restaurant_id = c.restaurant_id AND v.customer_id = c.id AND v.status = 'accepted'))) AS "consents!"
               FROM customers c
               JOIN restaurants r ON r.id = c.restaurant_id
               JOIN profiles p ON p.user_id = c.user_id
               WHERE c.user_id = $1 AND "# + $rest
            $(, $arg)*
        )
    };
}

/// Lists the settings for a diner's favourites.
pub async fn list(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<HashMap<CustomerId, Notifications>> {
    let rows = settings!("c.favorited", diner.0);
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let notifications = Notifications {
            subscribe_to_announcements: row.consents && row.subscribe_to_announcements,
            subscribe_to_standby: row.consents && row.subscribe_to_standby && row.allow_cancellation_waiting,
            show_in_premium_calendar: row.show_in_premium_calendar,
            allow_cancellation_waiting: row.allow_cancellation_waiting,
        };
        (CustomerId(row.id), notifications)
    });
    Ok(rows.collect())
}

/// Returns a diner's settings for one restaurant.
pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
) -> sqlx::Result<Option<Notifications>> {
    let row = settings!("c.restaurant_id = $2", diner.0, restaurant.0);
    Ok(row.fetch_optional(conn).await?.map(|row| Notifications {
        subscribe_to_announcements: row.consents && row.subscribe_to_announcements,
        subscribe_to_standby: row.consents && row.subscribe_to_standby && row.allow_cancellation_waiting,
        show_in_premium_calendar: row.show_in_premium_calendar,
        allow_cancellation_waiting: row.allow_cancellation_waiting,
    }))
}

/// Changes the settings of a diner's own record. Enabling one kind of mail is consent to the restaurant's mails, but does not enable
/// the other kind.
///
/// # Errors
/// `NotFound` for another diner's record; `StandbyNotOffered` if standby is enabled at a restaurant that does not notify of freed slots
/// (R-056).
pub async fn change(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    diner: UserId,
    key: CustomerLookup<'_>,
    change: NotificationChange,
) -> Result<(), CustomerError> {
    let (id, uid) = (key.id.map(|id| id.0), key.uid);
    let found = settings!("(c.id = $2 OR c.uid = $3)", diner.0, id, uid);
    let restaurant = found.fetch_optional(&mut *conn).await?.ok_or(CustomerError::NotFound)?.restaurant_id;
    // A Citus cluster locks the rows of one node only.
    let found =
        settings!("c.restaurant_id = $4 AND (c.id = $2 OR c.uid = $3) FOR UPDATE OF c", diner.0, id, uid, restaurant.0);
    let found = found.fetch_optional(&mut *conn).await?.ok_or(CustomerError::NotFound)?;
    if change.subscribe_to_standby == Some(true) && !found.allow_cancellation_waiting {
        return Err(CustomerError::StandbyNotOffered);
    }
    let announcements = change.subscribe_to_announcements.unwrap_or(found.consents && found.subscribe_to_announcements);
    let standby = change.subscribe_to_standby.unwrap_or(found.consents && found.subscribe_to_standby);
    let consents = change.subscribe_to_announcements == Some(true) || change.subscribe_to_standby == Some(true);
    sqlx::query!(
        "UPDATE customers SET subscribe_to_announcements = $3, subscribe_to_standby = $4, show_in_premium_calendar = $5,
             shop_notification = $6 WHERE restaurant_id = $1 AND id = $2",
        found.restaurant_id.0,
        found.id,
        announcements,
        standby,
        change.show_in_premium_calendar.unwrap_or(found.show_in_premium_calendar),
        if consents { Some(true) } else { found.shop_notification },
    )
    .execute(&mut *conn)
    .await?;
    let event = Event {
        actor: Actor::Diner(diner),
        action: "customer.notifications_changed",
        restaurant: Some(found.restaurant_id),
        reservation: None,
        detail: json!({ "customer_id": found.id, "announcements": announcements, "standby": standby }),
    };
    Ok(audit::record(conn, now, event).await?)
}
