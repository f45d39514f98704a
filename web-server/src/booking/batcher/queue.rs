//! The queue of the batcher: decides which requests wait and which are written together.

use std::collections::{HashSet, VecDeque};

use domain::ids::RestaurantId;
use tokio::time::Instant;

use super::timing::{BatchTiming, Batches};

/// Maximum number of batches that wait for the slots of their restaurant concurrently; the other connections of the pool serve the other
/// bookings.
const MAX_WAITING_BATCHES: usize = 2;

/// An entry of the queue: a hold request, of which the queue needs the restaurant only.
pub trait HasRestaurant {
    /// Returns the restaurant whose seats are requested.
    fn restaurant(&self) -> RestaurantId;
}

/// Requests that are written together. A waiting batch is for one restaurant and waits for the locks of its slots.
#[derive(Debug, PartialEq, Eq)]
pub struct Batch<T> {
    pub requests: Vec<T>,
    pub waits_for_locks: bool,
}

/// A batch that is being written.
#[derive(Debug)]
struct RunningBatch {
    restaurants: HashSet<RestaurantId>,
    size: usize,
    waits_for_locks: bool,
    begun_at: Instant,
}

/// Queue of requests. A restaurant is in at most one running batch: a second batch would wait for the day that the first has locked.
#[derive(Debug)]
pub struct Queue<T> {
    batches: Batches,
    timing: BatchTiming,
    waiting: VecDeque<T>,
    /// Restaurants whose slots a batch waits for, first the one whose turn is next.
    locked: VecDeque<(RestaurantId, VecDeque<T>)>,
    running: Vec<RunningBatch>,
    /// Instant from which on a mixed batch is written however few requests wait.
    due: Option<Instant>,
}

impl<T: HasRestaurant> Queue<T> {
    pub fn new(batches: Batches) -> Self {
        let (waiting, locked) = (VecDeque::new(), VecDeque::new());
        Self { batches, timing: BatchTiming::new(batches), waiting, locked, running: Vec::new(), due: None }
    }

    /// Adds requests. A request for a restaurant that a waiting batch is waiting for joins that restaurant's next waiting batch.
    pub fn add(&mut self, requests: impl IntoIterator<Item = T>) {
        for request in requests {
            match self.locked.iter_mut().find(|(id, _)| *id == request.restaurant()) {
                Some((_, locked)) => locked.push_back(request),
                None => self.waiting.push_back(request),
            }
        }
    }

    /// Returns a batch that can be written now, if there is one; it counts as running until `finish`.
    pub fn next(&mut self, now: Instant) -> Option<Batch<T>> {
        let batch = self.next_waiting().or_else(|| self.next_mixed(now))?;
        self.running.push(RunningBatch {
            restaurants: batch.restaurants(),
            size: batch.requests.len(),
            waits_for_locks: batch.waits_for_locks,
            begun_at: now,
        });
        if !batch.waits_for_locks {
            self.due = Some(self.next_due(now));
        }
        Some(batch)
    }

    fn next_waiting(&mut self) -> Option<Batch<T>> {
        if self.running.iter().filter(|batch| batch.waits_for_locks).count() >= MAX_WAITING_BATCHES {
            return None;
        }
        let can_begin = |(id, requests): &(RestaurantId, VecDeque<T>)| !requests.is_empty() && !self.is_taken(*id);
        let turn = self.locked.iter().position(can_begin)?;
        let (restaurant, mut requests) = self.locked.remove(turn)?;
        let next = requests.drain(..requests.len().min(self.batches.max_size)).collect();
        self.locked.push_back((restaurant, requests));
        Some(Batch { requests: next, waits_for_locks: true })
    }

    fn next_mixed(&mut self, now: Instant) -> Option<Batch<T>> {
        let running = self.mixed_batches().count();
        if running >= self.batches.max_concurrent {
            return None;
        }
        // The others wait for the end of their restaurant's batch, so they are no reason to begin another one.
        let ready = self.waiting.iter().filter(|request| self.is_ready(request)).count();
        let is_due = self.due.is_none_or(|due| due <= now);
        let is_worth_it = is_due || ready >= self.timing.enough(running > 0);
        if ready == 0 || !is_worth_it {
            return None;
        }
        let limit = self.timing.limit(ready, self.batches.max_concurrent - running);
        let (mut requests, mut later) = (Vec::new(), VecDeque::new());
        for request in std::mem::take(&mut self.waiting) {
            if requests.len() < limit && self.is_ready(&request) {
                requests.push(request);
            } else {
                later.push_back(request);
            }
        }
        self.waiting = later;
        Some(Batch { requests, waits_for_locks: false })
    }

    /// Returns when the next mixed batch is due, after one has begun at `now`. A request that it left out keeps its instant: in a rush at
    /// another restaurant, it would otherwise wait for the whole rush.
    fn next_due(&self, now: Instant) -> Instant {
        let next = now + self.timing.pause();
        let is_left_out = self.waiting.iter().any(|request| self.is_ready(request));
        self.due.filter(|due| is_left_out && now < *due).map_or(next, |due| due.min(next))
    }

    /// Reports whether the request can be in a batch that begins now.
    fn is_ready(&self, request: &T) -> bool {
        !self.is_taken(request.restaurant())
    }

    fn mixed_batches(&self) -> impl Iterator<Item = &RunningBatch> {
        self.running.iter().filter(|batch| !batch.waits_for_locks)
    }

    fn is_taken(&self, restaurant: RestaurantId) -> bool {
        self.running.iter().any(|batch| batch.restaurants.contains(&restaurant))
    }

    /// Returns when to check the queue again if nothing happens: the instant at which the next mixed batch is due. `None` when no request
    /// waits for it, or when it is due already.
    pub fn next_check(&self, now: Instant) -> Option<Instant> {
        self.due.filter(|due| now < *due && !self.waiting.is_empty())
    }

    /// Ends a batch of these restaurants. `busy` are its requests whose slots another transaction has locked; waiting batches of their
    /// restaurants take them.
    pub fn finish(&mut self, restaurants: &HashSet<RestaurantId>, busy: Vec<T>, now: Instant) {
        let load = self.waiting.len() + self.mixed_batches().map(|batch| batch.size).sum::<usize>();
        if let Some(index) = self.running.iter().position(|batch| batch.restaurants == *restaurants) {
            let ended = self.running.swap_remove(index);
            if !ended.waits_for_locks {
                self.timing.record(now.saturating_duration_since(ended.begun_at), load);
            }
        }
        for restaurant in busy.iter().map(T::restaurant) {
            if self.locked.iter().all(|(id, _)| *id != restaurant) {
                self.locked.push_back((restaurant, VecDeque::new()));
            }
        }
        let waiting = std::mem::take(&mut self.waiting);
        self.add(busy.into_iter().chain(waiting));
        let is_waited_for = |id: &RestaurantId| {
            self.running.iter().any(|batch| batch.waits_for_locks && batch.restaurants.contains(id))
        };
        self.locked.retain(|(id, requests)| !requests.is_empty() || is_waited_for(id));
    }
}

impl<T: HasRestaurant> Batch<T> {
    pub fn restaurants(&self) -> HashSet<RestaurantId> {
        self.requests.iter().map(T::restaurant).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::timing::MAX_PAUSE;
    use super::*;

    type Numbered = (RestaurantId, usize);

    impl HasRestaurant for Numbered {
        fn restaurant(&self) -> RestaurantId {
            self.0
        }
    }

    /// A queue, and the time.
    struct Scene {
        queue: Queue<Numbered>,
        now: Instant,
    }

    impl Scene {
        fn new(restaurants: impl IntoIterator<Item = i64>) -> Self {
            Self::with(2, restaurants)
        }

        fn with(max_concurrent: usize, restaurants: impl IntoIterator<Item = i64>) -> Self {
            let mut queue = Queue::new(Batches { max_size: 24, max_concurrent });
            queue.add(restaurants.into_iter().map(RestaurantId).zip(0..));
            Self { queue, now: Instant::now() }
        }

        /// Returns the requests of the next batch if one is due; the requests of a waiting batch as `Err`.
        fn next(&mut self) -> Option<Result<Vec<usize>, Vec<usize>>> {
            self.now += MAX_PAUSE;
            self.next_now()
        }

        /// The same without advancing the time.
        fn next_now(&mut self) -> Option<Result<Vec<usize>, Vec<usize>>> {
            let batch = self.queue.next(self.now)?;
            let requests = batch.requests.into_iter().map(|(_, request)| request).collect();
            Some(if batch.waits_for_locks { Err(requests) } else { Ok(requests) })
        }

        fn add(&mut self, restaurant: i64, requests: impl IntoIterator<Item = usize>) {
            self.queue.add(requests.into_iter().map(|request| at(restaurant, request)));
        }

        fn finish(&mut self, restaurants: impl IntoIterator<Item = i64>, busy: Vec<Numbered>) {
            self.queue.finish(&restaurants.into_iter().map(RestaurantId).collect(), busy, self.now);
        }
    }

    fn at(restaurant: i64, request: usize) -> Numbered {
        (RestaurantId(restaurant), request)
    }

    #[test]
    fn waiting_requests_are_batched_in_order() {
        let mut scene = Scene::new([1, 2, 1]);
        assert_eq!(scene.next_now(), Some(Ok(vec![0, 1, 2])));
        assert_eq!(scene.next(), None);
    }

    #[test]
    fn batch_size_is_limited_and_excess_requests_are_next() {
        let mut scene = Scene::new(0..60);
        assert_eq!(scene.next_now(), Some(Ok((0..24).collect())));
        assert_eq!(scene.next_now(), Some(Ok((24..48).collect())));
        scene.add(60, 60..72);
        assert_eq!(scene.next(), None, "two are under way");
        scene.finish(0..24, Vec::new());
        assert_eq!(scene.next_now(), Some(Ok((48..72).collect())));
    }

    #[test]
    fn waiting_requests_are_divided_among_free_batches() {
        let mut scene = Scene::new(0..36);
        assert_eq!(scene.next_now(), Some(Ok((0..18).collect())));
        assert_eq!(scene.next_now(), Some(Ok((18..36).collect())));
    }

    #[test]
    fn next_batch_waits_for_its_part_of_the_load_while_another_runs() {
        let mut scene = Scene::new(0..36);
        assert_eq!(scene.next_now(), Some(Ok((0..18).collect())));
        assert_eq!(scene.next_now(), Some(Ok((18..36).collect())));
        scene.now += MAX_PAUSE / 4;
        scene.finish(0..18, Vec::new());
        scene.add(60, 36..50);
        assert_eq!(scene.next_now(), None, "seven eighths of eighteen are fifteen");
        scene.add(60, 50..51);
        assert_eq!(scene.next_now(), Some(Ok((36..51).collect())));
        scene.add(61, 51..63);
        assert_eq!(scene.next_now(), None, "two are under way");
        scene.finish(18..36, Vec::new());
        assert_eq!(scene.next_now(), None);
        scene.finish([60], Vec::new());
        assert_eq!(scene.next_now(), Some(Ok((51..63).collect())), "no batch runs");
    }

    #[test]
    fn concurrent_mixed_batches_are_limited() {
        let mut scene = Scene::with(4, 0..120);
        for batch in 0..4 {
            assert_eq!(scene.next_now(), Some(Ok((batch * 24..(batch + 1) * 24).collect())));
        }
        assert_eq!(scene.next(), None, "four are under way");
        scene.finish(24..48, Vec::new());
        assert_eq!(scene.next_now(), Some(Ok((96..120).collect())));
    }

    #[test]
    fn idle_batcher_writes_immediately_and_later_requests_wait_for_each_other() {
        let mut scene = Scene::new([1]);
        assert_eq!(scene.next_now(), Some(Ok(vec![0])));
        assert_eq!(scene.queue.next_check(scene.now), None, "no request waits");
        scene.finish([1], Vec::new());
        scene.add(2, 1..3);
        assert_eq!(scene.next_now(), None);
        assert_eq!(scene.queue.next_check(scene.now), Some(scene.now + MAX_PAUSE));
        scene.add(3, 3..4);
        assert_eq!(scene.next(), Some(Ok(vec![1, 2, 3])));
        scene.add(4, 4..5);
        assert_eq!(scene.next(), Some(Ok(vec![4])), "while a long batch runs");
        scene.add(5, 5..6);
        assert_eq!(scene.next(), None, "two are under way");
        assert_eq!(scene.queue.next_check(scene.now), None, "no check is due before a batch ends");
    }

    #[test]
    fn many_requests_do_not_wait() {
        let mut scene = Scene::new([1]);
        assert_eq!(scene.next_now(), Some(Ok(vec![0])));
        scene.add(2, 1..12);
        assert_eq!(scene.next_now(), None);
        scene.add(3, 12..13);
        assert_eq!(scene.next_now(), Some(Ok((1..13).collect())));
    }

    #[test]
    fn requests_for_a_running_restaurant_begin_no_batch() {
        let mut scene = Scene::new([1]);
        assert_eq!(scene.next_now(), Some(Ok(vec![0])));
        scene.add(1, 1..30);
        scene.add(2, 30..31);
        assert_eq!(scene.next_now(), None, "one request is ready");
        scene.add(2, 31..32);
        assert_eq!(scene.next(), Some(Ok(vec![30, 31])));
    }

    #[test]
    fn rush_at_another_restaurant_does_not_defer_a_request() {
        let mut scene = Scene::new([1; 60]);
        assert_eq!(scene.next_now(), Some(Ok((0..24).collect())));
        scene.add(2, 60..61);
        scene.now += MAX_PAUSE / 2;
        scene.finish([1], Vec::new());
        assert_eq!(scene.next_now(), Some(Ok((24..43).collect())), "those of the rush came first");
        assert_eq!(scene.next_now(), None);
        scene.now += MAX_PAUSE / 2;
        assert_eq!(scene.next_now(), Some(Ok(vec![60])), "its pause began with the first batch");
    }

    #[test]
    fn restaurant_is_in_one_batch_at_a_time() {
        let mut scene = Scene::new([1]);
        assert_eq!(scene.next(), Some(Ok(vec![0])));
        scene.add(1, 1..2);
        scene.add(2, 2..14);
        assert_eq!(scene.next(), Some(Ok((2..14).collect())));
        scene.finish([1], Vec::new());
        scene.finish([2], Vec::new());
        assert_eq!(scene.next(), Some(Ok(vec![1])));
    }

    #[test]
    fn restaurant_with_locked_slot_gets_separate_batch() {
        let mut scene = Scene::new([1, 2]);
        assert_eq!(scene.next(), Some(Ok(vec![0, 1])));
        scene.add(1, 2..3);
        scene.finish([1, 2], vec![at(1, 0)]);
        assert_eq!(scene.next_now(), Some(Err(vec![0, 2])), "a later request joins the waiting batch");
        scene.add(2, 3..4);
        assert_eq!(scene.next(), Some(Ok(vec![3])), "other restaurants are not delayed");
        scene.finish([2], Vec::new());
        scene.add(1, 4..5);
        scene.finish([1], Vec::new());
        assert_eq!(scene.next(), Some(Err(vec![4])), "a request that came during the wait waits too");
        scene.finish([1], Vec::new());
        scene.add(1, 5..6);
        assert_eq!(scene.next(), Some(Ok(vec![5])), "the restaurant is batched normally again");
    }

    #[test]
    fn two_batches_wait_for_locks_and_restaurants_take_turns() {
        let mut scene = Scene::new([1, 2, 3]);
        assert_eq!(scene.next(), Some(Ok(vec![0, 1, 2])));
        scene.finish([1, 2, 3], vec![at(1, 0), at(2, 1), at(3, 2)]);
        assert_eq!(scene.next(), Some(Err(vec![0])));
        assert_eq!(scene.next(), Some(Err(vec![1])));
        assert_eq!(scene.next(), None);
        scene.add(1, 3..4);
        scene.finish([1], Vec::new());
        assert_eq!(scene.next(), Some(Err(vec![2])), "the third restaurant precedes the first");
        scene.finish([2], Vec::new());
        assert_eq!(scene.next(), Some(Err(vec![3])));
    }
}
