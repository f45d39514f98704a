//! The configuration of a process, from environment variables. `seki config` lists them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZero;

use chrono::Duration;
use ipnet::IpNet;

use crate::money::Yen;

mod ceilings;
mod connections;
mod fault;
mod no_show_fee;
mod production;
mod timeout_factor;
mod uploads;
mod values;
mod variables;

pub use ceilings::{CardLimits, Ceiling, SmsConfig};
pub use fault::{ConfigError, ConfigFault};
pub use no_show_fee::NoShowFeeConfig;
pub use production::demo;
pub use timeout_factor::TimeoutFactor;
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

    /// Whether the clock may be moved and the inbox may be read.
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
    /// Connections for the screens of staff and admins, in addition; at least 1.
    pub staff_connections: u32,
    pub database_timeout_factor: TimeoutFactor,
    /// Maximum number of holds in one batch, at least 1.
    pub hold_batch: usize,
    /// Maximum number of concurrent batches of holds: at least 2, at most a quarter of the connections.
    pub hold_batches: usize,
    pub address: String,
    /// Address that serves metrics and readiness, if any.
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
    /// None if sign-in with Apple is not offered.
    pub apple: Option<AppleConfig>,
    pub smtp_url: String,
    pub mail_from: String,
    /// The mall's page for people.
    pub mall_url: Option<String>,
    /// The mall's JSON list of a restaurant's stores.
    pub mall_stores_url: Option<String>,
    pub mall_search_url: Option<String>,
    pub inbound_url: Option<String>,
    pub help_url: Option<String>,
    pub guide_url: Option<String>,
    pub concierge: ConciergeConfig,
    pub operator: OperatorConfig,
    pub no_show_fee: NoShowFeeConfig,
    pub partners: PartnersConfig,
    pub sms: SmsConfig,
    pub card_limits: CardLimits,
    /// Manual refunds and corrections above it need a second admin.
    pub adjustment_approval_above: Yen,
    pub sign_in: SignInConfig,
    pub stand_ins_url: Option<String>,
}

/// Returns the number of concurrent batches: one for each processor, and 2 for a single one. The next batch is read while the database
/// writes with all processors.
fn hold_batches(values: &Values) -> usize {
    const NAME: &str = "SEKI_HOLD_BATCHES";
    let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let wanted = values.optional(NAME).map_or_else(processors, |_| values.positive(NAME));
    // The other three quarters of the connections are for all other work.
    let most = values.number::<usize>("DATABASE_CONNECTIONS") / 4;
    wanted.min(most).max(2)
}

/// Returns the number of connections for the screens of staff and admins: a quarter of the others unless it is set.
fn staff_connections(values: &Values) -> u32 {
    const NAME: &str = "SEKI_STAFF_CONNECTIONS";
    let quarter = || (values.number::<u32>("DATABASE_CONNECTIONS") / 4).max(1);
    values.optional(NAME).map_or_else(quarter, |_| values.positive(NAME))
}

/// Reads the environment. An unknown value is an error, and is read as production.
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

/// Limits on the clients of one web server.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionsConfig {
    pub max: usize,
    /// Connections from one address, or one /64 of IPv6, that is not a trusted proxy.
    pub per_address: usize,
    /// Timeout of a request's head, and of its body.
    pub request_seconds: u32,
}

/// The company named on payment documents.
#[derive(Clone, Debug, Default)]
pub struct OperatorConfig {
    pub name: String,
    pub address: String,
    /// T and 13 digits; blank if the operator is not registered for the invoice system.
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
    /// One or more in E.164, without duplicates. Diners call any of them; the first sends SMS.
    pub phone_numbers: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct SignInConfig {
    /// A session ends after this time without a request.
    pub diner_idle_end: Duration,
    pub staff_idle_end: Duration,
    /// Owners, their staff and admins must sign in with a second factor, or enrol one first.
    pub staff_needs_second_factor: bool,
}

impl SignInConfig {
    fn from_values(values: &Values<'_>, environment: Environment) -> Self {
        const FACTOR: &str = "SEKI_STAFF_SECOND_FACTOR";
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
            diner_idle_end: values.hours("SEKI_DINER_IDLE_HOURS"),
            staff_idle_end: values.hours("SEKI_STAFF_IDLE_HOURS"),
            staff_needs_second_factor,
        }
    }
}

/// Addresses of a restaurant at partner sites, with `{id}` for the partner's id.
#[derive(Clone, Debug, Default)]
pub struct PartnersConfig {
    je_admin: Option<String>,
    je_store: Option<String>,
    tc: Option<String>,
}

impl PartnersConfig {
    /// Returns the restaurant's admin page at JE; None if it is not linked.
    pub fn je_admin(&self, fid: &str) -> Option<String> {
        partner_address(self.je_admin.as_deref(), fid)
    }

    pub fn je_store(&self, fid: &str) -> Option<String> {
        partner_address(self.je_store.as_deref(), fid)
    }

    pub fn tc(&self, fid: &str) -> Option<String> {
        partner_address(self.tc.as_deref(), fid)
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

/// Returns the address for a partner's id, which may only contain characters that cannot change the rest of the address.
fn partner_address(template: Option<&str>, fid: &str) -> Option<String> {
    let is_plain = !fid.is_empty() && fid.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    template.filter(|_| is_plain).map(|template| template.replace(ID_PLACE, fid))
}

#[derive(Clone)]
pub struct CaptchaConfig {
    pub verify_url: String,
    pub secret: String,
    pub site_key: String,
    pub script_url: String,
    /// Our host, on which a captcha must have been solved. The demo and tests, which replace the provider, accept any host.
    pub host: Option<String>,
}

/// The randomness beacon for the draws of raffles.
#[derive(Clone)]
pub struct BeaconConfig {
    /// Address including the chain's hash; `/public/{round}` is appended.
    pub url: String,
    /// Hexadecimal digits.
    pub public_key: String,
}

/// Our client at Apple's OpenID provider.
#[derive(Clone)]
pub struct AppleConfig {
    pub issuer_url: String,
    pub client_id: String,
    pub team_id: String,
    pub key_id: String,
    /// P-256 key in PEM, which signs our client secret.
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

/// The phone service for travel arrangements.
#[derive(Clone, Debug, Default)]
pub struct ConciergeConfig {
    general: Option<String>,
    club: Option<String>,
}

impl ConciergeConfig {
    /// Returns the phone number: club members have a separate one if it is configured.
    pub fn phone(&self, is_of_club: bool) -> Option<&str> {
        let club = self.club.as_deref().filter(|_| is_of_club);
        club.or(self.general.as_deref())
    }
}

pub use variables::QUICKNET_KEY;

impl Config {
    pub fn from_environment() -> Result<Self, ConfigError> {
        Self::from_map(&std::env::vars().collect())
    }

    /// # Errors
    /// Every variable that is missing or wrong and, in production, every one that is unsafe.
    pub fn from_map(given: &HashMap<String, String>) -> Result<Self, ConfigError> {
        let values = Values::new(given);
        let config = Self::read(&values);
        if config.environment == Environment::Production {
            production::check(&values);
        }
        values.end(config)
    }

    /// Whether an address is a trusted proxy, whose headers about its clients are used.
    /// Returns the address of `mail_from`, without its name.
    pub fn mail_address(&self) -> &str {
        let from = self.mail_from.as_str();
        from.rsplit_once('<').map_or(from, |(_, address)| address.trim_end_matches([' ', '>'])).trim()
    }

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
            staff_connections: staff_connections(values),
            database_timeout_factor: TimeoutFactor::from_values(values),
            hold_batch: values.number::<usize>("SEKI_HOLD_BATCH").max(1),
            hold_batches: hold_batches(values),
            address: values.required("SEKI_ADDRESS"),
            metrics_address: values.optional("SEKI_METRICS_ADDRESS"),
            base_url: values.required("SEKI_BASE_URL").trim_end_matches('/').to_owned(),
            trusted_proxies: values.networks("SEKI_TRUSTED_PROXIES"),
            connections: ConnectionsConfig {
                max: values.positive("SEKI_CONNECTIONS"),
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
                host: values.host("SEKI_BASE_URL").filter(|_| !environment.is_playground()),
            },
            beacon: BeaconConfig {
                url: values.required("SEKI_BEACON_URL"),
                public_key: values.required("SEKI_BEACON_PUBLIC_KEY"),
            },
            apple: AppleConfig::from_values(values),
            smtp_url: values.required("SMTP_URL"),
            mail_from: values.required("MAIL_FROM"),
            operator: operator(values),
            no_show_fee: NoShowFeeConfig::from_values(values),
            mall_url: values.optional("SEKI_MALL_URL"),
            mall_stores_url: values.optional("SEKI_MALL_STORES_URL"),
            mall_search_url: values.optional("SEKI_MALL_SEARCH_URL"),
            inbound_url: values.optional("SEKI_INBOUND_URL"),
            help_url: values.optional("SEKI_HELP_URL"),
            guide_url: values.optional("SEKI_GUIDE_URL"),
            concierge: ConciergeConfig {
                general: values.optional("SEKI_CONCIERGE_PHONE"),
                club: values.optional("SEKI_CONCIERGE_CLUB_PHONE"),
            },
            partners: PartnersConfig::from_values(values),
            sms: SmsConfig::from_values(values),
            card_limits: CardLimits::from_values(values),
            adjustment_approval_above: Yen(i64::from(values.number::<u32>("SEKI_ADJUSTMENT_APPROVAL_ABOVE"))),
            sign_in: SignInConfig::from_values(values, environment),
            stand_ins_url: values.optional("SEKI_STAND_INS_URL").filter(|_| environment.is_playground()),
        }
    }
}

#[cfg(test)]
mod tests;
