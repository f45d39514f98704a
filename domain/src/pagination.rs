//! Which rows of a list are asked for, and in which order.

/// A part of a list. `sort` is one of the fields that the list's query knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageWindow {
    pub sort: &'static str,
    pub is_descending: bool,
    pub limit: i64,
    pub offset: i64,
}

impl PageWindow {
    /// The newest first.
    pub const fn newest(limit: i64, offset: i64) -> Self {
        Self { sort: "id", is_descending: true, limit, offset }
    }

    /// All of them, the newest first.
    pub const fn everything() -> Self {
        Self::newest(i64::MAX, 0)
    }
}
