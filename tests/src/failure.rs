//! The error type of tests, which panics at the `?`.

/// An error that has no values: conversion of another error panics with it, at the `?`. If a test only returned the error, it would first
/// drop everything that it started, and the output would show only the complaints about that.
#[derive(Debug)]
pub enum Failure {}

pub type Result<T> = std::result::Result<T, Failure>;

impl<E: Into<anyhow::Error>> From<E> for Failure {
    #[track_caller]
    fn from(error: E) -> Self {
        let error: anyhow::Error = error.into();
        panic!("{error:?}")
    }
}
