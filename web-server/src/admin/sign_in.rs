//! Signing in to the admins' console (gaps G043): the form, the second step, a forgotten password (gaps G037).

use crate::console::sign_in::{ADMINS, calls_of};

calls_of! {
    "admin", ADMINS, admin_user;
    /// Signs an admin in, or sends them on to their second factor. 422 when address and password do not belong together, 429 after
    /// ten failures in a row.
    AdminSignInPage, AdminSignInBody, AdminCredentials;
    AdminSecondFactorPage;
    AdminPasswordNewPage, AdminPasswordEditPage, AdminPasswordBody;
}
