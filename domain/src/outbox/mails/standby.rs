//! What a mail about a freed slot shows.

use serde::Serialize;
use sqlx::PgConnection;

use super::queries;
use crate::i18n::{self, Locale, t};

/// Everything is text already, in the mail's language and the restaurant's zone.
#[derive(Clone, Debug, Serialize)]
pub struct StandbyView {
    pub restaurant: String,
    pub date: String,
    pub time: String,
    pub seat: String,
    /// The largest party that fits.
    pub guests: String,
    pub link: String,
}

/// Nothing when the slot is booked, released to everybody, deleted or past by now.
pub async fn load(
    conn: &mut PgConnection,
    release: i64,
    locale: Locale,
    base_url: &str,
) -> sqlx::Result<Option<StandbyView>> {
    let Some(row) = queries::standby(conn, release).await? else { return Ok(None) };
    Ok(Some(StandbyView {
        restaurant: locale.pick(&row.restaurant_ja, &row.restaurant_en).to_owned(),
        date: i18n::date(locale, row.date),
        time: i18n::time_of_day(row.starts_at, i18n::zone(&row.time_zone)),
        seat: locale.pick(&row.seat_ja, &row.seat_en).to_owned(),
        guests: t(locale, "mail.standby_released.up_to", &[("count", &row.guests)]),
        link: format!("{base_url}/r/{}", row.slug),
    }))
}
