//! Which class of seats a diner sees: the group the restaurant put them in, and whether they are quietly refused.

use sqlx::PgConnection;

use crate::ids::{CustomerGroupId, CustomerId, RestaurantId, UserId};

/// A diner as one restaurant sees them. A stranger has no group and is not refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    pub customer: Option<CustomerId>,
    pub group: Option<CustomerGroupId>,
    /// A softly disallowed group or a blacklisted number: everything looks full (gaps G056, G057).
    pub is_refused: bool,
}

impl Access {
    /// The key of the summaries: the group's id, 0 without one.
    pub fn class(self) -> i64 {
        self.group.map_or(0, |group| group.0)
    }
}

pub async fn find(conn: &mut PgConnection, restaurant: RestaurantId, diner: Option<UserId>) -> sqlx::Result<Access> {
    let Some(diner) = diner else { return Ok(Access::default()) };
    let row = sqlx::query!(
        r#"SELECT c.id AS "customer?", c.customer_group_id,
                  coalesce(g.soft_disallow_online_reservation, false) OR coalesce(c.is_blacklisted, false)
                  OR EXISTS (SELECT 1 FROM blacklisted_phone_numbers b
                             WHERE b.restaurant_id = $1 AND b.phone_country = p.phone_country
                               AND b.phone_local_number = p.phone_local_number) AS "is_refused!"
           FROM profiles p
           LEFT JOIN customers c ON c.restaurant_id = $1 AND c.user_id = p.user_id
           LEFT JOIN customer_groups g ON g.id = c.customer_group_id
           WHERE p.user_id = $2"#,
        restaurant.0,
        diner.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map_or_else(Access::default, |row| Access {
        customer: row.customer.map(CustomerId),
        group: row.customer_group_id.map(CustomerGroupId),
        is_refused: row.is_refused,
    }))
}
