//! Calendar tags of days (owner §3), defined by the restaurant with a label and a colour.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor};
use crate::ids::{CalendarTagId, RestaurantId};

/// A tag, and the requested days that have it.
#[derive(Clone, Debug)]
pub struct Tag {
    pub id: CalendarTagId,
    pub label: String,
    /// #rrggbb
    pub color: String,
    pub dates: Vec<NaiveDate>,
}

/// Returns all tags of a restaurant, each with its days in the range.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    from: NaiveDate,
    till: NaiveDate,
) -> sqlx::Result<Vec<Tag>> {
    sqlx::query_as!(
        Tag,
        r#"SELECT t.id AS "id: CalendarTagId", t.label, t.color,
                  array(SELECT d.date FROM calendar_date_tags d WHERE d.restaurant_id = t.restaurant_id
                          AND d.calendar_tag_id = t.id AND d.date BETWEEN $2 AND $3 ORDER BY d.date) AS "dates!"
           FROM calendar_tags t WHERE t.restaurant_id = $1 ORDER BY t.position, t.id"#,
        restaurant.0,
        from,
        till,
    )
    .fetch_all(conn)
    .await
}

/// Adds tags to days or removes them. If one of them is not the restaurant's, does nothing and returns false.
pub async fn set(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    dates: &[NaiveDate],
    tags: &[CalendarTagId],
    is_attached: bool,
) -> sqlx::Result<bool> {
    let ids: Vec<_> = tags.iter().map(|tag| tag.0).collect();
    let are_ours = sqlx::query_scalar!(
        r#"SELECT NOT EXISTS (SELECT 1 FROM unnest($2::bigint[]) AS wanted WHERE NOT EXISTS (
               SELECT 1 FROM calendar_tags t WHERE t.restaurant_id = $1 AND t.id = wanted)) AS "ours!""#,
        restaurant.0,
        &ids,
    );
    if !are_ours.fetch_one(&mut *conn).await? {
        return Ok(false);
    }
    if is_attached {
        attach(conn, restaurant, dates, &ids).await?;
    } else {
        detach(conn, restaurant, dates, &ids).await?;
    }
    let event = audit::Event {
        actor,
        action: if is_attached { "days_tagged" } else { "days_untagged" },
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "dates": dates, "calendar_tag_ids": ids }),
    };
    audit::record(conn, now, event).await?;
    Ok(true)
}

async fn attach(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    dates: &[NaiveDate],
    tags: &[i64],
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO calendar_date_tags (restaurant_id, date, calendar_tag_id)
         SELECT $1, day, tag FROM unnest($2::date[]) AS day CROSS JOIN unnest($3::bigint[]) AS tag ORDER BY day, tag
         ON CONFLICT DO NOTHING",
        restaurant.0,
        dates,
        tags,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn detach(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    dates: &[NaiveDate],
    tags: &[i64],
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM calendar_date_tags WHERE restaurant_id = $1 AND date = ANY ($2) AND calendar_tag_id = ANY ($3)",
        restaurant.0,
        dates,
        tags,
    )
    .execute(conn)
    .await?;
    Ok(())
}
