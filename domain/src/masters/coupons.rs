//! Coupons of the paid tiers, and the codes that restaurants issue for them (gaps G109, G135).

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::fields::FieldChecks;
use super::statements::{delete, select, upsert};

/// A discount in yen for a number of months.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CouponRecord {
    #[serde(default)]
    pub id: i64,
    pub title: String,
    /// Yen.
    pub amount_off: i32,
    pub duration_in_months: i32,
}

/// A restaurant's code, valid for one coupon once.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct UserCouponCodeRecord {
    #[serde(default)]
    pub id: i64,
    /// A blank code is generated. A code cannot be changed.
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

    select!(of_platform "coupons", "t.id": i64; "id, title, amount_off, duration_in_months"; order "id DESC");
    // A coupon with codes cannot be deleted.
    delete!(of_platform "coupons", "t.id": i64);

    fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
        check.name("title", &mut self.title);
        check.within("amount_off", self.amount_off, 1..=10_000_000);
        check.within("duration_in_months", self.duration_in_months, 1..=36);
    }

    /// Writes the coupon. Existing codes keep its discount: only its title can change.
    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        let written = upsert!(
            of_platform "coupons", "t.id" = id;
            update "title = $2";
            insert "title, uid, amount_off, duration_in_months, created_at", "$2, $3, $4, $5, $6";
            self.title, edit.rng.uid(), self.amount_off, self.duration_in_months, edit.now
        );
        Ok(written.fetch_optional(conn).await?)
    }
}

impl Master for UserCouponCodeRecord {
    const NAME: &'static str = "user_coupon_codes";
    const CONSTRAINTS: Constraints = &[
        ("user_coupon_codes_code_key", "code", "master_taken"),
        ("user_coupon_codes_coupon_id_fkey", "coupon_id", "master_choice_invalid"),
    ];

    select!(of_restaurant "user_coupon_codes", "t.id": i64;
        r#"id, code, coupon_id, used_at IS NOT NULL AS "is_used!", cancelled_at IS NOT NULL AS "is_cancelled!""#;
        order "id DESC LIMIT 1000");
    // A code that was used or cancelled is kept as a record.
    delete!(of_restaurant "user_coupon_codes", "t.id": i64; unless "(t.used_at IS NOT NULL OR t.cancelled_at IS NOT NULL)");

    /// Codes are created and deleted, never changed.
    fn check(&mut self, check: &mut FieldChecks, key: Option<&str>) {
        if key.is_some() {
            check.reject("code", "coupon_code_stays");
        } else if !self.code.trim().is_empty() {
            check.code("code", &mut self.code);
        }
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, _: Option<i64>) -> Written<i64> {
        let code = if self.code.trim().is_empty() { edit.rng.reservation_code() } else { self.code };
        let written = sqlx::query_scalar!(
            "INSERT INTO user_coupon_codes (restaurant_id, coupon_id, code, created_at) VALUES ($1, $2, $3, $4) RETURNING id",
            edit.restaurant_id(),
            self.coupon_id,
            code,
            edit.now,
        );
        Ok(written.fetch_optional(conn).await?)
    }
}
