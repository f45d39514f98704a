//! The events that a security alert reports, and the keys of its context.

use crate::text_enum::text_enum;

text_enum! {
    /// The event; the mail's texts are `mail.security_alert.<alert>`.
    pub enum Alert {
        PasswordChanged = "password_changed",
        EmailChanged = "email_changed",
        PhoneChanged = "phone_changed",
        NewBrowser = "new_browser",
        CardAdded = "card_added",
        CardReplaced = "card_replaced",
        FactorAdded = "factor_added",
        MailedCodeAdded = "mailed_code_added",
        FactorRemoved = "factor_removed",
        PasskeyAdded = "passkey_added",
        PasskeyRemoved = "passkey_removed",
        RecoveryCodesRenewed = "recovery_codes_renewed",
        RecoveryCodeUsed = "recovery_code_used",
    }
}

/// Keys of the context of `PhoneChanged`: the last digits of the two numbers. The whole numbers are not mailed.
pub(super) const NUMBER_BEFORE: &str = "number_before";
pub(super) const NUMBER_AFTER: &str = "number_after";
