//! Common parts of the sections' pages: the frame, the fields of their addresses, and the next page of a list.

use axum::response::Response;
use chrono::NaiveDate;
use domain::zone::parse_day;
use serde::Serialize;
use utoipa::ToSchema;

use crate::admin::restaurant::AdminAt;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

/// Rows per page of a list.
pub const PER_PAGE: usize = 50;

/// An inventory group to choose.
#[derive(Debug, Serialize, ToSchema)]
pub struct SectionInventoryGroup {
    pub id: i64,
    pub title: String,
}

/// Responds with a page of a section, inside the frame of its restaurant.
pub async fn respond<D: PageData>(
    app: &App,
    context: &Context,
    at: &AdminAt,
    title: &str,
    data: D,
) -> Result<Response, ApiError> {
    page::respond_to_admin_at(app, context, &at.admin, &at.restaurant, &context.t(title), data).await
}

/// Returns the text of a field in a form's address; None if it is blank.
pub fn non_blank(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// Parses the day of a field; 422 if it is invalid.
pub fn day(name: &'static str, text: Option<&str>) -> Result<Option<NaiveDate>, ApiError> {
    let invalid = || ApiError::invalid_fields([(name, "date_invalid")]);
    non_blank(text).map(|text| parse_day(text).ok_or_else(invalid)).transpose()
}

/// Returns the rows of a page, and the uid after which the next page begins, if there is one.
pub fn first_page<T>(mut rows: Vec<T>, uid: impl Fn(&T) -> &str) -> (Vec<T>, Option<String>) {
    let has_more = rows.len() > PER_PAGE;
    rows.truncate(PER_PAGE);
    let next = rows.last().filter(|_| has_more).map(|row| uid(row).to_owned());
    (rows, next)
}
