use crate::db::violated_constraint;

/// Reasons to reject a change of master data.
#[derive(Debug, thiserror::Error)]
pub enum MasterError {
    #[error("no such record")]
    NotFound,
    /// Invalid fields, each with the code of its message.
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

    /// Converts a database error to the error of the violated constraint: `constraints` name a field and a code each.
    pub(super) fn about(self, constraints: &[(&str, &'static str, &'static str)]) -> Self {
        let Self::Database(error) = &self else { return self };
        let Some(name) = violated_constraint(error) else { return self };
        match constraints.iter().find(|(constraint, ..)| *constraint == name) {
            Some(&(_, field, code)) => Self::field(field, code),
            None if name.ends_with("_fkey") => Self::InUse,
            None => self,
        }
    }

    /// Converts the error of a deletion: a violated foreign key means that the record is in use.
    pub(super) fn from_deletion(error: sqlx::Error) -> Self {
        Self::Database(error).about(&[])
    }
}
