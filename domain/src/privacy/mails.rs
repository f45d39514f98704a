//! The last mail of an account.

use serde_json::json;

use crate::i18n;
use crate::outbox::MailDefinition;
use crate::outbox::mails::{MailTemplate, template};

pub const ACCOUNT_DELETED: MailTemplate = template!("account_deleted");

pub const MAILS: &[MailDefinition] = &[MailDefinition {
    template: ACCOUNT_DELETED,
    context: |_, subject| {
        // The name is erased by the time the mail is sent.
        let name = i18n::t(subject.locale, "mail.account_deleted.reader", &[]);
        Box::pin(async move { Ok(Some(json!({ "name": name }))) })
    },
    after: None,
}];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Locale;
    use crate::outbox::mails::snapshot;

    #[test]
    fn every_mail_renders_in_both_languages() {
        for locale in Locale::ALL {
            snapshot(ACCOUNT_DELETED, locale, json!({}));
        }
    }
}
