//! The mail to a winner, with the opening of bookings and the days of visits.

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

const REGISTRATION_ID: &str = "raffle_round_registration_id";

pub const MAILS: &[MailDefinition] = &[MailDefinition {
    template: WON,
    context: |conn, subject| {
        Box::pin(async move {
            let view = load(conn, subject).await?;
            Ok(view.map(|view| json!({ "w": view })))
        })
    },
    after: None,
}];

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

/// Enqueues the winners' mails, at most one for each winner.
pub async fn queue_won(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    winners: &[Registration],
) -> sqlx::Result<()> {
    let diners: Vec<_> = winners.iter().map(|winner| winner.user_id.0).collect();
    let readers = sqlx::query!(
        r#"SELECT u.id AS "id: UserId", u.email::text AS "email!", p.locale
           FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.id = ANY ($1)"#,
        &diners
    );
    let readers = readers.fetch_all(&mut *conn).await?;
    let readers: HashMap<_, _> = readers.into_iter().map(|reader| (reader.id, reader)).collect();
    let mails = winners.iter().filter_map(|winner| {
        let reader = readers.get(&winner.user_id)?;
        let locale = Locale::parse(&reader.locale).unwrap_or_default();
        let context = json!({ REGISTRATION_ID: winner.id });
        Some(NewMail {
            dedup_key: Some(format!("{}:{}", WON.name, winner.id)),
            restaurant_id: Some(winner.restaurant_id),
            ..NewMail::to_user(WON, locale, winner.user_id, &reader.email, context)
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

/// Returns the mail's data; None if the registration is not a winner any more.
async fn load(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> sqlx::Result<Option<WonView>> {
    let Some(row) = find(conn, RaffleRegistrationId(subject.id(REGISTRATION_ID))).await? else { return Ok(None) };
    let locale = subject.locale;
    let preferred = wins::preferred(conn, row.restaurant_id, subject.now).await?;
    let next_close = queries::next_close(conn, &row.round).await?;
    let zone = i18n::zone(&row.time_zone);
    let windows = wins::rounds_of(&preferred, row.round.form.registerable_till, next_close).into_iter().map(|window| {
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
           WHERE g.id = $1 AND g.won_at IS NOT NULL"#,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::mails::snapshot;

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
