//! SQL of announcements.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{Announcement, AnnouncementForm, Audience, lines};
use crate::ids::{AnnouncementId, CustomerId, OwnerId, RestaurantId};
use crate::pagination::PageWindow;

struct StoredAnnouncement {
    id: AnnouncementId,
    restaurant_id: RestaurantId,
    subject_type: String,
    body: String,
    only_customer_group_ids: String,
    only_premium_grades: String,
    only_prefectures: String,
    include_unsubscribed_customers: bool,
    send_count: Option<i32>,
    status: String,
    scheduled_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    confirmed_at: Option<DateTime<Utc>>,
    sent_at: Option<DateTime<Utc>>,
    stopped_at: Option<DateTime<Utc>>,
    is_stopped_by_admin: bool,
    announced_count: i64,
    re_announced_count: i64,
}

impl From<StoredAnnouncement> for Announcement {
    fn from(row: StoredAnnouncement) -> Self {
        let groups = lines(&row.only_customer_group_ids);
        Self {
            audience: Audience {
                customer_group_ids: groups.iter().filter_map(|id| id.parse().ok()).collect(),
                premium_grades: lines(&row.only_premium_grades),
                prefectures: lines(&row.only_prefectures),
                include_unsubscribed: row.include_unsubscribed_customers,
            },
            id: row.id,
            restaurant_id: row.restaurant_id,
            subject_type: row.subject_type,
            body: row.body,
            send_count: row.send_count,
            status: row.status,
            scheduled_at: row.scheduled_at,
            created_at: row.created_at,
            confirmed_at: row.confirmed_at,
            sent_at: row.sent_at,
            stopped_at: row.stopped_at,
            is_stopped_by_admin: row.is_stopped_by_admin,
            announced_count: row.announced_count,
            re_announced_count: row.re_announced_count,
        }
    }
}

/// Filter of the list of announcements.
#[derive(Clone, Debug, Default)]
pub struct AnnouncementFilter {
    pub id: Option<AnnouncementId>,
    pub status: Option<String>,
    pub subject_type: Option<String>,
}

/// The fields that announcements can be sorted by.
pub const SORTS: [&str; 5] = ["id", "created_at", "status", "subject_type", "announced_count"];

/// Returns the announcements of a restaurant.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    asked: &AnnouncementFilter,
    window: PageWindow,
) -> sqlx::Result<Vec<Announcement>> {
    let rows = sqlx::query_as!(
        StoredAnnouncement,
        r#"SELECT a.id AS "id: AnnouncementId", a.restaurant_id AS "restaurant_id: RestaurantId", a.subject_type, a.body,
                  a.only_customer_group_ids, a.only_premium_grades, a.only_prefectures, a.include_unsubscribed_customers,
                  a.send_count, a.status, a.scheduled_at, a.created_at, a.confirmed_at, a.sent_at, a.stopped_at,
                  a.stopped_by_admin AS is_stopped_by_admin, r.first AS "announced_count!", r.again AS "re_announced_count!"
           FROM announcements a
           CROSS JOIN LATERAL (
               SELECT count(*) FILTER (WHERE NOT is_resend) AS first, count(*) FILTER (WHERE is_resend) AS again
               FROM announcement_recipients WHERE announcement_recipients.restaurant_id = a.restaurant_id
                   AND announcement_id = a.id) r
           WHERE a.restaurant_id = $1 AND ($2::bigint IS NULL OR a.id = $2) AND ($3::text IS NULL OR a.status = $3)
             AND ($4::text IS NULL OR a.subject_type = $4)
           ORDER BY CASE WHEN NOT $6 THEN CASE $5 WHEN 'status' THEN a.status WHEN 'subject_type' THEN a.subject_type END END,
                    CASE WHEN $6 THEN CASE $5 WHEN 'status' THEN a.status WHEN 'subject_type' THEN a.subject_type END END DESC,
                    CASE WHEN $5 = 'announced_count' AND NOT $6 THEN r.first + r.again END,
                    CASE WHEN $5 = 'announced_count' AND $6 THEN r.first + r.again END DESC,
                    CASE WHEN $6 THEN a.id END DESC, a.id
           LIMIT $7 OFFSET $8"#,
        restaurant.0,
        asked.id.map(|id| id.0),
        asked.status,
        asked.subject_type,
        window.sort,
        window.is_descending,
        window.limit,
        window.offset,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Announcement::from).collect())
}

pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: AnnouncementId,
) -> sqlx::Result<Option<Announcement>> {
    let asked = AnnouncementFilter { id: Some(id), ..AnnouncementFilter::default() };
    Ok(list(conn, restaurant, &asked, PageWindow::newest(1, 0)).await?.pop())
}

/// Returns the restaurant of an announcement, which the path of an admin's request does not name.
pub async fn find_restaurant(conn: &mut PgConnection, id: AnnouncementId) -> sqlx::Result<Option<RestaurantId>> {
    let find =
        sqlx::query_scalar!(r#"SELECT restaurant_id AS "id: RestaurantId" FROM announcements WHERE id = $1"#, id.0);
    find.fetch_optional(conn).await
}

/// Returns an announcement, locked until the transaction ends.
pub async fn lock(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: AnnouncementId,
) -> sqlx::Result<Option<Announcement>> {
    sqlx::query!(
        "SELECT 1 AS one FROM announcements WHERE restaurant_id = $1 AND id = $2 FOR UPDATE",
        restaurant.0,
        id.0
    )
    .fetch_optional(&mut *conn)
    .await?;
    find(conn, restaurant, id).await
}

pub async fn count(conn: &mut PgConnection, restaurant: RestaurantId, asked: &AnnouncementFilter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM announcements
           WHERE restaurant_id = $1 AND ($2::bigint IS NULL OR id = $2) AND ($3::text IS NULL OR status = $3)
             AND ($4::text IS NULL OR subject_type = $4)"#,
        restaurant.0,
        asked.id.map(|id| id.0),
        asked.status,
        asked.subject_type,
    )
    .fetch_one(conn)
    .await
}

/// A statement over the audience of an announcement: the mail audience of restaurant $1, of groups $2 (999: no group), grades $3 and
/// prefectures $4; an empty list means all. Unless $5 is true, it contains only customers who want such mails. It is a text and not a
/// function because a Citus cluster rejects functions that read a restaurant's tables.
macro_rules! audience {
    ($call:ident, $before:literal, $after:literal $(, $arg:expr)* $(,)?) => {
        sqlx::$call!(
            $before + r#" FROM (
               SELECT m.customer_id, coalesce(m.customer_group_id, 999) AS group_id FROM mail_audience m
               WHERE m.restaurant_id = $1 AND (m.wants_announcements OR $5::boolean)
                 AND (cardinality($2::bigint[]) = 0 OR coalesce(m.customer_group_id, 999) = ANY ($2::bigint[]))
                 AND (cardinality($3::text[]) = 0 OR m.premium_grade = ANY ($3::text[]))
                 AND (cardinality($4::text[]) = 0 OR m.prefecture = ANY ($4::text[]))
           ) a "# + $after
            $(, $arg)*
        )
    };
}

/// Returns the number of customers whom an announcement would reach.
pub async fn count_audience(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    audience: &Audience,
) -> sqlx::Result<i64> {
    audience!(
        query_scalar,
        r#"SELECT count(*) AS "count!""#,
        "",
        restaurant.0,
        &audience.customer_group_ids,
        &audience.premium_grades,
        &audience.prefectures,
        audience.include_unsubscribed,
    )
    .fetch_one(conn)
    .await
}

/// Returns the same by customer group id (999: customers without a group). Omits groups without recipients.
pub async fn count_audience_by_group(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    audience: &Audience,
) -> sqlx::Result<BTreeMap<i64, i64>> {
    let rows = audience!(
        query,
        r#"SELECT a.group_id AS "group!", count(*) AS "count!""#,
        "GROUP BY a.group_id",
        restaurant.0,
        &audience.customer_group_ids,
        &audience.premium_grades,
        &audience.prefectures,
        audience.include_unsubscribed,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.group, row.count)).collect())
}

/// Returns the number of customers in the audience who have not received it yet.
pub async fn count_remaining(conn: &mut PgConnection, announcement: &Announcement) -> sqlx::Result<i64> {
    let audience = &announcement.audience;
    audience!(
        query_scalar,
        r#"SELECT count(*) AS "count!""#,
        "WHERE NOT EXISTS (SELECT 1 FROM announcement_recipients r
                             WHERE r.restaurant_id = $1 AND r.announcement_id = $6 AND r.customer_id = a.customer_id)",
        announcement.restaurant_id.0,
        &audience.customer_group_ids,
        &audience.premium_grades,
        &audience.prefectures,
        audience.include_unsubscribed,
        announcement.id.0,
    )
    .fetch_one(conn)
    .await
}

/// Records the next recipients: at most `limit` of the customers who have not received it yet, in an order specific to the announcement.
/// Returns their number.
pub async fn insert_recipients(
    conn: &mut PgConnection,
    announcement: &Announcement,
    limit: Option<i64>,
    is_resend: bool,
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let audience = &announcement.audience;
    let inserted = audience!(
        query,
        "INSERT INTO announcement_recipients (restaurant_id, announcement_id, customer_id, is_resend, announced_at)
         SELECT $1, $6, a.customer_id, $7, $8",
        "WHERE NOT EXISTS (SELECT 1 FROM announcement_recipients r
                           WHERE r.restaurant_id = $1 AND r.announcement_id = $6 AND r.customer_id = a.customer_id)
         ORDER BY md5($6::bigint || ':' || a.customer_id), a.customer_id LIMIT $9",
        announcement.restaurant_id.0,
        &audience.customer_group_ids,
        &audience.premium_grades,
        &audience.prefectures,
        audience.include_unsubscribed,
        announcement.id.0,
        is_resend,
        now,
        limit,
    );
    Ok(inserted.execute(conn).await?.rows_affected())
}

/// Returns the ids of customers who got it the first time, and of customers added by a resend.
pub async fn list_recipients(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: AnnouncementId,
) -> sqlx::Result<(Vec<CustomerId>, Vec<CustomerId>)> {
    let row = sqlx::query!(
        r#"SELECT coalesce(array_agg(customer_id ORDER BY customer_id) FILTER (WHERE NOT is_resend), '{}') AS "first!: Vec<CustomerId>",
                  coalesce(array_agg(customer_id ORDER BY customer_id) FILTER (WHERE is_resend), '{}') AS "again!: Vec<CustomerId>"
           FROM announcement_recipients WHERE restaurant_id = $2 AND announcement_id = $1"#,
        id.0,
        restaurant.0
    );
    let row = row.fetch_one(conn).await?;
    Ok((row.first, row.again))
}

fn join<T: ToString>(list: &[T]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Creates a draft, or overwrites one. None if it is not a draft of the restaurant.
pub async fn save_draft(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: Option<AnnouncementId>,
    owner: Option<OwnerId>,
    wanted: &AnnouncementForm,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<AnnouncementId>> {
    let send_count = wanted.send_count.and_then(|count| i32::try_from(count).ok());
    let audience = &wanted.audience;
    let (groups, grades, prefectures) =
        (join(&audience.customer_group_ids), join(&audience.premium_grades), join(&audience.prefectures));
    sqlx::query_scalar!(
        r#"WITH older AS (
               UPDATE announcements SET subject_type = $3, body = $4, only_customer_group_ids = $5, only_premium_grades = $6,
                   only_prefectures = $7, include_unsubscribed_customers = $8, send_count = $9, scheduled_at = $10
               WHERE restaurant_id = $1 AND id = $2 AND status = 'draft' RETURNING id),
           new AS (
               INSERT INTO announcements (restaurant_id, subject_type, body, only_customer_group_ids, only_premium_grades,
                   only_prefectures, include_unsubscribed_customers, send_count, scheduled_at, owner_id, created_at)
               SELECT $1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 WHERE $2::bigint IS NULL RETURNING id)
           SELECT id AS "id!: AnnouncementId" FROM older UNION ALL SELECT id FROM new"#,
        restaurant.0,
        id.map(|id| id.0),
        wanted.subject_type,
        wanted.body,
        groups,
        grades,
        prefectures,
        audience.include_unsubscribed,
        send_count,
        wanted.scheduled_at,
        owner.map(|id| id.0),
        now,
    )
    .fetch_optional(conn)
    .await
}

/// Deletes a draft.
pub async fn delete_draft(conn: &mut PgConnection, restaurant: RestaurantId, id: AnnouncementId) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM announcements WHERE restaurant_id = $2 AND id = $1 AND status = 'draft'",
        id.0,
        restaurant.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Sets the recipients, their maximum number and the time of sending.
pub async fn set_release(
    conn: &mut PgConnection,
    announcement: &Announcement,
    is_forced: bool,
    send_count: Option<i32>,
    scheduled_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE announcements SET include_unsubscribed_customers = $3, send_count = $4, scheduled_at = $5
         WHERE restaurant_id = $2 AND id = $1",
        announcement.id.0,
        announcement.restaurant_id.0,
        is_forced,
        send_count,
        scheduled_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Turns a scheduled announcement back into a draft.
pub async fn unschedule(conn: &mut PgConnection, restaurant: RestaurantId, id: AnnouncementId) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE announcements SET status = 'draft', scheduled_at = NULL, confirmed_at = NULL WHERE restaurant_id = $2 AND id = $1",
        id.0,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn set_status(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: AnnouncementId,
    status: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE announcements SET status = $2, confirmed_at = coalesce(confirmed_at, $3),
                sent_at = CASE WHEN $2 = 'sent' THEN $3::timestamptz END
         WHERE restaurant_id = $4 AND id = $1",
        id.0,
        status,
        now,
        restaurant.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub struct AnnouncementRow {
    pub subject_type: String,
    pub body: String,
    pub customer_uid: String,
    pub slug: String,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub address_ja: String,
    pub address_en: String,
    pub phone: String,
    pub email: String,
}

/// Returns an announcement for a customer who still wants it, or who receives it by forced sending. None if it was stopped.
pub async fn find_for_mail(
    conn: &mut PgConnection,
    id: AnnouncementId,
    customer: CustomerId,
) -> sqlx::Result<Option<AnnouncementRow>> {
    sqlx::query_as!(
        AnnouncementRow,
        r#"SELECT a.subject_type, a.body, m.customer_uid AS "customer_uid!", t.slug, t.name_ja AS restaurant_ja, t.name_en AS restaurant_en,
                t.address_ja, t.address_en, t.phone, t.email
         FROM announcements a
         JOIN restaurants t ON t.id = a.restaurant_id
         JOIN mail_audience m ON m.restaurant_id = a.restaurant_id AND m.customer_id = $2
         WHERE a.id = $1 AND a.status NOT IN ('stopping', 'stopped') AND (m.wants_announcements OR a.include_unsubscribed_customers)"#,
        id.0,
        customer.0,
    )
    .fetch_optional(conn)
    .await
}
