//! Progress and failures of work on many items.

use std::fmt::Display;

/// Receives the number of done items, and the total.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Ignores progress.
pub const UNWATCHED: Progress<'static> = &|_, _| ();

/// The result of one pass over many items.
#[derive(Debug)]
pub struct PassResult<T, E> {
    /// The items that are done.
    pub done: T,
    /// The first failure of the others.
    pub failure: Option<E>,
}

impl<T, E> PassResult<T, E> {
    /// Returns the result of a pass without failures.
    pub fn of(done: T) -> Self {
        Self { done, failure: None }
    }

    /// Returns the overall result.
    ///
    /// # Errors
    /// The first failure, if any.
    pub fn result(self) -> Result<T, E> {
        self.failure.map_or(Ok(self.done), Err)
    }
}

/// Collects failures of items that are processed one by one. A failure does not stop the others and is returned after them.
#[derive(Debug)]
pub struct Failures<E>(Option<E>);

impl<E: Display> Failures<E> {
    pub const fn none() -> Self {
        Self(None)
    }

    /// Returns an item's result; logs a failure and returns None.
    pub fn pass<T>(&mut self, what: impl Display, result: Result<T, E>) -> Option<T> {
        match result {
            Ok(came) => Some(came),
            Err(error) => {
                tracing::warn!(%what, error = format!("{error:#}"), "an item failed");
                if self.0.is_none() {
                    self.0 = Some(error);
                }
                None
            }
        }
    }

    /// Returns the overall result.
    ///
    /// # Errors
    /// The first failure, if any.
    pub fn or<T>(self, done: T) -> Result<T, E> {
        self.with(done).result()
    }

    /// Returns what is done and the first failure.
    pub fn with<T>(self, done: T) -> PassResult<T, E> {
        PassResult { done, failure: self.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_failure_is_returned_after_all_items() {
        let mut failures = Failures::none();
        let came: Vec<_> =
            [Ok(1), Err("away"), Ok(2), Err("full")].into_iter().filter_map(|one| failures.pass("it", one)).collect();
        assert_eq!((came, failures.or(3)), (vec![1, 2], Err("away")));
        assert_eq!(Failures::<&str>::none().or(3), Ok(3));
    }
}
