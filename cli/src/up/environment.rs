//! The environment of the processes that `seki up` starts.

use std::collections::HashMap;
use std::fs::{OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use anyhow::Context;
use domain::config::{VARIABLES, demo};
use domain::rng::Rng;

use super::options::Options;
use crate::ports;

/// Numbers that diners call for the phone verification. One phone number can be verified in as many browsers at the same time.
const PHONE_NUMBERS: &str = "+81355550100,+81355550101,+81355550102,+81355550103,+81355550104,+81355550105,+81355550106,\
                             +81355550107";

/// Variables of folders. They are absolute, because commands in another folder also use the demo.
const FOLDERS: [&str; 4] = ["SEKI_SITE_DIST", "SEKI_ADMIN_UI_DIST", "SEKI_PICTURES", "SEKI_UPLOADS"];

pub struct Environment {
    pub variables: HashMap<String, String>,
    pub base_url: String,
    pub stand_ins_url: String,
}

impl Environment {
    pub fn prepare(options: &Options, database_url: &str) -> anyhow::Result<Self> {
        let base_url = format!("http://127.0.0.1:{}", options.port);
        let (http, smtp) = (ports::free()?, ports::free()?);
        let stand_ins_url = format!("http://127.0.0.1:{http}");
        let webhook_secret = demo::STRIPE_WEBHOOK_SECRET;
        let state = options.home.join("stand-ins.json");
        let pairs = [
            ("SEKI_ENV", "demo".to_owned()),
            ("DATABASE_URL", database_url.to_owned()),
            ("SEKI_ADDRESS", format!("127.0.0.1:{}", options.port)),
            ("SEKI_BASE_URL", base_url.clone()),
            ("SEKI_SECRET", secret(&options.home)?),
            ("STRIPE_API_URL", format!("{stand_ins_url}/stripe")),
            ("STRIPE_SECRET_KEY", demo::STRIPE_SECRET_KEY.to_owned()),
            ("STRIPE_PUBLISHABLE_KEY", demo::STRIPE_PUBLISHABLE_KEY.to_owned()),
            ("STRIPE_WEBHOOK_SECRET", webhook_secret.to_owned()),
            ("STRIPE_JS_URL", format!("{stand_ins_url}/stripe/js/v3")),
            ("TWILIO_API_URL", format!("{stand_ins_url}/twilio")),
            ("TWILIO_ACCOUNT_SID", demo::TWILIO_ACCOUNT_SID.to_owned()),
            ("TWILIO_AUTH_TOKEN", demo::TWILIO_AUTH_TOKEN.to_owned()),
            ("TWILIO_PHONE_NUMBERS", PHONE_NUMBERS.to_owned()),
            ("RECAPTCHA_VERIFY_URL", format!("{stand_ins_url}/captcha/siteverify")),
            ("RECAPTCHA_SECRET", demo::RECAPTCHA_SECRET.to_owned()),
            ("RECAPTCHA_SITE_KEY", demo::RECAPTCHA_SITE_KEY.to_owned()),
            ("RECAPTCHA_SCRIPT_URL", format!("{stand_ins_url}/captcha/api.js")),
            ("SEKI_BEACON_URL", format!("{stand_ins_url}/beacon")),
            ("SEKI_BEACON_PUBLIC_KEY", demo::BEACON_PUBLIC_KEY.to_owned()),
            ("APPLE_ISSUER_URL", format!("{stand_ins_url}/apple")),
            ("APPLE_CLIENT_ID", demo::APPLE_CLIENT_ID.to_owned()),
            ("APPLE_TEAM_ID", demo::APPLE_TEAM_ID.to_owned()),
            ("APPLE_KEY_ID", demo::APPLE_KEY_ID.to_owned()),
            ("APPLE_PRIVATE_KEY", demo::APPLE_PRIVATE_KEY.to_owned()),
            ("SEKI_OPERATOR_NAME", "席株式会社（デモ）".to_owned()),
            ("SEKI_OPERATOR_ADDRESS", "東京都千代田区見本町1-2-3".to_owned()),
            ("SEKI_OPERATOR_REGISTRATION_NUMBER", "T0000000000000".to_owned()),
            ("SMTP_URL", format!("smtp://127.0.0.1:{smtp}")),
            ("SEKI_STAND_INS_URL", stand_ins_url.clone()),
            ("SEKI_CONCIERGE_PHONE", "03-5555-0147".to_owned()),
            ("SEKI_CONCIERGE_CLUB_PHONE", "03-5555-0148".to_owned()),
            ("STAND_INS_HTTP", format!("127.0.0.1:{http}")),
            ("STAND_INS_SMTP", format!("127.0.0.1:{smtp}")),
            ("STAND_INS_STATE_FILE", state.display().to_string()),
            ("STAND_INS_WEBHOOK_URL", format!("{base_url}/webhooks/stripe")),
            ("RUST_LOG", std::env::var("RUST_LOG").unwrap_or_else(|_| "warn".to_owned())),
        ];
        let pairs = pairs.into_iter().chain(demo::external_sites(&stand_ins_url)).chain(folders()?);
        let variables = pairs.map(|(name, value)| (name.to_owned(), value)).collect();
        Ok(Self { variables, base_url, stand_ins_url })
    }
}

/// Returns the folders of the environment, or the default ones.
fn folders() -> anyhow::Result<Vec<(&'static str, String)>> {
    let folder = |name: &str| {
        let set = std::env::var(name).ok().filter(|value| !value.is_empty());
        let default = VARIABLES.iter().find(|variable| variable.name == name).and_then(|variable| variable.default);
        set.or_else(|| default.map(str::to_owned))
    };
    FOLDERS
        .into_iter()
        .filter_map(|name| Some((name, folder(name)?)))
        .map(|(name, at)| Ok((name, absolute(&at)?)))
        .collect()
}

/// Returns the absolute path of a folder. A bucket has none.
fn absolute(folder: &str) -> anyhow::Result<String> {
    if folder.contains("://") {
        return Ok(folder.to_owned());
    }
    Ok(std::path::absolute(folder).with_context(|| folder.to_owned())?.display().to_string())
}

/// Returns the secret, which is kept in the home. Sessions therefore survive a restart. Only its owner may read the file.
fn secret(home: &Path) -> anyhow::Result<String> {
    let file = home.join("secret");
    if let Ok(secret) = std::fs::read_to_string(&file) {
        // An earlier version wrote a file that other users could read.
        std::fs::set_permissions(&file, Permissions::from_mode(0o600)).with_context(|| file.display().to_string())?;
        return Ok(secret);
    }
    let rng = Rng::from_machine();
    let secret = rng.uid() + &rng.uid();
    let written = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&file);
    written.and_then(|mut written| written.write_all(secret.as_bytes())).with_context(|| file.display().to_string())?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_absolute_and_buckets_remain() {
        let names: Vec<_> = folders().unwrap().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, FOLDERS);
        assert_eq!(
            absolute("site/dist").unwrap(),
            std::env::current_dir().unwrap().join("site/dist").display().to_string()
        );
        for whole in ["/srv/pictures", "s3://seki-pictures/live"] {
            assert_eq!(absolute(whole).unwrap(), whole);
        }
    }

    #[test]
    fn secret_file_is_reused_and_private_to_its_owner() {
        let home = std::env::temp_dir().join(format!("seki-secret-{}", std::process::id()));
        std::fs::create_dir_all(&home).unwrap();
        let mode = || std::fs::metadata(home.join("secret")).unwrap().permissions().mode() & 0o777;
        let made = secret(&home).unwrap();
        assert!(made.len() >= 44 && mode() == 0o600, "{:o}", mode());
        std::fs::set_permissions(home.join("secret"), Permissions::from_mode(0o644)).unwrap();
        assert_eq!((secret(&home).unwrap(), mode()), (made, 0o600));
        std::fs::remove_dir_all(&home).unwrap();
    }
}
