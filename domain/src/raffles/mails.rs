//! The mails about the result of a raffle: to a winner, with the opening of bookings and the days of visits; to the other diners, with the
//! proof of the draw.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::model::{RaffleRound, round_of};
use super::queries::{self, Registration};
use crate::i18n::{self, Locale, t};
use crate::ids::{RaffleRegistrationId, RestaurantId, UserId};
use crate::outbox::mails::{self, MailTemplate, NewMail, template};
use crate::outbox::{MailDefinition, MessageSubject};
use crate::rng::Rng;
use crate::rounds::wins;

/// A diner has won in a raffle.
pub const WON: MailTemplate = template!("raffle_won");
/// A diner has not won in a raffle.
pub const LOST: MailTemplate = template!("raffle_lost");

const REGISTRATION_ID: &str = "raffle_round_registration_id";

pub const MAILS: &[MailDefinition] = &[
    MailDefinition {
        template: WON,
        context: |conn, subject| {
            Box::pin(async move {
                let view = load(conn, subject).await?;
                Ok(view.map(|view| json!({ "w": view })))
            })
        },
        after: None,
    },
    MailDefinition {
        template: LOST,
        context: |conn, subject| {
            Box::pin(async move {
                let view = load_lost(conn, subject).await?;
                Ok(view.map(|view| json!({ "l": view })))
            })
        },
        after: None,
    },
];

/// All fields are text in the mail's language and the restaurant's zone.
#[derive(Clone, Debug, Serialize)]
struct WonView {
    restaurant: String,
    /// Openings of bookings, each with the last day of visits; empty while they are not decided.
    windows: Vec<WonWindow>,
    link: String,
}

#[derive(Clone, Debug, Serialize)]
struct WonWindow {
    from: String,
    till: String,
}

#[derive(Clone, Debug, Serialize)]
struct LostView {
    restaurant: String,
    restaurant_link: String,
    proof_link: String,
}

/// Enqueues the winners' mails, at most one for each winner.
pub async fn queue_won(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    winners: &[Registration],
) -> sqlx::Result<()> {
    queue(conn, rng, now, WON, winners).await
}

/// Enqueues the mails of diners who did not win, at most one for each.
pub async fn queue_lost(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    others: &[Registration],
) -> sqlx::Result<()> {
    queue(conn, rng, now, LOST, others).await
}

async fn queue(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: MailTemplate,
    registrations: &[Registration],
) -> sqlx::Result<()> {
    let diners: Vec<_> = registrations.iter().map(|registration| registration.user_id.0).collect();
    let readers = sqlx::query!(
        r#"SELECT u.id AS "id: UserId", u.email::text AS "email!", p.locale
           FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.id = ANY ($1) AND u.deleted_at IS NULL"#,
        &diners
    );
    let readers = readers.fetch_all(&mut *conn).await?;
    let readers: HashMap<_, _> = readers.into_iter().map(|reader| (reader.id, reader)).collect();
    let mails = registrations.iter().filter_map(|registration| {
        let reader = readers.get(&registration.user_id)?;
        let locale = Locale::parse(&reader.locale).unwrap_or_default();
        let context = json!({ REGISTRATION_ID: registration.id });
        Some(NewMail {
            dedup_key: Some(format!("{}:{}", template.name, registration.id)),
            restaurant_id: Some(registration.restaurant_id),
            is_bulk: template == LOST,
            ..NewMail::to_user(template, locale, registration.user_id, &reader.email, context)
        })
    });
    mails::queue_all(conn, rng, now, &mails.collect::<Vec<_>>()).await
}

struct WonRow {
    restaurant_id: RestaurantId,
    round: RaffleRound,
    name_ja: String,
    name_en: String,
    time_zone: String,
}

/// Returns the mail's data; None if the registration is not a winner any more, all windows of bookings are over, or the restaurant is
/// hidden.
async fn load(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> sqlx::Result<Option<WonView>> {
    let Some(row) = find(conn, RaffleRegistrationId(subject.id(REGISTRATION_ID))).await? else { return Ok(None) };
    let locale = subject.locale;
    let preferred = wins::preferred(conn, row.restaurant_id, subject.now).await?;
    let next_close = queries::next_close(conn, &row.round).await?;
    let zone = i18n::zone(&row.time_zone);
    let today = subject.now.with_timezone(&zone).date_naive();
    let (over, open): (Vec<_>, Vec<_>) = wins::rounds_of(&preferred, row.round.form.registerable_till, next_close)
        .into_iter()
        .partition(|window| window.online_reservable_till < today);
    if open.is_empty() && !over.is_empty() {
        return Ok(None);
    }
    let windows = open.into_iter().map(|window| {
        let date = i18n::date(locale, window.online_reservable_till);
        WonWindow {
            from: i18n::date_time(locale, window.effective_at, zone),
            till: t(locale, "mail.raffle_won.till", &[("date", &date)]),
        }
    });
    Ok(Some(WonView {
        restaurant: locale.pick(&row.name_ja, &row.name_en).to_owned(),
        windows: windows.collect(),
        link: format!("{}/users/preferred", subject.base_url),
    }))
}

async fn find(conn: &mut PgConnection, registration: RaffleRegistrationId) -> sqlx::Result<Option<WonRow>> {
    let row = sqlx::query!(
        r#"SELECT r.restaurant_id AS "restaurant_id: RestaurantId", r.id, r.uid, r.registerable_from, r.registerable_till,
                  r.winners_count, r.entries_limit, t.name_ja, t.name_en, t.time_zone
           FROM raffle_round_registrations g
           JOIN raffle_rounds r ON r.restaurant_id = g.restaurant_id AND r.id = g.raffle_round_id
           JOIN restaurants t ON t.id = r.restaurant_id
           WHERE g.id = $1 AND g.won_at IS NOT NULL AND t.visibility <> 'hidden'"#,
        registration.0
    );
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| WonRow {
        restaurant_id: row.restaurant_id,
        round: round_of!(row, row.restaurant_id, Vec::new()),
        name_ja: row.name_ja,
        name_en: row.name_en,
        time_zone: row.time_zone,
    }))
}

/// Returns the mail's data; None if the diner has won in the meantime, or the restaurant is hidden.
async fn load_lost(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> sqlx::Result<Option<LostView>> {
    let row = sqlx::query!(
        "SELECT r.uid, t.slug, t.name_ja, t.name_en
         FROM raffle_round_registrations g
         JOIN raffle_rounds r ON r.restaurant_id = g.restaurant_id AND r.id = g.raffle_round_id
         JOIN restaurants t ON t.id = r.restaurant_id
         WHERE g.id = $1 AND g.won_at IS NULL AND t.visibility <> 'hidden'",
        subject.id(REGISTRATION_ID)
    );
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| LostView {
        restaurant: subject.locale.pick(&row.name_ja, &row.name_en).to_owned(),
        restaurant_link: format!("{}/r/{}", subject.base_url, row.slug),
        proof_link: format!("{}/raffle/rounds/{}", subject.base_url, row.uid),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::mails::{rendered, snapshot};

    #[test]
    fn lost_mail_thanks_and_names_the_proof() {
        for (locale, thanks) in [(Locale::Ja, "ありがとうございました"), (Locale::En, "Thank you")] {
            let view = LostView {
                restaurant: locale.pick("鮨かぐら", "Sushi Kagura").to_owned(),
                restaurant_link: "https://seki.test/r/sushi-kagura".into(),
                proof_link: "https://seki.test/raffle/rounds/Uabc".into(),
            };
            let mail = rendered(LOST, locale, json!({ "l": view }));
            // The HTML has the same links, with escaped slashes.
            for expected in [thanks, "https://seki.test/r/sushi-kagura", "https://seki.test/raffle/rounds/Uabc"] {
                assert!(mail.text.contains(expected), "{expected} in {}", mail.text);
                assert!(mail.html.replace("&#x2f;", "/").contains(expected), "{expected} in {}", mail.html);
            }
        }
    }

    #[test]
    fn raffle_mail_renders_in_both_languages() {
        for locale in Locale::ALL {
            let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
            let view = WonView {
                restaurant: pick("鮨かぐら", "Sushi Kagura"),
                windows: vec![WonWindow {
                    from: pick("2026年12月9日（水） 10:00", "Wed, 9 December 2026 10:00"),
                    till: pick("2027年1月31日（日）までのご来店分", "For visits until Sun, 31 January 2027"),
                }],
                link: "https://seki.test/users/preferred".into(),
            };
            snapshot(WON, locale, json!({ "w": view }));
        }
    }
}
