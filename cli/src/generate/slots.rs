//! A lunch and a dinner slot on every day, each with two start times and every seat.

use sqlx::PgConnection;

use super::plan::Plan;

pub async fn make(conn: &mut PgConnection, plan: &Plan, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH slots AS (
             INSERT INTO online_stock_groups (uid, restaurant_id, inventory_group_id, operation, date, guests_counts, created_at)
             SELECT 's' || left(md5(g.uid || ':' || o.name || ':' || day::date), 21), g.restaurant_id, g.id, o.name, day::date,
                    '{1,2,3,4}', $4
             FROM inventory_groups g
             JOIN operations o ON o.restaurant_id = g.restaurant_id
             CROSS JOIN generate_series($2::date, $3::date, interval '1 day') AS day
             WHERE g.restaurant_id = ANY ($1)
             RETURNING id, restaurant_id, operation, date),
         times AS (
             INSERT INTO osg_times (restaurant_id, online_stock_group_id, starts_at, ends_at)
             SELECT s.restaurant_id, s.id, (s.date + t.from_time) AT TIME ZONE 'Asia/Tokyo', (s.date + t.till_time) AT TIME ZONE 'Asia/Tokyo'
             FROM slots s
             JOIN (VALUES ('lunch', time '11:30', time '13:00'), ('lunch', '13:00', '14:30'), ('dinner', '18:00', '20:00'),
                          ('dinner', '20:00', '22:00')) AS t (operation, from_time, till_time) USING (operation)),
         offered AS (
             INSERT INTO osg_courses (restaurant_id, online_stock_group_id, course_id)
             SELECT s.restaurant_id, s.id, c.id FROM slots s
             JOIN courses c ON c.restaurant_id = s.restaurant_id AND c.operation = s.operation)
         INSERT INTO online_stocks (restaurant_id, online_stock_group_id, inventory_item_id)
         SELECT s.restaurant_id, s.id, i.id FROM slots s JOIN inventory_items i ON i.restaurant_id = s.restaurant_id",
        ids,
        plan.first_day(),
        plan.last_day(),
        plan.now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
