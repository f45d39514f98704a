//! In-memory totals of all restaurants, day by day, for the search by vacancy: a search over thousands of restaurants reads a few columns
//! of numbers. The totals follow the pull of changed days: a change marks the total of its restaurant, and the next search reloads the
//! marked totals.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::availability::changes::ChangedDay;
use domain::availability::vacancies::{OfferBits, VacancyRestaurant, VacancySummary, list_places, list_summaries};
use domain::ids::{AreaId, CuisineId, RestaurantId};
use domain::money::Yen;
use domain::restaurants::facilities::FacilitySet;
use parking_lot::RwLock;
use sqlx::PgPool;

/// Number of days above which all are dropped, because a client may request any day.
const MAX_DAYS: usize = 200;

/// Filters on the restaurants themselves.
#[derive(Clone, Debug, Default)]
pub struct VacancyFilter {
    pub area: Option<AreaId>,
    pub cuisines: Vec<CuisineId>,
    pub prices: (Option<Yen>, Option<Yen>),
    /// A restaurant has all of them.
    pub facilities: FacilitySet,
}

#[derive(Default)]
pub struct Vacancies(RwLock<VacancyIndex>);

#[derive(Default)]
struct VacancyIndex {
    /// `None` until they are read.
    places: Option<Vec<VacancyRestaurant>>,
    index: HashMap<RestaurantId, usize>,
    days: HashMap<NaiveDate, DayColumn>,
    /// Number of the last change that was marked.
    last_change: u64,
    /// Number of the last change of a restaurant's settings.
    places_changed: u64,
    /// Number of the last change before `places` were read.
    places_read: u64,
}

/// The column of one day: a value per restaurant, in their order.
#[derive(Default)]
struct DayColumn {
    cells: Vec<DayCell>,
    /// Restaurants whose total has changed since it was read, each with the number of its last change.
    marked: HashMap<RestaurantId, u64>,
    is_read: bool,
}

/// A total to reload, because of the change with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    restaurant: RestaurantId,
    date: NaiveDate,
    change: u64,
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
        kept.last_change += 1;
        let number = kept.last_change;
        match change.date {
            Some(date) => {
                if let Some(day) = kept.days.get_mut(&date) {
                    day.marked.insert(change.restaurant, number);
                }
            }
            None => kept.places_changed = number,
        }
    }

    pub fn invalidate_all(&self) {
        let mut kept = self.0.write();
        // A read that has begun is older than this change, so what it stores is read again.
        let last_change = kept.last_change + 1;
        *kept = VacancyIndex { last_change, places_changed: last_change, ..VacancyIndex::default() };
    }

    /// Reads the missing and the marked totals of these days.
    pub async fn follow(&self, pool: &PgPool, dates: &[NaiveDate]) -> sqlx::Result<()> {
        if let Some(last_change) = self.places_to_read() {
            let places = list_places(&mut *pool.acquire().await?).await?;
            self.0.write().put_places(places, last_change);
        }
        let (unread, marked) = self.missing(dates);
        if !unread.is_empty() {
            let sums = list_summaries(&mut *pool.acquire().await?, &unread, None).await?;
            self.0.write().fill(&unread, &sums);
        }
        if !marked.is_empty() {
            let among: Vec<_> = marked.iter().map(|mark| mark.restaurant).collect();
            let mut days: Vec<_> = marked.iter().map(|mark| mark.date).collect();
            days.sort_unstable();
            days.dedup();
            let sums = list_summaries(&mut *pool.acquire().await?, &days, Some(&among)).await?;
            self.0.write().refill(&marked, &sums);
        }
        Ok(())
    }

    /// Returns the number of the last change if the restaurants were never read, or one of them has changed since.
    fn places_to_read(&self) -> Option<u64> {
        let kept = self.0.read();
        let is_current = kept.places.is_some() && kept.places_changed <= kept.places_read;
        (!is_current).then_some(kept.last_change)
    }

    /// Returns the days that were never read, and the marked totals. The marks remain until `refill`, because the read may fail.
    fn missing(&self, dates: &[NaiveDate]) -> (Vec<NaiveDate>, Vec<Mark>) {
        let mut kept = self.0.write();
        if kept.days.len() > MAX_DAYS {
            kept.days.clear();
        }
        let (mut unread, mut marked) = (Vec::new(), Vec::new());
        for date in dates {
            let day = kept.days.entry(*date).or_default();
            if day.is_read {
                let marks = day.marked.iter();
                marked.extend(marks.map(|(id, change)| Mark { restaurant: *id, date: *date, change: *change }));
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
        narrowed: &VacancyFilter,
        dates: &[NaiveDate],
        asked: OfferBits,
        always: &[RestaurantId],
        now: DateTime<Utc>,
    ) -> Vec<RestaurantId> {
        let kept = self.0.read();
        let Some(places) = &kept.places else { return Vec::new() };
        let days: Vec<_> = dates.iter().filter_map(|date| kept.days.get(date)).collect();
        let now = now.timestamp();
        let is_free = |at: usize| {
            days.iter()
                .filter_map(|day| day.cells.get(at))
                .any(|cell| cell.offered.intersects(asked) && now < cell.bookable_until)
        };
        let found = places
            .iter()
            .enumerate()
            .filter(|(at, place)| narrowed.admits(place) && (is_free(*at) || always.contains(&place.id)));
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

    /// Stores restaurants that were read after this change.
    fn put_places(&mut self, places: Vec<VacancyRestaurant>, last_change: u64) {
        self.index = places.iter().enumerate().map(|(at, place)| (place.id, at)).collect();
        self.places = Some(places);
        self.places_read = last_change;
        self.days.clear();
    }

    /// Stores the totals that were read for these marks, and removes the marks. The mark of a change during the read remains. A total
    /// whose mark another read has removed stays as it is, because the other read may be newer.
    fn refill(&mut self, marked: &[Mark], sums: &[VacancySummary]) {
        let mut refilled = HashSet::new();
        for Mark { restaurant, date, change } in marked {
            let Some(day) = self.days.get_mut(date) else { continue };
            let Some(last) = day.marked.get(restaurant).copied() else { continue };
            if last == *change {
                day.marked.remove(restaurant);
            }
            if let Some(cell) = self.index.get(restaurant).and_then(|at| day.cells.get_mut(*at)) {
                *cell = DayCell::default();
            }
            refilled.insert((*restaurant, *date));
        }
        sums.iter().filter(|sum| refilled.contains(&(sum.restaurant, sum.date))).for_each(|sum| self.put(sum));
    }

    fn put(&mut self, sum: &VacancySummary) {
        let at = self.index.get(&sum.restaurant).copied();
        let day = self.days.get_mut(&sum.date);
        if let Some(cell) = at.zip(day).and_then(|(at, day)| day.cells.get_mut(at)) {
            *cell = DayCell { offered: sum.offered, bookable_until: sum.bookable_until.timestamp() };
        }
    }
}

impl VacancyFilter {
    fn admits(&self, place: &VacancyRestaurant) -> bool {
        let (least, most) = self.prices;
        let is_affordable = |(cheapest, dearest): (Yen, Yen)| {
            least.is_none_or(|least| least <= dearest) && most.is_none_or(|most| cheapest <= most)
        };
        self.area.is_none_or(|area| area == place.area)
            && (self.cuisines.is_empty() || self.cuisines.contains(&place.cuisine))
            && ((least.is_none() && most.is_none()) || place.prices.is_some_and(is_affordable))
            && place.facilities.includes(self.facilities)
    }
}

#[cfg(test)]
mod tests {
    use domain::restaurants::facilities::Facility;

    use super::*;

    fn date(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 12, day).unwrap()
    }

    fn world(count: i64) -> Vacancies {
        let places = (0..count).map(|id| VacancyRestaurant {
            id: RestaurantId(id),
            area: AreaId(id % 7),
            cuisine: CuisineId(id % 5),
            prices: Some((Yen(1_000), Yen(20_000))),
            facilities: FacilitySet::of(if id % 2 == 0 { &[] } else { &[Facility::Parking] }),
        });
        let places: Vec<_> = places.collect();
        let mut kept = VacancyIndex {
            index: places.iter().enumerate().map(|(at, place)| (place.id, at)).collect(),
            places: Some(places),
            ..VacancyIndex::default()
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
        let find = |world: &Vacancies, asked: OfferBits, always: &[RestaurantId], now| {
            let found = world.search(&VacancyFilter::default(), &[date(1)], asked, always, now);
            found.into_iter().map(|id| id.0).collect::<Vec<_>>()
        };
        assert_eq!(find(&world, two, &[], now), [2, 5, 8]);
        assert_eq!(find(&world, two, &[RestaurantId(4)], now), [2, 4, 5, 8]);
        assert!(find(&world, OfferBits::requested(&[], None, Some(3)), &[], now).is_empty());
        assert!(find(&world, two, &[], DateTime::from_timestamp(2_000_000_001, 0).unwrap()).is_empty());
        let narrowed = VacancyFilter { area: Some(AreaId(5)), ..VacancyFilter::default() };
        assert_eq!(world.search(&narrowed, &[date(1)], two, &[], now), [RestaurantId(5)]);
        let dear = VacancyFilter { prices: (Some(Yen(30_000)), None), ..VacancyFilter::default() };
        assert!(world.search(&dear, &[date(1)], two, &[], now).is_empty());
        let facilities = FacilitySet::of(&[Facility::Parking]);
        let parking = VacancyFilter { facilities, ..VacancyFilter::default() };
        assert_eq!(world.search(&parking, &[date(1)], two, &[RestaurantId(4)], now), [RestaurantId(5)]);
        world.mark(&ChangedDay { restaurant: RestaurantId(5), date: Some(date(1)), version: 1 });
        let marked = world.missing(&[date(1)]).1;
        assert_eq!(marked, [Mark { restaurant: RestaurantId(5), date: date(1), change: 1 }]);
        world.0.write().refill(&marked, &[]);
        assert_eq!(find(&world, two, &[], now), [2, 8]);
    }

    #[test]
    fn mark_remains_until_its_total_is_read() {
        let (world, days) = (world(10), [date(1)]);
        let change = ChangedDay { restaurant: RestaurantId(5), date: Some(date(1)), version: 1 };
        world.mark(&change);
        let first = world.missing(&days).1;
        assert_eq!(world.missing(&days).1, first, "the first read failed");
        world.mark(&change);
        world.0.write().refill(&first, &[]);
        let second = world.missing(&days).1;
        assert_eq!(second, [Mark { change: 2, ..first[0] }], "the change during the first read");
        let total = VacancySummary {
            restaurant: RestaurantId(5),
            date: date(1),
            bookable_until: DateTime::from_timestamp(2_000_000_000, 0).unwrap(),
            offered: OfferBits::requested(&[], None, Some(2)),
        };
        world.0.write().refill(&second, &[total]);
        assert!(world.missing(&days).1.is_empty());
        world.0.write().refill(&first, &[]);
        let cell = world.0.read().days[&date(1)].cells[5];
        assert_eq!(cell.bookable_until, 2_000_000_000, "an older read that ends later changes nothing");
    }

    #[test]
    fn change_of_settings_during_the_read_is_read_again() {
        let (world, change) = (world(1), ChangedDay { restaurant: RestaurantId(0), date: None, version: 1 });
        assert_eq!(world.places_to_read(), None);
        world.mark(&change);
        let began = world.places_to_read().unwrap();
        world.mark(&change);
        world.0.write().put_places(Vec::new(), began);
        let again = world.places_to_read().unwrap();
        world.0.write().put_places(Vec::new(), again);
        assert_eq!(world.places_to_read(), None);
        world.invalidate_all();
        world.0.write().put_places(Vec::new(), again);
        assert!(world.places_to_read().is_some(), "a read that began before");
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
                    .search(&VacancyFilter::default(), &days, OfferBits::requested(&[], None, Some(2)), &[], now)
                    .len(),
                5_000
            );
        }
        println!("a search of 5,000 restaurants and 7 days: {:?}", began.elapsed() / rounds);
    }
}
