//! `seki config`, and a start, with settings that production rejects.

use std::collections::HashMap;

use tests::seki;

fn variables(pairs: &[(&str, &str)]) -> HashMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[tokio::test]
async fn all_configuration_errors_are_reported_and_nothing_starts() {
    let weak = variables(&[
        ("SEKI_ENV", "production"),
        ("SEKI_SECRET", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        ("SEKI_BASE_URL", "http://seki.example.jp"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_demo"),
        ("SEKI_TRUSTED_PROXIES", "yes"),
        ("DATABASE_URL", "postgres://127.0.0.1:9/none"),
    ]);
    let faults = [
        "SEKI_SECRET repeats itself",
        "SEKI_BASE_URL does not begin with https://",
        "STRIPE_WEBHOOK_SECRET is none that Stripe gives out",
        "RECAPTCHA_SECRET is not set",
        "SEKI_TRUSTED_PROXIES is \"yes\"",
        "SMTP_URL is not set",
    ];
    for arguments in [&["config"][..], &["doctor"], &["serve"], &["work"]] {
        let (is_fine, output) = seki(arguments, &weak).await;
        assert!(!is_fine, "{arguments:?}");
        for fault in faults {
            assert!(output.contains(fault), "{arguments:?} does not say {fault}: {output}");
        }
        for secret in ["aaaaaaaa", "whsec_demo"] {
            assert!(!output.contains(secret), "{arguments:?} shows a secret: {output}");
        }
    }
}
