//! A diner's interests (diner §3): tags of three types, any number of which can be chosen.

use sqlx::PgConnection;

use super::error::AccountError;
use super::sign_up::FieldErrors;
use crate::i18n::Locale;
use crate::ids::{InterestTagId, UserId};
use crate::text_enum::text_enum;

text_enum! {
    pub enum InterestType of "interest_tags.interest_type" {
        Genre = "genre",
        Keyword = "keyword",
        Scene = "scene",
    }
}

/// A tag, and whether the diner has chosen it.
#[derive(Clone, Debug)]
pub struct InterestTag {
    pub id: InterestTagId,
    pub interest_type: InterestType,
    pub name_ja: String,
    pub name_en: String,
    pub is_chosen: bool,
}

impl InterestTag {
    pub fn name(&self, locale: Locale) -> &str {
        locale.pick(&self.name_ja, &self.name_en)
    }
}

/// Lists all tags in display order.
pub async fn list(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Vec<InterestTag>> {
    sqlx::query_as!(
        InterestTag,
        r#"SELECT t.id AS "id: InterestTagId", t.interest_type AS "interest_type: InterestType", t.name_ja, t.name_en,
                  EXISTS (SELECT 1 FROM user_interest_tags u WHERE u.user_id = $1 AND u.interest_tag_id = t.id) AS "is_chosen!"
           FROM interest_tags t ORDER BY t.interest_type, t.position, t.id"#,
        diner.0,
    )
    .fetch_all(conn)
    .await
}

/// Replaces the chosen tags.
///
/// # Errors
/// `Invalid` if one of them is unknown.
pub async fn choose(conn: &mut PgConnection, diner: UserId, chosen: &[InterestTagId]) -> Result<(), AccountError> {
    let chosen: Vec<i64> = chosen.iter().map(|id| id.0).collect();
    let known = sqlx::query_scalar!("SELECT id FROM interest_tags WHERE id = ANY ($1)", &chosen);
    let known = known.fetch_all(&mut *conn).await?;
    if chosen.iter().any(|id| !known.contains(id)) {
        return Err(FieldErrors::one("interest_tag_ids", "interest_tag_unknown").into());
    }
    // The later of two concurrent forms wins.
    sqlx::query!("SELECT id FROM users WHERE id = $1 FOR UPDATE", diner.0).fetch_one(&mut *conn).await?;
    sqlx::query!("DELETE FROM user_interest_tags WHERE user_id = $1", diner.0).execute(&mut *conn).await?;
    sqlx::query!(
        "INSERT INTO user_interest_tags (user_id, interest_tag_id) SELECT $1, id FROM unnest($2::bigint[]) id",
        diner.0,
        &known,
    )
    .execute(conn)
    .await?;
    Ok(())
}
