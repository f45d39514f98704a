//! Mails, text messages and notifications.

use sqlx::PgConnection;

pub(super) async fn unannounced(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"SELECT format('reservation %s: mail %s, notification %s', r.id, CASE WHEN m.exists THEN 'yes' ELSE 'no' END,
                         CASE WHEN n.exists THEN 'yes' ELSE 'no' END) AS "detail!"
           FROM reservations r
           LEFT JOIN (SELECT DISTINCT reservation_id, true AS exists FROM mail_deliveries
                      WHERE template IN ('reservation_accepted', 'reservation_reseated')) m ON m.reservation_id = r.id
           LEFT JOIN (SELECT DISTINCT reservation_id, true AS exists FROM notifications WHERE reason = 'new_onr') n
               ON n.reservation_id = r.id
           WHERE r.status = 'accepted' AND r.type = 'online_reservation' AND r.user_id IS NOT NULL
             AND (m.exists IS NULL OR n.exists IS NULL) ORDER BY r.id"#
    )
    .fetch_all(conn)
    .await
}
