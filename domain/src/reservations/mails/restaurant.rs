//! The mail about a new booking to the notification addresses of its restaurant.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::i18n::Locale;
use crate::ids::{NotificationAddressId, ReservationId, RestaurantId};
use crate::outbox::mails::{self, MailError, MailTemplate, NewMail, template};
use crate::outbox::{BoxFuture, MailDefinition, MessageSubject};
use crate::reservations::mail_view::load;
use crate::reservations::queries;
use crate::restaurants::subscriptions::{self, NotificationAddressError, StoredNotificationAddress};
use crate::rng::Rng;

/// A new booking, sent to a notification address of the restaurant (F203).
pub const NEW_BOOKING: MailTemplate = template!("restaurant_new_booking", "reservation.txt", "reservation.html");

pub(super) const MAIL: MailDefinition =
    MailDefinition { template: NEW_BOOKING, context: |conn, subject| new_booking_context(conn, subject), after: None };

/// Queues a mail to each notification address of the restaurant.
pub async fn queue_to_restaurant(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<()> {
    for StoredNotificationAddress { id: subscription, email } in subscriptions::list(conn, restaurant).await? {
        let ids = json!({ "restaurant_email_subscription_id": subscription });
        let mail = NewMail {
            reservation_id: Some(id),
            restaurant_id: Some(restaurant),
            dedup_key: Some(format!("{}:{id}:{subscription}", NEW_BOOKING.name)),
            ..NewMail::to_staff(NEW_BOOKING, Locale::default(), &email, ids)
        };
        mails::queue(conn, rng, now, mail).await?;
    }
    Ok(())
}

/// Returns `None` if the notification address was removed meanwhile.
fn new_booking_context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let reservation = queries::find(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
        let subscription = NotificationAddressId(subject.id("restaurant_email_subscription_id"));
        match subscriptions::find(conn, reservation.restaurant_id, subscription).await {
            Ok(_) => {}
            Err(NotificationAddressError::Database(error)) => return Err(error.into()),
            Err(_) => return Ok(None),
        }
        let mut view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        view.map = String::new();
        view.link = format!("{}/owners/reservations/{}", subject.base_url, reservation.uid);
        let guest = sqlx::query_scalar!(
            r#"SELECT coalesce(p.name_last || ' ' || p.name_first, nullif(c.nickname, ''), '') AS "guest!" FROM reservations r
               LEFT JOIN profiles p ON p.user_id = r.user_id
               LEFT JOIN customer_profiles c ON c.restaurant_id = r.restaurant_id AND c.customer_id = r.customer_id
               WHERE r.restaurant_id = $1 AND r.id = $2"#,
            reservation.restaurant_id.0,
            id.0,
        );
        let guest = guest.fetch_one(conn).await?;
        let name = view.restaurant.clone();
        Ok(Some(json!({ "r": view, "name": name, "guest": guest, "request": reservation.special_request })))
    })
}
