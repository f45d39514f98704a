//! Words of a name, for an admin's lists.

use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::queries;
use super::words::{SearchWords, literal};
use crate::ids::RestaurantId;

/// A word as a query compares it.
#[derive(Clone, Debug, Serialize)]
pub struct Pattern {
    pub typed: String,
    /// Alternative LIKE patterns of the names in `restaurant_search_texts`.
    pub patterns: Vec<String>,
    /// A LIKE pattern of slugs.
    pub slug: String,
}

/// Returns the words of a search text, in all their spellings.
pub async fn patterns(conn: &mut PgConnection, typed: &str) -> sqlx::Result<Vec<Pattern>> {
    let words: Vec<_> = typed.split_whitespace().take(super::words::MAX_WORDS).collect();
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let synonyms = queries::synonyms(conn).await?;
    let pattern = |word: &str| Pattern {
        patterns: SearchWords::parse(word, &synonyms).searched().into_iter().flat_map(|word| word.patterns).collect(),
        slug: format!("%{}%", literal(&word.to_lowercase())),
        typed: word.to_owned(),
    };
    Ok(words.into_iter().map(pattern).collect())
}

/// Returns the restaurants whose name in any spelling, slug or id matches all words of a search text.
pub async fn list_matching(conn: &mut PgConnection, typed: &str) -> sqlx::Result<Vec<RestaurantId>> {
    let words = patterns(conn, typed).await?;
    sqlx::query_scalar!(
        r#"SELECT r.id AS "id: RestaurantId" FROM restaurants r
           LEFT JOIN restaurant_search_texts s ON s.restaurant_id = r.id
           WHERE NOT EXISTS (
               SELECT 1 FROM jsonb_array_elements($1::jsonb) AS word
               WHERE NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text(word -> 'patterns') AS spelling WHERE s.name LIKE spelling)
                 AND r.slug NOT LIKE word ->> 'slug' AND r.id::text <> word ->> 'typed')"#,
        Json(words) as _,
    )
    .fetch_all(conn)
    .await
}
