//! The restaurants of the feeds for maps and search engines: public ones (gaps G184) whose owners enabled the feed.

use sqlx::PgConnection;

use super::model::Bilingual;
use crate::ids::RestaurantId;

/// A restaurant of the feeds.
#[derive(Clone, Debug)]
pub struct Merchant {
    pub id: RestaurantId,
    pub slug: String,
    pub name: Bilingual,
    pub phone: String,
    /// Its own website; blank without one.
    pub url: String,
    pub prefecture: String,
    pub zip_code: String,
    pub address: Bilingual,
}

/// Whether an owner enabled the feed, and whether the restaurant has tables that may be listed at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedListing {
    pub is_in_availability_feed: bool,
    pub is_public: bool,
}

/// Returns all of them, oldest first.
pub async fn list(conn: &mut PgConnection) -> sqlx::Result<Vec<Merchant>> {
    list_where(conn, None).await
}

/// Returns the one with a slug.
pub async fn find(conn: &mut PgConnection, slug: &str) -> sqlx::Result<Option<Merchant>> {
    Ok(list_where(conn, Some(slug)).await?.pop())
}

/// Combines the rule of the sitemap (`queries::list_indexed`) with the owner's setting. A restaurant without meals on site has no tables.
async fn list_where(conn: &mut PgConnection, slug: Option<&str>) -> sqlx::Result<Vec<Merchant>> {
    let rows = sqlx::query!(
        r#"SELECT r.id AS "id: RestaurantId", r.slug, r.name_ja, r.name_en, r.phone, r.url, r.prefecture, r.zip_code,
                  r.address_ja, r.address_en
           FROM restaurants r JOIN restaurant_operations o ON o.restaurant_id = r.id
           WHERE r.visibility = 'public' AND NOT r.is_noindex AND NOT r.is_delivery_only AND o.is_in_availability_feed
             AND ($1::text IS NULL OR r.slug = $1)
           ORDER BY r.id"#,
        slug,
    );
    let merchants = rows.fetch_all(conn).await?.into_iter().map(|row| Merchant {
        id: row.id,
        slug: row.slug,
        name: Bilingual::new(row.name_ja, row.name_en),
        phone: row.phone,
        url: row.url,
        prefecture: row.prefecture,
        zip_code: row.zip_code,
        address: Bilingual::new(row.address_ja, row.address_en),
    });
    Ok(merchants.collect())
}

/// Returns the listing of a restaurant.
pub async fn listing(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<FeedListing> {
    sqlx::query_as!(
        FeedListing,
        r#"SELECT o.is_in_availability_feed,
                  r.visibility = 'public' AND NOT r.is_noindex AND NOT r.is_delivery_only AS "is_public!"
           FROM restaurants r JOIN restaurant_operations o ON o.restaurant_id = r.id WHERE r.id = $1"#,
        restaurant.0,
    )
    .fetch_one(conn)
    .await
}
