//! Coupon codes that restaurants issue, each valid for one coupon once (gaps G109, G135): an admin cancels them in bulk.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor, Event};
use crate::ids::RestaurantId;
use crate::names::codes;

/// Maximum number of codes that one call cancels.
pub const MAX_CODES: usize = 1_000;

/// Result of cancelling a list of codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cancelled {
    pub cancelled: usize,
    /// Codes that had been cancelled before.
    pub cancelled_before: usize,
    /// Codes that were used, as listed: their discount remains.
    pub used: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum CouponError {
    #[error("no code was listed")]
    Nothing,
    #[error("more than {MAX_CODES} codes")]
    TooMany,
    /// Then no code is cancelled.
    #[error("no codes of this restaurant: {0:?}")]
    Unknown(Vec<String>),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl CouponError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Nothing => "blank",
            Self::TooMany => "coupon_codes_too_many",
            Self::Unknown(_) => "coupon_codes_unknown",
            Self::Database(_) => "internal",
        }
    }
}

/// Parses a text with one code on each line to their stored form: half width and upper case, without duplicates.
pub fn list_codes(text: &str) -> BTreeSet<String> {
    let lines = text.lines().map(codes::read);
    lines.filter(|line| !line.is_empty()).collect()
}

/// Cancels unused codes of a restaurant. If one code is not the restaurant's, cancels none.
pub async fn cancel(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    codes: &BTreeSet<String>,
) -> Result<Cancelled, CouponError> {
    match codes.len() {
        0 => return Err(CouponError::Nothing),
        count if count > MAX_CODES => return Err(CouponError::TooMany),
        _ => {}
    }
    let wanted: Vec<_> = codes.iter().cloned().collect();
    let rows = sqlx::query!(
        r#"SELECT id, code, used_at IS NOT NULL AS "is_used!", cancelled_at IS NOT NULL AS "is_cancelled!"
           FROM user_coupon_codes WHERE restaurant_id = $1 AND code = ANY ($2) ORDER BY id FOR UPDATE"#,
        restaurant.0,
        &wanted,
    );
    let rows = rows.fetch_all(&mut *conn).await?;
    let known: BTreeMap<_, _> = rows.iter().map(|row| (row.code.as_str(), row)).collect();
    let unknown: Vec<_> = wanted.iter().filter(|code| !known.contains_key(code.as_str())).cloned().collect();
    if !unknown.is_empty() {
        return Err(CouponError::Unknown(unknown));
    }
    let open: Vec<_> = rows.iter().filter(|row| !row.is_used && !row.is_cancelled).map(|row| row.id).collect();
    sqlx::query!(
        "UPDATE user_coupon_codes SET cancelled_at = $3 WHERE restaurant_id = $1 AND id = ANY ($2)",
        restaurant.0,
        &open,
        now,
    )
    .execute(&mut *conn)
    .await?;
    let event = Event {
        actor,
        action: "coupon_codes_cancelled",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "user_coupon_code_ids": open }),
    };
    audit::record(conn, now, event).await?;
    Ok(Cancelled {
        cancelled: open.len(),
        cancelled_before: rows.iter().filter(|row| row.is_cancelled).count(),
        used: rows.iter().filter(|row| row.is_used).map(|row| row.code.clone()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_codes_are_normalised() {
        let read: Vec<_> = list_codes(" abc-1\r\n\nＡＢＣ-1\n zz9 \n").into_iter().collect();
        assert_eq!(read, ["ABC-1", "ZZ9"]);
        assert_eq!(list_codes("ＡＢＣー１"), list_codes("abc-1"));
    }
}
