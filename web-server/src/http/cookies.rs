//! Names of the cookies that every side knows, and their creation.

use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::cookie::{Cookie, SameSite};

/// The session of each side (gaps G043).
pub const DINER_COOKIE: &str = "seki_diner";
pub const OWNER_COOKIE: &str = "seki_owner";
pub const ADMIN_COOKIE: &str = "seki_admin";
pub const SESSION_COOKIES: [&str; 3] = [DINER_COOKIE, OWNER_COOKIE, ADMIN_COOKIE];
/// The browser's random id.
pub const VISITOR_COOKIE: &str = "seki_visitor";
/// The language that the visitor chose in this browser (gaps G020).
pub const LOCALE_COOKIE: &str = "seki_locale";
/// The language of the signed-in account, for a browser without a chosen language.
pub const ACCOUNT_LOCALE_COOKIE: &str = "seki_account_locale";
/// The signed list of the accounts that signed in with the browser.
pub const DEVICE_COOKIE: &str = "seki_device";
/// Signed messages for the next page.
pub const FLASH_COOKIE: &str = "seki_flash";
/// Set when the browser's visitor has agreed to cookies.
pub const COOKIE_AGREEMENT_COOKIE: &str = "seki_cookies_agreed";
/// The signed return address of the sign-in page.
pub const RETURN_COOKIE: &str = "seki_return_to";

/// Prefix of the names of our cookies.
const COOKIE_PREFIX: &str = "seki_";
/// Browsers accept a cookie with this prefix from this host only, over https, for the whole site: no other host of the domain can set one.
const HOST_PREFIX: &str = "__Host-";

/// Reports whether the public address uses https.
pub fn is_secure(base_url: &str) -> bool {
    base_url.starts_with("https://")
}

/// Returns a cookie for the whole site that scripts cannot read. If the public address uses https, it is `Secure` and bound to the host.
pub fn cookie(name: &'static str, value: String, base_url: &str, max_age_days: Option<i64>) -> Cookie<'static> {
    let is_secure = is_secure(base_url);
    let name = if is_secure { format!("{HOST_PREFIX}{name}") } else { name.to_owned() };
    let builder = Cookie::build((name, value)).path("/").http_only(true).same_site(SameSite::Lax).secure(is_secure);
    match max_age_days {
        Some(days) => builder.max_age(time::Duration::days(days)).build(),
        None => builder.build(),
    }
}

/// Returns a cookie that deletes a cookie.
pub fn removal(name: &'static str, base_url: &str) -> Cookie<'static> {
    let mut gone = cookie(name, String::new(), base_url, None);
    gone.make_removal();
    gone
}

/// Returns the sessions that a response sets, in the order of `SESSION_COOKIES`: empty for a session that it ends, `None` for one that it
/// leaves unchanged.
pub fn sessions_set(answer: &HeaderMap) -> [Option<String>; SESSION_COOKIES.len()] {
    let set = answer.get_all(header::SET_COOKIE).iter().filter_map(|value| Cookie::parse(value.to_str().ok()?).ok());
    let set: Vec<_> = set.collect();
    let of = |cookie: &Cookie<'_>, name| cookie.name().strip_prefix(HOST_PREFIX).unwrap_or(cookie.name()) == name;
    SESSION_COOKIES.map(|name| set.iter().rev().find(|cookie| of(cookie, name)).map(|cookie| cookie.value().to_owned()))
}

/// Gives the cookies of a request over https the names that the program uses. One of our cookies without the prefix may have been set by
/// another host of the domain, and is dropped.
pub fn take_host_cookies(headers: &mut HeaderMap) {
    let sent: Vec<_> = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).collect();
    let pairs = sent.iter().flat_map(|value| value.split(';')).map(str::trim);
    let kept = pairs.filter_map(|pair| match pair.strip_prefix(HOST_PREFIX) {
        Some(ours) => Some(ours),
        None => Some(pair).filter(|pair| !pair.starts_with(COOKIE_PREFIX)),
    });
    let kept = kept.collect::<Vec<_>>().join("; ");
    headers.remove(header::COOKIE);
    if let Ok(kept) = HeaderValue::from_str(&kept)
        && !kept.is_empty()
    {
        headers.insert(header::COOKIE, kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_cookies_are_bound_to_host() {
        let set = cookie(FLASH_COOKIE, "x".into(), "https://seki.example.jp", None).to_string();
        assert_eq!(set, "__Host-seki_flash=x; HttpOnly; SameSite=Lax; Secure; Path=/");
        let gone = removal(FLASH_COOKIE, "https://seki.example.jp").to_string();
        assert!(gone.starts_with("__Host-seki_flash=; ") && gone.contains("Secure; Path=/"), "{gone}");
        let set = cookie(FLASH_COOKIE, "x".into(), "http://127.0.0.1:8080", None).to_string();
        assert_eq!(set, "seki_flash=x; HttpOnly; SameSite=Lax; Path=/");
    }

    #[test]
    fn cookies_of_other_hosts_are_dropped() {
        let taken = |sent: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in sent {
                headers.append(header::COOKIE, HeaderValue::from_static(value));
            }
            take_host_cookies(&mut headers);
            headers.get(header::COOKIE).map(|value| value.to_str().unwrap().to_owned())
        };
        let mixed = taken(&["seki_visitor=planted; __Host-seki_visitor=own", "quarter_hour_calendar=1; seki_diner=x"]);
        assert_eq!(mixed.as_deref(), Some("seki_visitor=own; quarter_hour_calendar=1"));
        assert_eq!(taken(&["seki_visitor=planted"]), None);
        assert_eq!(taken(&[]), None);
    }
}
