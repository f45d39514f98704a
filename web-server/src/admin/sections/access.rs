//! Access to the sections: one extractor for each permission flag.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::accounts::admins::AdminFlag;

use crate::admin::restaurant::AdminAt;
use crate::http::error::ApiError;
use crate::state::App;

/// Defines an extractor for each section: an admin at a restaurant. An admin without the section's permission flag is rejected (403) before
/// any data of the section is read.
macro_rules! sections {
    ($($flag:ident),+) => {$(
        #[derive(Clone, Debug)]
        pub struct $flag(AdminAt);

        impl std::ops::Deref for $flag {
            type Target = AdminAt;

            fn deref(&self) -> &AdminAt {
                &self.0
            }
        }

        impl FromRequestParts<App> for $flag {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
                let at = AdminAt::from_request_parts(parts, app).await?;
                at.admin.require(AdminFlag::$flag)?;
                Ok(Self(at))
            }
        }
    )+};
}

sections!(Osg, Onr, Ofsr, Ivr, Os, Cpn, Cxl);
