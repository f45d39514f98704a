//! The mails about an account. Each stores the uid of its token or challenge; the link or code is derived when it is sent.

use serde_json::json;

use super::links::{self, link_token};
use crate::outbox::mails::{Template, template};
use crate::outbox::{Mail, Subject};

pub const EMAIL_CONFIRMATION: Template = template!("email_confirmation");
pub const PASSWORD_RESET: Template = template!("password_reset");
pub const PHONE_MOVED: Template = template!("phone_moved");
pub const TWO_FACTOR_CODE: Template = template!("two_factor_code");

pub const MAILS: &[Mail] = &[
    Mail {
        template: EMAIL_CONFIRMATION,
        context: |_, subject| {
            let link = link(subject, "/users/confirmation?confirmation_token", links::EMAIL_CONFIRMATION);
            Box::pin(async move { Ok(Some(json!({ "link": link, "days": 3 }))) })
        },
        after: None,
    },
    Mail {
        template: PASSWORD_RESET,
        context: |_, subject| {
            let link = link(subject, "/users/password/edit?reset_password_token", links::PASSWORD_RESET);
            Box::pin(async move { Ok(Some(json!({ "link": link, "hours": 2 }))) })
        },
        after: None,
    },
    Mail {
        template: PHONE_MOVED,
        context: |_, subject| {
            let link = format!("{}/users/profile/account/tel/edit", subject.base_url);
            Box::pin(async move { Ok(Some(json!({ "link": link }))) })
        },
        after: None,
    },
    Mail {
        template: TWO_FACTOR_CODE,
        context: |_, subject| {
            let code = subject.signer.digits(links::TWO_FACTOR_CODE, subject.uid("challenge_uid"));
            Box::pin(async move { Ok(Some(json!({ "code": code, "minutes": 10 }))) })
        },
        after: None,
    },
];

fn link(subject: &Subject<'_>, place: &str, purpose: &str) -> String {
    let token = link_token(subject.signer, purpose, subject.uid("token_uid"));
    format!("{}{place}={token}", subject.base_url)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Locale;
    use crate::outbox::mails::{rendered, snapshot};

    #[test]
    fn every_mail_renders_in_both_languages() {
        let link = "https://seki.test/users/confirmation?confirmation_token=Uabc.def";
        for locale in Locale::ALL {
            snapshot(EMAIL_CONFIRMATION, locale, json!({ "link": link, "days": 3 }));
            snapshot(PASSWORD_RESET, locale, json!({ "link": link, "hours": 2 }));
            snapshot(PHONE_MOVED, locale, json!({ "link": "https://seki.test/users/profile/account/tel/edit" }));
            snapshot(TWO_FACTOR_CODE, locale, json!({ "code": "0427", "minutes": 10 }));
        }
    }

    #[test]
    fn names_are_escaped_in_html_only() {
        let sample = json!({ "link": "https://seki.test/", "hours": 2, "name": "<b>Hanako</b>" });
        let mail = rendered(PASSWORD_RESET, Locale::En, sample);
        assert!(mail.text.contains("<b>Hanako</b>"));
        assert!(mail.html.contains("&lt;b&gt;Hanako&lt;") && !mail.html.contains("<b>Hanako"));
    }
}
