//! Lists of master data. The records of one kind are few: all are read, then sorted and filtered by their fields in memory.

use std::cmp::Ordering;
use std::fmt;

use axum::response::Response;
use domain::audit::{self, Actor, Event};
use domain::i18n::Locale;
use domain::ids::RestaurantId;
use domain::names::folding::fold;
use domain::zone::Zone;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use crate::console::csv;
use crate::console::list_texts::ListTexts;
use crate::console::resources::{ListQuery, invalid, respond_with_list};
use crate::http::error::ApiError;
use crate::state::App;

/// The suffix of a list's CSV file.
const FILE: &str = ".csv";
/// The field of a filter that searches all fields.
const SEARCH: &str = "q";
/// Names of the records' own order.
const OWN_ORDER: [&str; 2] = ["id", "position"];

/// Splits the last part of an address: the kind of records, and whether its file is requested.
pub fn kind_of(name: &str) -> (&str, bool) {
    name.strip_suffix(FILE).map_or((name, false), |kind| (kind, true))
}

/// The list of one kind of records, as an admin requests it.
pub struct MasterList<'a> {
    pub app: &'a App,
    pub actor: Actor,
    /// None for records of all restaurants.
    pub restaurant: Option<RestaurantId>,
    pub kind: &'a str,
    pub is_file: bool,
    /// Language of the file.
    pub locale: Locale,
}

impl MasterList<'_> {
    /// Responds with the requested range of the records, or with all of them as a CSV file. 422 for a field that the records lack. An
    /// ascending order by `id` or `position` is their own, in which diners and staff see them.
    pub async fn respond(&self, records: &[impl Serialize], query: &ListQuery) -> Result<Response, ApiError> {
        let first = records.first().map(serde_json::to_string).transpose().map_err(ApiError::internal)?;
        let records =
            records.iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>().map_err(ApiError::internal)?;
        let (window, selected) = (query.range()?, select(records, query)?);
        if self.is_file {
            return self.respond_with_file(&fields_of(first.as_deref())?, &selected).await;
        }
        let total = i64::try_from(selected.len()).unwrap_or(i64::MAX);
        let within = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let rows: Vec<_> = selected.into_iter().skip(within(window.offset)).take(within(window.limit)).collect();
        respond_with_list(self.kind, window, &rows, total)
    }

    /// The file is recorded in the audit log.
    async fn respond_with_file(&self, fields: &[String], records: &[Value]) -> Result<Response, ApiError> {
        let now = self.app.clock.now();
        let detail = json!({ "list": self.kind, "rows": records.len() });
        let (actor, restaurant) = (self.actor, self.restaurant);
        let event = Event { actor, action: "list.exported", restaurant, reservation: None, detail };
        audit::record(&mut *self.app.pool.acquire().await?, now, event).await?;
        let texts = ListTexts { list: self.kind, locale: self.locale };
        let header: Vec<_> = fields.iter().map(|field| texts.head(field)).collect();
        let cells = |row: &Value| fields.iter().map(|field| texts.value(field, &row[field])).collect::<Vec<_>>();
        let rows: Vec<_> = records.iter().map(cells).collect();
        csv::respond_with_rows(&format!("{}-{}", self.kind, Zone::default().date_of(now)), &header, &rows)
    }
}

/// The names of an object's fields in the order of its text, which `Value` does not keep.
struct FieldNames(Vec<String>);

impl<'de> Deserialize<'de> for FieldNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = FieldNames;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FieldNames, A::Error> {
                let mut names = Vec::new();
                while let Some((name, _)) = map.next_entry::<String, IgnoredAny>()? {
                    names.push(name);
                }
                Ok(FieldNames(names))
            }
        }
        deserializer.deserialize_map(Names)
    }
}

/// Returns the names of the fields of a record's JSON in the order of its type, which is that of the forms; none without a record.
fn fields_of(record: Option<&str>) -> Result<Vec<String>, ApiError> {
    let names = record.map(serde_json::from_str::<FieldNames>).transpose().map_err(ApiError::internal)?;
    Ok(names.map(|FieldNames(names)| names).unwrap_or_default())
}

/// Returns the names of the records' fields, which are the same for all of one kind.
fn fields(records: &[Value]) -> impl Iterator<Item = &str> {
    records.first().and_then(Value::as_object).into_iter().flat_map(Map::keys).map(String::as_str)
}

fn select(mut records: Vec<Value>, query: &ListQuery) -> Result<Vec<Value>, ApiError> {
    let filter: Map<String, Value> = query.filter()?;
    let is_known = |field: &str| records.is_empty() || fields(&records).any(|known| known == field);
    let is_valid = |(field, wanted): (&String, &Value)| match field.as_str() {
        SEARCH => wanted.is_string() || wanted.is_null(),
        field => is_known(field),
    };
    if !filter.iter().all(is_valid) {
        return Err(invalid("filter"));
    }
    let sort = query.sort()?;
    if sort.as_ref().is_some_and(|(field, _)| !OWN_ORDER.contains(&field.as_str()) && !is_known(field)) {
        return Err(invalid("sort"));
    }
    records.retain(|record| filter.iter().all(|(field, wanted)| matches(record, field, wanted)));
    if let Some((field, is_descending)) = sort {
        if !OWN_ORDER.contains(&field.as_str()) {
            records.sort_by(|a, b| compare(&a[&field], &b[&field]));
        }
        if is_descending {
            records.reverse();
        }
    }
    Ok(records)
}

/// Whether a record has the value, or one of several values. As in `domain::listing`, a blank value restricts nothing, and an empty list
/// of ids finds no record.
fn matches(record: &Value, field: &str, wanted: &Value) -> bool {
    match (field, wanted) {
        (_, Value::Array(several)) if several.is_empty() => field != "id",
        (_, one) if text(one).trim().is_empty() => true,
        (SEARCH, Value::String(words)) => {
            let values = record.as_object().into_iter().flat_map(Map::values);
            let words = fold(words);
            values.filter_map(Value::as_str).any(|value| fold(value).contains(&words))
        }
        (_, Value::Array(several)) => several.iter().any(|one| text(one) == text(&record[field])),
        _ => text(wanted) == text(&record[field]),
    }
}

fn compare(a: &Value, b: &Value) -> Ordering {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => text(a).cmp(&text(b)),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_in_the_order_of_the_record() {
        assert_eq!(
            fields_of(Some(r#"{"id":1,"title":{"b":1,"a":2},"amount":[3]}"#)).unwrap(),
            ["id", "title", "amount"]
        );
        assert!(fields_of(None).unwrap().is_empty());
    }
}
