//! The premium calendar: when a diner's favourites open their books, and when their raffles run (diner §2, gaps G137, G138).

use chrono::{DateTime, Datelike, Months, NaiveDate, NaiveTime, Utc};
use sqlx::PgConnection;

use crate::i18n::{self, Locale, t};
use crate::ids::UserId;
use crate::restaurants::model::Bilingual;
use crate::zone::Zone;

/// What happens at a restaurant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Booking opens for visits until a day.
    Opening { till: NaiveDate },
    /// A raffle takes entries.
    Raffle,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The same for as long as it is the same opening or raffle.
    pub uid: String,
    pub kind: Kind,
    pub slug: String,
    pub restaurant: Bilingual,
    pub zone: Zone,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

impl Opening {
    /// What a calendar says of it.
    pub fn title(&self, locale: Locale) -> String {
        let name = locale.pick(&self.restaurant.ja, &self.restaurant.en);
        match self.kind {
            Kind::Opening { till } => {
                let till = i18n::date(locale, till);
                t(locale, "premium_calendar.opening", &[("restaurant", &name), ("till", &till)])
            }
            Kind::Raffle => t(locale, "premium_calendar.raffle", &[("restaurant", &name)]),
        }
    }
}

/// The next time that a month comes, this one included: its first day (gaps G137).
pub fn next_month(month: u32, today: NaiveDate) -> Option<NaiveDate> {
    let year = if month < today.month() { today.year() + 1 } else { today.year() };
    NaiveDate::from_ymd_opt(year, month, 1)
}

/// A month from its first instant to its end, in Tokyo.
pub fn span(first: NaiveDate) -> (DateTime<Utc>, DateTime<Utc>) {
    let zone = Zone::default();
    let after = first.checked_add_months(Months::new(1)).unwrap_or(first);
    (zone.at(first, NaiveTime::MIN), zone.at(after, NaiveTime::MIN))
}

/// What happens between two instants at the diner's favourites that are shown in the calendar, the earliest first. The openings are
/// those of the diner's own round plan.
pub async fn list(
    conn: &mut PgConnection,
    diner: UserId,
    (from, till): (DateTime<Utc>, DateTime<Utc>),
) -> sqlx::Result<Vec<Opening>> {
    let rows = sqlx::query!(
        r#"WITH favourites AS (
               SELECT t.id, t.slug, t.name_ja, t.name_en, t.time_zone, c.customer_group_id
               FROM customers c JOIN restaurants t ON t.id = c.restaurant_id
               WHERE c.user_id = $1 AND c.favorited AND NOT c.hidden_from_user AND c.show_in_premium_calendar
                 AND t.visibility <> 'hidden')
           SELECT 'opening-' || f.id || '-' || r.id AS "uid!", r.online_reservable_till AS "till?", f.slug AS "slug!",
                  f.name_ja AS "name_ja!", f.name_en AS "name_en!", f.time_zone AS "time_zone!", r.effective_at AS "starts_at!",
                  r.effective_at + interval '30 minutes' AS "ends_at!"
           FROM favourites f
           JOIN LATERAL (
               SELECT p.id, p.kind FROM reservation_round_plans p
               WHERE p.restaurant_id = f.id AND NOT p.is_preferred
                 AND (p.customer_group_id = f.customer_group_id OR p.customer_group_id IS NULL)
               ORDER BY p.customer_group_id NULLS LAST LIMIT 1) plan ON plan.kind IN ('custom', 'periodic')
           JOIN reservation_rounds r ON r.restaurant_id = f.id AND r.reservation_round_plan_id = plan.id
           WHERE r.effective_at >= $2 AND r.effective_at < $3
           UNION ALL
           SELECT 'raffle-' || w.uid, NULL, f.slug, f.name_ja, f.name_en, f.time_zone, w.registerable_from, w.registerable_till
           FROM favourites f JOIN raffle_rounds w ON w.restaurant_id = f.id
           WHERE w.registerable_till > $2 AND w.registerable_from < $3
           ORDER BY 7, 1"#,
        diner.0,
        from,
        till,
    )
    .fetch_all(conn)
    .await?;
    let openings = rows.into_iter().map(|row| {
        Ok(Opening {
            uid: row.uid,
            kind: row.till.map_or(Kind::Raffle, |till| Kind::Opening { till }),
            slug: row.slug,
            restaurant: Bilingual::new(row.name_ja, row.name_en),
            zone: Zone::stored(&row.time_zone)?,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
        })
    });
    openings.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_without_a_year_is_the_next_that_comes() {
        let today = NaiveDate::from_ymd_opt(2026, 12, 15).unwrap();
        let first = |month| next_month(month, today).map(|day| (day.year(), day.month()));
        assert_eq!(first(12), Some((2026, 12)));
        assert_eq!(first(1), Some((2027, 1)));
        assert_eq!(first(11), Some((2027, 11)));
        assert_eq!((first(0), first(13)), (None, None));
    }
}
