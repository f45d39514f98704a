//! Which configurations are rejected, and how values are read.

use super::*;

#[test]
fn missing_variables_are_named() {
    let Err(error) = Config::from_map(&HashMap::new()) else { panic!("an empty environment is invalid") };
    for name in ["SEKI_SECRET", "DATABASE_URL", "SMTP_URL"] {
        assert!(error.0.contains(&ConfigFault::Missing(name)), "{error}");
    }
}

#[test]
fn production_requires_staff_second_factor_by_default() {
    let read = |name: &str, given: &str, environment| {
        let map = HashMap::from([(name.to_owned(), given.to_owned())]);
        let values = Values::new(&map);
        let config = SignInConfig::from_values(&values, environment);
        values.end(config).map(|config| config.staff_needs_second_factor)
    };
    let needs = |given, environment| read("SEKI_STAFF_SECOND_FACTOR", given, environment);
    assert!(needs("", Environment::Production).unwrap() && !needs("", Environment::Demo).unwrap());
    assert!(!needs("never", Environment::Production).unwrap() && needs("always", Environment::Test).unwrap());
    assert!(needs("yes", Environment::Demo).is_err());
    assert!(read("SEKI_STAFF_IDLE_HOURS", "0", Environment::Test).is_err());
}

#[test]
fn concurrent_batches_default_to_quarter_of_pool_at_least_two() {
    let batches = |given: &str| {
        let map = HashMap::from([("SEKI_HOLD_BATCHES".to_owned(), given.to_owned())]);
        let values = Values::new(&map);
        let batches = hold_batches(&values);
        values.end(batches)
    };
    assert_eq!(["1", "4", "64"].map(|given| batches(given).unwrap()), [2, 4, 8]);
    assert!(["0", "many"].iter().all(|given| batches(given).is_err()));
    assert!((2..=8).contains(&batches("").unwrap()), "the number of this machine's processors");
}

#[test]
fn staff_connections_default_to_quarter_of_pool_at_least_one() {
    let connections = |of_process: &str, given: &str| {
        let names = ["DATABASE_CONNECTIONS", "SEKI_STAFF_CONNECTIONS"].map(str::to_owned);
        let map = names.into_iter().zip([of_process.to_owned(), given.to_owned()]).collect();
        let values = Values::new(&map);
        let connections = staff_connections(&values);
        values.end(connections)
    };
    let read = [("", ""), ("8", ""), ("3", ""), ("8", "5")].map(|(all, given)| connections(all, given).unwrap());
    assert_eq!(read, [8, 2, 1, 5]);
    assert!(["0", "many"].iter().all(|given| connections("32", given).is_err()));
}

#[test]
fn club_has_separate_phone_number_if_configured() {
    let line = |general: Option<&str>, club: Option<&str>| ConciergeConfig {
        general: general.map(str::to_owned),
        club: club.map(str::to_owned),
    };
    let both = line(Some("0147"), Some("0148"));
    assert_eq!((both.phone(false), both.phone(true)), (Some("0147"), Some("0148")));
    assert_eq!(line(Some("0147"), None).phone(true), Some("0147"));
    let clubs = line(None, Some("0148"));
    assert_eq!((clubs.phone(false), clubs.phone(true)), (None, Some("0148")));
}

#[test]
fn partner_link_combines_template_and_plain_id() {
    let config = |template: &str| {
        let given = HashMap::from([("SEKI_JE_STORE_URL".to_owned(), template.to_owned())]);
        let values = Values::new(&given);
        let config = PartnersConfig::from_values(&values);
        values.end(config)
    };
    let partners = config("https://je.test/stores/{id}?from=seki").unwrap();
    assert_eq!(partners.je_store("s-1_2").as_deref(), Some("https://je.test/stores/s-1_2?from=seki"));
    for (link, fid) in
        [(partners.je_store(""), "no id"), (partners.je_store("../x"), "a path"), (partners.tc("7"), "no template")]
    {
        assert_eq!(link, None, "{fid}");
    }
    assert!(config("https://je.test/stores").is_err() && config("javascript:{id}").is_err());
}

#[test]
fn a_ceiling_is_two_numbers() {
    assert_eq!(Ceiling::parse("20/60"), Some(Ceiling { hour: 20, day: 60 }));
    for wrong in ["", "20", "60/20", "-1/5", "a/b", "1/2/3"] {
        assert_eq!(Ceiling::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn countries_are_a_list_or_all() {
    let config = |countries: &str| {
        let given = HashMap::from([("SMS_COUNTRIES".to_owned(), countries.to_owned())]);
        let values = Values::new(&given);
        let config = SmsConfig::from_values(&values);
        values.end(config)
    };
    assert!(config("").unwrap().reaches("JP") && !config("").unwrap().reaches("CU"));
    assert!(config("jp, us").unwrap().reaches("US") && !config("JP,US").unwrap().reaches("GB"));
    assert!(config("all").unwrap().reaches("CU"));
    assert!(config("Japan").is_err());
}

/// Returns all variables that production needs, in the formats of the providers.
fn production_variables() -> HashMap<String, String> {
    let defaults = VARIABLES.iter().filter_map(|variable| Some((variable.name, variable.default?)));
    let given = [
        ("SEKI_ENV", "production"),
        ("DATABASE_URL", "postgres://db.internal/seki?sslmode=verify-full"),
        ("SEKI_BASE_URL", "https://seki.example.jp"),
        ("SEKI_SECRET", "9fQ1x0m2Vb7KpZ4tLr8Yw3NcHd6JsGa5uEoXiTq-"),
        ("STRIPE_SECRET_KEY", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"),
        ("STRIPE_PUBLISHABLE_KEY", "pk_live_TYooMQauvdEDq54NiTphI7jx"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_5mQx2TgV8rYb1Kc7Wn4Zp9Ld3Hs6Jf0A"),
        ("TWILIO_ACCOUNT_SID", "ACa7d19e03b54c628f9e1d70b2c83f465e"),
        ("TWILIO_AUTH_TOKEN", "7c1f94e0a2b85d36c9e417f0b3d82a65"),
        ("TWILIO_PHONE_NUMBERS", "+81355550100"),
        ("RECAPTCHA_SECRET", "6LdQv3kpAAAAAJm8x2Tt7Yc0w1Zr5Nf9Hb4Lk6Ds"),
        ("RECAPTCHA_SITE_KEY", "6LdQv3kpAAAAAF5h9Gg2Kx8vRt1Mz7Pc3Wb0Yn4J"),
        ("SMTP_URL", "smtps://mail.internal"),
    ];
    defaults.chain(given).map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn config_errors(changes: &[(&str, &str)]) -> Vec<&'static str> {
    let mut given = production_variables();
    given.extend(changes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let Err(ConfigError(faults)) = Config::from_map(&given) else { return Vec::new() };
    let name = |fault: &ConfigFault| match fault {
        ConfigFault::Missing(name) | ConfigFault::Invalid { name, .. } | ConfigFault::Unsafe { name, .. } => *name,
    };
    faults.iter().map(name).collect()
}

#[test]
fn production_rejects_guessable_and_public_secrets() {
    assert_eq!(config_errors(&[]), [""; 0], "a valid configuration");
    let proxied = [("STRIPE_API_URL", "http://127.0.0.1:9000"), ("SEKI_BEACON_URL", "http://localhost/chain")];
    assert_eq!(config_errors(&proxied), [""; 0], "a proxy on this machine");
    let repeated = ["a".repeat(32), "0123456789abcdef".repeat(2), "abcdefghijklmnopqrstuvwxyz0123456789".to_owned()];
    let worded = ["a secret of the tests, which is long enough", "changeme-9fQ1x0m2Vb7KpZ4tLr8Yw3NcHd", "short"];
    for secret in repeated.iter().map(String::as_str).chain(worded) {
        assert_eq!(config_errors(&[("SEKI_SECRET", secret)]), ["SEKI_SECRET"], "{secret}");
    }
    for (name, value) in [
        ("SEKI_BASE_URL", "http://seki.example.jp"),
        ("SEKI_BASE_URL", ""),
        ("STRIPE_SECRET_KEY", demo::STRIPE_SECRET_KEY),
        ("STRIPE_PUBLISHABLE_KEY", demo::STRIPE_PUBLISHABLE_KEY),
        ("STRIPE_WEBHOOK_SECRET", demo::STRIPE_WEBHOOK_SECRET),
        ("STRIPE_WEBHOOK_SECRET", "whsec_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        ("STRIPE_WEBHOOK_SECRET", ""),
        ("TWILIO_ACCOUNT_SID", demo::TWILIO_ACCOUNT_SID),
        ("TWILIO_AUTH_TOKEN", demo::TWILIO_AUTH_TOKEN),
        ("RECAPTCHA_SECRET", demo::RECAPTCHA_SECRET),
        ("RECAPTCHA_SECRET", ""),
        ("RECAPTCHA_SITE_KEY", ""),
        ("STRIPE_API_URL", "http://stripe.example"),
        ("TWILIO_API_URL", "http://127.0.0.1.example"),
        ("RECAPTCHA_VERIFY_URL", "http://localhost:1@captcha.example"),
        ("SEKI_BEACON_URL", "http://beacon.example"),
        ("DATABASE_URL", "postgres://db.internal/seki"),
        ("DATABASE_READ_URL", "postgres://replica.internal/seki?sslmode=prefer"),
        ("SMTP_URL", "smtp://mail.internal"),
        ("SEKI_S3_SECRET", "short"),
        ("SEKI_S3_SECRET", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
    ] {
        assert_eq!(config_errors(&[(name, value)]), [name], "{name}={value}");
    }
}

#[test]
fn all_configuration_errors_are_reported_without_secrets() {
    let changes =
        [("SEKI_SECRET", "hunter2"), ("SEKI_BASE_URL", "http://x"), ("RECAPTCHA_SECRET", ""), ("SMTP_URL", "")];
    assert_eq!(config_errors(&changes), ["SMTP_URL", "SEKI_SECRET", "SEKI_BASE_URL", "RECAPTCHA_SECRET"]);
    let mut given = production_variables();
    given.insert("SEKI_SECRET".to_owned(), "hunter2".to_owned());
    let Err(error) = Config::from_map(&given) else { panic!("a short secret") };
    assert!(!error.to_string().contains("hunter2"), "{error}");
}

#[test]
fn demo_and_test_accept_any_secrets() {
    for environment in ["demo", "test"] {
        let weak = [("SEKI_SECRET", "short"), ("SEKI_BASE_URL", "http://127.0.0.1:8080"), ("RECAPTCHA_SECRET", "")];
        let changes: Vec<_> = weak.into_iter().chain([("SEKI_ENV", environment)]).collect();
        assert_eq!(config_errors(&changes), [""; 0], "{environment}");
    }
}
