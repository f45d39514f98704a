use super::plan::RoundsRejected;

/// Reasons to reject a round plan.
#[derive(Debug, thiserror::Error)]
pub enum RoundPlanError {
    #[error("the restaurant has no active group with that uid")]
    UnknownGroup,
    #[error("the rounds are invalid: {0:?}")]
    Rounds(RoundsRejected),
    #[error("a periodic plan has one or more distinct rules, and opens for 1 to 12 months")]
    Rules,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl RoundPlanError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownGroup => "customer_group_unknown",
            Self::Rounds(refused) => refused.code(),
            Self::Rules => "round_rules_invalid",
            Self::Database(_) => "internal",
        }
    }
}

impl From<RoundsRejected> for RoundPlanError {
    fn from(refused: RoundsRejected) -> Self {
        Self::Rounds(refused)
    }
}
