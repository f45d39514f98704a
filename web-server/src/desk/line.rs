//! Who waits at the booking desk, and who is served together: an order of any kind, known by its restaurant.

use std::collections::{HashSet, VecDeque};

use domain::ids::RestaurantId;

/// More together would make the first wait for the last.
pub const MOST_TOGETHER: usize = 24;
/// While one batch is written, the next is read.
pub const MOST_MIXED: usize = 2;
/// Fewer than these do not go beside another batch: what they would cost apart is shared once it is done.
const WORTH_A_SECOND: usize = MOST_TOGETHER / 2;
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
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), patient: VecDeque::new(), under_way: Vec::new() }
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

    /// What can be served now; it is under way until `finished`. Few are served beside another batch only when that takes `long`.
    pub fn next(&mut self, long: bool) -> Option<Batch<T>> {
        let taken: HashSet<_> = self.under_way.iter().flat_map(|(restaurants, _)| restaurants).copied().collect();
        let batch = self.next_patient(&taken).or_else(|| self.next_mixed(&taken, long))?;
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

    fn next_mixed(&mut self, taken: &HashSet<RestaurantId>, long: bool) -> Option<Batch<T>> {
        let beside = self.under_way.iter().filter(|(_, is_patient)| !*is_patient).count();
        let is_worth_it = beside == 0 || long || self.waiting.len() >= WORTH_A_SECOND;
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
        Some(Batch { orders, is_patient: false }).filter(|batch| !batch.orders.is_empty())
    }

    /// Whether somebody waits for a batch to be done.
    pub fn is_waited_in(&self) -> bool {
        !self.waiting.is_empty()
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

    fn line(restaurants: impl IntoIterator<Item = i64>) -> Line<usize> {
        let mut line = Line::default();
        line.come(restaurants.into_iter().map(RestaurantId).zip(0..));
        line
    }

    /// The orders of the next batch; those of a patient one as errors.
    fn next(line: &mut Line<usize>) -> Option<Result<Vec<usize>, Vec<usize>>> {
        let batch = line.next(false)?;
        let orders = batch.orders.into_iter().map(|(_, order)| order).collect();
        Some(if batch.is_patient { Err(orders) } else { Ok(orders) })
    }

    fn of(restaurants: impl IntoIterator<Item = i64>) -> HashSet<RestaurantId> {
        restaurants.into_iter().map(RestaurantId).collect()
    }

    fn at(restaurant: i64, order: usize) -> At<usize> {
        (RestaurantId(restaurant), order)
    }

    #[test]
    fn those_who_wait_are_served_together_in_their_order() {
        let mut line = line([1, 2, 1]);
        assert_eq!(next(&mut line), Some(Ok(vec![0, 1, 2])));
        assert_eq!(next(&mut line), None);
    }

    #[test]
    fn a_batch_has_room_for_so_many_and_the_others_come_next() {
        let mut line = line(0..36);
        assert_eq!(next(&mut line), Some(Ok((0..24).collect())));
        assert_eq!(next(&mut line), Some(Ok((24..36).collect())));
        line.come((36..60).map(|order| at(60, order)));
        assert_eq!(next(&mut line), None, "two are under way");
        line.finished(&of(0..24), Vec::new());
        assert_eq!(next(&mut line), Some(Ok((36..60).collect())));
    }

    #[test]
    fn few_wait_until_the_batch_before_them_is_done_and_many_go_beside_it() {
        let mut line = line([1]);
        assert_eq!(next(&mut line), Some(Ok(vec![0])));
        line.come((1..12).map(|order| at(2, order)));
        assert_eq!(next(&mut line), None);
        line.come([at(3, 12)]);
        assert_eq!(next(&mut line), Some(Ok((1..13).collect())));
        line.come([at(4, 13)]);
        line.finished(&of([1]), Vec::new());
        assert_eq!(next(&mut line), None);
        assert_eq!(
            line.next(true).map(|batch| batch.orders),
            Some(vec![at(4, 13)]),
            "but for no batch that takes long"
        );
        assert!(!line.is_waited_in());
    }

    #[test]
    fn a_restaurant_is_in_one_batch_at_a_time() {
        let mut line = line([1]);
        assert_eq!(next(&mut line), Some(Ok(vec![0])));
        line.come([at(1, 1)]);
        line.come((2..14).map(|order| at(2, order)));
        assert_eq!(next(&mut line), Some(Ok((2..14).collect())));
        line.finished(&of([1]), Vec::new());
        line.finished(&of([2]), Vec::new());
        assert_eq!(next(&mut line), Some(Ok(vec![1])));
    }

    #[test]
    fn a_restaurant_whose_slot_is_somebody_elses_is_waited_for_apart() {
        let mut line = line([1, 2]);
        assert_eq!(next(&mut line), Some(Ok(vec![0, 1])));
        line.come([at(1, 2)]);
        line.finished(&of([1, 2]), vec![at(1, 0)]);
        assert_eq!(next(&mut line), Some(Err(vec![0, 2])), "who came meanwhile waits with it");
        line.come([at(2, 3)]);
        assert_eq!(next(&mut line), Some(Ok(vec![3])), "and holds nobody up");
        line.finished(&of([2]), Vec::new());
        line.come([at(1, 4)]);
        line.finished(&of([1]), Vec::new());
        assert_eq!(next(&mut line), Some(Err(vec![4])), "who came while it was waited for is patient too");
        line.finished(&of([1]), Vec::new());
        line.come([at(1, 5)]);
        assert_eq!(next(&mut line), Some(Ok(vec![5])), "and then all is as before");
    }

    #[test]
    fn few_restaurants_are_waited_for_at_once_and_all_in_turn() {
        let mut line = line([1, 2, 3]);
        assert_eq!(next(&mut line), Some(Ok(vec![0, 1, 2])));
        line.finished(&of([1, 2, 3]), vec![at(1, 0), at(2, 1), at(3, 2)]);
        assert_eq!(next(&mut line), Some(Err(vec![0])));
        assert_eq!(next(&mut line), Some(Err(vec![1])));
        assert_eq!(next(&mut line), None);
        line.come([at(1, 3)]);
        line.finished(&of([1]), Vec::new());
        assert_eq!(next(&mut line), Some(Err(vec![2])), "the third before the first again");
        line.finished(&of([2]), Vec::new());
        assert_eq!(next(&mut line), Some(Err(vec![3])));
    }
}
