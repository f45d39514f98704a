//! Obstacles to the deletion of an account.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::i18n::{self, Locale, t, word};
use crate::ids::UserId;
use crate::money::Yen;
use crate::text_enum::text_enum;
use crate::zone::Zone;

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

text_enum! {
    /// The kind of a record that is an obstacle.
    pub enum ObstacleRecordKind {
        Booking = "booking",
        Hold = "hold",
        /// A payment without a final state.
        Payment = "payment",
        Invitation = "invitation",
        /// A refund that is due.
        Refund = "refund",
        Dispute = "dispute",
        /// An unpaid cancellation fee or correction.
        Fee = "fee",
        /// A manual refund or correction in progress.
        Adjustment = "adjustment",
        /// A requested fee of a no-show.
        NoShowFee = "no_show_fee",
        Subscription = "subscription",
        /// A paid tier without a subscription.
        Tier = "tier",
        Raffle = "raffle",
    }
}

impl ObstacleRecordKind {
    pub const fn obstacle(self) -> DeletionObstacle {
        match self {
            Self::Booking => DeletionObstacle::Bookings,
            Self::Hold | Self::Payment => DeletionObstacle::Holds,
            Self::Invitation => DeletionObstacle::Invitations,
            Self::Refund | Self::Dispute | Self::Fee | Self::Adjustment | Self::NoShowFee => DeletionObstacle::Fees,
            Self::Subscription | Self::Tier => DeletionObstacle::Subscriptions,
            Self::Raffle => DeletionObstacle::Raffles,
        }
    }
}

/// A record that must end before the person can be erased.
#[derive(Clone, Debug)]
pub struct ObstacleRecord {
    pub kind: ObstacleRecordKind,
    /// The identifier that pages and commands show: a booking's code, the provider's id of a payment or a dispute, or a uid.
    pub key: String,
    /// The uid of its booking.
    pub reservation_uid: Option<String>,
    pub(super) user_uid: Option<String>,
    pub(super) restaurant_slug: Option<String>,
    pub(super) restaurant_ja: Option<String>,
    pub(super) restaurant_en: Option<String>,
    pub(super) zone: Option<Zone>,
    pub(super) at: Option<DateTime<Utc>>,
    pub(super) amount: Option<Yen>,
}

impl ObstacleRecord {
    /// Returns a text for the record: its kind and identifier, the restaurant, the date and the sum.
    pub fn label(&self, locale: Locale) -> String {
        let kind = t(locale, &format!("obstacle.{}", self.kind), &[]);
        let key = match self.kind {
            ObstacleRecordKind::Subscription | ObstacleRecordKind::Tier => word(locale, "plan", &self.key),
            _ => self.key.clone(),
        };
        let restaurant = self.restaurant_ja.as_deref().zip(self.restaurant_en.as_deref());
        let tz = self.zone.unwrap_or_default().tz();
        let facts = [
            restaurant.map(|(ja, en)| locale.pick(ja, en).to_owned()),
            self.at.map(|at| i18n::date_time(locale, at, tz)),
            self.amount.map(|amount| i18n::yen(locale, amount)),
        ];
        let facts: Vec<_> = facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect();
        let head = format!("{kind} {key}");
        match facts.is_empty() {
            true => head,
            false => {
                format!("{head}{}", t(locale, "obstacle.facts", &[("facts", &facts.join(locale.pick("、", ", ")))]))
            }
        }
    }

    /// Returns what an admin can do about it.
    pub fn action(&self, locale: Locale) -> String {
        t(locale, &format!("obstacle.{}.action", self.kind), &[])
    }

    /// Returns the address of the console's page that shows it.
    pub fn path(&self) -> Option<String> {
        let of_booking =
            |page: &str| self.reservation_uid.as_ref().map(|uid| format!("/admin/reservations/{uid}{page}"));
        let of_diner = || self.user_uid.as_ref().map(|uid| format!("/admin/users/{uid}"));
        match self.kind {
            ObstacleRecordKind::Booking | ObstacleRecordKind::Hold | ObstacleRecordKind::Invitation => of_booking(""),
            ObstacleRecordKind::Payment | ObstacleRecordKind::Refund | ObstacleRecordKind::Fee => {
                of_booking("/reservation_charges").or_else(of_diner)
            }
            ObstacleRecordKind::Dispute => Some(format!("/admin/disputes/{}", self.key)),
            ObstacleRecordKind::Adjustment => Some("/admin/payment_adjustments".to_owned()),
            ObstacleRecordKind::NoShowFee => Some("/admin/no_show_fees".to_owned()),
            ObstacleRecordKind::Subscription | ObstacleRecordKind::Tier => of_diner(),
            ObstacleRecordKind::Raffle => {
                let slug = self.restaurant_slug.as_ref()?;
                Some(format!("/admin/r/{slug}/raffle_rounds/{}", self.key))
            }
        }
    }

    /// Returns the command that shows it or helps.
    pub fn command(&self) -> Option<String> {
        let key = &self.key;
        match self.kind {
            ObstacleRecordKind::Booking | ObstacleRecordKind::Invitation => None,
            ObstacleRecordKind::Hold => Some("seki holds expire".to_owned()),
            ObstacleRecordKind::Payment | ObstacleRecordKind::Refund => {
                Some("seki payments reconcile --now".to_owned())
            }
            ObstacleRecordKind::Dispute => Some(format!("seki disputes show {key}")),
            ObstacleRecordKind::Fee => Some(format!("seki payments list {key}")),
            ObstacleRecordKind::Adjustment => Some("seki payments adjustments".to_owned()),
            ObstacleRecordKind::NoShowFee => Some(format!("seki no-show-fees waive {key} --reason TEXT")),
            ObstacleRecordKind::Subscription | ObstacleRecordKind::Tier => None,
            ObstacleRecordKind::Raffle => Some(format!("seki raffle draw {key}")),
        }
    }
}

/// Returns the kinds of records, each once, in the order of `DeletionObstacle`.
pub(super) fn kinds_of(records: &[ObstacleRecord]) -> Vec<DeletionObstacle> {
    let is_present = |obstacle: &DeletionObstacle| records.iter().any(|record| record.kind.obstacle() == *obstacle);
    DeletionObstacle::ALL.into_iter().filter(is_present).collect()
}

/// Returns all obstacles, in this order.
pub async fn list(conn: &mut PgConnection, diner: UserId, now: DateTime<Utc>) -> sqlx::Result<Vec<DeletionObstacle>> {
    Ok(kinds_of(&list_records(conn, diner, now).await?))
}

/// Returns the records that are obstacles to the erasure of a diner.
pub(super) async fn list_records(
    conn: &mut PgConnection,
    diner: UserId,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<ObstacleRecord>> {
    let rows = sqlx::query!(
        r#"WITH booked AS (
               SELECT r.restaurant_id, r.id FROM reservations r WHERE r.user_id = $1 AND r.status = 'accepted' AND r.ends_at > $2
               UNION
               SELECT r.restaurant_id, r.id FROM customers c
               JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.customer_id = c.id
               WHERE c.user_id = $1 AND r.status = 'accepted' AND r.ends_at > $2),
           found AS (
               SELECT 1 AS place, 'booking' AS kind, r.reservation_code AS key, r.restaurant_id, r.uid AS reservation_uid,
                      r.starts_at AS at, NULL::integer AS amount
               FROM booked b JOIN reservations r ON r.restaurant_id = b.restaurant_id AND r.id = b.id
               UNION ALL
               SELECT 2, 'hold', r.reservation_code, r.restaurant_id, r.uid, r.starts_at, NULL
               FROM reservations r WHERE r.user_id = $1 AND r.status = 'pending' AND r.type = 'online_reservation'
               UNION ALL
               SELECT 3, 'payment', coalesce(c.gateway_fid, c.uid), c.restaurant_id, r.uid, c.updated_at, c.amount
               FROM charges c LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
               WHERE c.user_id = $1 AND c.status = 'processing'
               UNION ALL
               SELECT 4, 'invitation', r.reservation_code, r.restaurant_id, r.uid, r.starts_at, NULL
               FROM reservations r WHERE r.user_id = $1 AND r.status = 'pending' AND r.type <> 'online_reservation'
                 AND (r.held_until IS NULL OR r.held_until > $2)
               UNION ALL
               SELECT 5, 'refund', coalesce(c.gateway_fid, c.uid), c.restaurant_id, r.uid, NULL,
                      c.refund_due - c.refunded_amount - c.lost_amount
               FROM charges c LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
               WHERE c.user_id = $1 AND c.refund_due > c.refunded_amount + c.lost_amount
               UNION ALL
               SELECT 6, 'dispute', coalesce(d.gateway_fid, c.gateway_fid, c.uid), c.restaurant_id, r.uid, d.evidence_due_at,
                      coalesce(d.amount, c.amount)
               FROM charges c LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
               LEFT JOIN charge_disputes d ON d.restaurant_id = c.restaurant_id AND d.charge_id = c.id AND d.closed_at IS NULL
               WHERE c.user_id = $1 AND c.dispute_state IN ('inquiry', 'open')
               UNION ALL
               SELECT 7, 'fee', coalesce(c.gateway_fid, c.uid), c.restaurant_id, r.uid, NULL, c.amount
               FROM charges c LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
               WHERE c.user_id = $1 AND c.kind IN ('cancellation_fee', 'correction') AND c.status NOT IN ('succeeded', 'canceled')
               UNION ALL
               SELECT 8, 'adjustment', a.uid, a.restaurant_id, r.uid, a.created_at, a.amount
               FROM payment_adjustments a
               LEFT JOIN reservations r ON r.restaurant_id = a.restaurant_id AND r.id = a.reservation_id
               WHERE a.user_id = $1 AND a.status IN ('awaiting_approval', 'processing')
               UNION ALL
               SELECT 9, 'no_show_fee', r.reservation_code, r.restaurant_id, r.uid, f.charge_due_at, f.amount
               FROM reservations r
               JOIN reservation_no_show_fees f ON f.restaurant_id = r.restaurant_id AND f.reservation_id = r.id
               WHERE r.user_id = $1 AND f.status = 'requested'
               UNION ALL
               SELECT 10, 'subscription', s.grade, 0, NULL, coalesce(s.ends_at, s.current_period_end), NULL
               FROM subscriptions s WHERE s.user_id = $1 AND s.status <> 'ended'
               UNION ALL
               SELECT 11, 'tier', u.premium_grade, 0, NULL, NULL, NULL FROM users u
               WHERE u.id = $1 AND u.premium_grade IS NOT NULL
                 AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = $1 AND s.status <> 'ended')
               UNION ALL
               SELECT 12, 'raffle', o.uid, o.restaurant_id, NULL, o.registerable_till, NULL
               FROM raffle_round_registrations g
               JOIN raffle_rounds o ON o.restaurant_id = g.restaurant_id AND o.id = g.raffle_round_id
               WHERE g.user_id = $1 AND o.drawn_at IS NULL)
           SELECT f.kind AS "kind!", f.key AS "key!", f.reservation_uid, (SELECT uid FROM users WHERE id = $1) AS user_uid,
                  t.slug AS "slug?", t.name_ja AS "name_ja?", t.name_en AS "name_en?", t.time_zone AS "zone?: Zone", f.at,
                  f.amount AS "amount: Yen"
           FROM found f LEFT JOIN restaurants t ON t.id = f.restaurant_id
           ORDER BY f.place, f.at, f.key"#,
        diner.0,
        now,
    );
    let records = rows.fetch_all(conn).await?.into_iter().filter_map(|row| {
        Some(ObstacleRecord {
            kind: ObstacleRecordKind::named(&row.kind)?,
            key: row.key,
            reservation_uid: row.reservation_uid,
            user_uid: row.user_uid,
            restaurant_slug: row.slug,
            restaurant_ja: row.name_ja,
            restaurant_en: row.name_en,
            zone: row.zone,
            at: row.at,
            amount: row.amount,
        })
    });
    Ok(records.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: ObstacleRecordKind, key: &str) -> ObstacleRecord {
        ObstacleRecord {
            kind,
            key: key.into(),
            reservation_uid: Some("Uabc".into()),
            user_uid: Some("Udiner".into()),
            restaurant_slug: Some("sushi-kagura".into()),
            restaurant_ja: Some("鮨かぐら".into()),
            restaurant_en: Some("Sushi Kagura".into()),
            zone: None,
            at: Some("2026-11-28T09:00:00Z".parse().unwrap()),
            amount: Some(Yen(24_000)),
        }
    }

    #[test]
    fn every_kind_has_words_and_a_page() {
        for kind in ObstacleRecordKind::ALL {
            for locale in Locale::ALL {
                let record = record(kind, "gold");
                let (label, action) = (record.label(locale), record.action(locale));
                assert!(!label.contains("obstacle.") && !action.contains("obstacle."), "{label}: {action}");
            }
            assert!(record(kind, "x").path().is_some(), "{kind}");
        }
        let booking = record(ObstacleRecordKind::Booking, "BCDF2345");
        assert_eq!(
            booking.label(Locale::En),
            "Reservation BCDF2345 (Sushi Kagura, Sat, 28 November 2026 18:00, ¥24,000)"
        );
        assert_eq!(booking.label(Locale::Ja), "予約 BCDF2345（鮨かぐら、2026年11月28日 18:00、24,000円）");
    }

    #[test]
    fn kinds_are_listed_once_in_order() {
        let records = [ObstacleRecordKind::Raffle, ObstacleRecordKind::Refund, ObstacleRecordKind::Fee];
        let records = records.map(|kind| record(kind, "x"));
        assert_eq!(kinds_of(&records), [DeletionObstacle::Fees, DeletionObstacle::Raffles]);
    }
}
