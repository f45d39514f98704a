use super::plan::RoundsRefused;

/// What can refuse a round plan.
#[derive(Debug, thiserror::Error)]
pub enum RoundPlanError {
    #[error("no group of this restaurant in use has that uid")]
    UnknownGroup,
    #[error("the rounds are refused: {0:?}")]
    Rounds(RoundsRefused),
    #[error("a periodic plan has at least one rule, each once, and opens for 1 to 12 months")]
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

impl From<RoundsRefused> for RoundPlanError {
    fn from(refused: RoundsRefused) -> Self {
        Self::Rounds(refused)
    }
}
