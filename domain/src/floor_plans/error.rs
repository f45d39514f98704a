//! Reasons to reject a floor plan.

/// Tables are identified by their position in the request.
#[derive(Debug, thiserror::Error)]
pub enum FloorPlanError {
    #[error("{1} of table {0} does not fit the grid")]
    Invalid(usize, &'static str),
    #[error("table {0} overlaps another, or is placed twice")]
    Overlap(usize),
    #[error("table {0} is not one of the restaurant's")]
    UnknownItem(usize),
    #[error("more tables than a plan may have")]
    TooMany,
    #[error("another user has saved the plan")]
    Changed,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl FloorPlanError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Invalid(..) | Self::TooMany => "invalid_input",
            Self::Overlap(_) => "floor_plan_overlap",
            Self::UnknownItem(_) => "floor_plan_item_unknown",
            Self::Changed => "floor_plan_changed",
            Self::Database(_) => "internal",
        }
    }
}
