//! Disputed payments.

use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{FromRow, PgConnection};
use utoipa::ToSchema;

use super::RESTAURANT_NAME;
use crate::listing::{Field, ListRow, ListedTime, Listing};
use crate::money::Yen;
use crate::payments::disputes::DisputeBearer;
use crate::payments::model::ChargeKind;
use crate::support::find::FindTerms;

/// A dispute.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct DisputeEntry {
    pub id: i64,
    /// The provider's id, which names the dispute's page.
    pub gateway_fid: String,
    /// Null if the platform itself was paid.
    pub restaurant_slug: Option<String>,
    /// In the reader's language.
    pub restaurant_name: Option<String>,
    pub charge_kind: ChargeKind,
    pub amount: Yen,
    /// As the provider names them.
    pub reason: String,
    pub status: String,
    /// Not decided.
    pub is_open: bool,
    /// It waits for an answer.
    pub is_waiting: bool,
    pub borne_by: Option<DisputeBearer>,
    pub user_uid: String,
    pub reservation_uid: Option<String>,
    pub reservation_code: Option<String>,
    pub note: String,
    pub opened_at: ListedTime,
    /// The provider accepts evidence until then.
    pub evidence_due_at: Option<ListedTime>,
    pub answered_at: Option<ListedTime>,
    pub closed_at: Option<ListedTime>,
}

impl ListRow for DisputeEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "d.id"),
            Field::text("gateway_fid", "d.gateway_fid"),
            Field::text("restaurant_slug", "t.slug").nullable(),
            Field::words("restaurant_name", RESTAURANT_NAME).nullable(),
            Field::choice("charge_kind", "c.kind", ChargeKind::NAMES),
            Field::number("amount", "d.amount"),
            Field::text("reason", "d.reason"),
            Field::text("status", "d.status"),
            Field::flag("is_open", "d.closed_at IS NULL"),
            Field::flag(
                "is_waiting",
                "d.closed_at IS NULL AND d.answered_at IS NULL AND d.status LIKE '%needs_response'",
            ),
            Field::choice("borne_by", "d.borne_by", DisputeBearer::NAMES).nullable(),
            Field::text("user_uid", "u.uid"),
            Field::text("reservation_uid", "r.uid").nullable(),
            Field::text("reservation_code", "r.reservation_code").nullable(),
            Field::words("note", "d.note"),
            Field::time("opened_at", "d.opened_at"),
            Field::time("evidence_due_at", "d.evidence_due_at").nullable(),
            Field::time("answered_at", "d.answered_at").nullable(),
            Field::time("closed_at", "d.closed_at").nullable(),
        ],
        tables: "charge_disputes d
            JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id
            JOIN users u ON u.id = c.user_id
            LEFT JOIN restaurants t ON t.id = d.restaurant_id
            LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id",
        only: "true",
        search: Some(
            "{search} ->> 'provider_id' IN (d.gateway_fid, c.gateway_fid) OR r.reservation_code = {search} ->> 'code'",
        ),
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }

    /// Returns the possible ids of the dispute and of its payment, or the code of its booking.
    async fn search(_: &mut PgConnection, words: &str) -> sqlx::Result<Value> {
        let terms = FindTerms::parse(words);
        Ok(json!({ "provider_id": terms.provider_id, "code": terms.code }))
    }
}
