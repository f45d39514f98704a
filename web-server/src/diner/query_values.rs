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
}

/// The conditions of a search. Unknown values are ignored, and the page names their conditions (gaps G076).
pub struct SearchConditions<'a> {
    values: &'a QueryValues,
    ignored: Vec<String>,
}

impl<'a> SearchConditions<'a> {
    pub const fn of(values: &'a QueryValues) -> Self {
        Self { values, ignored: Vec::new() }
    }

    /// Returns the known values of a list.
    pub fn list<T>(&mut self, name: &str, known: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let given = self.values.list(name);
        let found: Vec<_> = given.iter().filter_map(|value| known(value)).collect();
        if found.len() < given.len() {
            self.ignore(name);
        }
        found
    }

    /// Returns a value if it is given and known.
    pub fn one<T>(&mut self, name: &str, known: impl Fn(&str) -> Option<T>) -> Option<T> {
        let found = known(self.values.one(name)?);
        if found.is_none() {
            self.ignore(name);
        }
        found
    }

    /// Returns the id of a record; an id without a record is known, and matches nothing.
    pub fn id(&mut self, name: &str) -> Option<i64> {
        self.one(name, |text| text.parse().ok())
    }

    /// Returns the facilities that a restaurant must have, in the order of display.
    pub fn facilities(&mut self) -> Vec<Facility> {
        let named = self.list("facilities", Facility::named);
        Facility::ALL.into_iter().filter(|facility| named.contains(facility)).collect()
    }

    pub fn ignore(&mut self, name: &str) {
        self.ignored.push(name.to_owned());
    }

    /// Returns the names of the conditions of which a value was ignored.
    pub fn ignored(self) -> Vec<String> {
        self.ignored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_repeat_have_brackets_or_commas() {
        let values = QueryValues::parse(Some("facilities[]=parking&facilities=wheelchair_access,%00,sauna&page=%202"));
        assert_eq!(values.list("facilities"), ["parking", "wheelchair_access", "\0", "sauna"]);
        assert_eq!((values.one("page"), values.one("none")), (Some("2"), None));
        assert!(QueryValues::parse(None).list("facilities").is_empty());
    }

    #[test]
    fn unknown_values_are_ignored_and_their_conditions_named() {
        let values = QueryValues::parse(Some("facilities=parking,sauna,wheelchair_access&area=zzz&cuisine=5&page=x"));
        let mut conditions = SearchConditions::of(&values);
        assert_eq!(conditions.facilities(), [Facility::WheelchairAccess, Facility::Parking]);
        assert_eq!((conditions.id("area"), conditions.id("cuisine"), conditions.id("none")), (None, Some(5), None));
        assert_eq!(conditions.ignored(), ["facilities", "area"]);
    }
}
