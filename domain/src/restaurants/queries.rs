//! SQL of the catalogue.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::facilities::Facility;
use super::model::{
    Bilingual, Course, LabelChoice, Operation, OperationName, PictureText, Restaurant, Visibility, business_day,
};
use super::policy::CancellationPolicy;
use crate::ids::{AreaId, CourseId, CuisineId, RestaurantId};
use crate::money::Yen;
use crate::zone::{BusinessTime, Zone};

pub async fn find(conn: &mut PgConnection, id: RestaurantId) -> sqlx::Result<Option<Restaurant>> {
    Ok(list_of(conn, &[id]).await?.remove(&id))
}

pub async fn find_by_slug(conn: &mut PgConnection, slug: &str) -> sqlx::Result<Option<Restaurant>> {
    Ok(list_where(conn, &[], Some(slug)).await?.pop())
}

/// Returns restaurants by id. Omits unknown ids.
pub async fn list_of(
    conn: &mut PgConnection,
    ids: &[RestaurantId],
) -> sqlx::Result<BTreeMap<RestaurantId, Restaurant>> {
    Ok(list_where(conn, ids, None).await?.into_iter().map(|restaurant| (restaurant.id, restaurant)).collect())
}

async fn list_where(
    conn: &mut PgConnection,
    ids: &[RestaurantId],
    slug: Option<&str>,
) -> sqlx::Result<Vec<Restaurant>> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT r.id AS "id: RestaurantId", r.slug, r.name_ja, r.name_en, r.tagline_ja, r.tagline_en, r.description_ja, r.description_en, r.prefecture,
                  r.address_ja, r.address_en, r.access_ja, r.access_en, r.chef_ja, r.chef_en, r.phone, r.email, r.url, r.careers,
                  r.facilities, r.pictures, r.picture_texts AS "picture_texts: Json<BTreeMap<String, PictureText>>", r.time_zone, r.time_zone AS "zone: Zone",
                  r.visibility AS "visibility: Visibility", r.is_noindex, r.is_delivery_only, r.allow_cancellation_waiting,
                  r.reservation_fee AS "reservation_fee: Yen", r.cancellation_policy AS "policy: CancellationPolicy", r.travel_law_notice_ja, r.travel_law_notice_en,
                  r.min_calendar_delay_ms, r.max_calendar_delay_ms, a.label_ja AS area_ja, a.label_en AS area_en,
                  c.label_ja AS cuisine_ja, c.label_en AS cuisine_en, o.or_starts_at, o.has_waiting_room
           FROM restaurants r
           JOIN areas a ON a.id = r.area_id
           JOIN cuisines c ON c.id = r.cuisine_id
           JOIN restaurant_operations o ON o.restaurant_id = r.id
           WHERE r.id = ANY ($1) OR r.slug = $2"#,
        &ids,
        slug,
    )
    .fetch_all(conn)
    .await?;
    let restaurants = rows.into_iter().map(|r| Restaurant {
        id: r.id,
        slug: r.slug,
        name: Bilingual::new(r.name_ja, r.name_en),
        tagline: Bilingual::new(r.tagline_ja, r.tagline_en),
        description: Bilingual::new(r.description_ja, r.description_en),
        area: Bilingual::new(r.area_ja, r.area_en),
        cuisine: Bilingual::new(r.cuisine_ja, r.cuisine_en),
        prefecture: r.prefecture,
        address: Bilingual::new(r.address_ja, r.address_en),
        access: Bilingual::new(r.access_ja, r.access_en),
        chef: Bilingual::new(r.chef_ja, r.chef_en),
        phone: r.phone,
        email: r.email,
        url: r.url,
        careers: r.careers,
        facilities: Facility::known(&r.facilities),
        pictures: r.pictures,
        picture_texts: r.picture_texts.0,
        zone: r.zone,
        time_zone: r.time_zone,
        visibility: r.visibility,
        is_noindex: r.is_noindex,
        is_delivery_only: r.is_delivery_only,
        allow_cancellation_waiting: r.allow_cancellation_waiting,
        reservation_fee: r.reservation_fee,
        policy: r.policy,
        travel_law_notice: r
            .travel_law_notice_ja
            .map(|ja| Bilingual::new(ja, r.travel_law_notice_en.unwrap_or_default())),
        min_calendar_delay_ms: r.min_calendar_delay_ms,
        max_calendar_delay_ms: r.max_calendar_delay_ms,
        online_starts_at: r.or_starts_at,
        has_waiting_room: r.has_waiting_room,
    });
    Ok(restaurants.collect())
}

pub async fn list_operations(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<Operation>> {
    let rows = sqlx::query!(
        r#"SELECT name AS "name: OperationName", opens_at, closes_at,
                  CASE WHEN closes_at = '23:59' THEN closes_late_minutes END AS closes_late_minutes, default_stay_minutes, cutoff_hours
         FROM operations
         WHERE restaurant_id = $1 AND is_active ORDER BY array_position('{lunch,dinner,takeaway}', name)"#,
        restaurant.0,
    )
    .fetch_all(conn)
    .await?;
    let operations = rows.into_iter().map(|r| Operation {
        name: r.name,
        opens_at: r.opens_at,
        closes_at: r.closes_late_minutes.map_or_else(|| r.closes_at.into(), BusinessTime::of_minutes),
        default_stay_minutes: r.default_stay_minutes,
        cutoff_hours: r.cutoff_hours,
    });
    Ok(operations.collect())
}

/// Returns the business day that staff work on now (gaps G267). A business day ends by 29:00, so only a call before five in the morning
/// reads the meals.
pub async fn today(conn: &mut PgConnection, restaurant: &Restaurant, now: DateTime<Utc>) -> sqlx::Result<NaiveDate> {
    let date = restaurant.zone.date_of(now);
    if restaurant.zone.earliest_open_day(now) == date {
        return Ok(date);
    }
    Ok(business_day(&list_operations(conn, restaurant.id).await?, restaurant.zone, now))
}

pub async fn list_courses(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<Course>> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id: CourseId", uid, operation AS "operation: OperationName", title_ja, title_en, description_ja,
                  description_en, price AS "price: Yen", price_description_ja, price_description_en, custom_unit_ja, custom_unit_en, is_prepaid,
                  daily_max
           FROM courses WHERE restaurant_id = $1 AND is_active ORDER BY position, id"#,
        restaurant.0
    )
    .fetch_all(conn)
    .await?;
    let courses = rows.into_iter().map(|r| Course {
        id: r.id,
        uid: r.uid,
        operation: r.operation,
        title: Bilingual::new(r.title_ja, r.title_en),
        description: Bilingual::new(r.description_ja, r.description_en),
        price: r.price,
        price_description: Bilingual::new(r.price_description_ja, r.price_description_en),
        custom_unit: r.custom_unit_ja.map(|ja| Bilingual::new(ja, r.custom_unit_en.unwrap_or_default())),
        is_prepaid: r.is_prepaid,
        daily_max: r.daily_max,
    });
    Ok(courses.collect())
}

/// Returns a restaurant's kinds of seats: the title, the number of items, and the capacity of one item.
pub async fn list_seats(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<(Bilingual, i64, i32)>> {
    let rows = sqlx::query!(
        r#"SELECT g.title_ja, g.title_en, g.capacity_per_stock, count(i.id) AS "items!"
           FROM inventory_groups g JOIN inventory_items i ON i.restaurant_id = g.restaurant_id AND i.inventory_group_id = g.id
           WHERE g.restaurant_id = $1 GROUP BY g.restaurant_id, g.id ORDER BY g.position, g.id"#,
        restaurant.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|r| (Bilingual::new(r.title_ja, r.title_en), r.items, r.capacity_per_stock)).collect())
}

/// Returns the confirmations that a restaurant requires at the checkout, in order.
pub async fn list_review_items(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
) -> sqlx::Result<Vec<(String, Bilingual)>> {
    let rows = sqlx::query!(
        "SELECT key_name, label_ja, label_en FROM review_page_items WHERE restaurant_id = $1 ORDER BY position, key_name",
        restaurant.0,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|r| (r.key_name, Bilingual::new(r.label_ja, r.label_en))).collect())
}

/// Returns areas with a public restaurant, and the selected one.
pub async fn list_areas(conn: &mut PgConnection, chosen: Option<AreaId>) -> sqlx::Result<Vec<LabelChoice<AreaId>>> {
    let rows = sqlx::query!(
        "SELECT id, label_ja, label_en FROM areas a
         WHERE id = $1 OR EXISTS (SELECT 1 FROM restaurants r WHERE r.area_id = a.id AND r.visibility = 'public')
         ORDER BY position, id",
        chosen.map(|id| id.0),
    )
    .fetch_all(conn)
    .await?;
    let choices =
        rows.into_iter().map(|r| LabelChoice { id: AreaId(r.id), label: Bilingual::new(r.label_ja, r.label_en) });
    Ok(choices.collect())
}

/// Returns cuisines of public restaurants, and the selected ones.
pub async fn list_cuisines(conn: &mut PgConnection, chosen: &[CuisineId]) -> sqlx::Result<Vec<LabelChoice<CuisineId>>> {
    let chosen: Vec<_> = chosen.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        "SELECT id, label_ja, label_en FROM cuisines c
         WHERE id = ANY ($1) OR EXISTS (SELECT 1 FROM restaurants r WHERE r.cuisine_id = c.id AND r.visibility = 'public')
         ORDER BY position, id",
        &chosen,
    )
    .fetch_all(conn)
    .await?;
    let choices =
        rows.into_iter().map(|r| LabelChoice { id: CuisineId(r.id), label: Bilingual::new(r.label_ja, r.label_en) });
    Ok(choices.collect())
}

/// Returns prefectures with a public restaurant.
pub async fn list_prefectures(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("SELECT DISTINCT prefecture FROM restaurants WHERE visibility = 'public'").fetch_all(conn).await
}

/// Returns the slugs of restaurants that search engines may list (gaps G184).
pub async fn list_indexed(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("SELECT slug FROM restaurants WHERE visibility = 'public' AND NOT is_noindex ORDER BY slug")
        .fetch_all(conn)
        .await
}

/// A restaurant of `seki restaurant`.
#[derive(Clone, Debug)]
pub struct RestaurantRow {
    pub slug: String,
    pub name: String,
    pub visibility: String,
    pub online_starts_at: Option<DateTime<Utc>>,
    pub owners: i64,
    /// Number of slots from today on.
    pub slots: i64,
    /// Number of live reservations from now on.
    pub reservations: i64,
}

pub async fn list_rows(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<RestaurantRow>> {
    sqlx::query_as!(
        RestaurantRow,
        r#"SELECT r.slug, r.name_ja AS name, r.visibility, o.or_starts_at AS "online_starts_at?",
                  (SELECT count(*) FROM restaurant_owners w WHERE w.restaurant_id = o.restaurant_id) AS "owners!",
                  (SELECT count(*) FROM online_stock_groups g WHERE g.restaurant_id = o.restaurant_id AND g.deleted_at IS NULL
                       AND g.date >= ($1::timestamptz AT TIME ZONE r.time_zone)::date) AS "slots!",
                  (SELECT count(*) FROM reservations v WHERE v.restaurant_id = o.restaurant_id AND v.status IN ('pending', 'accepted')
                       AND v.starts_at >= $1) AS "reservations!"
           FROM restaurant_operations o JOIN restaurants r ON r.id = o.restaurant_id ORDER BY r.slug"#,
        now,
    )
    .fetch_all(conn)
    .await
}

/// Invalidates, on every web server, the caches that depend on a restaurant's rounds, groups, customers or online start.
pub async fn touch_settings(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO restaurant_settings_versions AS v (restaurant_id) VALUES ($1)
         ON CONFLICT (restaurant_id) DO UPDATE SET version = v.version + 1, changed_no = excluded.changed_no",
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the ids of public restaurants by slug; omits unknown slugs.
pub async fn list_ids(conn: &mut PgConnection, slugs: &[String]) -> sqlx::Result<BTreeMap<String, RestaurantId>> {
    let rows = sqlx::query!(
        r#"SELECT slug, id AS "id: RestaurantId" FROM restaurants WHERE slug = ANY ($1) AND visibility = 'public'"#,
        slugs
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.slug, row.id)).collect())
}
