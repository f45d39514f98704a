//! Open restaurants that lack a step of the checklist, so no diner can book them, or the restaurant is not notified of bookings.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::checklist::{self, ChecklistFacts, ChecklistStep};
use crate::restaurants::model::Bilingual;
use crate::restaurants::opening::OPENS_SOON;

/// A restaurant, and the steps that it lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnbookableRestaurant {
    pub slug: String,
    pub name: Bilingual,
    pub missing: Vec<ChecklistStep>,
}

/// Returns the first `limit` restaurants that are open for booking, or will be within five days, and lack a step that is needed, and their
/// number. A fully booked restaurant lacks nothing. The step of the rounds is done if any plan opens a day, for whichever diners: a
/// restaurant may open to some groups only.
pub async fn list(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<(Vec<UnbookableRestaurant>, i64)> {
    let rows = sqlx::query!(
        // Subselects name the restaurant of o, which a Citus cluster distributes: it rejects them below the copies of r on all its nodes.
        r#"WITH steps AS MATERIALIZED (
               SELECT r.id, r.slug, r.name_ja, r.name_en, o.or_starts_at <= $1 AS has_started,
                      EXISTS (SELECT 1 FROM operations x WHERE x.restaurant_id = o.restaurant_id AND x.is_active) AS has_operations,
                      EXISTS (SELECT 1 FROM inventory_items x WHERE x.restaurant_id = o.restaurant_id) AS has_items,
                      EXISTS (SELECT 1 FROM courses x WHERE x.restaurant_id = o.restaurant_id AND x.is_active)
                          AND NOT EXISTS (SELECT 1 FROM operations x WHERE x.restaurant_id = o.restaurant_id AND x.is_active
                              AND NOT EXISTS (SELECT 1 FROM courses c WHERE c.restaurant_id = x.restaurant_id
                                  AND c.operation = x.name AND c.is_active)) AS has_courses,
                      EXISTS (SELECT 1 FROM online_stock_groups g
                              JOIN online_stocks s ON s.restaurant_id = g.restaurant_id AND s.online_stock_group_id = g.id
                              WHERE g.restaurant_id = o.restaurant_id AND g.deleted_at IS NULL
                                AND g.date >= ($1 AT TIME ZONE r.time_zone)::date) AS has_slots,
                      EXISTS (SELECT 1 FROM reservation_round_plans p WHERE p.restaurant_id = o.restaurant_id
                          AND (p.kind IN ('forever', 'periodic')
                          OR p.kind = 'custom' AND EXISTS (SELECT 1 FROM reservation_rounds x
                              WHERE x.restaurant_id = p.restaurant_id AND x.reservation_round_plan_id = p.id
                                AND x.online_reservable_till >= ($1 AT TIME ZONE r.time_zone)::date))) AS opens,
                      EXISTS (SELECT 1 FROM restaurant_owners w WHERE w.restaurant_id = o.restaurant_id AND w.role = 'owner') AS has_owner,
                      EXISTS (SELECT 1 FROM restaurant_email_subscriptions e WHERE e.restaurant_id = o.restaurant_id) AS has_address
               FROM restaurants r
               JOIN restaurant_operations o ON o.restaurant_id = r.id
               WHERE r.visibility <> 'hidden' AND NOT r.is_delivery_only AND o.or_starts_at <= $2)
           SELECT slug AS "slug!", name_ja AS "name_ja!", name_en AS "name_en!", has_operations AS "has_operations!", has_items AS "has_items!",
                  has_courses AS "has_courses!", has_slots AS "has_slots!", opens AS "opens!", has_owner AS "has_owner!", has_address AS "has_address!",
                  count(*) OVER () AS "total!"
           FROM steps
           WHERE NOT (has_operations AND has_items AND has_courses AND has_slots AND opens AND has_owner AND has_address)
           ORDER BY has_started DESC, id LIMIT $3"#,
        now,
        now + OPENS_SOON,
        limit,
    );
    let rows = rows.fetch_all(conn).await?;
    let total = rows.first().map_or(0, |row| row.total);
    let restaurants = rows.into_iter().map(|row| UnbookableRestaurant {
        slug: row.slug,
        name: Bilingual::new(row.name_ja, row.name_en),
        missing: checklist::missing(ChecklistFacts {
            has_profile: true,
            pictures: 1,
            operations: row.has_operations.into(),
            items: row.has_items.into(),
            operations_without_course: 0,
            courses: row.has_courses.into(),
            slots: row.has_slots.into(),
            opens: row.opens,
            owners: row.has_owner.into(),
            subscriptions: row.has_address.into(),
            is_hidden: false,
            has_started: true,
        }),
    });
    Ok((restaurants.collect(), total))
}
