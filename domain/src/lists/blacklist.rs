//! The blacklisted phone numbers of a restaurant, for the file of its staff.

use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{FromRow, PgConnection};

use crate::customers::blacklist::BlacklistFilter;
use crate::listing::{Field, ListRow, ListedTime, Listing};

/// A blacklisted number, and the restaurant's first customer who has it.
#[derive(Serialize, FromRow)]
pub struct BlacklistedNumberEntry {
    pub id: i64,
    /// E.164.
    pub phone_e164: String,
    /// Without the country's code.
    pub phone_local_number: String,
    pub customer_uid: Option<String>,
    /// Family name first.
    pub customer_name: Option<String>,
    pub internal_memo: String,
    pub created_at: ListedTime,
}

impl ListRow for BlacklistedNumberEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "b.id"),
            Field::phone("phone_e164", "b.phone_e164"),
            Field::text("phone_local_number", "b.phone_local_number"),
            Field::text("customer_uid", "known.uid").nullable(),
            Field::words("customer_name", "known.name").nullable(),
            Field::words("internal_memo", "b.internal_memo"),
            Field::time("created_at", "b.created_at"),
        ],
        tables: "blacklisted_phone_numbers b
            LEFT JOIN LATERAL (
                SELECT c.uid, coalesce(p.name_last || ' ' || p.name_first, n.nickname, '') AS name
                FROM customers c
                LEFT JOIN customer_profiles n ON n.restaurant_id = c.restaurant_id AND n.customer_id = c.id
                LEFT JOIN profiles p ON p.user_id = c.user_id
                WHERE c.restaurant_id = b.restaurant_id AND c.merged_into_id IS NULL
                  AND coalesce(p.phone_e164, n.phone_e164) = b.phone_e164
                ORDER BY c.id LIMIT 1) known ON true",
        only: "b.restaurant_id = {restaurant}",
        search: Some(
            "({search} ->> 'digits') IS NULL AND ({search} ->> 'memo') IS NULL
                OR strpos(b.phone_local_number, {search} ->> 'digits') > 0
                OR lower(normalize(b.internal_memo, NFKC)) ~ ({search} ->> 'memo')",
        ),
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }

    /// Returns the digits and the pattern of `BlacklistFilter`, as the page's list searches.
    async fn search(_: &mut PgConnection, words: &str) -> sqlx::Result<Value> {
        let BlacklistFilter { digits, memo, .. } = BlacklistFilter::from_search(words);
        Ok(json!({ "digits": digits, "memo": memo }))
    }
}
