//! Staff send an invitation (owner §3 to §5, gaps G150, G151).

use chrono::Duration;
use sqlx::PgConnection;

use super::send::{NewInvite, send};
use super::web_seats;
use crate::idempotency;
use crate::limits::{self, LimitError};
use crate::names;
use crate::outbox::notifications::{self, NotificationReason};
use crate::phone::ceilings::{self, SmsRecipient, SmsSender};
use crate::phone::{PhoneError, PhoneNumber};
use crate::reservations::bookings::create::{
    CreatedInPerson, ReservationDraft, find_created, finish, insert_with_seats, offer, record, require_capacity,
    require_usual_day, span,
};
use crate::reservations::bookings::form::InPersonForm;
use crate::reservations::bookings::queries::{self as bookings, ReservationGuest};
use crate::reservations::model::{InviteType, Kind, Status};
use crate::reservations::queries;
use crate::reservations::staff::{StaffContext, StaffError};
use crate::rng::Rng;
use crate::settings;

/// Maximum number of invitations that a restaurant may mail to one address in a day.
const MAILS_A_DAY: i32 = 30;

/// Invites a guest as in [`invite`], once for each idempotency key.
///
/// # Errors
/// The errors of `invite`; the key is malformed, or the earlier request with it created something else.
pub async fn invite_once(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    form: &InPersonForm,
    key: &str,
) -> Result<CreatedInPerson, StaffError> {
    if let Some(created) = find_created(conn, staff, "invited_reservation", form, key).await? {
        return Ok(created);
    }
    let created = invite(conn, rng, staff, form).await?;
    idempotency::finish(conn, staff.restaurant.id, key, &created).await?;
    Ok(created)
}

/// Invites a guest. The seats are reserved until the deadline and permanently removed from the web (G151). A diner gets a mail and sees
/// the invitation in their list. A guest without an account gets a link by mail or text message.
pub async fn invite(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    form: &InPersonForm,
) -> Result<CreatedInPerson, StaffError> {
    let (uid, types) = form.customer.only()?;
    let draft = form.check(offer(conn, staff.restaurant, form).await?)?;
    if draft.starts_at <= staff.now {
        return Err(StaffError::Past);
    }
    require_usual_day(conn, staff, draft.date, form.is_day_confirmed).await?;
    let guest =
        bookings::find_guest(conn, staff.restaurant.id, uid, types).await?.ok_or(StaffError::CustomerUnknown)?;
    let unreachable = if guest.wants_texts() { StaffError::NoTexts } else { StaffError::Unreachable };
    let way = InviteType::for_guest(&guest).ok_or(unreachable)?;
    let features = settings::features::find(conn, staff.restaurant.id).await?;
    if way == InviteType::EmailInvited && !features.allow_email_invitation {
        return Err(StaffError::EmailInvitationOff);
    }
    let slots = bookings::lock_slots_over(conn, staff.restaurant.id, &[draft.group.id], &[span(&draft)]).await?;
    require_capacity(conn, staff.restaurant, &draft).await?;
    let kind = if way == InviteType::Omakase { Kind::InvitedReservation } else { Kind::InvitedTemporaryReservation };
    let held_until = Some(form.deadline(draft.starts_at, staff.now));
    let new = ReservationDraft { kind, status: Status::Pending, guest: Some(&guest), held_until };
    let created = CreatedInPerson { invite_type: Some(way), ..insert_with_seats(conn, rng, staff, &draft, new).await? };
    let removed = web_seats::list_free_stocks(conn, staff.restaurant.id, &slots, &draft.items).await?;
    bookings::use_up_stocks(conn, staff.restaurant.id, &slots, &draft.items, staff.now).await?;
    match (way, &guest.invitation_email) {
        (InviteType::SmsInvited, _) => count_text(conn, staff, &guest).await?,
        (InviteType::EmailInvited, Some(address)) => count_mail(conn, staff, address).await?,
        _ => {}
    }
    let invite = NewInvite {
        reservation: created.id,
        restaurant: staff.restaurant.id,
        way,
        ends_early: form.ends_early(draft.starts_at, staff.now),
        owner: staff.owner,
    };
    send(conn, rng, staff.now, &invite, &guest).await?;
    web_seats::store_removed(conn, staff.restaurant.id, created.id, removed).await?;
    let reservation = queries::lock(conn, staff.restaurant.id, created.id).await?;
    notifications::push_by(conn, staff.now, reservation.id, NotificationReason::NewIvr, Some(staff.owner)).await?;
    record(conn, staff, created.id, "invitation_created").await?;
    finish(conn, staff, &draft).await?;
    Ok(created)
}

/// Counts the mail of an invitation. A guest without an account did not request any mail, so the number is limited.
async fn count_mail(conn: &mut PgConnection, staff: StaffContext<'_>, address: &str) -> Result<(), StaffError> {
    let to = format!("{}:{}", staff.restaurant.id, names::email_key(address));
    let bucket = limits::personal_bucket("invitation_mails", &to);
    match limits::hit(conn, &bucket, MAILS_A_DAY, Duration::days(1), staff.now).await {
        Ok(()) => Ok(()),
        Err(LimitError::TooMany(wait)) => Err(wait.into()),
        Err(LimitError::Database(error)) => Err(error.into()),
    }
}

/// Counts the text message of an invitation, like diners' codes.
async fn count_text(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    guest: &ReservationGuest,
) -> Result<(), StaffError> {
    let number = PhoneNumber::parse(&guest.phone_country, &guest.phone_local_number);
    let number = number.map_err(|_| StaffError::Unreachable)?;
    let sender = SmsSender::Restaurant(staff.restaurant.id);
    let recipient = SmsRecipient { number: &number, holder: None };
    ceilings::count(conn, staff.sms, sender, recipient, staff.now).await.map_err(|error| match error {
        PhoneError::TooMany(wait) => wait.into(),
        PhoneError::Database(error) => error.into(),
        PhoneError::NoTexts => StaffError::NoTexts,
        _ => StaffError::SmsCountryNotServed,
    })
}
