//! Coupons of the paid tiers, and the codes that restaurants hand out for them (gaps G109, G135).

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met, number};
use super::error::MasterError;
use super::fields::Check;
use crate::entitlements::tickets::stored_code;
use crate::ids::RestaurantId;

/// So many yen off, for so many months.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CouponRecord {
    #[serde(default)]
    pub id: i64,
    pub title: String,
    /// Yen.
    pub amount_off: i32,
    pub duration_in_months: i32,
}

/// A code of a restaurant, good for one coupon once.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct UserCouponCodeRecord {
    #[serde(default)]
    pub id: i64,
    /// A blank one is made up. It stays as it was made.
    #[serde(default)]
    pub code: String,
    pub coupon_id: i64,
    #[serde(default)]
    pub is_used: bool,
    #[serde(default)]
    pub is_cancelled: bool,
}

impl Master for CouponRecord {
    const NAME: &'static str = "coupons";

    async fn list(conn: &mut PgConnection, _: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(Self, "SELECT id, title, amount_off, duration_in_months FROM coupons ORDER BY id DESC")
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
        check.name("title", &mut self.title);
        check.within("amount_off", self.amount_off, 1..=10_000_000);
        check.within("duration_in_months", self.duration_in_months, 1..=36);
        check.end()?;
        let id = key.map(number).transpose()?;
        // Whoever was promised a coupon gets what was promised: only its title changes.
        let saved = sqlx::query_scalar!(
            "WITH changed AS (UPDATE coupons SET title = $2 WHERE id = $1 RETURNING id),
             made AS (INSERT INTO coupons (uid, title, amount_off, duration_in_months, created_at)
                      SELECT $3, $2, $4, $5, $6 WHERE $1::bigint IS NULL RETURNING id)
             SELECT id FROM changed UNION ALL SELECT id FROM made",
            id,
            self.title,
            edit.rng.uid(),
            self.amount_off,
            self.duration_in_months,
            edit.now,
        );
        let saved = saved.fetch_optional(conn).await?;
        Ok(saved.flatten().ok_or(MasterError::NotFound)?.to_string())
    }

    /// One with codes stays.
    async fn delete(conn: &mut PgConnection, _: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let gone = sqlx::query!("DELETE FROM coupons WHERE id = $1", number(key)?);
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}

impl Master for UserCouponCodeRecord {
    const NAME: &'static str = "user_coupon_codes";

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            r#"SELECT id, code, coupon_id, used_at IS NOT NULL AS "is_used!", cancelled_at IS NOT NULL AS "is_cancelled!"
               FROM user_coupon_codes WHERE restaurant_id = $1 ORDER BY id DESC LIMIT 1000"#,
            restaurant.map_or(0, |id| id.0)
        )
        .fetch_all(conn)
        .await
    }

    fn key(&self) -> String {
        self.id.to_string()
    }

    /// Codes are made and removed, never changed.
    async fn write(self, conn: &mut PgConnection, edit: &Edit<'_>, key: Option<&str>) -> Result<String, MasterError> {
        if key.is_some() {
            return Err(MasterError::field("code", "coupon_code_stays"));
        }
        let code = match self.code.trim() {
            "" => Some(edit.rng.reservation_code()),
            typed => stored_code(typed),
        };
        let Some(code) = code else { return Err(MasterError::field("code", "ticket_code_invalid")) };
        let saved = sqlx::query_scalar!(
            "INSERT INTO user_coupon_codes (restaurant_id, coupon_id, code, created_at)
             SELECT $1, c.id, $3, $4 FROM coupons c WHERE c.id = $2 RETURNING id",
            edit.restaurant_id(),
            self.coupon_id,
            code,
            edit.now,
        );
        let saved = saved.fetch_optional(conn).await;
        let saved = saved.map_err(|error| MasterError::of(error, ("user_coupon_codes_code_key", "code")))?;
        Ok(saved.ok_or_else(|| MasterError::field("coupon_id", "invalid"))?.to_string())
    }

    /// A code that was used or called off stays in the books.
    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let (restaurant, id) = (edit.restaurant_id(), number(key)?);
        let gone = sqlx::query!(
            "DELETE FROM user_coupon_codes WHERE restaurant_id = $1 AND id = $2 AND used_at IS NULL AND cancelled_at IS NULL",
            restaurant,
            id
        );
        if gone.execute(&mut *conn).await?.rows_affected() > 0 {
            return Ok(());
        }
        let stays = sqlx::query_scalar!(
            r#"SELECT true AS "is_there!" FROM user_coupon_codes WHERE restaurant_id = $1 AND id = $2"#,
            restaurant,
            id
        );
        match stays.fetch_optional(conn).await? {
            Some(_) => Err(MasterError::InUse),
            None => Err(MasterError::NotFound),
        }
    }
}
