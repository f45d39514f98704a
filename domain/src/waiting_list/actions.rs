//! Actions of staff on the waiting list.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::model::{NewWaitingParty, WaitingParty, WaitingState};
use super::queries;
use crate::audit;
use crate::names::too_long;
use crate::reservations::bookings::create::create_in_person;
use crate::reservations::bookings::form::{CustomerUids, InPersonForm, check_hours};
use crate::reservations::bookings::queries::find_guest;
use crate::reservations::bookings::walk_in::{ALL_CUSTOMER_TYPES, course_of, usual_stay};
use crate::reservations::bookings::{create::CreatedInPerson, propose};
use crate::reservations::invitations;
use crate::reservations::staff::{StaffContext, StaffError};
use crate::restaurants;
use crate::restaurants::stays;
use crate::rng::Rng;

const MAX_MEMO_LENGTH: usize = 5_000;
/// Allowed minutes for which an offer holds seats.
pub const DEADLINE_MINUTES: std::ops::RangeInclusive<i64> = 5..=1_440;

/// How staff offer free seats to a party.
#[derive(Clone, Copy, Debug)]
pub enum SeatOffer {
    /// An invitation by mail or text message, which holds the seats until the deadline.
    Invitation { deadline: Duration },
    /// The party accepted on the phone.
    Phone,
}

/// The choices of staff for a party. Absent ones have defaults.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice<'a> {
    /// The course by its uid; by default the usual one.
    pub course: Option<&'a str>,
    /// By default the best seats at the earliest suitable time.
    pub seats: Option<ChosenSeats<'a>>,
}

/// The seats of one group at a time that suits the party.
#[derive(Clone, Copy, Debug)]
pub struct ChosenSeats<'a> {
    pub starts_at: DateTime<Utc>,
    pub group_uid: &'a str,
    pub item_uids: &'a [String],
}

/// Adds a party. A party that waits for the same already, for example after a lost response, is not added twice.
///
/// # Errors
/// No such guest, a time that is outside the hours or past, or a party without guests.
pub async fn add(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    new: NewWaitingParty,
) -> Result<String, StaffError> {
    let restaurant = staff.restaurant;
    let waits_until = check(conn, staff, &new).await?;
    queries::lock_customer(conn, restaurant.id, &new.customer_uid).await?;
    let guest = find_guest(conn, restaurant.id, &new.customer_uid, &ALL_CUSTOMER_TYPES).await?;
    let guest = guest.ok_or(StaffError::CustomerUnknown)?;
    if let Some(uid) = queries::find_waiting(conn, restaurant.id, guest.id, &new, staff.now).await? {
        return Ok(uid);
    }
    let uid = rng.uid();
    sqlx::query!(
        "INSERT INTO waiting_list_entries (restaurant_id, uid, customer_id, date, starts_from, starts_till, guests_count,
             waits_until, internal_memo, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        restaurant.id.0,
        uid,
        guest.id.0,
        new.date,
        new.starts_from,
        new.starts_till,
        new.guests_count,
        waits_until,
        new.internal_memo.trim(),
        staff.now,
    )
    .execute(&mut *conn)
    .await?;
    record(conn, staff, "waiting_list.added", &uid).await?;
    Ok(uid)
}

/// Validates a party's request and returns the end of its waiting time.
async fn check(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    new: &NewWaitingParty,
) -> Result<DateTime<Utc>, StaffError> {
    let invalid = |field| StaffError::Field(field, "field_invalid");
    let restaurant = staff.restaurant;
    let operations = restaurants::queries::list_operations(conn, restaurant.id).await?;
    if new.guests_count < 1 {
        return Err(invalid("guests_count"));
    }
    if new.internal_memo.chars().count() > MAX_MEMO_LENGTH {
        return Err(StaffError::Field("internal_memo", too_long(MAX_MEMO_LENGTH)));
    }
    if new.starts_till < new.starts_from || new.starts_till <= staff.now {
        return Err(invalid("starts_till"));
    }
    let last = new.starts_till + Duration::minutes(5);
    let is_open = check_hours(&operations, restaurant.zone, new.starts_from, last).is_ok_and(|date| date == new.date);
    if !is_open {
        return Err(invalid("starts_from"));
    }
    let waits_until = new.waits_until.unwrap_or(new.starts_till);
    if waits_until <= staff.now || waits_until > new.starts_till {
        return Err(invalid("waits_until"));
    }
    Ok(waits_until)
}

/// Returns the entry of a party that waits, locked.
///
/// # Errors
/// No such entry, or its party does not wait any more.
pub async fn lock_waiting(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    uid: &str,
) -> Result<WaitingParty, StaffError> {
    let entry = queries::lock(conn, staff.restaurant.id, uid).await?.ok_or(StaffError::NotFound)?;
    if entry.state(staff.now) == WaitingState::Waiting { Ok(entry) } else { Err(StaffError::NotWaiting) }
}

/// Changes the request of a waiting party, whose entry the caller has locked. The party keeps its place in the list (gaps G330).
///
/// # Errors
/// As in `add`.
pub async fn change(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    entry: &WaitingParty,
    new: &NewWaitingParty,
) -> Result<(), StaffError> {
    let waits_until = check(conn, staff, new).await?;
    queries::change(conn, staff.restaurant.id, entry.id, new, waits_until).await?;
    Ok(record(conn, staff, "waiting_list.changed", &entry.uid).await?)
}

/// Removes a party from the list. An open offer stays open, so only a caller that expects one removes its party.
///
/// # Errors
/// The party has an offer that the caller does not expect, or a reservation although the caller expects another state.
pub async fn remove(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    uid: &str,
    expected: Option<WaitingState>,
) -> Result<(), StaffError> {
    let entry = queries::lock(conn, staff.restaurant.id, uid).await?.ok_or(StaffError::NotFound)?;
    match entry.state(staff.now) {
        WaitingState::Offered if expected != Some(WaitingState::Offered) => return Err(StaffError::PartyOffered),
        WaitingState::Seated if expected.is_some_and(|state| state != WaitingState::Seated) => {
            return Err(StaffError::PartySeated);
        }
        _ => {}
    }
    queries::set_removed(conn, staff.restaurant.id, entry.id, Some(staff.now)).await?;
    Ok(record(conn, staff, "waiting_list.removed", uid).await?)
}

/// Restores a removed party.
pub async fn restore(conn: &mut PgConnection, staff: StaffContext<'_>, uid: &str) -> Result<(), StaffError> {
    let entry = queries::lock(conn, staff.restaurant.id, uid).await?.ok_or(StaffError::NotFound)?;
    queries::set_removed(conn, staff.restaurant.id, entry.id, None).await?;
    Ok(record(conn, staff, "waiting_list.put_back", uid).await?)
}

/// Assigns the chosen seats to a party, or the best free seats at the earliest suitable time.
///
/// # Errors
/// The party does not wait any more, the time does not suit it, no seats are free, the course is of another meal or full, or no invitation
/// can reach the party.
pub async fn give_seats(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    uid: &str,
    offer: SeatOffer,
    choice: Choice<'_>,
) -> Result<CreatedInPerson, StaffError> {
    let restaurant = staff.restaurant;
    let entry = lock_waiting(conn, staff, uid).await?;
    let form = form_of(conn, staff, &entry, offer, choice).await?;
    let created = match offer {
        SeatOffer::Invitation { .. } => invitations::invite(conn, rng, staff, &form).await?,
        SeatOffer::Phone => create_in_person(conn, rng, staff, &form).await?,
    };
    queries::give(conn, restaurant.id, entry.id, created.id).await?;
    record(conn, staff, "waiting_list.seats_given", uid).await?;
    Ok(created)
}

async fn form_of(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    entry: &WaitingParty,
    offer: SeatOffer,
    choice: Choice<'_>,
) -> Result<InPersonForm, StaffError> {
    let restaurant = staff.restaurant;
    let operations = restaurants::queries::list_operations(conn, restaurant.id).await?;
    let stays = stays::list(conn, restaurant.id).await?;
    let (starts_at, group_uid, item_uids) = match choice.seats {
        Some(seats) if entry.suits(seats.starts_at) => {
            (seats.starts_at, seats.group_uid.to_owned(), seats.item_uids.to_vec())
        }
        Some(_) => return Err(StaffError::Field("start_time", "field_invalid")),
        None => {
            let areas = propose::list_areas(conn, restaurant.id, restaurant.zone, entry.date, staff.now).await?;
            let found = entry.seat(&areas, &operations, &stays, restaurant.zone, staff.now);
            let found = found.ok_or(StaffError::NotEnoughSeats)?;
            (found.span.from, areas[found.group].group_uid.clone(), found.item_uids)
        }
    };
    let usual = usual_stay(&operations, &stays, restaurant.zone, starts_at, entry.guests_count);
    let (operation, span) = usual.ok_or(StaffError::OutsideHours)?;
    let course = course_of(conn, restaurant.id, operation, entry.date, entry.guests_count, choice.course).await?;
    let is_invitation = matches!(offer, SeatOffer::Invitation { .. });
    Ok(InPersonForm {
        guests_count: entry.guests_count,
        course_uid: course.uid,
        inventory_group_uid: group_uid,
        inventory_item_uids: item_uids,
        operation: operation.name.as_str().to_owned(),
        starts_at: Some(starts_at),
        ends_at: Some(span.till),
        internal_memo: entry.internal_memo.clone(),
        can_ivr_expire_by_default: false,
        // Staff entered the party for this day.
        is_day_confirmed: true,
        deadline: match offer {
            SeatOffer::Invitation { deadline } => Some(staff.now + deadline),
            SeatOffer::Phone => None,
        },
        customer: key_of(conn, staff, &entry.customer_uid, is_invitation).await?,
    })
}

/// Returns the customer's key by type, as the form of a booking or an invitation requires.
async fn key_of(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    uid: &str,
    is_invitation: bool,
) -> Result<CustomerUids, StaffError> {
    let restaurant = staff.restaurant.id;
    if find_guest(conn, restaurant, uid, &["OnlineCustomer"]).await?.is_some() {
        return Ok(CustomerUids { online: uid.to_owned(), ..CustomerUids::default() });
    }
    if find_guest(conn, restaurant, uid, &["InvitedCustomer"]).await?.is_some() {
        return Ok(CustomerUids { invited: uid.to_owned(), ..CustomerUids::default() });
    }
    if is_invitation {
        return Err(StaffError::Unreachable);
    }
    Ok(CustomerUids { offline: uid.to_owned(), ..CustomerUids::default() })
}

async fn record(conn: &mut PgConnection, staff: StaffContext<'_>, action: &str, uid: &str) -> sqlx::Result<()> {
    let event = audit::Event {
        actor: staff.actor,
        action,
        restaurant: Some(staff.restaurant.id),
        reservation: None,
        detail: json!({ "waiting_list_entry_uid": uid }),
    };
    audit::record(conn, staff.now, event).await
}
