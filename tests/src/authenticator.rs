//! An authenticator app: the codes that a person reads from it.

use totp_rs::{Builder, Secret};

use crate::app::TestApp;

/// An authenticator app that holds a secret.
pub struct Authenticator(Secret);

impl Authenticator {
    /// Creates the app from the secret that the page shows, in base32 with spaces.
    pub fn with(secret: &str) -> Self {
        let secret = Secret::try_from_base32(secret.replace(' ', "")).expect("a secret in base32");
        Self(secret)
    }

    /// Returns the code at the app's clock, which is the test's clock.
    pub fn code(&self, app: &TestApp) -> String {
        let totp = Builder::new().with_secret(self.0.clone()).with_account_name("tests").build().expect("an app");
        totp.generate(app.now().timestamp().try_into().expect("after 1970")).to_string()
    }
}
