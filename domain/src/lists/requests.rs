//! Requests that admins decide: cancellations by restaurants, other plans of gold members, and fees of no-shows.

use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use super::RESTAURANT_NAME;
use crate::listing::{Field, ListRow, ListedTime, Listing};
use crate::money::Yen;
use crate::payments::model::ChargeStatus;
use crate::plans::change_requests::ChangeOutcome;
use crate::reservations::model::EndCause;
use crate::reservations::no_show_fee_rows::NoShowFeeStatus;

const CANCEL_REQUEST_STATUSES: &[&str] = &["pending", "approved", "rejected"];

/// A restaurant's request to cancel a booking.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct CancelRequestEntry {
    pub id: i64,
    pub uid: String,
    /// pending, approved or rejected.
    pub status: String,
    pub reason: EndCause,
    /// The freed seats are not offered again.
    pub delete_os: bool,
    pub restaurant_slug: String,
    /// In the reader's language.
    pub restaurant_name: String,
    pub reservation_uid: String,
    pub reservation_code: String,
    pub starts_at: ListedTime,
    pub guests_count: i32,
    /// Nickname of the member of staff.
    pub requested_by: String,
    pub created_at: ListedTime,
    pub decided_at: Option<ListedTime>,
}

impl ListRow for CancelRequestEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "q.id"),
            Field::text("uid", "q.uid"),
            Field::choice("status", "q.status", CANCEL_REQUEST_STATUSES),
            Field::choice("reason", "q.reason", EndCause::NAMES),
            Field::flag("delete_os", "q.delete_os"),
            Field::text("restaurant_slug", "t.slug"),
            Field::words("restaurant_name", RESTAURANT_NAME),
            Field::text("reservation_uid", "r.uid"),
            Field::text("reservation_code", "r.reservation_code"),
            Field::time("starts_at", "r.starts_at"),
            Field::number("guests_count", "r.guests_count"),
            Field::words("requested_by", "o.nickname"),
            Field::time("created_at", "q.created_at"),
            Field::time("decided_at", "q.decided_at").nullable(),
        ],
        tables: "reservation_cancel_requests q
            LEFT JOIN restaurants t ON t.id = q.restaurant_id
            LEFT JOIN reservations r ON r.restaurant_id = q.restaurant_id AND r.id = q.reservation_id
            LEFT JOIN owners o ON o.id = q.owner_id",
        only: "true",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}

/// A gold member's request for another plan.
#[derive(Serialize, FromRow, ToSchema)]
pub struct PlanChangeRequestEntry {
    pub id: i64,
    pub user_uid: String,
    /// Family name first.
    pub name: String,
    /// Price and period (month or year) of the current gold plan; null if the diner has none any more.
    pub plan_amount: Option<Yen>,
    pub plan_interval: Option<String>,
    pub plan_interval_count: Option<i32>,
    pub is_open: bool,
    pub outcome: Option<ChangeOutcome>,
    pub note: String,
    pub created_at: ListedTime,
    pub closed_at: Option<ListedTime>,
}

impl ListRow for PlanChangeRequestEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "g.id"),
            Field::text("user_uid", "u.uid"),
            Field::words("name", "p.name_last || ' ' || p.name_first"),
            Field::shown("plan_amount", "x.amount"),
            Field::shown("plan_interval", "x.interval"),
            Field::shown("plan_interval_count", "x.interval_count"),
            Field::flag("is_open", "g.closed_at IS NULL"),
            Field::choice("outcome", "g.outcome", ChangeOutcome::NAMES).nullable(),
            Field::words("note", "g.note"),
            Field::time("created_at", "g.created_at"),
            Field::time("closed_at", "g.closed_at").nullable(),
        ],
        tables: "gold_plan_change_requests g
            JOIN users u ON u.id = g.user_id
            JOIN profiles p ON p.user_id = g.user_id
            LEFT JOIN subscriptions s
                ON s.user_id = g.user_id AND s.grade = 'gold' AND s.status IN ('trialing', 'active', 'past_due')
            LEFT JOIN plan_prices x ON x.id = s.plan_price_id",
        only: "true",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}

/// A requested fee of a no-show.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct NoShowFeeEntry {
    /// The id of the reservation.
    pub id: i64,
    pub restaurant_slug: String,
    /// In the reader's language.
    pub restaurant_name: String,
    pub reservation_uid: String,
    pub reservation_code: String,
    pub starts_at: ListedTime,
    pub guests_count: i32,
    pub amount: Yen,
    pub status: NoShowFeeStatus,
    /// Null before the charge is planned.
    pub charge_status: Option<ChargeStatus>,
    pub requested_at: ListedTime,
    pub charge_due_at: ListedTime,
    pub decided_at: Option<ListedTime>,
    /// The reason of a refusal.
    pub reason: String,
}

impl ListRow for NoShowFeeEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "f.reservation_id"),
            Field::text("restaurant_slug", "t.slug"),
            Field::words("restaurant_name", RESTAURANT_NAME),
            Field::text("reservation_uid", "r.uid"),
            Field::text("reservation_code", "r.reservation_code"),
            Field::time("starts_at", "r.starts_at"),
            Field::number("guests_count", "r.guests_count"),
            Field::number("amount", "f.amount"),
            Field::choice("status", "f.status", NoShowFeeStatus::NAMES),
            Field::choice(
                "charge_status",
                "(SELECT c.status FROM charges c
                  WHERE c.restaurant_id = f.restaurant_id AND c.reservation_id = f.reservation_id AND c.kind = 'cancellation_fee'
                  ORDER BY c.id DESC LIMIT 1)",
                ChargeStatus::NAMES,
            )
            .nullable(),
            Field::time("requested_at", "f.requested_at"),
            Field::time("charge_due_at", "f.charge_due_at"),
            Field::time("decided_at", "f.decided_at").nullable(),
            Field::words("reason", "f.reason"),
        ],
        tables: "reservation_no_show_fees f
            LEFT JOIN restaurants t ON t.id = f.restaurant_id
            LEFT JOIN reservations r ON r.restaurant_id = f.restaurant_id AND r.id = f.reservation_id",
        only: "true",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}
