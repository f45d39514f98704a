//! Bookings of other services: their seats, changes and cancellations (gaps G104, G160). The caller locks the affected days
//! (`lock_days`) beforehand and refreshes them afterwards.

mod model;
mod place;

use chrono::NaiveDate;
use serde_json::json;
use sqlx::PgConnection;

pub use self::model::{Importer, OffsiteSource, OffsiteVisit, StoredOffsite};
use self::place::{OffsitePlace, assign_seats, find_place, groups};
use crate::audit;
use crate::customers::create::lock_creation;
use crate::customers::offsite as customers;
use crate::ids::{CourseId, CustomerId, ReservationId, RestaurantId};
use crate::outbox::notifications::{self, NotificationReason};
use crate::reservations;
use crate::reservations::end::{self, ReservationEnding};
use crate::reservations::model::{Reservation, Status};
use crate::reservations::seats;
use crate::reservations::staff::StaffError;

/// Finds a service's booking by the service's number.
pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    source: OffsiteSource,
    external_id: &str,
) -> sqlx::Result<Option<StoredOffsite>> {
    sqlx::query_as!(
        StoredOffsite,
        r#"SELECT r.id AS "id: ReservationId", r.uid, r.status AS "status: Status", r.date, r.starts_at, r.ends_at, r.guests_count,
                  r.course_id AS "course_id: CourseId", g.uid AS group_uid, o.full_name_string AS full_name,
                  o.phone_e164, o.email::text AS email,
                  coalesce(c.erased_at, u.deleted_at) IS NOT NULL AS "is_erased!", r.customer_id AS "customer: CustomerId"
           FROM offsite_reservations o
           JOIN reservations r ON r.restaurant_id = o.restaurant_id AND r.id = o.reservation_id
           LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           LEFT JOIN users u ON u.id = c.user_id
           JOIN inventory_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.inventory_group_id
           WHERE o.restaurant_id = $1 AND o.offsite_source = $2 AND o.external_id = $3"#,
        restaurant.0,
        source.as_str(),
        external_id,
    )
    .fetch_optional(conn)
    .await
}

/// Locks all slots of the given days by id, then all seat groups, then the creation of customers. This is the lock order of all writers,
/// for many visits in one transaction.
pub async fn lock_days(conn: &mut PgConnection, restaurant: RestaurantId, dates: &[NaiveDate]) -> sqlx::Result<()> {
    sqlx::query!(
        "SELECT 1 AS locked FROM online_stock_groups WHERE restaurant_id = $1 AND date = ANY ($2) AND deleted_at IS NULL
         ORDER BY id FOR NO KEY UPDATE",
        restaurant.0,
        dates,
    )
    .fetch_all(&mut *conn)
    .await?;
    sqlx::query!(
        "SELECT 1 AS locked FROM inventory_groups WHERE restaurant_id = $1 ORDER BY id FOR NO KEY UPDATE",
        restaurant.0
    )
    .fetch_all(&mut *conn)
    .await?;
    lock_creation(conn, restaurant).await
}

/// Creates a booking, on the stocks of a web slot with the same start or else on free seats. Returns its uid. After an error the caller
/// must roll back.
pub async fn create(
    conn: &mut PgConnection,
    by: Importer<'_>,
    source: OffsiteSource,
    external_id: &str,
    visit: &OffsiteVisit,
) -> Result<String, StaffError> {
    let groups = groups(conn, by.restaurant, visit.group_uid.as_deref()).await?;
    let place = find_place(conn, by.restaurant, visit, &groups).await?;
    let guest = visit.guest();
    let customer = customers::ensure(conn, by.rng, by.now, by.restaurant, &guest).await?;
    let uid = by.rng.uid();
    let id = insert(conn, by, &uid, visit, &place, customer).await?;
    sqlx::query!(
        "INSERT INTO offsite_reservations (reservation_id, restaurant_id, offsite_source, external_id, full_name_string, phone_e164, email)
         VALUES ($1, $2, $3, $4, $5, $6, $7::text)",
        id.0,
        by.restaurant.0,
        source.as_str(),
        external_id,
        visit.full_name,
        guest.phone.map(|phone| phone.e164.as_str()),
        guest.email,
    )
    .execute(&mut *conn)
    .await?;
    assign_seats(conn, by.restaurant, id, visit, &place).await?;
    record(conn, by, id, "offsite_reservation_created", json!({})).await?;
    Ok(uid)
}

/// Reassigns the seats of a booking for another time, party size, course or seat group. After an error the caller must roll back.
pub async fn change(
    conn: &mut PgConnection,
    by: Importer<'_>,
    stored: &StoredOffsite,
    visit: &OffsiteVisit,
) -> Result<(), StaffError> {
    let reservation = reservations::queries::lock(conn, by.restaurant, stored.id).await?;
    if reservation.status != Status::Accepted {
        return Err(StaffError::Ended);
    }
    let own = visit.group_uid.as_ref().unwrap_or(&stored.group_uid);
    let groups = groups(conn, by.restaurant, Some(own)).await?;
    if let Some(course) = reservation.course_id {
        let counters = [(course, reservation.date), (visit.course.id, visit.date)];
        seats::lock_counters(conn, by.restaurant, &counters).await?;
        seats::uncount_course(conn, by.restaurant, course, reservation.date, reservation.guests_count).await?;
    }
    seats::release(conn, by.restaurant, reservation.id, by.now).await?;
    let place = find_place(conn, by.restaurant, visit, &groups).await?;
    update(conn, by.restaurant, reservation.id, visit, &place).await?;
    assign_seats(conn, by.restaurant, reservation.id, visit, &place).await?;
    Ok(record(conn, by, reservation.id, "offsite_reservation_changed", json!({ "moved": true })).await?)
}

/// Takes over the guest's name, number and address, which the service has corrected. After an error the caller must roll back.
pub async fn correct_guest(
    conn: &mut PgConnection,
    by: Importer<'_>,
    stored: &StoredOffsite,
    visit: &OffsiteVisit,
) -> Result<(), StaffError> {
    let guest = visit.guest();
    if let Some(customer) = stored.customer {
        let previous = customers::PreviousGuest {
            customer,
            reservation: stored.id,
            name: &stored.full_name,
            phone_e164: stored.phone_e164.as_deref(),
            email: stored.email.as_deref(),
            listed: by.listed,
        };
        let own = customers::correct(conn, by.rng, by.now, by.actor, by.restaurant, (&previous, &guest)).await?;
        sqlx::query!(
            "UPDATE reservations SET customer_id = $3 WHERE restaurant_id = $1 AND id = $2 AND customer_id <> $3",
            by.restaurant.0,
            stored.id.0,
            own.0,
        )
        .execute(&mut *conn)
        .await?;
    }
    sqlx::query!(
        "UPDATE offsite_reservations SET full_name_string = $3, phone_e164 = coalesce($4, phone_e164), email = coalesce(mail_address($5::text), email)
         WHERE restaurant_id = $1 AND reservation_id = $2",
        by.restaurant.0,
        stored.id.0,
        guest.name,
        guest.phone.map(|phone| phone.e164.as_str()),
        guest.email,
    )
    .execute(&mut *conn)
    .await?;
    Ok(record(conn, by, stored.id, "offsite_reservation_changed", json!({ "moved": false })).await?)
}

/// Ends a booking that its service has cancelled, and notifies staff. The caller must still open the freed slot and refresh the day's
/// summary. Returns `None` if the booking has ended before.
pub async fn cancel(
    conn: &mut PgConnection,
    by: Importer<'_>,
    id: ReservationId,
) -> Result<Option<Reservation>, StaffError> {
    let reservation = reservations::queries::lock(conn, by.restaurant, id).await?;
    if reservation.status != Status::Accepted {
        return Ok(None);
    }
    let ending = ReservationEnding {
        status: Status::Void,
        cancellation_fee: None,
        actor: by.actor,
        action: "offsite_reservation_cancelled",
    };
    end::close(conn, by.rng, by.now, &reservation, ending).await?;
    notifications::push(conn, by.now, reservation.id, NotificationReason::Cancel).await?;
    Ok(Some(reservation))
}

async fn insert(
    conn: &mut PgConnection,
    by: Importer<'_>,
    uid: &str,
    visit: &OffsiteVisit,
    place: &OffsitePlace,
    customer: CustomerId,
) -> sqlx::Result<ReservationId> {
    let (slot, time) = place.slot();
    sqlx::query_scalar!(
        r#"INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, customer_id, inventory_group_id,
               online_stock_group_id, osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja,
               course_title_en, course_price, internal_memo, accepted_at, created_at)
           VALUES ($1, $2, $3, 'offsite_reservation', 'accepted', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
               $18)
           RETURNING id AS "id: ReservationId""#,
        uid,
        by.rng.reservation_code(),
        by.restaurant.0,
        customer.0,
        place.group.0,
        slot,
        time,
        visit.course.id.0,
        visit.operation.as_str(),
        visit.date,
        visit.starts_at,
        place.ends_at,
        visit.guests,
        visit.course.title.ja,
        visit.course.title.en,
        visit.course.price.to_db()?,
        visit.memo,
        by.now,
    )
    .fetch_one(conn)
    .await
}

async fn update(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    visit: &OffsiteVisit,
    place: &OffsitePlace,
) -> sqlx::Result<()> {
    let (slot, time) = place.slot();
    sqlx::query!(
        "UPDATE reservations SET inventory_group_id = $3, online_stock_group_id = $4, osg_time_id = $5, course_id = $6, operation = $7,
             date = $8, starts_at = $9, ends_at = $10, guests_count = $11, course_title_ja = $12, course_title_en = $13,
             course_price = $14, version = version + 1, reminded_at = CASE WHEN starts_at = $9 THEN reminded_at END
         WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        id.0,
        place.group.0,
        slot,
        time,
        visit.course.id.0,
        visit.operation.as_str(),
        visit.date,
        visit.starts_at,
        place.ends_at,
        visit.guests,
        visit.course.title.ja,
        visit.course.title.en,
        visit.course.price.to_db()?,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn record(
    conn: &mut PgConnection,
    by: Importer<'_>,
    id: ReservationId,
    action: &str,
    detail: serde_json::Value,
) -> sqlx::Result<()> {
    let event =
        audit::Event { actor: by.actor, action, restaurant: Some(by.restaurant), reservation: Some(id), detail };
    audit::record(conn, by.now, event).await
}
