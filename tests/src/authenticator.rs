//! An authenticator app: the codes that a person reads from it.

use serde_json::json;
use totp_rs::{Builder, Secret};

use crate::app::{PASSWORD, TestApp};
use crate::persona::Persona;

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

impl Persona {
    /// Adds an authenticator app on the page of the security settings; returns the app and its recovery codes.
    pub async fn add_authenticator(&self, app: &TestApp, settings: &str) -> (Authenticator, Vec<String>) {
        let path = format!("{settings}/authenticator");
        let begun = self.post(&path, &json!({ "current_password": PASSWORD })).await.is(200).json();
        let authenticator = Authenticator::with(begun["secret"].as_str().expect("a secret"));
        let confirmed = self.patch(&path, &json!({ "code": authenticator.code(app) })).await.is(200).json();
        let codes = serde_json::from_value(confirmed["recovery_codes"].clone()).expect("recovery codes");
        (authenticator, codes)
    }
}
