//! The order and the length of a page's list, as react-admin writes them into the address: `sort`, `order` and `perPage`.

use domain::listing::Listing;

const DEFAULT_SIZE: u16 = 20;
const SIZES: [u16; 3] = [DEFAULT_SIZE, 50, 100];

/// Returns the number of rows on a page: 20 (gaps G018), or another one that the list offers.
pub fn size(asked: Option<&str>) -> u16 {
    let asked = asked.and_then(|text| text.parse().ok());
    SIZES.into_iter().find(|size| asked == Some(*size)).unwrap_or(DEFAULT_SIZE)
}

/// Returns the field of an order, and whether it is descending. None for the list's own order, also if the list cannot be sorted by the
/// field: pages ignore unknown parameters (gaps G014).
pub fn order(listing: &Listing, sort: Option<&str>, order: Option<&str>) -> Option<(&'static str, bool)> {
    let field = listing.sorts().into_iter().find(|field| sort == Some(*field))?;
    Some((field, order == Some("DESC")))
}

#[cfg(test)]
mod tests {
    use domain::listing::ListRow;
    use domain::lists::OwnerCustomerEntry;

    use super::*;

    #[test]
    fn unknown_sizes_and_orders_are_ignored() {
        assert_eq!([None, Some("50"), Some("7"), Some("-1"), Some("x")].map(size), [20, 50, 20, 20, 20]);
        let of = |sort, direction| order(&OwnerCustomerEntry::LISTING, sort, direction);
        assert_eq!(of(Some("visits_count"), Some("DESC")), Some(("visits_count", true)));
        assert_eq!(of(Some("visits_count"), Some("sideways")), Some(("visits_count", false)));
        assert_eq!([of(None, Some("DESC")), of(Some("listed"), None)], [None, None]);
    }
}
