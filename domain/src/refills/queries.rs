//! SQL of templates and of refills.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::day::SkipReason;
use super::model::{CourseOption, GuestsCountOption, GuestsCountSelector, StoredTemplate};
use super::schedule::WeeklySchedule;
use crate::ids::{
    CourseId, CustomerGroupId, GuestsCountSelectorId, InventoryGroupId, InventoryItemId, RefillTemplateId, RestaurantId,
};
use crate::restaurants::model::OperationName;
use crate::zone::Zone;

/// Form fields of a template.
#[derive(Clone, Debug)]
pub struct TemplateTerms<'a> {
    pub title: &'a str,
    pub group: InventoryGroupId,
    pub operation: OperationName,
    pub items: &'a [InventoryItemId],
}

/// Returns the templates of restaurants, oldest first.
pub async fn list_templates(
    conn: &mut PgConnection,
    restaurants: &[RestaurantId],
) -> sqlx::Result<Vec<StoredTemplate>> {
    let ids: Vec<_> = restaurants.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT t.restaurant_id AS "restaurant: RestaurantId", t.id AS "id: RefillTemplateId", t.title,
                  t.inventory_group_id AS "group: InventoryGroupId", g.capacity_per_stock, t.operation AS "operation: OperationName",
                  op.is_active AND coalesce(f.allow_reservable_operation, true) AS "is_operation_active!",
                  ARRAY[t.monday, t.tuesday, t.wednesday, t.thursday, t.friday, t.saturday, t.sunday] AS "weekdays!",
                  t.skip_jp_holidays, t.fill_jp_holidays,
                  ARRAY(SELECT i.inventory_item_id FROM online_stock_refillment_template_items i
                        JOIN inventory_items item ON item.restaurant_id = i.restaurant_id AND item.id = i.inventory_item_id
                        WHERE i.restaurant_id = t.restaurant_id AND i.online_stock_refillment_template_id = t.id
                        ORDER BY item.position, item.id) AS "items!: Vec<InventoryItemId>",
                  (SELECT coalesce(json_agg(json_build_array(o.start_time, o.end_time) ORDER BY o.start_time, o.end_time), '[]')
                   FROM time_selector_options o WHERE o.restaurant_id = t.restaurant_id
                       AND o.online_stock_refillment_template_id = t.id) AS "times!: Json<Vec<(NaiveTime, NaiveTime)>>",
                  (SELECT coalesce(json_agg(json_build_object('course_id', o.course_id, 'daily_max', o.daily_max, 'is_active', c.is_active)
                       ORDER BY c.position, c.id), '[]')
                   FROM course_selector_options o
                   JOIN courses c ON c.restaurant_id = o.restaurant_id AND c.id = o.course_id
                   WHERE o.restaurant_id = t.restaurant_id
                       AND o.online_stock_refillment_template_id = t.id) AS "courses!: Json<Vec<CourseOption>>",
                  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'customer_group_id', s.customer_group_id,
                           'is_archived', cg.archived_at IS NOT NULL, 'always_allow_last_solo', s.always_allow_last_solo,
                           'options', (SELECT coalesce(json_agg(json_build_object('guests_count', o.guests_count,
                                   'max_per_isg', o.max_per_isg) ORDER BY o.guests_count), '[]')
                               FROM guests_count_selector_options o
                               WHERE o.restaurant_id = s.restaurant_id AND o.guests_count_selector_id = s.id))
                       ORDER BY s.customer_group_id NULLS FIRST), '[]')
                   FROM guests_count_selectors s
                   LEFT JOIN customer_groups cg ON cg.restaurant_id = s.restaurant_id AND cg.id = s.customer_group_id
                   WHERE s.restaurant_id = t.restaurant_id
                       AND s.online_stock_refillment_template_id = t.id) AS "guests!: Json<Vec<GuestsCountSelector>>"
           FROM online_stock_refillment_templates t
           JOIN inventory_groups g ON g.restaurant_id = t.restaurant_id AND g.id = t.inventory_group_id
           JOIN operations op ON op.restaurant_id = t.restaurant_id AND op.name = t.operation
           LEFT JOIN restaurant_feature_availabilities f ON f.restaurant_id = t.restaurant_id
           WHERE t.restaurant_id = ANY ($1) ORDER BY t.restaurant_id, t.id"#,
        &ids,
    )
    .fetch_all(conn)
    .await?;
    let templates = rows.into_iter().map(|row| StoredTemplate {
        restaurant: row.restaurant,
        id: row.id,
        title: row.title,
        group: row.group,
        capacity_per_stock: row.capacity_per_stock,
        operation: row.operation,
        is_operation_active: row.is_operation_active,
        items: row.items,
        schedule: WeeklySchedule {
            weekdays: row.weekdays.try_into().unwrap_or_default(),
            skip_jp_holidays: row.skip_jp_holidays,
            fill_jp_holidays: row.fill_jp_holidays,
        },
        guests: row.guests.0,
        times: row.times.0,
        courses: row.courses.0,
    });
    Ok(templates.collect())
}

/// Returns a template of a restaurant; None for another restaurant's.
pub async fn find_template(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: RefillTemplateId,
) -> sqlx::Result<Option<StoredTemplate>> {
    Ok(list_templates(conn, &[restaurant]).await?.into_iter().find(|template| template.id == id))
}

/// Locks all templates of restaurants: the first lock of every refill and of every change of a template. It serialises the refills of a
/// restaurant, for any of its templates.
pub async fn lock_templates(conn: &mut PgConnection, restaurants: &[RestaurantId]) -> sqlx::Result<()> {
    let ids: Vec<_> = restaurants.iter().map(|id| id.0).collect();
    sqlx::query!(
        "SELECT id FROM online_stock_refillment_templates WHERE restaurant_id = ANY ($1)
         ORDER BY restaurant_id, id FOR NO KEY UPDATE",
        &ids
    )
    .fetch_all(conn)
    .await?;
    Ok(())
}

pub(super) async fn insert_template(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    terms: &TemplateTerms<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<RefillTemplateId> {
    let id = sqlx::query_scalar!(
        r#"INSERT INTO online_stock_refillment_templates (restaurant_id, title, inventory_group_id, operation, created_at)
           VALUES ($1, $2, $3, $4, $5) RETURNING id AS "id: RefillTemplateId""#,
        restaurant.0,
        terms.title,
        terms.group.0,
        terms.operation.as_str(),
        now,
    )
    .fetch_one(&mut *conn)
    .await?;
    replace_items(conn, restaurant, id, terms.items).await?;
    Ok(id)
}

pub(super) async fn update_template(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: RefillTemplateId,
    terms: &TemplateTerms<'_>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE online_stock_refillment_templates SET title = $3, inventory_group_id = $4, operation = $5
         WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        id.0,
        terms.title,
        terms.group.0,
        terms.operation.as_str(),
    )
    .execute(&mut *conn)
    .await?;
    replace_items(conn, restaurant, id, terms.items).await
}

async fn replace_items(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: RefillTemplateId,
    items: &[InventoryItemId],
) -> sqlx::Result<()> {
    let items: Vec<_> = items.iter().map(|item| item.0).collect();
    sqlx::query!(
        "DELETE FROM online_stock_refillment_template_items
         WHERE restaurant_id = $1 AND online_stock_refillment_template_id = $2 AND inventory_item_id <> ALL ($3)",
        restaurant.0,
        id.0,
        &items,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO online_stock_refillment_template_items (restaurant_id, online_stock_refillment_template_id, inventory_item_id)
         SELECT $1, $2, item FROM unnest($3::bigint[]) AS item ON CONFLICT DO NOTHING",
        restaurant.0,
        id.0,
        &items,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn update_schedule(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: RefillTemplateId,
    schedule: WeeklySchedule,
) -> sqlx::Result<()> {
    let [monday, tuesday, wednesday, thursday, friday, saturday, sunday] = schedule.weekdays;
    sqlx::query!(
        "UPDATE online_stock_refillment_templates SET monday = $3, tuesday = $4, wednesday = $5, thursday = $6, friday = $7,
             saturday = $8, sunday = $9, skip_jp_holidays = $10, fill_jp_holidays = $11 WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        id.0,
        monday,
        tuesday,
        wednesday,
        thursday,
        friday,
        saturday,
        sunday,
        schedule.skip_jp_holidays,
        schedule.fill_jp_holidays,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes a template. Slots made from it remain.
pub(super) async fn delete_template(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: RefillTemplateId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE online_stock_groups SET online_stock_refillment_template_id = NULL
         WHERE restaurant_id = $1 AND online_stock_refillment_template_id = $2",
        restaurant.0,
        id.0
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM online_stock_refillment_templates WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        id.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes the selector of a customer group, or the general one, replacing an existing one.
pub(super) async fn put_guests(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    template: RefillTemplateId,
    group: Option<CustomerGroupId>,
    always_allow_last_solo: bool,
    options: &[GuestsCountOption],
) -> sqlx::Result<GuestsCountSelectorId> {
    let id = sqlx::query_scalar!(
        r#"INSERT INTO guests_count_selectors (restaurant_id, online_stock_refillment_template_id, customer_group_id,
               always_allow_last_solo) VALUES ($1, $2, $3, $4)
           ON CONFLICT ON CONSTRAINT guests_count_selectors_group_key
               DO UPDATE SET always_allow_last_solo = excluded.always_allow_last_solo
           RETURNING id AS "id: GuestsCountSelectorId""#,
        restaurant.0,
        template.0,
        group.map(|group| group.0),
        always_allow_last_solo,
    )
    .fetch_one(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM guests_count_selector_options WHERE restaurant_id = $1 AND guests_count_selector_id = $2",
        restaurant.0,
        id.0
    )
    .execute(&mut *conn)
    .await?;
    let counts: Vec<_> = options.iter().map(|option| option.guests_count).collect();
    let maxima: Vec<_> = options.iter().map(|option| option.max_per_isg).collect();
    sqlx::query!(
        "INSERT INTO guests_count_selector_options (restaurant_id, guests_count_selector_id, guests_count, max_per_isg)
         SELECT $1, $2, o.* FROM unnest($3::integer[], $4::integer[]) AS o",
        restaurant.0,
        id.0,
        &counts,
        &maxima as &[Option<i32>],
    )
    .execute(conn)
    .await?;
    Ok(id)
}

pub(super) async fn delete_guests(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: GuestsCountSelectorId,
) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM guests_count_selectors WHERE restaurant_id = $1 AND id = $2", restaurant.0, id.0)
        .execute(conn)
        .await?;
    Ok(())
}

pub(super) async fn replace_times(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    template: RefillTemplateId,
    times: &[(NaiveTime, NaiveTime)],
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM time_selector_options WHERE restaurant_id = $1 AND online_stock_refillment_template_id = $2",
        restaurant.0,
        template.0
    )
    .execute(&mut *conn)
    .await?;
    let (starts, ends): (Vec<_>, Vec<_>) = times.iter().copied().unzip();
    sqlx::query!(
        "INSERT INTO time_selector_options (restaurant_id, online_stock_refillment_template_id, start_time, end_time)
         SELECT $1, $2, o.* FROM unnest($3::time[], $4::time[]) AS o",
        restaurant.0,
        template.0,
        &starts,
        &ends,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn replace_courses(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    template: RefillTemplateId,
    courses: &[(CourseId, Option<i32>)],
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM course_selector_options WHERE restaurant_id = $1 AND online_stock_refillment_template_id = $2",
        restaurant.0,
        template.0
    )
    .execute(&mut *conn)
    .await?;
    let (ids, maxima): (Vec<_>, Vec<_>) = courses.iter().map(|(course, daily_max)| (course.0, *daily_max)).unzip();
    sqlx::query!(
        "INSERT INTO course_selector_options (restaurant_id, online_stock_refillment_template_id, course_id, daily_max)
         SELECT $1, $2, o.* FROM unnest($3::bigint[], $4::integer[]) AS o",
        restaurant.0,
        template.0,
        &ids,
        &maxima as &[Option<i32>],
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A template and a day on which it may create a slot.
pub(super) type TemplateDay = (RestaurantId, RefillTemplateId, NaiveDate);

fn columns(places: &[TemplateDay]) -> (Vec<i64>, Vec<i64>, Vec<NaiveDate>) {
    let restaurants = places.iter().map(|(restaurant, ..)| restaurant.0).collect();
    let templates = places.iter().map(|(_, template, _)| template.0).collect();
    (restaurants, templates, places.iter().map(|(.., date)| *date).collect())
}

/// Returns the obstacles, by the index of the template day.
pub(super) async fn obstacles(
    conn: &mut PgConnection,
    places: &[TemplateDay],
) -> sqlx::Result<HashMap<usize, SkipReason>> {
    let (restaurants, templates, dates) = columns(places);
    let rows = sqlx::query!(
        r#"SELECT place AS "place!", obstacle AS "obstacle!" FROM refill_obstacles($1, $2, $3)"#,
        &restaurants,
        &templates,
        &dates
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let skipped = match row.obstacle.as_str() {
            "closed" => SkipReason::Closed,
            "slot" => SkipReason::Slot,
            _ => SkipReason::Reservation,
        };
        (usize::try_from(row.place - 1).unwrap_or_default(), skipped)
    });
    Ok(rows.collect())
}

/// Returns the days on which a template has created a slot, including deleted ones.
pub(super) async fn list_filled(
    conn: &mut PgConnection,
    restaurants: &[RestaurantId],
    first: NaiveDate,
    last: NaiveDate,
) -> sqlx::Result<HashSet<TemplateDay>> {
    let ids: Vec<_> = restaurants.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT restaurant_id AS "restaurant: RestaurantId", online_stock_refillment_template_id AS "template!: RefillTemplateId",
                  array_agg(date) AS "dates!"
           FROM online_stock_groups
           WHERE restaurant_id = ANY ($1) AND online_stock_refillment_template_id IS NOT NULL AND date BETWEEN $2 AND $3
           GROUP BY restaurant_id, online_stock_refillment_template_id"#,
        &ids,
        first,
        last,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.flat_map(|row| row.dates.into_iter().map(move |date| (row.restaurant, row.template, date))).collect())
}

/// Creates slots with their uids, and returns their number.
pub(super) async fn fill(
    conn: &mut PgConnection,
    places: &[TemplateDay],
    uids: &[String],
    now: DateTime<Utc>,
) -> sqlx::Result<i32> {
    let (restaurants, templates, dates) = columns(places);
    sqlx::query_scalar!(
        r#"SELECT fill_slots($1, $2, $3, $4, $5) AS "made!""#,
        &restaurants,
        &templates,
        &dates,
        uids,
        now
    )
    .fetch_one(conn)
    .await
}

/// Returns restaurants with templates, in the order of their ids, starting after one of them.
pub(super) async fn list_restaurants_with_templates(
    conn: &mut PgConnection,
    after: RestaurantId,
    at_most: i64,
) -> sqlx::Result<Vec<RestaurantId>> {
    sqlx::query_scalar!(
        r#"SELECT DISTINCT restaurant_id AS "id: RestaurantId" FROM online_stock_refillment_templates
           WHERE restaurant_id > $1 ORDER BY restaurant_id LIMIT $2"#,
        after.0,
        at_most
    )
    .fetch_all(conn)
    .await
}

pub(super) async fn count_restaurants_with_templates(conn: &mut PgConnection) -> sqlx::Result<usize> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(DISTINCT restaurant_id) AS "count!" FROM online_stock_refillment_templates"#
    );
    Ok(usize::try_from(count.fetch_one(conn).await?).unwrap_or_default())
}

/// A restaurant's zone, and the range of its rounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundReach {
    pub restaurant: RestaurantId,
    pub zone: Zone,
    /// The last day of any round, present or future.
    pub online_reservable_till: Option<NaiveDate>,
    /// Whether some diners can book without limit.
    pub is_endless: bool,
}

pub(super) async fn list_reaches(
    conn: &mut PgConnection,
    restaurants: &[RestaurantId],
) -> sqlx::Result<Vec<RoundReach>> {
    let ids: Vec<_> = restaurants.iter().map(|id| id.0).collect();
    sqlx::query_as!(
        RoundReach,
        r#"SELECT r.id AS "restaurant!: RestaurantId", r.time_zone AS "zone!: Zone", x.till AS "online_reservable_till?",
                  p.restaurant_id IS NOT NULL AS "is_endless!"
           FROM restaurants r
           LEFT JOIN (SELECT restaurant_id, max(online_reservable_till) AS till FROM reservation_rounds
                      WHERE restaurant_id = ANY ($1) GROUP BY restaurant_id) x ON x.restaurant_id = r.id
           LEFT JOIN (SELECT DISTINCT restaurant_id FROM reservation_round_plans
                      WHERE restaurant_id = ANY ($1) AND kind = 'forever') p ON p.restaurant_id = r.id
           WHERE r.id = ANY ($1) ORDER BY r.id"#,
        &ids
    )
    .fetch_all(conn)
    .await
}
