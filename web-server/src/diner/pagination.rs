//! Page numbers of lists.

/// Rows per page.
pub const PER_PAGE: i64 = 20;

/// Returns the page number of a query, limited to 1–10,000; 1 when it is missing or invalid.
pub fn page_of(text: Option<&str>) -> i64 {
    text.and_then(|text| text.parse().ok()).unwrap_or(1).clamp(1, 10_000)
}

/// Returns the requested page of `total` rows, or the last page if the list has become shorter.
pub fn page_within(asked: i64, total: i64) -> i64 {
    asked.clamp(1, pages(total).max(1))
}

/// Returns the number of pages that `total` rows fill.
pub fn pages(total: i64) -> i64 {
    (total.max(0) + PER_PAGE - 1) / PER_PAGE
}
