//! Restaurants, for admins.

use serde::Serialize;
use serde_json::Value;
use sqlx::{FromRow, PgConnection};
use utoipa::ToSchema;

use crate::listing::{Field, ListRow, ListedTime, Listing};
use crate::restaurants::model::Visibility;
use crate::restaurants::search;

/// A restaurant.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct RestaurantEntry {
    pub id: i64,
    pub slug: String,
    /// In the reader's language.
    pub restaurant_name: String,
    pub area: String,
    pub area_id: i64,
    pub cuisine: String,
    pub cuisine_id: i64,
    pub prefecture: String,
    pub visibility: Visibility,
    pub is_noindex: bool,
    pub is_delivery_only: bool,
    pub has_delivery_setting: bool,
    pub has_stripe_account: bool,
    pub has_owner: bool,
    pub has_notification_address: bool,
    pub online_starts_at: ListedTime,
    pub reservation_fee: i32,
    pub created_at: ListedTime,
}

impl ListRow for RestaurantEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "r.id"),
            Field::text("slug", "r.slug"),
            Field::words(
                "restaurant_name",
                "CASE WHEN {english} AND r.name_en <> '' THEN r.name_en ELSE r.name_ja END",
            ),
            Field::words("area", "CASE WHEN {english} THEN a.label_en ELSE a.label_ja END"),
            Field::number("area_id", "r.area_id"),
            Field::words("cuisine", "CASE WHEN {english} THEN c.label_en ELSE c.label_ja END"),
            Field::number("cuisine_id", "r.cuisine_id"),
            Field::text("prefecture", "r.prefecture"),
            Field::choice("visibility", "r.visibility", Visibility::NAMES),
            Field::flag("is_noindex", "r.is_noindex"),
            Field::flag("is_delivery_only", "r.is_delivery_only"),
            Field::flag("has_delivery_setting", "d.restaurant_id IS NOT NULL"),
            Field::flag("has_stripe_account", "r.stripe_account_fid <> ''"),
            Field::flag(
                "has_owner",
                "EXISTS (SELECT 1 FROM restaurant_owners w WHERE w.restaurant_id = o.restaurant_id AND w.role = 'owner')",
            ),
            Field::flag(
                "has_notification_address",
                "EXISTS (SELECT 1 FROM restaurant_email_subscriptions e WHERE e.restaurant_id = o.restaurant_id)",
            ),
            Field::time("online_starts_at", "o.or_starts_at"),
            Field::number("reservation_fee", "r.reservation_fee"),
            Field::time("created_at", "r.created_at"),
        ],
        tables: "restaurants r
            JOIN restaurant_operations o ON o.restaurant_id = r.id
            JOIN areas a ON a.id = r.area_id
            JOIN cuisines c ON c.id = r.cuisine_id
            LEFT JOIN restaurant_delivery_settings d ON d.restaurant_id = o.restaurant_id",
        only: "true",
        search: Some("r.id = ANY (ARRAY(SELECT jsonb_array_elements({search})::bigint))"),
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }

    /// Returns the ids of the restaurants whose name, slug or id matches all words.
    async fn search(conn: &mut PgConnection, words: &str) -> sqlx::Result<Value> {
        let found = search::list_matching(conn, words).await?;
        Ok(found.into_iter().map(|id| id.0).collect())
    }
}
