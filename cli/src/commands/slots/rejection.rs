//! Error messages for rejected changes of slots.

use anyhow::anyhow;
use domain::i18n::{self, Locale};
use domain::inventory::SlotError;
use domain::inventory::slot_form::SlotFormError;

/// Converts a rejection to the message that staff see.
pub fn to_message(error: SlotError) -> anyhow::Error {
    match error {
        SlotError::Database(error) => error.into(),
        refusal => {
            let most = match &refusal {
                SlotError::Invalid(SlotFormError::GuestsOutOfRange(most)) => *most,
                _ => 0,
            };
            anyhow!(i18n::t(Locale::En, &format!("errors.{}", refusal.code()), &[("max", &most)]))
        }
    }
}
