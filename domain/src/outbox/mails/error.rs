/// Why a mail was not sent. No variant holds an address or a server's words, which often repeat it.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error("mail {0} is unknown")]
    Unknown(i64),
    #[error("mail {0} is not due yet")]
    Early(i64),
    #[error("no mail is called {0:?}")]
    Template(String),
    #[error("the mail cannot be put together: {0}")]
    Render(#[from] minijinja::Error),
    #[error("the address cannot be written to")]
    Address,
    #[error("the mail server refuses it for good ({0})")]
    Refused(String),
    #[error("the mail server cannot be reached or is busy ({0})")]
    Unavailable(String),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl MailError {
    /// Whether another try may succeed.
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Early(_) | Self::Unavailable(_) | Self::Database(_))
    }
}
