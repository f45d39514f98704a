//! Obstacles to the deletion of an account.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::UserId;
use crate::text_enum::text_enum;

text_enum! {
    pub enum DeletionObstacle {
        /// A booking whose visit is not over, also one that staff recorded, or a delivery in transit.
        Bookings = "bookings",
        /// A hold, or a payment without a final state.
        Holds = "holds",
        /// An invitation without an answer.
        Invitations = "invitations",
        /// An unpaid fee, a refund that is due, a manual refund or correction in progress, or a payment whose dispute or inquiry needs the account
        /// as evidence.
        Fees = "fees",
        /// A paid tier.
        Subscriptions = "subscriptions",
        /// A raffle that is not drawn yet.
        Raffles = "raffles",
    }
}

impl DeletionObstacle {
    /// Returns the code of the message that explains what to do first.
    pub const fn text_code(self) -> &'static str {
        match self {
            Self::Bookings => "deletion_bookings",
            Self::Holds => "deletion_holds",
            Self::Invitations => "deletion_invitations",
            Self::Fees => "deletion_fees",
            Self::Subscriptions => "deletion_subscriptions",
            Self::Raffles => "deletion_raffles",
        }
    }

    /// Returns the code of the message to the admin who wants to erase the person.
    pub const fn admin_text_code(self) -> &'static str {
        match self {
            Self::Bookings => "erasure_bookings",
            Self::Holds => "erasure_holds",
            Self::Invitations => "erasure_invitations",
            Self::Fees => "erasure_fees",
            Self::Subscriptions => "erasure_subscriptions",
            Self::Raffles => "erasure_raffles",
        }
    }
}

/// Returns all obstacles, in this order.
pub async fn list(conn: &mut PgConnection, diner: UserId, now: DateTime<Utc>) -> sqlx::Result<Vec<DeletionObstacle>> {
    let found = sqlx::query!(
        r#"SELECT EXISTS (SELECT 1 FROM reservations r
                          WHERE r.user_id = $1 AND r.status = 'accepted' AND r.ends_at > $2)
                  OR EXISTS (SELECT 1 FROM customers c
                             JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.customer_id = c.id
                             WHERE c.user_id = $1 AND r.status = 'accepted' AND r.ends_at > $2) AS "bookings!",
                  EXISTS (SELECT 1 FROM reservations r
                          WHERE r.user_id = $1 AND r.status = 'pending' AND r.type = 'online_reservation')
                  OR EXISTS (SELECT 1 FROM charges c WHERE c.user_id = $1 AND c.status = 'processing') AS "holds!",
                  EXISTS (SELECT 1 FROM reservations r
                          WHERE r.user_id = $1 AND r.status = 'pending' AND r.type <> 'online_reservation'
                            AND (r.held_until IS NULL OR r.held_until > $2)) AS "invitations!",
                  EXISTS (SELECT 1 FROM charges c WHERE c.user_id = $1
                            AND (c.refund_due > c.refunded_amount + c.lost_amount OR c.dispute_state IN ('inquiry', 'open')
                                 OR c.kind IN ('cancellation_fee', 'correction') AND c.status NOT IN ('succeeded', 'canceled')))
                  OR EXISTS (SELECT 1 FROM payment_adjustments a
                             WHERE a.user_id = $1 AND a.status IN ('awaiting_approval', 'processing'))
                  OR EXISTS (SELECT 1 FROM reservations r
                             JOIN reservation_no_show_fees f ON f.restaurant_id = r.restaurant_id AND f.reservation_id = r.id
                             WHERE r.user_id = $1 AND f.status = 'requested') AS "fees!",
                  EXISTS (SELECT 1 FROM users u WHERE u.id = $1 AND u.premium_grade IS NOT NULL)
                  OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = $1 AND s.status <> 'ended') AS "subscriptions!",
                  EXISTS (SELECT 1 FROM raffle_round_registrations g
                          JOIN raffle_rounds o ON o.restaurant_id = g.restaurant_id AND o.id = g.raffle_round_id
                          WHERE g.user_id = $1 AND o.drawn_at IS NULL) AS "raffles!""#,
        diner.0,
        now,
    );
    let found = found.fetch_one(conn).await?;
    let all = [
        (found.bookings, DeletionObstacle::Bookings),
        (found.holds, DeletionObstacle::Holds),
        (found.invitations, DeletionObstacle::Invitations),
        (found.fees, DeletionObstacle::Fees),
        (found.subscriptions, DeletionObstacle::Subscriptions),
        (found.raffles, DeletionObstacle::Raffles),
    ];
    Ok(all.into_iter().filter_map(|(stands, obstacle)| stands.then_some(obstacle)).collect())
}
