//! The words of a name for lists that are not the diners': an admin's.

use serde::Serialize;
use sqlx::PgConnection;

use super::queries;
use super::words::{SearchWords, literal};

/// A word as it is looked for.
#[derive(Clone, Debug, Serialize)]
pub struct Pattern {
    pub typed: String,
    /// LIKE patterns of the names in `restaurant_search_texts`, any of which will do.
    pub patterns: Vec<String>,
    /// A LIKE pattern of slugs.
    pub slug: String,
}

/// The words of what was typed, in all their spellings.
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
