//! In-memory cache of availability (docs/ARCHITECTURE.md). Every web server pulls the changes a few times a second and invalidates exactly
//! the changed entries, which keeps all servers consistent without communication between them; a booking never trusts this cache.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::HeaderValue;
use chrono::{DateTime, NaiveDate, Utc};
use domain::availability::changes::ChangedDay;
use domain::availability::viewer::Viewer;
use domain::ids::{RestaurantId, UserId};
use domain::restaurants::model::Restaurant;
use domain::zone::YearMonth;
use parking_lot::{Mutex, RwLock};
use tokio::sync::OnceCell;
use tokio::time::Instant;

/// Time without a successful pull after which no cached answer is used.
const STALE_AFTER: Duration = Duration::from_secs(2);
/// Number of cached viewers of a restaurant at which all are dropped: they are cheap to read again.
const MAX_VIEWERS: usize = 20_000;
/// The same limit for the days of a restaurant, and for its months, because a client may request any day of a thousand years.
const MAX_ANSWERS: usize = 4_000;

/// Days before and after today whose answers are cached: the current month from its first day, and a year ahead.
const CACHED_DAYS_BEFORE: i64 = 31;
const CACHED_DAYS_AFTER: i64 = 400;

/// Reports whether an answer about a day is worth caching. Clients may request any day of a thousand years, and such answers must not evict
/// the answers that others request.
pub fn is_near_day(today: NaiveDate, date: NaiveDate) -> bool {
    (-CACHED_DAYS_BEFORE..=CACHED_DAYS_AFTER).contains(&(date - today).num_days())
}

/// Class of viewers with the same answer: the members of a customer group, and all diners who are shown every slot as full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ViewerClass {
    pub access_class: i64,
    pub is_refused: bool,
}

impl ViewerClass {
    pub fn for_viewer(viewer: &Viewer) -> Self {
        Self { access_class: viewer.access.class(), is_refused: viewer.access.is_refused }
    }
}

/// A finished answer, and the end of its validity if nothing changes.
#[derive(Clone, Debug)]
pub struct CachedResponse {
    pub body: Bytes,
    pub etag: HeaderValue,
    pub valid_until: DateTime<Utc>,
}

#[derive(Default)]
struct ClassShard {
    /// Increased by every change, so that an answer computed before a change is not cached after it.
    epoch: u64,
    restaurant: Option<Arc<Restaurant>>,
    viewers: HashMap<Option<UserId>, Arc<Viewer>>,
    months: HashMap<(ViewerClass, YearMonth), CachedResponse>,
    days: HashMap<(ViewerClass, NaiveDate, bool), CachedResponse>,
}

impl ClassShard {
    fn class_of(&self, slug: &str, diner: Option<UserId>) -> Option<ViewerClass> {
        let is_asked = self.restaurant.as_ref().is_some_and(|restaurant| restaurant.slug == slug);
        self.viewers.get(&diner).filter(|_| is_asked).map(|viewer| ViewerClass::for_viewer(viewer))
    }
}

/// Key of a cached answer: the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CacheKey {
    Month(RestaurantId, ViewerClass, YearMonth),
    /// The last field is true for English.
    Day(RestaurantId, ViewerClass, NaiveDate, bool),
}

pub struct AvailabilityCache {
    shelves: RwLock<HashMap<RestaurantId, ClassShard>>,
    pulled_at: RwLock<Option<Instant>>,
    /// Entries that are being computed.
    under_way: Mutex<HashMap<CacheKey, Arc<OnceCell<CachedResponse>>>>,
}

/// The state that an answer was computed from; the answer is cached under it.
#[derive(Clone, Copy, Debug)]
pub struct Epoch(u64);

impl Default for AvailabilityCache {
    fn default() -> Self {
        Self { shelves: RwLock::default(), pulled_at: RwLock::new(None), under_way: Mutex::default() }
    }
}

impl AvailabilityCache {
    /// Records a successful pull: all changes until now have been invalidated.
    pub fn record_pull(&self) {
        *self.pulled_at.write() = Some(Instant::now());
    }

    /// Returns the end of the last successful pull.
    pub fn pulled_at(&self) -> Option<Instant> {
        *self.pulled_at.read()
    }

    fn is_fresh(&self) -> bool {
        self.pulled_at().is_some_and(|at| at.elapsed() < STALE_AFTER)
    }

    /// Returns the current epoch; to be called before anything is read from the database.
    pub fn epoch(&self, restaurant: RestaurantId) -> Epoch {
        let epoch = self.shelves.read().get(&restaurant).map(|shelf| shelf.epoch);
        Epoch(epoch.unwrap_or_else(|| self.shelves.write().entry(restaurant).or_default().epoch))
    }

    /// Reports whether nothing that was read under this epoch has changed until the last pull; false if that pull is older than
    /// `STALE_AFTER`.
    pub fn is_current(&self, restaurant: RestaurantId, epoch: Epoch) -> bool {
        self.read(restaurant, |shelf| (shelf.epoch == epoch.0).then_some(())).is_some()
    }

    fn read<T>(&self, restaurant: RestaurantId, find: impl FnOnce(&ClassShard) -> Option<T>) -> Option<T> {
        if !self.is_fresh() {
            return None;
        }
        self.shelves.read().get(&restaurant).and_then(find)
    }

    fn store(&self, restaurant: RestaurantId, epoch: Epoch, keep: impl FnOnce(&mut ClassShard)) {
        let mut shelves = self.shelves.write();
        let shelf = shelves.entry(restaurant).or_default();
        if shelf.epoch == epoch.0 {
            keep(shelf);
        }
    }

    /// Returns a cached month for a cached viewer, in one look-up.
    pub fn month_of(
        &self,
        restaurant: RestaurantId,
        slug: &str,
        diner: Option<UserId>,
        month: YearMonth,
        now: DateTime<Utc>,
    ) -> Option<CachedResponse> {
        self.read(restaurant, |shelf| {
            let class = shelf.class_of(slug, diner)?;
            shelf.months.get(&(class, month)).filter(|kept| now < kept.valid_until).cloned()
        })
    }

    /// Returns a cached day for a cached viewer, in one look-up.
    pub fn day_of(
        &self,
        restaurant: RestaurantId,
        slug: &str,
        diner: Option<UserId>,
        date: NaiveDate,
        english: bool,
        now: DateTime<Utc>,
    ) -> Option<CachedResponse> {
        self.read(restaurant, |shelf| {
            let class = shelf.class_of(slug, diner)?;
            shelf.days.get(&(class, date, english)).filter(|kept| now < kept.valid_until).cloned()
        })
    }

    /// Computes an answer once for all concurrent requests for it: at the start of a rush, or after a pulled change.
    pub async fn find_once<E, F: Future<Output = Result<CachedResponse, E>>>(
        &self,
        question: CacheKey,
        find: impl FnOnce() -> F,
    ) -> Result<CachedResponse, E> {
        let cell = self.under_way.lock().entry(question).or_default().clone();
        let found = cell.get_or_try_init(find).await.cloned();
        let mut under_way = self.under_way.lock();
        if under_way.get(&question).is_some_and(|known| Arc::ptr_eq(known, &cell)) {
            under_way.remove(&question);
        }
        found
    }

    pub fn restaurant(&self, id: RestaurantId) -> Option<Arc<Restaurant>> {
        self.read(id, |shelf| shelf.restaurant.clone())
    }

    pub fn store_restaurant(&self, epoch: Epoch, restaurant: Arc<Restaurant>) {
        self.store(restaurant.id, epoch, |shelf| shelf.restaurant = Some(restaurant));
    }

    pub fn viewer(&self, restaurant: RestaurantId, diner: Option<UserId>) -> Option<Arc<Viewer>> {
        self.read(restaurant, |shelf| shelf.viewers.get(&diner).cloned())
    }

    pub fn store_viewer(&self, restaurant: RestaurantId, diner: Option<UserId>, epoch: Epoch, viewer: Arc<Viewer>) {
        self.store(restaurant, epoch, |shelf| {
            if shelf.viewers.len() >= MAX_VIEWERS {
                shelf.viewers.clear();
            }
            shelf.viewers.insert(diner, viewer);
        });
    }

    pub fn month(
        &self,
        restaurant: RestaurantId,
        class: ViewerClass,
        month: YearMonth,
        now: DateTime<Utc>,
    ) -> Option<CachedResponse> {
        self.read(restaurant, |shelf| shelf.months.get(&(class, month)).filter(|kept| now < kept.valid_until).cloned())
    }

    pub fn store_month(
        &self,
        restaurant: RestaurantId,
        class: ViewerClass,
        month: YearMonth,
        epoch: Epoch,
        kept: CachedResponse,
    ) {
        self.store(restaurant, epoch, |shelf| {
            if shelf.months.len() >= MAX_ANSWERS {
                shelf.months.clear();
            }
            shelf.months.insert((class, month), kept);
        });
    }

    pub fn day(
        &self,
        restaurant: RestaurantId,
        class: ViewerClass,
        date: NaiveDate,
        english: bool,
        now: DateTime<Utc>,
    ) -> Option<CachedResponse> {
        self.read(restaurant, |shelf| {
            shelf.days.get(&(class, date, english)).filter(|kept| now < kept.valid_until).cloned()
        })
    }

    pub fn store_day(
        &self,
        restaurant: RestaurantId,
        class: ViewerClass,
        date: NaiveDate,
        english: bool,
        epoch: Epoch,
        kept: CachedResponse,
    ) {
        self.store(restaurant, epoch, |shelf| {
            if shelf.days.len() >= MAX_ANSWERS {
                shelf.days.clear();
            }
            shelf.days.insert((class, date, english), kept);
        });
    }

    /// Invalidates everything.
    pub fn invalidate_all(&self) {
        for shelf in self.shelves.write().values_mut() {
            *shelf = ClassShard { epoch: shelf.epoch + 1, ..ClassShard::default() };
        }
    }

    /// Invalidates the entries that a change affects.
    pub fn invalidate(&self, change: &ChangedDay) {
        let mut shelves = self.shelves.write();
        let Some(shelf) = shelves.get_mut(&change.restaurant) else { return };
        let epoch = shelf.epoch + 1;
        match change.date {
            None => *shelf = ClassShard::default(),
            Some(date) => {
                let month = YearMonth::containing(date);
                shelf.months.retain(|(_, kept), _| *kept != month);
                shelf.days.retain(|(_, kept, _), _| *kept != date);
            }
        }
        shelf.epoch = epoch;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_days_are_cached() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let today = day("2026-12-31");
        for near in ["2026-12-01", "2026-12-31", "2028-01-31"] {
            assert!(is_near_day(today, day(near)), "{near}");
        }
        for far in ["2026-11-01", "2028-03-01", "9999-01-01"] {
            assert!(!is_near_day(today, day(far)), "{far}");
        }
    }

    const CLASS: ViewerClass = ViewerClass { access_class: 0, is_refused: false };

    fn cache() -> AvailabilityCache {
        let cache = AvailabilityCache::default();
        *cache.pulled_at.write() = Some(Instant::now());
        cache
    }

    fn kept() -> CachedResponse {
        CachedResponse {
            body: Bytes::from_static(b"{}"),
            etag: HeaderValue::from_static("e"),
            valid_until: DateTime::UNIX_EPOCH + chrono::Duration::days(1),
        }
    }

    #[tokio::test]
    async fn answer_computed_before_change_is_not_cached() {
        let (cache, id) = (cache(), RestaurantId(1));
        let month = YearMonth::parse("2026-12").unwrap();
        let before = cache.epoch(id);
        cache.invalidate(&ChangedDay { restaurant: id, date: Some(month.first_day()), version: 2 });
        cache.store_month(id, CLASS, month, before, kept());
        assert!(cache.month(id, CLASS, month, DateTime::UNIX_EPOCH).is_none());
        cache.store_month(id, CLASS, month, cache.epoch(id), kept());
        assert!(cache.month(id, CLASS, month, DateTime::UNIX_EPOCH).is_some());
    }

    #[tokio::test]
    async fn changed_day_invalidates_its_month_only_and_answers_expire() {
        let (cache, id) = (cache(), RestaurantId(1));
        let (december, january) = (YearMonth::parse("2026-12").unwrap(), YearMonth::parse("2027-01").unwrap());
        for month in [december, january] {
            cache.store_month(id, CLASS, month, cache.epoch(id), kept());
        }
        cache.invalidate(&ChangedDay { restaurant: id, date: Some(december.last_day()), version: 2 });
        assert!(cache.month(id, CLASS, december, DateTime::UNIX_EPOCH).is_none());
        assert!(cache.month(id, CLASS, january, DateTime::UNIX_EPOCH).is_some());
        assert!(cache.month(id, CLASS, january, kept().valid_until).is_none());
    }

    #[tokio::test]
    async fn cache_size_is_bounded() {
        let (cache, id) = (cache(), RestaurantId(1));
        let first = YearMonth::parse("2026-12").unwrap().first_day();
        let mut month = YearMonth::containing(first);
        for date in first.iter_days().take(2 * MAX_ANSWERS + 1) {
            cache.store_day(id, CLASS, date, false, cache.epoch(id), kept());
            cache.store_month(id, CLASS, month, cache.epoch(id), kept());
            assert!(cache.day(id, CLASS, date, false, DateTime::UNIX_EPOCH).is_some());
            assert!(cache.month(id, CLASS, month, DateTime::UNIX_EPOCH).is_some());
            month = month.next();
        }
        let shelves = cache.shelves.read();
        assert!(shelves[&id].days.len() <= MAX_ANSWERS && shelves[&id].months.len() <= MAX_ANSWERS);
    }

    #[tokio::test]
    async fn cache_is_unused_without_recent_pull() {
        let (cache, id) = (AvailabilityCache::default(), RestaurantId(1));
        let month = YearMonth::parse("2026-12").unwrap();
        cache.store_month(id, CLASS, month, cache.epoch(id), kept());
        assert!(cache.month(id, CLASS, month, DateTime::UNIX_EPOCH).is_none());
    }
}
