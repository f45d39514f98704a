//! Everything a process is told from outside, by environment variables. `seki config` lists them.

use std::collections::HashMap;

/// One variable: its name, what it means, its value when unset, and whether it must stay unseen.
pub struct Variable {
    pub name: &'static str,
    pub meaning: &'static str,
    pub default: Option<&'static str>,
    pub is_secret: bool,
}

const fn variable(name: &'static str, default: Option<&'static str>, meaning: &'static str) -> Variable {
    Variable { name, meaning, default, is_secret: false }
}

const fn secret(name: &'static str, default: Option<&'static str>, meaning: &'static str) -> Variable {
    Variable { name, meaning, default, is_secret: true }
}

pub const VARIABLES: &[Variable] = &[
    variable("SEKI_ENV", Some("production"), "production, demo or test; /dev pages exist in the last two only"),
    secret("DATABASE_URL", None, "PostgreSQL 15 to 18 that takes the writes"),
    secret("DATABASE_READ_URL", None, "a replica for availability reads; DATABASE_URL when unset"),
    variable("DATABASE_CONNECTIONS", Some("32"), "most connections of one process"),
    variable(
        "SEKI_HOLD_BATCH",
        Some("24"),
        "most holds written together; 1: each by itself, without waiting for others",
    ),
    variable("SEKI_ADDRESS", Some("127.0.0.1:8080"), "where the web server listens"),
    variable("SEKI_BASE_URL", Some("http://127.0.0.1:8080"), "how people reach it; links in mails begin with it"),
    variable("SEKI_BEHIND_PROXY", Some("no"), "yes: the last X-Forwarded-For is the client; else the connection is"),
    secret("SEKI_SECRET", None, "32 or more random characters that sign tokens and cookies"),
    variable("SEKI_SITE_DIST", Some("site/dist"), "the built diners' site"),
    variable("SEKI_ADMIN_UI_DIST", Some("admin-ui/dist"), "the built consoles of owners and admins"),
    variable("SEKI_PICTURES", Some("fixtures/pictures"), "folder of the restaurants' pictures"),
    variable("STRIPE_API_URL", Some("https://api.stripe.com"), "the card provider"),
    secret("STRIPE_SECRET_KEY", None, "its secret key"),
    variable("STRIPE_PUBLISHABLE_KEY", None, "its key for browsers"),
    secret("STRIPE_WEBHOOK_SECRET", None, "what its webhooks are signed with"),
    variable("STRIPE_JS_URL", Some("https://js.stripe.com/v3/"), "its script for browsers"),
    variable("TWILIO_API_URL", Some("https://api.twilio.com"), "the telephone provider"),
    variable("TWILIO_ACCOUNT_SID", None, "the account there"),
    secret("TWILIO_AUTH_TOKEN", None, "its token"),
    variable(
        "TWILIO_PHONE_NUMBERS",
        None,
        "our numbers in E.164 with commas between; diners call them, and the first sends SMS. With several, browsers \
         that prove one number are told apart",
    ),
    variable("RECAPTCHA_VERIFY_URL", Some("https://www.google.com/recaptcha/api/siteverify"), "checks captcha tokens"),
    secret("RECAPTCHA_SECRET", None, "our secret there; without it no captcha is asked for"),
    variable("RECAPTCHA_SITE_KEY", None, "our key for browsers"),
    variable("RECAPTCHA_SCRIPT_URL", Some("https://www.google.com/recaptcha/api.js"), "its script for browsers"),
    secret("SMTP_URL", None, "smtp:// or smtps:// server that takes our mails"),
    variable("MAIL_FROM", Some("Seki <no-reply@seki.test>"), "sender of our mails"),
    variable("SEKI_MALL_URL", None, "takeaway mall of the header menu and the store lists"),
    variable("SEKI_MALL_SEARCH_URL", None, "product search of the mall, for the owners' home page"),
    variable("SEKI_INBOUND_URL", None, "inbound link of the header menu"),
    variable("SEKI_HELP_URL", None, "help centre of the menus"),
    variable("SEKI_GUIDE_URL", None, "JSON list of a restaurant's guide selections"),
    variable("SMS_RESEND_AFTER_SECONDS", Some("60"), "how long a diner waits before another SMS"),
    variable(
        "SMS_COUNTRIES",
        Some("JP,US,CA,GB,IE,AU,NZ,SG,HK,MO,TW,KR,TH,MY,FR,DE,IT,ES,PT,NL,BE,LU,CH,AT,SE,NO,DK,FI"),
        "the countries that SMS are sent to, or all; any number may be proven by a call",
    ),
    variable("SMS_PER_ADDRESS", Some("20/60"), "most codes for one address, an hour and a day"),
    variable("SMS_PER_RESTAURANT", Some("60/300"), "most invitations by SMS of one restaurant, an hour and a day"),
    variable("SMS_PER_NUMBER", Some("5/10"), "most SMS to one number, an hour and a day"),
    variable("SMS_PER_PREFIX", Some("30/100"), "most SMS to a block of ten thousand numbers, an hour and a day"),
    variable("SMS_PER_COUNTRY", Some("200/1000"), "most SMS to one country other than Japan, an hour and a day"),
    variable("SMS_IN_ALL", Some("3000/20000"), "most SMS in all, an hour and a day"),
    variable("SMS_TRIES_PER_ADDRESS", Some("30/100"), "most SMS codes typed in from one address, an hour and a day"),
    variable("SEKI_STAND_INS_URL", None, "demo and test only: where the stand-ins of outside services answer"),
];

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
    pub base_url: String,
    pub is_behind_proxy: bool,
    pub secret: String,
    pub site_dist: String,
    pub admin_ui_dist: String,
    pub pictures: String,
    pub stripe: StripeConfig,
    pub twilio: TwilioConfig,
    pub captcha: CaptchaConfig,
    pub smtp_url: String,
    pub mail_from: String,
    pub mall_url: Option<String>,
    pub mall_search_url: Option<String>,
    pub inbound_url: Option<String>,
    pub help_url: Option<String>,
    pub guide_url: Option<String>,
    pub sms: SmsConfig,
    pub stand_ins_url: Option<String>,
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

    fn from_values(values: &Values<'_>) -> Result<Self, ConfigError> {
        Ok(Self {
            resend_after_seconds: values.number("SMS_RESEND_AFTER_SECONDS")?,
            countries: countries(values.required("SMS_COUNTRIES")?)?,
            per_address: ceiling(values, "SMS_PER_ADDRESS")?,
            per_restaurant: ceiling(values, "SMS_PER_RESTAURANT")?,
            per_number: ceiling(values, "SMS_PER_NUMBER")?,
            per_prefix: ceiling(values, "SMS_PER_PREFIX")?,
            per_country: ceiling(values, "SMS_PER_COUNTRY")?,
            in_all: ceiling(values, "SMS_IN_ALL")?,
            tries_per_address: ceiling(values, "SMS_TRIES_PER_ADDRESS")?,
        })
    }
}

fn ceiling(values: &Values<'_>, name: &'static str) -> Result<Ceiling, ConfigError> {
    let value = values.required(name)?;
    let expected = "an hour's and a day's most, like 20/60";
    Ceiling::parse(&value).ok_or(ConfigError::Invalid { name, value, expected })
}

fn countries(value: String) -> Result<Vec<String>, ConfigError> {
    if value == "all" {
        return Ok(Vec::new());
    }
    let codes: Vec<_> = value.split(',').map(|code| code.trim().to_ascii_uppercase()).collect();
    let is_code = |code: &String| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if codes.iter().all(is_code) {
        return Ok(codes);
    }
    Err(ConfigError::Invalid { name: "SMS_COUNTRIES", value, expected: "codes like JP,US, or all" })
}

#[derive(Clone)]
pub struct CaptchaConfig {
    pub verify_url: String,
    pub secret: String,
    pub site_key: String,
    pub script_url: String,
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{0} is not set; `seki config` lists what is needed")]
    Missing(&'static str),
    #[error("{name} is {value:?}: {expected}")]
    Invalid { name: &'static str, value: String, expected: &'static str },
}

impl Config {
    pub fn from_environment() -> Result<Self, ConfigError> {
        Self::from_map(&std::env::vars().collect())
    }

    pub fn from_map(given: &HashMap<String, String>) -> Result<Self, ConfigError> {
        let values = Values(given);
        let environment = values.environment()?;
        let secret = values.required("SEKI_SECRET")?;
        if environment == Environment::Production && secret.len() < 32 {
            return Err(ConfigError::Invalid {
                name: "SEKI_SECRET",
                value: "…".into(),
                expected: "32 characters or more",
            });
        }
        Ok(Self {
            environment,
            database_url: values.required("DATABASE_URL")?,
            database_read_url: values
                .optional("DATABASE_READ_URL")
                .map_or_else(|| values.required("DATABASE_URL"), Ok)?,
            database_connections: values.number("DATABASE_CONNECTIONS")?,
            hold_batch: values.number::<usize>("SEKI_HOLD_BATCH")?.max(1),
            address: values.required("SEKI_ADDRESS")?,
            base_url: values.required("SEKI_BASE_URL")?.trim_end_matches('/').to_owned(),
            is_behind_proxy: values.required("SEKI_BEHIND_PROXY")? == "yes",
            secret,
            site_dist: values.required("SEKI_SITE_DIST")?,
            admin_ui_dist: values.required("SEKI_ADMIN_UI_DIST")?,
            pictures: values.required("SEKI_PICTURES")?,
            stripe: StripeConfig {
                api_url: values.required("STRIPE_API_URL")?,
                secret_key: values.required("STRIPE_SECRET_KEY")?,
                publishable_key: values.required("STRIPE_PUBLISHABLE_KEY")?,
                webhook_secret: values.required("STRIPE_WEBHOOK_SECRET")?,
                script_url: values.required("STRIPE_JS_URL")?,
            },
            twilio: TwilioConfig {
                api_url: values.required("TWILIO_API_URL")?,
                account_sid: values.required("TWILIO_ACCOUNT_SID")?,
                auth_token: values.required("TWILIO_AUTH_TOKEN")?,
                phone_numbers: values.phone_numbers()?,
            },
            captcha: CaptchaConfig {
                verify_url: values.required("RECAPTCHA_VERIFY_URL")?,
                secret: values.optional("RECAPTCHA_SECRET").unwrap_or_default(),
                site_key: values.optional("RECAPTCHA_SITE_KEY").unwrap_or_default(),
                script_url: values.required("RECAPTCHA_SCRIPT_URL")?,
            },
            smtp_url: values.required("SMTP_URL")?,
            mail_from: values.required("MAIL_FROM")?,
            mall_url: values.optional("SEKI_MALL_URL"),
            mall_search_url: values.optional("SEKI_MALL_SEARCH_URL"),
            inbound_url: values.optional("SEKI_INBOUND_URL"),
            help_url: values.optional("SEKI_HELP_URL"),
            guide_url: values.optional("SEKI_GUIDE_URL"),
            sms: SmsConfig::from_values(&values)?,
            stand_ins_url: values.optional("SEKI_STAND_INS_URL").filter(|_| environment.is_playground()),
        })
    }
}

struct Values<'a>(&'a HashMap<String, String>);

impl Values<'_> {
    fn optional(&self, name: &'static str) -> Option<String> {
        let set = self.0.get(name).filter(|value| !value.is_empty()).cloned();
        set.or_else(|| VARIABLES.iter().find(|v| v.name == name)?.default.map(str::to_owned))
    }

    fn required(&self, name: &'static str) -> Result<String, ConfigError> {
        self.optional(name).ok_or(ConfigError::Missing(name))
    }

    fn number<T: std::str::FromStr>(&self, name: &'static str) -> Result<T, ConfigError> {
        let value = self.required(name)?;
        value.parse().map_err(|_| ConfigError::Invalid { name, value, expected: "a whole number" })
    }

    fn phone_numbers(&self) -> Result<Vec<String>, ConfigError> {
        const NAME: &str = "TWILIO_PHONE_NUMBERS";
        let value = self.required(NAME)?;
        let is_e164 = |number: &&str| {
            let digits = number.strip_prefix('+').unwrap_or_default();
            (7..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        let mut numbers: Vec<String> = Vec::new();
        for number in value.split(',').map(str::trim) {
            if !is_e164(&number) {
                let expected = "numbers like +81355550100 with commas between";
                return Err(ConfigError::Invalid { name: NAME, value, expected });
            }
            if !numbers.iter().any(|known| known == number) {
                numbers.push(number.to_owned());
            }
        }
        Ok(numbers)
    }

    fn environment(&self) -> Result<Environment, ConfigError> {
        let value = self.required("SEKI_ENV")?;
        let invalid = |value| ConfigError::Invalid { name: "SEKI_ENV", value, expected: "production, demo or test" };
        Environment::named(&value).ok_or_else(|| invalid(value))
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
        assert!(error.to_string().starts_with("SEKI_SECRET is not set"), "{error}");
    }

    #[test]
    fn our_telephone_numbers_are_a_list() {
        let numbers = |value: &str| {
            Values(&HashMap::from([("TWILIO_PHONE_NUMBERS".to_owned(), value.to_owned())])).phone_numbers()
        };
        assert_eq!(numbers("+81355550100").unwrap(), ["+81355550100"]);
        assert_eq!(numbers("+81355550100, +81355550101,+81355550100").unwrap(), ["+81355550100", "+81355550101"]);
        for wrong in ["0355550100", "+81355550100,", "+81-3-5555-0100"] {
            assert!(matches!(numbers(wrong), Err(ConfigError::Invalid { .. })), "{wrong}");
        }
        assert!(matches!(numbers(""), Err(ConfigError::Missing(_))));
    }

    #[test]
    fn production_wants_a_long_secret() {
        let given = HashMap::from([("SEKI_SECRET".to_owned(), "short".to_owned())]);
        assert!(matches!(Config::from_map(&given), Err(ConfigError::Invalid { name: "SEKI_SECRET", .. })));
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
            SmsConfig::from_values(&Values(&HashMap::from([("SMS_COUNTRIES".to_owned(), countries.to_owned())])))
        };
        assert!(config("").unwrap().reaches("JP") && !config("").unwrap().reaches("CU"));
        assert!(config("jp, us").unwrap().reaches("US") && !config("JP,US").unwrap().reaches("GB"));
        assert!(config("all").unwrap().reaches("CU"));
        assert!(matches!(config("Japan"), Err(ConfigError::Invalid { .. })));
    }
}
