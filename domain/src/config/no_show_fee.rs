//! Times of the fee of a no-show (gaps G086).

use chrono::Duration;

use super::values::Values;

#[derive(Clone, Copy, Debug)]
pub struct NoShowFeeConfig {
    /// Staff may request the fee for this time after the start of the visit.
    pub request_within: Duration,
    /// Staff may withdraw it for this time; then the card is charged.
    pub undo_within: Duration,
}

impl NoShowFeeConfig {
    pub(super) fn from_values(values: &Values<'_>) -> Self {
        Self {
            request_within: values.hours("SEKI_NO_SHOW_FEE_HOURS"),
            undo_within: values.hours("SEKI_NO_SHOW_FEE_UNDO_HOURS"),
        }
    }
}
