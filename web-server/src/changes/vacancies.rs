//! In-memory totals of all restaurants, day by day, for the search by vacancy: a search over thousands of restaurants reads a few columns
//! of numbers. The totals follow the pull of changed days: a change marks the total of its restaurant, and the next search reloads the
//! marked totals.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::availability::changes::ChangedDay;
use domain::availability::vacancies::{OfferBits, VacancyRestaurant, VacancySummary, list_places, list_sums};
use domain::ids::RestaurantId;
use domain::money::Yen;
use parking_lot::RwLock;
use sqlx::PgPool;

/// Number of days above which all are dropped, because a client may request any day.
const MAX_DAYS: usize = 200;

/// Filters on the restaurants themselves.
#[derive(Clone, Debug, Default)]
pub struct RestaurantNarrowing {
    pub area: Option<i64>,
    pub cuisines: Vec<i64>,
    pub prices: (Option<Yen>, Option<Yen>),
}

#[derive(Default)]
pub struct Vacancies(RwLock<VacancyIndex>);

#[derive(Default)]
struct VacancyIndex {
    /// `None` until they are read, and after a change of any of them.
    places: Option<Vec<VacancyRestaurant>>,
    index: HashMap<RestaurantId, usize>,
    days: HashMap<NaiveDate, DayColumn>,
}

/// The column of one day: a value per restaurant, in their order.
#[derive(Default)]
struct DayColumn {
    cells: Vec<DayCell>,
    /// Restaurants whose total has changed since it was read.
    marked: HashSet<RestaurantId>,
    is_read: bool,
}

#[derive(Clone, Copy, Default)]
struct DayCell {
    offered: OfferBits,
    /// Seconds since 1970.
    bookable_until: i64,
}

impl Vacancies {
    /// Marks the entries that a change affects.
    pub fn mark(&self, change: &ChangedDay) {
        let mut kept = self.0.write();
        match change.date {
            Some(date) => {
                if let Some(day) = kept.days.get_mut(&date) {
                    day.marked.insert(change.restaurant);
                }
            }
            None => kept.places = None,
        }
    }

    pub fn forget_all(&self) {
        *self.0.write() = VacancyIndex::default();
    }

    /// Reads the missing and the marked totals of these days.
    pub async fn follow(&self, pool: &PgPool, dates: &[NaiveDate]) -> sqlx::Result<()> {
        if self.0.read().places.is_none() {
            let places = list_places(&mut *pool.acquire().await?).await?;
            let mut kept = self.0.write();
            kept.index = places.iter().enumerate().map(|(at, place)| (place.id, at)).collect();
            kept.places = Some(places);
            kept.days.clear();
        }
        let (unread, marked) = self.missing(dates);
        if !unread.is_empty() {
            let sums = list_sums(&mut *pool.acquire().await?, &unread, None).await?;
            self.0.write().fill(&unread, &sums);
        }
        if !marked.is_empty() {
            let among: Vec<_> = marked.iter().map(|(id, _)| id.0).collect();
            let mut days: Vec<_> = marked.iter().map(|(_, date)| *date).collect();
            days.sort_unstable();
            days.dedup();
            let sums = list_sums(&mut *pool.acquire().await?, &days, Some(&among)).await?;
            self.0.write().refill(&marked, &sums);
        }
        Ok(())
    }

    /// Returns the days that were never read, and the marked totals. A change during the read marks its total again.
    fn missing(&self, dates: &[NaiveDate]) -> (Vec<NaiveDate>, Vec<(RestaurantId, NaiveDate)>) {
        let mut kept = self.0.write();
        if kept.days.len() > MAX_DAYS {
            kept.days.clear();
        }
        let (mut unread, mut marked) = (Vec::new(), Vec::new());
        for date in dates {
            let day = kept.days.entry(*date).or_default();
            if day.is_read {
                marked.extend(std::mem::take(&mut day.marked).into_iter().map(|id| (id, *date)));
            } else {
                unread.push(*date);
            }
        }
        (unread, marked)
    }

    /// Returns the restaurants that may have seats for the request on one of the days, in their order. `always` are included whatever the
    /// totals for the general public are, if they match `narrowed`. Returns none before the first `follow`.
    pub fn search(
        &self,
        narrowed: &RestaurantNarrowing,
        dates: &[NaiveDate],
        asked: OfferBits,
        always: &[i64],
        now: DateTime<Utc>,
    ) -> Vec<RestaurantId> {
        let kept = self.0.read();
        let Some(places) = &kept.places else { return Vec::new() };
        let days: Vec<_> = dates.iter().filter_map(|date| kept.days.get(date)).collect();
        let now = now.timestamp();
        let is_free = |at: usize| {
            days.iter()
                .filter_map(|day| day.cells.get(at))
                .any(|cell| cell.offered.meets(asked) && now < cell.bookable_until)
        };
        let found = places
            .iter()
            .enumerate()
            .filter(|(at, place)| narrowed.admits(place) && (is_free(*at) || always.contains(&place.id.0)));
        found.map(|(_, place)| place.id).collect()
    }
}

impl VacancyIndex {
    fn fill(&mut self, dates: &[NaiveDate], sums: &[VacancySummary]) {
        let count = self.places.as_ref().map_or(0, Vec::len);
        for date in dates {
            let day = self.days.entry(*date).or_default();
            day.cells = vec![DayCell::default(); count];
            day.is_read = true;
        }
        sums.iter().for_each(|sum| self.put(sum));
    }

    fn refill(&mut self, marked: &[(RestaurantId, NaiveDate)], sums: &[VacancySummary]) {
        for (restaurant, date) in marked {
            let at = self.index.get(restaurant).copied();
            let day = self.days.get_mut(date);
            if let Some(cell) = at.zip(day).and_then(|(at, day)| day.cells.get_mut(at)) {
                *cell = DayCell::default();
            }
        }
        sums.iter().for_each(|sum| self.put(sum));
    }

    fn put(&mut self, sum: &VacancySummary) {
        let at = self.index.get(&sum.restaurant).copied();
        let day = self.days.get_mut(&sum.date);
        if let Some(cell) = at.zip(day).and_then(|(at, day)| day.cells.get_mut(at)) {
            *cell = DayCell { offered: sum.offered, bookable_until: sum.bookable_until.timestamp() };
        }
    }
}

impl RestaurantNarrowing {
    fn admits(&self, place: &VacancyRestaurant) -> bool {
        let (least, most) = self.prices;
        let is_affordable = |(cheapest, dearest): (Yen, Yen)| {
            least.is_none_or(|least| least <= dearest) && most.is_none_or(|most| cheapest <= most)
        };
        self.area.is_none_or(|area| area == place.area)
            && (self.cuisines.is_empty() || self.cuisines.contains(&place.cuisine))
            && ((least.is_none() && most.is_none()) || place.prices.is_some_and(is_affordable))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 12, day).unwrap()
    }

    fn world(count: i64) -> Vacancies {
        let places = (0..count).map(|id| VacancyRestaurant {
            id: RestaurantId(id),
            area: id % 7,
            cuisine: id % 5,
            prices: Some((Yen(1_000), Yen(20_000))),
        });
        let places: Vec<_> = places.collect();
        let mut kept = VacancyIndex {
            index: places.iter().enumerate().map(|(at, place)| (place.id, at)).collect(),
            places: Some(places),
            days: HashMap::new(),
        };
        let days: Vec<_> = (1..=7).map(date).collect();
        let sums: Vec<_> = (0..count)
            .flat_map(|id| days.iter().map(move |date| (id, *date)))
            .filter(|(id, date)| (id + i64::from(chrono::Datelike::day(date))) % 3 == 0)
            .map(|(id, date)| VacancySummary {
                restaurant: RestaurantId(id),
                date,
                bookable_until: DateTime::from_timestamp(2_000_000_000, 0).unwrap(),
                offered: OfferBits::requested(&[], None, Some(2)),
            })
            .collect();
        kept.fill(&days, &sums);
        Vacancies(RwLock::new(kept))
    }

    #[test]
    fn search_matches_totals_and_reloads_changes() {
        let (world, now) = (world(10), DateTime::from_timestamp(1_900_000_000, 0).unwrap());
        let two = OfferBits::requested(&[], None, Some(2));
        let find = |world: &Vacancies, asked: OfferBits, always: &[i64], now| {
            let found = world.search(&RestaurantNarrowing::default(), &[date(1)], asked, always, now);
            found.into_iter().map(|id| id.0).collect::<Vec<_>>()
        };
        assert_eq!(find(&world, two, &[], now), [2, 5, 8]);
        assert_eq!(find(&world, two, &[4], now), [2, 4, 5, 8]);
        assert!(find(&world, OfferBits::requested(&[], None, Some(3)), &[], now).is_empty());
        assert!(find(&world, two, &[], DateTime::from_timestamp(2_000_000_001, 0).unwrap()).is_empty());
        let narrowed = RestaurantNarrowing { area: Some(5), ..RestaurantNarrowing::default() };
        assert_eq!(world.search(&narrowed, &[date(1)], two, &[], now), [RestaurantId(5)]);
        let dear = RestaurantNarrowing { prices: (Some(Yen(30_000)), None), ..RestaurantNarrowing::default() };
        assert!(world.search(&dear, &[date(1)], two, &[], now).is_empty());
        world.mark(&ChangedDay { restaurant: RestaurantId(5), date: Some(date(1)), version: 1 });
        assert_eq!(world.missing(&[date(1)]).1, [(RestaurantId(5), date(1))]);
        world.0.write().refill(&[(RestaurantId(5), date(1))], &[]);
        assert_eq!(find(&world, two, &[], now), [2, 8]);
    }

    /// 5,000 restaurants and 7 days, as the search reads them. Prints the cost.
    #[test]
    fn search_of_thousands_of_restaurants_reads_numbers_only() {
        let (world, now) = (world(5_000), DateTime::from_timestamp(1_900_000_000, 0).unwrap());
        let days: Vec<_> = (1..=7).map(date).collect();
        let (rounds, began) = (50, tokio::time::Instant::now());
        for _ in 0..rounds {
            assert_eq!(
                world
                    .search(&RestaurantNarrowing::default(), &days, OfferBits::requested(&[], None, Some(2)), &[], now)
                    .len(),
                5_000
            );
        }
        println!("a search of 5,000 restaurants and 7 days: {:?}", began.elapsed() / rounds);
    }
}
