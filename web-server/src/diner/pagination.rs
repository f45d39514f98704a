//! The pages of a list, by their number in the address.

/// Rows of a page.
pub const PER_PAGE: i64 = 20;

/// The page number of a query; the first when it is none.
pub fn page_of(text: Option<&str>) -> i64 {
    text.and_then(|text| text.parse().ok()).unwrap_or(1).clamp(1, 10_000)
}

/// How many pages so many rows fill.
pub fn pages(total: i64) -> i64 {
    (total.max(0) + PER_PAGE - 1) / PER_PAGE
}
