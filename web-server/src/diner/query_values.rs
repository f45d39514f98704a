//! Values of a query string whose names may repeat.

use domain::restaurants::facilities::Facility;

/// Maximum number of values of a list; more are ignored.
const MAX_VALUES: usize = 100;

/// The query's values by name: a list may come several times, with `[]`, or with commas.
pub struct QueryValues(Vec<(String, String)>);

impl QueryValues {
    pub fn parse(query: Option<&str>) -> Self {
        let url = reqwest::Url::parse(&format!("query:/?{}", query.unwrap_or_default()));
        Self(url.map(|url| url.query_pairs().into_owned().collect()).unwrap_or_default())
    }

    pub fn list(&self, name: &str) -> Vec<&str> {
        let named = self.0.iter().filter(|(key, _)| key.trim_end_matches("[]") == name);
        let all = named.flat_map(|(_, value)| value.split(',')).map(str::trim).filter(|value| !value.is_empty());
        all.take(MAX_VALUES).collect()
    }

    pub fn one(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.trim());
        found.filter(|value| !value.is_empty())
    }

    /// Returns the facilities that a restaurant must have; unknown ones are skipped, as other conditions are (gaps G076).
    pub fn facilities(&self) -> Vec<Facility> {
        let named = self.list("facilities");
        Facility::ALL.into_iter().filter(|facility| named.contains(&facility.as_str())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_repeat_have_brackets_or_commas() {
        let values = QueryValues::parse(Some("facilities[]=parking&facilities=wheelchair_access,%00,sauna&page=%202"));
        assert_eq!(values.list("facilities"), ["parking", "wheelchair_access", "\0", "sauna"]);
        assert_eq!(values.facilities(), [Facility::WheelchairAccess, Facility::Parking]);
        assert_eq!((values.one("page"), values.one("none")), (Some("2"), None));
        assert!(QueryValues::parse(None).facilities().is_empty());
    }
}
