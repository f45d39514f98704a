/// Reasons to reject an operation on an announcement.
#[derive(Debug, thiserror::Error)]
pub enum AnnouncementError {
    #[error("no such announcement or customer group of this restaurant")]
    NotFound,
    /// Invalid fields, each with the code of its message.
    #[error("invalid: {0:?}")]
    Invalid(Vec<(&'static str, &'static str)>),
    #[error("the announcement has no recipients")]
    NoRecipients,
    #[error("only admins may force sending, limit recipients, choose grades and schedule")]
    AdminOnly,
    #[error("the announcement is not a draft any more")]
    NotDraft,
    #[error("the announcement is not scheduled, or was sent in the meantime")]
    NotScheduled,
    #[error("the announcement has not been sent yet")]
    NotSent,
    #[error("the announcement is not being sent")]
    NotSending,
    #[error("the announcement is not stopped, or its last mails are still being dropped")]
    NotStopped,
    #[error("the announcement was stopped: it is resumed instead of sent again")]
    Stopped,
    #[error("an admin stopped the announcement, so only admins resume it")]
    StoppedByAdmin,
    /// Number of remaining recipients.
    #[error("the count must be between 1 and {0}")]
    CountOutOfRange(i64),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl AnnouncementError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Invalid(_) => "invalid_input",
            Self::NoRecipients => "announcement_nobody",
            Self::AdminOnly => "admin_only",
            Self::NotDraft => "announcement_not_draft",
            Self::NotScheduled => "announcement_not_scheduled",
            Self::NotSent => "announcement_not_sent",
            Self::NotSending => "announcement_not_sending",
            Self::NotStopped => "announcement_not_stopped",
            Self::Stopped => "announcement_stopped",
            Self::StoppedByAdmin => "announcement_stopped_by_admin",
            Self::CountOutOfRange(_) => "announcement_count_out_of_range",
            Self::Database(_) => "internal",
        }
    }
}
