//! Seats and the slots that offer them.

pub mod seating;
