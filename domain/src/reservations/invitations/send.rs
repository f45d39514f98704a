//! Sends an invitation to its guest.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{Connection, PgConnection};

use super::messages::{INVITED, WITHDRAWN};
use super::queries;
use crate::config::SmsConfig;
use crate::i18n::Locale;
use crate::ids::{OwnerId, ReservationId, RestaurantId};
use crate::outbox::mails::{self, NewMail};
use crate::outbox::messages::{self, NewMessage};
use crate::phone::ceilings::{self, SmsRecipient, SmsSender};
use crate::phone::{PhoneError, PhoneNumber};
use crate::reservations::bookings::queries::ReservationGuest;
use crate::reservations::model::{InviteType, Reservation};
use crate::rng::Rng;

impl InviteType {
    /// Returns the channel to a guest: as a diner; else by text message if the guest accepts them and the number receives them; else by mail. Returns `None` for a
    /// guest who cannot be reached.
    pub fn for_guest(guest: &ReservationGuest) -> Option<Self> {
        let number = PhoneNumber::parse(&guest.phone_country, &guest.phone_local_number);
        let takes_sms = guest.wants_texts() && number.is_ok_and(|number| number.can_receive_texts());
        match guest {
            ReservationGuest { user_id: Some(_), .. } => Some(Self::Omakase),
            _ if takes_sms => Some(Self::SmsInvited),
            ReservationGuest { invitation_email: Some(_), .. } => Some(Self::EmailInvited),
            _ => None,
        }
    }
}

/// An invitation to send.
#[derive(Clone, Copy, Debug)]
pub struct NewInvite {
    pub reservation: ReservationId,
    pub restaurant: RestaurantId,
    pub way: InviteType,
    /// Whether it ends 72 hours before the visit instead of at its start.
    pub ends_early: bool,
    pub owner: OwnerId,
}

/// Creates an invitation, and queues the mail or text message that announces it.
pub async fn send(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    invite: &NewInvite,
    guest: &ReservationGuest,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO reservation_invites (reservation_id, restaurant_id, uid, invite_type, can_ivr_expire_by_default, owner_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        invite.reservation.0,
        invite.restaurant.0,
        rng.uid(),
        invite.way.as_str(),
        invite.ends_early,
        invite.owner.0,
        now,
    )
    .execute(&mut *conn)
    .await?;
    let address = match invite.way {
        InviteType::Omakase => guest.email.as_deref(),
        InviteType::EmailInvited => guest.invitation_email.as_deref(),
        InviteType::SmsInvited => return text(conn, rng, now, invite, guest).await,
    };
    let Some(recipient) = address else { return Ok(()) };
    let mail = NewMail {
        template: INVITED,
        locale: guest.mail_locale(),
        recipient: recipient.to_owned(),
        user_id: guest.user_id,
        reservation_id: Some(invite.reservation),
        context: json!({}),
        dedup_key: Some(format!("{}:{}", INVITED.name, invite.reservation)),
        is_bulk: false,
        send_after: None,
        restaurant_id: Some(invite.restaurant),
    };
    mails::queue(conn, rng, now, mail).await
}

async fn text(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    invite: &NewInvite,
    guest: &ReservationGuest,
) -> sqlx::Result<()> {
    // Numbers are validated when a customer is created. A number that cannot be dialled is skipped.
    let Ok(number) = PhoneNumber::parse(&guest.phone_country, &guest.phone_local_number) else { return Ok(()) };
    let message = NewMessage {
        name: INVITED.name,
        locale: guest.mail_locale(),
        e164: number.e164,
        reservation: invite.reservation,
        event: None,
    };
    messages::queue(conn, rng, now, &message).await
}

/// Queues the message that an invitation is withdrawn, by the same channel and in the same language. A guest who never received the
/// invitation gets none; this is checked when the message is sent. A text message counts towards the ceilings; above them the
/// invitation ends without a message.
pub async fn send_withdrawal(
    conn: &mut PgConnection,
    rng: &Rng,
    sms: &SmsConfig,
    now: DateTime<Utc>,
    reservation: &Reservation,
) -> sqlx::Result<()> {
    let id = reservation.id;
    for notice in queries::list_messages(conn, id, INVITED.name).await? {
        let locale = Locale::parse(&notice.locale).unwrap_or_default();
        if notice.is_text_message {
            if !count_sms_if_allowed(conn, sms, now, reservation, &notice.recipient).await? {
                continue;
            }
            let e164 = notice.recipient;
            let message = NewMessage { name: WITHDRAWN.name, locale, e164, reservation: id, event: None };
            messages::queue(conn, rng, now, &message).await?;
            continue;
        }
        let template = WITHDRAWN;
        let mail = NewMail {
            template,
            locale,
            recipient: notice.recipient,
            user_id: notice.user_id,
            reservation_id: Some(id),
            context: json!({}),
            dedup_key: Some(format!("{}:{id}", template.name)),
            is_bulk: false,
            send_after: None,
            restaurant_id: Some(reservation.restaurant_id),
        };
        mails::queue(conn, rng, now, mail).await?;
    }
    Ok(())
}

/// Counts one more text message if the ceilings allow it, and reports whether they do.
async fn count_sms_if_allowed(
    conn: &mut PgConnection,
    sms: &SmsConfig,
    now: DateTime<Utc>,
    reservation: &Reservation,
    e164: &str,
) -> sqlx::Result<bool> {
    let Some(number) = PhoneNumber::from_e164(e164) else { return Ok(false) };
    let mut attempt = conn.begin().await?;
    let sender = SmsSender::Restaurant(reservation.restaurant_id);
    let recipient = SmsRecipient { number: &number, holder: None };
    match ceilings::count(&mut attempt, sms, sender, recipient, now).await {
        Ok(()) => attempt.commit().await.map(|()| true),
        Err(PhoneError::Database(error)) => Err(error),
        Err(_) => attempt.rollback().await.map(|()| false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{CustomerId, UserId};

    fn guest() -> ReservationGuest {
        ReservationGuest {
            id: CustomerId(1),
            user_id: None,
            invitation_email: None,
            allow_send_ivr_sms: false,
            phone_country: "JP".into(),
            phone_local_number: String::new(),
            locale: None,
            email: None,
        }
    }

    #[test]
    fn invitation_uses_reachable_channel() {
        assert_eq!(InviteType::for_guest(&guest()), None);
        let written = ReservationGuest { invitation_email: Some("a@b.jp".into()), ..guest() };
        assert_eq!(InviteType::for_guest(&written), Some(InviteType::EmailInvited));
        let called = ReservationGuest { phone_local_number: "9012345678".into(), ..written.clone() };
        assert_eq!(InviteType::for_guest(&called), Some(InviteType::EmailInvited), "text messages must be enabled");
        let texted = ReservationGuest { allow_send_ivr_sms: true, ..called };
        assert_eq!(InviteType::for_guest(&texted), Some(InviteType::SmsInvited));
        let landline = ReservationGuest { phone_local_number: "312345678".into(), ..texted.clone() };
        assert_eq!(InviteType::for_guest(&landline), Some(InviteType::EmailInvited), "a landline gets no text message");
        assert_eq!(InviteType::for_guest(&ReservationGuest { invitation_email: None, ..landline }), None);
        assert_eq!(
            InviteType::for_guest(&ReservationGuest { user_id: Some(UserId(1)), ..texted }),
            Some(InviteType::Omakase)
        );
    }
}
