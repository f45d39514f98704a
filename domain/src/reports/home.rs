//! Pending matters for staff: the next arrivals, and invitations without an answer.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::ids::RestaurantId;
use crate::restaurants::model::Bilingual;

/// An upcoming party.
#[derive(Clone, Debug)]
pub struct ArrivingParty {
    pub uid: String,
    /// Empty for a party without a name.
    pub name: String,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
    pub course_title: Bilingual,
    /// For an invitation: the deadline.
    pub held_until: Option<DateTime<Utc>>,
}

/// Parties further ahead than this are not listed as next arrivals.
const ARRIVALS_HORIZON: Duration = Duration::days(14);

/// Returns the next parties that have not arrived, including those up to an hour late.
pub async fn list_arrivals(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<ArrivingParty>> {
    let rows = sqlx::query!(
        r#"SELECT r.uid, r.starts_at, r.guests_count, r.course_title_ja, r.course_title_en,
                  coalesce(nullif(concat_ws(' ', p.name_last, p.name_first), ''),
                      (SELECT w.name FROM offsite_own_names w WHERE w.restaurant_id = r.restaurant_id AND w.reservation_id = r.id),
                      nullif(cp.nickname, ''), os.full_name_string, '')
                      AS "name!"
           FROM reservations r
           LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
           LEFT JOIN profiles p ON p.user_id = coalesce(r.user_id, c.user_id)
           LEFT JOIN offsite_reservations os ON os.restaurant_id = r.restaurant_id AND os.reservation_id = r.id
           LEFT JOIN reservation_service_times sv ON sv.restaurant_id = r.restaurant_id AND sv.reservation_id = r.id
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
           WHERE r.restaurant_id = $1 AND r.date BETWEEN $2 AND $3 AND r.status = 'accepted' AND r.starts_at > $4
             AND coalesce(sv.arrived_at, sv.seated_at, sv.bill_at, sv.left_at) IS NULL AND n.reservation_id IS NULL
           ORDER BY r.starts_at, r.id LIMIT $5"#,
        restaurant.0,
        (now - Duration::days(2)).date_naive(),
        (now + ARRIVALS_HORIZON).date_naive(),
        now - Duration::hours(1),
        limit,
    )
    .fetch_all(conn)
    .await?;
    let parties = rows.into_iter().map(|row| ArrivingParty {
        uid: row.uid,
        name: row.name,
        starts_at: row.starts_at,
        guests_count: row.guests_count,
        course_title: Bilingual::new(row.course_title_ja, row.course_title_en),
        held_until: None,
    });
    Ok(parties.collect())
}

/// Returns invitations without an answer, earliest deadline first, and their number.
pub async fn list_unanswered(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<(Vec<ArrivingParty>, i64)> {
    let rows = sqlx::query!(
        r#"SELECT r.uid, r.starts_at, r.guests_count, r.course_title_ja, r.course_title_en, r.held_until,
                  coalesce(nullif(concat_ws(' ', p.name_last, p.name_first), ''), nullif(cp.nickname, ''), '') AS "name!",
                  count(*) OVER () AS "total!"
           FROM reservations r
           LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
           LEFT JOIN profiles p ON p.user_id = coalesce(r.user_id, c.user_id)
           WHERE r.restaurant_id = $1 AND r.status = 'pending' AND r.type IN ('invited_reservation', 'invited_temporary_reservation')
             AND coalesce(r.held_until > $2, true)
           ORDER BY r.held_until NULLS LAST, r.starts_at, r.id LIMIT $3"#,
        restaurant.0,
        now,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let total = rows.first().map_or(0, |row| row.total);
    let parties = rows.into_iter().map(|row| ArrivingParty {
        uid: row.uid,
        name: row.name,
        starts_at: row.starts_at,
        guests_count: row.guests_count,
        course_title: Bilingual::new(row.course_title_ja, row.course_title_en),
        held_until: row.held_until,
    });
    Ok((parties.collect(), total))
}

/// Returns the first and the last day of the two weeks from today.
pub fn fortnight(today: NaiveDate) -> (NaiveDate, NaiveDate) {
    (today, today + ARRIVALS_HORIZON)
}
