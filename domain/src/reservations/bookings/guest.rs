//! Staff set, replace or remove the guest of an in-person reservation (gaps G327).

use serde_json::json;
use sqlx::PgConnection;

use super::queries;
use super::walk_in::ALL_CUSTOMER_TYPES;
use crate::audit;
use crate::ids::{CustomerId, ReservationId, RestaurantId};
use crate::inventory;
use crate::reservations;
use crate::reservations::model::Status;
use crate::reservations::staff::{StaffContext, StaffError};

/// The guest that staff choose for a reservation.
#[derive(Clone, Copy, Debug)]
pub struct GuestChoice<'a> {
    /// The customer's uid. `None` removes the guest, which only a walk-in may lack.
    pub customer_uid: Option<&'a str>,
    /// The uid of the guest that the writer saw, to detect a conflicting choice. If it is absent, the reservation must have no guest.
    pub seen: Option<Option<&'a str>>,
}

/// The present guest of a reservation.
struct PresentGuest {
    is_walk_in: bool,
    id: Option<CustomerId>,
    uid: Option<String>,
}

/// Sets, replaces or removes the guest of an in-person reservation. Recorded steps, reviews and memos of the reservation stay with it.
///
/// # Errors
/// The reservation has ended, the customer is unknown, another user has chosen another guest, or a reservation other than a walk-in would
/// have no guest.
pub async fn choose_guest(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
    choice: GuestChoice<'_>,
) -> Result<(), StaffError> {
    let restaurant = staff.restaurant.id;
    // Locked before the reservation, as by a merge.
    let guest = match choice.customer_uid {
        Some(uid) => {
            let found = queries::find_guest(conn, restaurant, uid, &ALL_CUSTOMER_TYPES).await?;
            Some(found.ok_or(StaffError::CustomerUnknown)?)
        }
        None => None,
    };
    let reservation = reservations::queries::lock(conn, restaurant, id).await?;
    if reservation.status != Status::Accepted {
        return Err(StaffError::Ended);
    }
    let present = find_present(conn, restaurant, id).await?;
    let wanted = guest.as_ref().map(|guest| guest.id);
    match choice.seen {
        None if present.id.is_some() => return Err(StaffError::AlreadyNamed),
        Some(seen) if present.uid.as_deref() != seen && present.id != wanted => return Err(StaffError::GuestReplaced),
        _ => {}
    }
    if wanted.is_none() && !present.is_walk_in {
        return Err(StaffError::Incomplete("customer_uid"));
    }
    if present.id == wanted {
        return Ok(());
    }
    sqlx::query!(
        "UPDATE reservations SET customer_id = $3, locale = coalesce($4, locale) WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        id.0,
        wanted.map(|wanted| wanted.0),
        guest.as_ref().map(|guest| guest.mail_locale().as_str()),
    )
    .execute(&mut *conn)
    .await?;
    record(conn, staff, id, present.id).await?;
    Ok(inventory::queries::refresh_days(conn, restaurant, &[reservation.date]).await?)
}

async fn find_present(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<PresentGuest> {
    sqlx::query_as!(
        PresentGuest,
        r#"SELECT r.is_walk_in, r.customer_id AS "id: CustomerId", c.uid AS "uid?" FROM reservations r
           LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           WHERE r.restaurant_id = $1 AND r.id = $2"#,
        restaurant.0,
        id.0,
    )
    .fetch_one(conn)
    .await
}

/// Records the change with the previous guest, whose first visit may be another one now.
async fn record(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
    previous: Option<CustomerId>,
) -> sqlx::Result<()> {
    let action = if previous.is_none() { "walk_in_named" } else { "reservation_guest_changed" };
    let event = audit::Event {
        actor: staff.actor,
        action,
        restaurant: Some(staff.restaurant.id),
        reservation: Some(id),
        detail: previous.map_or(json!({}), |previous| json!({ "customer_id": previous.0 })),
    };
    audit::record(conn, staff.now, event).await
}
