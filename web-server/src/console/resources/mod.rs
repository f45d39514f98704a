//! Lists for react-admin, in the dialect of `ra-data-simple-rest`: `filter`, `range` and `sort` as JSON in the query,
//! the total in `Content-Range`. Each resource has the calls that its list and form make, and does what the
//! specification's own calls do, by the same actions.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::pagination::Window;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::error::ApiError;

const MOST_ROWS: i64 = 200;
const FURTHEST_ROW: i64 = 1_000_000;

/// The query of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
pub struct ListQuery {
    /// A JSON object: what the list is narrowed by.
    filter: Option<String>,
    /// A JSON pair: first and last row, counted from 0.
    range: Option<String>,
    /// A JSON pair: field, and ASC or DESC.
    sort: Option<String>,
}

/// What was taken away.
#[derive(Debug, Serialize, ToSchema)]
pub struct Removed {
    pub id: i64,
}

fn json<T: DeserializeOwned>(name: &'static str, text: Option<&str>) -> Result<Option<T>, ApiError> {
    let text = text.filter(|text| !text.is_empty());
    let parsed = text.map(serde_json::from_str).transpose();
    parsed.map_err(|_| ApiError::invalid_fields([(name, "field_invalid")]))
}

impl ListQuery {
    /// The filter as `F`; one that cannot be read, or that the list does not know, is 422.
    pub fn filter<F: DeserializeOwned + Default>(&self) -> Result<F, ApiError> {
        Ok(json("filter", self.filter.as_deref())?.unwrap_or_default())
    }

    /// The rows asked for, by default the first 20, in the order asked for, by default the newest first. What cannot be
    /// read is 422, and so is a field that the list is not sorted by.
    pub fn window(&self, sorts: &[&'static str]) -> Result<Window, ApiError> {
        let invalid = |name: &'static str| ApiError::invalid_fields([(name, "field_invalid")]);
        let (first, last) = json("range", self.range.as_deref())?.unwrap_or((0, 19));
        if !(0..=FURTHEST_ROW).contains(&first) || last < first {
            return Err(invalid("range"));
        }
        let window = Window::newest(i64::min(last - first, MOST_ROWS - 1) + 1, first);
        let Some((field, order)) = json::<(String, String)>("sort", self.sort.as_deref())? else { return Ok(window) };
        let sort = sorts.iter().find(|sort| **sort == field).ok_or_else(|| invalid("sort"))?;
        let is_descending = match order.as_str() {
            "ASC" => false,
            "DESC" => true,
            _ => return Err(invalid("sort")),
        };
        Ok(Window { sort, is_descending, ..window })
    }
}

/// Rows of a list, with their place in the whole.
pub fn listed<T: Serialize>(resource: &str, window: Window, rows: &[T], total: i64) -> Result<Response, ApiError> {
    let last = window.offset + i64::try_from(rows.len()).unwrap_or_default() - 1;
    let range = format!("{resource} {}-{}/{total}", window.offset, last.max(window.offset));
    let range = HeaderValue::from_str(&range).map_err(ApiError::internal)?;
    let headers = [
        (header::CONTENT_RANGE, range),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("Content-Range")),
    ];
    Ok((headers, Json(rows)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(range: &str, sort: &str) -> Result<Window, ApiError> {
        ListQuery { filter: None, range: Some(range.into()), sort: Some(sort.into()) }.window(&["id", "status"])
    }

    #[test]
    fn a_window_is_read_and_kept_within_bounds() {
        let asked = window("[20,39]", r#"["status","ASC"]"#).expect("a window");
        assert_eq!(asked, Window { sort: "status", is_descending: false, limit: 20, offset: 20 });
        assert_eq!(window("[0,999999]", "").expect("a window").limit, MOST_ROWS);
        assert_eq!(window("", "").expect("a window"), Window::newest(20, 0));
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for (range, sort, field) in [
            ("nonsense", "", "range"),
            ("[9,0]", "", "range"),
            ("[-1,9]", "", "range"),
            ("[0,9]", r#"["body","ASC"]"#, "sort"),
            ("[0,9]", r#"["id","UP"]"#, "sort"),
            ("[0,9]", "id", "sort"),
        ] {
            let refused = window(range, sort).expect_err(sort);
            assert!(refused.fields.contains_key(field), "{range} {sort}");
        }
        let query = ListQuery { filter: Some("{".into()), ..ListQuery::default() };
        assert!(query.filter::<serde_json::Value>().is_err());
    }
}
