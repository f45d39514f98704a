//! The end of a test by `?`.

/// What no test lives to see: to make one of an error is to panic with it, at the `?`. A test that only returned the error would first
/// drop what it started, and what complains of that would be all that is read.
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
