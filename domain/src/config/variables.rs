//! Every environment variable, with its meaning and default.

/// One variable: its name, meaning and default, and whether it is secret.
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
    variable("DATABASE_CONNECTIONS", Some("32"), "maximum connections of one process, without SEKI_STAFF_CONNECTIONS"),
    variable(
        "SEKI_STAFF_CONNECTIONS",
        None,
        "connections of one web server for the screens of staff and admins; a quarter of DATABASE_CONNECTIONS when unset",
    ),
    variable(
        "DATABASE_PATIENCE",
        Some("1"),
        "factor, 1 to 10, for the time that requests wait for a connection (2.5 s), a lock (2 s) and a response (6 s) of the database",
    ),
    variable(
        "SEKI_HOLD_BATCH",
        Some("24"),
        "maximum holds written in one batch; 1: each separately, without waiting for others",
    ),
    variable(
        "SEKI_HOLD_BATCHES",
        None,
        "concurrent batches of holds, at least 2: the processors of the database; those of this machine when unset",
    ),
    variable("SEKI_ADDRESS", Some("127.0.0.1:8080"), "address on which the web server listens"),
    variable(
        "SEKI_METRICS_ADDRESS",
        None,
        "a private address for /metrics and /health, like 127.0.0.1:9464, one for each process; nothing is measured when unset",
    ),
    variable(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        None,
        "a collector of traces, like http://127.0.0.1:4318 (OTLP over HTTP); nothing is traced when unset",
    ),
    variable("SEKI_BASE_URL", Some("http://127.0.0.1:8080"), "its public address, with which links in emails begin"),
    variable(
        "SEKI_TRUSTED_PROXIES",
        None,
        "networks of our own proxies, separated by commas (10.0.0.0/8, fd00::/8); only their entries in X-Forwarded-For are trusted",
    ),
    variable("SEKI_CONNECTIONS", Some("10000"), "maximum connections that one web server keeps open"),
    variable(
        "SEKI_CONNECTIONS_PER_ADDRESS",
        Some("1000"),
        "maximum connections from one address (IPv6: one /64), except our proxies",
    ),
    variable(
        "SEKI_REQUEST_SECONDS",
        Some("20"),
        "seconds in which a client must send a request's head, and then its body",
    ),
    secret("SEKI_SECRET", None, "32 or more random characters that sign tokens and cookies"),
    variable("SEKI_SITE_DIST", Some("site/dist"), "the built diners' site"),
    variable("SEKI_ADMIN_UI_DIST", Some("admin-ui/dist"), "the built consoles of owners and admins"),
    variable("SEKI_PICTURES", Some("fixtures/pictures"), "folder of the pictures that came with the installation"),
    variable(
        "SEKI_UPLOADS",
        Some("var/uploads"),
        "storage of uploaded pictures: a folder, or s3://BUCKET/PREFIX; the same for all web servers and workers",
    ),
    variable(
        "SEKI_S3_ENDPOINT",
        None,
        "an S3-compatible server, such as https://minio.internal:9000; Amazon's of the region when unset",
    ),
    variable("SEKI_S3_REGION", Some("ap-northeast-1"), "the bucket's region"),
    variable("SEKI_S3_KEY", None, "the id of an access key that may put, get and delete objects in the bucket"),
    secret("SEKI_S3_SECRET", None, "its secret"),
    variable("STRIPE_API_URL", Some("https://api.stripe.com"), "the card provider"),
    secret("STRIPE_SECRET_KEY", None, "its secret key"),
    variable("STRIPE_PUBLISHABLE_KEY", None, "its key for browsers"),
    secret("STRIPE_WEBHOOK_SECRET", None, "secret with which its webhooks are signed"),
    variable("STRIPE_JS_URL", Some("https://js.stripe.com/v3/"), "its script for browsers"),
    variable("TWILIO_API_URL", Some("https://api.twilio.com"), "the phone and SMS provider"),
    variable("TWILIO_ACCOUNT_SID", None, "the account there"),
    secret("TWILIO_AUTH_TOKEN", None, "its token"),
    variable(
        "TWILIO_PHONE_NUMBERS",
        None,
        "our numbers in E.164, separated by commas; diners call them, and the first sends SMS. Several numbers \
         distinguish browsers that verify the same number",
    ),
    variable("RECAPTCHA_VERIFY_URL", Some("https://www.google.com/recaptcha/api/siteverify"), "checks captcha tokens"),
    secret("RECAPTCHA_SECRET", None, "our secret there; without it no captcha is required"),
    variable("RECAPTCHA_SITE_KEY", None, "our key for browsers"),
    variable("RECAPTCHA_SCRIPT_URL", Some("https://www.google.com/recaptcha/api.js"), "its script for browsers"),
    variable(
        "SEKI_BEACON_URL",
        Some(QUICKNET_URL),
        "drand's HTTP interface with the chain's hash; raffles are drawn by it",
    ),
    variable("SEKI_BEACON_PUBLIC_KEY", Some(QUICKNET_KEY), "key with which its rounds are verified"),
    variable("APPLE_ISSUER_URL", Some("https://appleid.apple.com"), "Apple's OpenID provider"),
    variable("APPLE_CLIENT_ID", None, "our Services ID there; without it, sign-in with Apple is disabled"),
    variable("APPLE_TEAM_ID", None, "our team there"),
    variable("APPLE_KEY_ID", None, "id of our key there"),
    secret("APPLE_PRIVATE_KEY", None, "that key, a P-256 PEM; line ends may be written as \\n"),
    secret("SMTP_URL", None, "smtp:// or smtps:// server that sends our emails"),
    variable("MAIL_FROM", Some("Seki <no-reply@seki.test>"), "sender of our emails"),
    variable("SEKI_OPERATOR_NAME", Some("Seki"), "issuer of receipts and invoices"),
    variable("SEKI_OPERATOR_ADDRESS", None, "the issuer's address, as receipts and invoices show it"),
    variable(
        "SEKI_OPERATOR_REGISTRATION_NUMBER",
        None,
        "the issuer's number for qualified invoices: T and 13 digits; not shown when unset",
    ),
    variable(
        "SEKI_NO_SHOW_FEE_HOURS",
        Some("72"),
        "hours after the start of a visit in which staff may request the fee of a no-show, 1 to 720",
    ),
    variable(
        "SEKI_NO_SHOW_FEE_UNDO_HOURS",
        Some("12"),
        "hours in which staff may withdraw that request before the card is charged, 1 to 720",
    ),
    variable("SEKI_MALL_URL", None, "page of the takeaway mall, for the menus"),
    variable("SEKI_MALL_STORES_URL", None, "JSON list of a restaurant's takeaway and delivery stores"),
    variable("SEKI_MALL_SEARCH_URL", None, "JSON list of a restaurant's products, for the owners' home page"),
    variable("SEKI_INBOUND_URL", None, "page for guests from abroad, for the menus"),
    variable("SEKI_HELP_URL", None, "help centre of the menus; the built-in page /help when unset"),
    variable("SEKI_CONCIERGE_PHONE", None, "phone number for travel arrangements; not shown when unset"),
    variable("SEKI_CONCIERGE_CLUB_PHONE", None, "separate phone number for members of the club"),
    variable("SEKI_GUIDE_URL", None, "JSON list of a restaurant's guide selections"),
    variable("SEKI_JE_ADMIN_URL", None, "admins' page of a restaurant on the partner site JE; {id} is its id there"),
    variable("SEKI_JE_STORE_URL", None, "the restaurant's page there for guests; {id} is its id there"),
    variable("SEKI_TC_URL", None, "a restaurant at the table management TC; {id} is its id there"),
    variable("SMS_RESEND_AFTER_SECONDS", Some("60"), "seconds before a diner can request another SMS"),
    variable(
        "SMS_COUNTRIES",
        Some("JP,US,CA,GB,IE,AU,NZ,SG,HK,MO,TW,KR,TH,MY,FR,DE,IT,ES,PT,NL,BE,LU,CH,AT,SE,NO,DK,FI"),
        "the countries that SMS are sent to, or all; any number can be verified by a call",
    ),
    variable("SMS_PER_ADDRESS", Some("20/60"), "maximum codes for one address, an hour and a day"),
    variable("SMS_PER_RESTAURANT", Some("60/300"), "maximum invitations by SMS of one restaurant, an hour and a day"),
    variable("SMS_PER_NUMBER", Some("5/10"), "maximum SMS to one number, an hour and a day"),
    variable("SMS_PER_PREFIX", Some("30/100"), "maximum SMS to a block of ten thousand numbers, an hour and a day"),
    variable("SMS_PER_COUNTRY", Some("200/1000"), "maximum SMS to one country other than Japan, an hour and a day"),
    variable("SMS_IN_ALL", Some("3000/20000"), "maximum SMS in total, an hour and a day"),
    variable("SMS_TRIES_PER_ADDRESS", Some("30/100"), "maximum SMS codes entered from one address, an hour and a day"),
    variable(
        "CARD_SETUPS_PER_DINER",
        Some("10/20"),
        "maximum card registrations that a diner begins, an hour and a day",
    ),
    variable(
        "CARD_SETUPS_PER_ADDRESS",
        Some("200/1000"),
        "maximum card registrations that begin at one address, an hour and a day",
    ),
    variable(
        "CARD_CALLS_PER_DINER",
        Some("60/300"),
        "maximum payments, confirmations and subscriptions of a diner, an hour and a day",
    ),
    variable(
        "SEKI_ADJUSTMENT_APPROVAL_ABOVE",
        Some("30000"),
        "yen; manual refunds and corrections of a booking above it need a second admin; 0: all of them",
    ),
    variable("SEKI_DINER_IDLE_HOURS", Some("336"), "hours without a request after which a diner's session ends"),
    variable(
        "SEKI_STAFF_IDLE_HOURS",
        Some("12"),
        "hours without a request after which the session of an owner or admin ends",
    ),
    variable(
        "SEKI_STAFF_SECOND_FACTOR",
        Some("production"),
        "whether owners, staff and admins need a second factor to sign in: production, always or never",
    ),
    variable("SEKI_STAND_INS_URL", None, "demo and test only: address of the stand-ins of external services"),
];

const QUICKNET_URL: &str = "https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
pub const QUICKNET_KEY: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
