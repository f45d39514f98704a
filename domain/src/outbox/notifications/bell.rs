//! Notifications that the bell shows to a member of staff, and which of them they have seen (owner §4, gaps G162).

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::ids::{NotificationId, OwnerId, RestaurantId};

/// The two popups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Popup {
    NewReservation,
    EditOrCancel,
}

impl Popup {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "new_reservation" => Some(Self::NewReservation),
            "edit_or_cancel" => Some(Self::EditOrCancel),
            _ => None,
        }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NewReservation => "new_reservation",
            Self::EditOrCancel => "edit_or_cancel",
        }
    }

    fn reasons(self) -> Vec<String> {
        let reasons: &[&str] = match self {
            Self::NewReservation => &["new_onr", "new_ivr"],
            Self::EditOrCancel => {
                &["cancel", "change_special_request", "change_guests_count", "ivr_close", "ivr_undelivered"]
            }
        };
        reasons.iter().map(|reason| (*reason).to_owned()).collect()
    }
}

/// A notification as one member of staff sees it.
#[derive(Clone, Debug)]
pub struct BellNotification {
    pub id: NotificationId,
    pub title: String,
    /// The day of the visit.
    pub date: NaiveDate,
    /// Uid of the reservation.
    pub uid: String,
    pub reason: String,
    pub has_special_request: bool,
    pub notification_sent_at: DateTime<Utc>,
    pub is_confirmed: bool,
    /// For an invitation: its guest has accepted, which this notification reports.
    pub is_accepted: bool,
    /// Status of the reservation.
    pub status: String,
    pub was_accepted: bool,
    /// Its invitation removed stocks from the web that are not open again, and its time is to come.
    pub has_removed_stocks: bool,
}

/// Counts the notifications that this member of staff has not seen.
pub async fn count_unconfirmed(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    owner: OwnerId,
    popup: Popup,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!"
           FROM notifications n
           WHERE n.restaurant_id = $1 AND n.reason = ANY ($3) AND NOT EXISTS (
               SELECT 1 FROM notification_confirmations c
               WHERE c.restaurant_id = $1 AND c.notification_id = n.id AND c.owner_id = $2)"#,
        restaurant.0,
        owner.0,
        &popup.reasons(),
    )
    .fetch_one(conn)
    .await
}

/// Returns notifications, newest first.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    owner: OwnerId,
    popup: Popup,
    limit: i64,
    offset: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<BellNotification>> {
    sqlx::query_as!(
        BellNotification,
        r#"SELECT n.id AS "id: NotificationId", n.title, r.date, r.uid, n.reason, n.has_special_request, n.notification_sent_at,
                  EXISTS (SELECT 1 FROM notification_confirmations c
                          WHERE c.restaurant_id = n.restaurant_id AND c.notification_id = n.id
                              AND c.owner_id = $2) AS "is_confirmed!",
                  coalesce(n.notification_sent_at >= r.accepted_at, false) AS "is_accepted!",
                  r.status, r.accepted_at IS NOT NULL AS "was_accepted!",
                  r.starts_at > $6 AND EXISTS (
                      SELECT 1 FROM reservation_invites i WHERE i.restaurant_id = r.restaurant_id AND i.reservation_id = r.id
                        AND i.removed_stocks IS NOT NULL) AS "has_removed_stocks!"
           FROM notifications n JOIN reservations r ON r.restaurant_id = n.restaurant_id AND r.id = n.reservation_id
           WHERE n.restaurant_id = $1 AND n.reason = ANY ($3) ORDER BY n.id DESC LIMIT $4 OFFSET $5"#,
        restaurant.0,
        owner.0,
        &popup.reasons(),
        limit,
        offset,
        now,
    )
    .fetch_all(conn)
    .await
}

pub async fn count(conn: &mut PgConnection, restaurant: RestaurantId, popup: Popup) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM notifications WHERE restaurant_id = $1 AND reason = ANY ($2)"#,
        restaurant.0,
        &popup.reasons(),
    )
    .fetch_one(conn)
    .await
}

/// Marks notifications as seen by this member of staff. Ignores ids that are not notifications of the popup and the restaurant. Returns how
/// many were new to them.
pub async fn confirm(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    owner: OwnerId,
    popup: Popup,
    ids: &[NotificationId],
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let done = sqlx::query!(
        "INSERT INTO notification_confirmations (restaurant_id, notification_id, owner_id, confirmed_at)
         SELECT restaurant_id, id, $2, $5 FROM notifications
         WHERE restaurant_id = $1 AND id = ANY ($4) AND reason = ANY ($3)
         ON CONFLICT DO NOTHING",
        restaurant.0,
        owner.0,
        &popup.reasons(),
        &ids,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}
