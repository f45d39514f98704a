//! The cookies that every side knows, and how a cookie is made.

use axum_extra::extract::cookie::{Cookie, SameSite};

/// The browser's own random name.
pub const VISITOR_COOKIE: &str = "seki_visitor";
/// The language that was chosen in this browser (gaps G020).
pub const LOCALE_COOKIE: &str = "seki_locale";
/// The language of the account that is signed in, for a browser where none was chosen.
pub const ACCOUNT_LOCALE_COOKIE: &str = "seki_account_locale";
/// The signed list of the accounts that signed in with the browser.
pub const DEVICE_COOKIE: &str = "seki_device";
/// Signed messages for the next page.
pub const FLASH_COOKIE: &str = "seki_flash";
/// The signed address that the sign-in page leads back to.
pub const RETURN_COOKIE: &str = "seki_return_to";

/// A cookie for the whole site that scripts cannot read. `Secure` wherever people reach us by https.
pub fn cookie(name: &'static str, value: String, base_url: &str, max_age_days: Option<i64>) -> Cookie<'static> {
    let builder = Cookie::build((name, value)).path("/").http_only(true).same_site(SameSite::Lax);
    let builder = builder.secure(base_url.starts_with("https://"));
    match max_age_days {
        Some(days) => builder.max_age(time::Duration::days(days)).build(),
        None => builder.build(),
    }
}

/// What takes a cookie away.
pub fn removal(name: &'static str, base_url: &str) -> Cookie<'static> {
    let mut gone = cookie(name, String::new(), base_url, None);
    gone.make_removal();
    gone
}
