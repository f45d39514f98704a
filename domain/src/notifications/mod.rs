//! What the owner's bell tells (owner §3, §4).

pub mod bell;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::reservations::model::Reservation;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    NewOnr,
    Cancel,
}

impl Reason {
    const fn as_str(self) -> &'static str {
        match self {
            Self::NewOnr => "new_onr",
            Self::Cancel => "cancel",
        }
    }
}

/// Adds a notification in the transaction of what it tells of.
pub async fn push(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
    reason: Reason,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO notifications (restaurant_id, reservation_id, reason, title, has_special_request, notification_sent_at)
         SELECT r.restaurant_id, r.id, $2, coalesce(p.name_last || ' ' || p.name_first, ''), r.special_request <> '', $3
         FROM reservations r LEFT JOIN profiles p ON p.user_id = r.user_id WHERE r.id = $1",
        reservation.id.0,
        reason.as_str(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
