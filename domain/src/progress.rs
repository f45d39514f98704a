//! Work on many things: how far it has come, told to whoever watches it, and what of it failed.

use std::fmt::Display;

/// Hears how much is done, and of how much.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// For work that nobody watches.
pub const UNWATCHED: Progress<'static> = &|_, _| ();

/// What failed of many things that are done one by one. It keeps no other from its turn, and is told after them.
#[derive(Debug)]
pub struct Failures<E>(Option<E>);

impl<E: Display> Failures<E> {
    pub const fn none() -> Self {
        Self(None)
    }

    /// What came of one of them; nothing where it failed, which is logged.
    pub fn pass<T>(&mut self, what: impl Display, result: Result<T, E>) -> Option<T> {
        match result {
            Ok(came) => Some(came),
            Err(error) => {
                tracing::warn!(%what, error = format!("{error:#}"), "one of many failed");
                if self.0.is_none() {
                    self.0 = Some(error);
                }
                None
            }
        }
    }

    /// What was done of all.
    ///
    /// # Errors
    /// The first failure, if there was any.
    pub fn or<T>(self, done: T) -> Result<T, E> {
        self.0.map_or(Ok(done), Err)
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
