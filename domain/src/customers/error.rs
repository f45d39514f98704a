/// What can refuse a change of a restaurant's customers.
#[derive(Debug, thiserror::Error)]
pub enum CustomerError {
    #[error("no such customer, group or number of this restaurant")]
    NotFound,
    /// Fields, each with the code of its text.
    #[error("invalid: {0:?}")]
    Invalid(Vec<(&'static str, &'static str)>),
    /// A customer of the restaurant has this number or address already.
    #[error("a customer with this number or address is known already")]
    Known { uid: String, name: String },
    #[error("no customer was chosen")]
    NoneSelected,
    #[error("only in-person and off-site customers are merged into another")]
    NotMergeable,
    /// Another merge came over this one: that one is to be taken apart first.
    #[error("the primary customer was merged into another")]
    MergeCovered,
    /// What is noted is not what the writer saw.
    #[error("somebody else has written something else there")]
    NoteChanged,
    #[error("the number is on the list already")]
    NumberListed,
    /// The restaurant tells nobody of freed slots.
    #[error("the restaurant offers no standby")]
    StandbyNotOffered,
    #[error("the link is not one of ours")]
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
