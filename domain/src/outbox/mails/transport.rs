//! SMTP transport. The Message-ID is derived from the row, so that the receiving side recognises a mail sent twice as one.

use lettre::address::Envelope;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use super::error::MailError;
use super::render::Rendered;
use crate::config::Config;
use crate::names::carriers::smtp_parts;

/// Sends our mails.
#[derive(Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Mailer {
    /// # Errors
    /// `SMTP_URL` or `MAIL_FROM` is invalid.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        Ok(Self {
            transport: AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.smtp_url)?.build(),
            from: config.mail_from.parse()?,
        })
    }

    /// Whether the server accepts connections, with our credentials if it requires them.
    pub async fn test(&self) -> Result<bool, MailError> {
        self.transport.test_connection().await.map_err(|error| classify(&error))
    }

    /// Sends a mail. Addresses are stored in ASCII, so a recipient with any other character is rejected: IDNA would map it to another host.
    pub(super) async fn send(&self, uid: &str, recipient: &str, mail: Rendered) -> Result<(), MailError> {
        if !recipient.is_ascii() {
            return Err(MailError::Address);
        }
        let (local, host) = smtp_parts(recipient).ok_or(MailError::Address)?;
        let to = Address::new(local, host).map_err(|_| MailError::Address)?;
        // The library would read the envelope from the headers, and reject dots that only quotes allow.
        let envelope =
            Envelope::new(Some(self.from.email.clone()), vec![to.clone()]).map_err(|_| MailError::Address)?;
        let mut message = Message::builder()
            .envelope(envelope)
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(mail.subject)
            .message_id(Some(format!("<{uid}@{}>", self.from.email.domain())));
        if let Some(link) = mail.one_click_link {
            message = message.raw_header(header("List-Unsubscribe", format!("<{link}>")));
            message = message.raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        let body = MultiPart::alternative_plain_html(mail.text, mail.html);
        let body = match mail.attachment {
            Some(file) => {
                let content_type = ContentType::parse(&file.content_type).map_err(|_| MailError::Address)?;
                let file = lettre::message::Attachment::new(file.name).body(file.body, content_type);
                MultiPart::mixed().multipart(body).singlepart(file)
            }
            None => body,
        };
        let message = message.multipart(body).map_err(|_| MailError::Address)?;
        self.transport.send(message).await.map(drop).map_err(|error| classify(&error))
    }
}

/// Creates a header for which the mail library has no type.
fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// Classifies an error. A server's message may repeat the address, so only its status code is kept.
fn classify(error: &SmtpError) -> MailError {
    let status = error.status().map_or_else(|| "no answer".to_owned(), |code| code.to_string());
    if error.is_permanent() { MailError::Rejected(status) } else { MailError::Unavailable(status) }
}
