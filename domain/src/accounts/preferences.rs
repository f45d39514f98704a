//! A diner's preferences, which restaurants see (diner §2): allergies and dislikes.

use sqlx::PgConnection;

use super::sign_up::FieldErrors;
use crate::ids::UserId;
use crate::names::too_long;

const MAX_LENGTH: usize = 500;

/// Both are blank if there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    pub allergy_description: String,
    pub dislikes: String,
}

impl Preferences {
    /// Validates the form. `Some(false)` as `has_allergy` clears the allergies, `Some(true)` requires them, and `None` keeps them as
    /// entered.
    ///
    /// # Errors
    /// Texts that are too long or contain control characters, and missing allergies.
    pub fn parse(has_allergy: Option<bool>, allergy: &str, dislikes: &str) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::default();
        let mut text = |field: &'static str, typed: &str| {
            let text = typed.trim().replace("\r\n", "\n");
            if text.chars().count() > MAX_LENGTH {
                errors.0.insert(field, too_long(MAX_LENGTH));
            } else if text.chars().any(|c| c.is_control() && c != '\n') {
                errors.0.insert(field, "invalid_characters");
            }
            text
        };
        let allergy_description =
            if has_allergy == Some(false) { String::new() } else { text("allergy_description", allergy) };
        let dislikes = text("dislikes", dislikes);
        if has_allergy == Some(true) && allergy_description.is_empty() {
            errors.0.insert("allergy_description", "blank");
        }
        if errors.0.is_empty() { Ok(Self { allergy_description, dislikes }) } else { Err(errors) }
    }
}

pub async fn find(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Preferences> {
    let found = sqlx::query_as!(
        Preferences,
        r#"SELECT coalesce(allergy_description, '') AS "allergy_description!", coalesce(dislikes, '') AS "dislikes!"
           FROM profiles WHERE user_id = $1"#,
        diner.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.unwrap_or_default())
}

/// As `find`, and locks the row until the end of the transaction.
pub async fn lock(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Preferences> {
    sqlx::query!("SELECT 1 AS locked FROM profiles WHERE user_id = $1 FOR UPDATE", diner.0)
        .fetch_optional(&mut *conn)
        .await?;
    find(conn, diner).await
}

pub async fn save(conn: &mut PgConnection, diner: UserId, preferences: &Preferences) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE profiles SET allergy_description = nullif($2, ''), dislikes = nullif($3, '') WHERE user_id = $1",
        diner.0,
        preferences.allergy_description,
        preferences.dislikes,
    )
    .execute(conn)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticked_allergy_needs_text() {
        let parsed = Preferences::parse(Some(true), " えび\r\nかに ", "").unwrap();
        assert_eq!(parsed.allergy_description, "えび\nかに");
        let errors = Preferences::parse(Some(true), " ", &"x".repeat(MAX_LENGTH + 1)).unwrap_err();
        assert_eq!(
            errors.0.into_iter().collect::<Vec<_>>(),
            [("allergy_description", "blank"), ("dislikes", "too_long_500")]
        );
        assert_eq!(Preferences::parse(Some(false), "えび", "").unwrap(), Preferences::default());
        assert_eq!(Preferences::parse(None, "えび", "").unwrap().allergy_description, "えび");
        assert!(Preferences::parse(None, "a\u{7}", "").is_err());
    }
}
