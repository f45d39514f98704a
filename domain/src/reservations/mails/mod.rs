//! The mails about a reservation, by subject. Their fields are read when they are sent.

mod cancellation;
mod change;
mod fees;
mod parts;
mod reminder;
mod restaurant;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::mail_view::load;
use crate::ids::ReservationId;
use crate::outbox::mails::{self, MailError, MailTemplate, NewMail, template};
use crate::outbox::{BoxFuture, MailDefinition, MessageDefinition, MessageSubject};
use crate::rng::Rng;

use parts::{attach_calendar_file, mail_to_reader};

pub use cancellation::CANCELLED;
pub use change::queue_change;
pub use fees::{FEE_PAID, NO_SHOW_FEE, NO_SHOW_FEE_WAIVED, queue_payment_needed};
pub use reminder::REMINDER;
pub use restaurant::{NEW_BOOKING, queue_to_restaurant};

pub const ACCEPTED: MailTemplate = template!("reservation_accepted", "reservation.txt", "reservation.html");
/// A payment arrived after the hold had ended and no seats were free. It is refunded.
pub const EXPIRED_REFUNDED: MailTemplate =
    template!("reservation_expired_refunded", "reservation.txt", "reservation.html");
/// A hold has ended whose payment the bank declined after it was processing (gaps G331).
pub const EXPIRED_DECLINED: MailTemplate =
    template!("reservation_expired_declined", "reservation.txt", "reservation.html");
/// A payment arrived after the hold had ended, and seats were still free. The booking is confirmed.
pub const RESEATED: MailTemplate = template!("reservation_reseated", "reservation.txt", "reservation.html");
/// An invited party became smaller. The payments for the other guests are refunded.
pub const PARTY_REDUCED: MailTemplate = template!("party_reduced", "reservation.txt", "reservation.html");
/// A larger party was not paid in time: the booking has its previous size again (gaps G316).
pub const INCREASE_REVERTED: MailTemplate = template!("increase_reverted", "reservation.txt", "reservation.html");
/// Payments for an abandoned hold were refunded.
pub const REFUNDED: MailTemplate = template!("payment_refunded", "reservation.txt", "reservation.html");

pub const MAILS: &[MailDefinition] = &[
    with_calendar_file(ACCEPTED),
    change::MAIL,
    reminder::MAIL,
    cancellation::MAIL,
    definition(EXPIRED_REFUNDED),
    definition(EXPIRED_DECLINED),
    with_calendar_file(RESEATED),
    definition(FEE_PAID),
    fees::PAYMENT_NEEDED_MAIL,
    definition(REFUNDED),
    with_calendar_file(PARTY_REDUCED),
    with_calendar_file(INCREASE_REVERTED),
    fees::NO_SHOW_FEE_MAIL,
    fees::NO_SHOW_FEE_WAIVED_MAIL,
    restaurant::MAIL,
];

pub const MESSAGES: &[MessageDefinition] = &[reminder::MESSAGE];

const fn definition(template: MailTemplate) -> MailDefinition {
    MailDefinition { template, context: |conn, subject| context(conn, subject), after: None }
}

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

#[cfg(test)]
mod tests {
    use super::fees::{NoShowFeeFields, OpenPaymentView};
    use super::*;
    use crate::i18n::{self, Locale, t};
    use crate::money::Yen;
    use crate::outbox::mails::{rendered, snapshot};
    use crate::payments::model::ChargeKind;
    use crate::reservations::mail_view::{ChargeView, ReservationView};
    use crate::reservations::unpaid_fees::{OpenPayment, OpenPayments, PaymentObstacle};
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
            returned_by_bank: String::new(),
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
                let open = OpenPayments {
                    items: vec![
                        OpenPayment { kind: ChargeKind::ReservationFee, amount: Yen(390) },
                        OpenPayment { kind: ChargeKind::PrepaidCourse, amount: Yen(24_000) },
                    ],
                    obstacle: PaymentObstacle::Authentication,
                    planned_at: DateTime::from_timestamp(1_796_000_000, 0).unwrap(),
                    late_declines: 0,
                    card_fid: None,
                };
                let (at, guests) = ("2026-11-27 06:00", locale.pick("2名様", "2 guests"));
                let deadline = t(locale, "open_payment.reverts", &[("at", &at), ("guests", &guests)]);
                let payment = OpenPaymentView::new(locale, &open, deadline);
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
