//! Checks for production: no guessable or public secrets, no address without TLS, a captcha.

use std::collections::HashMap;

use super::connections;
use super::fault::ConfigFault;
use super::values::Values;

/// Keys of the demo's stand-ins. They are in this repository and therefore public.
pub mod demo {
    pub const STRIPE_SECRET_KEY: &str = "sk_test_demo";
    pub const STRIPE_PUBLISHABLE_KEY: &str = "pk_test_demo";
    pub const STRIPE_WEBHOOK_SECRET: &str = "whsec_demo";
    pub const TWILIO_ACCOUNT_SID: &str = "AC00000000000000000000000000000000";
    pub const TWILIO_AUTH_TOKEN: &str = "demo";
    /// Key of the stand-in of the randomness beacon.
    pub const BEACON_PUBLIC_KEY: &str = "a446e7407333939d001dc1fd59e0174fb191f2db043f32481f01177c8318b7a6a182fb10f03da18b646c513e091e71440f15357f24718729bf7544f2382ba6bb6f3a3265922325d9f0c58df9b82c591364aac1c028303de2ffe1442e9216a512";
    /// Our client at the stand-in of Apple.
    pub const APPLE_CLIENT_ID: &str = "test.seki.web";
    pub const APPLE_TEAM_ID: &str = "SEKIDEMO00";
    pub const APPLE_KEY_ID: &str = "SEKIDEMOK0";
    pub const APPLE_PRIVATE_KEY: &str = "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdoyDSm8SISVAL8pD\nAsZdtSHSoqZVHFdHVz/OVrpkYEKhRANCAAQkBYRZu3DyUj8QJIEhRdcBeMM7vTwC\nMys6CTOrdeccwXLmQ6y+0JDzmz3hhYCJuEDLmV/sCIMZ+9QRruEHBMuv\n-----END PRIVATE KEY-----";
    pub const RECAPTCHA_SECRET: &str = "demo";
    pub const RECAPTCHA_SITE_KEY: &str = "demo";

    /// Variables that lead to the pages and lists of other sites, which the stand-ins at this address replace.
    #[must_use]
    pub fn external_sites(stand_ins_url: &str) -> [(&'static str, String); 5] {
        [
            ("SEKI_MALL_URL", "mall"),
            ("SEKI_MALL_STORES_URL", "mall/stores"),
            ("SEKI_MALL_SEARCH_URL", "mall/products"),
            ("SEKI_INBOUND_URL", "inbound"),
            ("SEKI_GUIDE_URL", "guide/restaurants"),
        ]
        .map(|(name, path)| (name, format!("{stand_ins_url}/{path}")))
    }
}

/// Addresses that our keys or personal data are sent to.
const PROVIDERS: [&str; 6] = [
    "STRIPE_API_URL",
    "TWILIO_API_URL",
    "RECAPTCHA_VERIFY_URL",
    "APPLE_ISSUER_URL",
    "SEKI_BEACON_URL",
    "SEKI_S3_ENDPOINT",
];

const MIN_SECRET_LENGTH: usize = 32;
/// Entropy by the frequency of the characters. 32 random hexadecimal digits have about 115 bits.
const MIN_ENTROPY_BITS: f64 = 96.0;
/// Words that occur in examples and not in random secrets.
const WORDS: [&str; 5] = ["secret", "changeme", "change-me", "password", "example"];
/// Stripe issues 38 characters or more.
const MIN_WEBHOOK_SECRET_LENGTH: usize = 24;
const MIN_TOKEN_LENGTH: usize = 16;

/// Reports everything unsafe. Skips missing required variables, which are reported already.
pub(super) fn check(values: &Values<'_>) {
    let refuse = |name, why| values.fault(ConfigFault::Unsafe { name, why });
    let read = |name| values.optional(name).unwrap_or_default();
    if let Some(secret) = values.optional("SEKI_SECRET")
        && let Some(why) = weak_secret_reason(&secret)
    {
        refuse("SEKI_SECRET", why);
    }
    if !read("SEKI_BASE_URL").starts_with("https://") {
        refuse("SEKI_BASE_URL", "does not begin with https://: passwords and cookies would go out unprotected");
    }
    for name in PROVIDERS {
        if read(name).strip_prefix("http://").is_some_and(|rest| !is_on_this_machine(rest)) {
            refuse(name, "begins with http://: keys and personal data would go out unprotected");
        }
    }
    for name in ["DATABASE_URL", "DATABASE_READ_URL"] {
        if let Some(why) = connections::database_fault(&read(name)) {
            refuse(name, why);
        }
    }
    if let Some(why) = connections::mail_fault(&read("SMTP_URL")) {
        refuse("SMTP_URL", why);
    }
    for (name, demo) in [
        ("STRIPE_SECRET_KEY", demo::STRIPE_SECRET_KEY),
        ("STRIPE_PUBLISHABLE_KEY", demo::STRIPE_PUBLISHABLE_KEY),
        ("TWILIO_ACCOUNT_SID", demo::TWILIO_ACCOUNT_SID),
        ("RECAPTCHA_SITE_KEY", demo::RECAPTCHA_SITE_KEY),
        ("APPLE_CLIENT_ID", demo::APPLE_CLIENT_ID),
        ("SEKI_BEACON_PUBLIC_KEY", demo::BEACON_PUBLIC_KEY),
    ] {
        if read(name) == demo {
            refuse(name, "is the demo's, which is public");
        }
    }
    if values.optional("STRIPE_WEBHOOK_SECRET").is_some_and(|secret| !is_webhook_secret(&secret)) {
        refuse(
            "STRIPE_WEBHOOK_SECRET",
            "is none that Stripe gives out (whsec_…): anybody could say that a card was charged",
        );
    }
    for name in ["RECAPTCHA_SECRET", "RECAPTCHA_SITE_KEY"] {
        if values.optional(name).is_none() {
            refuse(name, "is not set: programs could book and request SMS without a captcha");
        }
    }
    for name in ["TWILIO_AUTH_TOKEN", "RECAPTCHA_SECRET", "SEKI_S3_SECRET"] {
        if values.optional(name).is_some_and(|token| token.len() < MIN_TOKEN_LENGTH || is_regular(&token)) {
            refuse(name, "is too short or too regular for one that the provider issues");
        }
    }
}

/// Whether an address without its scheme is of this machine, for example of a proxy that adds TLS.
fn is_on_this_machine(address: &str) -> bool {
    let host = address.split(['/', '?', '#']).next().unwrap_or_default();
    ["localhost", "127.0.0.1", "[::1]"].into_iter().any(|own| {
        host.strip_prefix(own).is_some_and(|port| port.is_empty() || port.starts_with(':') && !port.contains('@'))
    })
}

fn is_webhook_secret(secret: &str) -> bool {
    secret.starts_with("whsec_") && secret.len() >= MIN_WEBHOOK_SECRET_LENGTH && !is_regular(secret)
}

/// Returns the reason why one of our secrets can be guessed; `None` for a strong one.
fn weak_secret_reason(secret: &str) -> Option<&'static str> {
    let lower = secret.to_ascii_lowercase();
    if secret.chars().count() < MIN_SECRET_LENGTH {
        Some("is shorter than 32 characters: `openssl rand -base64 32` makes one")
    } else if WORDS.iter().any(|word| lower.contains(word)) {
        Some("is made of words: `openssl rand -base64 32` makes a random one")
    } else if is_regular(secret) || bits(secret) < MIN_ENTROPY_BITS {
        Some("repeats itself: `openssl rand -base64 32` makes a random one")
    } else {
        None
    }
}

/// Whether it repeats a piece, or mostly consists of consecutive characters (`aaaa`, `abcd`, `9876`).
fn is_regular(text: &str) -> bool {
    let characters: Vec<u32> = text.chars().map(u32::from).collect();
    let length = characters.len();
    let is_repeated = (1..=length / 2).any(|period| characters[period..] == characters[..length - period]);
    let steps = characters.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) <= 1).count();
    is_repeated || steps * 2 > length
}

/// Returns the Shannon entropy by the frequency of the characters.
fn bits(text: &str) -> f64 {
    let mut counts: HashMap<char, f64> = HashMap::new();
    for character in text.chars() {
        *counts.entry(character).or_default() += 1.0;
    }
    let length: f64 = counts.values().sum();
    counts.values().map(|count| count * (length / count).log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// A random secret is never rejected as weak, in any usual alphabet.
    #[test]
    fn random_secrets_are_strong() {
        let rng = Rng::seeded(8);
        for _ in 0..2_000 {
            let hexadecimal: String = rng.bytes::<16>().iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(weak_secret_reason(&hexadecimal), None, "{hexadecimal}");
            let url_safe = rng.uid() + &rng.uid();
            assert_eq!(weak_secret_reason(&url_safe), None, "{url_safe}");
        }
    }
}
