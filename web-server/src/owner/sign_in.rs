//! Signing in to the owner's console: the form, the second step, a forgotten password (gaps G037).

use crate::console::sign_in::{OWNERS, calls_of};

calls_of! {
    "owner", OWNERS, owner;
    /// Signs an owner or a member of staff in, or sends them on to their second factor. 422 when address and password do not belong together, 429 after
    /// ten failures in a row.
    OwnerSignInPage, OwnerSignInBody, OwnerCredentials;
    OwnerSecondFactorPage;
    OwnerPasswordNewPage, OwnerPasswordEditPage, OwnerPasswordBody;
}
