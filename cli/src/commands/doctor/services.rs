//! Checks of the external services: whether they respond and accept the configured keys.

use std::time::Duration;

use domain::clients::beacon::Beacon;
use domain::clients::captcha::Captcha;
use domain::clients::pictures::PictureStore;
use domain::clients::stripe::Stripe;
use domain::clients::twilio::Twilio;
use domain::clock::Clock;
use domain::config::{Config, UploadsConfig};
use domain::outbox::mails::Mailer;

use super::result::CheckResult;

const SERVICE_TIMEOUT: Duration = Duration::from_secs(10);

/// A round that the beacon published years ago.
const PUBLISHED_ROUND: i64 = 1_000;

/// Runs all checks concurrently. Together they take no longer than the slowest.
pub(super) async fn check(config: &Config) -> [CheckResult; 6] {
    let (cards, phone, captcha, mail, uploads, beacon) =
        tokio::join!(cards(config), phone(config), captcha(config), mail(config), uploads(config), beacon(config));
    [cards, phone, captcha, mail, uploads, beacon]
}

/// Checks that the beacon responds, and that its signature matches the configured key.
async fn beacon(config: &Config) -> CheckResult {
    let beacon = Beacon::new(&config.beacon);
    let hint = "SEKI_BEACON_URL and SEKI_BEACON_PUBLIC_KEY; raffles are not drawn";
    let response = check_result("beacon", beacon.signature(PUBLISHED_ROUND), hint).await;
    response.map_or_else(|fault| fault, |_| CheckResult::ok("beacon", "it responds, and its signature is valid"))
}

/// Checks the picture store. The first upload creates a folder, so a folder needs no check. For a bucket, the check stores, reads
/// and deletes a file.
async fn uploads(config: &Config) -> CheckResult {
    let bucket = match &config.uploads {
        UploadsConfig::Folder(folder) => return CheckResult::ok("uploads", format!("in the folder {folder}")),
        UploadsConfig::Bucket(bucket) => bucket,
    };
    let store = PictureStore::new(&config.uploads);
    let hint = "SEKI_UPLOADS, SEKI_S3_ENDPOINT, SEKI_S3_REGION, SEKI_S3_KEY and SEKI_S3_SECRET; uploaded pictures are not shown";
    let tried = check_result("uploads", store.try_out(), hint).await;
    tried.map_or_else(
        |fault| fault,
        |()| CheckResult::ok("uploads", format!("files can be stored in and read from the bucket {}", bucket.bucket)),
    )
}

async fn cards(config: &Config) -> CheckResult {
    let stripe = Stripe::new(&config.stripe.api_url, &config.stripe.secret_key);
    let asked = stripe.list_events(Clock::system().wall()).read_all();
    let hint = "STRIPE_API_URL and STRIPE_SECRET_KEY; diners cannot pay";
    check_result("cards", asked, hint)
        .await
        .map_or_else(|fault| fault, |_| CheckResult::ok("cards", "the provider responds"))
}

async fn phone(config: &Config) -> CheckResult {
    let twilio = Twilio::new(&config.twilio);
    let asked = twilio.list_incoming_calls(twilio.sender(), Clock::system().wall());
    let hint = "TWILIO_API_URL, TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN; diners cannot sign up";
    check_result("telephone", asked, hint)
        .await
        .map_or_else(|fault| fault, |_| CheckResult::ok("telephone", "the provider responds"))
}

async fn captcha(config: &Config) -> CheckResult {
    let captcha = Captcha::new(&config.captcha);
    let hint = "RECAPTCHA_VERIFY_URL and RECAPTCHA_SECRET";
    let answered = check_result("captcha", captcha.verify("doctor", "doctor"), hint).await;
    answered.map_or_else(|fault| fault, |_| CheckResult::ok("captcha", "the provider responds"))
}

async fn mail(config: &Config) -> CheckResult {
    let mailer = match Mailer::new(config) {
        Ok(mailer) => mailer,
        Err(error) => {
            return CheckResult::fail(
                "mail",
                error.to_string(),
                "set SMTP_URL to smtp:// or smtps://, and MAIL_FROM to an address",
            );
        }
    };
    let hint = "SMTP_URL; mails are retried for hours";
    match check_result("mail", mailer.test(), hint).await {
        Err(fault) => fault,
        Ok(true) => CheckResult::ok("mail", "the server accepts mails"),
        Ok(false) => CheckResult::fail("mail", "the server closes the connection", hint),
    }
}

/// Returns a service's response, or the line that reports its failure.
async fn check_result<T, E: std::fmt::Display>(
    subject: &'static str,
    asked: impl Future<Output = Result<T, E>>,
    hint: &'static str,
) -> Result<T, CheckResult> {
    match tokio::time::timeout(SERVICE_TIMEOUT, asked).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(CheckResult::fail(subject, error.to_string(), hint)),
        Err(_) => Err(CheckResult::fail(subject, format!("no response within {} s", SERVICE_TIMEOUT.as_secs()), hint)),
    }
}
