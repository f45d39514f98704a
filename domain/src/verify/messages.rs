//! Mails, text messages and notifications.

use sqlx::PgConnection;

/// Returns the bookings without a mail or without a notification. The deletion of an account deletes its unsent mails.
pub(super) async fn unannounced(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"SELECT format('reservation %s: mail %s, notification %s', r.id, CASE WHEN m.exists THEN 'yes' ELSE 'no' END,
                         CASE WHEN n.exists THEN 'yes' ELSE 'no' END) AS "detail!"
           FROM reservations r
           JOIN users u ON u.id = r.user_id
           LEFT JOIN (SELECT DISTINCT reservation_id, true AS exists FROM mail_deliveries
                      WHERE template IN ('reservation_accepted', 'reservation_reseated')) m ON m.reservation_id = r.id
           LEFT JOIN (SELECT DISTINCT restaurant_id, reservation_id, true AS exists FROM notifications WHERE reason = 'new_onr') n
               ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
           WHERE r.status = 'accepted' AND r.type = 'online_reservation'
             AND (m.exists IS NULL AND u.deleted_at IS NULL OR n.exists IS NULL) ORDER BY r.id"#
    )
    .fetch_all(conn)
    .await
}
