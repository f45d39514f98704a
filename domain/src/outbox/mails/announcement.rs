//! What the mail of an announcement shows: who writes, how they are reached, and how to end such mails
//! (the law on regulation of transmission of specified electronic mail).

use serde::Serialize;
use sqlx::PgConnection;

use super::queries;
use crate::accounts::link_token;
use crate::announcements::subscription::PURPOSE;
use crate::i18n::Locale;
use crate::signing::Signer;

#[derive(Clone, Debug, Serialize)]
pub struct AnnouncementView {
    pub restaurant: String,
    /// The key of the subject's text.
    pub subject_type: String,
    /// The restaurant's words, paragraph by paragraph.
    pub paragraphs: Vec<String>,
    pub address: String,
    pub phone: String,
    /// Empty when the restaurant has none.
    pub email: String,
    pub link: String,
    pub unsubscribe_link: String,
    /// For the button of the reader's mail program (RFC 8058).
    pub one_click_link: String,
}

/// Nothing when the reader has ended such mails since, unless it goes out by force.
pub async fn load(
    conn: &mut PgConnection,
    (announcement, customer): (i64, i64),
    locale: Locale,
    base_url: &str,
    signer: &Signer,
) -> sqlx::Result<Option<AnnouncementView>> {
    let Some(row) = queries::announcement(conn, announcement, customer).await? else { return Ok(None) };
    let token = link_token(signer, PURPOSE, &row.customer_uid);
    let body = row.body.replace("\r\n", "\n");
    Ok(Some(AnnouncementView {
        restaurant: locale.pick(&row.restaurant_ja, &row.restaurant_en).to_owned(),
        subject_type: row.subject_type,
        paragraphs: body.trim().split("\n\n").map(str::to_owned).collect(),
        address: locale.pick(&row.address_ja, &row.address_en).to_owned(),
        phone: row.phone,
        email: row.email,
        link: format!("{base_url}/r/{}", row.slug),
        unsubscribe_link: format!("{base_url}/announcement_subscription?token={token}"),
        one_click_link: format!("{base_url}/webhooks/announcement_unsubscription?token={token}"),
    }))
}
