//! Diners' accounts, for admins.

use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{FromRow, PgConnection};
use utoipa::ToSchema;

use crate::entitlements::tiers::Grade;
use crate::listing::{Field, ListRow, ListedTime, Listing};
use crate::support::SearchTerm;

/// A diner's account.
#[derive(Serialize, FromRow, ToSchema)]
pub struct UserEntry {
    pub id: i64,
    pub uid: String,
    pub name: String,
    pub kana: String,
    pub email: String,
    pub email_confirmed_at: Option<ListedTime>,
    /// E.164.
    pub phone_e164: String,
    pub phone_confirmed_at: Option<ListedTime>,
    pub prefecture: String,
    pub locale: String,
    /// The external identity provider (`apple`), if any.
    pub provider: Option<String>,
    pub premium_grade: Option<Grade>,
    pub is_agent: bool,
    pub is_gold_invited: bool,
    pub is_ohc_invited: bool,
    pub is_locked: bool,
    pub created_at: ListedTime,
    /// Set for a deleted account, whose name and addresses are erased.
    pub deleted_at: Option<ListedTime>,
}

impl ListRow for UserEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "u.id"),
            Field::text("uid", "u.uid"),
            Field::words("name", "p.name_last || ' ' || p.name_first"),
            Field::words("kana", "btrim(p.kana_last || ' ' || p.kana_first)"),
            Field::text("email", "u.email::text"),
            Field::time("email_confirmed_at", "u.email_confirmed_at").nullable(),
            Field::phone("phone_e164", "p.phone_e164"),
            Field::time("phone_confirmed_at", "p.phone_confirmed_at").nullable(),
            Field::text("prefecture", "p.prefecture"),
            Field::choice("locale", "p.locale", &["ja", "en"]),
            Field::text("provider", "u.provider").nullable(),
            Field::choice("premium_grade", "u.premium_grade", Grade::NAMES).nullable(),
            Field::flag("is_agent", "u.is_agent"),
            Field::flag("is_gold_invited", "u.is_gold_invited"),
            Field::flag("is_ohc_invited", "u.is_ohc_invited"),
            Field::flag("is_locked", "coalesce(u.locked_until > {now}, false)"),
            Field::time("created_at", "u.created_at"),
            Field::time("deleted_at", "u.deleted_at").nullable(),
        ],
        tables: "users u JOIN profiles p ON p.user_id = u.id",
        only: "true",
        // An array, not a subquery: its plan is the same whatever the list's order.
        search: Some(
            r"u.id = ANY (ARRAY(
                 SELECT user_id FROM profiles
                     WHERE phone_e164 = ANY (ARRAY(SELECT jsonb_array_elements_text({search} -> 'numbers')))
                 UNION ALL SELECT id FROM users WHERE email::text ILIKE ({search} ->> 'mail')
                 UNION ALL SELECT user_id FROM profiles
                     WHERE name_words(name_last, name_first, kana_last, kana_first) @@ ({search} ->> 'name')::tsquery))",
        ),
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }

    /// Returns the possible numbers, the beginning of an address, or the beginnings of a name (gaps G324).
    async fn search(_: &mut PgConnection, words: &str) -> sqlx::Result<Value> {
        let term = SearchTerm::parse(words).map(SearchTerm::patterns).unwrap_or_default();
        Ok(json!({ "numbers": term.numbers, "mail": term.mail, "name": term.name }))
    }
}
