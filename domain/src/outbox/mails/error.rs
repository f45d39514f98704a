/// Reasons why a mail was not sent. No variant contains an address or a server's message, which often repeats it.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error("mail {0} is unknown")]
    Unknown(i64),
    #[error("mail {0} is not due yet")]
    Early(i64),
    #[error("there is no mail template {0:?}")]
    Template(String),
    #[error("the mail cannot be rendered: {0}")]
    Render(#[from] minijinja::Error),
    #[error("the address is invalid")]
    Address,
    #[error("the mail server rejects it permanently ({0})")]
    Rejected(String),
    #[error("the mail server cannot be reached or is busy ({0})")]
    Unavailable(String),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl MailError {
    /// Whether a retry may succeed.
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Early(_) | Self::Unavailable(_) | Self::Database(_))
    }
}
