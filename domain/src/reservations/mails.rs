//! The mails about a reservation, filled from the tables at the moment they are sent.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::queries;
use crate::i18n::{self, Locale, t};
use crate::ids::{ReservationId, UserId};
use crate::money::Yen;
use crate::outbox::mails::{self, MailError, NewMail, Template, template};
use crate::outbox::{Mail, Subject, Work};
use crate::payments;
use crate::payments::model::{Charge, ChargeStatus};
use crate::rng::Rng;

pub const ACCEPTED: Template = template!("reservation_accepted", "reservation.txt", "reservation.html");
pub const CANCELLED: Template = template!("reservation_cancelled", "reservation.txt", "reservation.html");
/// A payment came after the hold had ended and the seats were gone: it was given back.
pub const EXPIRED_REFUNDED: Template = template!("reservation_expired_refunded", "reservation.txt", "reservation.html");
/// A payment came after the hold had ended, and seats could still be had: the booking stands.
pub const RESEATED: Template = template!("reservation_reseated", "reservation.txt", "reservation.html");

pub const MAILS: &[Mail] = &[about(ACCEPTED), about(CANCELLED), about(EXPIRED_REFUNDED), about(RESEATED)];

const fn about(template: Template) -> Mail {
    Mail { template, context: |conn, subject| context(conn, subject), after: None }
}

/// Queues one mail to the diner of a reservation, in the language it was booked in. A guest without an account gets
/// none.
pub async fn queue(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: Template,
    id: ReservationId,
) -> sqlx::Result<()> {
    let Some(reader) = queries::find_reader(conn, id).await? else { return Ok(()) };
    let locale = Locale::parse(&reader.locale).unwrap_or_default();
    let mail = NewMail {
        reservation_id: Some(id),
        dedup_key: Some(format!("{}:{id}", template.name)),
        ..NewMail::to_user(template, locale, UserId(reader.user_id), &reader.email, json!({}))
    };
    mails::queue(conn, rng, now, mail).await
}

fn context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a Subject<'a>,
) -> Work<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        Ok(Some(json!({ "r": view })))
    })
}

/// Everything is text already, in the mail's language and the restaurant's zone.
#[derive(Clone, Debug, Serialize)]
struct ReservationView {
    pub restaurant: String,
    pub address: String,
    pub phone: String,
    pub date: String,
    pub time: String,
    pub guests: String,
    pub course: String,
    pub course_price: String,
    pub seat: String,
    pub code: String,
    pub link: String,
    pub charges: Vec<ChargeView>,
    /// Empty when nothing was paid.
    pub paid: String,
    /// Empty when nothing is given back.
    pub refund: String,
    /// Empty when there is none.
    pub cancellation_fee: String,
    pub policy: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct ChargeView {
    pub label: String,
    pub amount: String,
}

async fn load(
    conn: &mut PgConnection,
    id: ReservationId,
    locale: Locale,
    base_url: &str,
) -> sqlx::Result<Option<ReservationView>> {
    let Some(row) = queries::find_mail_row(conn, id).await? else { return Ok(None) };
    let mut charges =
        payments::queries::list_charges(conn, payments::model::Subject::Reservation(row.restaurant, id)).await?;
    charges.retain(|charge| charge.status == ChargeStatus::Succeeded);
    let some_yen = |amount: Yen| if amount > Yen::ZERO { i18n::yen(locale, amount) } else { String::new() };
    let paid = charges.iter().map(|charge| charge.amount).sum();
    // The amount that was refunded, or is about to be.
    let refund = charges.iter().map(|charge| charge.refund_due.max(charge.refunded_amount)).sum();
    let view = |charge: &Charge| ChargeView {
        label: t(locale, &format!("charge.{}", charge.kind), &[]),
        amount: i18n::yen(locale, charge.amount),
    };
    Ok(Some(ReservationView {
        restaurant: locale.pick(&row.restaurant_ja, &row.restaurant_en).to_owned(),
        address: locale.pick(&row.address_ja, &row.address_en).to_owned(),
        date: i18n::date(locale, row.date),
        time: i18n::time_of_day(row.starts_at, row.zone.tz()),
        guests: t(locale, "mail.guests", &[("count", &row.guests_count)]),
        course: locale.pick(&row.course_title_ja, &row.course_title_en).to_owned(),
        course_price: some_yen(row.course_price),
        seat: locale.pick(&row.seat_ja, &row.seat_en).to_owned(),
        link: format!("{base_url}/users/reservations/{}", row.uid),
        charges: charges.iter().map(view).collect(),
        paid: some_yen(paid),
        refund: some_yen(refund),
        cancellation_fee: some_yen(row.cancellation_fee.unwrap_or_default()),
        policy: row.policy.in_words(locale).lines().map(str::to_owned).collect(),
        phone: row.phone,
        code: row.reservation_code,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::mails::{rendered, snapshot};
    use crate::restaurants::policy::{Policy, Tier};

    fn reservation(locale: Locale) -> ReservationView {
        let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
        ReservationView {
            restaurant: pick("鮨かぐら", "Sushi Kagura"),
            address: pick("東京都中央区銀座1-2-3", "1-2-3 Ginza, Chuo-ku, Tokyo"),
            phone: "03-0000-0000".into(),
            date: pick("2026年11月28日（土）", "Sat, 28 Nov 2026"),
            time: "18:00".into(),
            guests: pick("2名様", "Party of 2"),
            course: pick("おまかせ", "Omakase"),
            course_price: pick("24,000円", "¥24,000"),
            seat: pick("カウンター", "Counter"),
            code: "BCDF2345".into(),
            link: "https://seki.test/users/reservations/Uabc".into(),
            charges: vec![ChargeView {
                label: pick("コース代金", "Course"), amount: pick("48,000円", "¥48,000")
            }],
            paid: pick("48,000円", "¥48,000"),
            refund: pick("24,000円", "¥24,000"),
            cancellation_fee: pick("24,000円", "¥24,000"),
            policy: Policy::new(vec![Tier { days_before: 0, percent: 100 }])
                .in_words(locale)
                .lines()
                .map(str::to_owned)
                .collect(),
        }
    }

    #[test]
    fn every_mail_renders_in_both_languages() {
        for mail in MAILS {
            for locale in Locale::ALL {
                snapshot(mail.template, locale, json!({ "r": reservation(locale) }));
            }
        }
    }

    #[test]
    fn the_accepted_mail_says_where_when_and_how_much() {
        let mail = rendered(ACCEPTED, Locale::Ja, json!({ "r": reservation(Locale::Ja) }));
        for expected in ["鮨かぐら", "2026年11月28日（土）", "18:00", "2名様", "BCDF2345", "48,000円", "当日"]
        {
            assert!(mail.text.contains(expected), "{expected} in {}", mail.text);
        }
        assert!(mail.subject.contains("鮨かぐら"));
    }
}
