//! Charges, and their manual refunds and corrections.

use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{FromRow, PgConnection};
use utoipa::ToSchema;

use super::RESTAURANT_NAME;
use crate::adjustments::model::{AdjustmentKind, AdjustmentStatus, BorneBy};
use crate::listing::{Field, ListRow, ListedTime, Listing};
use crate::money::Yen;
use crate::payments::model::{ChargeKind, ChargeStatus, DisputeState};
use crate::payments::queries::settlement::IS_SETTLEMENT_OVERDUE;
use crate::reservations::unpaid_fees::IS_OVERDUE_FEE;
use crate::support::find::FindTerms;

/// A charge.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct ChargeEntry {
    pub id: i64,
    pub uid: String,
    /// Null if the platform itself is paid.
    pub restaurant_slug: Option<String>,
    /// In the reader's language.
    pub restaurant_name: Option<String>,
    pub kind: ChargeKind,
    pub status: ChargeStatus,
    pub amount: Yen,
    pub refund_due: Yen,
    pub refunded_amount: Yen,
    /// Amount that banks returned to the cardholder in lost disputes.
    pub lost_amount: Yen,
    pub dispute_state: Option<DisputeState>,
    pub failure_code: Option<String>,
    /// The provider's id of the payment.
    pub gateway_fid: Option<String>,
    /// It is neither paid nor cancelled, or its refund is due.
    pub is_unsettled: bool,
    /// It has not been settled with the provider for ten minutes. False for a declined fee, and for a refund that waits for the decision of a
    /// dispute.
    pub needs_settlement: bool,
    /// A fee that its diner has not paid for an hour.
    pub is_overdue_fee: bool,
    pub user_uid: String,
    pub reservation_uid: Option<String>,
    pub reservation_code: Option<String>,
    pub succeeded_at: Option<ListedTime>,
    pub created_at: ListedTime,
    pub updated_at: ListedTime,
}

impl ListRow for ChargeEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "c.id"),
            Field::text("uid", "c.uid").unsorted(),
            Field::text("restaurant_slug", "t.slug").unsorted(),
            Field::shown("restaurant_name", RESTAURANT_NAME),
            Field::choice("kind", "c.kind", ChargeKind::NAMES),
            Field::choice("status", "c.status", ChargeStatus::NAMES),
            Field::number("amount", "c.amount"),
            Field::number("refund_due", "c.refund_due"),
            Field::number("refunded_amount", "c.refunded_amount"),
            Field::number("lost_amount", "c.lost_amount").unsorted(),
            Field::choice("dispute_state", "c.dispute_state", DisputeState::NAMES).unsorted(),
            Field::text("failure_code", "c.failure_code").unsorted(),
            Field::text("gateway_fid", "c.gateway_fid").unsorted(),
            Field::flag(
                "is_unsettled",
                "(c.status NOT IN ('succeeded', 'canceled') OR c.refund_due > c.refunded_amount + c.lost_amount)",
            )
            .unsorted(),
            Field::flag("needs_settlement", IS_SETTLEMENT_OVERDUE).unsorted(),
            Field::flag("is_overdue_fee", IS_OVERDUE_FEE).unsorted(),
            Field::text("user_uid", "u.uid").unsorted(),
            Field::text("reservation_uid", "r.uid").unsorted(),
            Field::text("reservation_code", "r.reservation_code").unsorted(),
            Field::time("succeeded_at", "c.succeeded_at").nullable(),
            Field::time("created_at", "c.created_at"),
            Field::time("updated_at", "c.updated_at").unsorted(),
        ],
        tables: "charges c
            LEFT JOIN users u ON u.id = c.user_id
            LEFT JOIN restaurants t ON t.id = c.restaurant_id
            LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id",
        only: "true",
        search: Some(
            "c.id = ANY (ARRAY(
                 SELECT id FROM charges WHERE gateway_fid = {search} ->> 'provider_id'
                 UNION ALL SELECT x.id FROM provider_balance_transactions b JOIN charges x ON x.gateway_fid = b.payment_fid
                     WHERE b.source_fid = {search} ->> 'provider_id'
                 UNION ALL SELECT id FROM charges WHERE uid = {search} ->> 'uid'
                 UNION ALL SELECT ({search} ->> 'id')::bigint
                 UNION ALL SELECT x.id FROM reservations b JOIN charges x ON x.reservation_id = b.id
                     WHERE b.reservation_code = {search} ->> 'code'
                 UNION ALL SELECT x.id FROM charges x WHERE x.user_id = ANY (ARRAY(
                     SELECT user_id FROM profiles
                         WHERE phone_e164 = ANY (ARRAY(SELECT jsonb_array_elements_text({search} -> 'phones')))
                     UNION ALL SELECT id FROM users WHERE email = mail_address({search} ->> 'email')))))",
        ),
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }

    /// Returns the possible ids of the charge, of its booking, and of its diner.
    async fn search(_: &mut PgConnection, words: &str) -> sqlx::Result<Value> {
        let terms = FindTerms::parse(words);
        Ok(json!({ "provider_id": terms.provider_id, "uid": terms.uid, "id": terms.charge_id, "code": terms.code,
                   "phones": terms.phones, "email": terms.email }))
    }
}

/// A manual refund or a correction.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct AdjustmentEntry {
    pub id: i64,
    pub uid: String,
    pub kind: AdjustmentKind,
    pub status: AdjustmentStatus,
    pub amount: Yen,
    pub borne_by: BorneBy,
    pub reason: String,
    pub decision_reason: String,
    pub needs_approval: bool,
    /// Null if the platform itself was paid.
    pub restaurant_slug: Option<String>,
    /// In the reader's language.
    pub restaurant_name: Option<String>,
    pub reservation_uid: Option<String>,
    pub reservation_code: Option<String>,
    pub charge_uid: Option<String>,
    pub user_uid: String,
    /// Nicknames of the admins. An adjustment that needs no approval has no decision.
    pub requested_by: String,
    pub decided_by: Option<String>,
    /// The provider's code, if it rejects the refund permanently.
    pub failure_code: Option<String>,
    pub created_at: ListedTime,
    pub decided_at: Option<ListedTime>,
    pub finished_at: Option<ListedTime>,
}

impl ListRow for AdjustmentEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "a.id"),
            Field::text("uid", "a.uid"),
            Field::choice("kind", "a.kind", AdjustmentKind::NAMES),
            Field::choice("status", "a.status", AdjustmentStatus::NAMES),
            Field::number("amount", "a.amount"),
            Field::choice("borne_by", "a.borne_by", BorneBy::NAMES),
            Field::words("reason", "a.reason"),
            Field::shown("decision_reason", "a.decision_reason"),
            Field::flag("needs_approval", "a.needs_approval"),
            Field::text("restaurant_slug", "t.slug").nullable(),
            Field::words("restaurant_name", RESTAURANT_NAME).nullable(),
            Field::text("reservation_uid", "r.uid").nullable(),
            Field::text("reservation_code", "r.reservation_code").nullable(),
            Field::text("charge_uid", "c.uid").nullable(),
            Field::text("user_uid", "u.uid"),
            Field::words("requested_by", "q.nickname"),
            // The requester is stored as the decider of an adjustment that needs no approval.
            Field::words("decided_by", "CASE WHEN a.needs_approval THEN d.nickname END").nullable(),
            Field::text("failure_code", "a.failure_code").nullable(),
            Field::time("created_at", "a.created_at"),
            Field::time("decided_at", "CASE WHEN a.needs_approval THEN a.decided_at END").nullable(),
            Field::time("finished_at", "a.finished_at").nullable(),
        ],
        tables: "payment_adjustments a
            JOIN users u ON u.id = a.user_id
            JOIN admin_users q ON q.id = a.requested_by
            LEFT JOIN admin_users d ON d.id = a.decided_by
            LEFT JOIN charges c ON c.restaurant_id = a.restaurant_id AND c.id = a.charge_id
            LEFT JOIN restaurants t ON t.id = a.restaurant_id
            LEFT JOIN reservations r ON r.restaurant_id = a.restaurant_id AND r.id = a.reservation_id",
        only: "true",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}
