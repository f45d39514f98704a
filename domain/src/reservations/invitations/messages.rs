//! The mails and text messages about an invitation.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::queries;
use super::token::token;
use crate::i18n::{self, Locale, t};
use crate::ids::ReservationId;
use crate::money::Yen;
use crate::outbox::mails::{MailError, MailTemplate, template};
use crate::outbox::notifications::{self, NotificationReason};
use crate::outbox::{BoxFuture, FailedDelivery, FailureDefinition, MailDefinition, MessageDefinition, MessageSubject};

/// A restaurant reserves seats for the reader, who may have no account yet.
pub const INVITED: MailTemplate = template!("invitation");
/// The restaurant withdrew an invitation that the reader had received.
pub const WITHDRAWN: MailTemplate = template!("invitation_withdrawn");

pub const MAILS: &[MailDefinition] = &[
    MailDefinition {
        template: INVITED,
        context: |conn, subject| Box::pin(context(conn, InvitationEvent::Invited, subject)),
        after: Some(note_sent),
    },
    MailDefinition {
        template: WITHDRAWN,
        context: |conn, subject| Box::pin(context(conn, InvitationEvent::Withdrawn, subject)),
        after: None,
    },
];

/// The text messages have the names of the mails.
pub const MESSAGES: &[MessageDefinition] = &[
    MessageDefinition {
        name: INVITED.name,
        text: |conn, subject| Box::pin(text(conn, InvitationEvent::Invited, subject)),
        after: Some(note_sent),
    },
    MessageDefinition {
        name: WITHDRAWN.name,
        text: |conn, subject| Box::pin(text(conn, InvitationEvent::Withdrawn, subject)),
        after: None,
    },
];

/// A guest who cannot be reached never answers: staff are notified before the seats are lost.
pub const FAILURES: &[FailureDefinition] = &[FailureDefinition {
    name: INVITED.name,
    set_undelivered: |conn, failed, since| Box::pin(set_undelivered(conn, failed, since)),
}];

async fn set_undelivered(
    conn: &mut PgConnection,
    failed: &FailedDelivery,
    since: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    let Some(id) = failed.reservation else { return Ok(()) };
    let has_changed = queries::set_undelivered(conn, id, since).await?;
    match since.filter(|_| has_changed) {
        Some(now) => notifications::push(conn, now, id, NotificationReason::IvrUndelivered).await,
        None => Ok(()),
    }
}

fn note_sent(conn: &mut PgConnection, id: ReservationId, now: DateTime<Utc>) -> BoxFuture<'_, sqlx::Result<()>> {
    Box::pin(queries::mark_sent(conn, id, now))
}

async fn context(
    conn: &mut PgConnection,
    event: InvitationEvent,
    subject: &MessageSubject<'_>,
) -> Result<Option<serde_json::Value>, MailError> {
    let view = load(conn, event, subject).await?;
    Ok(view.map(|view| json!({ "name": view.guest, "i": view })))
}

async fn text(
    conn: &mut PgConnection,
    event: InvitationEvent,
    subject: &MessageSubject<'_>,
) -> sqlx::Result<Option<String>> {
    let Some(view) = load(conn, event, subject).await? else { return Ok(None) };
    let key = match event {
        InvitationEvent::Withdrawn => "sms.invitation_withdrawn",
        InvitationEvent::Invited if view.is_waiting_list_offer => "sms.waiting_list_offer",
        InvitationEvent::Invited => "sms.invitation",
    };
    let values: [(&str, &dyn std::fmt::Display); 6] = [
        ("restaurant", &view.restaurant),
        ("date", &view.date),
        ("time", &view.time),
        ("guests", &view.guests),
        ("deadline", &view.deadline),
        ("link", &view.link),
    ];
    Ok(Some(t(subject.locale, key, &values)))
}

/// The event of an invitation that a message announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InvitationEvent {
    Invited,
    /// The invitation was withdrawn. Only a guest who received the invitation is notified.
    Withdrawn,
}

/// The fields of a message, as text in the reader's language and the restaurant's zone.
#[derive(Clone, Debug, Serialize)]
struct InvitationMailView {
    pub guest: String,
    pub restaurant: String,
    pub date: String,
    pub time: String,
    pub guests: String,
    pub course: String,
    /// For one guest, and whether it is paid on acceptance. Empty if the course is free.
    pub course_price: String,
    pub seat: String,
    /// The tiers of the cancellation policy, one text each: start day and amount.
    pub policy: Vec<String>,
    /// The deadline for an answer. Blank after a withdrawal.
    pub deadline: String,
    pub link: String,
    /// The seats became free for a party on the waiting list.
    pub is_waiting_list_offer: bool,
}

/// Loads the fields. Returns `None` if the invitation has been answered, withdrawn or has ended; for a withdrawal, if the guest never
/// received the invitation. Without an account, the link itself authenticates the guest.
async fn load(
    conn: &mut PgConnection,
    event: InvitationEvent,
    subject: &MessageSubject<'_>,
) -> sqlx::Result<Option<InvitationMailView>> {
    let Some(id) = subject.reservation else { return Ok(None) };
    let (locale, base_url) = (subject.locale, subject.base_url);
    let Some(row) = queries::find_mail_row(conn, id, event == InvitationEvent::Withdrawn).await? else {
        return Ok(None);
    };
    if event == InvitationEvent::Invited && row.held_until.is_none_or(|until| until <= subject.now) {
        return Ok(None);
    }
    let zone = i18n::zone(&row.time_zone);
    let page = format!("{base_url}/users/invited_reservations/{}", row.uid);
    let link = match row.has_user {
        true => page,
        false => format!("{page}?invited_token={}", token(subject.signer, &row.invite_uid)),
    };
    Ok(Some(InvitationMailView {
        restaurant: locale.pick(&row.restaurant_ja, &row.restaurant_en).to_owned(),
        date: i18n::date(locale, row.date),
        time: i18n::time_of_day(row.starts_at, zone),
        guests: t(locale, "mail.guests", &[("count", &row.guests_count)]),
        course: locale.pick(&row.course_title_ja, &row.course_title_en).to_owned(),
        course_price: course_price(locale, &row),
        seat: locale.pick(&row.seat_ja, &row.seat_en).to_owned(),
        policy: row.policy.of_visit(locale, row.course_price * i64::from(row.guests_count), row.date),
        deadline: row.held_until.map(|at| i18n::date_time(locale, at, zone)).unwrap_or_default(),
        guest: guest(locale, row.name_last, row.name_first, row.nickname),
        link,
        is_waiting_list_offer: row.is_waiting_list_offer,
    }))
}

fn course_price(locale: Locale, row: &queries::InvitationMailRow) -> String {
    let key = match (row.course_price > Yen::ZERO, row.prepaid_price > Yen::ZERO) {
        (false, _) => return String::new(),
        (true, true) => "mail.invitation.price_prepaid",
        (true, false) => "mail.invitation.price",
    };
    t(locale, key, &[("price", &i18n::yen(locale, row.course_price))])
}

/// Returns the guest's name in the reader's order, or the nickname that staff gave to a guest without an account.
fn guest(locale: Locale, last: Option<String>, first: Option<String>, nickname: String) -> String {
    let (last, first) = (last.unwrap_or_default(), first.unwrap_or_default());
    let name = match locale {
        Locale::Ja => format!("{last} {first}"),
        Locale::En => format!("{first} {last}"),
    };
    if name.trim().is_empty() { nickname } else { name.trim().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::mails::snapshot;

    fn invitation(locale: Locale) -> InvitationMailView {
        let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
        InvitationMailView {
            guest: pick("山田", "Yamada"),
            restaurant: pick("鮨かぐら", "Sushi Kagura"),
            date: pick("2026年11月28日（土）", "Sat, 28 Nov 2026"),
            time: "18:00".into(),
            guests: pick("2名様", "2 guests"),
            course: pick("おまかせ", "Omakase"),
            course_price: pick("1名様 24,000円（お受けになるときにお支払い）", "¥24,000 per guest, paid on acceptance"),
            seat: pick("カウンター", "Counter"),
            policy: vec![pick(
                "2026年11月28日（土）から 48,000円（100%）",
                "From Sat, 28 November 2026: ¥48,000 (100%)",
            )],
            deadline: pick("2026年11月25日 18:00", "25 Nov 2026 18:00"),
            link: "https://seki.test/users/invited_reservations/Uabc?invited_token=Uabc.def".into(),
            is_waiting_list_offer: false,
        }
    }

    #[test]
    fn guest_name_follows_the_readers_order() {
        let named = |locale| guest(locale, Some("山田".into()), Some("花子".into()), "常連".into());
        assert_eq!((named(Locale::Ja).as_str(), named(Locale::En).as_str()), ("山田 花子", "花子 山田"));
        assert_eq!(guest(Locale::En, None, None, "高橋".into()), "高橋");
    }

    #[test]
    fn every_mail_renders_in_both_languages() {
        for mail in MAILS {
            for locale in Locale::ALL {
                snapshot(mail.template, locale, json!({ "i": invitation(locale) }));
            }
        }
    }
}
