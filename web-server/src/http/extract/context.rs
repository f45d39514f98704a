//! Caller, language and response type of a request. Determined once for each request, before routing.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::{Cookie, CookieJar};
use domain::i18n::Locale;
use domain::rng::Rng;
use domain::signing::Signer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::cookies::{ACCOUNT_LOCALE_COOKIE, FLASH_COOKIE, LOCALE_COOKIE, VISITOR_COOKIE};
use crate::http::error::ApiError;

/// A message for the next page a visitor sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Flash {
    pub kind: FlashKind,
    pub message: String,
    pub sticky: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlashKind {
    Notice,
    Alert,
}

impl Flash {
    pub fn notice(message: impl Into<String>) -> Self {
        Self { kind: FlashKind::Notice, message: message.into(), sticky: false }
    }

    pub fn alert(message: impl Into<String>) -> Self {
        Self { kind: FlashKind::Alert, message: message.into(), sticky: false }
    }

    pub fn sticky(self) -> Self {
        Self { sticky: true, ..self }
    }
}

/// Returns the language chosen in the browser, otherwise the signed-in account's (gaps G020); `None` without either cookie.
fn remembered_locale(cookies: &CookieJar) -> Option<Locale> {
    let named = |name| Locale::parse(cookies.get(name)?.value());
    named(LOCALE_COOKIE).or_else(|| named(ACCOUNT_LOCALE_COOKIE))
}

/// Returns Japanese when the browser prefers it to every other language, otherwise English; `None` when it names none (RFC 9110, section
/// 12.5.4).
fn preferred_locale(headers: &HeaderMap) -> Option<Locale> {
    let listed = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let weighed = listed.split(',').filter_map(|range| {
        let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
        let weight =
            parameters.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.trim().parse::<f32>().ok())?;
        (weight > 0.0 && !matches!(tag.trim(), "" | "*")).then(|| (weight, tag.trim().to_ascii_lowercase()))
    });
    // Selects the first of several with the same weight.
    let (_, best) = weighed.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    Some(if best == "ja" || best.starts_with("ja-") { Locale::Ja } else { Locale::En })
}

/// Context of one request. As an extractor it never fails.
#[derive(Clone, Debug)]
pub struct Context(Arc<ContextData>);

#[derive(Debug)]
struct ContextData {
    locale: Locale,
    /// Language in the address, which the response stores in a cookie.
    asked_locale: Option<Locale>,
    offered_locale: Option<Locale>,
    visitor: String,
    is_new_visitor: bool,
    wants_json: bool,
    path_and_query: String,
    flash: Vec<Flash>,
    cookies: CookieJar,
    client: String,
    user_agent: String,
    referrer: String,
}

/// Facts that `Context::of_request` cannot read from the headers alone.
pub struct RequestFacts {
    pub locale: Option<Locale>,
    pub path_and_query: String,
    pub is_api: bool,
    pub client: String,
}

impl Context {
    pub fn of_request(headers: &HeaderMap, signer: &Signer, rng: &Rng, asked: RequestFacts) -> Self {
        let cookies = CookieJar::from_headers(headers);
        let cookie = |name: &str| cookies.get(name).map(|cookie| cookie.value().to_owned());
        let visitor = cookie(VISITOR_COOKIE).filter(|value| value.len() >= 22 && value.len() <= 64);
        let known = asked.locale.or_else(|| remembered_locale(&cookies));
        let flash = cookie(FLASH_COOKIE).and_then(|sealed| signer.open("flash", &sealed));
        Self(Arc::new(ContextData {
            locale: known.unwrap_or_default(),
            asked_locale: asked.locale,
            offered_locale: preferred_locale(headers)
                .filter(|preferred| known.is_none() && *preferred != Locale::default()),
            is_new_visitor: visitor.is_none(),
            visitor: visitor.unwrap_or_else(|| rng.uid() + &rng.uid()),
            wants_json: asked.is_api || accepts_json(headers),
            path_and_query: asked.path_and_query,
            flash: flash.unwrap_or_default(),
            client: asked.client,
            user_agent: header_text(headers, header::USER_AGENT),
            referrer: header_text(headers, header::REFERER),
            cookies,
        }))
    }

    /// Returns the language of a request without a prefix: the `locale` parameter, otherwise the remembered language, otherwise the
    /// default.
    pub fn locale_of(headers: &HeaderMap, query: &str) -> Locale {
        let asked = query.split('&').find_map(|pair| Locale::parse(pair.strip_prefix("locale=")?));
        let cookies = CookieJar::from_headers(headers);
        asked.or_else(|| remembered_locale(&cookies)).unwrap_or_default()
    }

    /// Returns the language in the address.
    pub fn requested_locale(&self) -> Option<Locale> {
        self.0.asked_locale
    }

    /// Returns a language that the browser prefers to the page's, unless the visitor has chosen one.
    pub fn offered_locale(&self) -> Option<Locale> {
        self.0.offered_locale
    }

    pub fn locale(&self) -> Locale {
        self.0.locale
    }

    pub fn is_english(&self) -> bool {
        self.0.locale == Locale::En
    }

    /// Returns the browser's random id; state from before sign-in is bound to it.
    pub fn visitor(&self) -> &str {
        &self.0.visitor
    }

    pub fn is_new_visitor(&self) -> bool {
        self.0.is_new_visitor
    }

    pub fn wants_json(&self) -> bool {
        self.0.wants_json
    }

    pub fn path_and_query(&self) -> &str {
        &self.0.path_and_query
    }

    pub fn flash(&self) -> &[Flash] {
        &self.0.flash
    }

    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.0.cookies.get(name).map(Cookie::value)
    }

    /// Returns the key of rate limits: the client's IPv4 address or IPv6 /64, or `unknown`.
    pub fn client(&self) -> &str {
        &self.0.client
    }

    /// Returns the page that the request came from; empty without the header.
    pub fn referrer(&self) -> &str {
        &self.0.referrer
    }

    /// Returns the browser's user agent; empty without the header.
    pub fn user_agent(&self) -> &str {
        &self.0.user_agent
    }
}

fn header_text(headers: &HeaderMap, name: header::HeaderName) -> String {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

/// Whether a client wants JSON: by `Accept`, or as a script that names itself in `X-Requested-With` and accepts more than pages (G078).
fn accepts_json(headers: &HeaderMap) -> bool {
    let accept = header_text(headers, header::ACCEPT);
    let is_script = headers.get("x-requested-with").is_some_and(|value| value.as_bytes() == b"XMLHttpRequest");
    let accepts_page = accept.trim_start().starts_with("text/html");
    (accept.contains("json") || is_script) && !accepts_page
}

impl<S: Send + Sync> FromRequestParts<S> for Context {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        let context = parts.extensions.get::<Self>().cloned();
        context.ok_or_else(|| ApiError::internal("the context layer is missing"))
    }
}
