//! Links to maps.

use reqwest::Url;

/// A page that shows a place on every phone and computer, in a map application if there is one.
const SEARCH: &str = "https://www.google.com/maps/search/?api=1";

/// Returns the map search for a restaurant; None without an address.
pub fn link(name: &str, address: &str) -> Option<String> {
    if address.trim().is_empty() {
        return None;
    }
    let place = format!("{name} {address}");
    Url::parse_with_params(SEARCH, [("query", place.trim())]).ok().map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_link_has_name_and_address() {
        let found = link("鮨かぐら & Co", "東京都中央区銀座1-2-3").unwrap();
        let pairs: Vec<_> = Url::parse(&found).unwrap().query_pairs().into_owned().collect();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(pairs, [pair("api", "1"), pair("query", "鮨かぐら & Co 東京都中央区銀座1-2-3")]);
        assert_eq!(link("鮨かぐら", " "), None);
    }
}
