//! Staff enter a booking (owner §3 to §5, gaps G062).

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;

use super::form::{FormOffer, InPersonDraft, InPersonForm, fits};
use super::queries::{self, ReservationGuest, StayRange};
use crate::audit;
use crate::i18n::Locale;
use crate::idempotency::{self, IdempotencyError};
use crate::ids::ReservationId;
use crate::inventory;
use crate::money::Yen;
use crate::reservations::model::{InviteType, Kind, Status};
use crate::reservations::seats::{self, SeatClaim, SeatClaimOutcome};
use crate::reservations::staff::{StaffContext, StaffError};
use crate::restaurants;
use crate::restaurants::model::Restaurant;
use crate::rng::Rng;

/// A created reservation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CreatedInPerson {
    pub id: ReservationId,
    pub uid: String,
    /// The channel by which an invitation reaches the guest.
    pub invite_type: Option<InviteType>,
}

/// Creates a booking as in [`create_in_person`], once for each idempotency key.
///
/// # Errors
/// The errors of `create_in_person` and of [`find_created`].
pub async fn create_in_person_once(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    form: &InPersonForm,
    key: &str,
) -> Result<CreatedInPerson, StaffError> {
    if let Some(created) = find_created(conn, staff, "offline_reservation", form, key).await? {
        return Ok(created);
    }
    let created = create_in_person(conn, rng, staff, form).await?;
    idempotency::finish(conn, staff.restaurant.id, key, &created).await?;
    Ok(created)
}

/// Returns what an earlier request with the key created; None if this is the first. The confirmation of an unusual day is not part of the
/// request: each attempt asks for it again.
///
/// # Errors
/// The key is malformed; the earlier request created something else.
pub(in crate::reservations) async fn find_created(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    kind: &str,
    form: &InPersonForm,
    key: &str,
) -> Result<Option<CreatedInPerson>, StaffError> {
    let request = (kind, staff.owner.0, form);
    let begun = idempotency::begin(conn, staff.restaurant.id, key, &request, staff.now).await;
    begun.map_err(|error| match error {
        IdempotencyError::Reused => StaffError::BookingSaved,
        error => error.into(),
    })
}

/// Creates a booking made by phone or in person. It is accepted immediately. A free web stock on the same seats is used up. Booked or
/// held seats are rejected, and so is an unusual day that staff have not confirmed. After a rejection for which `may_result_from_ended_hold` is true, the caller sweeps
/// (`expire::sweep_restaurant`) and retries.
pub async fn create_in_person(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    form: &InPersonForm,
) -> Result<CreatedInPerson, StaffError> {
    let (uid, types) = form.customer.only()?;
    let draft = form.check(offer(conn, staff.restaurant, form).await?)?;
    draft.require_own_hours(staff.restaurant.zone)?;
    require_usual_day(conn, staff, draft.date, form.is_day_confirmed).await?;
    let guest = queries::find_guest(conn, staff.restaurant.id, uid, types).await?.ok_or(StaffError::CustomerUnknown)?;
    queries::lock_slots_over(conn, staff.restaurant.id, &[draft.group.id], &[span(&draft)]).await?;
    require_capacity(conn, staff.restaurant, &draft).await?;
    let new = ReservationDraft {
        kind: Kind::OfflineReservation,
        status: Status::Accepted,
        guest: Some(&guest),
        held_until: None,
    };
    let created = insert_with_seats(conn, rng, staff, &draft, new).await?;
    record(conn, staff, created.id, "offline_reservation_created").await?;
    finish(conn, staff, &draft).await?;
    Ok(created)
}

/// Requires that the day is neither in the past nor a day on which the restaurant is closed, unless staff have confirmed it (G257).
///
/// # Errors
/// The day is unusual and not confirmed.
pub(in crate::reservations) async fn require_usual_day(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    date: NaiveDate,
    is_confirmed: bool,
) -> Result<(), StaffError> {
    if is_confirmed {
        return Ok(());
    }
    if date < restaurants::queries::today(conn, staff.restaurant, staff.now).await? {
        return Err(StaffError::PastUnconfirmed);
    }
    match queries::is_closed(conn, staff.restaurant.id, date).await? {
        true => Err(StaffError::ClosedDayUnconfirmed),
        false => Ok(()),
    }
}

pub(in crate::reservations) async fn offer(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    form: &InPersonForm,
) -> sqlx::Result<FormOffer> {
    let courses = restaurants::queries::list_courses(conn, restaurant.id).await?;
    Ok(FormOffer {
        operations: restaurants::queries::list_operations(conn, restaurant.id).await?,
        course: courses.into_iter().find(|course| course.uid == form.course_uid),
        group: queries::find_group(conn, restaurant.id, Some(&form.inventory_group_uid), None).await?,
        zone: restaurant.zone,
    })
}

/// Checks under the lock of the seats that the party still fills the chosen number of them. An admin may have changed their capacity
/// since the form was read.
///
/// # Errors
/// The party fills another number of seats, or the seats no longer exist.
pub(in crate::reservations) async fn require_capacity(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    draft: &InPersonDraft,
) -> Result<(), StaffError> {
    let group = queries::find_group(conn, restaurant.id, None, Some(draft.group.id)).await?;
    match group.is_some_and(|group| fits(draft.guests, draft.items.len(), &group)) {
        true => Ok(()),
        false => Err(StaffError::Incomplete("inventory_item_uids")),
    }
}

pub(in crate::reservations) const fn span(draft: &InPersonDraft) -> StayRange {
    StayRange { from: draft.starts_at, till: draft.ends_at }
}

/// Initial values of a reservation that staff create.
pub(in crate::reservations) struct ReservationDraft<'a> {
    pub kind: Kind,
    pub status: Status,
    /// `None` for a party that was seated without a name.
    pub guest: Option<&'a ReservationGuest>,
    pub held_until: Option<DateTime<Utc>>,
}

/// Inserts the reservation and assigns its seats. After an error the caller must roll back.
pub(in crate::reservations) async fn insert_with_seats(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    draft: &InPersonDraft,
    new: ReservationDraft<'_>,
) -> Result<CreatedInPerson, StaffError> {
    let uid = rng.uid();
    let id = insert(conn, rng, staff, draft, &new, &uid).await?;
    let claim = SeatClaim {
        reservation: id,
        restaurant: staff.restaurant.id,
        course: draft.course.id,
        date: draft.date,
        guests: draft.guests,
        starts_at: draft.starts_at,
        ends_at: draft.ends_at,
    };
    match seats::assign_seats(conn, &claim, &draft.items).await? {
        SeatClaimOutcome::Taken => Ok(CreatedInPerson { id, uid, invite_type: None }),
        SeatClaimOutcome::SeatsGone => {
            Err(queries::conflict(conn, staff.restaurant.id, &draft.items, span(draft), Some(id)).await?)
        }
        SeatClaimOutcome::CourseFull => Err(StaffError::CourseFull),
    }
}

async fn insert(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    draft: &InPersonDraft,
    new: &ReservationDraft<'_>,
    uid: &str,
) -> sqlx::Result<ReservationId> {
    let is_invited = new.kind.is_invited();
    let user = new.guest.and_then(|guest| guest.user_id).filter(|_| is_invited);
    let total = draft.course.price * i64::from(draft.guests);
    let prepaid = if is_invited && draft.course.is_prepaid { total } else { Yen::ZERO };
    let policy = if is_invited { json!(staff.restaurant.policy) } else { json!([]) };
    sqlx::query_scalar!(
        r#"INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, customer_id, inventory_group_id,
               course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja, course_title_en, course_price,
               prepaid_price, cancellation_policy, internal_memo, locale, held_until, accepted_at, created_at, is_walk_in)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)
           RETURNING id AS "id: ReservationId""#,
        uid,
        rng.reservation_code(),
        staff.restaurant.id.0,
        new.kind.as_str(),
        new.status.as_str(),
        user.map(|id| id.0),
        new.guest.map(|guest| guest.id.0),
        draft.group.id.0,
        draft.course.id.0,
        draft.operation.name.as_str(),
        draft.date,
        draft.starts_at,
        draft.ends_at,
        draft.guests,
        draft.course.title.ja,
        draft.course.title.en,
        draft.course.price.to_db()?,
        prepaid.to_db()?,
        policy,
        draft.memo,
        new.guest.map_or(Locale::Ja, ReservationGuest::mail_locale).as_str(),
        new.held_until,
        (new.status == Status::Accepted).then_some(staff.now),
        staff.now,
        new.guest.is_none(),
    )
    .fetch_one(conn)
    .await
}

pub(in crate::reservations) async fn record(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
    action: &str,
) -> sqlx::Result<()> {
    let event = audit::Event {
        actor: staff.actor,
        action,
        restaurant: Some(staff.restaurant.id),
        reservation: Some(id),
        detail: json!({}),
    };
    audit::record(conn, staff.now, event).await
}

pub(in crate::reservations) async fn finish(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    draft: &InPersonDraft,
) -> sqlx::Result<()> {
    inventory::queries::refresh_days(conn, staff.restaurant.id, &[draft.date]).await
}
