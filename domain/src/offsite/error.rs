//! Errors of a list as a whole.

/// Maximum number of rows of one call.
pub const MAX_ROWS: usize = 20_000;
/// Maximum size of a list that is sent to the server: 1 MB.
pub const MAX_FILE_BYTES: usize = 1024 * 1024;

/// Reasons to reject a whole list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("the list is empty")]
    Empty,
    #[error("more than {MAX_ROWS} rows")]
    TooMany,
    #[error("more than {MAX_FILE_BYTES} bytes")]
    TooLarge,
    /// In no supported encoding; the first position that cannot be read, counted from 1.
    #[error("line {line}, column {column} cannot be read; save the file as UTF-8 or Shift_JIS")]
    Encoding { line: usize, column: usize },
    #[error("the list is not in this format: {0}")]
    Unreadable(String),
    #[error("the header has no column {0}")]
    Missing(&'static str),
    #[error("the header has an unknown column, or a duplicate one: {0}")]
    Unknown(String),
}

impl FormatError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Empty => "offsite_list_empty",
            Self::TooMany => "offsite_list_too_long",
            Self::TooLarge => "offsite_list_too_large",
            Self::Encoding { .. } => "offsite_list_encoding",
            Self::Unreadable(_) => "offsite_list_unreadable",
            Self::Missing(_) => "offsite_column_missing",
            Self::Unknown(_) => "offsite_column_unknown",
        }
    }

    /// Returns the values of the placeholders of the error message.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Missing(name) => vec![("subject", (*name).to_owned())],
            Self::Unknown(name) | Self::Unreadable(name) => vec![("subject", name.clone())],
            Self::Encoding { line, column } => vec![("line", line.to_string()), ("column", column.to_string())],
            Self::Empty | Self::TooMany | Self::TooLarge => Vec::new(),
        }
    }
}
