//! The mail about a cancellation slot.

use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::queries;
use crate::availability;
use crate::customers::mail_consent::{MailKind, UnsubscribeLinks};
use crate::i18n::{self, t};
use crate::ids::{CustomerId, OnlineCancellationReleaseId};
use crate::outbox::mails::{MailTemplate, template};
use crate::outbox::{MailDefinition, MessageSubject};
use crate::phone;

/// A cancellation slot has opened to the reader's group.
pub const RELEASED: MailTemplate = template!("standby_released");

/// Key under which a mail stores the id of its release.
pub const RELEASE_ID: &str = "online_cancellation_release_id";

/// Key under which a mail stores its reader, as the restaurant's customer.
pub const CUSTOMER_ID: &str = "customer_id";

pub const MAILS: &[MailDefinition] = &[MailDefinition {
    template: RELEASED,
    context: |conn, subject| {
        Box::pin(async move {
            let view = load(conn, subject).await?;
            Ok(view.map(|view| json!({ "one_click_link": view.ways_out.one_click_link, "s": view })))
        })
    },
    after: None,
}];

/// All fields are text in the mail's language and the restaurant's zone.
#[derive(Clone, Debug, Serialize)]
struct StandbyView {
    pub restaurant: String,
    pub date: String,
    pub time: String,
    pub seat: String,
    /// The largest party that fits.
    pub guests: String,
    pub link: String,
    pub address: String,
    pub phone: String,
    /// Empty when the restaurant has none.
    pub email: String,
    #[serde(flatten)]
    pub ways_out: UnsubscribeLinks,
}

/// Returns the mail's data; None if the slot is booked, open to all customers, deleted or past by now, on a day that was closed or that the
/// reader cannot book, if the restaurant is hidden, or if the reader does not want such mails any more.
async fn load(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> sqlx::Result<Option<StandbyView>> {
    let release = OnlineCancellationReleaseId(subject.id(RELEASE_ID));
    let customer = CustomerId(subject.id(CUSTOMER_ID));
    let now = subject.now;
    let Some(row) = queries::find_standby(conn, release, customer, now).await? else { return Ok(None) };
    let viewer = availability::queries::find_viewer(conn, row.restaurant, Some(row.user), now).await?;
    if viewer.access.is_refused || !viewer.window(now).covers(row.date) {
        return Ok(None);
    }
    let (locale, base_url) = (subject.locale, subject.base_url);
    Ok(Some(StandbyView {
        restaurant: locale.pick(&row.restaurant_ja, &row.restaurant_en).to_owned(),
        date: i18n::date(locale, row.date),
        time: i18n::time_of_day(row.starts_at, i18n::zone(&row.time_zone)),
        seat: locale.pick(&row.seat_ja, &row.seat_en).to_owned(),
        guests: t(locale, "mail.standby_released.up_to", &[("count", &row.guests)]),
        link: format!("{base_url}/r/{}", row.slug),
        address: locale.pick(&row.address_ja, &row.address_en).to_owned(),
        phone: phone::format_for_locale(locale, &row.phone),
        email: row.email,
        ways_out: UnsubscribeLinks::new(subject.signer, base_url, locale, MailKind::Standby, &row.customer_uid),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Locale;
    use crate::outbox::mails::snapshot;

    fn standby(locale: Locale) -> StandbyView {
        let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
        StandbyView {
            restaurant: pick("鮨かぐら", "Sushi Kagura"),
            date: pick("2026年11月28日（土）", "Sat, 28 Nov 2026"),
            time: "18:00".into(),
            seat: pick("カウンター", "Counter"),
            guests: pick("2名様", "2 guests"),
            link: "https://seki.test/r/sushi-kagura".into(),
            address: pick("東京都中央区銀座1-2-3", "1-2-3 Ginza, Chuo-ku, Tokyo"),
            phone: pick("03-0000-0000", "+81 3-0000-0000"),
            email: "kagura@seki.test".into(),
            ways_out: UnsubscribeLinks {
                unsubscribe_link: format!("https://seki.test/{locale}/announcement_subscription?token=Uabc.def"),
                one_click_link: "https://seki.test/webhooks/announcement_unsubscription?token=Uabc.def".into(),
            },
        }
    }

    #[test]
    fn standby_mail_renders_with_one_click_unsubscribe() {
        for locale in Locale::ALL {
            let view = standby(locale);
            let link = view.ways_out.one_click_link.clone();
            let mail = snapshot(RELEASED, locale, json!({ "one_click_link": link, "s": view }));
            assert_eq!(mail.one_click_link, Some(link));
        }
    }
}
