//! Everything a process is told from outside, by environment variables. `seki config` lists them.

use std::collections::HashMap;
use std::net::IpAddr;

use chrono::Duration;
use ipnet::IpNet;

mod fault;
mod production;
mod uploads;
mod values;
mod variables;

pub use fault::{ConfigError, ConfigFault};
pub use production::demo;
pub use uploads::{BucketConfig, UploadsConfig};
use values::Values;
pub use variables::{VARIABLES, Variable};

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    Production,
    Demo,
    Test,
}

impl Environment {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Production => "production",
            Self::Demo => "demo",
            Self::Test => "test",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        [Self::Production, Self::Demo, Self::Test].into_iter().find(|environment| environment.name() == name)
    }

    /// Whether the clock may be moved and the inbox looked into.
    pub const fn is_playground(self) -> bool {
        !matches!(self, Self::Production)
    }
}

#[derive(Clone)]
pub struct Config {
    pub environment: Environment,
    pub database_url: String,
    pub database_read_url: String,
    pub database_connections: u32,
    /// Most holds that are written together, at least 1.
    pub hold_batch: usize,
    pub address: String,
    /// Where metrics and readiness are told, if anywhere.
    pub metrics_address: Option<String>,
    pub base_url: String,
    pub trusted_proxies: Vec<IpNet>,
    pub connections: ConnectionsConfig,
    pub secret: String,
    pub site_dist: String,
    pub admin_ui_dist: String,
    pub pictures: String,
    pub uploads: UploadsConfig,
    pub stripe: StripeConfig,
    pub twilio: TwilioConfig,
    pub captcha: CaptchaConfig,
    pub beacon: BeaconConfig,
    /// Where one can sign in with Apple.
    pub apple: Option<AppleConfig>,
    pub smtp_url: String,
    pub mail_from: String,
    pub mall_url: Option<String>,
    pub mall_search_url: Option<String>,
    pub inbound_url: Option<String>,
    pub help_url: Option<String>,
    pub guide_url: Option<String>,
    pub concierge: ConciergeConfig,
    pub operator: OperatorConfig,
    pub partners: PartnersConfig,
    pub sms: SmsConfig,
    pub sign_in: SignInConfig,
    pub stand_ins_url: Option<String>,
}

/// Production, when the variable says nothing that we know.
fn environment(values: &Values<'_>) -> Environment {
    const NAME: &str = "SEKI_ENV";
    let value = values.required(NAME);
    Environment::named(&value).unwrap_or_else(|| {
        values.invalid(NAME, value, "production, demo or test");
        Environment::Production
    })
}

fn operator(values: &Values<'_>) -> OperatorConfig {
    const NUMBER: &str = "SEKI_OPERATOR_REGISTRATION_NUMBER";
    let number = values.optional(NUMBER).unwrap_or_default();
    let is_number =
        number.len() == 14 && number.starts_with('T') && number[1..].bytes().all(|byte| byte.is_ascii_digit());
    if !number.is_empty() && !is_number {
        values.invalid(NUMBER, number.clone(), "T and 13 digits");
    }
    OperatorConfig {
        name: values.required("SEKI_OPERATOR_NAME"),
        address: values.optional("SEKI_OPERATOR_ADDRESS").unwrap_or_default(),
        registration_number: number,
    }
}

/// How much one web server bears of its clients.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionsConfig {
    pub most: usize,
    /// From one address, or one /64 of IPv6, that is no proxy of ours.
    pub per_address: usize,
    /// For a request's head, and again for its body.
    pub request_seconds: u32,
}

/// Whose name the documents of payments bear.
#[derive(Clone, Debug, Default)]
pub struct OperatorConfig {
    pub name: String,
    pub address: String,
    /// T and 13 digits; blank where the operator is not registered for the invoice system.
    pub registration_number: String,
}

#[derive(Clone)]
pub struct StripeConfig {
    pub api_url: String,
    pub secret_key: String,
    pub publishable_key: String,
    pub webhook_secret: String,
    pub script_url: String,
}

#[derive(Clone)]
pub struct TwilioConfig {
    pub api_url: String,
    pub account_sid: String,
    pub auth_token: String,
    /// One or more in E.164, each once. Diners call any of them; the first sends SMS.
    pub phone_numbers: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct SignInConfig {
    /// Without a request for so long, a session ends.
    pub diner_idle_end: Duration,
    pub staff_idle_end: Duration,
    /// Owners, their staff and admins sign in with a second factor, or enrol one first.
    pub staff_needs_second_factor: bool,
}

impl SignInConfig {
    fn from_values(values: &Values<'_>, environment: Environment) -> Self {
        const FACTOR: &str = "SEKI_STAFF_SECOND_FACTOR";
        let hours = |name| {
            let given: i64 = values.number(name);
            if !(1..=720).contains(&given) {
                values.invalid(name, given.to_string(), "hours from 1 to 720");
            }
            Duration::hours(given.clamp(1, 720))
        };
        let value = values.required(FACTOR);
        let staff_needs_second_factor = match value.as_str() {
            "production" => environment == Environment::Production,
            "never" => false,
            "always" => true,
            _ => {
                values.invalid(FACTOR, value, "production, always or never");
                true
            }
        };
        Self {
            diner_idle_end: hours("SEKI_DINER_IDLE_HOURS"),
            staff_idle_end: hours("SEKI_STAFF_IDLE_HOURS"),
            staff_needs_second_factor,
        }
    }
}

/// Most of something in an hour and in a day, as `20/60` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceiling {
    pub hour: i32,
    pub day: i32,
}

impl Ceiling {
    fn parse(text: &str) -> Option<Self> {
        let (hour, day) = text.split_once('/')?;
        let ceiling = Self { hour: hour.trim().parse().ok()?, day: day.trim().parse().ok()? };
        (0 <= ceiling.hour && ceiling.hour <= ceiling.day).then_some(ceiling)
    }
}

#[derive(Clone, Debug)]
pub struct SmsConfig {
    /// How long a diner waits before another code.
    pub resend_after_seconds: i64,
    /// The countries whose numbers are written to; every country when there is none.
    countries: Vec<String>,
    pub per_address: Ceiling,
    pub per_restaurant: Ceiling,
    pub per_number: Ceiling,
    /// For each block of ten thousand numbers.
    pub per_prefix: Ceiling,
    /// For each country but Japan, for which the ceiling of all stands.
    pub per_country: Ceiling,
    pub in_all: Ceiling,
    /// Codes typed in.
    pub tries_per_address: Ceiling,
}

impl SmsConfig {
    pub fn reaches(&self, country: &str) -> bool {
        self.countries.is_empty() || self.countries.iter().any(|known| known == country)
    }

    fn from_values(values: &Values<'_>) -> Self {
        Self {
            resend_after_seconds: values.number("SMS_RESEND_AFTER_SECONDS"),
            countries: countries(values),
            per_address: ceiling(values, "SMS_PER_ADDRESS"),
            per_restaurant: ceiling(values, "SMS_PER_RESTAURANT"),
            per_number: ceiling(values, "SMS_PER_NUMBER"),
            per_prefix: ceiling(values, "SMS_PER_PREFIX"),
            per_country: ceiling(values, "SMS_PER_COUNTRY"),
            in_all: ceiling(values, "SMS_IN_ALL"),
            tries_per_address: ceiling(values, "SMS_TRIES_PER_ADDRESS"),
        }
    }
}

fn ceiling(values: &Values<'_>, name: &'static str) -> Ceiling {
    let value = values.required(name);
    Ceiling::parse(&value).unwrap_or_else(|| {
        values.invalid(name, value, "an hour's and a day's most, like 20/60");
        Ceiling { hour: 0, day: 0 }
    })
}

fn countries(values: &Values<'_>) -> Vec<String> {
    const NAME: &str = "SMS_COUNTRIES";
    let value = values.required(NAME);
    if value == "all" {
        return Vec::new();
    }
    let codes: Vec<_> = value.split(',').map(|code| code.trim().to_ascii_uppercase()).collect();
    let is_code = |code: &String| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if !codes.iter().all(is_code) {
        values.invalid(NAME, value, "codes like JP,US, or all");
    }
    codes
}

/// Where partner sites show a restaurant: addresses with `{id}` for what they call it.
#[derive(Clone, Debug, Default)]
pub struct PartnersConfig {
    je_admin: Option<String>,
    je_store: Option<String>,
    tc: Option<String>,
}

impl PartnersConfig {
    /// The restaurant's page for admins at JE; none where it is not linked.
    pub fn je_admin(&self, fid: &str) -> Option<String> {
        linked(self.je_admin.as_deref(), fid)
    }

    pub fn je_store(&self, fid: &str) -> Option<String> {
        linked(self.je_store.as_deref(), fid)
    }

    pub fn tc(&self, fid: &str) -> Option<String> {
        linked(self.tc.as_deref(), fid)
    }

    fn from_values(values: &Values<'_>) -> Self {
        let template = |name| {
            let given = values.optional(name);
            let is_address = |text: &String| text.starts_with("https://") || text.starts_with("http://");
            if let Some(wrong) = given.as_ref().filter(|text| !is_address(text) || !text.contains(ID_PLACE)) {
                values.invalid(name, wrong.clone(), "an address that begins with https:// and has {id} in it");
            }
            given
        };
        Self {
            je_admin: template("SEKI_JE_ADMIN_URL"),
            je_store: template("SEKI_JE_STORE_URL"),
            tc: template("SEKI_TC_URL"),
        }
    }
}

const ID_PLACE: &str = "{id}";

/// An id of a partner's has nothing in it that could leave its place in the address.
fn linked(template: Option<&str>, fid: &str) -> Option<String> {
    let is_plain = !fid.is_empty() && fid.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    template.filter(|_| is_plain).map(|template| template.replace(ID_PLACE, fid))
}

#[derive(Clone)]
pub struct CaptchaConfig {
    pub verify_url: String,
    pub secret: String,
    pub site_key: String,
    pub script_url: String,
}

/// The randomness beacon that raffles are drawn by.
#[derive(Clone)]
pub struct BeaconConfig {
    /// With the chain's hash; `/public/{round}` follows.
    pub url: String,
    /// Hexadecimal digits.
    pub public_key: String,
}

/// Ourselves towards Apple's OpenID provider.
#[derive(Clone)]
pub struct AppleConfig {
    pub issuer_url: String,
    pub client_id: String,
    pub team_id: String,
    pub key_id: String,
    /// A P-256 PEM, with which we sign that we are the client.
    pub private_key: String,
}

impl AppleConfig {
    fn from_values(values: &Values<'_>) -> Option<Self> {
        Some(Self {
            client_id: values.optional("APPLE_CLIENT_ID")?,
            issuer_url: values.required("APPLE_ISSUER_URL").trim_end_matches('/').to_owned(),
            team_id: values.required("APPLE_TEAM_ID"),
            key_id: values.required("APPLE_KEY_ID"),
            private_key: values.required("APPLE_PRIVATE_KEY").replace("\\n", "\n"),
        })
    }
}

/// The telephone line for travel arrangements.
#[derive(Clone, Debug, Default)]
pub struct ConciergeConfig {
    everybody: Option<String>,
    club: Option<String>,
}

impl ConciergeConfig {
    /// The club's members have a line of their own, where there is one.
    pub fn phone(&self, is_of_club: bool) -> Option<&str> {
        let club = self.club.as_deref().filter(|_| is_of_club);
        club.or(self.everybody.as_deref())
    }
}

pub use variables::QUICKNET_KEY;

impl Config {
    pub fn from_environment() -> Result<Self, ConfigError> {
        Self::from_map(&std::env::vars().collect())
    }

    /// # Errors
    /// Every variable that is missing or wrong, and in production every one that is not safe to run with.
    pub fn from_map(given: &HashMap<String, String>) -> Result<Self, ConfigError> {
        let values = Values::of(given);
        let config = Self::read(&values);
        if config.environment == Environment::Production {
            production::look(&values);
        }
        values.end(config)
    }

    /// Whether an address is of a proxy of ours, whose word about its clients is believed.
    pub fn is_trusted_proxy(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(&address.to_canonical()))
    }

    fn read(values: &Values<'_>) -> Self {
        let environment = environment(values);
        Self {
            environment,
            database_url: values.required("DATABASE_URL"),
            database_read_url: values.optional("DATABASE_READ_URL").unwrap_or_else(|| values.required("DATABASE_URL")),
            database_connections: values.number("DATABASE_CONNECTIONS"),
            hold_batch: values.number::<usize>("SEKI_HOLD_BATCH").max(1),
            address: values.required("SEKI_ADDRESS"),
            metrics_address: values.optional("SEKI_METRICS_ADDRESS"),
            base_url: values.required("SEKI_BASE_URL").trim_end_matches('/').to_owned(),
            trusted_proxies: values.networks("SEKI_TRUSTED_PROXIES"),
            connections: ConnectionsConfig {
                most: values.positive("SEKI_CONNECTIONS"),
                per_address: values.positive("SEKI_CONNECTIONS_PER_ADDRESS"),
                request_seconds: values.positive("SEKI_REQUEST_SECONDS"),
            },
            secret: values.required("SEKI_SECRET"),
            site_dist: values.required("SEKI_SITE_DIST"),
            admin_ui_dist: values.required("SEKI_ADMIN_UI_DIST"),
            pictures: values.required("SEKI_PICTURES"),
            uploads: UploadsConfig::from_values(values),
            stripe: StripeConfig {
                api_url: values.required("STRIPE_API_URL"),
                secret_key: values.required("STRIPE_SECRET_KEY"),
                publishable_key: values.required("STRIPE_PUBLISHABLE_KEY"),
                webhook_secret: values.required("STRIPE_WEBHOOK_SECRET"),
                script_url: values.required("STRIPE_JS_URL"),
            },
            twilio: TwilioConfig {
                api_url: values.required("TWILIO_API_URL"),
                account_sid: values.required("TWILIO_ACCOUNT_SID"),
                auth_token: values.required("TWILIO_AUTH_TOKEN"),
                phone_numbers: values.phone_numbers(),
            },
            captcha: CaptchaConfig {
                verify_url: values.required("RECAPTCHA_VERIFY_URL"),
                secret: values.optional("RECAPTCHA_SECRET").unwrap_or_default(),
                site_key: values.optional("RECAPTCHA_SITE_KEY").unwrap_or_default(),
                script_url: values.required("RECAPTCHA_SCRIPT_URL"),
            },
            beacon: BeaconConfig {
                url: values.required("SEKI_BEACON_URL"),
                public_key: values.required("SEKI_BEACON_PUBLIC_KEY"),
            },
            apple: AppleConfig::from_values(values),
            smtp_url: values.required("SMTP_URL"),
            mail_from: values.required("MAIL_FROM"),
            operator: operator(values),
            mall_url: values.optional("SEKI_MALL_URL"),
            mall_search_url: values.optional("SEKI_MALL_SEARCH_URL"),
            inbound_url: values.optional("SEKI_INBOUND_URL"),
            help_url: values.optional("SEKI_HELP_URL"),
            guide_url: values.optional("SEKI_GUIDE_URL"),
            concierge: ConciergeConfig {
                everybody: values.optional("SEKI_CONCIERGE_PHONE"),
                club: values.optional("SEKI_CONCIERGE_CLUB_PHONE"),
            },
            partners: PartnersConfig::from_values(values),
            sms: SmsConfig::from_values(values),
            sign_in: SignInConfig::from_values(values, environment),
            stand_ins_url: values.optional("SEKI_STAND_INS_URL").filter(|_| environment.is_playground()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let Err(error) = Config::from_map(&HashMap::new()) else {
            panic!("an empty environment is not a configuration")
        };
        for name in ["SEKI_SECRET", "DATABASE_URL", "SMTP_URL"] {
            assert!(error.0.contains(&ConfigFault::Missing(name)), "{error}");
        }
    }

    #[test]
    fn staff_need_a_second_factor_in_production_unless_it_is_said_otherwise() {
        let read = |name: &str, given: &str, environment| {
            let map = HashMap::from([(name.to_owned(), given.to_owned())]);
            let values = Values::of(&map);
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
    fn a_partners_link_is_made_of_its_template_and_a_plain_id() {
        let config = |template: &str| {
            let given = HashMap::from([("SEKI_JE_STORE_URL".to_owned(), template.to_owned())]);
            let values = Values::of(&given);
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
            let values = Values::of(&given);
            let config = SmsConfig::from_values(&values);
            values.end(config)
        };
        assert!(config("").unwrap().reaches("JP") && !config("").unwrap().reaches("CU"));
        assert!(config("jp, us").unwrap().reaches("US") && !config("JP,US").unwrap().reaches("GB"));
        assert!(config("all").unwrap().reaches("CU"));
        assert!(config("Japan").is_err());
    }

    /// Everything that production needs, as its providers give it out.
    fn sound() -> HashMap<String, String> {
        let defaults = VARIABLES.iter().filter_map(|variable| Some((variable.name, variable.default?)));
        let given = [
            ("SEKI_ENV", "production"),
            ("DATABASE_URL", "postgres://db.internal/seki"),
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

    fn refused(changes: &[(&str, &str)]) -> Vec<&'static str> {
        let mut given = sound();
        given.extend(changes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let Err(ConfigError(faults)) = Config::from_map(&given) else { return Vec::new() };
        let name = |fault: &ConfigFault| match fault {
            ConfigFault::Missing(name) | ConfigFault::Invalid { name, .. } | ConfigFault::Unsafe { name, .. } => *name,
        };
        faults.iter().map(name).collect()
    }

    #[test]
    fn production_refuses_what_can_be_guessed_or_is_known() {
        assert_eq!(refused(&[]), [""; 0], "a sound configuration");
        let repeated =
            ["a".repeat(32), "0123456789abcdef".repeat(2), "abcdefghijklmnopqrstuvwxyz0123456789".to_owned()];
        let worded = ["a secret of the tests, which is long enough", "changeme-9fQ1x0m2Vb7KpZ4tLr8Yw3NcHd", "short"];
        for secret in repeated.iter().map(String::as_str).chain(worded) {
            assert_eq!(refused(&[("SEKI_SECRET", secret)]), ["SEKI_SECRET"], "{secret}");
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
            ("SEKI_S3_SECRET", "short"),
            ("SEKI_S3_SECRET", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        ] {
            assert_eq!(refused(&[(name, value)]), [name], "{name}={value}");
        }
    }

    #[test]
    fn all_faults_are_told_at_once_and_no_secret_with_them() {
        let changes =
            [("SEKI_SECRET", "hunter2"), ("SEKI_BASE_URL", "http://x"), ("RECAPTCHA_SECRET", ""), ("SMTP_URL", "")];
        assert_eq!(refused(&changes), ["SMTP_URL", "SEKI_SECRET", "SEKI_BASE_URL", "RECAPTCHA_SECRET"]);
        let mut given = sound();
        given.insert("SEKI_SECRET".to_owned(), "hunter2".to_owned());
        let Err(error) = Config::from_map(&given) else { panic!("a short secret") };
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }

    #[test]
    fn demo_and_tests_run_with_what_they_have() {
        for environment in ["demo", "test"] {
            let weak = [("SEKI_SECRET", "short"), ("SEKI_BASE_URL", "http://127.0.0.1:8080"), ("RECAPTCHA_SECRET", "")];
            let changes: Vec<_> = weak.into_iter().chain([("SEKI_ENV", environment)]).collect();
            assert_eq!(refused(&changes), [""; 0], "{environment}");
        }
    }
}
