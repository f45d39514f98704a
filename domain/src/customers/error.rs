/// Reasons why a change of a restaurant's customers is rejected.
#[derive(Debug, thiserror::Error)]
pub enum CustomerError {
    #[error("no such customer, group or number of this restaurant")]
    NotFound,
    /// Invalid fields, each with the code of its text.
    #[error("invalid: {0:?}")]
    Invalid(Vec<(&'static str, &'static str)>),
    /// A customer of the restaurant already has this number or address.
    #[error("a customer with this number or address already exists")]
    Known { uid: String, name: String },
    #[error("no customer was chosen")]
    NoneSelected,
    #[error("only customers without an account and without an open invitation can be merged into another")]
    NotMergeable,
    /// The primary customer was merged later; that merge must be reverted first.
    #[error("the primary customer was merged into another")]
    MergeCovered,
    /// The stored notes differ from the ones that the writer saw.
    #[error("another user has changed the notes")]
    NoteChanged,
    #[error("the number is already on the list")]
    NumberListed,
    /// The restaurant does not notify customers of freed slots.
    #[error("the restaurant offers no standby")]
    StandbyNotOffered,
    #[error("the link is invalid")]
    LinkInvalid,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl CustomerError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Invalid(_) => "invalid_input",
            Self::Known { .. } => "customer_known",
            Self::NoneSelected => "customers_not_chosen",
            Self::NotMergeable => "customer_not_mergeable",
            Self::MergeCovered => "customer_merge_covered",
            Self::NoteChanged => "note_changed",
            Self::NumberListed => "blacklist_listed",
            Self::StandbyNotOffered => "standby_not_offered",
            Self::LinkInvalid => "link_invalid",
            Self::Database(_) => "internal",
        }
    }

    pub fn field(name: &'static str, code: &'static str) -> Self {
        Self::Invalid(vec![(name, code)])
    }
}
