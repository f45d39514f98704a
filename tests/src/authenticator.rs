//! An authenticator app: the codes that a person reads off it.

use totp_rs::{Builder, Secret};

use crate::app::TestApp;

/// An authenticator app that holds a secret.
pub struct Authenticator(Secret);

impl Authenticator {
    /// By the secret that the page shows, in base32 with spaces.
    pub fn with(secret: &str) -> Self {
        let secret = Secret::try_from_base32(secret.replace(' ', "")).expect("a secret in base32");
        Self(secret)
    }

    /// The code of the app's clock, which is the test's.
    pub fn code(&self, app: &TestApp) -> String {
        let totp = Builder::new().with_secret(self.0.clone()).with_account_name("tests").build().expect("an app");
        totp.generate(app.now().timestamp().try_into().expect("after 1970")).to_string()
    }
}
