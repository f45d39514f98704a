//! Who may sign in to a restaurant's console (gaps G044).

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met, number};
use super::error::MasterError;
use super::fields::Check;
use crate::accounts::{self, AccountError};
use crate::i18n::Locale;
use crate::ids::RestaurantId;
use crate::names;
use crate::sessions::Side;

/// An owner or a member of staff. The address of somebody known links their account; anybody else gets an account, and a mail in
/// which they choose their password. Address and name are their own afterwards.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct OwnerRecord {
    #[serde(default)]
    pub id: i64,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub nickname: String,
    /// `owner` or `staff`.
    pub role: String,
}

impl Master for OwnerRecord {
    const NAME: &'static str = "owners";

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            r#"SELECT o.id, o.email::text AS "email!", o.nickname, w.role FROM restaurant_owners w JOIN owners o ON o.id = w.owner_id
               WHERE w.restaurant_id = $1 ORDER BY w.role, o.id"#,
            restaurant.map_or(0, |id| id.0)
        )
        .fetch_all(conn)
        .await
    }

    fn key(&self) -> String {
        self.id.to_string()
    }

    async fn write(
        mut self,
        conn: &mut PgConnection,
        edit: &Edit<'_>,
        key: Option<&str>,
    ) -> Result<String, MasterError> {
        let mut check = Check::default();
        check.must("role", ["owner", "staff"].contains(&self.role.as_str()), "invalid");
        let Some(key) = key else {
            match names::email(&self.email) {
                Ok(email) => self.email = email,
                Err(code) => check.refuse("email", code),
            }
            check.end()?;
            return self.link(conn, edit).await;
        };
        check.end()?;
        let updated = sqlx::query!(
            "UPDATE restaurant_owners SET role = $3 WHERE restaurant_id = $1 AND owner_id = $2",
            edit.restaurant_id(),
            number(key)?,
            self.role
        );
        met(updated.execute(conn).await?.rows_affected())?;
        Ok(key.to_owned())
    }

    /// The account stays; it opens this restaurant no more.
    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let (restaurant, owner) = (edit.restaurant_id(), number(key)?);
        let gone =
            sqlx::query!("DELETE FROM restaurant_owners WHERE restaurant_id = $1 AND owner_id = $2", restaurant, owner);
        met(gone.execute(conn).await?.rows_affected())
    }
}

impl OwnerRecord {
    async fn link(mut self, conn: &mut PgConnection, edit: &Edit<'_>) -> Result<String, MasterError> {
        let known = sqlx::query_scalar!("SELECT id FROM owners WHERE email = $1::text::citext", self.email);
        let owner = match known.fetch_optional(&mut *conn).await? {
            Some(owner) => owner,
            None => self.create(conn, edit).await?,
        };
        sqlx::query!(
            "INSERT INTO restaurant_owners (restaurant_id, owner_id, role) VALUES ($1, $2, $3)",
            edit.restaurant_id(),
            owner,
            self.role,
        )
        .execute(conn)
        .await
        .map_err(|error| MasterError::of(error, ("restaurant_owners_pkey", "email")))?;
        Ok(owner.to_string())
    }

    /// An account whose password is nobody's until the link in the mail is followed.
    async fn create(&mut self, conn: &mut PgConnection, edit: &Edit<'_>) -> Result<i64, MasterError> {
        let mut check = Check::default();
        check.name("nickname", &mut self.nickname);
        check.end()?;
        let created = sqlx::query_scalar!(
            "INSERT INTO owners (uid, email, password_hash, nickname, created_at) VALUES ($1, $2::text::citext, $3, $4, $5) RETURNING id",
            edit.rng.uid(),
            self.email,
            format!("none:{}", edit.rng.uid()),
            self.nickname,
            edit.now,
        );
        let created = created.fetch_one(&mut *conn).await?;
        let (side, locale) = (Side::Owner, Locale::default());
        let asked = accounts::request_staff_password_reset(conn, edit.rng, edit.now, locale, side, &self.email).await;
        match asked {
            Ok(()) => Ok(created),
            Err(AccountError::Database(error)) => Err(error.into()),
            Err(_) => Err(MasterError::field("email", "email_invalid")),
        }
    }
}
