//! Who waits at the booking desk, and who is served together: an order of any kind, known by its restaurant.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use domain::ids::RestaurantId;
use tokio::time::Instant;

/// More together would make the first wait for the last.
pub const MOST_TOGETHER: usize = 24;
/// While one batch is written, the next is read.
pub const MOST_MIXED: usize = 2;
/// Mixed batches begin so far apart, so that those who come in a rush share what they would cost apart.
const BETWEEN: Duration = Duration::from_millis(20);
/// These are worth a batch at any time.
const WORTH_A_BATCH: usize = MOST_TOGETHER / 2;
/// So many restaurants may be waited for at once; the other connections of the pool are for everybody else.
const MOST_PATIENT: usize = 2;

/// An order, and whose seats it is for.
pub type At<T> = (RestaurantId, T);

/// Orders that are served together. A patient batch is of one restaurant and waits for its slots.
#[derive(Debug, PartialEq, Eq)]
pub struct Batch<T> {
    pub orders: Vec<At<T>>,
    pub is_patient: bool,
}

/// No restaurant is in two batches at once: they would wait for its days.
#[derive(Debug)]
pub struct Line<T> {
    waiting: VecDeque<At<T>>,
    /// Restaurants whose slots are waited for, those first whose turn is next.
    patient: VecDeque<(RestaurantId, VecDeque<T>)>,
    /// The restaurants of each batch, and whether it is patient.
    under_way: Vec<(HashSet<RestaurantId>, bool)>,
    /// When a mixed batch is worth its while however few wait.
    due: Option<Instant>,
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), patient: VecDeque::new(), under_way: Vec::new(), due: None }
    }
}

impl<T> Line<T> {
    /// Those of a restaurant that is waited for wait with it.
    pub fn come(&mut self, orders: impl IntoIterator<Item = At<T>>) {
        for (restaurant, order) in orders {
            match self.patient.iter_mut().find(|(id, _)| *id == restaurant) {
                Some((_, patient)) => patient.push_back(order),
                None => self.waiting.push_back((restaurant, order)),
            }
        }
    }

    /// What can be served now; it is under way until `finished`.
    pub fn next(&mut self, now: Instant) -> Option<Batch<T>> {
        let taken: HashSet<_> = self.under_way.iter().flat_map(|(restaurants, _)| restaurants).copied().collect();
        let batch = self.next_patient(&taken).or_else(|| self.next_mixed(&taken, now))?;
        self.under_way.push((batch.restaurants(), batch.is_patient));
        Some(batch)
    }

    fn next_patient(&mut self, taken: &HashSet<RestaurantId>) -> Option<Batch<T>> {
        if self.under_way.iter().filter(|(_, is_patient)| *is_patient).count() >= MOST_PATIENT {
            return None;
        }
        let turn = self.patient.iter().position(|(id, orders)| !taken.contains(id) && !orders.is_empty())?;
        let (restaurant, mut orders) = self.patient.remove(turn)?;
        let next = orders.drain(..orders.len().min(MOST_TOGETHER)).map(|order| (restaurant, order)).collect();
        self.patient.push_back((restaurant, orders));
        Some(Batch { orders: next, is_patient: true })
    }

    fn next_mixed(&mut self, taken: &HashSet<RestaurantId>, now: Instant) -> Option<Batch<T>> {
        let beside = self.under_way.iter().filter(|(_, is_patient)| !*is_patient).count();
        let is_worth_it = self.due.is_none_or(|due| due <= now) || self.waiting.len() >= WORTH_A_BATCH;
        if beside >= MOST_MIXED || !is_worth_it {
            return None;
        }
        let (mut orders, mut later) = (Vec::new(), VecDeque::new());
        for order in self.waiting.drain(..) {
            if orders.len() < MOST_TOGETHER && !taken.contains(&order.0) {
                orders.push(order);
            } else {
                later.push_back(order);
            }
        }
        self.waiting = later;
        if orders.is_empty() {
            return None;
        }
        self.due = Some(now + BETWEEN);
        Some(Batch { orders, is_patient: false })
    }

    /// When to look again if nothing happens: somebody waits for no more than that a batch is due.
    pub fn next_look(&self, now: Instant) -> Option<Instant> {
        self.due.filter(|due| now < *due && !self.waiting.is_empty())
    }

    /// A batch of these restaurants is done, but for orders whose slots were somebody else's: their restaurants are waited for.
    pub fn finished(&mut self, restaurants: &HashSet<RestaurantId>, busy: Vec<At<T>>) {
        self.under_way.retain(|(own, _)| own != restaurants);
        for (restaurant, _) in &busy {
            if self.patient.iter().all(|(id, _)| id != restaurant) {
                self.patient.push_back((*restaurant, VecDeque::new()));
            }
        }
        let waiting = std::mem::take(&mut self.waiting);
        self.come(busy.into_iter().chain(waiting));
        let is_waited_for =
            |id: &RestaurantId| self.under_way.iter().any(|(own, is_patient)| *is_patient && own.contains(id));
        self.patient.retain(|(id, orders)| !orders.is_empty() || is_waited_for(id));
    }
}

impl<T> Batch<T> {
    pub fn restaurants(&self) -> HashSet<RestaurantId> {
        self.orders.iter().map(|(restaurant, _)| *restaurant).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line, and the time.
    struct Scene {
        line: Line<usize>,
        now: Instant,
    }

    impl Scene {
        fn new(restaurants: impl IntoIterator<Item = i64>) -> Self {
            let mut line = Line::default();
            line.come(restaurants.into_iter().map(RestaurantId).zip(0..));
            Self { line, now: Instant::now() }
        }

        /// The orders of the next batch when one is due; those of a patient one as errors.
        fn next(&mut self) -> Option<Result<Vec<usize>, Vec<usize>>> {
            self.now += BETWEEN;
            self.next_at_once()
        }

        /// The same with no time gone by.
        fn next_at_once(&mut self) -> Option<Result<Vec<usize>, Vec<usize>>> {
            let batch = self.line.next(self.now)?;
            let orders = batch.orders.into_iter().map(|(_, order)| order).collect();
            Some(if batch.is_patient { Err(orders) } else { Ok(orders) })
        }

        fn come(&mut self, restaurant: i64, orders: impl IntoIterator<Item = usize>) {
            self.line.come(orders.into_iter().map(|order| at(restaurant, order)));
        }

        fn finished(&mut self, restaurants: impl IntoIterator<Item = i64>, busy: Vec<At<usize>>) {
            self.line.finished(&restaurants.into_iter().map(RestaurantId).collect(), busy);
        }
    }

    fn at(restaurant: i64, order: usize) -> At<usize> {
        (RestaurantId(restaurant), order)
    }

    #[test]
    fn those_who_wait_are_served_together_in_their_order() {
        let mut scene = Scene::new([1, 2, 1]);
        assert_eq!(scene.next_at_once(), Some(Ok(vec![0, 1, 2])));
        assert_eq!(scene.next(), None);
    }

    #[test]
    fn a_batch_has_room_for_so_many_and_the_others_come_next() {
        let mut scene = Scene::new(0..36);
        assert_eq!(scene.next_at_once(), Some(Ok((0..24).collect())));
        assert_eq!(scene.next_at_once(), Some(Ok((24..36).collect())));
        scene.come(60, 36..60);
        assert_eq!(scene.next(), None, "two are under way");
        scene.finished(0..24, Vec::new());
        assert_eq!(scene.next_at_once(), Some(Ok((36..60).collect())));
    }

    #[test]
    fn who_comes_to_an_idle_desk_is_served_at_once_and_few_who_come_then_wait_for_each_other() {
        let mut scene = Scene::new([1]);
        assert_eq!(scene.next_at_once(), Some(Ok(vec![0])));
        assert_eq!(scene.line.next_look(scene.now), None, "nobody waits");
        scene.finished([1], Vec::new());
        scene.come(2, 1..3);
        assert_eq!(scene.next_at_once(), None);
        assert_eq!(scene.line.next_look(scene.now), Some(scene.now + BETWEEN));
        scene.come(3, 3..4);
        assert_eq!(scene.next(), Some(Ok(vec![1, 2, 3])));
        scene.come(4, 4..5);
        assert_eq!(scene.next(), Some(Ok(vec![4])), "beside a batch that takes long");
        scene.come(5, 5..6);
        assert_eq!(scene.next(), None, "two are under way");
        assert_eq!(scene.line.next_look(scene.now), None, "and nothing comes of looking before one is done");
    }

    #[test]
    fn many_do_not_wait() {
        let mut scene = Scene::new([1]);
        assert_eq!(scene.next_at_once(), Some(Ok(vec![0])));
        scene.come(2, 1..12);
        assert_eq!(scene.next_at_once(), None);
        scene.come(3, 12..13);
        assert_eq!(scene.next_at_once(), Some(Ok((1..13).collect())));
    }

    #[test]
    fn a_restaurant_is_in_one_batch_at_a_time() {
        let mut scene = Scene::new([1]);
        assert_eq!(scene.next(), Some(Ok(vec![0])));
        scene.come(1, 1..2);
        scene.come(2, 2..14);
        assert_eq!(scene.next(), Some(Ok((2..14).collect())));
        scene.finished([1], Vec::new());
        scene.finished([2], Vec::new());
        assert_eq!(scene.next(), Some(Ok(vec![1])));
    }

    #[test]
    fn a_restaurant_whose_slot_is_somebody_elses_is_waited_for_apart() {
        let mut scene = Scene::new([1, 2]);
        assert_eq!(scene.next(), Some(Ok(vec![0, 1])));
        scene.come(1, 2..3);
        scene.finished([1, 2], vec![at(1, 0)]);
        assert_eq!(scene.next_at_once(), Some(Err(vec![0, 2])), "who came meanwhile waits with it");
        scene.come(2, 3..4);
        assert_eq!(scene.next(), Some(Ok(vec![3])), "and holds nobody up");
        scene.finished([2], Vec::new());
        scene.come(1, 4..5);
        scene.finished([1], Vec::new());
        assert_eq!(scene.next(), Some(Err(vec![4])), "who came while it was waited for is patient too");
        scene.finished([1], Vec::new());
        scene.come(1, 5..6);
        assert_eq!(scene.next(), Some(Ok(vec![5])), "and then all is as before");
    }

    #[test]
    fn few_restaurants_are_waited_for_at_once_and_all_in_turn() {
        let mut scene = Scene::new([1, 2, 3]);
        assert_eq!(scene.next(), Some(Ok(vec![0, 1, 2])));
        scene.finished([1, 2, 3], vec![at(1, 0), at(2, 1), at(3, 2)]);
        assert_eq!(scene.next(), Some(Err(vec![0])));
        assert_eq!(scene.next(), Some(Err(vec![1])));
        assert_eq!(scene.next(), None);
        scene.come(1, 3..4);
        scene.finished([1], Vec::new());
        assert_eq!(scene.next(), Some(Err(vec![2])), "the third before the first again");
        scene.finished([2], Vec::new());
        assert_eq!(scene.next(), Some(Err(vec![3])));
    }
}
