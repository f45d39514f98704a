//! Lists for react-admin, in the dialect of `ra-data-simple-rest`: `filter`, `range` and `sort` as JSON in the query,
//! the total in `Content-Range` (design §3).

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use crate::error::ApiError;

const MOST_ROWS: i64 = 200;

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

/// Which rows of a list are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    pub offset: i64,
    pub limit: i64,
    pub sort: Option<(String, bool)>,
}

impl ListQuery {
    /// The filter as `F`; what cannot be read is 422.
    pub fn filter<F: DeserializeOwned + Default>(&self) -> Result<F, ApiError> {
        match self.filter.as_deref().filter(|text| !text.is_empty()) {
            Some(text) => {
                serde_json::from_str(text).map_err(|_| ApiError::invalid_fields([("filter", "field_invalid")]))
            }
            None => Ok(F::default()),
        }
    }

    /// The rows asked for, the first 20 by default, and the sorting: its field, and whether it is descending.
    pub fn window(&self) -> Window {
        let range = self.range.as_deref().and_then(|text| serde_json::from_str::<(i64, i64)>(text).ok());
        let (first, last) = range.unwrap_or((0, 19));
        let sort = self.sort.as_deref().and_then(|text| serde_json::from_str::<(String, String)>(text).ok());
        Window {
            offset: first.clamp(0, 1_000_000),
            limit: (last.saturating_sub(first).saturating_add(1)).clamp(1, MOST_ROWS),
            sort: sort.map(|(field, order)| (field, order == "DESC")),
        }
    }
}

/// Rows of a list, with their place in the whole.
pub fn listed<T: Serialize>(resource: &str, window: &Window, rows: &[T], total: i64) -> Result<Response, ApiError> {
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

    fn query(range: &str, sort: &str) -> Window {
        ListQuery { filter: None, range: Some(range.into()), sort: Some(sort.into()) }.window()
    }

    #[test]
    fn a_window_is_read_and_kept_within_bounds() {
        assert_eq!(
            query("[20,39]", r#"["id","DESC"]"#),
            Window { offset: 20, limit: 20, sort: Some(("id".into(), true)) }
        );
        assert_eq!(query("[0,999999]", "").limit, MOST_ROWS);
        assert_eq!(query("nonsense", ""), Window { offset: 0, limit: 20, sort: None });
    }

    #[test]
    fn a_filter_that_cannot_be_read_is_refused() {
        let query = ListQuery { filter: Some("{".into()), ..ListQuery::default() };
        assert!(query.filter::<serde_json::Value>().is_err());
    }
}
