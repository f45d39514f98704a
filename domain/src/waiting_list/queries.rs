//! SQL of the waiting list.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::model::{NewWaitingParty, WaitingParty};
use crate::ids::{CustomerId, ReservationId, RestaurantId, WaitingListEntryId};
use crate::phone::PhoneNumber;
use crate::reservations::model::Status;
use crate::settings::features;

/// Returns the entries of some days, or the one of this uid, earliest first. Removed entries are returned only by their uid. A merged guest
/// has the name of the record into which they were merged.
async fn select(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    dates: Option<(NaiveDate, NaiveDate)>,
    uid: Option<&str>,
) -> sqlx::Result<Vec<WaitingParty>> {
    let (from, till) = dates.unzip();
    let rows = sqlx::query!(
        r#"SELECT w.id, w.uid, c.uid AS customer_uid,
                  coalesce(nullif(concat_ws(' ', p.name_last, p.name_first), ''), cp.nickname, '') AS "name!",
                  coalesce(p.phone_country, cp.phone_country, 'JP') AS "country!",
                  coalesce(p.phone_local_number, cp.phone_local_number, '') AS "number!",
                  c.user_id IS NOT NULL AS "has_account!",
                  c.type = 'InvitedCustomer' AND c.invitation_email IS NOT NULL AS "has_address!", c.invitation_email::text AS invitation_email,
                  c.type = 'InvitedCustomer' AND c.allow_send_ivr_sms AS "accepts_texts!",
                  w.date, w.starts_from, w.starts_till, w.guests_count, w.waits_until, w.internal_memo, w.removed_at,
                  r.uid AS "reservation_uid?", r.status AS "status?: Status", r.starts_at AS "starts_at?", r.held_until,
                  r.accepted_at IS NOT NULL AS "was_accepted!", r.created_at AS "offered_at?", r.ended_at,
                  i.removed_stocks IS NOT NULL AS "has_removed_stocks!", coalesce((
                      SELECT array_agg(t.label ORDER BY t.position) FROM inventory_items t
                      WHERE t.restaurant_id = r.restaurant_id AND t.id IN (
                          SELECT s.inventory_item_id FROM reservation_seats s WHERE s.restaurant_id = r.restaurant_id
                            AND s.reservation_id = r.id AND s.released_at IS NOT DISTINCT FROM r.ended_at)), '{}') AS "labels!"
           FROM waiting_list_entries w
           JOIN customers o ON o.restaurant_id = w.restaurant_id AND o.id = w.customer_id
           JOIN customers c ON c.restaurant_id = w.restaurant_id AND c.id = coalesce(o.merged_into_id, o.id)
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
           LEFT JOIN profiles p ON p.user_id = c.user_id
           LEFT JOIN reservations r ON r.restaurant_id = w.restaurant_id AND r.id = w.reservation_id
           LEFT JOIN reservation_invites i ON i.restaurant_id = r.restaurant_id AND i.reservation_id = r.id
           WHERE w.restaurant_id = $1 AND (w.date BETWEEN $2 AND $3 AND w.removed_at IS NULL OR w.uid = $4) ORDER BY w.created_at, w.id"#,
        restaurant.0,
        from,
        till,
        uid,
    );
    let rows = rows.fetch_all(&mut *conn).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let invites_by_mail = features::find(conn, restaurant).await?.allow_email_invitation;
    let entries = rows.into_iter().map(|row| WaitingParty {
        id: WaitingListEntryId(row.id),
        uid: row.uid,
        customer_uid: row.customer_uid,
        customer_name: row.name,
        has_account: row.has_account,
        is_reachable: row.has_account
            || row.has_address && invites_by_mail
            || row.accepts_texts && can_receive_texts(&row.country, &row.number),
        phone: (row.country, row.number),
        invitation_email: row.invitation_email,
        date: row.date,
        starts_from: row.starts_from,
        starts_till: row.starts_till,
        guests_count: row.guests_count,
        waits_until: row.waits_until,
        internal_memo: row.internal_memo,
        reservation_uid: row.reservation_uid,
        reservation_status: row.status,
        reservation_starts_at: row.starts_at,
        held_until: row.held_until,
        was_accepted: row.was_accepted,
        offered_at: row.offered_at,
        reservation_ended_at: row.ended_at,
        reservation_labels: row.labels,
        has_removed_stocks: row.has_removed_stocks,
        removed_at: row.removed_at,
    });
    Ok(entries.collect())
}

fn can_receive_texts(country: &str, local: &str) -> bool {
    PhoneNumber::parse(country, local).is_ok_and(|number| number.can_receive_texts())
}

/// Returns the waiting parties of a day in the order of their entry.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    date: NaiveDate,
) -> sqlx::Result<Vec<WaitingParty>> {
    list_between(conn, restaurant, date, date).await
}

/// Returns the waiting parties of the days from the first to the last one in the order of their entry.
pub async fn list_between(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    first: NaiveDate,
    last: NaiveDate,
) -> sqlx::Result<Vec<WaitingParty>> {
    select(conn, restaurant, Some((first, last)), None).await
}

/// Returns an entry of the restaurant, locked, even if it was removed.
pub async fn lock(conn: &mut PgConnection, restaurant: RestaurantId, uid: &str) -> sqlx::Result<Option<WaitingParty>> {
    let locked = sqlx::query!(
        "SELECT 1 AS locked FROM waiting_list_entries WHERE restaurant_id = $1 AND uid = $2 FOR UPDATE",
        restaurant.0,
        uid
    );
    if locked.fetch_optional(&mut *conn).await?.is_none() {
        return Ok(None);
    }
    Ok(select(conn, restaurant, None, Some(uid)).await?.pop())
}

/// Finds the day of an entry.
pub async fn find_date(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: &str,
) -> sqlx::Result<Option<NaiveDate>> {
    let date = sqlx::query_scalar!(
        "SELECT date FROM waiting_list_entries WHERE restaurant_id = $1 AND uid = $2",
        restaurant.0,
        uid
    );
    date.fetch_optional(conn).await
}

/// Records the seats that a party was given. An invitation becomes an offer of the waiting list.
pub async fn give(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    entry: WaitingListEntryId,
    reservation: ReservationId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE waiting_list_entries SET reservation_id = $3 WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        entry.0,
        reservation.0
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE reservation_invites SET is_waiting_list_offer = true WHERE restaurant_id = $1 AND reservation_id = $2",
        restaurant.0,
        reservation.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores the changed request of a party.
pub(super) async fn change(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    entry: WaitingListEntryId,
    new: &NewWaitingParty,
    waits_until: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE waiting_list_entries
         SET date = $3, starts_from = $4, starts_till = $5, guests_count = $6, waits_until = $7, internal_memo = $8
         WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        entry.0,
        new.date,
        new.starts_from,
        new.starts_till,
        new.guests_count,
        waits_until,
        new.internal_memo.trim(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Removes an entry from the list, or restores it.
pub async fn set_removed(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    entry: WaitingListEntryId,
    removed_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE waiting_list_entries SET removed_at = $3 WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        entry.0,
        removed_at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Serialises writes to a guest's entries.
pub(super) async fn lock_customer(conn: &mut PgConnection, restaurant: RestaurantId, uid: &str) -> sqlx::Result<()> {
    let lock = sqlx::query_scalar!(
        "SELECT 1 AS locked FROM customers WHERE restaurant_id = $1 AND uid = $2 FOR NO KEY UPDATE",
        restaurant.0,
        uid,
    );
    lock.fetch_optional(conn).await.map(drop)
}

/// Returns the entry of a guest who waits for the same already: one without an offer, or whose offer expired.
pub(super) async fn find_waiting(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    guest: CustomerId,
    new: &NewWaitingParty,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "SELECT uid FROM waiting_list_entries w
         WHERE restaurant_id = $1 AND customer_id = $2 AND date = $3 AND starts_from = $4 AND starts_till = $5
           AND guests_count = $6 AND waits_until > $7 AND removed_at IS NULL AND NOT EXISTS (
               SELECT 1 FROM reservations r WHERE r.restaurant_id = $1 AND r.id = w.reservation_id
                 AND (r.status = 'accepted' OR r.status = 'pending' AND (r.held_until IS NULL OR r.held_until > $7)))
         ORDER BY id LIMIT 1",
        restaurant.0,
        guest.0,
        new.date,
        new.starts_from,
        new.starts_till,
        new.guests_count,
        now,
    )
    .fetch_optional(conn)
    .await
}
