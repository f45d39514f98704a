/// What can refuse an announcement.
#[derive(Debug, thiserror::Error)]
pub enum AnnouncementError {
    #[error("no such announcement or customer group of this restaurant")]
    NotFound,
    /// Fields, each with the code of its text.
    #[error("invalid: {0:?}")]
    Invalid(Vec<(&'static str, &'static str)>),
    #[error("nobody would get it")]
    Nobody,
    #[error("forced and partial sending, grades and schedules are the admins'")]
    AdminOnly,
    #[error("it is no draft any more")]
    NotDraft,
    #[error("it is not scheduled, or was sent meanwhile")]
    NotScheduled,
    #[error("it has not been sent yet")]
    NotSent,
    /// The most that are left.
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
            Self::Nobody => "announcement_nobody",
            Self::AdminOnly => "admin_only",
            Self::NotDraft => "announcement_not_draft",
            Self::NotScheduled => "announcement_not_scheduled",
            Self::NotSent => "announcement_not_sent",
            Self::CountOutOfRange(_) => "announcement_count_out_of_range",
            Self::Database(_) => "internal",
        }
    }
}
