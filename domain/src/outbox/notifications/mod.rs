//! Notifications of the owner's bell (owner §3, §4).

pub mod bell;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::{OwnerId, ReservationId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationReason {
    /// A diner has booked online.
    NewOnr,
    /// An invitation was sent or accepted, which `Notice::is_accepted` distinguishes ("ivr" is an invited reservation, gaps G092).
    NewIvr,
    Cancel,
    /// A diner has changed the special request of a booking.
    ChangeSpecialRequest,
    /// A diner changed the number of guests; an invited one reduced it, or requests to.
    ChangeGuestsCount,
    /// An invitation ended without being accepted.
    IvrClose,
    /// The mail or text message of an invitation did not reach its guest.
    IvrUndelivered,
}

impl NotificationReason {
    const fn as_str(self) -> &'static str {
        match self {
            Self::NewOnr => "new_onr",
            Self::NewIvr => "new_ivr",
            Self::Cancel => "cancel",
            Self::ChangeSpecialRequest => "change_special_request",
            Self::ChangeGuestsCount => "change_guests_count",
            Self::IvrClose => "ivr_close",
            Self::IvrUndelivered => "ivr_undelivered",
        }
    }
}

/// Adds a notification in the transaction that it reports.
pub async fn push(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: ReservationId,
    reason: NotificationReason,
) -> sqlx::Result<()> {
    push_by(conn, now, reservation, reason, None).await
}

/// As `push`, for an action of `doer`, for whom it counts as seen.
pub async fn push_by(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: ReservationId,
    reason: NotificationReason,
    doer: Option<OwnerId>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH told AS (
             INSERT INTO notifications (restaurant_id, reservation_id, reason, title, has_special_request, notification_sent_at)
             SELECT r.restaurant_id, r.id, $2, coalesce(p.name_last || ' ' || p.name_first,
                    (SELECT w.name FROM offsite_own_names w WHERE w.restaurant_id = r.restaurant_id AND w.reservation_id = r.id),
                    nullif(c.nickname, ''), ''),
                    r.special_request <> '', $3
             FROM reservations r LEFT JOIN profiles p ON p.user_id = r.user_id
             LEFT JOIN customer_profiles c ON c.restaurant_id = r.restaurant_id AND c.customer_id = r.customer_id WHERE r.id = $1
             RETURNING restaurant_id, id)
         INSERT INTO notification_confirmations (restaurant_id, notification_id, owner_id, confirmed_at)
         SELECT restaurant_id, id, $4::bigint, $3 FROM told WHERE $4::bigint IS NOT NULL",
        reservation.0,
        reason.as_str(),
        now,
        doer.map(|owner| owner.0),
    )
    .execute(conn)
    .await?;
    Ok(())
}
