//! SQL of invitations.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::{CustomerId, ReservationId, RestaurantId, UserId};
use crate::money::Yen;
use crate::reservations::model::{InviteType, Reservation};
use crate::reservations::queries;
use crate::restaurants::policy::CancellationPolicy;

/// A reservation that a guest was invited to.
#[derive(Clone, Debug)]
pub struct Invitation {
    pub reservation: Reservation,
    pub uid: String,
    pub way: InviteType,
    pub customer: Option<CustomerId>,
    /// The guest has no account yet. The holder of the link counts as the guest.
    pub is_unclaimed: bool,
}

/// Finds the invitation for the signed-in `diner`, or for a visitor with the link of the invitation `link`.
pub async fn find_for(
    conn: &mut PgConnection,
    uid: &str,
    diner: Option<UserId>,
    link: Option<&str>,
) -> sqlx::Result<Option<Invitation>> {
    let row = sqlx::query!(
        r#"SELECT r.id AS "id: ReservationId", i.uid, i.invite_type AS "way: InviteType", r.customer_id AS "customer_id: CustomerId",
                  r.user_id IS NULL AS "is_unclaimed!"
           FROM reservations r JOIN reservation_invites i ON i.restaurant_id = r.restaurant_id AND i.reservation_id = r.id
           WHERE r.uid = $1 AND r.type IN ('invited_reservation', 'invited_temporary_reservation')
             AND (r.user_id = $2 OR r.user_id IS NULL AND i.uid = $3)"#,
        uid,
        diner.map(|id| id.0),
        link,
    );
    let Some(row) = row.fetch_optional(&mut *conn).await? else { return Ok(None) };
    let Some(reservation) = queries::find(conn, row.id).await? else { return Ok(None) };
    Ok(Some(Invitation {
        reservation,
        uid: row.uid,
        way: row.way,
        customer: row.customer_id,
        is_unclaimed: row.is_unclaimed,
    }))
}

/// Finds the customer without an account whose invitation has this uid. A link of an invitation that was withdrawn or not answered in
/// time finds no customer, because it may have gone to a wrong number.
pub async fn find_unclaimed(
    conn: &mut PgConnection,
    invite_uid: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<(RestaurantId, CustomerId)>> {
    let row = sqlx::query!(
        r#"SELECT c.restaurant_id AS "restaurant: RestaurantId", c.id AS "id: CustomerId" FROM reservation_invites i
           JOIN reservations r ON r.restaurant_id = i.restaurant_id AND r.id = i.reservation_id AND r.user_id IS NULL
           JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id AND c.user_id IS NULL
               AND c.merged_into_id IS NULL
           WHERE i.uid = $1 AND (r.status = 'accepted' OR r.status = 'pending' AND (r.held_until IS NULL OR r.held_until > $2))"#,
        invite_uid,
        now,
    );
    Ok(row.fetch_optional(conn).await?.map(|row| (row.restaurant, row.id)))
}

/// Records since when the mail or text message of an open invitation is undelivered; None once it was sent after all. Returns false if
/// nothing changed.
pub async fn set_undelivered(
    conn: &mut PgConnection,
    id: ReservationId,
    since: Option<DateTime<Utc>>,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "UPDATE reservation_invites i SET undelivered_at = $2 FROM reservations r
         WHERE i.reservation_id = $1 AND r.restaurant_id = i.restaurant_id AND r.id = i.reservation_id AND r.status = 'pending'
           AND (i.undelivered_at IS NULL) <> ($2::timestamptz IS NULL)",
        id.0,
        since
    );
    Ok(changed.execute(conn).await?.rows_affected() > 0)
}

/// Records that the mail or text message has been sent.
pub async fn mark_sent(conn: &mut PgConnection, id: ReservationId, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservation_invites SET sent_at = $2 WHERE reservation_id = $1 AND sent_at IS NULL",
        id.0,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A mail or text message that was sent to a guest.
#[derive(Clone, Debug)]
pub struct PendingNotice {
    pub is_text_message: bool,
    pub locale: String,
    /// An email address, or a phone number in E.164.
    pub recipient: String,
    pub user_id: Option<UserId>,
}

/// Lists the messages about a reservation that were created from a template.
pub async fn list_messages(
    conn: &mut PgConnection,
    id: ReservationId,
    template: &str,
) -> sqlx::Result<Vec<PendingNotice>> {
    sqlx::query_as!(
        PendingNotice,
        r#"SELECT false AS "is_text_message!", locale AS "locale!", recipient::text AS "recipient!", user_id AS "user_id: UserId"
           FROM mail_deliveries WHERE reservation_id = $1 AND template = $2
           UNION ALL
           SELECT true, locale, phone_e164, NULL FROM sms_deliveries WHERE reservation_id = $1 AND template = $2"#,
        id.0,
        template,
    )
    .fetch_all(conn)
    .await
}

/// The data of an invitation for a mail or text message.
pub struct InvitationMailRow {
    pub uid: String,
    pub invite_uid: String,
    pub has_user: bool,
    pub name_last: Option<String>,
    pub name_first: Option<String>,
    /// Staff's name for the guest, who may have no account.
    pub nickname: String,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub time_zone: String,
    pub date: chrono::NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub held_until: Option<DateTime<Utc>>,
    pub guests_count: i32,
    pub course_title_ja: String,
    pub course_title_en: String,
    /// The price for one guest.
    pub course_price: Yen,
    /// The price of all courses, if they are paid on acceptance.
    pub prepaid_price: Yen,
    pub policy: CancellationPolicy,
    pub seat_ja: String,
    pub seat_en: String,
    /// The seats became free for a party on the waiting list.
    pub is_waiting_list_offer: bool,
}

/// Loads the data. Returns `None` if the invitation has been answered, withdrawn or has ended; for a withdrawal, if the guest never
/// received the invitation.
pub async fn find_mail_row(
    conn: &mut PgConnection,
    id: ReservationId,
    is_withdrawn: bool,
) -> sqlx::Result<Option<InvitationMailRow>> {
    sqlx::query_as!(
        InvitationMailRow,
        r#"SELECT r.uid, i.uid AS invite_uid, r.user_id IS NOT NULL AS "has_user!",
                  p.name_last AS "name_last?", p.name_first AS "name_first?", coalesce(cp.nickname, '') AS "nickname!",
                  t.name_ja AS restaurant_ja, t.name_en AS restaurant_en, t.time_zone, r.date, r.starts_at,
                  r.held_until, r.guests_count, r.course_title_ja, r.course_title_en, r.course_price AS "course_price: Yen",
                  r.prepaid_price AS "prepaid_price: Yen", r.cancellation_policy AS "policy: CancellationPolicy", g.title_ja AS seat_ja, g.title_en AS seat_en,
                  i.is_waiting_list_offer
           FROM reservations r
           JOIN reservation_invites i ON i.restaurant_id = r.restaurant_id AND i.reservation_id = r.id
           JOIN restaurants t ON t.id = r.restaurant_id
           JOIN inventory_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.inventory_group_id
           LEFT JOIN profiles p ON p.user_id = r.user_id
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = r.restaurant_id AND cp.customer_id = r.customer_id
           WHERE r.id = $1 AND CASE WHEN $2 THEN r.status = 'owner_delete' AND i.sent_at IS NOT NULL
                                    ELSE r.status = 'pending' AND r.held_until IS NOT NULL END"#,
        id.0,
        is_withdrawn,
    )
    .fetch_optional(conn)
    .await
}
