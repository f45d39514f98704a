use serde::Serialize;

/// Reasons to reject a template, one of its selectors, or a refill.
#[derive(Debug, thiserror::Error)]
pub enum RefillError {
    #[error("no template of this restaurant has that id")]
    Unknown,
    #[error("the form is invalid: {0:?}")]
    Invalid(RefillFormError),
    /// The template is incomplete.
    #[error("the template lacks {0:?}")]
    Lacking(MissingPart),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl RefillError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unknown => "not_found",
            Self::Invalid(fault) => fault.code(),
            Self::Lacking(_) => "refill_template_incomplete",
            Self::Database(_) => "internal",
        }
    }
}

impl From<RefillFormError> for RefillError {
    fn from(fault: RefillFormError) -> Self {
        Self::Invalid(fault)
    }
}

/// Reasons to reject a form (admin §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefillFormError {
    TitleMissing,
    TitleTooLong,
    SeatsMissing,
    SeatsUnknown,
    /// The largest party on offer needs more seats.
    SeatsTooFew,
    OperationUnknown,
    /// Skip and fill cannot both be set (gaps G106).
    HolidaysContradict,
    GuestsMissing,
    /// The maximum number of guests for the seats.
    GuestsOutOfRange(i32),
    GroupUnknown,
    GroupArchived,
    /// Without it, the template would offer nothing to diners without a group.
    GuestsForAll,
    TimeMissing,
    TimeInvalid,
    CourseMissing,
    CourseUnknown,
    DailyMaxInvalid,
    SelectionUnknown,
    PeriodMissing,
    PeriodInvalid,
    DatesMissing,
    DatePast,
    DateInvalid,
}

impl RefillFormError {
    pub const fn code(self) -> &'static str {
        match self {
            Self::TitleMissing => "refill_title_missing",
            Self::TitleTooLong => "slot_title_too_long",
            Self::SeatsMissing => "slot_seats_missing",
            Self::SeatsUnknown => "slot_seats_unknown",
            Self::SeatsTooFew => "refill_seats_too_few",
            Self::OperationUnknown => "operation_unknown",
            Self::HolidaysContradict => "refill_holidays_contradict",
            Self::GuestsMissing => "slot_guests_missing",
            Self::GuestsOutOfRange(_) => "slot_guests_out_of_range",
            Self::GroupUnknown => "customer_group_unknown",
            Self::GroupArchived => "refill_group_archived",
            Self::GuestsForAll => "refill_guests_for_everybody",
            Self::TimeMissing => "slot_time_missing",
            Self::TimeInvalid => "slot_time_invalid",
            Self::CourseMissing => "slot_course_missing",
            Self::CourseUnknown => "slot_course_unknown",
            Self::DailyMaxInvalid => "refill_daily_max_invalid",
            Self::SelectionUnknown => "invalid_input",
            Self::PeriodMissing => "refill_period_missing",
            Self::PeriodInvalid => "refill_period_invalid",
            Self::DatesMissing => "refill_dates_missing",
            Self::DatePast => "slot_date_past",
            Self::DateInvalid => "date_invalid",
        }
    }
}

/// Parts that a template needs before it can fill days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingPart {
    Seats,
    Guests,
    Times,
    Courses,
    Operation,
}

impl MissingPart {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Guests => "guests",
            Self::Times => "times",
            Self::Courses => "courses",
            Self::Operation => "operation",
        }
    }
}
