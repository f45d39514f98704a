//! Sign-in to the owner console: the form, the second step, and password reset (gaps G037).

use crate::console::sign_in::{OWNERS, calls_of};

calls_of! {
    "owner", OWNERS, owner;
    /// Signs an owner or a member of staff in, or redirects to the second step. 422 if email address and password do not match,
    /// 429 after ten failures in a row.
    OwnerSignInPage, OwnerSignInBody, OwnerCredentials;
    OwnerSecondFactorPage;
    OwnerPasswordNewPage, OwnerPasswordEditPage, OwnerPasswordBody;
}
