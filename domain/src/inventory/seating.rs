//! Choice of seats for a party (gaps G061): a pure function of the stocks that are free to it.

use crate::ids::{InventoryItemId, OnlineStockId};

/// A stock that is free and open to the diner. `position` is the item's position in its group, counted from one end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeStock {
    pub stock: OnlineStockId,
    pub item: InventoryItemId,
    pub position: i32,
    /// Only listed groups may use it: preferred for them over a seat that all diners could take.
    pub is_whitelisted: bool,
}

/// Returns the number of stocks that a party of `guests` needs.
pub fn stocks_needed(guests: i32, capacity_per_stock: i32) -> usize {
    let (guests, capacity) = (guests.max(0).unsigned_abs(), capacity_per_stock.max(1).unsigned_abs());
    usize::try_from(guests.div_ceil(capacity)).unwrap_or(usize::MAX)
}

/// Returns the number of seats that staff joined to a party beyond the number that its size needs. The stored number may be too large: a
/// server of a release without joined tables gives a party the seats that its size needs, and leaves the stored number unchanged.
pub fn joined_items(stored: i32, seats: usize, guests: i32, capacity_per_stock: i32) -> i32 {
    let beyond = seats.saturating_sub(stocks_needed(guests, capacity_per_stock));
    i32::try_from(beyond).unwrap_or(i32::MAX).min(stored)
}

/// Chooses the stocks closest together, then the least flexible ones, then the first by position. None if too few are free.
pub fn choose(free: &[FreeStock], needed: usize) -> Option<Vec<FreeStock>> {
    if needed == 0 || free.len() < needed {
        return None;
    }
    let mut free = free.to_vec();
    free.sort_by_key(|stock| (stock.position, stock.stock));
    let windows = (0..free.len()).flat_map(|first| (first + needed - 1..free.len()).map(move |last| (first, last)));
    windows.map(|(first, last)| within(&free[first..=last], needed)).min_by_key(|seats| cost(seats))
}

/// Returns the stocks for the party, best first: it gets the first `needed` of them that are still free when they are taken. A party that
/// needs one stock has all others as alternatives. A party that needs several has only the choice that seats it together.
pub fn preferences(free: &[FreeStock], needed: usize) -> Option<Vec<FreeStock>> {
    if needed != 1 {
        return choose(free, needed);
    }
    let mut free = free.to_vec();
    // The cost of one stock, without the lists that compare several.
    free.sort_unstable_by_key(|stock| (!stock.is_whitelisted, stock.position, stock.stock));
    Some(free).filter(|free| !free.is_empty())
}

/// Returns the best choice that includes both ends of a run of stocks.
fn within(run: &[FreeStock], needed: usize) -> Vec<FreeStock> {
    let (first, last) = (run[0], run[run.len() - 1]);
    if needed == 1 {
        return vec![first];
    }
    let mut inner = run[1..run.len() - 1].to_vec();
    inner.sort_by_key(|stock| (!stock.is_whitelisted, stock.position, stock.stock));
    let mut seats: Vec<_> = std::iter::once(first).chain(inner.into_iter().take(needed - 2)).collect();
    seats.sort_by_key(|stock| (stock.position, stock.stock));
    seats.push(last);
    seats
}

type SeatingCost = (i32, usize, Vec<i32>, Vec<OnlineStockId>);

fn cost(seats: &[FreeStock]) -> SeatingCost {
    let spread = seats[seats.len() - 1].position - seats[0].position;
    let flexible = seats.iter().filter(|stock| !stock.is_whitelisted).count();
    (spread, flexible, seats.iter().map(|s| s.position).collect(), seats.iter().map(|s| s.stock).collect())
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn stock(id: i64, position: i32, is_whitelisted: bool) -> FreeStock {
        FreeStock { stock: OnlineStockId(id), item: InventoryItemId(id), position, is_whitelisted }
    }

    fn positions(seats: &[FreeStock]) -> Vec<i32> {
        seats.iter().map(|seat| seat.position).collect()
    }

    #[test]
    fn a_party_needs_whole_stocks() {
        assert_eq!(stocks_needed(3, 1), 3);
        assert_eq!(stocks_needed(3, 2), 2);
        assert_eq!(stocks_needed(4, 4), 1);
    }

    #[test]
    fn joined_items_are_seats_beyond_the_needed_ones() {
        assert_eq!(joined_items(1, 2, 3, 4), 1);
        assert_eq!(joined_items(2, 4, 6, 4), 2);
        assert_eq!(joined_items(1, 1, 3, 4), 0, "reseated without its joined table");
        assert_eq!(joined_items(1, 2, 5, 4), 0, "grown, and seated at the tables that it needs");
        assert_eq!(joined_items(0, 2, 3, 4), 0, "seated by a smaller capacity");
    }

    #[test]
    fn adjacent_seats_are_preferred_to_first_free_ones() {
        let free = [stock(1, 1, false), stock(2, 4, false), stock(3, 5, false)];
        assert_eq!(positions(&choose(&free, 2).unwrap()), [4, 5]);
    }

    #[test]
    fn the_least_flexible_seat_goes_first() {
        let free = [stock(1, 1, false), stock(2, 2, true)];
        assert_eq!(positions(&choose(&free, 1).unwrap()), [2]);
    }

    #[test]
    fn too_few_seats_return_none() {
        assert_eq!(choose(&[stock(1, 1, false)], 2), None);
        assert_eq!(choose(&[], 1), None);
    }

    #[test]
    fn choice_is_best_of_all() {
        let mut rng = ChaCha8Rng::seed_from_u64(61);
        for _ in 0..2_000 {
            let count = rng.random_range(1..=8);
            let free: Vec<_> = (0..count).map(|i| stock(i, rng.random_range(0..10), rng.random_bool(0.4))).collect();
            let needed = rng.random_range(1..=4);
            let chosen = choose(&free, needed);
            assert_eq!(chosen, brute_force(&free, needed), "{free:?} for {needed}");
            let preferred = preferences(&free, needed).map(|seats| seats[..needed].to_vec());
            assert_eq!(preferred, chosen, "{free:?} for {needed}");
        }
    }

    fn brute_force(free: &[FreeStock], needed: usize) -> Option<Vec<FreeStock>> {
        let subsets = (0u32..1 << free.len()).filter(|mask| mask.count_ones() as usize == needed);
        let sorted = subsets.map(|mask| {
            let mut seats: Vec<_> = (0..free.len()).filter(|i| mask & (1 << i) != 0).map(|i| free[i]).collect();
            seats.sort_by_key(|seat| (seat.position, seat.stock));
            seats
        });
        sorted.min_by_key(|seats| cost(seats))
    }
}
