//! The mail about a freed slot.

use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::queries;
use crate::i18n::{self, Locale, t};
use crate::outbox::Mail;
use crate::outbox::mails::{Template, template};

/// A slot freed by a cancellation has opened to the reader's group.
pub const RELEASED: Template = template!("standby_released");

/// The id under which a mail stores its release.
pub const RELEASE_ID: &str = "online_cancellation_release_id";

pub const MAILS: &[Mail] = &[Mail {
    template: RELEASED,
    context: |conn, subject| {
        Box::pin(async move {
            let view = load(conn, subject.id(RELEASE_ID), subject.locale, subject.base_url).await?;
            Ok(view.map(|view| json!({ "s": view })))
        })
    },
    after: None,
}];

/// Everything is text already, in the mail's language and the restaurant's zone.
#[derive(Clone, Debug, Serialize)]
struct StandbyView {
    pub restaurant: String,
    pub date: String,
    pub time: String,
    pub seat: String,
    /// The largest party that fits.
    pub guests: String,
    pub link: String,
}

/// Nothing when the slot is booked, released to everybody, deleted or past by now.
async fn load(
    conn: &mut PgConnection,
    release: i64,
    locale: Locale,
    base_url: &str,
) -> sqlx::Result<Option<StandbyView>> {
    let Some(row) = queries::find_standby(conn, release).await? else { return Ok(None) };
    Ok(Some(StandbyView {
        restaurant: locale.pick(&row.restaurant_ja, &row.restaurant_en).to_owned(),
        date: i18n::date(locale, row.date),
        time: i18n::time_of_day(row.starts_at, i18n::zone(&row.time_zone)),
        seat: locale.pick(&row.seat_ja, &row.seat_en).to_owned(),
        guests: t(locale, "mail.standby_released.up_to", &[("count", &row.guests)]),
        link: format!("{base_url}/r/{}", row.slug),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::mails::snapshot;

    fn standby(locale: Locale) -> StandbyView {
        let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
        StandbyView {
            restaurant: pick("鮨かぐら", "Sushi Kagura"),
            date: pick("2026年11月28日（土）", "Sat, 28 Nov 2026"),
            time: "18:00".into(),
            seat: pick("カウンター", "Counter"),
            guests: pick("2名様", "Party of 2"),
            link: "https://seki.test/r/sushi-kagura".into(),
        }
    }

    #[test]
    fn it_renders_in_both_languages() {
        for locale in Locale::ALL {
            snapshot(RELEASED, locale, json!({ "s": standby(locale) }));
        }
    }
}
