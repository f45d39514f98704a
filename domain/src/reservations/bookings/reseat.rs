//! Chooses seats for a party of another size (owner §4). Pure.

use std::collections::HashSet;

use super::form::FormSeatGroup;
use crate::ids::InventoryItemId;

/// Returns items for a party that needs `needed` of them: as many of its current ones as possible, then the nearest ones. Returns
/// `None` if too few are free.
pub fn reseat(
    group: &FormSeatGroup,
    own: &[InventoryItemId],
    free: &[InventoryItemId],
    needed: usize,
) -> Option<Vec<InventoryItemId>> {
    let free: HashSet<_> = free.iter().copied().collect();
    let open: Vec<_> = group.items.iter().filter(|item| free.contains(&item.id)).collect();
    if needed == 0 || open.len() < needed {
        return None;
    }
    let is_own = |id: InventoryItemId| own.contains(&id);
    let windows = open.windows(needed).map(|window| {
        let moved = window.iter().filter(|item| !is_own(item.id)).count();
        let spread = window[needed - 1].position - window[0].position;
        ((moved, spread, window[0].position), window)
    });
    let best = windows.min_by_key(|(cost, _)| *cost).map(|(_, window)| window.iter().map(|item| item.id).collect());
    let kept: Vec<_> = open.iter().map(|item| item.id).filter(|id| is_own(*id)).take(needed).collect();
    if kept.len() == needed { Some(kept) } else { best }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::InventoryGroupId;
    use crate::reservations::bookings::form::FormSeatItem;

    fn ids(numbers: &[i64]) -> Vec<InventoryItemId> {
        numbers.iter().map(|number| InventoryItemId(*number)).collect()
    }

    fn chosen(own: &[i64], free: &[i64], needed: usize) -> Option<Vec<i64>> {
        let item = |id: i32| FormSeatItem { id: InventoryItemId(id.into()), uid: id.to_string(), position: id };
        let group = FormSeatGroup { id: InventoryGroupId(1), capacity: 1, items: (1..=8).map(item).collect() };
        reseat(&group, &ids(own), &ids(free), needed).map(|items| items.into_iter().map(|id| id.0).collect())
    }

    #[test]
    fn smaller_party_keeps_its_first_seats() {
        assert_eq!(chosen(&[3, 4, 5], &[1, 2, 3, 4, 5, 6, 7, 8], 2), Some(vec![3, 4]));
    }

    #[test]
    fn larger_party_adds_nearest_seats() {
        assert_eq!(chosen(&[3, 4], &[1, 3, 4, 5, 8], 3), Some(vec![3, 4, 5]));
        assert_eq!(chosen(&[7, 8], &[1, 2, 6, 7, 8], 3), Some(vec![6, 7, 8]));
    }

    #[test]
    fn displaced_party_is_seated_together_elsewhere() {
        assert_eq!(chosen(&[1], &[4, 6, 7], 2), Some(vec![6, 7]));
        assert_eq!(chosen(&[1], &[4], 2), None);
        assert_eq!(chosen(&[1], &[1, 2], 0), None);
    }
}
