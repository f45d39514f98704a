//! The mail of an announcement, with the sender, the sender's contact details and a way to unsubscribe (the law on regulation of
//! transmission of specified electronic mail).

use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::queries;
use crate::customers::mail_consent::{MailKind, UnsubscribeLinks};
use crate::ids::{AnnouncementId, CustomerId};
use crate::outbox::mails::{MailTemplate, template};
use crate::outbox::{MailDefinition, MessageSubject};
use crate::phone;

/// A restaurant's mail to its customers.
pub const ANNOUNCEMENT: MailTemplate = template!("announcement");

pub const MAILS: &[MailDefinition] = &[MailDefinition {
    template: ANNOUNCEMENT,
    context: |conn, subject| {
        Box::pin(async move {
            let view = load(conn, subject).await?;
            Ok(view.map(|view| json!({ "one_click_link": view.ways_out.one_click_link, "a": view })))
        })
    },
    after: None,
}];

#[derive(Clone, Debug, Serialize)]
struct AnnouncementView {
    pub restaurant: String,
    /// The key of the subject's text.
    pub subject_type: String,
    /// The restaurant's text, by paragraph.
    pub paragraphs: Vec<String>,
    pub address: String,
    pub phone: String,
    /// Empty when the restaurant has none.
    pub email: String,
    pub link: String,
    #[serde(flatten)]
    pub ways_out: UnsubscribeLinks,
}

/// Returns the mail's data; None if the reader has unsubscribed in the meantime, unless sending is forced.
async fn load(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> sqlx::Result<Option<AnnouncementView>> {
    let announcement = AnnouncementId(subject.id("announcement_id"));
    let customer = CustomerId(subject.id("customer_id"));
    let Some(row) = queries::find_for_mail(conn, announcement, customer).await? else { return Ok(None) };
    let (locale, base_url) = (subject.locale, subject.base_url);
    let ways_out = UnsubscribeLinks::new(subject.signer, base_url, locale, MailKind::Announcements, &row.customer_uid);
    let body = row.body.replace("\r\n", "\n");
    Ok(Some(AnnouncementView {
        restaurant: locale.pick(&row.restaurant_ja, &row.restaurant_en).to_owned(),
        subject_type: row.subject_type,
        paragraphs: body.trim().split("\n\n").map(str::to_owned).collect(),
        address: locale.pick(&row.address_ja, &row.address_en).to_owned(),
        phone: phone::format_for_locale(locale, &row.phone),
        email: row.email,
        link: format!("{base_url}/r/{}", row.slug),
        ways_out,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Locale;
    use crate::outbox::mails::snapshot;

    fn announcement(locale: Locale) -> AnnouncementView {
        let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
        AnnouncementView {
            restaurant: pick("鮨かぐら", "Sushi Kagura"),
            subject_type: "event".into(),
            paragraphs: vec![pick("新酒の会を催します。", "An evening of new sake.")],
            address: pick("東京都中央区銀座1-2-3", "1-2-3 Ginza, Chuo-ku, Tokyo"),
            phone: pick("03-0000-0000", "+81 3-0000-0000"),
            email: "kagura@seki.test".into(),
            link: "https://seki.test/r/sushi-kagura".into(),
            ways_out: UnsubscribeLinks {
                unsubscribe_link: format!("https://seki.test/{locale}/announcement_subscription?token=Uabc.def"),
                one_click_link: "https://seki.test/webhooks/announcement_unsubscription?token=Uabc.def".into(),
            },
        }
    }

    #[test]
    fn announcement_mail_renders_with_one_click_unsubscribe() {
        for locale in Locale::ALL {
            let view = announcement(locale);
            let link = view.ways_out.one_click_link.clone();
            let mail = snapshot(ANNOUNCEMENT, locale, json!({ "one_click_link": link, "a": view }));
            assert_eq!(mail.one_click_link, Some(link));
        }
    }
}
