//! Past bookings: couples next to each other, at dinner first, each with its mail and its notification.

use sqlx::PgConnection;

use super::plan::Plan;

pub async fn make(conn: &mut PgConnection, plan: &Plan, ids: &[i64], users: &[i64]) -> sqlx::Result<()> {
    // The planner estimates only a handful of couples, and would compare every pair.
    sqlx::query("SET LOCAL enable_nestloop = off").execute(&mut *conn).await?;
    book(conn, plan, ids, users).await?;
    seat(conn, ids).await?;
    announce(conn, ids).await?;
    sqlx::query("SET LOCAL enable_nestloop = on").execute(conn).await?;
    Ok(())
}

/// Books the couples. The first six of a day dine and the others have lunch. Each couple is a different diner, because a diner
/// books a meal only once. A code is a number scattered over all codes by a factor that shares no divisor with their count.
async fn book(conn: &mut PgConnection, plan: &Plan, ids: &[i64], users: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        r"WITH couples AS MATERIALIZED (
             SELECT o.id AS slot_id, o.restaurant_id, o.inventory_group_id, o.operation, o.date, t.id AS time_id, t.starts_at,
                    t.ends_at, c.id AS course_id, c.title_ja, c.title_en, c.price,
                    'r' || left(md5($2 || ':booking:' || r.slug || ':' || o.date || ':' || k), 21) AS uid,
                    ($3::bigint[])[1 + ((('x' || left(md5($2 || r.slug || o.date), 7))::bit(28)::integer + k)
                                        % cardinality($3))] AS user_id,
                    mod((substr(r.slug, 6)::bigint * 320000 + (o.date - date '2000-01-01') * 16 + k)::numeric * 96485336543,
                        377801998336)::bigint AS code
             FROM online_stock_groups o
             JOIN restaurants r ON r.id = o.restaurant_id
             JOIN LATERAL (SELECT * FROM osg_times x WHERE x.restaurant_id = o.restaurant_id
                 AND x.online_stock_group_id = o.id ORDER BY x.starts_at LIMIT 1) t ON true
             JOIN osg_courses oc ON oc.restaurant_id = o.restaurant_id AND oc.online_stock_group_id = o.id
             JOIN courses c ON c.restaurant_id = oc.restaurant_id AND c.id = oc.course_id
             JOIN generate_series(0, $4::integer - 1) AS k ON (k < 6) = (o.operation = 'dinner')
             WHERE o.restaurant_id = ANY ($1) AND o.date < $5),
         guests AS (
             INSERT INTO customers (uid, restaurant_id, type, user_id, created_at)
             SELECT 'k' || left(md5(min(uid) || ':guest'), 21), restaurant_id, 'OnlineCustomer', user_id, $6
             FROM couples GROUP BY restaurant_id, user_id RETURNING id, restaurant_id, user_id)
         INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, customer_id, inventory_group_id,
             online_stock_group_id, osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja,
             course_title_en, course_price, accepted_at, created_at)
         SELECT p.uid, (SELECT string_agg(substr('BCDFGHJKLMNPQRSTVWXZ23456789', 1 + (p.code / power(28, i)::bigint % 28)::integer, 1),
                                          '' ORDER BY i) FROM generate_series(0, 7) AS i),
                p.restaurant_id, 'online_reservation', 'accepted', p.user_id, g.id, p.inventory_group_id, p.slot_id, p.time_id,
                p.course_id, p.operation, p.date, p.starts_at, p.ends_at, 2, p.title_ja, p.title_en, p.price,
                p.starts_at - interval '20 days', p.starts_at - interval '20 days'
         FROM couples p JOIN guests g USING (restaurant_id, user_id)",
        ids,
        plan.seed(),
        users,
        plan.size.reservations_per_day,
        plan.today,
        plan.now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Assigns two seats to each couple of a slot, from one end of the counter to the other.
async fn seat(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH couples AS (
             SELECT *, row_number() OVER (PARTITION BY online_stock_group_id ORDER BY uid) - 1 AS place
             FROM reservations WHERE restaurant_id = ANY ($1)),
         seats AS MATERIALIZED (
             SELECT p.id, p.restaurant_id, p.online_stock_group_id, i.id AS item_id, p.starts_at, p.ends_at
             FROM couples p
             JOIN inventory_items i ON i.inventory_group_id = p.inventory_group_id AND i.position IN (2 * p.place, 2 * p.place + 1)),
         seated AS (
             INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
             SELECT restaurant_id, id, item_id, tstzrange(starts_at, ends_at) FROM seats)
         UPDATE online_stocks s SET online_reservable_id = x.id
         FROM seats x WHERE s.online_stock_group_id = x.online_stock_group_id AND s.inventory_item_id = x.item_id",
        ids,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes the counters, mails and notifications of past bookings.
async fn announce(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH booked AS (SELECT * FROM reservations WHERE restaurant_id = ANY ($1)),
         counted AS (
             INSERT INTO course_days (restaurant_id, course_id, date, guests_count)
             SELECT restaurant_id, course_id, date, sum(guests_count) FROM booked GROUP BY restaurant_id, course_id, date),
         mailed AS (
             INSERT INTO mail_deliveries (uid, template, locale, recipient, user_id, reservation_id, context, dedup_key, created_at, sent_at)
             SELECT 'm' || left(md5(b.uid || ':mail'), 21), 'reservation_accepted', 'ja', u.email, b.user_id, b.id, '{}',
                    'reservation_accepted:' || b.id, b.accepted_at, b.accepted_at
             FROM booked b JOIN users u ON u.id = b.user_id)
         INSERT INTO notifications (restaurant_id, reservation_id, reason, title, notification_sent_at)
         SELECT restaurant_id, id, 'new_onr', '試験', accepted_at FROM booked",
        ids,
    )
    .execute(conn)
    .await?;
    Ok(())
}
