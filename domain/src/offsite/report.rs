//! The result of importing another service's list, row by row.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use crate::text_enum::text_enum;

text_enum! {
    /// Result of a row.
    pub enum RowOutcome {
        Created = "created",
        /// The time, party, course or kind of seats differed, and its seats were assigned again; or the guest's name, number or address was
        /// corrected.
        Changed = "changed",
        /// The booking has the time, party, course, kind of seats and guest of the row. Other fields are of a new booking only.
        Unchanged = "unchanged",
        Cancelled = "cancelled",
        /// It was cancelled before, or never imported: nothing to do.
        CancelledBefore = "cancelled_before",
        Rejected = "refused",
        /// The row is valid, but was not written because another row is invalid.
        Skipped = "skipped",
    }
}

/// A row of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowReport {
    /// Line of the list on which the row begins.
    pub line: u64,
    pub external_id: String,
    pub outcome: RowOutcome,
    /// For a rejected row: the field, if one caused it, and the code of the reason.
    pub field: Option<&'static str>,
    pub code: Option<&'static str>,
    pub reservation_uid: Option<String>,
}

/// The whole report.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ImportReport {
    pub rows: Vec<RowReport>,
    /// False after a dry run, and if one invalid row rejected all.
    pub is_written: bool,
}

impl ImportReport {
    pub fn count(&self, outcome: RowOutcome) -> usize {
        self.rows.iter().filter(|row| row.outcome == outcome).count()
    }

    /// Counts the rows by result; `skipped` only if there are any.
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let counts = RowOutcome::ALL.into_iter().map(|outcome| (outcome, self.count(outcome)));
        let counts = counts.filter(|(outcome, count)| *outcome != RowOutcome::Skipped || *count > 0);
        counts.map(|(outcome, count)| (outcome.as_str(), count)).collect()
    }

    /// Removes the uids of bookings that were rolled back, also from later rows of the same bookings.
    pub(super) fn forget_created(&mut self) {
        let created = self.rows.iter().filter(|row| row.outcome == RowOutcome::Created);
        let uids: HashSet<_> = created.filter_map(|row| row.reservation_uid.clone()).collect();
        for row in &mut self.rows {
            if row.reservation_uid.as_ref().is_some_and(|uid| uids.contains(uid)) {
                row.reservation_uid = None;
            }
        }
    }

    /// Marks the rows that an invalid row prevented from being written.
    pub(super) fn skip_unwritten(&mut self) {
        for row in &mut self.rows {
            if matches!(row.outcome, RowOutcome::Created | RowOutcome::Changed | RowOutcome::Cancelled) {
                row.outcome = RowOutcome::Skipped;
            }
        }
    }

    pub fn has_rejected(&self) -> bool {
        self.count(RowOutcome::Rejected) > 0
    }
}
