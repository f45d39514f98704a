//! Seats and the slots that offer them.

pub mod queries;
pub mod seating;
