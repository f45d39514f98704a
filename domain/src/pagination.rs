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

    /// Moves a page beyond the last of `total` rows to the last page. `limit` is at least 1.
    pub fn within(self, total: i64) -> Self {
        let last = (total.max(1) - 1) / self.limit * self.limit;
        Self { offset: self.offset.min(last), ..self }
    }

    /// Selects all rows, newest first.
    pub const fn everything() -> Self {
        Self::newest(i64::MAX, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_beyond_the_last_is_the_last() {
        let offset = |offset, total| PageWindow::newest(20, offset).within(total).offset;
        assert_eq!([offset(0, 0), offset(20, 0), offset(20, 20), offset(40, 41), offset(1_000, 41)], [0, 0, 0, 40, 40]);
    }
}
