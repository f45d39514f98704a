//! The filter of a list: a JSON object with fields of its rows.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use serde_json::{Map, Value};

use super::{Field, FieldKind, Listing, SEARCH};
use crate::names::folding;
use crate::zone::{Zone, parse_day};

/// Maximum number of alternatives of one field, and of letters of a text.
const MAX_ALTERNATIVES: usize = 500;
const MAX_LETTERS: usize = 200;
/// Suffixes of a field's bounds, which include their values.
const LOWER: &str = "_gte";
const UPPER: &str = "_lte";

/// The list has no such field, or the field has no such value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the filter of a list is invalid")]
pub struct InvalidFilter;

/// Conditions of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListFilter {
    pub(super) conditions: Vec<Condition>,
    /// The text of the search.
    pub(super) words: Option<String>,
}

/// A comparison of a field's SQL with a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Condition {
    pub sql: &'static str,
    pub test: Test,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    Texts(Vec<String>),
    /// A regular expression for the folded text.
    Contains(String),
    Numbers(Vec<i64>),
    Days(Vec<NaiveDate>),
    Is(bool),
    Number(Comparison, i64),
    Time(Comparison, DateTime<Utc>),
    Day(Comparison, NaiveDate),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    AtLeast,
    AtMost,
    Before,
}

impl Comparison {
    pub const fn operator(self) -> &'static str {
        match self {
            Self::AtLeast => " >= ",
            Self::AtMost => " <= ",
            Self::Before => " < ",
        }
    }
}

impl ListFilter {
    /// Parses the filter of a list. A blank value, null and an empty list restrict nothing, but an empty list of ids finds no row: it is
    /// a selection of rows, and not a choice that is left open.
    pub fn parse(listing: &Listing, given: &Map<String, Value>) -> Result<Self, InvalidFilter> {
        let mut filter = Self::default();
        for (name, value) in given {
            if name == SEARCH && listing.search.is_some() {
                filter.words = Some(text(value)?.trim().to_owned()).filter(|words| !words.is_empty());
                continue;
            }
            let (field, bound) = find(listing, name).ok_or(InvalidFilter)?;
            let is_selection = bound.is_none() && listing.is_id(field) && value.is_array();
            if is_blank(value) && !is_selection {
                continue;
            }
            let tests = match bound {
                None => equal(field.kind, value)?,
                Some(bound) => Some(bounded(field.kind, bound, value)?),
            };
            filter.conditions.extend(tests.map(|test| Condition { sql: field.filter, test }));
        }
        Ok(filter)
    }

    /// Reports whether the list shows all rows.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the field of a name, and the comparison of its suffix.
fn find(listing: &Listing, name: &str) -> Option<(&'static Field, Option<Comparison>)> {
    let has_bounds = |field: &&Field| matches!(field.kind, FieldKind::Number | FieldKind::Time | FieldKind::Day);
    let bound = |suffix: &str| listing.field(name.strip_suffix(suffix)?).filter(has_bounds);
    let is_filtered = |field: &&Field| field.kind.is_filtered() && field.kind != FieldKind::Time;
    let plain = listing.field(name).filter(is_filtered).map(|field| (field, None));
    let lower = || bound(LOWER).map(|field| (field, Some(Comparison::AtLeast)));
    let upper = || bound(UPPER).map(|field| (field, Some(Comparison::AtMost)));
    plain.or_else(lower).or_else(upper)
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(values) => values.is_empty(),
        _ => false,
    }
}

fn equal(kind: FieldKind, value: &Value) -> Result<Option<Test>, InvalidFilter> {
    Ok(Some(match kind {
        FieldKind::Text | FieldKind::Phone => Test::Texts(all(value, text)?),
        FieldKind::Choice(names) => {
            let texts = all(value, text)?;
            if texts.iter().any(|text| !names.contains(&text.as_str())) {
                return Err(InvalidFilter);
            }
            Test::Texts(texts)
        }
        FieldKind::Words => return Ok(folding::pattern(&text(value)?).map(Test::Contains)),
        FieldKind::Number => Test::Numbers(all(value, number)?),
        FieldKind::Day => Test::Days(all(value, day)?),
        FieldKind::Flag => Test::Is(flag(value)?),
        FieldKind::Time | FieldKind::Shown | FieldKind::ShownPhone => return Err(InvalidFilter),
    }))
}

fn bounded(kind: FieldKind, bound: Comparison, value: &Value) -> Result<Test, InvalidFilter> {
    match kind {
        FieldKind::Number => Ok(Test::Number(bound, number(value)?)),
        FieldKind::Day => Ok(Test::Day(bound, day(value)?)),
        FieldKind::Time => time(bound, &text(value)?).ok_or(InvalidFilter),
        _ => Err(InvalidFilter),
    }
}

/// Parses an instant, or a day in Japan: its beginning as the lower bound, its end as the upper one.
fn time(bound: Comparison, text: &str) -> Option<Test> {
    let zone = Zone::default();
    let midnight = |day: NaiveDate| zone.at(day, NaiveTime::MIN);
    match (parse_day(text), bound) {
        (Some(day), Comparison::AtLeast) => Some(Test::Time(bound, midnight(day))),
        (Some(day), _) => Some(Test::Time(Comparison::Before, midnight(day.checked_add_days(Days::new(1))?))),
        (None, _) => {
            let at = zone.parse(text)?;
            parse_day(&zone.date_of(at).to_string()).map(|_| Test::Time(bound, at))
        }
    }
}

/// Parses one value, or several.
fn all<T>(value: &Value, parse: fn(&Value) -> Result<T, InvalidFilter>) -> Result<Vec<T>, InvalidFilter> {
    match value {
        Value::Array(values) if values.len() > MAX_ALTERNATIVES => Err(InvalidFilter),
        Value::Array(values) => values.iter().map(parse).collect(),
        value => Ok(vec![parse(value)?]),
    }
}

fn text(value: &Value) -> Result<String, InvalidFilter> {
    let text = value.as_str().ok_or(InvalidFilter)?;
    // PostgreSQL has no text with a NUL.
    if text.contains('\0') || text.chars().count() > MAX_LETTERS { Err(InvalidFilter) } else { Ok(text.to_owned()) }
}

fn number(value: &Value) -> Result<i64, InvalidFilter> {
    let typed = || value.as_str().and_then(|text| text.parse().ok());
    value.as_i64().or_else(typed).ok_or(InvalidFilter)
}

fn day(value: &Value) -> Result<NaiveDate, InvalidFilter> {
    value.as_str().and_then(parse_day).ok_or(InvalidFilter)
}

fn flag(value: &Value) -> Result<bool, InvalidFilter> {
    match value {
        Value::Bool(flag) => Ok(*flag),
        Value::String(text) => text.parse().map_err(|_| InvalidFilter),
        _ => Err(InvalidFilter),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "t.id"),
            Field::text("slug", "t.slug"),
            Field::choice("status", "t.status", &["open", "closed"]),
            Field::words("name", "t.name"),
            Field::flag("is_open", "t.is_open"),
            Field::time("created_at", "t.created_at"),
            Field::day("date", "t.date"),
            Field::phone("phone", "t.phone"),
            Field::shown("memo", "t.memo"),
            Field::shown_phone("guest_phone", "t.guest_phone"),
        ],
        tables: "t",
        only: "true",
        search: Some("t.slug = {search}"),
    };

    fn parse(given: Value) -> Result<ListFilter, InvalidFilter> {
        ListFilter::parse(&LISTING, given.as_object().expect("an object"))
    }

    fn test(given: Value) -> Test {
        parse(given).expect("a valid filter").conditions.pop().expect("a condition").test
    }

    #[test]
    fn values_match_by_the_kind_of_their_field() {
        assert_eq!(test(json!({ "id": [1, "2"] })), Test::Numbers(vec![1, 2]));
        assert_eq!(test(json!({ "slug": "a" })), Test::Texts(vec!["a".to_owned()]));
        assert_eq!(test(json!({ "status": ["open", "closed"] })), Test::Texts(vec!["open".into(), "closed".into()]));
        assert_eq!(test(json!({ "is_open": "false" })), Test::Is(false));
        assert_eq!(test(json!({ "id_lte": 5 })), Test::Number(Comparison::AtMost, 5));
        assert_eq!(parse(json!({ "q": " x " })).expect("a search").words.as_deref(), Some("x"));
        for blank in [json!({ "slug": "" }), json!({ "id": null }), json!({ "name": " " }), json!({ "q": "" })] {
            assert!(parse(blank.clone()).expect("no restriction").is_empty(), "{blank}");
        }
    }

    #[test]
    fn empty_list_of_ids_finds_no_row() {
        assert_eq!(test(json!({ "id": [] })), Test::Numbers(Vec::new()));
        for open in [json!({ "slug": [] }), json!({ "status": [] }), json!({ "id_gte": [] })] {
            assert!(parse(open.clone()).expect("no restriction").is_empty(), "{open}");
        }
    }

    #[test]
    fn days_bound_instants_in_japan() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().expect("an instant");
        let from = test(json!({ "created_at_gte": "2026-12-01" }));
        assert_eq!(from, Test::Time(Comparison::AtLeast, at("2026-11-30T15:00:00Z")));
        let till = test(json!({ "created_at_lte": "2026-12-01" }));
        assert_eq!(till, Test::Time(Comparison::Before, at("2026-12-01T15:00:00Z")));
        let exact = test(json!({ "created_at_lte": "2026-12-01T10:00:00+09:00" }));
        assert_eq!(exact, Test::Time(Comparison::AtMost, at("2026-12-01T01:00:00Z")));
    }

    #[test]
    fn unknown_fields_and_values_are_invalid() {
        for given in [
            json!({ "secret": 1 }),
            json!({ "slug_gte": "a" }),
            json!({ "created_at": "2026-12-01" }),
            json!({ "memo": "x" }),
            json!({ "guest_phone": "+819012345678" }),
            json!({ "id": "x" }),
            json!({ "id": 0.5 }),
            json!({ "status": "unheard of" }),
            json!({ "status": [null] }),
            json!({ "is_open": 1 }),
            json!({ "date": "2026-02-30" }),
            json!({ "created_at_gte": "+262142-12-31T23:59:59Z" }),
            json!({ "slug": {} }),
            json!({ "slug": "x".repeat(201) }),
            json!({ "slug": "\0" }),
            json!({ "q": "x\0" }),
            json!({ "q": [] }),
        ] {
            assert_eq!(parse(given.clone()), Err(InvalidFilter), "{given}");
        }
    }
}
