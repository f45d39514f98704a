//! Restaurants for tests, with the minimum of columns.

use sqlx::PgPool;

pub struct TestRestaurant<'a> {
    pub slug: &'a str,
    pub prefecture: &'a str,
    pub cuisine: &'a str,
    pub visibility: &'a str,
}

impl Default for TestRestaurant<'_> {
    fn default() -> Self {
        Self { slug: "sushi-kagura", prefecture: "東京都", cuisine: "鮨", visibility: "public" }
    }
}

/// Opens a restaurant, and returns the id of its cuisine.
pub async fn place(pool: &PgPool, place: TestRestaurant<'_>) -> i64 {
    let area: i64 = sqlx::query_scalar(
        "INSERT INTO areas (label_ja, label_en) VALUES ('銀座', 'Ginza')
         ON CONFLICT (label_ja) DO UPDATE SET label_en = excluded.label_en RETURNING id",
    )
    .fetch_one(pool)
    .await
    .expect("an area");
    let cuisine: i64 = sqlx::query_scalar(
        "INSERT INTO cuisines (label_ja, label_en) VALUES ($1, $1)
         ON CONFLICT (label_ja) DO UPDATE SET label_en = excluded.label_en RETURNING id",
    )
    .bind(place.cuisine)
    .fetch_one(pool)
    .await
    .expect("a cuisine");
    sqlx::query(
        "WITH opened AS (
             INSERT INTO restaurants (slug, name_ja, name_en, area_id, cuisine_id, prefecture, visibility, created_at)
             VALUES ($1, $1 || '店', $1, $2, $3, $4, $5, '2026-01-01T00:00:00Z') RETURNING id)
         INSERT INTO restaurant_operations (restaurant_id, or_starts_at) SELECT id, '2026-01-01T00:00:00Z' FROM opened",
    )
    .bind(place.slug)
    .bind(area)
    .bind(cuisine)
    .bind(place.prefecture)
    .bind(place.visibility)
    .execute(pool)
    .await
    .expect("a restaurant");
    cuisine
}
