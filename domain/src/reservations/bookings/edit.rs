//! Staff edit reservations: guests, times and seats of in-person reservations and their end, and memos of reservations of all kinds
//! (owner §7, gaps G154).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::queries::{self, StayRange};
use super::relocate::{self, Relocation};
use crate::audit;
use crate::customers::create;
use crate::ids::{CustomerGroupId, CustomerId, ReservationId, RestaurantId};
use crate::names::{self, NameError};
use crate::phone::PhoneNumber;
use crate::reservations;
use crate::reservations::end::{self, ReservationEnding};
use crate::reservations::model::{Kind, Reservation, Status};
use crate::reservations::staff::{StaffContext, StaffError};
use crate::restaurants;
use crate::rng::Rng;

/// Actions that change a reservation's memo; the first one may change its place, too.
const MEMO_CHANGES: [&str; 2] = ["offline_reservation_changed", "reservation_memos_changed"];
/// Actions of any side that increase the version of a reservation, except of a diner's hold, which staff cannot change.
const PLACE_CHANGES: [&str; 15] = [
    "offline_reservation_changed",
    "reservation_seats_moved",
    "offline_reservation_deleted",
    "offline_reservation_restored",
    "offsite_reservation_changed",
    "offsite_reservation_cancelled",
    "guests_count_changed",
    "guests_count_reduced",
    "guests_count_taken_back",
    "reservation_reseated",
    "cancel_request_approved",
    "reservation_cancelled",
    "invitation_withdrawn",
    "invitation_declined",
    "invitation_expired",
];
const NICKNAME: &str = "customer_attributes.profile_attributes.nickname";
const MAX_NAME_LENGTH: usize = 100;
const MAX_MEMO_LENGTH: usize = 5_000;

/// Changes to an in-person reservation. Absent fields stay unchanged.
#[derive(Clone, Debug, Default)]
pub struct OfflineChange {
    pub internal_memo: Option<String>,
    /// The memo that the writer saw, to detect an edit conflict.
    pub seen_internal_memo: Option<String>,
    pub customer: CustomerChange,
    pub place: Relocation,
}

#[derive(Clone, Debug, Default)]
pub struct CustomerChange {
    /// The customer whose fields are edited: the reservation's own, or none.
    pub id: Option<CustomerId>,
    pub restaurant_id: Option<RestaurantId>,
    /// The customer group. `Some(None)` removes the customer from all groups.
    pub group: Option<Option<CustomerGroupId>>,
    pub nickname: Option<String>,
    pub internal_memo: Option<String>,
    /// The guest's memo that the writer saw, to detect an edit conflict.
    pub seen_internal_memo: Option<String>,
    pub phone_local_number: Option<String>,
    /// The other values that the writer saw.
    pub seen_nickname: Option<String>,
    pub seen_phone_local_number: Option<String>,
    pub seen_group: Option<Option<CustomerGroupId>>,
}

/// Changes an in-person reservation. If the party size changes, the seats are reassigned, preferring the current ones. If only the time
/// changes, the seats stay. Seats of another group move the party to that group.
///
/// # Errors
/// The reservation has ended, its place or its memo differs from the one that the writer saw, or the new place is not possible.
pub async fn change_in_person(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
    change: &OfflineChange,
) -> Result<(), StaffError> {
    let found = reservations::queries::find(conn, id).await?.ok_or(StaffError::NotFound)?;
    let own = queries::find_group_of(conn, id).await?.ok_or(StaffError::NotFound)?;
    let wanted = change.place.span(&found)?;
    let uids = change.place.item_uids.as_deref().unwrap_or_default();
    let group = queries::find_group_of_items(conn, staff.restaurant.id, uids).await?.unwrap_or(own.id);
    queries::lock_slots_over(conn, staff.restaurant.id, &[own.id, group], &[StayRange::of_reservation(&found), wanted])
        .await?;
    // A merge takes this lock before the rows of reservations, too.
    if change.customer.phone_local_number.is_some() {
        create::lock_creation(conn, staff.restaurant.id).await?;
    }
    // Read under the lock, because an admin may have changed the capacity of the seats.
    let group = queries::find_group(conn, staff.restaurant.id, None, Some(group)).await?.ok_or(StaffError::NotFound)?;
    let reservation = reservations::queries::lock(conn, staff.restaurant.id, id).await?;
    relocate::require_version(&reservation, change.place.seen.version)?;
    if reservation.status != Status::Accepted {
        return Err(StaffError::Ended);
    }
    relocate::require_group(conn, id, own.id).await?;
    require_name(change)?;
    relocate::require_unmoved(conn, &reservation, &change.place.seen).await?;
    let moves = relocate::relocate(conn, staff, &reservation, &group, &change.place).await?;
    write_memos(conn, staff, &reservation, change, true).await?;
    record(conn, staff, &reservation, "offline_reservation_changed", json!({ "moved": moves })).await
}

fn require_name(change: &OfflineChange) -> Result<(), StaffError> {
    let nickname = change.customer.nickname.as_deref().map(|typed| names::person_name(typed, MAX_NAME_LENGTH));
    match nickname.transpose() {
        Ok(_) => Ok(()),
        Err(NameError::Blank) => Err(StaffError::NicknameBlank),
        Err(error @ (NameError::TooLong(_) | NameError::Characters)) => Err(StaffError::Field(NICKNAME, error.code())),
    }
}

/// Changes staff's memos of a reservation that a guest made, and of its guest. The customer group can be chosen here only for a guest
/// with an account (owner §4).
pub async fn change_memos(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
    change: &OfflineChange,
) -> Result<(), StaffError> {
    let reservation = reservations::queries::lock(conn, staff.restaurant.id, id).await?;
    require_booked(&reservation)?;
    write_memos(conn, staff, &reservation, change, false).await?;
    record(conn, staff, &reservation, "reservation_memos_changed", json!({})).await
}

/// The restaurant does not learn who holds seats until the diner has booked.
fn require_booked(reservation: &Reservation) -> Result<(), StaffError> {
    match (reservation.kind, reservation.status) {
        (Kind::OnlineReservation, Status::Pending) => Err(StaffError::SeatHeld),
        (Kind::OnlineReservation, _) if reservation.accepted_at.is_none() => Err(StaffError::NotFound),
        _ => Ok(()),
    }
}

async fn write_memos(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    reservation: &Reservation,
    change: &OfflineChange,
    names_too: bool,
) -> Result<(), StaffError> {
    let customer = &change.customer;
    let is_foreign = customer.id.is_some_and(|id| reservation.customer_id != Some(id))
        || customer.restaurant_id.is_some_and(|id| id != staff.restaurant.id);
    if is_foreign {
        return Err(StaffError::NotFound);
    }
    let limits =
        [("internal_memo", &change.internal_memo, MAX_MEMO_LENGTH), (NICKNAME, &customer.nickname, MAX_NAME_LENGTH)];
    for (field, text, max_length) in limits {
        if text.as_ref().is_some_and(|text| text.chars().count() > max_length) {
            return Err(StaffError::Field(field, names::too_long(max_length)));
        }
    }
    if let Some(memo) = &change.internal_memo {
        let written = sqlx::query!(
            "UPDATE reservations SET internal_memo = $2
             WHERE restaurant_id = $3 AND id = $1 AND (coalesce($4, internal_memo) = internal_memo OR internal_memo = $2)",
            reservation.id.0,
            memo.trim(),
            reservation.restaurant_id.0,
            change.seen_internal_memo,
        );
        if written.execute(&mut *conn).await?.rows_affected() == 0 {
            return Err(StaffError::NoteChanged);
        }
    }
    let Some(id) = reservation.customer_id else { return Ok(()) };
    write_profile(conn, reservation.restaurant_id, id, customer, names_too).await?;
    match customer.group {
        Some(group) if reservation.user_id.is_some() => {
            require_group_unchanged(conn, staff, id, group, customer.seen_group).await?;
            set_customer_group(conn, staff, id, group).await
        }
        _ => Ok(()),
    }
}

async fn write_profile(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    change: &CustomerChange,
    names_too: bool,
) -> Result<(), StaffError> {
    let row = sqlx::query!(
        r#"SELECT c.type IN ('OfflineCustomer', 'InvitedCustomer') AS "is_ours!", coalesce(p.phone_country, 'JP') AS "country!",
                  coalesce(p.internal_memo, '') AS "memo!"
           FROM customers c LEFT JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
               WHERE c.restaurant_id = $2 AND c.id = $1"#,
        customer.0,
        restaurant.0
    );
    let row = row.fetch_one(&mut *conn).await?;
    // A memo merged from several may exceed the limit. It may stay as it is or become shorter.
    let max_length = MAX_MEMO_LENGTH.max(row.memo.chars().count());
    if change.internal_memo.as_ref().is_some_and(|memo| memo.chars().count() > max_length) {
        return Err(StaffError::Field(
            "customer_attributes.profile_attributes.internal_memo",
            names::too_long(MAX_MEMO_LENGTH),
        ));
    }
    let may_name = names_too && row.is_ours;
    let phone = match change.phone_local_number.as_deref().map(str::trim).filter(|_| may_name) {
        Some("") => Some((String::new(), None)),
        Some(typed) => {
            let number = typed_number(&row.country, typed)?;
            require_free_number(conn, restaurant, customer, &number).await?;
            Some((number.local, Some(number.e164)))
        }
        None => None,
    };
    let seen_local = change.seen_phone_local_number.as_deref().map(|seen| stored_number(&row.country, seen));
    let (local, e164) = phone.unzip();
    let written = sqlx::query!(
        "UPDATE customer_profiles SET nickname = coalesce($2, nickname), internal_memo = coalesce($3, internal_memo),
             phone_local_number = coalesce($4, phone_local_number),
             phone_e164 = CASE WHEN $4::text IS NULL THEN phone_e164 ELSE $6 END
         WHERE restaurant_id = $5 AND customer_id = $1
             AND ($3::text IS NULL OR coalesce($7, internal_memo) = internal_memo OR internal_memo = $3)
             AND ($2::text IS NULL OR coalesce($8, nickname) = nickname OR nickname = $2)
             AND ($4::text IS NULL OR coalesce($9, phone_local_number) = phone_local_number OR phone_local_number = $4)",
        customer.0,
        change.nickname.as_deref().map(names::normalize).filter(|_| may_name),
        change.internal_memo.as_deref().map(str::trim),
        local,
        restaurant.0,
        e164.flatten(),
        change.seen_internal_memo,
        change.seen_nickname,
        seen_local,
    );
    let is_untouched = written.execute(conn).await?.rows_affected() == 0;
    let expects = change.seen_internal_memo.is_some() || change.seen_nickname.is_some() || seen_local.is_some();
    if is_untouched && expects { Err(StaffError::GuestChanged) } else { Ok(()) }
}

/// Parses a typed number.
fn typed_number(country: &str, typed: &str) -> Result<PhoneNumber, StaffError> {
    PhoneNumber::parse(country, typed)
        .map_err(|error| StaffError::Field("customer_attributes.profile_attributes.phone_local_number", error.code()))
}

/// Returns the stored digits of a number as it is shown. An invalid number remains as it is.
fn stored_number(country: &str, shown: &str) -> String {
    PhoneNumber::parse(country, shown).map_or_else(|_| shown.trim().to_owned(), |number| number.local)
}

/// Requires that the customer is still in the group that the writer saw, or already in the wanted one.
async fn require_group_unchanged(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    customer: CustomerId,
    wanted: Option<CustomerGroupId>,
    seen: Option<Option<CustomerGroupId>>,
) -> Result<(), StaffError> {
    let Some(seen) = seen else { return Ok(()) };
    let own = sqlx::query_scalar!(
        r#"SELECT customer_group_id AS "id: CustomerGroupId" FROM customers WHERE restaurant_id = $1 AND id = $2 FOR UPDATE"#,
        staff.restaurant.id.0,
        customer.0,
    );
    let own = own.fetch_one(conn).await?;
    if own == seen || own == wanted { Ok(()) } else { Err(StaffError::GuestChanged) }
}

/// The part of a reservation that another user has changed since its writer saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangedPart {
    Place,
    Memo,
}

/// The latest change of a reservation.
#[derive(Clone, Debug)]
pub struct LastChange {
    pub at: DateTime<Utc>,
    /// The nickname of the member of staff; empty for everyone else.
    pub by: String,
}

/// Returns the latest change of a reservation's place or memo, for an edit conflict.
pub async fn find_last_change(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    part: ChangedPart,
) -> sqlx::Result<Option<LastChange>> {
    let actions = match part {
        ChangedPart::Place => &PLACE_CHANGES[..],
        ChangedPart::Memo => &MEMO_CHANGES[..],
    };
    let actions: Vec<_> = actions.iter().map(|action| (*action).to_owned()).collect();
    sqlx::query_as!(
        LastChange,
        r#"SELECT e.at, coalesce(o.nickname, '') AS "by!" FROM audit_events e
           LEFT JOIN owners o ON e.actor = 'owner' AND o.id = e.actor_id
           WHERE e.restaurant_id = $1 AND e.reservation_id = $2 AND e.action = ANY ($3)
             AND ($4 OR e.detail->>'moved' IS DISTINCT FROM 'false')
           ORDER BY e.at DESC, e.id DESC LIMIT 1"#,
        restaurant.0,
        id.0,
        &actions,
        part == ChangedPart::Memo,
    )
    .fetch_optional(conn)
    .await
}

/// A number belongs to one customer, as in the customer's own form (owner §7). The customer's present number may be written again.
async fn require_free_number(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    phone: &PhoneNumber,
) -> Result<(), StaffError> {
    match create::find_holder(conn, restaurant, customer, phone).await? {
        Some((uid, name)) => Err(StaffError::CustomerKnown { uid, name }),
        None => Ok(()),
    }
}

async fn set_customer_group(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    customer: CustomerId,
    group: Option<CustomerGroupId>,
) -> Result<(), StaffError> {
    let put = sqlx::query!(
        "UPDATE customers SET customer_group_id = $2 WHERE restaurant_id = $3 AND id = $1 AND ($2::bigint IS NULL OR EXISTS (
             SELECT 1 FROM customer_groups g WHERE g.restaurant_id = customers.restaurant_id AND g.id = $2
               AND (g.archived_at IS NULL OR g.id = customers.customer_group_id)))",
        customer.0,
        group.map(|id| id.0),
        staff.restaurant.id.0,
    );
    if put.execute(&mut *conn).await?.rows_affected() == 0 {
        return Err(StaffError::Field("customer_attributes.customer_group_id", "field_invalid"));
    }
    Ok(restaurants::queries::touch_settings(conn, staff.restaurant.id).await?)
}

/// Deletes an in-person reservation. Web stocks on its seats can be booked online again.
///
/// # Errors
/// The reservation has ended, or has another version than the one that the writer saw.
pub async fn delete(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    id: ReservationId,
    seen: Option<i32>,
) -> Result<(), StaffError> {
    let reservation = queries::lock_with_slots(conn, id).await?;
    relocate::require_version(&reservation, seen)?;
    if reservation.kind != Kind::OfflineReservation || reservation.status != Status::Accepted {
        return Err(StaffError::Ended);
    }
    let ending = ReservationEnding {
        status: Status::OwnerDelete,
        cancellation_fee: None,
        actor: staff.actor,
        action: "offline_reservation_deleted",
    };
    Ok(end::end(conn, rng, staff.now, &reservation, ending).await?)
}

async fn record(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    reservation: &Reservation,
    action: &str,
    detail: serde_json::Value,
) -> Result<(), StaffError> {
    let event = audit::Event {
        actor: staff.actor,
        action,
        restaurant: Some(staff.restaurant.id),
        reservation: Some(reservation.id),
        detail,
    };
    Ok(audit::record(conn, staff.now, event).await?)
}
