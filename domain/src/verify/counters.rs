//! Compares counters with the rows that they count.

use sqlx::PgConnection;

pub(super) async fn course_days(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"SELECT format('course %s on %s: counted %s, live guests %s', course_id, date,
                         coalesce(d.guests_count, 0), coalesce(s.guests, 0)) AS "detail!"
           FROM course_days d
           FULL JOIN (SELECT restaurant_id, course_id, date, sum(guests_count) AS guests FROM reservations
                      WHERE status IN ('pending', 'accepted') AND course_id IS NOT NULL GROUP BY restaurant_id, course_id, date) s
               USING (restaurant_id, course_id, date)
           WHERE coalesce(d.guests_count, 0) <> coalesce(s.guests, 0) ORDER BY course_id, date"#
    )
    .fetch_all(conn)
    .await
}
