//! Totals of one day of all restaurants, next to the totals of the same weekday before, for the operator.

use std::cmp::Reverse;
use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::sweep;
use crate::ids::RestaurantId;
use crate::money::Yen;
use crate::restaurants::model::Bilingual;
use crate::restaurants::search;
use crate::text_enum::text_enum;

/// Number of restaurants that are named.
pub const MAX_RESTAURANTS: usize = 20;

text_enum! {
    /// A figure of a day, by which restaurants are ordered: largest first.
    pub enum DayFigure {
        Parties = "parties",
        Guests = "guests",
        CourseTotal = "course_total",
        NoShows = "no_shows",
        Cancellations = "cancellations",
        /// Fewer parties than on the same weekday before.
        Decrease = "decrease",
    }
}

/// Totals of a day, by the day of the visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayTotals {
    /// Accepted bookings whose guests came or are expected.
    pub parties: i64,
    pub guests: i64,
    /// Sum of the prices of their courses.
    pub course_total: Yen,
    pub no_shows: i64,
    /// Bookings that their guests cancelled.
    pub cancellations: i64,
}

impl DayTotals {
    fn add(&mut self, other: Self) {
        self.parties += other.parties;
        self.guests += other.guests;
        self.course_total = self.course_total + other.course_total;
        self.no_shows += other.no_shows;
        self.cancellations += other.cancellations;
    }
}

/// Totals of a day, and of the same weekday before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ComparedTotals {
    pub day: DayTotals,
    pub before: DayTotals,
}

impl ComparedTotals {
    fn figure(&self, figure: DayFigure) -> i64 {
        match figure {
            DayFigure::Parties => self.day.parties,
            DayFigure::Guests => self.day.guests,
            DayFigure::CourseTotal => self.day.course_total.0,
            DayFigure::NoShows => self.day.no_shows,
            DayFigure::Cancellations => self.day.cancellations,
            DayFigure::Decrease => self.before.parties - self.day.parties,
        }
    }
}

/// A restaurant with its totals.
#[derive(Clone, Debug)]
pub struct RestaurantTotals {
    pub slug: String,
    pub name: Bilingual,
    pub totals: ComparedTotals,
}

/// The totals of a day.
#[derive(Clone, Debug)]
pub struct PlatformDay {
    pub total: ComparedTotals,
    /// The first restaurants in the requested order, at most [`MAX_RESTAURANTS`].
    pub restaurants: Vec<RestaurantTotals>,
    /// Number of restaurants that the search finds; without a search, of those with totals.
    pub count: usize,
    /// True if the totals do not include the changes of the last seconds yet.
    pub is_behind: bool,
}

/// Returns the day with which a day is compared: a week before.
pub fn day_before(day: NaiveDate) -> NaiveDate {
    day.checked_sub_days(Days::new(7)).unwrap_or(day)
}

/// Returns the totals of a day. With a search text, only the restaurants whose name, slug or id it matches are named, also those without
/// totals.
pub async fn find_day(
    conn: &mut PgConnection,
    day: NaiveDate,
    searched: &str,
    order: DayFigure,
) -> sqlx::Result<PlatformDay> {
    let is_behind = sweep::is_platform_behind(conn, [day_before(day), day]).await?;
    let by_restaurant = list_totals(conn, day).await?;
    let mut total = ComparedTotals::default();
    for totals in by_restaurant.values() {
        total.day.add(totals.day);
        total.before.add(totals.before);
    }
    let candidates: Vec<_> = match searched.trim() {
        "" => by_restaurant.keys().copied().collect(),
        words => search::list_matching(conn, words).await?,
    };
    let count = candidates.len();
    let first = rank(candidates, &by_restaurant, order);
    let restaurants = list_named(conn, &first, &by_restaurant).await?;
    Ok(PlatformDay { total, restaurants, count, is_behind })
}

/// Returns the first restaurants by a figure. Equal ones are in the order of their ids.
fn rank(
    mut candidates: Vec<RestaurantId>,
    totals: &HashMap<RestaurantId, ComparedTotals>,
    order: DayFigure,
) -> Vec<RestaurantId> {
    let figure = |id: &RestaurantId| totals.get(id).copied().unwrap_or_default().figure(order);
    candidates.sort_unstable_by_key(|id| (Reverse(figure(id)), *id));
    candidates.truncate(MAX_RESTAURANTS);
    candidates
}

/// Reads two rows of each restaurant by the key of the totals, so the time depends on the number of restaurants and not on that of the days.
/// Each restaurant has one row of operations, on its own node of a Citus cluster.
async fn list_totals(conn: &mut PgConnection, day: NaiveDate) -> sqlx::Result<HashMap<RestaurantId, ComparedTotals>> {
    let days = [day_before(day), day];
    let rows = sqlx::query!(
        r#"SELECT o.restaurant_id AS "restaurant: RestaurantId", d.date AS "date!", d.parties AS "parties!", d.guests AS "guests!",
                  d.course_total AS "course_total!: Yen", d.no_shows AS "no_shows!", d.cancellations AS "cancellations!"
           FROM restaurant_operations o
           CROSS JOIN LATERAL (
               SELECT x.date, sum(x.parties) AS parties, sum(x.guests) AS guests, sum(x.course_total)::bigint AS course_total,
                      sum(x.no_shows) AS no_shows, sum(x.cancellations) AS cancellations
               FROM report_days x WHERE x.restaurant_id = o.restaurant_id AND x.date = ANY ($1) GROUP BY x.date) d"#,
        &days,
    )
    .fetch_all(conn)
    .await?;
    let mut totals: HashMap<RestaurantId, ComparedTotals> = HashMap::new();
    for row in rows {
        let found = totals.entry(row.restaurant).or_default();
        let of_day = if row.date == day { &mut found.day } else { &mut found.before };
        *of_day = DayTotals {
            parties: row.parties,
            guests: row.guests,
            course_total: row.course_total,
            no_shows: row.no_shows,
            cancellations: row.cancellations,
        };
    }
    Ok(totals)
}

/// Adds the names to some restaurants, in their order.
async fn list_named(
    conn: &mut PgConnection,
    restaurants: &[RestaurantId],
    totals: &HashMap<RestaurantId, ComparedTotals>,
) -> sqlx::Result<Vec<RestaurantTotals>> {
    let ids: Vec<i64> = restaurants.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT r.id AS "id: RestaurantId", r.slug, r.name_ja, r.name_en
           FROM unnest($1::bigint[]) WITH ORDINALITY AS asked (id, place)
           JOIN restaurants r ON r.id = asked.id ORDER BY asked.place"#,
        &ids,
    );
    let named = rows.fetch_all(conn).await?.into_iter().map(|row| RestaurantTotals {
        slug: row.slug,
        name: Bilingual::new(row.name_ja, row.name_en),
        totals: totals.get(&row.id).copied().unwrap_or_default(),
    });
    Ok(named.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(parties: i64, before: i64, no_shows: i64) -> ComparedTotals {
        ComparedTotals {
            day: DayTotals { parties, no_shows, ..DayTotals::default() },
            before: DayTotals { parties: before, ..DayTotals::default() },
        }
    }

    #[test]
    fn restaurants_are_ranked_by_figure_and_id() {
        let ids = [RestaurantId(3), RestaurantId(1), RestaurantId(2), RestaurantId(9)];
        let all = HashMap::from([
            (RestaurantId(1), totals(5, 5, 0)),
            (RestaurantId(2), totals(8, 20, 0)),
            (RestaurantId(3), totals(5, 1, 2)),
        ]);
        let ranked = |order| rank(ids.to_vec(), &all, order).into_iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(ranked(DayFigure::Parties), [2, 1, 3, 9], "a restaurant without totals has zeros");
        assert_eq!(ranked(DayFigure::NoShows), [3, 1, 2, 9]);
        assert_eq!(ranked(DayFigure::Decrease), [2, 1, 9, 3]);
    }

    #[test]
    fn only_the_first_restaurants_are_named() {
        let ids = (1..=5_000).map(RestaurantId).collect();
        let first = rank(ids, &HashMap::new(), DayFigure::Guests);
        assert_eq!(first, (1..=20).map(RestaurantId).collect::<Vec<_>>());
    }

    #[test]
    fn a_day_is_compared_with_the_same_weekday() {
        let day: NaiveDate = "2026-12-01".parse().unwrap();
        assert_eq!(day_before(day).to_string(), "2026-11-24");
    }
}
