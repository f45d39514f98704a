//! The premium calendar: when bookings at a diner's favourites open, and when their raffles run (diner §2, gaps G137, G138).

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Duration, Months, NaiveDate, NaiveTime, Utc};
use sqlx::PgConnection;

use crate::i18n::{self, Locale, t};
use crate::ids::{RestaurantId, RoundPlanId, UserId};
use crate::restaurants::model::Bilingual;
use crate::rounds::plan::LATE_THRESHOLD;
use crate::rounds::queries::list_missing;
use crate::zone::Zone;

/// Length of an opening in a calendar.
const SHOWN_FOR: Duration = Duration::minutes(30);

/// Kind of a calendar event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Booking opens for visits until a day.
    Opening { till: NaiveDate },
    /// A raffle takes entries.
    Raffle,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Stable for the same opening or raffle.
    pub uid: String,
    pub kind: Kind,
    pub slug: String,
    pub restaurant: Bilingual,
    pub zone: Zone,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

impl Opening {
    /// Returns its title in a calendar.
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

/// Returns the first day of the next occurrence of a month, the current one included (gaps G137).
pub fn next_month(month: u32, today: NaiveDate) -> Option<NaiveDate> {
    let year = if month < today.month() { today.year() + 1 } else { today.year() };
    NaiveDate::from_ymd_opt(year, month, 1)
}

/// Returns the start and the end of a month in Tokyo.
pub fn span(first: NaiveDate) -> (DateTime<Utc>, DateTime<Utc>) {
    let zone = Zone::default();
    let after = first.checked_add_months(Months::new(1)).unwrap_or(first);
    (zone.at(first, NaiveTime::MIN), zone.at(after, NaiveTime::MIN))
}

/// Returns events in a time range at the diner's favourites that are shown in the calendar, earliest first. The openings follow the diner's
/// own round plan and include rounds that no worker has created yet (gaps G054).
pub async fn list(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    diner: UserId,
    from: DateTime<Utc>,
    till: DateTime<Utc>,
) -> sqlx::Result<Vec<Opening>> {
    let rows = rows(conn, now, diner, from, till).await?;
    let late: Vec<_> = rows.iter().filter(|row| row.starts_at.is_none()).map(|row| row.restaurant_id).collect();
    let mut unmade = if late.is_empty() { BTreeMap::new() } else { list_missing(conn, &late, now).await? };
    let mut openings = Vec::new();
    for row in rows {
        match (row.starts_at, row.till) {
            (Some(starts_at), Some(till)) => openings.push(row.opens(row.uid.clone(), starts_at, till)?),
            (Some(starts_at), None) => {
                let ends_at = row.ends_at.unwrap_or(starts_at);
                openings.push(row.opening(row.uid.clone(), Kind::Raffle, starts_at, ends_at)?);
            }
            (None, _) => {
                let plan = row.plan_id.map(|plan| (row.restaurant_id, plan));
                let rounds = plan.and_then(|plan| unmade.remove(&plan)).unwrap_or_default().into_iter();
                for round in rounds.filter(|round| (from..till).contains(&round.effective_at)) {
                    let uid = format!("{}{}", row.uid, round.effective_at.timestamp());
                    openings.push(row.opens(uid, round.effective_at, round.online_reservable_till)?);
                }
            }
        }
    }
    openings.sort_by(|one, other| (one.starts_at, &one.uid).cmp(&(other.starts_at, &other.uid)));
    // The first generated round may exist already.
    openings.dedup_by(|one, other| one.uid == other.uid);
    Ok(openings)
}

/// An opening; a raffle, without `till`; or, without a start, a plan whose further rounds must be generated.
struct Row {
    /// For a plan: prefix of the uids of its openings.
    uid: String,
    restaurant_id: RestaurantId,
    plan_id: Option<RoundPlanId>,
    till: Option<NaiveDate>,
    slug: String,
    name_ja: String,
    name_en: String,
    time_zone: String,
    starts_at: Option<DateTime<Utc>>,
    ends_at: Option<DateTime<Utc>>,
}

impl Row {
    fn opens(&self, uid: String, starts_at: DateTime<Utc>, till: NaiveDate) -> sqlx::Result<Opening> {
        self.opening(uid, Kind::Opening { till }, starts_at, starts_at + SHOWN_FOR)
    }

    fn opening(
        &self,
        uid: String,
        kind: Kind,
        starts_at: DateTime<Utc>,
        ends_at: DateTime<Utc>,
    ) -> sqlx::Result<Opening> {
        Ok(Opening {
            uid,
            kind,
            slug: self.slug.clone(),
            restaurant: Bilingual::new(self.name_ja.clone(), self.name_en.clone()),
            zone: Zone::stored(&self.time_zone)?,
            starts_at,
            ends_at,
        })
    }
}

/// Returns the rows of openings and raffles. The uid of a custom plan's opening is its key, which outlives a change of its time. The uid of
/// a periodic plan's opening is derived from its time, so it stays the same whenever the round is created.
async fn rows(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    diner: UserId,
    from: DateTime<Utc>,
    till: DateTime<Utc>,
) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        r#"WITH favourites AS (
               SELECT c.restaurant_id AS id, t.slug, t.name_ja, t.name_en, t.time_zone, plan.id AS plan_id, plan.kind, plan.rounds_made_until,
                      'opening-' || c.restaurant_id || '-' || plan.id || '-' AS uid
               FROM customers c
               JOIN restaurants t ON t.id = c.restaurant_id
               LEFT JOIN LATERAL (
                   SELECT p.id, p.kind, p.rounds_made_until FROM reservation_round_plans p
                   WHERE p.restaurant_id = c.restaurant_id AND NOT p.is_preferred
                     AND (p.customer_group_id = c.customer_group_id OR p.customer_group_id IS NULL)
                   ORDER BY p.customer_group_id NULLS LAST LIMIT 1) plan ON true
               WHERE c.user_id = $1 AND c.favorited AND NOT c.hidden_from_user AND c.show_in_premium_calendar
                 AND t.visibility <> 'hidden')
           SELECT f.uid || CASE f.kind WHEN 'custom' THEN r.key ELSE extract(epoch FROM r.effective_at)::bigint::text END AS "uid!",
                  f.id AS "restaurant_id!: RestaurantId", f.plan_id AS "plan_id?: RoundPlanId", r.online_reservable_till AS "till?",
                  f.slug AS "slug!", f.name_ja AS "name_ja!", f.name_en AS "name_en!", f.time_zone AS "time_zone!",
                  r.effective_at AS "starts_at?", NULL::timestamptz AS "ends_at?"
           FROM favourites f JOIN reservation_rounds r ON r.restaurant_id = f.id AND r.reservation_round_plan_id = f.plan_id
           WHERE f.kind IN ('custom', 'periodic') AND r.effective_at >= $2 AND r.effective_at < $3
           UNION ALL
           SELECT f.uid, f.id, f.plan_id, NULL, f.slug, f.name_ja, f.name_en, f.time_zone, NULL, NULL
           FROM favourites f WHERE f.kind = 'periodic' AND f.rounds_made_until < $4
           UNION ALL
           SELECT 'raffle-' || w.uid, f.id, NULL, NULL, f.slug, f.name_ja, f.name_en, f.time_zone, w.registerable_from, w.registerable_till
           FROM favourites f JOIN raffle_rounds w ON w.restaurant_id = f.id
           WHERE w.registerable_till > $2 AND w.registerable_from < $3"#,
        diner.0,
        from,
        till,
        now + LATE_THRESHOLD,
    )
    .fetch_all(conn)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn month_without_year_is_next_occurrence() {
        let today = NaiveDate::from_ymd_opt(2026, 12, 15).unwrap();
        let first = |month| next_month(month, today).map(|day| (day.year(), day.month()));
        assert_eq!(first(12), Some((2026, 12)));
        assert_eq!(first(1), Some((2027, 1)));
        assert_eq!(first(11), Some((2027, 11)));
        assert_eq!((first(0), first(13)), (None, None));
    }
}
