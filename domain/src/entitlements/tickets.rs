//! Tickets: codes that admins give to diners of a restaurant, and the codes of a diner's own raffle entries (gaps G071).

use chrono::NaiveDate;
use sqlx::PgConnection;

use crate::ids::{RestaurantId, UserId};
use crate::names::codes;

/// Length of a code in characters.
pub const CODE_LENGTH: std::ops::RangeInclusive<usize> = 4..=40;

/// Normalises a code to its stored form: capitals, digits and hyphens. None if it is invalid.
pub fn stored_code(text: &str) -> Option<String> {
    let code = codes::read(text);
    let is_code = code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-');
    (is_code && CODE_LENGTH.contains(&code.len())).then_some(code)
}

/// A ticket of a restaurant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    pub code: String,
    /// The last day on which a diner can book with it.
    pub valid_till: Option<NaiveDate>,
}

impl Ticket {
    pub fn is_valid_on(&self, today: NaiveDate) -> bool {
        self.valid_till.is_none_or(|last| today <= last)
    }
}

/// Returns the ticket of the restaurant, or the raffle entry of the diner there, for an entered code, expired or not.
pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
    text: &str,
) -> sqlx::Result<Option<Ticket>> {
    let Some(code) = stored_code(text) else { return Ok(None) };
    sqlx::query_as!(
        Ticket,
        r#"SELECT code AS "code!", valid_till FROM tickets WHERE restaurant_id = $1 AND code = $2
           UNION ALL
           SELECT e.code, NULL FROM raffle_round_registrations g
           JOIN raffle_entries e ON e.restaurant_id = g.restaurant_id AND e.raffle_round_registration_id = g.id
           WHERE g.restaurant_id = $1 AND g.user_id = $3 AND e.code = $2 LIMIT 1"#,
        restaurant.0,
        code,
        diner.0
    )
    .fetch_optional(conn)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_read_in_any_case_and_width() {
        for typed in [" ｓpring-2027 ", "SPRINGー２０２７", "spring – 2027"] {
            assert_eq!(stored_code(typed).as_deref(), Some("SPRING-2027"), "{typed}");
        }
        for none in ["", "abc", "桜2027", "a b c", "SPRING_2027", &"A".repeat(41)] {
            assert_eq!(stored_code(none), None, "{none:?}");
        }
    }

    #[test]
    fn ticket_is_valid_on_its_last_day() {
        let day = |day| NaiveDate::from_ymd_opt(2026, 12, day).unwrap();
        let ticket = |valid_till| Ticket { code: "THANKS-7".into(), valid_till };
        assert!(ticket(Some(day(7))).is_valid_on(day(7)) && !ticket(Some(day(7))).is_valid_on(day(8)));
        assert!(ticket(None).is_valid_on(day(31)));
    }
}
