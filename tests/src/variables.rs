//! Environment variables of a test's programs.

use std::collections::HashMap;

use domain::config::demo;

use crate::outside::{Outside, SECRET_KEY};

/// The number of connections in the demo.
const PHONE_NUMBERS: &str = "+81355550100,+81355550101,+81355550102,+81355550103,+81355550104,+81355550105,+81355550106,\
                             +81355550107";

/// Returns the environment of a command that only needs the database. Its clock is that of the test: the machine's day may be any.
pub fn database_variables(database_url: &str) -> HashMap<String, String> {
    [("SEKI_ENV", "test"), ("DATABASE_URL", database_url)]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// Returns the environment of a process over this database; the kill tests pass it to real binaries.
pub fn variables(database_url: &str, base_url: &str, environment: &str, outside: &Outside) -> HashMap<String, String> {
    let handle = &outside.handle;
    let pairs = [
        ("SEKI_ENV", environment.to_owned()),
        ("DATABASE_URL", database_url.to_owned()),
        // A busy machine is no fault of the database: the tests in faults/ check with the usual timeouts that requests give up in time.
        ("DATABASE_PATIENCE", "5".to_owned()),
        ("SEKI_BASE_URL", base_url.to_owned()),
        ("SEKI_SECRET", "a secret of the tests, which is long enough".to_owned()),
        ("STRIPE_API_URL", handle.stripe_url()),
        ("STRIPE_SECRET_KEY", SECRET_KEY.to_owned()),
        ("STRIPE_PUBLISHABLE_KEY", "pk_test_seki".to_owned()),
        ("STRIPE_WEBHOOK_SECRET", handle.webhook_secret().to_owned()),
        ("STRIPE_JS_URL", format!("{}/stripe/js/v3", handle.http_url)),
        ("TWILIO_API_URL", handle.twilio_url()),
        ("TWILIO_ACCOUNT_SID", "AC00000000000000000000000000000000".to_owned()),
        ("TWILIO_AUTH_TOKEN", "token".to_owned()),
        ("TWILIO_PHONE_NUMBERS", PHONE_NUMBERS.to_owned()),
        ("RECAPTCHA_VERIFY_URL", handle.captcha_verify_url()),
        ("RECAPTCHA_SECRET", "secret".to_owned()),
        ("RECAPTCHA_SITE_KEY", "site".to_owned()),
        ("RECAPTCHA_SCRIPT_URL", format!("{}/captcha/api.js", handle.http_url)),
        ("SEKI_BEACON_URL", handle.beacon_url()),
        ("SEKI_BEACON_PUBLIC_KEY", stand_ins::beacon::public_key()),
        ("APPLE_ISSUER_URL", handle.apple_url()),
        ("APPLE_CLIENT_ID", demo::APPLE_CLIENT_ID.to_owned()),
        ("APPLE_TEAM_ID", demo::APPLE_TEAM_ID.to_owned()),
        ("APPLE_KEY_ID", demo::APPLE_KEY_ID.to_owned()),
        ("APPLE_PRIVATE_KEY", demo::APPLE_PRIVATE_KEY.to_owned()),
        ("SEKI_CONCIERGE_PHONE", "03-5555-0147".to_owned()),
        ("SEKI_CONCIERGE_CLUB_PHONE", "03-5555-0148".to_owned()),
        ("SEKI_OPERATOR_NAME", "席株式会社".to_owned()),
        ("SEKI_OPERATOR_REGISTRATION_NUMBER", "T1234567890123".to_owned()),
        ("SMTP_URL", handle.smtp_url.clone()),
        ("SEKI_STAND_INS_URL", handle.http_url.clone()),
        ("SEKI_PICTURES", concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/pictures").to_owned()),
        ("SEKI_UPLOADS", outside.uploads()),
        // Used only by tests that store their pictures in the bucket.
        ("SEKI_S3_ENDPOINT", handle.s3_url()),
        ("SEKI_S3_KEY", stand_ins::s3::KEY.to_owned()),
        ("SEKI_S3_SECRET", stand_ins::s3::SECRET.to_owned()),
        // First screens, and a manifest without files: the HTML shows which application a page loads.
        ("SEKI_SITE_DIST", concat!(env!("CARGO_MANIFEST_DIR"), "/dist").to_owned()),
        ("SEKI_ADMIN_UI_DIST", concat!(env!("CARGO_MANIFEST_DIR"), "/dist").to_owned()),
        // The booking tests run a second time with holds that are written one by one (tests/run.sh).
        ("SEKI_HOLD_BATCH", std::env::var("SEKI_HOLD_BATCH").unwrap_or_default()),
    ];
    let of_production = PRODUCTION.iter().filter(|_| environment == "production");
    let of_production = of_production.map(|(name, value)| (*name, (*value).to_owned()));
    pairs.into_iter().chain(of_production).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Settings that production requires to be stronger than tests need.
const PRODUCTION: [(&str, &str); 9] = [
    ("APPLE_CLIENT_ID", "jp.example.seki.web"),
    ("SEKI_BEACON_PUBLIC_KEY", domain::config::QUICKNET_KEY),
    ("SEKI_BASE_URL", "https://seki.example.jp"),
    ("SEKI_SECRET", "9fQ1x0m2Vb7KpZ4tLr8Yw3NcHd6JsGa5uEoXiTq-"),
    ("STRIPE_WEBHOOK_SECRET", "whsec_5mQx2TgV8rYb1Kc7Wn4Zp9Ld3Hs6Jf0A"),
    ("TWILIO_ACCOUNT_SID", "ACa7d19e03b54c628f9e1d70b2c83f465e"),
    ("TWILIO_AUTH_TOKEN", "7c1f94e0a2b85d36c9e417f0b3d82a65"),
    ("RECAPTCHA_SECRET", "6LdQv3kpAAAAAJm8x2Tt7Yc0w1Zr5Nf9Hb4Lk6Ds"),
    ("RECAPTCHA_SITE_KEY", "6LdQv3kpAAAAAF5h9Gg2Kx8vRt1Mz7Pc3Wb0Yn4J"),
];
