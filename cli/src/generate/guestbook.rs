//! A restaurant's guestbook: customers of every kind with staff's notes about them, and bookings in the years before the first
//! day with slots.

use sqlx::PgConnection;

use super::plan::{MAX_BOOKINGS_PER_DAY, Plan};

/// Creates the groups, the customers and their bookings of each restaurant.
pub async fn make(conn: &mut PgConnection, plan: &Plan, ids: &[i64], users: &[i64]) -> sqlx::Result<()> {
    // The planner does not know the rows of this transaction, and would compare every pair of them.
    sqlx::query("SET LOCAL enable_nestloop = off").execute(&mut *conn).await?;
    group(conn, plan, ids).await?;
    register(conn, plan, ids, users).await?;
    describe(conn, ids).await?;
    sqlx::query("ANALYZE customers, customer_profiles, inventory_items").execute(&mut *conn).await?;
    if plan.size.reservations > 0 {
        book(conn, plan, ids).await?;
        sqlx::query("ANALYZE reservations").execute(&mut *conn).await?;
        seat(conn, plan, ids).await?;
    }
    sqlx::query("SET LOCAL enable_nestloop = on").execute(conn).await?;
    Ok(())
}

async fn group(conn: &mut PgConnection, plan: &Plan, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO customer_groups (uid, restaurant_id, label, label_short)
         SELECT 'G' || left(md5($2 || ':group:' || r.slug || ':' || g.label), 21), r.id, g.label, left(g.label, 1)
         FROM restaurants r CROSS JOIN (VALUES ('常連'), ('記念日'), ('法人'), ('要注意')) AS g (label) WHERE r.id = ANY ($1)",
        ids,
        plan.seed(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Registers customers. Of ten customers four are diners, while there are diners, one came from another channel, and the others
/// by phone. Three of ten are in a group.
async fn register(conn: &mut PgConnection, plan: &Plan, ids: &[i64], users: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH numbered AS (
             SELECT r.id AS restaurant_id, r.slug, n, n % 10 < 4 AND (n / 10) * 4 + n % 10 < cardinality($4::bigint[]) AS is_diner
             FROM restaurants r CROSS JOIN generate_series(0, $3::integer - 1) AS n WHERE r.id = ANY ($1)),
         grouped AS (
             SELECT restaurant_id, array_agg(id ORDER BY id) AS ids FROM customer_groups WHERE restaurant_id = ANY ($1) GROUP BY restaurant_id)
         INSERT INTO customers (uid, restaurant_id, type, user_id, customer_group_id, favorited, created_at)
         SELECT 'q' || left(md5($2 || ':customer:' || p.slug || ':' || n), 21), p.restaurant_id,
                CASE WHEN is_diner THEN 'OnlineCustomer' WHEN n % 10 = 9 THEN 'OffsiteCustomer' ELSE 'OfflineCustomer' END,
                CASE WHEN is_diner THEN ($4)[1 + (n / 10) * 4 + n % 10] END,
                CASE WHEN n % 7 < 2 THEN g.ids[1 + n % 4] END,
                is_diner AND n % 3 = 0, $5::timestamptz - n * interval '3 hours'
         FROM numbered p LEFT JOIN grouped g ON g.restaurant_id = p.restaurant_id
         ON CONFLICT (restaurant_id, user_id) DO NOTHING",
        ids,
        plan.seed(),
        plan.size.customers,
        users,
        plan.now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes names and numbers of customers without an account, and memos. Each customer is described once, including diners who are customers
/// through past bookings.
async fn describe(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH numbered AS (
             SELECT restaurant_id, id, type <> 'OnlineCustomer' AS is_named,
                    row_number() OVER (PARTITION BY restaurant_id ORDER BY id)::integer AS n
             FROM customers WHERE restaurant_id = ANY ($1)),
         names AS (
             SELECT ARRAY['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤', '吉田', '山田', 'サイトウ',
                          'Smith', 'ワタナベ', '松本', '井上', '木村', '林', '清水', '山崎', '森', '池田'] AS last,
                    ARRAY['太郎', '花子', '一郎', '美咲', '健', '陽子', '翔', 'さくら', '大輔', '恵', '隆', '直美', '誠'] AS first,
                    ARRAY['', '左利き', '窓側を好まれる。次回は個室をご案内すること。', '甲殻類アレルギー。奥様は日本酒がお好き。', '',
                          'お祝いの席が多い。ケーキの持ち込みは事前に連絡をいただいている。領収書は会社名で。'] AS memos)
         INSERT INTO customer_profiles (restaurant_id, customer_id, nickname, phone_country, phone_local_number, phone_e164, internal_memo)
         SELECT p.restaurant_id, p.id,
                CASE WHEN is_named THEN last[1 + n % 23] || ' ' || first[1 + n / 23 % 13] || CASE WHEN n > 299 THEN ' ' || n ELSE '' END
                     ELSE '' END,
                'JP', CASE WHEN is_named AND n % 5 > 0 THEN '90' || lpad(n::text, 8, '0') ELSE '' END,
                CASE WHEN is_named AND n % 5 > 0 THEN '+8190' || lpad(n::text, 8, '0') END, memos[1 + n % 6]
         FROM numbered p CROSS JOIN names",
        ids,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Books twelve couples a day, by phone or from another channel, backwards from the day before the first. Each booking of a day
/// has a different customer. One in twenty was cancelled by the guest, one by staff.
async fn book(conn: &mut PgConnection, plan: &Plan, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH guests AS MATERIALIZED (
             SELECT restaurant_id, id, type, row_number() OVER (PARTITION BY restaurant_id ORDER BY id) - 1 AS n
             FROM customers WHERE restaurant_id = ANY ($1)),
         counted AS (SELECT restaurant_id, count(*) AS many FROM guests GROUP BY restaurant_id),
         couples AS (
             SELECT r.id AS restaurant_id, r.slug, k, $4::date - (1 + k / $5::integer) AS date, k % $5 AS place, (k::bigint * 7919) % m.many AS guest,
                    CASE WHEN k % $5 < 6 THEN 'dinner' ELSE 'lunch' END AS operation,
                    CASE k % 20 WHEN 7 THEN 'void' WHEN 13 THEN 'owner_delete' ELSE 'accepted' END AS status
             FROM restaurants r JOIN counted m ON m.restaurant_id = r.id CROSS JOIN generate_series(0, $3::integer - 1) AS k
             WHERE r.id = ANY ($1)),
         timed AS (
             SELECT c.*, g.id AS customer_id, g.type AS customer_type,
                    (date + CASE operation WHEN 'dinner' THEN time '18:00' ELSE '11:30' END) AT TIME ZONE 'Asia/Tokyo' AS starts_at,
                    mod((substr(slug, 6)::bigint * 320000 + (date - date '2000-01-01') * 16 + place)::numeric * 96485336543,
                        377801998336)::bigint AS code
             FROM couples c JOIN guests g ON g.restaurant_id = c.restaurant_id AND g.n = c.guest),
         booked AS (
             INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, customer_id, inventory_group_id,
                 operation, date, starts_at, ends_at, guests_count, accepted_at, ended_at, special_request, internal_memo, created_at)
             SELECT 'R' || left(md5($2 || ':past:' || t.slug || ':' || k), 21),
                    (SELECT string_agg(substr('BCDFGHJKLMNPQRSTVWXZ23456789', 1 + (t.code / power(28, i)::bigint % 28)::integer, 1),
                                       '' ORDER BY i) FROM generate_series(0, 7) AS i),
                    t.restaurant_id, CASE customer_type WHEN 'OffsiteCustomer' THEN 'offsite_reservation' ELSE 'offline_reservation' END,
                    t.status, t.customer_id, i.id, t.operation, t.date, t.starts_at, t.starts_at + interval '2 hours', 2,
                    t.starts_at - interval '20 days', CASE WHEN t.status <> 'accepted' THEN t.starts_at - interval '3 days' END,
                    CASE WHEN k % 9 = 0 THEN '記念日のプレートをお願いします' ELSE '' END,
                    CASE WHEN k % 11 = 0 THEN '前回と同じ席へ' ELSE '' END, t.starts_at - interval '20 days'
             FROM timed t JOIN inventory_groups i ON i.restaurant_id = t.restaurant_id
             RETURNING restaurant_id, id, customer_id, type, uid)
         INSERT INTO offsite_reservations (reservation_id, restaurant_id, offsite_source, external_id, full_name_string)
         SELECT b.id, b.restaurant_id, 'inbound', b.uid, p.nickname FROM booked b
         JOIN customer_profiles p ON p.restaurant_id = b.restaurant_id AND p.customer_id = b.customer_id
         WHERE b.type = 'offsite_reservation'",
        ids,
        plan.seed(),
        plan.size.reservations,
        plan.first_day(),
        i32::try_from(MAX_BOOKINGS_PER_DAY).unwrap_or(1),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Assigns two seats to each couple that came. The seats follow the order of the codes.
async fn seat(conn: &mut PgConnection, plan: &Plan, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH couples AS (
             SELECT restaurant_id, id, starts_at, ends_at, inventory_group_id,
                    row_number() OVER (PARTITION BY restaurant_id, starts_at ORDER BY id) - 1 AS place
             FROM reservations WHERE restaurant_id = ANY ($1) AND date < $2 AND status = 'accepted')
         INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
         SELECT c.restaurant_id, c.id, i.id, tstzrange(c.starts_at, c.ends_at)
         FROM couples c
         JOIN inventory_items i ON i.restaurant_id = c.restaurant_id AND i.inventory_group_id = c.inventory_group_id
             AND i.position IN (2 * c.place, 2 * c.place + 1)",
        ids,
        plan.first_day(),
    )
    .execute(conn)
    .await?;
    Ok(())
}
