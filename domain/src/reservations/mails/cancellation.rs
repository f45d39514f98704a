//! The mail about a cancellation by the diner or by the restaurant.

use serde_json::json;
use sqlx::PgConnection;

use super::parts::attach_calendar_file;
use crate::i18n::{self, Locale, t};
use crate::ids::ReservationId;
use crate::money::Yen;
use crate::outbox::mails::{MailError, MailTemplate, template};
use crate::outbox::{BoxFuture, MailDefinition, MessageSubject};
use crate::payments;
use crate::payments::model::{Charge, ChargeStatus};
use crate::reservations::mail_view::load;
use crate::reservations::model::Status;
use crate::reservations::queries;

pub const CANCELLED: MailTemplate = template!("reservation_cancelled", "reservation.txt", "reservation.html");

pub(super) const MAIL: MailDefinition =
    MailDefinition { template: CANCELLED, context: |conn, subject| cancelled_context(conn, subject), after: None };

/// The mail of a cancellation by the restaurant states its cause, and the amount that is not refunded.
fn cancelled_context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let reservation = queries::find(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
        let by_restaurant = reservation.status == Status::OwnerDelete;
        let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        let kept = if by_restaurant { kept_text(subject.locale, &charges) } else { String::new() };
        let mut context = json!({ "r": view, "is_by_restaurant": by_restaurant, "kept": kept });
        attach_calendar_file(conn, id, subject, &mut context).await?;
        Ok(Some(context))
    })
}

/// Returns the payments that are not refunded, each with its amount; an empty text without any.
fn kept_text(locale: Locale, charges: &[Charge]) -> String {
    let paid = charges.iter().filter(|charge| charge.status == ChargeStatus::Succeeded);
    let kept = paid.map(|charge| (charge.kind, charge.left()));
    let kept = kept.filter(|(_, amount)| *amount > Yen::ZERO);
    let texts = kept
        .map(|(kind, amount)| format!("{} {}", t(locale, &format!("charge.{kind}"), &[]), i18n::yen(locale, amount)));
    texts.collect::<Vec<_>>().join(locale.pick("、", ", "))
}
