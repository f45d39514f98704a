//! SQL to create and change slots.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::{CourseId, GoldRoundId, OnlineStockGroupId, OnlineStockId, RestaurantId};
use crate::inventory::model::{NewGold, ValidSlot};
use crate::inventory::slot_form::StockAccess;

/// Inserts the slot with its times, courses and stocks, in one statement.
pub async fn insert_slot(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: &str,
    slot: &ValidSlot,
    now: DateTime<Utc>,
) -> sqlx::Result<OnlineStockGroupId> {
    let (starts, ends): (Vec<_>, Vec<_>) = slot.times.iter().copied().unzip();
    let courses: Vec<_> = slot.courses.iter().map(|id| id.0).collect();
    let items: Vec<_> = slot.items.iter().map(|item| item.item.0).collect();
    let access: Vec<_> = slot.items.iter().map(|item| item.access.access_control().to_owned()).collect();
    let listed = slot.items.iter().flat_map(|item| item.access.groups.iter().map(|group| (item.item.0, group.0)));
    let (listed_items, listed_groups): (Vec<_>, Vec<_>) = listed.unzip();
    sqlx::query_scalar!(
        r#"WITH slot AS (
               INSERT INTO online_stock_groups (uid, restaurant_id, inventory_group_id, operation, date, guests_counts,
                   always_allow_last_solo, show_end_time_on_title, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id, restaurant_id),
           times AS (
               INSERT INTO osg_times (restaurant_id, online_stock_group_id, starts_at, ends_at)
               SELECT restaurant_id, id, t.* FROM slot, unnest($10::timestamptz[], $11::timestamptz[]) AS t),
           courses AS (
               INSERT INTO osg_courses (restaurant_id, online_stock_group_id, course_id)
               SELECT restaurant_id, id, course FROM slot, unnest($12::bigint[]) AS course),
           stocks AS (
               INSERT INTO online_stocks (restaurant_id, online_stock_group_id, inventory_item_id, access_control)
               SELECT restaurant_id, id, s.* FROM slot, unnest($13::bigint[], $14::text[]) AS s
               RETURNING restaurant_id, id, inventory_item_id),
           listed AS (
               INSERT INTO online_stock_customer_groups (restaurant_id, online_stock_id, customer_group_id)
               SELECT s.restaurant_id, s.id, l.customer_group FROM stocks s
               JOIN unnest($15::bigint[], $16::bigint[]) AS l (item, customer_group) ON l.item = s.inventory_item_id)
           SELECT id AS "id!: OnlineStockGroupId" FROM slot"#,
        uid,
        restaurant.0,
        slot.group.0,
        slot.operation.as_str(),
        slot.date,
        &slot.guests_counts,
        slot.always_allow_last_solo,
        slot.show_end_time_on_title,
        now,
        &starts,
        &ends,
        &courses,
        &items,
        &access,
        &listed_items,
        &listed_groups,
    )
    .fetch_one(conn)
    .await
}

/// Allocates a slot to gold diners.
pub async fn insert_gold_allocation(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: &str,
    slot: OnlineStockGroupId,
    round: GoldRoundId,
    gold: &NewGold,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO gold_allocations (uid, restaurant_id, gold_round_id, online_stock_group_id, listed_from,
             available_as_second_from, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        uid,
        restaurant.0,
        round.0,
        slot.0,
        gold.listed_from,
        gold.available_as_second_from,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Terms of a slot, except its times, courses and stocks.
#[derive(Clone, Debug)]
pub struct SlotTerms<'a> {
    pub guests_counts: &'a [i32],
    pub always_allow_last_solo: bool,
    pub show_end_time_on_title: bool,
    pub custom_title_ja: Option<&'a str>,
    pub custom_title_en: Option<&'a str>,
}

pub async fn update_terms(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: OnlineStockGroupId,
    terms: &SlotTerms<'_>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE online_stock_groups SET guests_counts = $2, always_allow_last_solo = $3, show_end_time_on_title = $4,
             custom_title_ja = $5, custom_title_en = $6 WHERE restaurant_id = $7 AND id = $1",
        slot.0,
        terms.guests_counts,
        terms.always_allow_last_solo,
        terms.show_end_time_on_title,
        terms.custom_title_ja,
        terms.custom_title_en,
        restaurant.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Replaces the times of a slot. Unchanged times keep their ids, because a diner may be choosing one of them.
pub async fn replace_times(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: OnlineStockGroupId,
    times: &[(DateTime<Utc>, DateTime<Utc>)],
) -> sqlx::Result<()> {
    let (starts, ends): (Vec<_>, Vec<_>) = times.iter().copied().unzip();
    sqlx::query!(
        "DELETE FROM osg_times t WHERE t.restaurant_id = $4 AND t.online_stock_group_id = $1 AND NOT EXISTS (
             SELECT 1 FROM unnest($2::timestamptz[], $3::timestamptz[]) AS w (starts_at, ends_at)
             WHERE w.starts_at = t.starts_at AND w.ends_at = t.ends_at)",
        slot.0,
        &starts,
        &ends,
        restaurant.0,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO osg_times (restaurant_id, online_stock_group_id, starts_at, ends_at)
         SELECT $1, $2, w.* FROM unnest($3::timestamptz[], $4::timestamptz[]) AS w ON CONFLICT DO NOTHING",
        restaurant.0,
        slot.0,
        &starts,
        &ends,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn replace_courses(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: OnlineStockGroupId,
    courses: &[CourseId],
) -> sqlx::Result<()> {
    let courses: Vec<_> = courses.iter().map(|id| id.0).collect();
    sqlx::query!(
        "DELETE FROM osg_courses WHERE restaurant_id = $3 AND online_stock_group_id = $1 AND course_id <> ALL ($2)",
        slot.0,
        &courses,
        restaurant.0
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO osg_courses (restaurant_id, online_stock_group_id, course_id)
         SELECT $1, $2, course FROM unnest($3::bigint[]) AS course ON CONFLICT DO NOTHING",
        restaurant.0,
        slot.0,
        &courses,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Replaces the access control of some stocks.
pub async fn set_access(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    stocks: &[(OnlineStockId, StockAccess)],
) -> sqlx::Result<()> {
    let ids: Vec<_> = stocks.iter().map(|(id, _)| id.0).collect();
    let access: Vec<_> = stocks.iter().map(|(_, access)| access.access_control().to_owned()).collect();
    let listed = stocks.iter().flat_map(|(id, access)| access.groups.iter().map(|group| (id.0, group.0)));
    let (listed_stocks, listed_groups): (Vec<_>, Vec<_>) = listed.unzip();
    sqlx::query!(
        "UPDATE online_stocks s SET access_control = w.access_control
         FROM unnest($1::bigint[], $2::text[]) AS w (id, access_control) WHERE s.restaurant_id = $3 AND s.id = w.id",
        &ids,
        &access,
        restaurant.0,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM online_stock_customer_groups WHERE restaurant_id = $1 AND online_stock_id = ANY ($2)",
        restaurant.0,
        &ids
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO online_stock_customer_groups (restaurant_id, online_stock_id, customer_group_id)
         SELECT $1, l.* FROM unnest($2::bigint[], $3::bigint[]) AS l",
        restaurant.0,
        &listed_stocks,
        &listed_groups,
    )
    .execute(conn)
    .await?;
    Ok(())
}
