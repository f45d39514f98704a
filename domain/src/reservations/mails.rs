//! The mails about a reservation. Their fields are read when they are sent.

use chrono::{DateTime, Duration, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::calendar_file::{self, Transport};
use super::delivery;
use super::mail_rows;
use super::mail_view::load;
use super::model::Status;
use super::no_show_fee_rows::{self, NoShowFeeStatus};
use super::queries;
use super::unpaid_fees::{OpenPayment, open_payment};
use crate::i18n::{self, Locale, t};
use crate::ids::{NotificationAddressId, ReservationId, RestaurantId};
use crate::money::Yen;
use crate::outbox::mails::{self, MailAttachment, MailError, MailTemplate, NewMail, template};
use crate::outbox::{BoxFuture, MailDefinition, MessageDefinition, MessageSubject};
use crate::payments;
use crate::payments::model::{Charge, ChargeKind, ChargeStatus};
use crate::restaurants::subscriptions::{self, NotificationAddressError, StoredNotificationAddress};
use crate::rng::Rng;

pub const ACCEPTED: MailTemplate = template!("reservation_accepted", "reservation.txt", "reservation.html");
/// The diner changed the booking.
pub const CHANGED: MailTemplate = template!("reservation_changed", "reservation.txt", "reservation.html");
/// The visit or the arrival of the delivery is tomorrow.
pub const REMINDER: MailTemplate = template!("reservation_reminder", "reservation.txt", "reservation.html");
pub const CANCELLED: MailTemplate = template!("reservation_cancelled", "reservation.txt", "reservation.html");
/// A payment arrived after the hold had ended and no seats were free. It is refunded.
pub const EXPIRED_REFUNDED: MailTemplate =
    template!("reservation_expired_refunded", "reservation.txt", "reservation.html");
/// A payment arrived after the hold had ended, and seats were still free. The booking is confirmed.
pub const RESEATED: MailTemplate = template!("reservation_reseated", "reservation.txt", "reservation.html");

/// A fee was charged after its booking had ended.
pub const FEE_PAID: MailTemplate = template!("cancellation_fee_paid", "reservation.txt", "reservation.html");
/// A fee could not be charged: the reason, and the page to pay it.
pub const PAYMENT_NEEDED: MailTemplate = template!("payment_needed", "reservation.txt", "reservation.html");
/// An invited party became smaller. The payments for the other guests are refunded.
pub const PARTY_REDUCED: MailTemplate = template!("party_reduced", "reservation.txt", "reservation.html");
/// Staff have requested the fee of a no-show: the amount, and when the card is charged.
pub const NO_SHOW_FEE: MailTemplate = template!("no_show_fee", "reservation.txt", "reservation.html");
/// Staff have withdrawn the fee of a no-show, or the operator has refused it.
pub const NO_SHOW_FEE_WAIVED: MailTemplate = template!("no_show_fee_waived", "reservation.txt", "reservation.html");
/// Payments for an abandoned hold were refunded.
pub const REFUNDED: MailTemplate = template!("payment_refunded", "reservation.txt", "reservation.html");

/// A new booking, sent to a notification address of the restaurant (F203).
pub const NEW_BOOKING: MailTemplate = template!("restaurant_new_booking", "reservation.txt", "reservation.html");

/// The key of the sequence number of the change that a mail announces.
const SEQUENCE: &str = "calendar_sequence";
const MOMENT_TO_PAY: Duration = Duration::seconds(30);

pub const MAILS: &[MailDefinition] = &[
    with_calendar_file(ACCEPTED),
    MailDefinition { template: CHANGED, context: |conn, subject| changed_context(conn, subject), after: None },
    MailDefinition { template: REMINDER, context: |conn, subject| reminder_context(conn, subject), after: None },
    MailDefinition { template: CANCELLED, context: |conn, subject| cancelled_context(conn, subject), after: None },
    definition(EXPIRED_REFUNDED),
    with_calendar_file(RESEATED),
    definition(FEE_PAID),
    MailDefinition {
        template: PAYMENT_NEEDED,
        context: |conn, subject| open_payment_context(conn, subject),
        after: None,
    },
    definition(REFUNDED),
    with_calendar_file(PARTY_REDUCED),
    MailDefinition {
        template: NO_SHOW_FEE,
        context: |conn, subject| no_show_fee_context(conn, subject, true),
        after: None,
    },
    MailDefinition {
        template: NO_SHOW_FEE_WAIVED,
        context: |conn, subject| no_show_fee_context(conn, subject, false),
        after: None,
    },
    MailDefinition { template: NEW_BOOKING, context: |conn, subject| new_booking_context(conn, subject), after: None },
];

const fn definition(template: MailTemplate) -> MailDefinition {
    MailDefinition { template, context: |conn, subject| context(conn, subject), after: None }
}

/// The text message has the name of the mail.
pub const MESSAGES: &[MessageDefinition] = &[MessageDefinition {
    name: REMINDER.name,
    text: |conn, subject| Box::pin(reminder_text(conn, subject)),
    after: None,
}];

const fn with_calendar_file(template: MailTemplate) -> MailDefinition {
    MailDefinition { template, context: |conn, subject| context_with_calendar_file(conn, subject), after: None }
}

/// Queues one mail to the diner of a reservation, in the language of their profile. A guest without an account gets none.
pub async fn queue(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: MailTemplate,
    id: ReservationId,
) -> sqlx::Result<()> {
    queue_keyed(conn, rng, now, template, id, format!("{}:{id}", template.name)).await
}

/// Queues a mail about an event that can recur for a reservation. `what` identifies the event.
pub async fn queue_once(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: MailTemplate,
    id: ReservationId,
    what: &str,
) -> sqlx::Result<()> {
    queue_keyed(conn, rng, now, template, id, format!("{}:{id}:{what}", template.name)).await
}

/// Queues the mail about the change with number `sequence`. The mail is dropped if another change follows or the change is reverted.
/// `is_unpaid` delays it, because the card may still be declined.
pub async fn queue_change(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: ReservationId,
    sequence: i32,
    is_unpaid: bool,
) -> sqlx::Result<()> {
    let Some(mail) = mail_to_reader(conn, CHANGED, id).await? else { return Ok(()) };
    let mail = NewMail {
        context: json!({ SEQUENCE: sequence }),
        dedup_key: Some(format!("{}:{id}:{sequence}", CHANGED.name)),
        send_after: is_unpaid.then(|| now + MOMENT_TO_PAY),
        ..mail
    };
    mails::queue(conn, rng, now, mail).await
}

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

async fn queue_keyed(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: MailTemplate,
    id: ReservationId,
    key: String,
) -> sqlx::Result<()> {
    let Some(mail) = mail_to_reader(conn, template, id).await? else { return Ok(()) };
    mails::queue(conn, rng, now, NewMail { dedup_key: Some(key), ..mail }).await
}

async fn mail_to_reader(
    conn: &mut PgConnection,
    template: MailTemplate,
    id: ReservationId,
) -> sqlx::Result<Option<NewMail>> {
    let Some(reader) = mail_rows::find_reader(conn, id).await? else { return Ok(None) };
    let locale = Locale::parse(&reader.locale).unwrap_or_default();
    let mail = NewMail::to_user(template, locale, reader.user_id, &reader.email, json!({}));
    Ok(Some(NewMail { reservation_id: Some(id), ..mail }))
}

fn context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        Ok(Some(json!({ "r": view })))
    })
}

/// Returns `None` if the booking has ended or was changed again, because the later mail covers this one.
fn changed_context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let reservation = queries::find(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
        let is_latest = i64::from(reservation.calendar_sequence) == subject.id(SEQUENCE);
        if reservation.status != Status::Accepted || !is_latest {
            return Ok(None);
        }
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        let mut context = json!({ "r": view, "request": reservation.special_request });
        attach_calendar_file(conn, id, subject, &mut context).await?;
        Ok(Some(context))
    })
}

/// Returns `None` if the booking has ended or the visit has begun.
fn reminder_context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        if !is_ahead(conn, id, subject.now).await? {
            return Ok(None);
        }
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        Ok(Some(json!({ "r": view })))
    })
}

async fn reminder_text(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> sqlx::Result<Option<String>> {
    let id = subject.reservation.unwrap_or(ReservationId(0));
    if !is_ahead(conn, id, subject.now).await? {
        return Ok(None);
    }
    let Some(view) = load(conn, id, subject.locale, subject.base_url).await? else { return Ok(None) };
    let when = view.delivery.as_ref().map_or_else(|| format!("{} {}", view.date, view.time), |d| d.arrival.clone());
    let values: [(&str, &dyn std::fmt::Display); 4] =
        [("restaurant", &view.restaurant), ("when", &when), ("guests", &view.guests), ("link", &view.link)];
    Ok(Some(t(subject.locale, "sms.reservation_reminder", &values)))
}

/// Reports whether a reservation is accepted, still to come, and not about to be cancelled by the restaurant. For a delivery the day of arrival counts.
async fn is_ahead(conn: &mut PgConnection, id: ReservationId, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let Some(reservation) = queries::find(conn, id).await? else { return Ok(false) };
    let arrives_on = delivery::find(conn, reservation.restaurant_id, id).await?.map(|delivery| delivery.arrives_on);
    let is_to_come = match arrives_on {
        Some(day) => reservation.zone.date_of(now) < day,
        None => now < reservation.starts_at,
    };
    let is_expected = reservation.status == Status::Accepted && is_to_come;
    Ok(is_expected && !queries::is_locked(conn, reservation.restaurant_id, id).await?)
}

fn context_with_calendar_file<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        let mut context = json!({ "r": view });
        attach_calendar_file(conn, id, subject, &mut context).await?;
        Ok(Some(context))
    })
}

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
    let kept = paid.map(|charge| (charge.kind, charge.amount - charge.refund_due.max(charge.refunded_amount)));
    let kept = kept.filter(|(_, amount)| *amount > Yen::ZERO);
    let texts = kept
        .map(|(kind, amount)| format!("{} {}", t(locale, &format!("charge.{kind}"), &[]), i18n::yen(locale, amount)));
    texts.collect::<Vec<_>>().join(locale.pick("、", ", "))
}

async fn attach_calendar_file(
    conn: &mut PgConnection,
    id: ReservationId,
    subject: &MessageSubject<'_>,
    context: &mut serde_json::Value,
) -> sqlx::Result<()> {
    let (base_url, sender) = (subject.base_url, subject.sender);
    let transport = Transport { base_url, sender, recipient: Some(subject.recipient) };
    if let Some(file) = calendar_file::load(conn, id, subject.locale, transport, subject.now).await? {
        let (name, content_type) = (calendar_file::NAME.to_owned(), file.content_type.to_owned());
        context[mails::ATTACHMENT] = json!(MailAttachment { name, content_type, body: file.body });
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

/// Returns `None` if the payment was made or its card is being charged; the mail is then dropped.
fn open_payment_context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let reservation = queries::find(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
        let Some(diner) = reservation.user_id else { return Ok(None) };
        let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
        let card = payments::queries::find_card(conn, diner).await?;
        let Some(open) = open_payment(&charges, card.as_ref()) else { return Ok(None) };
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        let payment = OpenPaymentView::new(subject.locale, &open);
        Ok(Some(json!({ "r": view, "payment": payment })))
    })
}

/// Returns `None` unless the fee is still requested, or still is not, as the mail says: it may be withdrawn and requested again.
fn no_show_fee_context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
    is_requested: bool,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let reservation = queries::find(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
        let Some(fee) = no_show_fee_rows::find(conn, reservation.restaurant_id, id).await? else { return Ok(None) };
        if is_requested != matches!(fee.status, NoShowFeeStatus::Requested | NoShowFeeStatus::Charged) {
            return Ok(None);
        }
        let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
        let mut fees = charges.iter().filter(|charge| charge.kind == ChargeKind::CancellationFee);
        let is_refunded = fees.any(|charge| charge.refund_missing() + charge.refunded_amount > Yen::ZERO);
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        let fee = NoShowFeeFields {
            amount: i18n::yen(subject.locale, fee.amount),
            charge_due_at: i18n::date_time(subject.locale, fee.charge_due_at, reservation.zone.tz()),
            is_refunded,
        };
        Ok(Some(json!({ "r": view, "fee": fee })))
    })
}

/// The fields of the fee of a no-show in a mail.
#[derive(Clone, Debug, Serialize)]
struct NoShowFeeFields {
    amount: String,
    charge_due_at: String,
    /// It was paid, and we refund it. The bank has returned the payment of a lost dispute.
    is_refunded: bool,
}

/// The fields of an open payment in a mail.
#[derive(Clone, Debug, Serialize)]
struct OpenPaymentView {
    label: String,
    amount: String,
    /// The reason why it could not be charged.
    reason: String,
}

impl OpenPaymentView {
    fn new(locale: Locale, open: &OpenPayment) -> Self {
        Self {
            label: t(locale, &format!("charge.{}", open.kind), &[]),
            amount: i18n::yen(locale, open.amount),
            reason: open.obstacle.message(locale),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::mails::{rendered, snapshot};
    use crate::reservations::mail_view::{ChargeView, ReservationView};
    use crate::reservations::unpaid_fees::PaymentObstacle;
    use crate::restaurants::policy::{CancellationPolicy, FeeTier};

    fn reservation(locale: Locale) -> ReservationView {
        let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
        ReservationView {
            restaurant: pick("鮨かぐら", "Sushi Kagura"),
            address: pick("東京都中央区銀座1-2-3", "1-2-3 Ginza, Chuo-ku, Tokyo"),
            map: "https://www.google.com/maps/search/?api=1&query=Sushi+Kagura".into(),
            phone: pick("03-0000-0000", "+81 3-0000-0000"),
            date: pick("2026年11月28日（土）", "Sat, 28 Nov 2026"),
            time: "18:00".into(),
            guests_label: pick("人数", "Guests"),
            guests: pick("2名様", "2 guests"),
            course: pick("おまかせ", "Omakase"),
            course_price: pick("1名様 24,000円 × 2", "¥24,000 per person × 2"),
            seat: pick("カウンター", "Counter"),
            code: "BCDF2345".into(),
            link: "https://seki.test/users/reservations/Uabc".into(),
            charges: vec![ChargeView {
                label: pick("コース代金", "Course"), amount: pick("48,000円", "¥48,000")
            }],
            fee_paid: pick("24,000円", "¥24,000"),
            paid: pick("48,000円", "¥48,000"),
            refund: pick("24,000円", "¥24,000"),
            refunded: pick("12,000円", "¥12,000"),
            refund_note: t(locale, "mail.refund_note", &[]),
            cancellation_fee: pick("24,000円", "¥24,000"),
            policy: CancellationPolicy::new(vec![FeeTier { days_before: 0, percent: 100 }]).of_visit(
                locale,
                Yen(48_000),
                "2026-11-28".parse().unwrap(),
            ),
            delivery: None,
        }
    }

    #[test]
    fn every_mail_renders_in_both_languages() {
        for mail in MAILS {
            for locale in Locale::ALL {
                let open = OpenPayment {
                    charge_uid: "Ucharge".into(),
                    kind: ChargeKind::CancellationFee,
                    amount: Yen(24_000),
                    obstacle: PaymentObstacle::Authentication,
                };
                let payment = OpenPaymentView::new(locale, &open);
                let fee = NoShowFeeFields {
                    amount: i18n::yen(locale, Yen(39_600)),
                    charge_due_at: locale.pick("2026年11月29日 09:30", "Sun, 29 November 2026 09:30").to_owned(),
                    is_refunded: true,
                };
                let guest = "山田 花子";
                snapshot(
                    mail.template,
                    locale,
                    json!({ "r": reservation(locale), "payment": payment, "fee": fee, "guest": guest, "request": "",
                        "is_by_restaurant": false, "kept": "" }),
                );
            }
        }
    }

    #[test]
    fn accepted_mail_states_place_time_and_price() {
        let mail = rendered(ACCEPTED, Locale::Ja, json!({ "r": reservation(Locale::Ja) }));
        for expected in [
            "鮨かぐら",
            "2026年11月28日（土）",
            "18:00",
            "2名様",
            "BCDF2345",
            "1名様 24,000円 × 2",
            "11月28日（土）から 48,000円",
            "無断キャンセルの場合 48,000円",
        ] {
            assert!(mail.text.contains(expected), "{expected} in {}", mail.text);
        }
        assert!(mail.subject.contains("鮨かぐら"));
    }

    #[test]
    fn mail_of_cancellation_by_restaurant_states_cause_and_kept_amount() {
        for (locale, reason, kept) in [
            (Locale::Ja, "店舗の都合により", "返金の対象外: 予約手数料 390円"),
            (Locale::En, "cancelled by the restaurant", "Not refunded: Reservation fee ¥390"),
        ] {
            let amount = locale.pick("予約手数料 390円", "Reservation fee ¥390");
            let context = json!({ "r": reservation(locale), "is_by_restaurant": true, "kept": amount });
            let mail = rendered(CANCELLED, locale, context);
            assert!(mail.text.contains(reason) && mail.text.contains(kept), "{}", mail.text);
            let own = json!({ "r": reservation(locale), "is_by_restaurant": false, "kept": "" });
            let mail = rendered(CANCELLED, locale, own);
            assert!(!mail.text.contains(reason) && !mail.text.contains("390"), "{}", mail.text);
        }
    }
}
