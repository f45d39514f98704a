//! Restaurants with a counter, two meals, a course for each, and no limit on how far ahead they may be booked.

use sqlx::{PgConnection, PgPool};

use super::{ITEMS, Plan};

/// The numbers, from 1 on, that no restaurant has yet.
pub async fn missing(pool: &PgPool, count: i32) -> sqlx::Result<Vec<i32>> {
    sqlx::query_scalar!(
        r#"SELECT n AS "n!" FROM generate_series(1, $1::integer) AS n
           WHERE NOT EXISTS (SELECT 1 FROM restaurants r WHERE r.slug = 'load-' || lpad(n::text, 5, '0')) ORDER BY n"#,
        count,
    )
    .fetch_all(pool)
    .await
}

/// The area and the cuisine of all of them.
pub async fn prepare(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH area AS (
             INSERT INTO areas (label_ja, label_en) VALUES ('東京', 'Tokyo') ON CONFLICT (label_ja) DO NOTHING)
         INSERT INTO cuisines (label_ja, label_en) VALUES ('鮨', 'Sushi') ON CONFLICT (label_ja) DO NOTHING",
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Their ids, in the order of the numbers.
pub async fn make(conn: &mut PgConnection, plan: &Plan, numbers: &[i32]) -> sqlx::Result<Vec<i64>> {
    let ids = sqlx::query_scalar!(
        "WITH opened AS (
             INSERT INTO restaurants (slug, name_ja, name_en, tagline_ja, tagline_en, area_id, cuisine_id, prefecture,
                 reservation_fee, created_at)
             SELECT 'load-' || lpad(n::text, 5, '0'), '試験席 ' || n, 'Load ' || n, '負荷試験のための店', 'A place to test load with',
                    (SELECT id FROM areas WHERE label_ja = '東京'), (SELECT id FROM cuisines WHERE label_ja = '鮨'), '東京都', $2, $3
             FROM unnest($1::integer[]) AS n RETURNING id, slug)
         SELECT id FROM opened ORDER BY slug",
        numbers,
        plan.size.reservation_fee,
        plan.now,
    )
    .fetch_all(&mut *conn)
    .await?;
    settings(conn, plan, &ids).await?;
    courses_and_seats(conn, plan, &ids).await?;
    Ok(ids)
}

async fn settings(conn: &mut PgConnection, plan: &Plan, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH places AS (SELECT unnest($1::bigint[]) AS id),
         meals AS (
             INSERT INTO operations (restaurant_id, name, opens_at, closes_at, default_stay_minutes, cutoff_hours)
             SELECT id, name, opens_at, closes_at, 120, 1 FROM places
             CROSS JOIN (VALUES ('lunch', time '11:30', time '14:30'), ('dinner', '18:00', '22:00')) AS m (name, opens_at, closes_at)),
         rounds AS (
             INSERT INTO reservation_round_plans (restaurant_id, kind) SELECT id, 'forever' FROM places)
         INSERT INTO restaurant_operations (restaurant_id, or_starts_at) SELECT id, $2::timestamptz - interval '1 year' FROM places",
        ids,
        plan.now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn courses_and_seats(conn: &mut PgConnection, plan: &Plan, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH places AS (SELECT id, slug FROM restaurants WHERE id = ANY ($1)),
         courses AS (
             INSERT INTO courses (uid, restaurant_id, operation, title_ja, title_en, price)
             SELECT 'c' || left(md5($2 || ':' || name || ':' || slug), 21), id, name, title_ja, title_en, price FROM places
             CROSS JOIN (VALUES ('lunch', '昼のおまかせ', 'Lunch omakase', 6000), ('dinner', '夜のおまかせ', 'Dinner omakase', 18000))
                 AS c (name, title_ja, title_en, price)),
         counters AS (
             INSERT INTO inventory_groups (uid, restaurant_id, title_ja, title_en, short_label, inventory_type, capacity_per_stock)
             SELECT 'g' || left(md5($2 || ':counter:' || slug), 21), id, 'カウンター', 'Counter', 'C', 'counter', 1 FROM places
             RETURNING id, restaurant_id, uid)
         INSERT INTO inventory_items (uid, restaurant_id, inventory_group_id, label, position)
         SELECT 'i' || left(md5(uid || ':seat:' || n), 21), restaurant_id, id, 'C' || n, n - 1
         FROM counters CROSS JOIN generate_series(1, $3::integer) AS n",
        ids,
        plan.seed(),
        ITEMS,
    )
    .execute(conn)
    .await?;
    Ok(())
}
