use crate::db::violated;

/// What can refuse a change of master data.
#[derive(Debug, thiserror::Error)]
pub enum MasterError {
    #[error("no such record")]
    NotFound,
    /// Fields, each with the code of its text.
    #[error("invalid: {0:?}")]
    Invalid(Vec<(&'static str, &'static str)>),
    #[error("something refers to the record")]
    InUse,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl MasterError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Invalid(_) => "invalid_input",
            Self::InUse => "master_in_use",
            Self::Database(_) => "internal",
        }
    }

    pub fn field(name: &'static str, code: &'static str) -> Self {
        Self::Invalid(vec![(name, code)])
    }

    /// The refusal that a database error stands for: `taken` names a unique constraint and the field it is about.
    pub(super) fn of(error: sqlx::Error, taken: (&str, &'static str)) -> Self {
        match violated(&error) {
            Some(name) if name == taken.0 => Self::field(taken.1, "master_taken"),
            Some(name) if name.ends_with("_fkey") => Self::InUse,
            _ => Self::Database(error),
        }
    }

    /// The same of a removal: whatever refers to the row keeps it.
    pub(super) fn of_removal(error: sqlx::Error) -> Self {
        Self::of(error, ("", ""))
    }
}
