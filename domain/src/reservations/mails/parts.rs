//! Parts that several mails about a reservation have.

use serde_json::json;
use sqlx::PgConnection;

use crate::i18n::Locale;
use crate::ids::ReservationId;
use crate::outbox::MessageSubject;
use crate::outbox::mails::{self, MailAttachment, MailTemplate, NewMail};
use crate::reservations::calendar_file::{self, Transport};
use crate::reservations::mail_rows;

pub(super) async fn mail_to_reader(
    conn: &mut PgConnection,
    template: MailTemplate,
    id: ReservationId,
) -> sqlx::Result<Option<NewMail>> {
    let Some(reader) = mail_rows::find_reader(conn, id).await? else { return Ok(None) };
    let locale = Locale::parse(&reader.locale).unwrap_or_default();
    let mail = NewMail::to_user(template, locale, reader.user_id, &reader.email, json!({}));
    Ok(Some(NewMail { reservation_id: Some(id), ..mail }))
}

pub(super) async fn attach_calendar_file(
    conn: &mut PgConnection,
    id: ReservationId,
    subject: &MessageSubject<'_>,
    context: &mut serde_json::Value,
) -> sqlx::Result<()> {
    let (base_url, sender) = (subject.base_url, subject.sender);
    let transport = Transport { base_url, sender, recipient: Some(subject.recipient) };
    if let Some(file) = calendar_file::load(conn, id, subject.locale, transport, subject.now).await? {
        let (name, content_type) = (calendar_file::NAME.to_owned(), file.content_type.to_owned());
        context[mails::ATTACHMENT] = json!(MailAttachment { name, content_type, body: file.body });
    }
    Ok(())
}
