//! Rejections of an imported list as a whole.

use domain::offsite::format::FormatError;

use super::ApiError;

impl From<FormatError> for ApiError {
    fn from(error: FormatError) -> Self {
        let code = error.code();
        let arguments = error.arguments();
        Self { arguments, ..Self::unprocessable(code) }.about("list")
    }
}
