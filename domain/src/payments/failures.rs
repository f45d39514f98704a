//! Words for the provider's codes of failed refunds and declined charges, and what to do about each.

use crate::i18n::{self, Locale, t};

/// The payment that failed. A code can mean different things: `insufficient_funds` is the balance of the platform, or of the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedPayment {
    Refund,
    Charge,
}

impl FailedPayment {
    const fn group(self) -> &'static str {
        match self {
            Self::Refund => "refund",
            Self::Charge => "charge",
        }
    }

    /// Returns the reason for the failure. A code without a text is another reason, which names the code.
    pub fn reason(self, locale: Locale, code: &str) -> String {
        self.text(locale, code, "reason")
    }

    /// Returns what an admin does about the failure.
    pub fn action(self, locale: Locale, code: &str) -> String {
        self.text(locale, code, "action")
    }

    fn text(self, locale: Locale, code: &str, part: &str) -> String {
        let key = |code: &str| format!("failure.{}.{code}.{part}", self.group());
        let own = key(code);
        if i18n::has(&own) { t(locale, &own, &[]) } else { t(locale, &key("other"), &[("code", &code)]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes of failed refunds in the provider's documentation, and our own.
    const REFUND_CODES: [&str; 11] = [
        "amount_too_large",
        "charge_already_refunded",
        "charge_disputed",
        "charge_for_pending_refund_disputed",
        "declined",
        "dispute_lost",
        "expired_or_canceled_card",
        "insufficient_funds",
        "invalid_request",
        "lost_or_stolen_card",
        "merchant_request",
    ];

    #[test]
    fn known_codes_have_words_and_an_action() {
        for locale in Locale::ALL {
            for code in REFUND_CODES.into_iter().chain(["unknown"]) {
                let reason = FailedPayment::Refund.reason(locale, code);
                assert!(!reason.contains('_') && !reason.contains("code:"), "{code}: {reason}");
                assert_ne!(FailedPayment::Refund.action(locale, code), reason, "{code}");
            }
        }
        let [refund, charge] = [FailedPayment::Refund, FailedPayment::Charge]
            .map(|payment| payment.reason(Locale::En, "insufficient_funds"));
        assert_eq!(refund, "The balance at the card provider is too low");
        assert_eq!(charge, "The card has insufficient funds");
    }

    #[test]
    fn unknown_code_is_named_in_a_text() {
        assert_eq!(FailedPayment::Refund.reason(Locale::En, "moonlight"), "Another reason (code: moonlight)");
        assert_eq!(FailedPayment::Charge.reason(Locale::Ja, "moonlight"), "その他の理由（コード：moonlight）");
        assert!(FailedPayment::Charge.action(Locale::En, "moonlight").starts_with("Open the payment’s page"));
    }
}
