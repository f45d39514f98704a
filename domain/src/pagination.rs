//! Selection of a list's rows and their order.

/// A page of a list. `sort` must be one of the list's sort fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageWindow {
    pub sort: &'static str,
    pub is_descending: bool,
    pub limit: i64,
    pub offset: i64,
}

impl PageWindow {
    /// Selects a page, newest first.
    pub const fn newest(limit: i64, offset: i64) -> Self {
        Self { sort: "id", is_descending: true, limit, offset }
    }

    /// Selects all rows, newest first.
    pub const fn everything() -> Self {
        Self::newest(i64::MAX, 0)
    }
}
