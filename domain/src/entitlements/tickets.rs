//! Tickets: codes that admins give to diners of a restaurant.

use chrono::NaiveDate;
use sqlx::PgConnection;
use unicode_normalization::UnicodeNormalization;

use crate::ids::RestaurantId;

/// Letters of a code.
pub const CODE_LENGTH: std::ops::RangeInclusive<usize> = 4..=40;

/// A code as it is stored: capitals, digits and hyphens. Nothing for what is none.
pub fn stored_code(text: &str) -> Option<String> {
    let code = text.nfkc().collect::<String>().trim().to_ascii_uppercase();
    let is_code = code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-');
    (is_code && CODE_LENGTH.contains(&code.len())).then_some(code)
}

/// The code of a ticket of the restaurant with which one can book on `today`.
pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    text: &str,
    today: NaiveDate,
) -> sqlx::Result<Option<String>> {
    let Some(code) = stored_code(text) else { return Ok(None) };
    sqlx::query_scalar!(
        "SELECT code FROM tickets WHERE restaurant_id = $1 AND code = $2 AND (valid_till IS NULL OR $3 <= valid_till)",
        restaurant.0,
        code,
        today
    )
    .fetch_optional(conn)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_whatever_its_case_and_width() {
        assert_eq!(stored_code(" ｓpring-2027 ").as_deref(), Some("SPRING-2027"));
        for none in ["", "abc", "桜2027", "a b c d", "SPRING_2027", &"A".repeat(41)] {
            assert_eq!(stored_code(none), None, "{none:?}");
        }
    }
}
