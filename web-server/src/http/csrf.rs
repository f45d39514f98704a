//! Proof that one of our own pages sent a write (gaps G008).

use domain::signing::Signer;

use crate::http::extract::context::Context;

pub const CSRF_HEADER: &str = "x-csrf-token";
/// The field of a form that carries the token in place of the header.
pub const CSRF_FIELD: &str = "authenticity_token";
const PURPOSE: &str = "csrf";

impl Context {
    /// The token of this visitor, for the pages that they get.
    pub fn csrf_token(&self, signer: &Signer) -> String {
        signer.secret(PURPOSE, self.visitor())
    }

    /// Whether `token` was given to this visitor on an earlier page.
    pub fn owns_csrf_token(&self, signer: &Signer, token: &str) -> bool {
        !self.is_new_visitor() && signer.is_secret(PURPOSE, self.visitor(), token)
    }
}
