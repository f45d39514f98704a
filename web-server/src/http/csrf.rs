//! Token that authenticates a write as sent by one of our pages (gaps G008).
//!
//! It belongs to the browser's visitor cookie and to its three sessions, so it expires with each sign-in and sign-out, and it is masked
//! again in every response.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use domain::rng::Rng;
use domain::signing::Signer;

use crate::http::cookies::{SESSION_COOKIES, sessions_set};
use crate::http::extract::context::Context;
use crate::state::App;

pub const CSRF_HEADER: &str = "x-csrf-token";
/// The field of a form that carries the token in place of the header.
pub const CSRF_FIELD: &str = "authenticity_token";
const PURPOSE: &str = "csrf";

/// Cookie values of the three sides, empty for a missing cookie.
type Sessions<'a> = [&'a str; SESSION_COOKIES.len()];

/// Returns the text that the token signs. No cookie value contains a line break.
fn subject(visitor: &str, sessions: Sessions<'_>) -> String {
    [visitor].into_iter().chain(sessions).collect::<Vec<_>>().join("\n")
}

/// Returns a token of the browser with these cookies.
pub fn token(signer: &Signer, rng: &Rng, visitor: &str, sessions: Sessions<'_>) -> String {
    signer.masked_secret(rng, PURPOSE, &subject(visitor, sessions))
}

impl Context {
    /// Returns the token of this browser for its pages; a different text each time.
    pub fn csrf_token(&self, app: &App) -> String {
        token(&app.signer, &app.rng, self.visitor(), self.sessions())
    }

    /// Returns the header with the token that is valid after a response that starts or ends a session; `None` after any other response, and
    /// for a new visitor.
    pub fn csrf_token_after(&self, app: &App, answer: &HeaderMap) -> Option<(HeaderName, HeaderValue)> {
        let set = sessions_set(answer);
        if self.is_new_visitor() || set.iter().all(Option::is_none) {
            return None;
        }
        let before = self.sessions();
        let sessions = std::array::from_fn(|index| set[index].as_deref().unwrap_or(before[index]));
        let token = HeaderValue::from_str(&token(&app.signer, &app.rng, self.visitor(), sessions)).ok()?;
        Some((HeaderName::from_static(CSRF_HEADER), token))
    }

    /// Reports whether `token` was issued to this browser on an earlier page, without a sign-in or sign-out since.
    pub fn owns_csrf_token(&self, signer: &Signer, token: &str) -> bool {
        !self.is_new_visitor() && signer.is_masked_secret(PURPOSE, &subject(self.visitor(), self.sessions()), token)
    }

    fn sessions(&self) -> Sessions<'_> {
        SESSION_COOKIES.map(|name| self.cookie(name).unwrap_or_default())
    }
}
