//! What became of another service's list, row by row.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::text_enum::text_enum;

text_enum! {
    /// What became of a row.
    pub enum RowOutcome {
        Created = "created",
        /// Another time, party or course: it was seated anew.
        Changed = "changed",
        /// The booking stands as the row says.
        Unchanged = "unchanged",
        Cancelled = "cancelled",
        /// It was cancelled before, or never came in: nothing is to be done.
        CancelledBefore = "cancelled_before",
        Refused = "refused",
    }
}

/// A row of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowReport {
    /// The line of the list on which the row begins.
    pub line: u64,
    pub external_id: String,
    pub outcome: RowOutcome,
    /// Of a refused row: the field, where one is to blame, and the code of the reason.
    pub field: Option<&'static str>,
    pub code: Option<&'static str>,
    pub reservation_uid: Option<String>,
}

/// The whole report.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ImportReport {
    pub rows: Vec<RowReport>,
    /// False after a dry run, and when one bad row kept the others out.
    pub is_written: bool,
}

impl ImportReport {
    pub fn count(&self, outcome: RowOutcome) -> usize {
        self.rows.iter().filter(|row| row.outcome == outcome).count()
    }

    /// How many rows came out how.
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        RowOutcome::ALL.into_iter().map(|outcome| (outcome.as_str(), self.count(outcome))).collect()
    }

    pub fn has_refused(&self) -> bool {
        self.count(RowOutcome::Refused) > 0
    }
}
