//! Restaurants with a counter, two meals, a course for each, and no limit on how far ahead diners may book.

use domain::ids::RestaurantId;
use domain::restaurants::search;
use sqlx::{PgConnection, PgPool};

use super::plan::{ITEMS, Plan};

/// Returns the numbers, from 1 on, that no restaurant has yet.
pub async fn missing(pool: &PgPool, count: i32) -> sqlx::Result<Vec<i32>> {
    sqlx::query_scalar!(
        r#"SELECT n AS "n!" FROM generate_series(1, $1::integer) AS n
           WHERE NOT EXISTS (SELECT 1 FROM restaurants r WHERE r.slug = 'load-' || lpad(n::text, 5, '0')) ORDER BY n"#,
        count,
    )
    .fetch_all(pool)
    .await
}

/// Creates the areas and cuisines.
pub async fn prepare(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH area AS (
             INSERT INTO areas (label_ja, label_en)
             VALUES ('東京', 'Tokyo'), ('京都', 'Kyoto'), ('大阪', 'Osaka'), ('金沢', 'Kanazawa'), ('福岡', 'Fukuoka')
             ON CONFLICT (label_ja) DO NOTHING)
         INSERT INTO cuisines (label_ja, label_en)
         VALUES ('鮨', 'Sushi'), ('懐石', 'Kaiseki'), ('天ぷら', 'Tempura'), ('焼鳥', 'Yakitori'), ('蕎麦', 'Soba'), ('鉄板焼', 'Teppanyaki')
         ON CONFLICT (label_ja) DO NOTHING",
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Creates the restaurants and returns their ids, in the order of the numbers. Names, areas, cuisines and texts vary, so a search
/// has results to choose from.
pub async fn make(conn: &mut PgConnection, plan: &Plan, numbers: &[i32]) -> sqlx::Result<Vec<i64>> {
    let ids = sqlx::query_scalar!(
        "WITH opened AS (
             INSERT INTO restaurants (slug, name_ja, name_en, name_kana, tagline_ja, tagline_en, description_ja, description_en,
                 area_id, cuisine_id, prefecture, reservation_fee, created_at)
             SELECT 'load-' || lpad(n::text, 5, '0'), k.ja || w.ja || ' ' || n, k.en || ' ' || w.en || ' ' || n, k.kana || w.kana,
                    a.ja || 'の' || w.ja || '、' || f.ja || 'の一皿', f.en || ' in ' || a.en,
                    a.ja || 'の市場で選んだ' || f.ja || 'を、目の前で仕上げます。旬の酒肴から' || k.ja || 'まで、親方のおまかせでお楽しみください。'
                        || '静かなカウンターと、ご家族のための個室をご用意しています。お祝いの席や会食にもどうぞ。',
                    f.en || ' from the market of ' || a.en || ', prepared before your eyes. Small dishes of the season and '
                        || lower(k.en) || ' as the chef chooses, at a quiet counter or in a private room for your family.',
                    areas.id, cuisines.id, a.prefecture, $2, $3
             FROM unnest($1::integer[]) AS n
             JOIN (VALUES (0, '鮨', 'Sushi', 'すし'), (1, '懐石', 'Kaiseki', 'かいせき'), (2, '天ぷら', 'Tempura', 'てんぷら'),
                       (3, '焼鳥', 'Yakitori', 'やきとり'), (4, '蕎麦', 'Soba', 'そば'), (5, '鉄板焼', 'Teppanyaki', 'てっぱんやき'))
                 AS k (turn, ja, en, kana) ON k.turn = n % 6
             JOIN (VALUES (0, '東京', 'Tokyo', '東京都'), (1, '京都', 'Kyoto', '京都府'), (2, '大阪', 'Osaka', '大阪府'),
                       (3, '金沢', 'Kanazawa', '石川県'), (4, '福岡', 'Fukuoka', '福岡県'))
                 AS a (turn, ja, en, prefecture) ON a.turn = n % 5
             JOIN (VALUES (0, '青葉', 'Aoba', 'あおば'), (1, '一心', 'Isshin', 'いっしん'), (2, '梅乃', 'Umeno', 'うめの'),
                       (3, '笑福', 'Shofuku', 'しょうふく'), (4, '大樹', 'Taiju', 'たいじゅ'), (5, '川上', 'Kawakami', 'かわかみ'),
                       (6, '菊水', 'Kikusui', 'きくすい'), (7, '雲海', 'Unkai', 'うんかい'), (8, '月影', 'Tsukikage', 'つきかげ'),
                       (9, '小春', 'Koharu', 'こはる'), (10, '千鳥', 'Chidori', 'ちどり'))
                 AS w (turn, ja, en, kana) ON w.turn = n % 11
             JOIN (VALUES (0, '金目鯛', 'Splendid alfonsino'), (1, '鮑', 'Abalone'), (2, '雲丹', 'Sea urchin'), (3, '穴子', 'Conger eel'),
                       (4, '松茸', 'Matsutake'), (5, '筍', 'Bamboo shoots'), (6, '和牛', 'Wagyu beef'))
                 AS f (turn, ja, en) ON f.turn = n % 7
             JOIN areas ON areas.label_ja = a.ja
             JOIN cuisines ON cuisines.label_ja = k.ja
             RETURNING id, slug)
         SELECT id FROM opened ORDER BY slug",
        numbers,
        plan.size.reservation_fee,
        plan.now,
    )
    .fetch_all(&mut *conn)
    .await?;
    settings(conn, plan, &ids).await?;
    courses_and_seats(conn, plan, &ids).await?;
    let restaurants: Vec<_> = ids.iter().copied().map(RestaurantId).collect();
    search::write(conn, &restaurants).await?;
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
