//! SQL of the round plans.

use sqlx::PgConnection;

use super::window::{Plan, PlanKind, Round};
use crate::ids::{CustomerGroupId, RestaurantId};

/// The plan that applies to a group: its own, else the one for everybody. Preferred plans open to raffle winners only.
pub async fn find_plan(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    group: Option<CustomerGroupId>,
) -> sqlx::Result<Option<Plan>> {
    let rows = sqlx::query!(
        r#"SELECT p.kind, r.effective_at AS "effective_at?", r.online_reservable_till AS "till?"
           FROM reservation_round_plans p
           LEFT JOIN reservation_rounds r ON r.reservation_round_plan_id = p.id
           WHERE p.id = (
               SELECT id FROM reservation_round_plans
               WHERE restaurant_id = $1 AND NOT is_preferred AND (customer_group_id = $2 OR customer_group_id IS NULL)
               ORDER BY customer_group_id NULLS LAST LIMIT 1)"#,
        restaurant.0,
        group.map(|id| id.0),
    )
    .fetch_all(conn)
    .await?;
    let Some(kind) = rows.first().and_then(|row| PlanKind::parse(&row.kind)) else { return Ok(None) };
    let rounds = rows
        .iter()
        .filter_map(|row| Some(Round { effective_at: row.effective_at?, online_reservable_till: row.till? }));
    Ok(Some(Plan { kind, rounds: rounds.collect() }))
}
