//! Changes of a receipt's payment since the receipt was issued. The receipt keeps its content; its page shows the changes.

use serde_json::json;

use super::refunds::{ChargeRefund, ReceiptChanges};
use crate::i18n::{self, Locale, t};
use crate::money::Yen;

/// Formats what happened to a receipt's payment since it was issued, for its page.
pub fn view(locale: Locale, changes: &ReceiptChanges) -> serde_json::Value {
    let refund = |refund: &ChargeRefund| {
        let (amount, date) =
            (i18n::yen(locale, refund.amount), i18n::date(locale, changes.zone.date_of(refund.refunded_at)));
        let text = t(locale, "receipt.refunded_since", &[("amount", &amount), ("date", &date)]);
        let document = refund.document.as_ref().map(|(uid, number)| {
            json!({ "text": t(locale, "receipt.see_document", &[("number", number)]), "path": format!("/receipts/{uid}") })
        });
        json!({ "text": text, "document": document })
    };
    let kept = (changes.kept_fee > Yen::ZERO)
        .then(|| t(locale, "receipt.kept_since", &[("amount", &i18n::yen(locale, changes.kept_fee))]));
    json!({
        "mark": t(locale, "receipt.refunded", &[]),
        "refunds": changes.refunds.iter().map(refund).collect::<Vec<_>>(),
        "kept": kept,
    })
}
